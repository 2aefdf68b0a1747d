"""The course of a match: ask players, show them what happened, carry out their commands.

In: a State, the bots by seat (None: a person) and a Screen. Out: `play` returns whether the game ended;
`state` is always at a decision, whatever interrupts the match. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import interpreter
from interpreter.source import Problems
from interpreter.tools.play.new_events import together, told

from . import undo
from .words import ANSWER, UnclearError, answer, is_choice, understand

if TYPE_CHECKING:
    from interpreter import Choice, Request, Seat, State

    Bot = Callable[[Request, Seat], int | Choice]

ROUND = "round"
DECIDE = "> "  # the prompt of a decision
LEAVE_IT = 'Type "quit" to leave it as it is.'
LOG_LINES = 20
LONGEST_LOG = 9  # digits of a number of lines; more than that means everything
IN_FULL = "in full"
HELP = (
    "Type the number of a choice, or its name. For an amount, type the number.",
    "help        this list",
    "table       the table and the choices again",
    "look NAME   a card, a place, a player, a pile or anything else on the table, in full",
    "log [N]     what happened last",
    "look board  the map, track or board, and who is where",
    "why NAME    why something cannot be chosen now (why NAME in full: with the rule); why alone: everything that cannot",
    "undo        take back your last decision, unless something hidden was seen or dice were rolled since",
    "save [FILE] save the game and play on",
    "record NAME write your decisions from here on as a scenario, until you type record again",
    "quit        leave the game",
)


class FilesChangedSignal(Exception):
    """A watching screen noticed that the rules were saved."""


@dataclass(frozen=True)
class Reloaded:
    """The game replayed under new rules: its states from the beginning, or none.

    And lines to show."""

    states: Sequence[State]
    lines: Sequence[str]


class Screen(Protocol):
    """Input and output of a match."""

    def tell(self, lines: Sequence[str]) -> None:
        """Show what happened."""

    def show(self, state: State, player: int | None, whole: bool = True) -> None:
        """Show the table as a player may see it, or only what has changed.

        None: a spectator. Changed since it was last shown."""

    def offer(self, request: Request) -> None:
        """Show the question and the choices."""

    def note(self, *lines: str) -> None:
        """Show the reply to a person's command."""

    def listen(self, question: str) -> str:
        """Read a line from the person; EOFError at the end of input."""

    def hand_over(self, name: str) -> None:
        """Wait until only this person is looking."""


