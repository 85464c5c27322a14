"""Do the tables agree? Each check looks across files; the first contradiction is raised with file and entry."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from adjudicator.rulesets.roads_and_boats.tables import BrokenTable, BuildingKind, Tables


def cross_check(tables: Tables) -> None:
    """Raises BrokenTable. The order matters: names first, then what is built on them."""
    _goods_exist(tables)
    _inputs_can_be_had(tables)
    _groups_hold_together(tables)
    _factories_and_transporters_match(tables)
    _mines_can_be_filled(tables)
    _research_matches_what_needs_it(tables)
    _upgrades_stay_in_their_class(tables)
    _marks_stand_on_the_wonder(tables)
    _start_is_within_the_limits(tables)


def _goods_exist(tables: Tables) -> None:
    named: list[tuple[str, str, Iterable[str]]] = [
        ("costs", "road", tables.costs.road),
        ("costs", "bridge", tables.costs.bridge),
        ("costs", "shaft", tables.costs.shaft),
        ("costs", "research", tables.costs.research),
        ("costs", "wall_good", [tables.costs.wall_good]),
        ("costs", "demolish_good", [tables.costs.demolish_good]),
        ("start", "goods", tables.start.goods),
        ("wonder", "pay", tables.wonder.pay),
    ]
    for building in tables.buildings.values():
        named.append(("buildings", building.kind, building.cost))
        named.extend(("buildings", building.kind, needed.goods) for needed in building.inputs)
    for file, entry, goods in named:
        for good in goods:
            if good not in tables.goods:
                raise BrokenTable(file, entry, f"{good} is no good of tables/goods.yaml")


def _inputs_can_be_had(tables: Tables) -> None:
    """A good that nothing makes, digs or breeds and nobody starts with can never be handed in."""
    had = set(tables.start.goods)
    had |= {building.output[0] for building in tables.buildings.values() if building.output}
    had |= {good for mix in tables.mixtures.values() for good in ("gold", "iron") if getattr(mix, good)}
    for building in tables.buildings.values():
        for needed in building.inputs:
            if not needed.goods:
                raise BrokenTable("buildings", building.kind, "has an input without goods")
            for good in needed.goods:
                if good not in had:
                    raise BrokenTable("buildings", building.kind, f"takes {good}, which nothing produces")


def _groups_hold_together(tables: Tables) -> None:
    for building in tables.buildings.values():
        fault = _group_fault(building, tables)
        if fault:
            raise BrokenTable("buildings", building.kind, fault)


def _group_fault(building: BuildingKind, tables: Tables) -> str:
    made = building.output[0] if building.output else None
    if building.output is None and building.kind != "mine":
        return "draws, but only a mine has a bag"
    if building.group == "primary" and (building.inputs or building.donkey):
        return "is primary and takes nothing in"
    if building.group != "primary" and not building.inputs:
        return f"is {building.group} and needs inputs"
    if building.group == "transporter":
        return "" if made in tables.transporters else f"should make a transporter, not {made}"
    return "" if made is None or made in tables.goods else f"should make a good, not {made}"


def _factories_and_transporters_match(tables: Tables) -> None:
    made_at = {b.output[0]: b for b in tables.buildings.values() if b.group == "transporter" and b.output}
    for kind in tables.transporters.values():
        factory = made_at.get(kind.kind)
        if kind.made_at != (factory.kind if factory else None):
            raise BrokenTable("transporters", kind.kind, f"made_at is {kind.made_at}, not what buildings.yaml says")
        if factory is None and kind.kind not in tables.start.transporters:
            raise BrokenTable("transporters", kind.kind, "is neither made nor there at the start")
        if factory and factory.launches != kind.water:
            raise BrokenTable("buildings", factory.kind, "launches should be said of boats, and only of them")
        if factory and kind.water and factory.ground != "shore":
            raise BrokenTable("buildings", factory.kind, "makes boats and should stand on a shore")
        if kind.water and kind.off_road:
            raise BrokenTable("transporters", kind.kind, "is a boat and has no business off the road")
        if kind.off_road > kind.moves:
            raise BrokenTable("transporters", kind.kind, "goes further off the road than on it")
    for building in tables.buildings.values():
        if building.launches and building.group != "transporter":
            raise BrokenTable("buildings", building.kind, "launches should be said of boats, and only of them")
        if building.donkey and "donkey" not in tables.transporters:
            raise BrokenTable("buildings", building.kind, "takes a donkey, and there are none")


def _mines_can_be_filled(tables: Tables) -> None:
    for fill, mixture in tables.mixtures.items():
        if mixture.gold + mixture.iron == 0:
            raise BrokenTable("mines", fill, "fills nothing in")
    if not any(mixture.research is None for mixture in tables.mixtures.values()):
        raise BrokenTable("mines", "the whole file", "nobody could fill a mine without research")


def _research_matches_what_needs_it(tables: Tables) -> None:
    """Told twice, at the subject and at the thing; both must say the same."""
    for building in tables.buildings.values():
        _agree(tables, "buildings", building.kind, building.research, "builds")
    for fill, mixture in tables.mixtures.items():
        _agree(tables, "mines", fill, mixture.research, "fills")
    for name, subject in tables.subjects.items():
        if not subject.builds and not subject.fills:
            raise BrokenTable("research", name, "is good for nothing")
        if subject.builds and subject.builds != "shaft":
            if subject.builds not in tables.buildings:
                raise BrokenTable("research", name, f"{subject.builds} is no building")
            if tables.buildings[subject.builds].research != name:
                raise BrokenTable("research", name, f"{subject.builds} does not need it")
        for fill in subject.fills:
            if fill not in tables.mixtures:
                raise BrokenTable("research", name, f"{fill} is no filling of a mine")
            if tables.mixtures[fill].research != name:
                raise BrokenTable("research", name, f"the filling {fill} does not need it")
    if not any(subject.builds == "shaft" for subject in tables.subjects.values()):
        raise BrokenTable("research", "the whole file", "no subject allows a shaft")


def _agree(tables: Tables, file: str, entry: str, research: str | None, effect: str) -> None:
    if research is None:
        return
    if research not in tables.subjects:
        raise BrokenTable(file, entry, f"{research} is no subject of research")
    subject = tables.subjects[research]
    if entry not in (subject.fills if effect == "fills" else (subject.builds,)):
        raise BrokenTable(file, entry, f"needs {research}, which is for something else")


def _upgrades_stay_in_their_class(tables: Tables) -> None:
    for name, subject in tables.subjects.items():
        ours = tables.buildings.get(subject.builds or "")
        for old in subject.upgrades:
            before = tables.buildings.get(old)
            if ours is None or before is None or {ours.group, before.group} != {"transporter"}:
                raise BrokenTable("research", name, f"{old} cannot be upgraded: only transporter factories can")
            if before is ours or before.launches != ours.launches:
                raise BrokenTable("research", name, f"{old} is not of another kind in the same class")


def _marks_stand_on_the_wonder(tables: Tables) -> None:
    wonder = tables.wonder
    row_ends = [*accumulate(wonder.rows)]
    marks = [wonder.ends[players] for players in sorted(wonder.ends)]
    if not marks or not row_ends or marks[-1] != row_ends[-1]:
        raise BrokenTable("wonder", "rows", "should hold just as many bricks as the last mark in ends")
    if marks != sorted({*marks}):
        raise BrokenTable("wonder", "ends", "should rise with the number of players")
    if wonder.price_mark not in row_ends:
        raise BrokenTable("wonder", "price_mark", "should be the last brick of a row")
    if wonder.later_price <= wonder.first_price:
        raise BrokenTable("wonder", "later_price", "should be dearer than first_price")
    if not wonder.price_mark < wonder.irrigation < marks[0]:
        raise BrokenTable("wonder", "irrigation", "should lie between price_mark and the first end")
    if wonder.neutral >= marks[0]:
        raise BrokenTable("wonder", "neutral", "neutral bricks alone should not reach an end mark")
    if wonder.solo_bricks + wonder.solo_turns > row_ends[-1]:
        raise BrokenTable("wonder", "solo_turns", "brings more neutral bricks than there is room for")


def _start_is_within_the_limits(tables: Tables) -> None:
    start, limits = tables.start, tables.limits
    owned = {True: 0, False: 0}
    for kind, count in start.transporters.items():
        if kind not in tables.transporters:
            raise BrokenTable("start", "transporters", f"{kind} is no transporter")
        owned[tables.transporters[kind].water] += count
    if owned[True]:
        raise BrokenTable("start", "transporters", "a home is land, and no place for boats")
    if max(limits.land, limits.water) > limits.all:
        raise BrokenTable("limits", "all", "is less than what one class alone may have")
    if owned[False] > limits.land:
        raise BrokenTable("start", "transporters", "are more than limits.yaml allows")
