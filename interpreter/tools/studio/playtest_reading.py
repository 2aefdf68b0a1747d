"""Reading a playtest from the store: its tables, replayed under the rules they were played under.

In: the registry of tables, a playtest. Out: PlayedTables. Layer: tools. It touches no table in memory, so it can be read while
people play, by the studio or by a command.
"""

from __future__ import annotations

from interpreter import Fault, State
from interpreter.source import Problems
from interpreter.tools.playtest.played import AUTOMA, Asked, Did, Fits, Person, PlayedTable, replayed, state_after
from interpreter.tools.studio.messages import Showing
from interpreter.tools.studio.offered_games import UnfitError
from interpreter.tools.studio.playtest_store import Participant, Playtest, PlaytestStore, Record
from interpreter.tools.studio.shared_cache import Remembered
from interpreter.tools.studio.store import Setup
from interpreter.tools.studio.tables import TableRegistry

Replayed = tuple[State, tuple[Asked, ...], str]
Given = tuple[tuple[int, str], ...]
MAX_REPLAYS = 600
WRITTEN = (
    "note",
    "answer",
    "came",
    "left",
)  # what is shown of a game that runs: nothing of it says what a player decided


class Replays:
    """Games that have been replayed already, by table, rules and answers."""

    def __init__(self) -> None:
        self._known: Remembered[tuple[str, str, Given], Replayed] = Remembered(MAX_REPLAYS)

    def of(self, setup: Setup, showing: Showing, answers: Given) -> Replayed:
        key = setup.id, showing.game.fingerprint, answers
        return self._known.get(key) or self._known.put(key, replayed(lambda: begun(setup, showing), answers))


class PlaytestReading:
    def __init__(self, tables: TableRegistry, playtest: Playtest, replays: Replays | None = None) -> None:
        self._tables, self.playtest, self._kept = tables, playtest, PlaytestStore(tables.store)
        self._replays = replays or Replays()

    def tables(self) -> list[PlayedTable]:
        """Replay every table, in the order of opening.

        One whose rules can no longer be read is left out."""
        people = self._kept.people(self.playtest.id)
        numbers = {one.id: number for number, one in enumerate(people, 1)}
        records = self._kept.records(self.playtest.id)
        found = []
        for number, (table, side, opened) in enumerate(self._kept.tables(self.playtest.id), 1):
            played = self._table(
                number, table, side, opened, [one for one in people if one.table == table], numbers, records
            )
            if played is not None:
                found.append(played)
        return found

    def _table(
        self,
        number: int,
        table: str,
        side: int,
        opened: str,
        people: list[Participant],
        numbers: dict[str, int],
        records: list[Record],
    ) -> PlayedTable | None:
        setup = self._tables.store.setup(table)
        showing = None if setup is None else self._showing(setup)
        if setup is None or showing is None:
            return None
        persons = {one.id: Person(numbers[one.id], one.name, one.seat) for one in people if one.seat is not None}
        state, asked, trouble = self._replays.of(setup, showing, self._answers(table))
        hidden = state.result is None and not self.playtest.closed
        did = [
            Did(persons[one.participant], one.kind, one.at, one.answers, one.data)
            for one in records
            if one.table in (table, "") and one.participant in persons and (one.kind in WRITTEN or not hidden)
        ]
        return PlayedTable(
            table, number, side, opened, showing.game, setup.variants, setup.options, _seats(setup, showing), state, asked,
            tuple(persons.values()), tuple(did), self.fits(setup), trouble, hidden,
        )  # fmt: skip

    def _showing(self, setup: Setup) -> Showing | None:
        try:
            return self._tables.as_played(setup)
        except (Problems, UnfitError):
            return None

    def fits(self, setup: Setup) -> Fits:
        """Count the answers of a table that fit the rules on disk.

        Names the first that does not."""
        answers = self._answers(setup.id)
        try:
            now = self._tables.offered.load(setup.game, setup.variants, setup.options)
        except Problems as problems:
            return Fits(False, 0, f"The rules cannot be read: {problems.diagnostics[0].message}.")
        except UnfitError:
            return Fits(True, len(answers))  # the game is not offered here: there are no newer rules
        if now.game.fingerprint == setup.fingerprint:
            return Fits(True, len(answers))
        try:
            state, asked, why = self._replays.of(setup, now, answers)
        except (Problems, Fault, ValueError) as error:
            return Fits(False, 0, f"The table can no longer be set up: {error}")
        if not why:
            return Fits(False, len(asked))
        player, answer = answers[len(asked)]
        return Fits(False, len(asked), f"{state.player_names[player]}: {answer.replace('_', ' ')}. {why}")

    def at(self, table: str, answers: int) -> tuple[Showing, State]:
        """Return a table after this many answers, to be drawn."""
        setup = self._tables.setup(table)
        showing = self._tables.as_played(setup).with_seats(setup.colours)
        return showing, state_after(lambda: begun(setup, showing), self._answers(table)[:answers])

    def is_hidden(self, table: str) -> bool:
        """Whether the game still runs: the reader may be one of its players."""
        setup = self._tables.setup(table)
        played = self._replays.of(setup, self._tables.as_played(setup), self._answers(table))
        return played[0].result is None and not self.playtest.closed

    def _answers(self, table: str) -> Given:
        return tuple((one.player, one.answer) for one in self._tables.store.answers(table))


def begun(setup: Setup, showing: Showing) -> State:
    return showing.game.start(seed=setup.seed, names=list(setup.names))


def _seats(setup: Setup, showing: Showing) -> tuple[str, ...]:
    automas = showing.game.automas(len(setup.names))
    words = iter(setup.seats)
    return tuple(AUTOMA if seat in automas else next(words) for seat in range(len(setup.names) + len(automas)))
