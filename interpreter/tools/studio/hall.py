"""The hall: all games and all tables of a studio.

In: the games that are offered, the store, what makes bots. Out: tables by token, new tables, descriptions of games for the
lobby. Layer: tools.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import interpreter
from interpreter.source import Problems

from .messages import Showing
from .sitting import PERSON, Sitting
from .store import OWNER, SEAT, WATCH, Answer, Key, Setup, Store

if TYPE_CHECKING:
    from interpreter import Game, GameInfo, OptionInfo, VariantInfo

    from .sitting import Bot

MOST_TABLES = 2000
MOST_NAME = 24
SEEDS = 1_000_000
PLAYED_ON = 40  # decisions before the picture in the lobby
BOTS = ("random", "eager", "greedy", "search:500ms")
MakeBots = Callable[[Sequence[str], int], "Sequence[Bot | None]"]


class Unfit(Exception):
    """A table that cannot be made; the message says why."""


class Hall:
    def __init__(self, games: Mapping[str, Path], store: Store, make_bots: MakeBots) -> None:
        self._games, self.store, self._make_bots = dict(games), store, make_bots
        self._shown: dict[tuple[str, tuple[str, ...], str], Showing] = {}
        self._sittings: dict[str, Sitting] = {}

    # ---- games
    def games(self) -> list[dict[str, Any]]:
        """For the list; the bundled games need not be loaded for it."""
        bundled = {info.path.resolve(): info for info in interpreter.games()}
        return [self._listed(name, bundled.get(path.resolve())) for name, path in self._games.items()]

    def _listed(self, name: str, info: GameInfo | None) -> dict[str, Any]:
        if info is not None:
            people = [info.players_min, info.players_max]
            return {"name": name, "title": info.title, "about": info.about, "people": people}
        try:
            game = self._load(name, (), {}).game
        except Problems as problems:
            return {"name": name, "title": name, "about": str(problems), "broken": True}
        return {"name": name, "title": game.title, "about": game.about, "people": list(game.player_counts)}

    def form(self, name: str, variants: Sequence[str]) -> dict[str, Any]:
        """What can be chosen for a new table: variants with what excludes them, options, numbers of people."""
        known = interpreter.variants(self._path(name))
        chosen = [one.name for one in known if one.name in variants]
        game = self._load(name, tuple(chosen), {}).game
        return {
            "name": name,
            "title": game.title,
            "variants": [
                {"name": one.name, "title": one.title, "chosen": one.name in chosen, "why_not": _why_not(one, known, chosen)}
                for one in known
            ],
            "options": [_option(option) for option in game.options],
            "people": list(game.player_counts),
            "usual": game.default_players,
            "names": {str(count): list(game.start(players=count, seed=0).player_names)[:count] for count in game.player_counts},
            "bots": list(BOTS),
        }

    def picture(self, name: str) -> str:
        """The board of a game that has gone on for a while; empty when it has no board."""
        showing = self._load(name, (), {})
        state, chance = showing.game.start(seed=7), random.Random(7)
        while state.request is not None and state.decisions < PLAYED_ON:
            state.take(chance.randrange(len(state.request.choices)))
        return interpreter.board_svg(showing.definition, interpreter.view_form(state, None), None, showing.look)

    def _path(self, name: str) -> Path:
        if name not in self._games:
            raise Unfit("There is no such game here.")
        return self._games[name]

    def _load(self, name: str, variants: tuple[str, ...], options: Mapping[str, object]) -> Showing:
        """A game as it is on the disk now; kept as long as its rules are the same."""
        game = interpreter.load(self._path(name), list(variants), dict(options))
        key = (name, variants, game.fingerprint)
        if key not in self._shown:
            self._shown[key] = Showing.of(game)
        return self._shown[key]

    # ---- tables
    def key(self, token: str) -> Key | None:
        return self.store.key(token)

    def sitting(self, table: str) -> Sitting:
        if table not in self._sittings:
            setup = self.store.setup(table)
            if setup is None:
                raise Unfit("This table is gone.")
            showing = self._load(setup.game, setup.variants, setup.options)
            self._sittings[table] = Sitting(setup, self.store, showing, self._bots(setup, showing.game))
        return self._sittings[table]

    def _bots(self, setup: Setup, game: Game) -> dict[int, Bot]:
        automas = game.automas(len(setup.names))
        words = iter(setup.seats)
        by_seat = ["human" if seat in automas else next(words) for seat in range(len(setup.names) + len(automas))]
        made = self._make_bots(["human" if word == PERSON else word for word in by_seat], setup.seed)
        return {seat: bot for seat, bot in enumerate(made) if bot is not None}

    def open_table(self, wanted: Mapping[str, Any]) -> str:
        """A new table from what the lobby's form says; gives its id."""
        if self.store.count() >= MOST_TABLES:
            raise Unfit("There are too many tables; delete some first.")
        name = str(wanted.get("game"))
        variants = tuple(str(one) for one in wanted.get("variants") or ())
        options = {str(key): value for key, value in dict(wanted.get("options") or {}).items()}
        seats = [dict(seat) for seat in wanted.get("seats") or ()]
        names = [str(seat.get("name", "")).strip()[:MOST_NAME] for seat in seats]
        words = tuple(str(seat.get("who", PERSON)) for seat in seats)
        if not all(names) or not all(word == PERSON or word in BOTS for word in words):
            raise Unfit("Every seat needs a name, and a person or a bot.")
        showing = self._load(name, variants, options)
        seed = wanted.get("seed")
        seed = seed if type(seed) is int and 0 <= seed < 2**53 else secrets.randbelow(SEEDS)
        showing.game.start(seed=seed, names=names)
        setup = Setup(secrets.token_hex(8), name, variants, options, tuple(names), words, seed, showing.game.fingerprint)
        self.store.add(setup, _tokens(setup, showing.game))
        return setup.id

    def fork(self, table: str, answers: int) -> str:
        """Another table that begins where this one stood after so many answers."""
        sitting = self.sitting(table)
        setup = replace(sitting.setup, id=secrets.token_hex(8))
        answered: list[Answer] = sitting.answers_so_far(answers)
        self.store.add(setup, _tokens(setup, sitting.showing.game), answered)
        return setup.id

    def links(self, table: str) -> dict[str, Any]:
        """Who holds which link; for the owner alone."""
        setup = self.store.setup(table)
        assert setup is not None
        sitting = self.sitting(table)
        names = sitting.state.player_names
        found: dict[str, Any] = {"table": table, "game": setup.game, "seats": [], "divergence": sitting.divergence}
        for token, role, seat in self.store.tokens(table):
            if role == SEAT and seat is not None:
                found["seats"].append({"name": names[seat], "token": token})
            else:
                found[role] = token
        return found

    def delete(self, table: str) -> None:
        self.store.delete(table)
        self._sittings.pop(table, None)


