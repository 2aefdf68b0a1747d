"""Playtests: people come by one link, agree, wait, and are dealt to tables; they can have everything about them deleted.

In: the registry of tables, its store. Out: playtests, tables that fill as people come. Layer: tools. Thread-safe: one lock guards
the dealing.
"""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import RLock
from typing import Any

from interpreter.tools.playtest.plan import plan_of
from interpreter.tools.studio.deadlines import Deadline, Deadlines
from interpreter.tools.studio.live_table import PERSON
from interpreter.tools.studio.offered_games import UnfitError
from interpreter.tools.studio.playtest_store import Participant, Playtest, PlaytestStore, Record, now_in_words
from interpreter.tools.studio.store import SEAT
from interpreter.tools.studio.tables import MAX_NAME, TableRegistry

MAX_PLAYTESTS, MAX_TITLE, MAX_PEOPLE = 200, 80, 2000
STILL_THERE = 20.0  # seconds without a sign of life until somebody who waits is taken for gone
GONE = "This playtest is gone, or its link is incomplete. Ask the person who sent it."
CLOSED = "This playtest is closed: nobody new can take part."


@dataclass(frozen=True)
class Waiting:
    """The state of a waiting participant."""

    link: str = ""  # the token of their seat, once there is a table
    here: tuple[str, ...] = ()  # who waits with them
    people: int = 0  # how many a table needs
    bots: bool = False  # may bots take the empty seats?
    asked_for_bots: bool = False


