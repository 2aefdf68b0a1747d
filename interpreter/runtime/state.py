"""A game in progress, for those who play it: questions, decisions, views, events and a result.

In: an engine. Out: `State`, which has what playing needs; `state.inspect` has what tools look at, `state.engine` how the game
is run; `Seat`, which is all that a bot gets. Layer: runtime; public API.
"""

from __future__ import annotations

import random as python_random
from collections.abc import Callable, Sequence
from typing import Any

from interpreter.runtime.determinization import Unseen
from interpreter.runtime.engine import Engine
from interpreter.runtime.events import Event
from interpreter.runtime.hidden_questions import hidden_from
from interpreter.runtime.history import Decision
from interpreter.runtime.imagined_tables import BotInC, Imagined
from interpreter.runtime.position import Rules, Thinker
from interpreter.runtime.python_engine import PythonEngine
from interpreter.runtime.requests import Choice, Request
from interpreter.runtime.result import Result
from interpreter.runtime.secret_guesses import UnseenInSecret, unseen_by


class State:
    __slots__ = ("_engine",)

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @property
    def inspect(self) -> Inspection:
        """What tools and tests look at beyond what players see."""
        return Inspection(self)

    @property
    def engine(self) -> Engine:
        """How this game is run: its data, chance and random play."""
        return self._engine

    # ---- who plays
    @property
    def player_names(self) -> tuple[str, ...]:
        return self._engine.player_names

    @property
    def automas(self) -> tuple[int, ...]:
        """The seats that the rules play."""
        return self._engine.automas

    @property
    def seed(self) -> int:
        return self._engine.seed

    # ---- questions
    @property
    def request(self) -> Request | None:
        """The question to be answered; None when the game is over."""
        return self._engine.request

    def request_for(self, player: int | None) -> Request | None:
        """The question to be answered by this player; None if they have nothing to decide."""
        return self._engine.request_for(player)

    @property
    def open_requests(self) -> tuple[Request, ...]:
        """All questions that can be answered now.

        In `secretly each` those of all who have not decided, else one."""
        return self._engine.open_requests

    @property
    def choice_count(self) -> int:
        """The number of choices, free actions included; 0 when the game is over."""
        return self._engine.choice_count

    @property
    def deciding(self) -> int | None:
        """The player who decides; None when the game is over."""
        return self._engine.deciding

    def why_not(self, player: int, words: str, in_full: bool = True) -> str:
        """Explain why something is not among the choices: the reason in the rules.

        `in_full`, with the rule itself."""
        return self._engine.why_not(player, words, in_full)

    # ---- decisions
    def choose(self, choice: Choice | int | str) -> None:
        """Answer the question.

        A Choice, its number (for amounts: the amount), or its name or label."""
        self._engine.choose(choice)

    def answer_for(self, player: int, choice: Choice | int | str) -> None:
        """Answer the question to this player.

        In `secretly each` players answer in any order; an answer given before the machine asks is sealed until then."""
        self._engine.answer_for(player, choice)

    def take(self, number: int) -> None:
        """Answer with the choice of this number, counted from 0, whatever the question."""
        self._engine.take(number)

    def play_out(self, generator: python_random.Random | None = None, most: int = 1_000_000) -> int:
        """Play random decisions to the end; return their number.

        The same generator gives other decisions in C."""
        return self._engine.play_out(generator, most)

    def clone(self) -> State:
        return State(self._engine.clone())

    # ---- looking
    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return self._engine.result

    @property
    def decisions(self) -> int:
        return self._engine.decisions

    @property
    def history(self) -> tuple[Decision, ...]:
        """Every decision so far, by names."""
        return self._engine.history

    def view(self, player: int | None) -> dict[str, Any]:
        """The table as this player (None: a spectator) may know it."""
        return self._engine.view(player)

    @property
    def events(self) -> Sequence[Event]:
        return self._engine.events

    def events_for(self, player: int | None, since: int = 0) -> list[str]:
        """The log as a player (None: a spectator) sees it, from event number `since` on."""
        return self._engine.events_for(player, since)

    def seat(self, player: int, engine: str = "auto") -> Seat:
        """What the player may see: the only interface for bots.

        `engine` is the engine they search with."""
        return Seat(lambda: self._engine.position, player, engine)

    # ---- saving
    def save(self) -> dict[str, Any]:
        return self._engine.save()

    def save_for(self, player: int | None) -> dict[str, Any]:
        """What one player may keep of a game.

        Their view, their log, and the question if it is theirs."""
        return self._engine.save_for(player)