def _tokens(setup: Setup, game: Game) -> list[tuple[str, str, int | None]]:
    automas = game.automas(len(setup.names))
    people = [seat for seat in range(len(setup.names) + len(automas)) if seat not in automas]
    seats = [seat for seat, word in zip(people, setup.seats, strict=True) if word == PERSON]
    found: list[tuple[str, str, int | None]] = [(secrets.token_urlsafe(18), SEAT, seat) for seat in seats]
    return [*found, (secrets.token_urlsafe(18), OWNER, None), (secrets.token_urlsafe(18), WATCH, None)]


def _why_not(one: VariantInfo, known: Sequence[VariantInfo], chosen: Sequence[str]) -> str:
    """Why a variant cannot be added to those that are chosen."""
    if one.name in chosen:
        return ""
    missing = [name for name in one.requires if name not in chosen]
    if missing:
        return f"needs {', '.join(missing)}"
    others = [other for other in known if other.name in chosen]
    against = [other.name for other in others if other.name in one.excludes or one.name in other.excludes]
    return f"does not go with {', '.join(against)}" if against else ""


def _option(option: OptionInfo) -> dict[str, Any]:
    return {
        "name": option.name, "title": option.title, "kind": option.kind, "values": list(option.values), "low": option.low,
        "high": option.high, "value": option.value,
    }  # fmt: skip