class Match:
    """One match.

    Each decision is made on a copy, so an interruption never leaves half a decision behind."""

    def __init__(
        self,
        state: State,
        bots: Sequence[Bot | None],
        screen: Screen,
        save: Callable[[State, str], str],
        keep: Callable[[State], object] | None = None,
        record: Callable[[State, str, int, int], str] | None = None,
        reload: Callable[[State], Reloaded] | None = None,
        most: int | None = None,
    ) -> None:
        """`save` saves to a file that a person names.

        `keep` is called with every state in which a person decides; `record` writes a scenario of this name from the decisions
        between two numbers, and says so; `reload` replays the same decisions under rules that were saved meanwhile; `most`
        limits the decisions of a game without people, which may never end."""
        self.state = state
        self._most = most
        self._bots = bots
        self._screen = screen
        self._save = save
        self._keep = keep
        self._record, self._reload = record, reload
        self._recording: tuple[str, int] | None = None  # the name, and the number of decisions made before
        self._last = 0  # the number of decisions after a person's last one
        self._ended_by_rules = False  # whether it is over because of reloaded rules
        self._people = [seat for seat, bot in enumerate(bots) if bot is None]
        self._before: list[State] = []  # the states in which a person decided
        self._told = dict.fromkeys(range(len(bots)), 0)  # the number of events shown to each seat
        self._told_all = 0
        self._round: object = None
        self._seen: set[int] = set()  # the people who have seen the table
        self._let_passed = -1  # the decision count when the screen last went to those who might have been asked
        self._saved_at: int | None = None  # the decision count at which a person saved
        self._looking = self._people[0] if len(self._people) == 1 else None

    def play(self) -> bool:
        """Play until the game is over (True) or a person leaves (False)."""
        while self._play_on():
            self._tell_rest()
            self._screen.show(self.state, self._people[0] if len(self._people) == 1 else None)
            if not self._ended_by_rules or not self._waits_for_other_rules():
                return True
        return False

    def _play_on(self) -> bool:
        """Play until the game ends (True) or a person leaves (False)."""
        first = self.state.decisions
        while (request := self.state.request) is not None:
            if not self._people and self._most is not None and self.state.decisions - first >= self._most:
                raise interpreter.Fault("R0809", f"the game has not ended after {self.state.decisions} decisions")
            self._let_pass()
            bot = self._bots[request.player]
            if bot is not None:
                self._tell_everyone()
                self._decide(bot(request, self.state.seat(request.player)))
            elif not self._ask(request):
                return False
        return True

    def _waits_for_other_rules(self) -> bool:
        """After reloaded rules have ended the game.

        Wait until other rules let it continue (True) or the person leaves."""
        self._screen.note("Under these rules the game is over. It continues when you save others.", LEAVE_IT)
        while True:
            try:
                line = self._screen.listen(DECIDE)
            except FilesChangedSignal:
                if self._plays_anew():
                    return True
                continue
            if understand(line)[0] == "quit":
                return False
            self._screen.note(LEAVE_IT)

    def _let_pass(self) -> None:
        """Pass the screen to everyone who might have been asked in secret.

        So that passing it does not reveal who has a decision to make."""
        if len(self._people) < 2 or self._let_passed == self.state.decisions:
            return
        self._let_passed = self.state.decisions
        for person in self.state.inspect.could_have_been_asked:
            if person in self._people:
                self._hand_over(person)
                self._screen.listen("There is nothing for you to decide just now. Press Enter. ")

    def _decide(self, decision: int | Choice) -> None:
        following = self.state.clone()
        following.choose(decision)
        self.state = following

    # Events: a person sees them when it is their turn; a game of bots alone is narrated.

    def _tell_everyone(self) -> None:
        if not self._people:
            self._tell_round()
            known = self.state.inspect.events_known(None)
            self._screen.tell(together(told(self.state.events[self._told_all : known], None)))
            self._told_all = known

    def _tell_round(self) -> None:
        """Show a heading for a new round, in a game with a public round counter."""
        now = self.state.view(None)["table"].get(ROUND)
        if now != self._round:
            self._round = now
            self._screen.tell(["", f"Round {now}"])

    def _tell(self, person: int) -> None:
        known = self.state.inspect.events_known(person)
        self._screen.tell(together(told(self.state.events[self._told[person] : known], person)))
        self._told[person] = known

    def _tell_rest(self) -> None:
        self._tell_everyone()
        if len(self._people) == 1:
            self._tell(self._people[0])
        elif self._people:
            first = min(self._told[person] for person in self._people)
            self._screen.tell(self.state.events_for(None, first))

    # A person's turn: carry out commands until one of them is a decision or leaves the table.

    def _ask(self, request: Request) -> bool:
        if self._keep:
            self._keep(self.state)
        if self._hand_over(request.player):
            self._seen.discard(request.player)
        self._tell(request.player)
        self._present(request, whole=request.player not in self._seen)
        while True:
            try:
                line = self._screen.listen(DECIDE)
            except FilesChangedSignal:
                if self._plays_anew():
                    return True
                continue
            order, rest = (ANSWER, line.strip()) if is_choice(request, line) else understand(line)
            if order == "quit":
                return not self._leave()
            if order == ANSWER:
                if self._answer(request, rest):
                    return True
            elif order == "undo":
                if self._undo():
                    return True
            else:
                self._serve(request, order, rest)

    def _plays_anew(self) -> bool:
        """Replay the game under the saved rules, as far as they allow.

        Otherwise leave it as it is."""
        found = self._reload(self.state) if self._reload is not None else Reloaded((), ())
        self._screen.note(*found.lines)
        if not found.states:
            return False
        *before, self.state = found.states
        self._before = [state for state in before if state.request is not None and state.request.player in self._people]
        self._told = {person: self.state.inspect.events_known(person) for person in self._told}
        self._told_all, self._last = len(self.state.events), min(self._last, self.state.decisions)
        self._seen.clear()
        self._ended_by_rules = self.state.request is None
        return True

    def _present(self, request: Request, whole: bool = True) -> None:
        """Show the table and the question.

        A person who knows the table is shown only what changed."""
        self._screen.show(self.state, request.player, whole)
        self._seen.add(request.player)
        self._screen.offer(request)

    def _answer(self, request: Request, text: str) -> bool:
        if not text:
            self._screen.note('Type a number, or "help".')
            return False
        before = self.state
        try:
            meant = answer(request, text)
        except (UnclearError, ValueError) as unclear:
            self._screen.note(str(unclear))
            return False
        self._decide(meant)
        self._before.append(before)
        self._last = before.decisions + 1
        return True

    def _serve(self, request: Request, order: str, rest: str) -> None:
        if order == "help":
            self._screen.note(*HELP)
        elif order == "table" or (order == "look" and not rest):
            self._present(request)
        elif order == "look":
            self._screen.note(*interpreter.look(self.state, request.player, rest))
        elif order == "log":
            self._screen.note(*self._log(request.player, rest))
        elif order == "save":
            self._screen.note(self._try_to_save(rest))
        elif order == "record":
            self._screen.note(*self._begin_recording(rest))
        elif rest:
            words = rest.removesuffix(IN_FULL).strip() if rest.endswith(f" {IN_FULL}") else rest
            self._screen.note(self.state.why_not(request.player, words, in_full=words != rest))
        else:
            self._screen.note(*_all_refusals(request))

    def _log(self, person: int, words: str) -> list[str]:
        """Return the last lines of a person's log."""
        if words and not (words.isascii() and words.isdecimal()):
            return [f'"{words[:60]}" is not a number of lines.']
        told = self.state.events_for(person)
        number = len(told) if len(words) > LONGEST_LOG else int(words or LOG_LINES)
        return (told[-number:] if number else []) or ["Nothing has happened yet."]

    def _undo(self) -> bool:
        if not self._before:
            self._screen.note("There is nothing to take back.")
            return False
        assert self.state.request is not None
        person = self.state.request.player
        back = self._last_noticed(person)
        reason = undo.why_not(self._before[back], self.state, self._people, person)
        if reason:
            self._screen.note(reason)
            return False
        self.state = self._before[back]
        del self._before[back:]
        if self._recording is not None:  # the recording must not begin after the present decision
            self._recording = self._recording[0], min(self._recording[1], self.state.decisions)
        self._told = {seat: min(count, len(self.state.events)) for seat, count in self._told.items()}
        self._screen.note("Your last decision is taken back.")
        return True

    def _last_noticed(self, person: int) -> int:
        """Find the last decision this person could notice.

        Secret decisions made since are undone with it."""
        for number in range(len(self._before) - 1, 0, -1):
            if self._before[number].inspect.notices(person):
                return number
        return 0

    def _try_to_save(self, name: str) -> str:
        try:
            saved = self._save(self.state, name)
        except Problems as problems:
            return " ".join(diagnostic.message for diagnostic in problems.diagnostics)
        self._saved_at = self.state.decisions
        return saved

    def _begin_recording(self, name: str) -> list[str]:
        """Start a recording with `record NAME`, end it with `record`.

        A new name ends the one before."""
        if self._record is None:
            return ["Nothing can be recorded here."]
        if not name and self._recording is None:
            return ["Type record and a name, such as: record a_lucky_throw"]
        lines = self.end_recording()
        if name:
            self._recording = name, self.state.decisions
            lines.append(f'What is decided from here on becomes the scenario "{name}". Type record to end it.')
        return lines

    def end_recording(self) -> list[str]:
        """Write the recording, if there is one; return lines to show."""
        if self._recording is None or self._record is None:
            return []
        (name, first), self._recording = self._recording, None
        last = min(self._last, self.state.decisions)
        if last <= first:
            return [f'You have decided nothing since, so there is no scenario "{name}".']
        try:
            return [self._record(self.state, name, first, last)]
        except Problems as problems:
            return [diagnostic.message for diagnostic in problems.diagnostics]
        except interpreter.Fault as fault:  # the files are read again for it and may have changed
            return [f'There is no scenario "{name}": as the files are now, {fault.diagnostic.message}.']

    def _leave(self) -> bool:
        """Offer to save unsaved play; return whether the person leaves.

        If saving was wanted and fails, they stay."""
        if self._saved_at == self.state.decisions:
            self._screen.note("The game is saved as it is.")
            return True
        reply = self._screen.listen(f"Save first? {self._lost()} [yes/no/back] ").strip().casefold()
        if reply in {"", "y", "yes"}:
            self._screen.note(self._try_to_save(""))
            if self._saved_at == self.state.decisions:
                return True
        elif reply in {"n", "no"}:
            return True
        self._screen.note("The game continues.")
        return False

    def _lost(self) -> str:
        """Say what is lost without saving."""
        if self._saved_at is None:
            return "Unsaved games are lost." if self._keep is None else "It is kept as it was at this decision."
        since = self.state.decisions - self._saved_at
        return f"Unsaved decisions are lost: {since}."

    def _hand_over(self, person: int) -> bool:
        """Pass the screen to another person, if they see anything the others may not."""
        needed = self._looking != person and len(self._people) > 1 and self._anything_hidden(person)
        if needed:
            self._screen.hand_over(self.state.player_names[person])
        self._looking = person
        return needed

    def _anything_hidden(self, person: int) -> bool:
        """Whether the people see different things."""
        request = self.state.request
        asleep = self.state.inspect.asleep
        mine = _open(self.state.view(person), asleep)
        others = (self.state.view(other) for other in self._people if other != person)
        return bool(request and request.private) or any(_open(view, asleep) != mine for view in others)


def _open(view: Mapping[str, object], asleep: Container[str]) -> tuple[object, object]:
    """Return what a person sees of the table.

    Values that no rule needs just now are no secret."""
    table = view.get("table")
    used = {name: value for name, value in table.items() if name not in asleep} if isinstance(table, Mapping) else table
    return used, view.get("zones")


def _all_refusals(request: Request) -> list[str]:
    lines = [f"{refusal.label}: {refusal.reason}" for refusal in request.refused]
    return lines or ["Nothing is refused: everything that could be chosen here is in the list."]
