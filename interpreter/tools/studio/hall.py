"""The hall: all games and all tables of a studio.

In: the games that are offered, the store, what makes bots. Out: tables by token, new tables, descriptions of games for the
lobby. Layer: tools.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

import interpreter
from interpreter.source import Problems

from .desk import Desk
from .kept import Stamp, packed, stamp_of, unpacked
from .messages import Showing
from .sitting import PERSON, Sitting
from .store import OWNER, SEAT, WATCH, Answer, Key, Setup, Store

if TYPE_CHECKING:
    from interpreter import Game, GameInfo, OptionInfo, VariantInfo

    from .sitting import Bot

MOST_TABLES = 2000
MOST_NAME = 24
SEEDS = 1_000_000
MOST_SHOWN = 200  # games that are kept with what is needed to show them
MOST_COPIES = 100
PLAYED_ON = 40  # decisions before the picture in the lobby
BOTS = ("random", "eager", "greedy", "search:500ms")
COLOURS = {
    "red": "#c43c31", "blue": "#2c6bb3", "green": "#3d8c4f", "yellow": "#a67c00", "purple": "#7c4aa5", "orange": "#c05f0c",
    "brown": "#8a5a2b", "pink": "#b8537b", "cyan": "#217a86", "grey": "#6f6b62",
}  # fmt: skip
MakeBots = Callable[[Sequence[str], int], "Sequence[Bot | None]"]


OLD, COPIES = "old-rules", "games"  # folders of the studio's own
NOT_OURS = "This game came with Rulewright and is not changed here. Make a copy to edit it."


class Unfit(Exception):
    """A table that cannot be made; the message says why."""


@dataclass(frozen=True)
class Renewal:
    """What became of a table whose rules were saved: whether it plays under them now, or why not."""

    changed: bool  # are they other rules than those it was played under?
    taken: bool
    divergence: str = ""
    answers: int = 0  # that fit them


class Hall:
    def __init__(
        self, games: Mapping[str, Path], store: Store, make_bots: MakeBots, home: Path, writable: Collection[str] = ()
    ) -> None:
        """`home`: a folder of the studio's own; `writable`: the games whose folders were opened to be edited."""
        self._games, self.store, self._make_bots, self._home = dict(games), store, make_bots, home
        self._writable = set(writable)
        self._shown: dict[tuple[Path, tuple[str, ...], str, int], Showing] = {}
        self._stamped: dict[tuple[Path, tuple[str, ...], str], tuple[Stamp | None, Showing]] = {}
        self._packed: dict[Path, tuple[Stamp | None, str]] = {}
        self._sittings: dict[str, Sitting] = {}
        self._keys: dict[str, Key] = {}
        self._seating = RLock()  # one table is set up once, whoever asks for it
        for manifest in sorted((home / COPIES).glob("*/game.yaml")):
            self._offer_copy(manifest.parent)

    def _offer_copy(self, folder: Path) -> None:
        self._games.setdefault(folder.name, folder)
        self._writable.add(folder.name)

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

    def form(self, name: str, variants: Sequence[str], options: Mapping[str, object] | None = None) -> dict[str, Any]:
        """What can be chosen for a new table: variants, options and numbers of people, each that cannot be with the reason."""
        known = interpreter.variants(self._path(name))
        chosen = [one.name for one in known if one.name in variants]
        usual = self._load(name, tuple(chosen), {}).game
        wanted = {one: value for one, value in (options or {}).items() if one in usual.option_values}
        game = self._load(name, tuple(chosen), wanted).game if wanted else usual
        most = max([*game.player_counts, *self._load(name, (), {}).game.player_counts, 1])
        return {
            "name": name,
            "title": game.title,
            "variants": [
                {"name": one.name, "title": one.title, "chosen": one.name in chosen, "why_not": _why_not(one, known, chosen)}
                for one in known
            ],
            "options": [_option(option, usual.option_values[option.name]) for option in game.options],
            "people": list(game.player_counts),
            "not_for": {
                str(count): " ".join(found.message for found in game.refusals(count))
                for count in range(1, most + 1) if count not in game.player_counts
            },
            "usual": game.default_players,
            "names": {str(count): list(game.start(players=count, seed=0).player_names)[:count] for count in game.player_counts},
            "bots": list(BOTS),
            "colours": COLOURS,
        }

    def picture(self, name: str) -> str:
        """The board of a game that has gone on for a while; empty when it has no board."""
        showing = self._load(name, (), {})
        state, chance = showing.game.start(seed=7), random.Random(7)
        while state.request is not None and state.decisions < PLAYED_ON:
            state.take(chance.randrange(len(state.request.choices)))
        return interpreter.board_svg(showing.definition, interpreter.view_form(state, None), None, showing.look)

    def folder(self, name: str) -> Path:
        return self._path(name)

    def _path(self, name: str) -> Path:
        if name not in self._games:
            raise Unfit("There is no such game here.")
        return self._games[name]

    def _load(self, name: str, variants: tuple[str, ...], options: Mapping[str, object]) -> Showing:
        """A game as it is on the disk now."""
        return self._showing(self._path(name), variants, options)

    def _showing(self, path: Path, variants: tuple[str, ...], options: Mapping[str, object]) -> Showing:
        """Kept as long as its rules and its look are the same; nothing is read when no file has been written."""
        words = (path, variants, repr(sorted(options.items())))
        stamp = _stamp(path)
        if stamp is not None and self._stamped.get(words, (None,))[0] == stamp:
            return self._stamped[words][1]
        found = self._read(path, variants, options)
        self._stamped[words] = (stamp, found)
        while len(self._stamped) > MOST_SHOWN:
            self._stamped.pop(next(iter(self._stamped)))
        return found

    def _read(self, path: Path, variants: tuple[str, ...], options: Mapping[str, object]) -> Showing:
        game = interpreter.load(path, list(variants), dict(options))
        look = path / "look.yaml"
        key = (path, variants, game.fingerprint, look.stat().st_mtime_ns if look.is_file() else 0)
        if key not in self._shown:
            if len(self._shown) >= MOST_SHOWN:
                self._shown.pop(next(iter(self._shown)))
            self._shown[key] = Showing.of(game)
        return self._shown[key]

    # ---- rules that change
    def desk(self, table: str) -> Desk:
        """The files of a table's game."""
        setup = self._setup(table)
        return Desk(self._path(setup.game), "" if setup.game in self._writable else NOT_OURS)

    def renew(self, table: str, accept: bool = False) -> Renewal:
        """Plays a table under the rules as they are on the disk now, if all its answers fit them. With `accept` those that do
        not are taken back. Problems when there is a mistake in the rules: then it goes on under the old ones."""
        sitting = self.sitting(table)
        setup = sitting.setup
        showing = self._load(setup.game, setup.variants, setup.options)
        changed = showing.game.fingerprint != sitting.showing.game.fingerprint
        if not changed:
            sitting.showing = showing.with_seats(setup.colours)  # its look may be another one
            return Renewal(False, True)
        digest = self._keep(setup.game)
        renewed = replace(setup, fingerprint=showing.game.fingerprint, rules=digest)
        try:
            shown = showing.with_seats(setup.colours)
            following = Sitting(renewed, self.store, shown, self._bots(setup, showing.game))
        except Problems as problems:
            return Renewal(True, False, "; ".join(found.message for found in problems.diagnostics))
        except interpreter.Fault as fault:
            return Renewal(True, False, fault.message)
        if following.divergence and not accept:
            return Renewal(True, False, following.divergence, following.made)
        self.store.play_under(table, renewed.fingerprint, digest, following.made)
        following.trouble = following.divergence = ""
        self._sittings[table] = following
        return Renewal(True, True, "", following.made)

    def is_old(self, table: str) -> bool:
        """Are the rules on the disk other ones than the table is played under?"""
        setup = self.sitting(table).setup
        try:
            return self._load(setup.game, setup.variants, setup.options).game.fingerprint != setup.fingerprint
        except Problems:
            return True

    def _keep(self, game: str) -> str:
        """The texts of a game as they are now, for good; the digest by which they are found."""
        path = self._path(game)
        stamp = _stamp(path)
        if stamp is not None and self._packed.get(path, (None,))[0] == stamp and self.store.has_rules(self._packed[path][1]):
            return self._packed[path][1]
        digest, files = packed(path)
        self.store.keep_rules(digest, files)
        self._packed[path] = (stamp, digest)
        return digest

    def _as_played(self, setup: Setup) -> Showing:
        """The game of a table under the rules that it was played under last; those of the disk if they are lost."""
        wrong: Problems | None = None
        try:
            now = self._load(setup.game, setup.variants, setup.options)
            if now.game.fingerprint == setup.fingerprint:
                return now
        except Problems as problems:
            wrong = problems
        files = self.store.rules(setup.rules)
        if files is not None:
            try:
                old = self._showing(unpacked(files, self._home / OLD / setup.rules), setup.variants, setup.options)
            except Problems:  # they were written for another Rulewright
                pass
            else:
                return old
        if wrong is not None:
            raise wrong
        return now

    def copy(self, table: str) -> str:
        """A copy of a table's game that can be edited, with a table that stands where this one does; gives its id."""
        sitting = self.sitting(table)
        setup = sitting.setup
        folder = self._free(self._home / COPIES / setup.game)
        original = Desk(self._path(setup.game))
        for name in original.files():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(original.read(name)[0], encoding="utf-8")
        self._offer_copy(folder)
        showing = self._load(folder.name, setup.variants, setup.options)
        copied = replace(
            setup, id=secrets.token_hex(8), game=folder.name, fingerprint=showing.game.fingerprint, rules=self._keep(folder.name)
        )
        self.store.add(copied, _tokens(copied, showing.game), sitting.answers_so_far(sitting.made))
        return copied.id

    def with_variant(self, table: str, variant: str) -> str:
        """A new table for the same seats with a variant more; gives its id."""
        setup = self._setup(table)
        seats = [{"name": name, "who": who} for name, who in zip(setup.names, setup.seats, strict=True)]
        variants = list(dict.fromkeys([*setup.variants, variant]))
        if variant not in [one.name for one in interpreter.variants(self._path(setup.game))]:
            raise Unfit("There is no such variant.")
        wanted = {"game": setup.game, "variants": variants, "options": setup.options, "seats": seats, "seed": setup.seed}
        return self.open_table(wanted)

    def watched(self, table: str, variants: Sequence[str], bots: Sequence[str], seed: int) -> str:
        """A table of bots alone, that play as they did in a simulation with this seed; gives its id."""
        setup = self._setup(table)
        names = self._load(setup.game, tuple(variants), {}).game.start(players=len(bots), seed=0)
        people = [name for seat, name in enumerate(names.player_names) if seat not in names.automas]
        seats = [{"name": name, "who": bot} for name, bot in zip(people, bots, strict=True)]
        return self.open_table({"game": setup.game, "variants": list(variants), "seats": seats, "seed": seed})

    def at_finding(self, table: str, variants: Sequence[str], people: int, seed: int, numbers: Sequence[int]) -> str:
        """A table for people on which the choices with these numbers have been made; gives its id."""
        setup = self._setup(table)
        game = self._load(setup.game, tuple(variants), {}).game
        state = game.start(players=people, seed=seed)
        seats = [
            {"name": name, "who": PERSON} for seat, name in enumerate(state.player_names) if seat not in state.automas
        ]
        opened = self.open_table({"game": setup.game, "variants": list(variants), "seats": seats, "seed": seed})
        sitting = self.sitting(opened)
        for number in numbers:
            if not sitting.takes_number(number):
                break
        return opened

    def _free(self, folder: Path) -> Path:
        """A folder of this name, or with a number behind it, that is not there."""
        numbers = ["", *(f"-{number}" for number in range(2, MOST_COPIES))]
        for number in numbers:
            found = folder.with_name(f"{folder.name}-copy{number}")
            if not found.exists() and found.name not in self._games:
                return found
        raise Unfit("There are too many copies of this game.")

    # ---- tables
    def key(self, token: str) -> Key | None:
        found = self._keys.get(token) or self.store.key(token)
        if found is not None:
            self._keys[token] = found
        return found

    def sitting(self, table: str) -> Sitting:
        found = self._sittings.get(table)
        if found is not None:
            return found
        with self._seating:
            if table not in self._sittings:
                setup = self._setup(table)
                showing = self._as_played(setup).with_seats(setup.colours)
                self._sittings[table] = Sitting(setup, self.store, showing, self._bots(setup, showing.game))
            return self._sittings[table]

    def seated(self, table: str) -> Sitting | None:
        """A table that is set up already."""
        return self._sittings.get(table)

    def rest(self, table: str) -> None:
        """A table that nobody looks at is put away; it is set up again from the store when somebody comes."""
        self._sittings.pop(table, None)

    def _setup(self, table: str) -> Setup:
        setup = self.store.setup(table)
        if setup is None:
            raise Unfit("This table is gone.")
        return setup

    def _bots(self, setup: Setup, game: Game) -> dict[int, tuple[str, Bot]]:
        automas = game.automas(len(setup.names))
        words = iter(setup.seats)
        by_seat = ["human" if seat in automas else next(words) for seat in range(len(setup.names) + len(automas))]
        made = self._make_bots(["human" if word == PERSON else word for word in by_seat], setup.seed)
        return {seat: (by_seat[seat], bot) for seat, bot in enumerate(made) if bot is not None}

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
        rules = (showing.game.fingerprint, self._keep(name))
        setup = Setup(secrets.token_hex(8), name, variants, options, tuple(names), words, seed, *rules, _colours(seats, names))
        self.store.add(setup, _tokens(setup, showing.game))
        return setup.id

    def open_saved(self, save: Mapping[str, Any]) -> str:
        """A table that stands where a saved game stood, for people on every seat; gives its id."""
        names, decisions = save.get("players"), save.get("decisions")
        options, variants = save.get("options"), save.get("variants")
        if not isinstance(names, list) or not isinstance(decisions, list) or not isinstance(options, dict | None):
            raise Unfit("This is no saved game.")
        automas = save.get("automas") or ()
        people = [str(name) for seat, name in enumerate(names) if seat not in automas and name not in automas]
        table = self.open_table({
            "game": save.get("game"), "variants": variants, "options": options, "seed": save.get("seed"),
            "seats": [{"name": name, "who": PERSON} for name in people],
        })  # fmt: skip
        sitting = self.sitting(table)
        try:
            for number, one in enumerate(decisions, 1):
                player = list(sitting.state.player_names).index(str(one["player"]))
                if not sitting.takes(Answer(player, str(one["choice"]))):
                    raise Unfit(f"Decision {number} ({one['player']}: {one['choice']}) does not fit the rules as they are here.")
        except (KeyError, TypeError, ValueError):
            self.delete(table)
            raise Unfit("This is no complete saved game.") from None
        except Unfit:
            self.delete(table)
            raise
        return table

    def fork(self, table: str, answers: int) -> str:
        """Another table that begins where this one stood after so many answers."""
        sitting = self.sitting(table)
        setup = replace(sitting.setup, id=secrets.token_hex(8))
        answered: list[Answer] = sitting.answers_so_far(answers)
        self.store.add(setup, _tokens(setup, sitting.showing.game), answered)
        return setup.id

    def links(self, table: str) -> dict[str, Any]:
        """Who holds which link; for the owner alone."""
        sitting = self.sitting(table)
        setup = sitting.setup
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
        self._keys = {token: key for token, key in self._keys.items() if key.table != table}


