"""Geese that breed by themselves, and donkeys that breed on order."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.core.hexes import Tile
from adjudicator.core.model import Seat

from ..events import DonkeyBorn, GeeseBred
from ..facts import WHOLE_HEAP
from ..goods import ordered
from ..look import Look
from ..naming import bank_groups, new_name
from ..orders import Breed
from ..places import Ground, Place, parse_place, place_order, tile_of
from ..state import Name, Transporter
from ..table import No, Table
from ..tables import TABLES
from .limits import fleet_with, given_up, over_limit, scrap

GEESE, DONKEY = "geese", "donkey"


# -- geese -------------------------------------------------------------------------------------------------------------


def breed_geese(table: Table) -> None:
    """RB-5.3  Exactly two geese lying together on an otherwise empty pasture become three."""
    tiles = {tile_of(ground) for ground, goods in table.look.state.goods.items() if GEESE in goods}
    for tile in sorted(tiles, key=place_order):
        ground = _pair_of_geese(table.look, tile)
        if ground is not None and in_the_way(table.look, tile, "RB-5.3", geese=TABLES.breeding.pair) is None:
            table.happen(GeeseBred(at=ground, young=TABLES.breeding.young))


def _pair_of_geese(look: Look, tile: Tile) -> Ground | None:
    """Where a pair lies, on one bank group; that no others are on the tile is part of its being empty."""
    for group in bank_groups(look, look.board.lands[tile]):
        if sum(look.lying(ground, GEESE) for ground in group) == TABLES.breeding.pair:
            return next(ground for ground in group if look.lying(ground, GEESE))
    return None


def in_the_way(look: Look, tile: Tile, rule: str, geese: int = 0, donkeys: Iterable[Name] = ()) -> No | None:
    """RB-5.3, RB-5.16  Why a tile is no empty pasture, apart from the pair: judged over all its banks (RB-Q45)."""
    terrain = look.terrain(tile)
    if terrain != TABLES.breeding.terrain:
        return No("no-pasture", rule, {"place": tile, "terrain": terrain})
    building = look.building_at(tile)
    if building is not None:
        return No("building-there", rule, {"place": building[0], "building": building[1]})
    lying: dict[str, int] = {}
    for ground in look.board.lands[tile]:
        for good, number in look.heap(ground).items():
            lying[good] = lying.get(good, 0) + number
    if ordered(lying) != ordered({GEESE: geese}):
        about = tuple(("goods", ground, WHOLE_HEAP) for ground in look.board.lands[tile])
        return No("goods-there", rule, {"place": tile, "goods": dict(ordered(lying))}, about)
    others = [each.name for each in look.on_tile(tile) if each.name not in donkeys]
    if others:
        return No("others-there", rule, {"place": tile, "others": others}, (("transporters", tile),))
    return None


# -- donkeys -----------------------------------------------------------------------------------------------------------


def breed(table: Table, order: Breed) -> bool:
    """RB-5.16  Exactly two unladen donkeys of one owner, together on an otherwise empty pasture, have a foal."""
    look, place = table.look, parse_place(order.at)
    if place is None or place.kind != "ground" or place.tile not in look.board.tiles:
        return table.refuse(No("no-such-place", "RB-5.16", {"place": order.at}))
    assert table.seat is not None
    pair = _pair_of_donkeys(look, table.seat, place)
    if isinstance(pair, No):
        return table.refuse(pair)
    name = new_name(look, table.seat, DONKEY, order.name)
    if isinstance(name, No):
        return table.refuse(name)
    excess = _excess(table, order, Transporter(name, at=pair[0].at))
    if isinstance(excess, No):
        return table.refuse(excess)

    table.happen(DonkeyBorn(transporter=name, place=pair[0].at))
    if excess is not None:
        scrap(table, excess)
    return True


def _pair_of_donkeys(look: Look, seat: Seat, place: Place) -> list[Transporter] | No:
    if any(tile_of(born) == place.tile for born in look.memory.born):
        return No("already-born", "RB-5.16", {"place": place.tile})
    donkeys = [each for each in look.own_on_tile(seat, place.tile) if each.kind == DONKEY]
    if place.bank:
        donkeys = [each for each in donkeys if look.reaches(each, place.land)]
    if len(donkeys) != TABLES.breeding.pair:
        return No("no-pair", "RB-5.16", {"place": place.land, "donkeys": len(donkeys)})
    for each in donkeys:
        if look.load(each) or look.cargo(each) is not None:
            return No("laden", "RB-5.16", {"transporter": each.name})
    if len(bank_groups(look, tuple(each.at for each in donkeys))) > 1:
        return No("pair-apart", "RB-5.16", {"place": place.tile})
    return in_the_way(look, place.tile, "RB-5.16", donkeys=[each.name for each in donkeys]) or donkeys


def _excess(table: Table, order: Breed, foal: Transporter) -> Name | No | None:
    """RB-5.17  Beyond a limit only with a transporter named that is scrapped for it."""
    fleet = fleet_with(table.look, foal)
    no = over_limit(fleet, "RB-5.17")
    if no is not None and not order.scrap:
        return no
    return given_up(table, order.scrap, foal, fleet)