class Inspection:
    """A game in progress as tools and tests look at it. Some of it no player may know."""

    __slots__ = ("_engine", "_state")

    def __init__(self, state: State) -> None:
        self._state, self._engine = state, state.engine

    @property
    def game(self) -> Rules:
        return self._engine.position.game

    # ---- the table
    def seen(self, player: int | None, name: str) -> Any:
        """One value of `view(player)["table"]`, without the rest.

        None if the player may not see it."""
        return self._engine.seen(player, name)

    def as_seen(self, player: int | None) -> State:
        """The table as this player may see it.

        For a player who may not notice the current question, as it was before the rules read the secret that led to it. In
        `secretly each`: when the loop began, with what is the player's own as it is now."""
        seen = self._engine.as_seen(player)
        return self._state if seen is self._engine.position else State(seen)

    def notices(self, player: int | None) -> bool:
        """May the player notice that the current question is asked?"""
        return player not in hidden_from(self._engine.position)

    @property
    def asleep(self) -> frozenset[str]:
        """Keeps of procedures that are not running now: they are not on the table."""
        return self._engine.asleep

    def redealt(self, player: int, seed: int) -> State:
        """Redeal everything hidden from a player (determinization).

        The state looks the same to that player."""
        return State(self._engine.redealt(player, seed))

    def worth(self, player: int) -> int | None:
        """The value of the position for a player, if the rules have a value `for bots`."""
        return self._engine.worth(player)

    def key(self) -> tuple[object, ...]:
        """A key of the future.

        States with equal keys have the same one (the generator aside)."""
        return self._engine.key()

    # ---- what happened
    def events_known(self, player: int | None) -> int:
        """The number of events that a player may know of.

        The rest follow with the next open question."""
        return self._engine.events_known(player)

    def moments_for(self, player: int | None) -> tuple[State, ...]:
        """The tables to show the player between the last decision and `view`.

        One for each time the rules read something that the player may not know, to decide whether to ask someone. Nobody was
        asked, or the player may not notice it; so show these tables first, each for as long as a player might have thought."""
        return tuple(map(State, self._engine.moments_for(player)))

    @property
    def moments(self) -> tuple[State, ...]:
        """All such tables since the last decision, whoever may see them."""
        return tuple(map(State, self._engine.moments_of_all()))

    @property
    def could_have_been_asked(self) -> tuple[int, ...]:
        """Players who might have been asked if their own secrets were different.

        Since the last decision."""
        return self._engine.could_have_been_asked

    @property
    def chance_count(self) -> int:
        """How often chance was asked so far."""
        return self._engine.chance_count

    @property
    def used(self) -> set[str]:
        """The actions, ways, cards, procedures and named steps used so far.

        Cards count if they had an effect."""
        return self._engine.used

    def broken_rules(self) -> list[str]:
        """The declared `always` rules that are broken now."""
        return self._engine.broken_rules()


class Seat:
    """What a player may do besides deciding.

    Bots get a seat and the question, never the state."""

    __slots__ = ("_engine", "_moment", "_now", "_thinker", "_unseen", "player")

    def __init__(self, now: Callable[[], PythonEngine], player: int, engine: str = "auto") -> None:
        self._now, self.player, self._engine = now, player, engine  # a function: the current state
        self._moment = -1
        self._unseen: Unseen[PythonEngine] | UnseenInSecret[PythonEngine] | None = None
        self._thinker: Thinker | None = None  # of this seat alone: it works without Python's lock

    def view(self) -> dict[str, Any]:
        """The table as this player may know it."""
        return self._now().view(self.player)

    def events(self, since: int = 0) -> list[str]:
        """The log as this player sees it."""
        return self._now().events_for(self.player, since)

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden from this player now."""
        return self._hidden().nothing

    @property
    def worth_is_known(self) -> bool:
        """Whether the rules say what a position is worth, by a value `for bots`."""
        return self._now().code.JUDGE is not None

    @property
    def rules(self) -> Rules:
        """The game that is played."""
        return self._now().game

    @property
    def seats(self) -> int:
        return self._now().count

    def redealt(self, seed: int) -> State:
        """Redeal everything hidden from a player (determinization).

        The state looks the same to that player."""
        return State(self._hidden().dealt(seed))

    def in_c(self, imagined: State) -> Imagined | None:
        """A determinized table in C.

        None if the rules are not compiled or the table does not fit."""
        return self._now().game.imagined(imagined.engine.position, self._engine)

    def decided_in_c(self, bot: BotInC, luck: int) -> tuple[int, int] | None:
        """Decide in C as this bot would with this generator.

        The number of the choice, and the generator after it. None if the rules are not compiled, somebody else is asked, or C
        has no room for the question."""
        state = self._now()
        if state.options is None or state.actor != self.player:
            return None
        if self._thinker is None:
            self._thinker = state.game.thinker(self._engine)
        return None if self._thinker is None else self._thinker.decide(state, bot, luck)

    def _hidden(self) -> Unseen[PythonEngine] | UnseenInSecret[PythonEngine]:
        """What is hidden from this player, cached per question."""
        state = self._now()
        if self._unseen is None or self._moment != state.decisions:
            self._moment, self._unseen = state.decisions, unseen_by(state, self.player)
        return self._unseen