def _stamp(path: Path) -> Stamp | None:
    try:
        return stamp_of(path)
    except OSError:  # a file that went away meanwhile
        return None


def _tokens(setup: Setup, game: Game) -> list[tuple[str, str, int | None]]:
    automas = game.automas(len(setup.names))
    people = [seat for seat in range(len(setup.names) + len(automas)) if seat not in automas]
    seats = [seat for seat, word in zip(people, setup.seats, strict=True) if word == PERSON]
    found: list[tuple[str, str, int | None]] = [(secrets.token_urlsafe(18), SEAT, seat) for seat in seats]
    return [*found, (secrets.token_urlsafe(18), OWNER, None), (secrets.token_urlsafe(18), WATCH, None)]


def _colours(seats: Sequence[Mapping[str, Any]], names: Sequence[str]) -> dict[str, str]:
    """The colours that were chosen, by the players' names."""
    chosen = {name: str(seat["colour"]) for seat, name in zip(seats, names, strict=True) if seat.get("colour")}
    if not all(colour in COLOURS for colour in chosen.values()):
        raise Unfit("There is no such colour.")
    if len(set(chosen.values())) < len(chosen):
        raise Unfit("Every player needs a colour of their own.")
    return {name: COLOURS[colour] for name, colour in chosen.items()}


def _why_not(one: VariantInfo, known: Sequence[VariantInfo], chosen: Sequence[str]) -> str:
    """Why a variant cannot be added to those that are chosen, or taken away from them."""
    titles = {other.name: other.title for other in known}
    if one.name in chosen:
        needing = [titles[other.name] for other in known if other.name in chosen and one.name in other.requires]
        return f"is needed by {', '.join(needing)}" if needing else ""
    missing = [titles.get(name, name) for name in one.requires if name not in chosen]
    if missing:
        return f"needs {', '.join(missing)}"
    others = [other for other in known if other.name in chosen]
    against = [other.title for other in others if other.name in one.excludes or one.name in other.excludes]
    return f"does not go with {', '.join(against)}" if against else ""


def _option(option: OptionInfo, usual: object) -> dict[str, Any]:
    """`default`: what it is when nobody chooses, with these variants."""
    return {
        "name": option.name, "title": option.title, "kind": option.kind, "values": list(option.values), "low": option.low,
        "high": option.high, "value": option.value, "default": usual,
    }  # fmt: skip
