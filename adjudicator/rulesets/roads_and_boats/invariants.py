"""What must hold in every position: read from a file, or left behind by a phase. One function a part of the state.

Each gives sentences that begin with the place, as it is written in the state file. Only what no play could bring about
and no rule could cope with is a fault; an unlikely position is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.core.hexes import Tile
from adjudicator.core.model import NEUTRAL, Seat

from .board import Board
from .places import Ground, ends, parse_place, tile_of
from .state import Goods, State, Transporter, name_parts
from .tables import TABLES, BuildingKind

PHASES = ("start", "production", "movement", "building", "wonder")


def broken(state: State, board: Board) -> tuple[str, ...]:
    """Everything that is wrong with a position; nothing, for a sound one."""
    return tuple(sentence for check in _CHECKS for sentence in check(state, board))


# -- players and the clock ---------------------------------------------------------------------------------------------


def _clock(state: State, board: Board) -> Iterator[str]:
    if state.phase not in PHASES:
        yield f"phase: `{state.phase}` is no phase; there are {', '.join(PHASES)}"
    if state.turn < (0 if state.phase == "start" else 1):
        yield f"turn: there is no turn {state.turn}"


def _seats(state: State, board: Board) -> Iterator[str]:
    """RB-9.5  The temple row and the sequence each name every player once."""
    most = max(TABLES.wonder.ends)
    if not 1 <= len(state.players) <= most:
        yield f"players: {len(state.players)} players; there are 1 to {most}"
    if NEUTRAL in state.players:
        yield f"players: `{NEUTRAL}` is no player's colour"
    for key, seats in (("temple", state.temple), ("sequence", state.sequence)):
        for seat, count in Counter(seats).items():
            if seat not in state.players:
                yield f"{key}: {seat} is not among the players"
            elif count > 1:
                yield f"{key}: {seat} is named twice"
        for seat in sorted(set(state.players) - set(seats)):
            yield f"{key}: {seat} is missing"


def _players(state: State, board: Board) -> Iterator[str]:
    """RB-4.2, RB-5.14"""
    prescribed = board.homes if state.phase == "start" else ()
    if prescribed and len(prescribed) < len(state.players):
        yield f"players: {len(state.players)} players, but the map prescribes {len(prescribed)} homes (RB-4.2)"
    tiles: dict[Tile, Seat] = {}
    for seat, player in state.players.items():
        where = f"players, {seat}"
        if player.home is not None and (fault := _not_land(board, player.home)):
            yield f"{where}: home {fault}"
        elif player.home is not None and (other := tiles.setdefault(tile_of(player.home), seat)) != seat:
            yield f"{where}: {tile_of(player.home)} is already the home of {other}"
        elif player.home is not None and prescribed and player.home not in prescribed:
            yield f"{where}: home {player.home} is none that the map prescribes: {', '.join(prescribed)} (RB-4.2)"
        for subject, count in Counter(player.research).items():
            if subject not in TABLES.subjects:
                yield f"{where}: `{subject}` is no subject of research; there are {', '.join(TABLES.subjects)}"
            elif count > 1:
                yield f"{where}: {subject} is named twice"


# -- what is built -----------------------------------------------------------------------------------------------------


def _buildings(state: State, board: Board) -> Iterator[str]:
    """RB-7.4, RB-7.5, RB-7.6"""
    tiles: dict[Tile, Ground] = {}
    for ground, kind in state.buildings.items():
        building = TABLES.buildings.get(kind)
        if building is None:
            yield f"buildings, {ground}: `{kind}` is no building"
        elif fault := _not_ground(board, ground):
            yield f"buildings: {fault}"
        elif fault := _wrong_terrain(state, board, tile_of(ground), building):
            yield f"buildings, {ground}: {fault}"
        elif (other := tiles.setdefault(tile_of(ground), ground)) != ground:
            yield f"buildings, {ground}: a tile has one building, and {other} has one (RB-7.4)"


def _wrong_terrain(state: State, board: Board, tile: Tile, building: BuildingKind) -> str:
    terrain = board.tiles[tile].terrain
    if (terrain == "sea") != (building.ground == "sea"):
        return f"{building.kind} and {terrain} do not go together (RB-7.5)"
    if terrain == "desert" and not state.irrigated:
        return "nothing is built in a desert that is not irrigated (RB-7.6)"
    if building.ground == "shore":
        return "" if board.is_shore(tile) else f"{building.kind} needs a shore (RB-7.5)"
    if building.ground in ("sea", "land") or building.ground == terrain:
        return ""
    return f"{building.kind} stands on {building.ground}, not on {terrain} (RB-7.5)"


def _mines(state: State, board: Board) -> Iterator[str]:
    """RB-7.9  Every mine has its bag, and every bag its mine."""
    for ground, mine in state.mines.items():
        if state.buildings.get(ground) != "mine":
            yield f"mines, {ground}: there is no mine"
        if mine.gold < 0 or mine.iron < 0:
            yield f"mines, {ground}: a bag cannot hold {min(mine.gold, mine.iron)}"
        if mine.drawn not in (None, "gold", "iron"):
            yield f"mines, {ground}: `{mine.drawn}` cannot be drawn, only gold or iron"
    for ground, kind in state.buildings.items():
        if kind == "mine" and ground not in state.mines:
            yield f"mines: the mine at {ground} has no bag"


def _ways(state: State, board: Board) -> Iterator[str]:
    """RB-1.6, RB-1.8  Roads lie on lanes; bridges join banks of one tile that nothing else joins."""
    for road in sorted(state.roads - board.lanes.keys()):
        yield f"roads: {road} is no lane between two lands (RB-1.6)"
    for bridge in sorted(state.bridges - board.bridge_sites):
        yield f"bridges: {bridge} does not lie between two banks of one tile (RB-1.8)"
    spans = Counter(tile_of(ends(bridge)[0]) for bridge in state.bridges & board.bridge_sites)
    for tile, count in sorted(spans.items()):
        if count >= len(board.lands[tile]):
            yield f"bridges: {tile} has one more than its banks need (RB-7.13)"


def _walls(state: State, board: Board) -> Iterator[str]:
    """RB-7.14"""
    for edge, wall in state.walls.items():
        if edge not in board.wall_sites:
            yield f"walls: {edge} is no edge between two tiles of which one is land (RB-7.14)"
        if wall.owner != NEUTRAL and wall.owner not in state.players:
            yield f"walls, {edge}: {wall.owner} is not among the players"
        if wall.strength < 1:
            yield f"walls, {edge}: a wall has a strength of at least 1, not {wall.strength}"


# -- goods and transporters --------------------------------------------------------------------------------------------


def _goods(state: State, board: Board) -> Iterator[str]:
    """RB-6.10, RB-6.16  Nothing lies on the plain sea but geese that keep a boat company."""
    afloat: set[str] | None = None
    for ground, goods in state.goods.items():
        yield from _pieces(f"goods, {ground}", goods)
        if fault := _not_ground(board, ground):
            yield f"goods: {fault}"
        elif ground not in board.all_lands and ground not in state.buildings:
            if afloat is None:
                afloat = {each.at for each in state.transporters.values()}
            if set(goods) - {"geese"}:
                yield f"goods, {ground}: nothing is left on the plain sea (RB-6.10)"
            elif ground not in afloat:
                yield f"goods, {ground}: geese are not left alone at sea (RB-6.16)"


def _pieces(where: str, goods: Goods) -> Iterator[str]:
    for good, number in goods.items():
        if good not in TABLES.worth:
            yield f"{where}: `{good}` is no good; there are {', '.join(TABLES.goods)}"
        if number < 1:
            yield f"{where}: there cannot be {number} {good}"


def _transporters(state: State, board: Board) -> Iterator[str]:
    """RB-2.1, RB-3.2"""
    for name, each in state.transporters.items():
        parts = name_parts(name)
        if parts is None or not parts.owner:
            yield f"transporters: {name} is no transporter; they are named such as red-donkey-1"
            continue
        where = f"transporters, {name}"
        if parts.owner not in state.players:
            yield f"{where}: {parts.owner} is not among the players"
        yield from _pieces(where, each.load)
        if each.laden > (capacity := TABLES.transporters[parts.kind].carries):
            yield f"{where}: a {parts.kind} carries {capacity}, not {each.laden} (RB-3.2)"
        if bool(each.at) == bool(each.aboard):
            yield f"{where}: it is either `at` a place or `aboard` another"
        elif each.at and (fault := _cannot_be_at(board, each)):
            yield f"{where}: {fault}"


def _cannot_be_at(board: Board, each: Transporter) -> str:
    """RB-2.1  Land transporters on land, boats on the water or docked."""
    boat = TABLES.transporters[each.kind].water
    if each.at in (board.water_steps if boat else board.all_lands):
        return ""
    if each.at in board.all_lands:
        return f"a {each.kind} cannot be on land at {each.at}; it is in a river, docked or at sea (RB-2.1)"
    if each.at in board.water_steps:
        return f"a {each.kind} cannot be on the water at {each.at} (RB-2.1)"
    place = parse_place(each.at)
    if place is None or place.tile not in board.tiles:
        return f"{each.at} is not on the map"
    if place.kind == "river" and not board.has_river(place.tile):
        return f"{each.at}: no river runs there"
    if place.kind == "dock" and place.land in board.all_lands:
        return f"{each.at}: that edge of {place.land} is not a coast"
    return _not_ground(board, place.land)


def _carriers(state: State, board: Board) -> Iterator[str]:
    """RB-6.12  One carries one, both empty, and no carrier is carried."""
    carried = [each for each in state.transporters.values() if each.aboard]
    if not carried:
        return
    counts = Counter(each.aboard for each in carried)
    for each in carried:
        where = f"transporters, {each.name}"
        carrier = state.transporters.get(each.aboard)
        if each.load:
            yield f"{where}: what is carried is empty (RB-6.12)"
        if carrier is None:
            yield f"{where}: there is no {each.aboard} to be aboard of"
        elif carrier is each or carrier.aboard:
            yield f"{where}: its carrier {each.aboard} is itself carried (RB-6.12)"
        elif carrier.load:
            yield f"{where}: its carrier {each.aboard} is loaded (RB-6.12)"
        if counts[each.aboard] > 1:
            yield f"{where}: {each.aboard} carries {counts[each.aboard]}, and may carry one (RB-6.12)"


def _limits(state: State, board: Board) -> Iterator[str]:
    """RB-3.3"""
    land: Counter[Seat] = Counter()
    water: Counter[Seat] = Counter()
    for name in state.transporters:
        if (parts := name_parts(name)) is not None:
            (water if TABLES.transporters[parts.kind].water else land)[parts.owner] += 1
    limits = TABLES.limits
    for seat in state.players:
        if land[seat] > limits.land:
            yield f"transporters: {seat} has {land[seat]} for the land, and may have {limits.land} (RB-3.3)"
        if water[seat] > limits.water:
            yield f"transporters: {seat} has {water[seat]} boats, and may have {limits.water} (RB-3.3)"
        if land[seat] + water[seat] > limits.all:
            yield f"transporters: {seat} has {land[seat] + water[seat]}, and may have {limits.all} (RB-3.3)"


# -- the wonder and the end --------------------------------------------------------------------------------------------


def _wonder(state: State, board: Board) -> Iterator[str]:
    """RB-8.4, RB-11.1, RB-11.2, RB-12.1"""
    table, alone = TABLES.wonder, len(state.players) == 1
    bricks = Counter(state.wonder)
    for owner in bricks:
        if owner != NEUTRAL and owner not in state.players:
            yield f"wonder: {owner} is not among the players"
    end = sum(table.rows) if alone else table.ends.get(len(state.players), sum(table.rows))
    if len(state.wonder) > end:
        yield f"wonder: {len(state.wonder)} bricks; it ends with {end} (RB-11.1)"
    most = state.turn + table.solo_bricks if alone else min(state.turn, table.neutral)
    if bricks[NEUTRAL] > most:
        yield f"wonder: {bricks[NEUTRAL]} neutral bricks in turn {state.turn}; there are at most {most} (RB-8.4)"


def _over(state: State, board: Board) -> Iterator[str]:
    if state.over is None:
        return
    for key, seats in (("ranking", state.over.ranking), ("scores", tuple(state.over.scores))):
        if sorted(seats) != sorted(state.players):
            yield f"over, {key}: it names every player once"


# -- places ------------------------------------------------------------------------------------------------------------


def _not_land(board: Board, name: str) -> str:
    """Why a name is not a land of this map."""
    if name in board.all_lands:
        return ""
    place = parse_place(name)
    if place is None or place.tile not in board.tiles:
        return f"{name} is not on the map"
    if place.kind != "ground" or board.is_sea(place.tile):
        return f"{name} is not land"
    banks = board.lands[place.tile]
    return f"{name} is no bank; there {'are' if len(banks) > 1 else 'is only'} {' and '.join(banks)}"


def _not_ground(board: Board, name: str) -> str:
    """Why goods or a building cannot be there: neither a land nor a sea tile of this map."""
    if name in board.all_lands or (name in board.tiles and board.is_sea(name)):
        return ""
    return _not_land(board, name)


_CHECKS = (
    _clock,
    _seats,
    _players,
    _buildings,
    _mines,
    _ways,
    _walls,
    _goods,
    _transporters,
    _carriers,
    _limits,
    _wonder,
    _over,
)
