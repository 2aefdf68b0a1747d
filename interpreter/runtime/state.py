"""The State: a position as the public API gives it, with questions, decisions, views, events and a result.

In: linked Code, a number of players, a seed. Out: requests, decisions, views, events, saves. Layer: runtime. All data is in
`Position`; what is told in English is made in `labels`, `refusals`, `telling` and `views`.
"""

from __future__ import annotations

import random as python_random
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from interpreter.runtime import machine
from interpreter.runtime.chance import script
from interpreter.runtime.events import Event
from interpreter.runtime.history import Decision, history
from interpreter.runtime.holding import hold, hold_on
from interpreter.runtime.imagined import Imagined
from interpreter.runtime.position import Position
from interpreter.runtime.redeal import Unseen, redealt
from interpreter.runtime.requests import Choice, Request, free_choice, option_choice
from interpreter.runtime.saving import save
from interpreter.runtime.silence import could_have_been_asked, hidden_from, remember
from interpreter.runtime.tables import Made, Value
from interpreter.runtime.telling import tell_decision
from interpreter.runtime.things import thing_of
from interpreter.runtime.together import next_sealed, open_questions
from interpreter.runtime.views import seen_value, view
from interpreter.runtime.why import why_not


class Luck(Protocol):
    """Where numbers between 0 and 1 come from, such as a random.Random."""

    def random(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: who won (several share, none is a draw), the scores and the rows of the sheet, if it has some."""

    winners: tuple[int, ...]
    scores: dict[int, int]
    out: tuple[int, ...] = ()
    sheet: dict[str, dict[int, int]] = field(default_factory=dict)  # what the rules write down beside: by row and seat


class State(Position):
    __slots__ = ()

    # ---- playing
    @property
    def request(self) -> Request | None:
        """The question that waits for an answer; None when the game is over."""
        if self.options is None:
            return None
        request = self._request() if self._request is not None else None
        if not isinstance(request, Request) or not request.is_put_by(self):
            request = Request(self)
            self._request = weakref.ref(request)
        return request

    def request_for(self, player: int | None) -> Request | None:
        """The question that waits for this player, and nobody else's; None when there is nothing to decide."""
        if self.options is not None and self.actor == player:
            return self.request
        asked = open_questions(self).get(player) if player is not None else None
        return None if asked is None else Request(asked)

    @property
    def open_requests(self) -> tuple[Request, ...]:
        """Every question that can be answered now: in `secretly each` those of all who have not decided, else one."""
        found = (self.request_for(player) for player in open_questions(self))
        return tuple(request for request in found if request is not None)

    def _go_on(self) -> None:
        """Whoever still holds the question keeps it as it was."""
        request = self._request() if self._request is not None else None
        if isinstance(request, Request) and request.is_put_by(self):
            request.hold()
        self._request = None

    def choose(self, choice: Choice | int | str) -> None:
        """Answers the question: a Choice, its number (for amounts: the amount), or its name or label."""
        if self.options is None:
            raise ValueError("the game is over: there is nothing to decide")
        self._decide(*self._picked(choice, self.options))

    def answer_for(self, player: int, choice: Choice | int | str) -> None:
        """Answers the question that waits for this player. In `secretly each` everybody answers when they like; what comes
        before the machine asks is kept sealed until then."""
        if self.options is not None and self.actor == player:
            self.choose(choice)
            return
        asked = open_questions(self).get(player)
        if asked is None or asked.options is None:
            raise ValueError(f"there is nothing to decide for {self.player_names[player]}")
        self.sealed = (*self.sealed, Made(asked.site, *asked._picked(choice, asked.options), player))

    @property
    def choice_count(self) -> int:
        """How many choices there are, free actions included; none when the game is over."""
        return 0 if self.options is None else len(self.options) + len(self.free)

    @property
    def deciding(self) -> int | None:
        """The player who decides; None when the game is over."""
        return None if self.options is None else self.actor

    def take(self, number: int) -> None:
        """Answers with the choice of this number, counted from 0, whatever is asked."""
        options = self.options
        if options is None or not 0 <= number < len(options) + len(self.free):
            raise ValueError(f"there is no choice number {number}")
        beside = number - len(options)
        self._decide(*((options[number], False) if beside < 0 else (self.free[beside], True)))

    def _decide(self, option: Value, free: bool) -> None:
        self._go_on()
        remember(self)
        self._decisions.append(Made(self.site, option, free, self.actor))
        if self.log is not None:
            label = free_choice(self, option).label if free and isinstance(option, int) else option_choice(self, option).label
            tell_decision(self, label, option, None if free else thing_of(self, option), free)
        self.rejected = ()
        if free and isinstance(option, int):
            machine.decide_free(self, option)
        else:
            machine.decide(self, option)
        if self.held is not None:
            hold_on(self)
        if self.sealed:
            given = next_sealed(self)
            if given is not None:
                self._decide(given.option, given.free)

    def _picked(self, choice: Choice | int | str, options: Sequence[Value]) -> tuple[Value, bool]:
        if isinstance(choice, bool):
            raise ValueError("yes and no are no choices: give a choice, its number or its name")
        if isinstance(choice, Choice):
            if choice.value not in (self.free if choice.free else options):
                raise ValueError(f"{choice.label} is not among the choices")
            return choice.value, choice.free
        request = Request(self)
        if isinstance(choice, int) and request.kind == "amount":
            if choice not in options:
                raise ValueError(f"{choice} is not among the choices")
            return choice, False
        if isinstance(choice, int):
            if not 0 <= choice < len(options) + len(self.free):
                raise ValueError(f"there is no choice number {choice}")
            number = choice - len(options)
            return (options[choice], False) if number < 0 else (self.free[number], True)
        return self._named(choice, request)

    def _named(self, words: str, request: Request) -> tuple[Value, bool]:
        if request.kind == "amount" and words.lstrip("-").isdigit():
            return self._picked(int(words), request.options)
        for found in request.choices[len(request.options) if request.is_range else 0 :]:
            if words in (found.name, found.label):
                return found.value, found.free
        raise ValueError(f"{words} is not among the choices")

    def play_out(self, generator: python_random.Random | None = None, most: int = 1_000_000) -> int:
        """Plays on at random to the end; gives the number of decisions. Nothing is made that nobody looks at."""
        self._go_on()
        return machine.play_out(self, (generator or python_random.Random(self.seed)).random, most)

    def play_on(self, generator: Luck, most: int) -> int:
        """Plays on at random, at most so many decisions; gives how many they were."""
        self._go_on()
        return machine.play_out(self, generator.random, most, to_the_end=False)

    # ---- looking
    @property
    def result(self) -> Result | None:
        return Result(self.winners, dict(self.scores), self.out, dict(self.sheet)) if self.over else None

    @property
    def decisions(self) -> int:
        return len(self._decisions)

    @property
    def history(self) -> tuple[Decision, ...]:
        """Every decision so far, by names."""
        return history(self)

    def seat(self, player: int, engine: str = "auto") -> Seat:
        """What the player may look at: the one door for bots. The engine is the one in which they think."""
        return Seat(lambda: self, player, engine)

    def redealt(self, player: int, seed: int) -> State:
        """A state that looks the same to the player, with what is hidden from the player dealt anew."""
        return redealt(self, player, seed)

    def script_chance(self, outcomes: Sequence[int]) -> None:
        """From here on chance brings these numbers, each below what it is asked for, and then 0."""
        script(self, outcomes)

    @property
    def chance_asked(self) -> tuple[int, ...]:
        """Since chance is scripted: for a number below which it was asked, each time."""
        return tuple(self.forced["asked"]) if self.forced is not None else ()

    def by_chance_from(self, generator: int) -> None:
        """From here on chance follows this number (not 0), as if nothing had been left to it so far."""
        self.random, self.chance_count = generator, 0

    def worth(self, player: int) -> int | None:
        """How well the player stands, if the rules have a value `for bots`."""
        judge = self.code.JUDGE
        return None if judge is None else machine.at_once(self, judge, self, player)

    def view(self, player: int | None) -> dict[str, Any]:
        seen = self.as_seen(player)
        return machine.at_once(seen, view, seen, player)

    def seen(self, player: int | None, name: str) -> Any:
        """One value of `view(player)["table"]`, without the rest; None when the player may not know it."""
        seen = self.as_seen(player)
        return machine.at_once(seen, seen_value, seen, player, name)

    def as_seen(self, player: int | None) -> State:
        """This state, or for somebody who may not notice the present question, the table as that player last saw it."""
        if not self.hush or player not in hidden_from(self):
            return self
        return self.shadows.get(player, self)

    @property
    def events(self) -> Sequence[Event]:
        return tuple(self.log or ())

    def events_for(self, player: int | None, since: int = 0) -> list[str]:
        """What a player (None: a spectator) was told, from event number `since` on."""
        told = (event.told_to(player) for event in (self.log or ())[since : self.events_known(player)])
        return [text for text in told if text]

    def events_known(self, player: int | None) -> int:
        """How many of the events a player can have been told of; the rest come out with the next open question."""
        seen = self.as_seen(player)
        return len(self.log or ()) if seen is self else seen.told

    @property
    def could_have_been_asked(self) -> tuple[int, ...]:
        """Those who would have been asked something since the last decision if what they alone know were different."""
        return could_have_been_asked(self)

    @property
    def asleep(self) -> frozenset[str]:
        """What is kept only as long as a procedure runs that does not run now: nobody has it before them."""
        running = {self.code.BLOCK_ROUTINE[frame[0]] for frame in self.stack if frame[0] < self.code.idle}
        return frozenset(keep.name for keep in self.code.KEEPS if keep.lives_with is not None and keep.lives_with not in running)

    def broken_rules(self) -> list[str]:
        """The declared `always` rules that do not hold now."""
        return [
            f"{rule.name}: {machine.at_once(self, rule.because, self, None, None)} ({rule.location})"
            for rule in self.code.ALWAYS
            if not machine.at_once(self, rule.holds, self)
        ]

    def hold_always(self, arranged: bool = False) -> None:
        """From now on a declared `always` rule that does not hold after a decision is a fault. With `arranged`, those that
        do not hold in this position are left alone."""
        hold(self, arranged)

    @property
    def used(self) -> set[str]:
        """The actions and ways taken so far, the cards that were of use, the procedures and named steps that were run."""
        usable = self.code.USABLE
        marks = self.touched.to_bytes(self.touched.bit_length() // 8 + 1, "little")
        touched = {bit for bit in range(8 * len(marks)) if marks[bit >> 3] >> (bit & 7) & 1}
        found = {name for name, bit in usable.bits.items() if bit in touched}
        for number, option, free in {(made.site, made.option, made.free) for made in self.made}:
            site = self.code.SITES[number]
            if isinstance(option, int) and free:
                found.add(self.code.FREE[option].name)
            elif isinstance(option, int) and site.is_menu:
                found.add(site.labels[option].name)
        return found

    def why_not(self, player: int, words: str, in_full: bool = True) -> str:
        """Why something is not among the choices: the reason that the rules give; `in_full`, with the rule itself."""
        return why_not(self.as_seen(player), player, words, in_full)

    # ---- saving
    def save_for(self, player: int | None) -> dict[str, Any]:
        """What one player may keep of a game: the view, what was told, and the question if it is theirs."""
        request = self.request_for(player)
        return {
            "game": self.game.name,
            "variants": list(self.game.variants),
            "options": dict(self.game.option_values),
            "view": self.view(player),
            "events": self.events_for(player),
            "question": None if request is None else [request.prompt, request.labels],
        }

    def save(self) -> dict[str, Any]:
        return save(self)


class Seat:
    """All that the player who sits there may do beside deciding. Bots get a seat and the question, never the state."""

    __slots__ = ("_engine", "_moment", "_now", "_unseen", "player")

    def __init__(self, now: Callable[[], State], player: int, engine: str = "auto") -> None:
        self._now, self.player, self._engine = now, player, engine  # the state, whenever it is looked at
        self._moment = -1
        self._unseen: Unseen[State] | None = None

    def view(self) -> dict[str, Any]:
        """The table as this player may know it."""
        return self._now().view(self.player)

    def events(self, since: int = 0) -> list[str]:
        """What this player was told."""
        return self._now().events_for(self.player, since)

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden from this player now."""
        return self._hidden().nothing

    def redealt(self, seed: int) -> State:
        """A state that looks the same to this player, with what is hidden dealt anew: `State.redealt`."""
        return self._hidden().dealt(seed)

    def in_c(self, imagined: State) -> Imagined | None:
        """A table that this player imagines, in C; None where the rules are not compiled or the table does not fit."""
        return self._now().game.imagined(imagined, self._engine)

    def _hidden(self) -> Unseen[State]:
        """Found once for each question."""
        state = self._now()
        if self._unseen is None or self._moment != state.decisions:
            self._moment, self._unseen = state.decisions, Unseen(state, self.player)
        return self._unseen
