"""Registry of all tables of a studio.

In: the games offered, the store, a factory of bots. Out: tables by token, new tables, tables under changed rules. Layer:
tools. Thread-safe: its caches are dictionaries with a lock.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

import interpreter
from interpreter.runtime.generator import is_keyed, new_keyed_seed, parted_seed, seed_for_bots
from interpreter.source import Problems
from interpreter.tools.studio import request_bodies as read
from interpreter.tools.studio.beginnings import (
    MANIFEST,
    clean_title,
    folder_name,
    from_game,
    from_template,
    title_of,
    title_of_copy,
    with_title,
)
from interpreter.tools.studio.game_files import Desk
from interpreter.tools.studio.game_forms import BOTS, COLOURS, LEARNED, USUAL_BOT, is_learned
from interpreter.tools.studio.history import history_of
from interpreter.tools.studio.live_table import PERSON, Sitting
from interpreter.tools.studio.messages import Showing
from interpreter.tools.studio.offered_games import OfferedGames, UnfitError, stamp_now
from interpreter.tools.studio.pauses import OFF, PAUSES, SHORT
from interpreter.tools.studio.rule_texts import RuleTexts, rule_texts
from interpreter.tools.studio.rules_archive import Stamp, packed, unpacked
from interpreter.tools.studio.shared_cache import Remembered
from interpreter.tools.studio.store import INVITE, OWNER, SEAT, WATCH, Answer, Key, Setup, Store

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.tools.studio.live_table import Bot

MAX_TABLES, MAX_KEPT = 2000, 20_000  # recently touched, and including archived ones
MAX_NAME = 24
AN_HOUR = 3600.0
MAX_KEYS = 10_000  # cached tokens
MAX_LEFT = 200  # cached tables as they were, and texts of rules
MakeBots = Callable[[Sequence[str], int], "Sequence[Bot | None]"]


OLD = "old-rules"  # folder inside the studio's data folder
NOT_OURS = "This game came with Rulewright and is not changed here. Make a copy to edit it."


@dataclass(frozen=True)
class Renewal:
    """The result of reloading a table's rules.

    Whether it is played under them now, or why not."""

    changed: bool  # do they differ from the rules it was played under?
    taken: bool
    divergence: str = ""
    answers: int = 0  # number of answers that fit them


@dataclass(frozen=True)
class Left:
    """A table before it was switched to other rules."""

    setup: Setup
    files: bytes | None  # its rules
    answers: Sequence[Answer]
    kept: int  # number of answers that fitted the other rules


class TableRegistry:
    def __init__(
        self, games: Mapping[str, Path], store: Store, make_bots: MakeBots, home: Path, writable: Collection[str] = ()
    ) -> None:
        """Take the studio's data folder (`home`) and the editable games (`writable`)."""
        self.offered = OfferedGames(games, home, writable)
        self.store, self._make_bots, self._home = store, make_bots, home
        self._packed: Remembered[Path, tuple[Stamp | None, str]] = Remembered(MAX_LEFT)
        self._sittings: Remembered[str, Sitting] = Remembered(MAX_KEPT)
        self._keys: Remembered[str, Key] = Remembered(MAX_KEYS)
        self._touched: Remembered[str, float] = Remembered(MAX_KEYS)
        self._left: Remembered[str, Left] = Remembered(MAX_LEFT)
        self._rule_texts: Remembered[str, RuleTexts] = Remembered(MAX_LEFT)
        self._seating = RLock()  # concurrent requests set up a table only once

    def in_memory(self) -> int:
        """Count the tables that are in memory."""
        return len(self._sittings)

    @property
    def kept_in(self) -> list[str]:
        """How another command finds what this studio keeps."""
        return ["--data", str(self._home.resolve())]

    # ---- rules that change
    def desk(self, table: str) -> Desk:
        """Return the files of a table's game."""
        setup = self.setup(table)
        folder = self.offered.path(setup.game)
        return Desk(folder, "" if self.offered.is_writable(setup.game) else NOT_OURS, history_of(self._home, folder))

    def renew(self, table: str, accept: bool = False) -> Renewal:
        """Reload a table under the rules on disk, if all its answers fit them.

        With `accept`, the answers from the first that does not fit on are dropped. Raises Problems if the rules have errors:
        the table continues under the old ones."""
        sitting = self.sitting(table)
        setup = sitting.setup
        showing = self.offered.load(setup.game, setup.variants, setup.options)
        changed = showing.game.fingerprint != sitting.showing.game.fingerprint
        if not changed:
            sitting.showing = showing.with_seats(setup.colours)  # the look may have changed
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
        if following.divergence:
            dropped = sitting.answers_so_far(sitting.made)
            self._left.put(table, Left(setup, self.store.rules(setup.rules), dropped, following.made))
        self.store.play_under(table, renewed.fingerprint, digest, following.made)
        following.trouble = following.divergence = ""
        self._sittings.put(table, following)
        return Renewal(True, True, "", following.made)

    def can_return(self, table: str) -> bool:
        """Are the earlier rules and the dropped answers still known?"""
        return self._left.get(table) is not None

    def turn_back(self, table: str) -> int:
        """Undo the last switch that dropped answers; return the number of answers.

        What has been answered since then is lost."""
        left = self._left.get(table)
        if left is None:
            raise UnfitError("There is nothing to undo.")
        self.store.put_back(left.setup, left.files, left.answers)
        self._left.drop(lambda key, _: key == table)
        self.rest(table)
        return self.sitting(table).made

    def is_old(self, table: str) -> bool:
        """Whether the rules on disk differ from those the table is played under."""
        setup = self.sitting(table).setup
        try:
            return self.offered.load(setup.game, setup.variants, setup.options).game.fingerprint != setup.fingerprint
        except Problems:
            return True

    def _keep(self, game: str) -> str:
        """Archive the present texts of a game; return their digest."""
        path = self.offered.path(game)
        stamp = stamp_now(path)
        before = self._packed.get(path)
        if stamp is not None and before is not None and before[0] == stamp and self.store.has_rules(before[1]):
            return before[1]
        digest, files = packed(path)
        self.store.keep_rules(digest, files)
        return self._packed.put(path, (stamp, digest))[1]

    def as_played(self, setup: Setup) -> Showing:
        """Load the game of a table under the rules it was last played under.

        Those on disk if the archived ones are lost."""
        wrong: Problems | UnfitError | None = None
        try:
            now = self.offered.load(setup.game, setup.variants, setup.options)
            if now.game.fingerprint == setup.fingerprint:
                return now
        except (Problems, UnfitError) as problems:  # also a game that is no longer offered
            wrong = problems
        files = self.store.rules(setup.rules)
        if files is not None:
            try:
                old = self.offered.showing(
                    unpacked(files, self._home / OLD / setup.rules), setup.variants, setup.options
                )
            except Problems:  # written for another version of Rulewright
                pass
            else:
                return old
        if wrong is not None:
            raise wrong
        return now

    def copy(self, table: str) -> str:
        """Copy a table's game for editing, with a table in the same position.

        Return its id."""
        self._have_room()
        sitting = self.sitting(table)
        setup = sitting.setup
        title = title_of_copy(sitting.showing.game.title, (one["title"] for one in self.offered.games()))
        folder = self.offered.lay_out(f"{setup.game}-copy", from_game(Desk(self.offered.path(setup.game)), title))
        showing = self.offered.load(folder.name, setup.variants, setup.options)
        copied = replace(
            setup,
            id=secrets.token_hex(8),
            game=folder.name,
            fingerprint=showing.game.fingerprint,
            rules=self._keep(folder.name),
            seed=_parted(setup.seed, sitting.draws_at(sitting.made)),
        )
        self.store.add(copied, _tokens(copied, showing.game), sitting.answers_so_far(sitting.made))
        return copied.id

    def with_variant(self, table: str, variant: str) -> str:
        """Open a new table for the same seats with one more variant; return its id."""
        from interpreter.tools.variants.matrix import heads

        setup = self.setup(table)
        seats = [{"name": name, "who": who} for name, who in zip(setup.names, setup.seats, strict=True)]
        variants = list(dict.fromkeys([*setup.variants, variant]))
        if variant not in [one.name for one in heads(self.offered.path(setup.game))]:
            raise UnfitError("There is no such variant.")
        seed = None if is_keyed(setup.seed) else setup.seed
        wanted = {"game": setup.game, "variants": variants, "options": setup.options, "seats": seats, "seed": seed}
        return self.open_table({**wanted, "pauses": setup.pauses})

    def watched(self, table: str, variants: Sequence[str], bots: Sequence[str], seed: int) -> str:
        """Open a table of bots that replay a simulation with this seed; return its id."""
        setup = self.setup(table)
        names = self.offered.load(setup.game, tuple(variants), {}).game.start(players=len(bots), seed=0)
        people = [name for seat, name in enumerate(names.player_names) if seat not in names.automas]
        seats = [{"name": name, "who": bot} for name, bot in zip(people, bots, strict=True)]
        return self.open_table({"game": setup.game, "variants": list(variants), "seats": seats, "seed": seed})

    def at_finding(self, table: str, variants: Sequence[str], people: int, seed: int, numbers: Sequence[int]) -> str:
        """Open a table and replay the choices with these numbers; return its id."""
        setup = self.setup(table)
        game = self.offered.load(setup.game, tuple(variants), {}).game
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

    def begin(self, wanted: Mapping[str, Any]) -> str:
        """Begin a game of a kind or as a copy, with a table and bots; return its id."""
        self._have_room()
        title = clean_title(read.text(wanted.get("title"), "The name"))
        if not title:
            raise UnfitError("Give the game a name.")
        if any(one["title"] == title for one in self.offered.games()):
            raise UnfitError(f"There is already a game called {title}. Choose another name.")
        if wanted.get("game"):
            texts = from_game(Desk(self.offered.path(read.text(wanted["game"], "The game"))), title)
        else:
            texts = from_template(read.text(wanted.get("like"), "The kind of game"), title)
        return self._with_bots(self.offered.lay_out(folder_name(title), texts))

    def adopt(self, texts: Mapping[str, str], save: Mapping[str, Any] | None) -> str:
        """Add a game from elsewhere under a free title, and open a table of it.

        In the position of a saved game, or with bots. Return the table's id."""
        self._have_room()
        manifest = texts.get(MANIFEST, "")
        titles = [one["title"] for one in self.offered.games()]
        title = title_of(manifest) or "A game"
        if title in titles:
            title = title_of_copy(title, titles)
        folder = self.offered.lay_out(folder_name(title), {**texts, MANIFEST: with_title(manifest, title)})
        return self._with_bots(folder) if save is None else self.open_saved({**save, "game": folder.name})

    def _with_bots(self, folder: Path) -> str:
        """Open a table of a game for one person and bots."""
        game = self.offered.load(folder.name, (), {}).game
        names = list(game.start(seed=0).player_names)[: game.default_players]
        seats = [{"name": name, "who": USUAL_BOT if seat else PERSON} for seat, name in enumerate(names)]
        return self.open_table({"game": folder.name, "seats": seats, "single": not game.code.QUIET})

    # ---- tables
    def key(self, token: str) -> Key | None:
        found = self._keys.get(token)
        if found is None:
            found = self.store.key(token)
            if found is not None:
                self._keys.put(token, found)
        return found

    def sitting(self, table: str) -> Sitting:
        found = self._sittings.get(table)
        if found is not None:
            return found
        with self._seating:
            found = self._sittings.get(table)
            if found is None:
                setup = self.setup(table)
                showing = self.as_played(setup).with_seats(setup.colours)
                found = self._sittings.put(table, Sitting(setup, self.store, showing, self._bots(setup, showing.game)))
            return found

    def seated(self, table: str) -> Sitting | None:
        """Return a table if it is in memory."""
        return self._sittings.get(table)

    def rest(self, table: str) -> None:
        """Release an idle table from memory; it is rebuilt from the store on demand."""
        self._sittings.drop(lambda key, _: key == table)

    def touch(self, table: str) -> None:
        """Mark a table as used, so that it is not archived; stored at most once an hour."""
        last = self._touched.get(table)
        if last is None or last < time.monotonic() - AN_HOUR:
            self._touched.put(table, time.monotonic())
            self.store.touch(table)

    def setup(self, table: str) -> Setup:
        setup = self.store.setup(table)
        if setup is None:
            raise UnfitError("This table is gone.")
        return setup

    def _bots(self, setup: Setup, game: Game) -> dict[int, tuple[str, Bot]]:
        automas = game.automas(len(setup.names))
        words = iter(setup.seats)
        by_seat = ["human" if seat in automas else next(words) for seat in range(len(setup.names) + len(automas))]
        usual = {PERSON: "human"} if is_learned(game, len(setup.names)) else {PERSON: "human", LEARNED: USUAL_BOT}
        made = self._make_bots([usual.get(word, word) for word in by_seat], seed_for_bots(setup.seed))
        return {seat: (by_seat[seat], bot) for seat, bot in enumerate(made) if bot is not None}

    def _have_room(self) -> None:
        kept, lately = self.store.count()
        if lately >= MAX_TABLES or kept >= MAX_KEPT:
            raise UnfitError(
                "There are too many tables. Whoever runs the studio can clear old ones: see its list of tables."
            )

    def open_table(self, wanted: Mapping[str, Any], seed: int | None = None) -> str:
        """Open a table from the lobby's form; return its id.

        `seed`: a keyed seed, which no form contains."""
        self._have_room()
        name = read.text(wanted.get("game"), "The game")
        variants = tuple(read.texts(wanted.get("variants"), "The variants"))
        options = read.options(wanted.get("options"))
        seats = read.seats(wanted.get("seats"))
        names = [read.text(seat.get("name", ""), "Every name").strip()[:MAX_NAME] for seat in seats]
        words = tuple(read.text(seat.get("who", PERSON), "Who sits there") for seat in seats)
        if not all(names) or not all(word in (PERSON, *BOTS, LEARNED) for word in words):
            raise UnfitError("Every seat needs a name, and a person or a bot.")
        if seed is None:
            seed = read.seed(wanted.get("seed"))
        if seed is None:
            seed = new_keyed_seed() if PERSON in words else secrets.randbits(53)
        pauses = wanted.get("pauses", SHORT if words.count(PERSON) > 1 else OFF)
        if pauses not in PAUSES:
            raise read.Malformed(f"The pauses must be one of {', '.join(PAUSES)}.")
        showing = self.offered.load(name, variants, options)
        showing.game.start(seed=seed, names=names)
        if LEARNED in words and not is_learned(showing.game, len(names)):
            raise UnfitError(
                f"No bot has learned these rules for {len(names)} players here: rulewright learn {name} --players {len(names)}"
            )
        rules = (showing.game.fingerprint, self._keep(name))
        colours = _colours(seats, names)
        single = wanted.get("single") is True
        people = (tuple(names), words)
        setup = Setup(secrets.token_hex(8), name, variants, options, *people, seed, *rules, colours, pauses, single)
        self.store.add(setup, _tokens(setup, showing.game))
        return setup.id

    def open_saved(self, save: Mapping[str, Any]) -> str:
        """Open a table in the position of a saved game; return its id.

        With a person in every seat."""
        names, decisions = save.get("players"), save.get("decisions")
        if (
            not isinstance(names, list)
            or not isinstance(decisions, list)
            or not isinstance(save.get("options"), dict | None)
        ):
            raise UnfitError("This is not a saved game.")
        automas = read.listed(save.get("automas"), "The automas")
        people = [name for seat, name in enumerate(names) if seat not in automas and name not in automas]
        seed = self._saved_seed(save)
        keyed = seed is not None and is_keyed(seed)
        table = self.open_table({
            "game": save.get("game"), "variants": save.get("variants"), "options": save.get("options"),
            "seats": [{"name": name, "who": PERSON} for name in people], "seed": None if keyed else seed,
        }, seed if keyed else None)  # fmt: skip
        try:
            self._decide_again(self.sitting(table), decisions)
        except UnfitError:
            self.delete(table)
            raise
        if (
            seed is not None and keyed
        ):  # same past, but the future must not reveal what the other table's dice will show
            self.store.reseed(table, _parted(seed, self.sitting(table).state.inspect.chance_count))
            self.rest(table)
        return table

    def _saved_seed(self, save: Mapping[str, Any]) -> int | None:
        name, seed = save.get("chance"), save.get("seed")
        if name is None:
            return seed if isinstance(seed, int) and is_keyed(seed) else read.seed(seed)
        found = self.store.chance(read.text(name, "The name of the chance"))
        if found is None:
            raise UnfitError(
                "This game was saved while it was running, and only the studio that saved it knows its dice. Load it there, "
                "or resume it with: rulewright play GAME --resume FILE"
            )
        return found

    def _decide_again(self, sitting: Sitting, decisions: Sequence[object]) -> None:
        names = list(sitting.state.player_names)
        for number, one in enumerate(decisions, 1):
            if not isinstance(one, dict) or one.get("player") not in names or not isinstance(one.get("choice"), str):
                raise UnfitError("This saved game is incomplete.")
            if not sitting.takes(Answer(names.index(one["player"]), one["choice"])):
                raise UnfitError(
                    f"Decision {number} ({one['player']}: {one['choice']}) does not fit the rules as they are here."
                )

    def fork(self, table: str, answers: int) -> str:
        """Open another table in the position after this many answers.

        If chance is secret, it draws differently from there on: nobody can try out here what the dice will show there."""
        self._have_room()
        sitting = self.sitting(table)
        setup = replace(
            sitting.setup, id=secrets.token_hex(8), seed=_parted(sitting.setup.seed, sitting.draws_at(answers))
        )
        answered: list[Answer] = sitting.answers_so_far(answers)
        self.store.add(setup, _tokens(setup, sitting.showing.game), answered)
        return setup.id

    def links(self, table: str) -> dict[str, Any]:
        """Return the links of a table, for the owner alone."""
        sitting = self.sitting(table)
        setup = sitting.setup
        names = sitting.state.player_names
        found: dict[str, Any] = {
            "table": table, "game": setup.game, "seats": [], "divergence": sitting.divergence, "pauses": setup.pauses,
        }  # fmt: skip
        taken = self.store.taken(table)
        for token, role, seat in self.store.tokens(table):
            if role == SEAT and seat is not None:
                found["seats"].append({"name": names[seat], "token": token, "taken": seat in taken})
            else:
                found[role] = token
        return found

    def again(self, table: str, turned: bool = False) -> str:
        """Open a new table for the same game and people; return its id.

        `turned`: each sits one seat further on."""
        setup = self.setup(table)
        seats = [
            {
                "name": name,
                "who": who,
                **({"colour": _colour_name(setup.colours[name])} if name in setup.colours else {}),
            }
            for name, who in zip(setup.names, setup.seats, strict=True)
        ]
        seats = [*seats[1:], seats[0]] if turned else seats
        wanted = {"game": setup.game, "variants": list(setup.variants), "options": setup.options, "seats": seats}
        return self.open_table({**wanted, "seed": None, "pauses": setup.pauses, "single": setup.single})

    def sit_down(self, table: str, seat: int, name: str) -> str:
        """Take a free seat; return its token.

        Before the first answer the player may choose a name."""
        sitting = self.sitting(table)
        tokens = {number: token for token, role, number in self.store.tokens(table) if role == SEAT}
        if seat not in tokens or not self.store.take_seat(table, seat):
            raise UnfitError("This seat is taken. Choose another one.")
        automas = sitting.showing.game.automas(len(sitting.setup.names))
        people = [number for number in range(len(sitting.state.player_names)) if number not in automas]
        names = list(sitting.setup.names)
        at, wish = people.index(seat), name.strip()[:MAX_NAME]
        if (
            wish
            and wish != names[at]
            and wish not in names
            and sitting.made == 0
            and names[at] not in sitting.setup.colours
        ):
            names[at] = wish
            self.store.rename(table, names)
            self.rest(table)
        return tokens[seat]

    def rules_of(self, table: str) -> RuleTexts:
        """Return a game's rules for people, read once for each fingerprint."""
        showing = self.sitting(table).showing
        game = showing.game
        found = self._rule_texts.get(game.fingerprint)
        return found or self._rule_texts.put(game.fingerprint, rule_texts(game.path, game.variants))

    def renew_link(self, table: str, old: str) -> str:
        """Replace a token with a new one; the old one stops working."""
        if old not in [token for token, _, _ in self.store.tokens(table)]:
            raise UnfitError("This link is not one of this table, or it has already been replaced.")
        new = secrets.token_urlsafe(18)
        self.store.replace_token(old, new)
        self._keys.drop(lambda token, _: token == old)
        return new

    def delete(self, table: str) -> None:
        self.store.delete(table)
        self.forget(table)

    def forget(self, table: str) -> None:
        """Drop a deleted table from the caches."""
        self.rest(table)
        self._keys.drop(lambda _, key: key.table == table)


