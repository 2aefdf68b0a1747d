"""Play a scenario at the table: arrange things, script chance, make decisions.

In: an AskableGame, the players and a fresh table; then the parts `given` and `when` of a scenario. Out: the table after them.
Layer: scenario, above load. What cannot be done as written raises Problems at its line.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.ir import rulebook as rb
from interpreter.ir.types import ListOf, Of, Unknown, Zone, element
from interpreter.runtime.hidden_questions import remember
from interpreter.runtime.invariants import hold_on
from interpreter.runtime.labels import name_at_table, option_name
from interpreter.runtime.machine import do_at_once, run
from interpreter.runtime.python_engine import PythonEngine
from interpreter.runtime.requests import Choice
from interpreter.scenario.asking import AskableGame
from interpreter.source import Diagnostic, Note, Problems, Span, did_you_mean
from interpreter.source.fixes import one_of
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write
from interpreter.syntax.scenario import Line, Part

MAX_SHOWN = 30  # choices that a message lists
DECIDING = ("decision", "passing")  # lines with a decision


def wrong(code: str, span: Span, message: str, help: str | None = None, notes: tuple[Note, ...] = ()) -> Problems:
    """Make the Problems to raise when something differs from the scenario."""
    return Problems([Diagnostic(code, message, span, help, notes)])


@dataclass(frozen=True)
class Arranged:
    """Cards that a line of the scenario has put into a zone."""

    line: Line
    stored: rb.Stored
    address: int
    cards: tuple[int, ...]


@dataclass
class Rehearsal:
    askable: AskableGame
    players: tuple[str, ...]
    state: PythonEngine
    line: Line | None = None  # the current line
    last_played: Line | None = None  # the last one under `when`
    since: int = 0  # the first event of the current step
    known: dict[int | None, int] = field(default_factory=dict)  # the same per player: the events each knew then
    played: bool = False  # has anything happened under `when`?
    before: PythonEngine = field(init=False)  # the table before the current step
    arranged: list[Arranged] = field(default_factory=list)
    stacked: list[Arranged] = field(default_factory=list)
    waiting: list[tuple[str, str, Line]] = field(default_factory=list)
    scripted: list[tuple[str, Line]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.before = self.state

    def play(self, part: Part) -> None:
        """Play a part: `given` or `when`."""
        if part.word == "given":
            self.arranged.clear()
            for self.line in part.lines:
                self._arrange(self.line)
            self.before = self.state.clone()
        else:
            self._when(part)

    def trace(self) -> list[str]:
        return [event.text for event in self.state.events[self.since :]]

    # ---- given
    def _arrange(self, line: Line) -> None:
        match line.word:
            case "arrange":
                self._put(line)
            case "stack_pile":
                self._stack(line)
            case "dice" | "picks":
                self._script(line)
            case _:
                self.askable.steps([line.statement], self.players)(self.state)
                self.arranged.clear()  # statements may move arranged cards on purpose

    def _put(self, line: Line) -> None:
        stored, place = self.askable.stored(line.left, self.players)
        if element(stored.keep.type) is None:
            self.askable.steps([n.SetValue(line.span, line.left, line.right)], self.players)(self.state)
            return
        found = Arranged(line, stored, place(self.state), self._list_value(line.right, stored))
        self.askable.put(self.state, stored, found.address, found.cards)
        self._claim(found)

    def _stack(self, line: Line) -> None:
        stored, place = self.askable.stored(line.left, self.players)
        found = Arranged(line, stored, place(self.state), self._list_value(line.right, stored))
        self.askable.stack(self.state, stored, found.address, found.cards)
        self._claim(found)
        self.stacked.append(found)

    def _claim(self, new: Arranged) -> None:
        """Check that no line takes a card which another line has put somewhere."""
        if not isinstance(new.stored.keep.type, Zone):
            return
        kind = new.stored.keep.type.kind
        for old in self.arranged:
            lost = [card for card in old.cards if card in new.cards and old.address != new.address]
            if lost and element(old.stored.keep.type) == Of(kind):
                card = self.state.member_name(kind, lost[0])
                message = f"{card} is already in {write(old.line.left)}, and this line takes it away"
                note = Note("this line put it there", old.line.span)
                raise wrong("R0713", new.line.span, message, "name another card, or another copy of it", (note,))
        self.arranged.append(new)

    def _list_value(self, node: n.Expression, stored: rb.Stored) -> tuple[int, ...]:
        inner = element(stored.keep.type)
        return tuple(self.askable.question(node, self.players, want=ListOf(inner or Unknown())).of(self.state))

    # ---- scripted chance
    def _script(self, line: Line) -> None:
        assert self.state.forced is not None
        for reply in line.replies:
            value = int(reply) if line.word == "dice" else self._picked(reply, line)
            self.state.forced[line.word].append(value)
            self.scripted.append((line.word, line))

    def _picked(self, name: str, line: Line) -> int:
        if name in self.players:
            return self.players.index(name)
        question = self.askable.question(n.Name(line.span, name), self.players)
        return int(question.of(self.state))

    def check_script(self) -> None:
        """Check that all scripted chance was used.

        Otherwise the scenario does not play what it was meant to."""
        forced = self.state.forced or {}
        for word in ("dice", "picks"):
            left = len(forced.get(word, ()))
            if left:
                line = [found for kind, found in self.scripted if kind == word][-left]
                message = f"{left} of the scripted {word} were never used"
                raise wrong("R0704", line.span, message, "remove them, or continue playing")
        for stack in self.stacked if self.played else ():
            if stack.address not in forced["drawn"]:
                message = f"none of the cards that {write(stack.line.left)} starts with was drawn"
                raise wrong("R0704", stack.line.span, message, "remove the line, or continue playing")

    def check_end(self) -> None:
        """Check `always` rules after the last decision, which no question follows."""
        self.line = self.last_played
        if self.line is not None and self.line.word in DECIDING:
            hold_on(self.state, at_the_end=True)

    # ---- when
    def _when(self, part: Part) -> None:
        assert self.state.forced is not None
        if not self.played:
            self.state.forced["drawn"].clear()  # moves that arrange the table do not count as drawn
        self.played = True
        self.state.hold_always(arranged=True)
        self.before = self.state.clone()
        self.since = len(self.state.events)
        self.known = {player: self.state.events_known(player) for player in (*range(self.state.count), None)}
        for self.line in part.lines:
            self._step(self.line)
            hold_on(self.state)
            self.last_played = self.line
        if self.waiting:
            who, reply, line = self.waiting[0]
            raise wrong("R0703", line.span, f"{who} was never asked, so cannot choose {reply}", self.whose())

    def _step(self, line: Line) -> None:
        match line.word:
            case "decision":
                self._decide(line)
            case "passing":
                self.seat(line)
                self._reply(line, "pass")
            case "game_starts":
                self._start()
            case "dice" | "picks":
                self._script(line)
            case _:
                routine, arguments = self.askable.procedure(line.statement, self.players)
                if self.state.options is not None:
                    raise wrong("R0703", line.span, "somebody still has to decide", self.whose())
                self.askable.begin(self.state, routine, arguments(self.state))

    def _start(self) -> None:
        remember(self.state)
        self.state.stack.clear()
        code = self.askable.code
        self.state.stack.append(self.askable.game.frame("play", ()))
        if "set_up" in code.PLAIN:
            do_at_once(self.state, code.PLAIN["set_up"])
        elif "set_up" in code.ROUTINES:
            self.state.stack.append(self.askable.game.frame("set_up", ()))
        run(self.state)
        self.state.hold_always(arranged=True)

    def _decide(self, line: Line) -> None:
        """Apply the replies of a line; several things on one line are the complete choice."""
        seat, site = self.seat(line), -1
        for reply in line.replies:
            asked = self.state.request
            site = self.state.site if asked is not None and asked.several and asked.player == seat else -1
            self._reply(line, reply)
        now = self.state.request
        if site >= 0 and now is not None and now.optional and self.state.site == site and "done" not in line.replies:
            self.state.choose("done")
            self._pump()

    def _reply(self, line: Line, reply: str) -> None:
        asked = self.state.request
        if asked is None:
            raise wrong("R0703", line.span, f"{line.who} is not asked anything now", self.whose())
        if self.players[asked.player] != line.who:
            if not asked.private:
                raise wrong("R0703", line.span, f"{line.who} is not asked anything now", self.whose())
            self.waiting.append((line.who, reply, line))
            return
        self._choose(line, reply)
        self._pump()

    def _pump(self) -> None:
        """Make early secret decisions once they are asked for.

        They may be written in any order."""
        while self.waiting and self.state.request is not None:
            who = self.players[self.state.request.player]
            found = next((entry for entry in self.waiting if entry[0] == who), None)
            if found is None:
                return
            self.waiting.remove(found)
            self._choose(found[2], found[1])

    def _choose(self, line: Line, reply: str) -> None:
        found = self.matching(reply)
        if found is None:
            raise wrong(
                "R0702", line.span, f"{line.who} cannot choose {reply}: {self.refusal(reply)}", self._meant(reply)
            )
        self.state.choose(found)

    def _meant(self, reply: str) -> str:
        """List what is offered, the nearest name first."""
        asked = self.state.request
        names = (
            []
            if asked is None or asked.kind == "amount"
            else [self.choice_in_words(choice) for choice in asked.choices]
        )
        close = did_you_mean(reply, names)
        return f"{close} {self.offer()}" if close else self.offer()

    # ---- questions and choices
    def seat(self, line: Line) -> int:
        if line.who not in self.players:
            help = did_you_mean(line.who, self.players) or one_of("the players are ", self.players, line.who)
            raise wrong("R0703", line.span, f'there is no player "{line.who}"', help)
        return self.players.index(line.who)

    def matching(self, reply: str) -> Choice | int | None:
        """Find the choice that a reply names; None if it is not offered."""
        asked = self.state.request
        assert asked is not None
        if asked.kind == "amount" and reply.lstrip("-").isdigit():
            return int(reply) if int(reply) in asked.options else None
        return next((choice for choice in asked.choices if self.written(reply) in self.words(choice)), None)

    def written(self, reply: str) -> str:
        """Write a reply as its choice is known.

        The items of a set may be named in any order."""
        is_set = self.state.request is not None and self.state.code.SITES[self.state.site].in_any_order
        return " and ".join(sorted(reply.split(" and "))) if is_set else reply

    def words(self, choice: Choice) -> set[str]:
        """The names of a choice, including that of a card which its chooser does not see."""
        own = set()
        if not choice.free:
            own = {option_name(self.state.code, self.state.site, choice.value), name_at_table(self.state, choice.value)}
        return {choice.name, choice.label} | {self.written(name) for name in own}

    def choice_in_words(self, choice: Choice) -> str:
        """Name a choice as a scenario may: players by their names.

        A spot only by its label."""
        if choice.name.isdigit():
            return f'"{choice.label}"'
        is_player = not choice.free and "player_" in choice.name
        return name_at_table(self.state, choice.value) if is_player else choice.name

    def refusal(self, reply: str) -> str:
        asked = self.state.request
        assert asked is not None
        for refusal in asked.refused:
            names = (refusal.name, refusal.label, self._as_players_say(refusal.name))
            if reply in names or self.written(reply) == self.written(refusal.name):
                return refusal.reason
        return "it is not offered"

    def _as_players_say(self, name: str) -> str:
        """The name of something refused, with this table's player names."""
        for number, player in enumerate(self.players, start=1):
            name = " and ".join(player if part == f"player_{number}" else part for part in name.split(" and "))
        return name

    def offer(self) -> str:
        asked = self.state.request
        if asked is None:
            return "nothing is being decided"
        if asked.kind == "amount" and asked.low is not None:
            others = [*(["pass"] if asked.optional else []), *(choice.name for choice in self.free())]
            return f"{asked.name}: {', or '.join([f'{asked.low} to {asked.high}', *others])} is offered"
        shown = ", ".join(self.choice_in_words(choice) for choice in asked.choices[:MAX_SHOWN])
        return f"{asked.name}: {shown} is offered"

    def free(self) -> list[Choice]:
        """The free actions on offer beside the question."""
        asked = self.state.request
        return [] if asked is None else list(asked.choices[len(asked.options) :])

    def whose(self) -> str:
        asked = self.state.request
        if asked is None:
            return "nothing is being decided"
        return f"it is {self.players[asked.player]} who decides {asked.name} now"
