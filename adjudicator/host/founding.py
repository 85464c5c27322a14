"""A new game: the scenario's map, the players, and the promise about the draws, before anybody joins."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from adjudicator.core import registry, yamlfiles
from adjudicator.core.draws import SEED_BYTES, Draws, commitment
from adjudicator.core.model import BadInput, Plain, Seat
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.texts import decoded
from adjudicator.host import agreed, correspondence, reports, seats
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import NAME, Game, GameFile, read_schedule, said_of, write_game_file
from adjudicator.host.letters import Letter, one_line
from adjudicator.host.ports import Commit
from adjudicator.host.seats import Player

_ADDRESS = re.compile(r"[^@\s<>\",;:()\\]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?\Z")


def found(
    draft: Draft,
    name: str,
    ruleset: str,
    scenario: Plain,
    players: Mapping[Seat, Player],
    options: Mapping[str, Plain],
    seed: bytes,
    deadlines: Mapping[str, Plain] | None = None,
    press: str = "named",
) -> None:
    """Drafts the game: its folder with the commitment, its seats in the host, and an invitation to each player."""
    rules = registry.ruleset(ruleset)
    _check(draft, name, rules, players)
    with said_of("scenario"):
        board = rules.read_board(scenario)
    with said_of("options"):
        chosen = rules.read_options(options)
    # What could not begin once all have joined is not set up: a beginning on trial, with draws of its own, tells now.
    rules.begin(board, tuple(sorted(players)), chosen, Draws(bytes(SEED_BYTES)))
    file = GameFile(
        game=name,
        ruleset=ruleset,
        version=rules.version,
        scenario=str(scenario.get("name", "")),
        options=dict(options),
        seats={seat: player.name for seat, player in sorted(players.items())},
        commitment=commitment(seed),
        press=press,
        deadlines=dict(deadlines or {}),
    )
    read_schedule(rules, chosen, file.deadlines, "deadlines")
    game = Game(file, rules, scenario, None, None)
    draft.write(f"{seats.folder(name)}/seed", seed.hex() + "\n")
    seats.write(draft, name, players)
    files: dict[str, str | None] = {"game.yaml": write_game_file(file), "map.yaml": yamlfiles.dump(scenario)}
    facts = {"game": name, "title": rules.title, "seats": file.seats}
    message = reports.naming(game).block("letters/founded.txt.j2", "text", **facts)
    draft.commit(Commit(name, None, files, message, draft.now))
    draft.note("game", game=name, ruleset=ruleset)
    for invitation in [_invitation(draft, game, seat) for seat in sorted(players) if players[seat].word is None]:
        draft.send([invitation])
        reports.keep_last(draft, invitation)


def read_scenario(rules: Ruleset, name: str) -> Plain:
    """A scenario of the game by its name, or a map file by its path."""
    own = rules.folders.scenarios / f"{name}.yaml"
    file = own if own.is_file() else Path(name)
    if not file.is_file():
        known = ", ".join(sorted(path.stem for path in rules.folders.scenarios.glob("*.yaml")))
        raise BadInput(f"{rules.title} has no scenario {name}, only {known}; a map file may be named too")
    return yamlfiles.load(decoded(file.read_bytes(), str(file)), str(file))


def _check(draft: Draft, name: str, rules: Ruleset, players: Mapping[Seat, Player]) -> None:
    if not NAME.match(name) or name == "host":
        raise BadInput(f"{name} cannot be a game's name: small letters, digits and hyphens, at most 40")
    if name in draft.archives.names() or draft.read(seats.path(name)) is not None:
        raise BadInput(f"there is a game {name} already")
    if len(players) not in rules.players:
        raise BadInput(f"{rules.title} is for {', '.join(map(str, rules.players))} players, not {len(players)}")
    addresses: dict[str, Seat] = {}
    for seat, player in players.items():
        if (other := addresses.setdefault(player.address.lower(), seat)) != seat:
            raise BadInput(f"{player.address} has two seats: {other} and {seat}")
        if seat not in rules.colours:
            raise BadInput(f"{rules.title} has no colour {seat}, only {', '.join(rules.colours)}")
        check_person(seat, player)


def check_person(seat: Seat, player: Player) -> None:
    """An address that mail can go to, and a name that fits into a letter."""
    if not _ADDRESS.match(player.address):
        raise BadInput(f"{seat}: {player.address} is no mail address")
    if player.name != one_line(player.name, 60) or not player.name:
        raise BadInput(f"{seat}: a name is one line of at most 60 characters")


def _invitation(draft: Draft, game: Game, seat: Seat) -> Letter:
    facts = {
        "players": list(game.file.seats),
        "commitment": game.file.commitment,
        "picture": "",
        **agreed.facts(game),
    }
    return correspondence.write(draft, game, seat, "invitation", "invitation", facts)