def _colour_name(colour: str) -> str:
    return next(name for name, value in COLOURS.items() if value == colour)


def _parted(seed: int, draws: int) -> int:
    try:
        return parted_seed(seed, draws)
    except ValueError:
        raise UnfitError(
            "This table has been copied from a copy too often. Go back to an earlier one and copy that."
        ) from None


def _tokens(setup: Setup, game: Game) -> list[tuple[str, str, int | None]]:
    automas = game.automas(len(setup.names))
    people = [seat for seat in range(len(setup.names) + len(automas)) if seat not in automas]
    seats = [seat for seat, word in zip(people, setup.seats, strict=True) if word == PERSON]
    found: list[tuple[str, str, int | None]] = [(secrets.token_urlsafe(18), SEAT, seat) for seat in seats]
    found += [(secrets.token_urlsafe(18), INVITE, None)] if len(seats) > 1 else []
    return [*found, (secrets.token_urlsafe(18), OWNER, None), (secrets.token_urlsafe(18), WATCH, None)]


def _colours(seats: Sequence[Mapping[str, Any]], names: Sequence[str]) -> dict[str, str]:
    """Map players' names to the colours they chose."""
    chosen = {
        name: read.text(seat["colour"], "A colour")
        for seat, name in zip(seats, names, strict=True)
        if seat.get("colour")
    }
    if not all(colour in COLOURS for colour in chosen.values()):
        raise UnfitError("There is no such colour.")
    if len(set(chosen.values())) < len(chosen):
        raise UnfitError("Each player needs a different colour.")
    return {name: COLOURS[colour] for name, colour in chosen.items()}
