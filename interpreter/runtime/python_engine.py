"""The Python engine: a position with questions, decisions, views, events and a result.

In: linked Code, a number of players, a seed. Out: requests, decisions, views, events, saves. Layer: runtime. All data is in
`Position`; English text comes from `labels`, `refusals`, `event_log` and `views`. Who plays gets a `State`, which has this
engine or the one in C behind it.
"""

from __future__ import annotations

import random as python_random
import weakref
from collections.abc import Sequence
from typing import Any

from interpreter.runtime import machine
from interpreter.runtime.chance import script
from interpreter.runtime.event_log import tell_decision
from interpreter.runtime.events import Event
from interpreter.runtime.hidden_questions import answered, could_have_been_asked, hidden_from, moments_for
from interpreter.runtime.history import Decision, history
from interpreter.runtime.invariants import hold, hold_on
from interpreter.runtime.position import Position
from interpreter.runtime.requests import Choice, Request, free_choice, option_choice
from interpreter.runtime.result import Luck, Result
from interpreter.runtime.saving import save
from interpreter.runtime.secret_guesses import unseen_by
from interpreter.runtime.secret_turns import keep_opening, seen_in_secret
from interpreter.runtime.simultaneous import next_sealed, open_questions
from interpreter.runtime.tables import Made, Value
from interpreter.runtime.things import thing_of
from interpreter.runtime.views import seen_value, view
from interpreter.runtime.why import why_not