class Playtests:
    def __init__(self, tables: TableRegistry, clock: Callable[[], float] = time.time) -> None:
        self.tables, self.kept, self._clock = tables, PlaytestStore(tables.store), clock
        self._dealing = RLock()  # two people who come at once are not dealt to two tables
        self._luck = secrets.SystemRandom()

    # ---- for the host
    def begin(self, game: str, name: str) -> Playtest:
        """Begin a playtest of a game, by its plan as it is now.

        Raises Problems if the plan is wrong."""
        title = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:MAX_TITLE]
        there = self.kept.all()
        if not title:
            raise UnfitError("Give the playtest a name.")
        if any(one.name == title for one in there):
            raise UnfitError(f"There is already a playtest called {title}. Choose another name.")
        if len(there) >= MAX_PLAYTESTS:
            raise UnfitError("There are too many playtests. Delete old ones first.")
        plan = plan_of(self.tables.offered.path(game))
        for side in plan.sides:  # what cannot be played is said now, not to the people who come
            loaded = self.tables.offered.load(game, side.variants, dict(side.options)).game
            people = plan.players or loaded.default_players
            loaded.start(seed=1, players=people)
        made = Playtest(secrets.token_hex(8), title, game, plan, secrets.token_urlsafe(12), now_in_words())
        self.kept.add(made)
        return made

    def playtest(self, id: str) -> Playtest:
        found = self.kept.by_id(id)
        if found is None:
            raise UnfitError("There is no such playtest, or it is gone.")
        return found

    def invited(self, link: str) -> Playtest:
        found = self.kept.by_link(link)
        if found is None:
            raise UnfitError(GONE)
        return found

    def players(self, playtest: Playtest) -> int:
        """How many people a table is for."""
        side = playtest.plan.sides[0]
        game = self.tables.offered.load(playtest.game, side.variants, dict(side.options)).game
        return playtest.plan.players or game.default_players

    # ---- coming
    def join(self, playtest: Playtest, name: str) -> Participant:
        """Enter a participant who has agreed; from now on they wait."""
        if playtest.closed:
            raise UnfitError(CLOSED)
        if len(self.kept.people(playtest.id)) >= MAX_PEOPLE:
            raise UnfitError("So many people have come to this playtest that it is full.")
        wish = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:MAX_NAME]
        one = Participant(
            secrets.token_hex(8),
            playtest.id,
            wish,
            secrets.token_urlsafe(18),
            "",
            None,
            now_in_words(),
            self._clock(),
            False,
        )
        self.kept.join(one)
        return one

    def waiting(self, secret: str, asks_for_bots: bool = False) -> Waiting:
        """Return the state of a waiting participant; open a table if enough wait."""
        with self._dealing, self.tables.store.database.alone("dealing"):
            one = self.participant(secret)
            if one.table:
                return Waiting(self._seat_link(one))
            playtest = self.playtest(one.playtest)
            self.kept.seen_now(one.id, self._clock(), asks_for_bots and bool(playtest.plan.bots))
            people, here = self.players(playtest), self._who_waits(playtest.id)
            all_ask = bool(playtest.plan.bots) and all(other.asks_for_bots for other in here)
            if len(here) >= people or (here and all_ask):
                self._deal(playtest, here[:people], people)
                dealt = self.participant(secret)
                if dealt.table:
                    return Waiting(self._seat_link(dealt))
            names = tuple(other.name or "somebody" for other in here if other.id != one.id)
            asks = next((other.asks_for_bots for other in here if other.id == one.id), False)
            return Waiting("", names, people, bool(playtest.plan.bots), asks)

    def participant(self, secret: str) -> Participant:
        found = self.kept.by_secret(secret)
        if found is None:
            raise UnfitError(
                "There is nothing here any longer: the data of this link is deleted, or the link is incomplete."
            )
        return found

    def _who_waits(self, playtest: str) -> list[Participant]:
        since = self._clock() - STILL_THERE
        return [one for one in self.kept.people(playtest) if not one.table and one.last_seen >= since]

    def _seat_link(self, one: Participant) -> str:
        return next(
            token for token, role, seat in self.tables.store.tokens(one.table) if role == SEAT and seat == one.seat
        )

    def _deal(self, playtest: Playtest, people: Sequence[Participant], seats: int) -> None:
        """Open a table for these people, on the side with the fewest tables.

        Seats are drawn by chance."""
        side = self._next_side(playtest)
        plan = playtest.plan.sides[side]
        game = self.tables.offered.load(playtest.game, plan.variants, dict(plan.options)).game
        usual = [
            name for seat, name in enumerate(game.start(seats, seed=0).player_names) if seat not in game.automas(seats)
        ]
        order: list[Participant | None] = [*people, *[None] * (seats - len(people))]
        self._luck.shuffle(order)
        names = _names([one.name if one is not None else "" for one in order], usual)
        table = self.tables.open_table({
            "game": playtest.game, "variants": list(plan.variants), "options": dict(plan.options),
            "seats": [{"name": name, "who": PERSON if one is not None else playtest.plan.bots}
                      for one, name in zip(order, names, strict=True)],
            "seed": None,
        })  # fmt: skip
        numbers = [seat for seat in range(seats + len(game.automas(seats))) if seat not in game.automas(seats)]
        sat = [(one.id, numbers[at], names[at]) for at, one in enumerate(order) if one is not None]
        self.kept.add_table(playtest.id, table, side, sat)
        if playtest.plan.hours:
            due = Deadline(table, playtest.plan.hours, playtest.plan.then, 0, self._clock())
            Deadlines(self.tables.store).put(due)

    def _next_side(self, playtest: Playtest) -> int:
        """Return the side with the fewest tables; of several, one by chance."""
        count = Counter(side for _, side, _ in self.kept.tables(playtest.id))
        sides = range(len(playtest.plan.sides))
        fewest = min(count[side] for side in sides)
        return self._luck.choice([side for side in sides if count[side] == fewest])

    # ---- going
    def forget(self, secret: str) -> str:
        """Delete everything about a participant; return the table they sat at.

        Their moves stay as those of a player without a name, because the game of the others consists of them; a table at which
        nobody else took part is deleted."""
        with self._dealing:
            one = self.participant(secret)
            table = one.table
            self.kept.forget(one.id)
            if table and not self.kept.at_table(table):
                self._delete_table(table)
            elif table:
                self._without_name(one)
            self.tables.store.scrub()
        return table

    def _delete_table(self, table: str) -> None:
        with self.tables.store.changing() as work:
            work.execute("delete from playtest_tables where table_id = ?", (table,))
        self.tables.delete(table)

    def _without_name(self, one: Participant) -> None:
        """Remove a participant's name from a table.

        From the seat, the talk, the notes of others. Answers name players by number."""
        setup = self.tables.setup(one.table)
        sitting = self.tables.sitting(one.table)
        names = list(sitting.state.player_names)
        assert one.seat is not None
        other = _names([f"player {one.seat + 1}"], [], [name for name in names if name != one.name])[0]
        renamed = tuple(other if name == one.name else name for name in setup.names)
        store = self.tables.store
        seat_token = self._seat_link(one)
        colours = {other if name == one.name else name: colour for name, colour in setup.colours.items()}
        store.rename_player(one.table, renamed, colours)
        store.replace_said(one.table, one.name, other)
        store.drop_token(seat_token)
        mentions = [record for record in self.kept.records(one.playtest) if one.name and one.name in str(record.data)]
        self.kept.rewrite([replace(record, data=_with(record.data, one.name, other)) for record in mentions])
        self.tables.forget(one.table)

    # ---- afterwards
    def records(self, playtest: Playtest) -> list[Record]:
        return self.kept.records(playtest.id)

    def delete(self, playtest: Playtest) -> None:
        """Delete a playtest with its tables."""
        for table, _, _ in self.kept.tables(playtest.id):
            self.tables.delete(table)
        self.kept.delete(playtest.id)
        self.tables.store.scrub()


def _with(value: Any, old: str, new: str) -> Any:
    """Replace a name in all texts of some JSON."""
    if isinstance(value, str):
        return value.replace(old, new)
    if isinstance(value, list):
        return [_with(one, old, new) for one in value]
    return {key: _with(one, old, new) for key, one in value.items()} if isinstance(value, dict) else value


def _names(wishes: Sequence[str], usual: Sequence[str], taken: Sequence[str] = ()) -> list[str]:
    """Give each seat a name that no other has.

    The wished one, numbered if two wish the same, or the game's own."""
    found: list[str] = []
    for number, wish in enumerate(wishes):
        base = wish or (usual[number] if number < len(usual) else f"player {number + 1}")
        others = {name.casefold() for name in [*taken, *found, *(one for one in wishes[number + 1 :] if not wish)]}
        found.append(
            next(name for name in (base, *(f"{base} {n}" for n in range(2, 100))) if name.casefold() not in others)
        )
    return found