class PythonEngine(Position):
    """A game in progress, played by the generated Python."""

    __slots__ = ()

    @property
    def position(self) -> PythonEngine:
        return self

    # ---- playing
    @property
    def request(self) -> Request | None:
        """The question to be answered; None when the game is over."""
        if self.options is None:
            return None
        request = self.current_request() if self.current_request is not None else None
        if not isinstance(request, Request) or not request.is_put_by(self):
            request = Request(self)
            self.current_request = weakref.ref(request)
        return request

    def request_for(self, player: int | None) -> Request | None:
        """The question to be answered by this player; None if they have nothing to decide."""
        if self.options is not None and self.actor == player:
            return self.request
        asked = open_questions(self).get(player) if player is not None else None
        return None if asked is None else Request(asked)

    @property
    def open_requests(self) -> tuple[Request, ...]:
        """All questions that can be answered now.

        In `secretly each` those of all who have not decided, else one."""
        found = (self.request_for(player) for player in open_questions(self))
        return tuple(request for request in found if request is not None)

    def _go_on(self) -> None:
        """Detach the current request: anyone who still holds it keeps a snapshot."""
        request = self.current_request() if self.current_request is not None else None
        if isinstance(request, Request) and request.is_put_by(self):
            request.hold()
        self.current_request = None

    def choose(self, choice: Choice | int | str) -> None:
        """Answer the question.

        A Choice, its number (for amounts: the amount), or its name or label."""
        if self.options is None:
            raise ValueError("the game is over: there is nothing to decide")
        self.decide(*self.picked(choice, self.options))

    def answer_for(self, player: int, choice: Choice | int | str) -> None:
        """Answer the question to this player.

        In `secretly each` players answer in any order; an answer given before the machine asks is sealed until then."""
        if self.options is not None and self.actor == player:
            self.choose(choice)
            return
        asked = open_questions(self).get(player)
        if asked is None or asked.options is None:
            raise ValueError(f"there is nothing to decide for {self.player_names[player]}")
        self.sealed = (*self.sealed, Made(asked.site, *asked.picked(choice, asked.options), player))

    @property
    def choice_count(self) -> int:
        """The number of choices, free actions included; 0 when the game is over."""
        return 0 if self.options is None else len(self.options) + len(self.free)

    @property
    def deciding(self) -> int | None:
        """The player who decides; None when the game is over."""
        return None if self.options is None else self.actor

    def take(self, number: int) -> None:
        """Answer with the choice of this number, counted from 0, whatever the question."""
        options = self.options
        if options is None or not 0 <= number < len(options) + len(self.free):
            raise ValueError(f"there is no choice number {number}")
        beside = number - len(options)
        self.decide(*((options[number], False) if beside < 0 else (self.free[beside], True)))

    def decide(self, option: Value, free: bool) -> None:
        self.windows, self.moments = (), ()
        self._decide_one(option, free)

    def _decide_one(self, option: Value, free: bool) -> None:
        self._go_on()
        blind = hidden_from(self)
        if self.secret_turn_of is not None:
            keep_opening(self)
        self.decided.append(Made(self.site, option, free, self.actor))
        if self.log is not None:
            label = (
                free_choice(self, option).label
                if free and isinstance(option, int)
                else option_choice(self, option).label
            )
            tell_decision(self, label, option, None if free else thing_of(self, option), free)
        if self.secret_causes:
            answered(self, blind)
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
                self._decide_one(given.option, given.free)

    def picked(self, choice: Choice | int | str, options: Sequence[Value]) -> tuple[Value, bool]:
        if isinstance(choice, bool):
            raise ValueError("yes and no are not choices: give a choice, its number or its name")
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
            return self.picked(int(words), request.options)
        for found in request.choices[len(request.options) if request.is_range else 0 :]:
            if words in (found.name, found.label):
                return found.value, found.free
        raise ValueError(f"{words} is not among the choices")

    def play_out(self, generator: python_random.Random | None = None, most: int = 1_000_000) -> int:
        """Play random decisions to the end; return their number.

        Builds no texts or requests."""
        self._go_on()
        return machine.play_out(self, (generator or python_random.Random(self.seed)).random, most)

    def play_on(self, generator: Luck, most: int) -> int:
        """Play at most `most` random decisions; return how many were made."""
        self._go_on()
        return machine.play_out(self, generator.random, most, to_the_end=False)

    # ---- looking
    @property
    def result(self) -> Result | None:
        return Result(self.winners, dict(self.scores), self.out, dict(self.sheet)) if self.over else None

    @property
    def decisions(self) -> int:
        return len(self.decided)

    @property
    def history(self) -> tuple[Decision, ...]:
        """Every decision so far, by names."""
        return history(self)

    def redealt(self, player: int, seed: int) -> PythonEngine:
        """Redeal everything hidden from a player (determinization).

        The state looks the same to that player."""
        return unseen_by(self, player).dealt(seed)

    def script_chance(self, outcomes: Sequence[int]) -> None:
        """Script chance: use these outcomes in order, and then 0.

        Each is below the bound asked for."""
        script(self, outcomes)

    @property
    def chance_asked(self) -> tuple[int, ...]:
        """The bounds that chance was asked for since it was scripted."""
        return tuple(self.forced["asked"]) if self.forced is not None else ()

    def by_chance_from(self, generator: int) -> None:
        """Reseed chance with this generator state (not 0) and reset its count."""
        self.random, self.chance_count = generator, 0

    def worth(self, player: int) -> int | None:
        """The value of the position for a player, if the rules have a value `for bots`."""
        judge = self.code.JUDGE
        return None if judge is None else machine.at_once(self, judge, self, player)

    def view(self, player: int | None) -> dict[str, Any]:
        seen = self.as_seen(player)
        return machine.at_once(seen, view, seen, player)

    def seen(self, player: int | None, name: str) -> Any:
        """One value of `view(player)["table"]`, without the rest.

        None if the player may not see it."""
        seen = self.as_seen(player)
        return machine.at_once(seen, seen_value, seen, player, name)

    def as_seen(self, player: int | None) -> PythonEngine:
        """The table as this player may see it.

        For a player who may not notice the current question, as it was before the rules read the secret that led to it. In
        `secretly each`: when the loop began, with what is the player's own as it is now."""
        now = self.last_seen.get(player, self) if self.secret_causes and player in hidden_from(self) else self
        return now if now.secret_turn_of is None else seen_in_secret(now, player)

    @property
    def events(self) -> Sequence[Event]:
        return tuple(self.log or ())

    def events_for(self, player: int | None, since: int = 0) -> list[str]:
        """The log as a player (None: a spectator) sees it, from event number `since` on."""
        told = (event.told_to(player) for event in (self.log or ())[since : self.events_known(player)])
        return [text for text in told if text]

    def events_known(self, player: int | None) -> int:
        """The number of events that a player may know of.

        The rest follow with the next open question."""
        held_back = self.last_seen.get(player) if player in hidden_from(self) else None
        return len(self.log or ()) if held_back is None else held_back.told

    def moments_for(self, player: int | None) -> tuple[PythonEngine, ...]:
        """The tables to show the player between the last decision and `view`.

        One for each time the rules read something that the player may not know, to decide whether to ask someone. Nobody was
        asked, or the player may not notice it; so show these tables first, each for as long as a player might have thought."""
        return tuple(self._at(moment) for moment in moments_for(self, player))

    def moments_of_all(self) -> tuple[PythonEngine, ...]:
        """The tables that are to be shown to somebody since the last decision."""
        moments = [moment for _, moment in self.moments]
        before = [None, *moments]
        return tuple(self._at(now) for then, now in zip(before, moments, strict=False) if now is not then)

    def _at(self, moment: PythonEngine) -> PythonEngine:
        """A moment with the log as it was then."""
        found = moment.bare_clone()
        found.log = None if self.log is None else self.log[: moment.told]
        return found

    @property
    def could_have_been_asked(self) -> tuple[int, ...]:
        """Players who might have been asked if their own secrets were different.

        Since the last decision."""
        return could_have_been_asked(self)

    @property
    def asleep(self) -> frozenset[str]:
        """Keeps of procedures that are not running now: they are not on the table."""
        running = {self.code.BLOCK_ROUTINE[frame[0]] for frame in self.stack if frame[0] < self.code.idle}
        return frozenset(
            keep.name for keep in self.code.KEEPS if keep.lives_with is not None and keep.lives_with not in running
        )

    def broken_rules(self) -> list[str]:
        """The declared `always` rules that are broken now."""
        return [
            f"{rule.name}: {machine.at_once(self, rule.because, self, None, None)} ({rule.location})"
            for rule in self.code.ALWAYS
            if not machine.at_once(self, rule.holds, self)
        ]

    def hold_always(self, arranged: bool = False) -> None:
        """From now on, fault when a declared `always` rule is broken after a decision.

        With `arranged`, rules that are already broken are waived."""
        hold(self, arranged)

    @property
    def used(self) -> set[str]:
        """The actions, ways, cards, procedures and named steps used so far.

        Cards count if they had an effect."""
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
        """Explain why something is not among the choices: the reason in the rules.

        `in_full`, with the rule itself."""
        return why_not(self.as_seen(player), player, words, in_full)

    # ---- saving
    def save_for(self, player: int | None) -> dict[str, Any]:
        """What one player may keep of a game.

        Their view, their log, and the question if it is theirs."""
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
