"""OpenSpiel's Python game interface.

In: a game. Out: a pyspiel.Game with explicit chance. Layer: tools. A decision is replayed with every sequence of numbers that
chance can produce in it, one number per chance node; the index of a choice is its action.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy
import pyspiel

import interpreter
from interpreter import Game, State

from .observing import Observer

SAMPLES = 30  # random games from which bounds are estimated
LONGEST = 100_000


def made(
    game: str | Path, players: int | None, variants: Sequence[str | Path], options: Mapping[str, object] | None,
    actions: int | None,
) -> SpielGame:  # fmt: skip
    loaded = interpreter.load(game, variants, options or {})
    number = players if players is not None else loaded.default_players

    class Loaded(SpielGame):
        """The game as OpenSpiel creates it by name. A class, as the library expects: it outlives the registry."""

        def __init__(self, params: object = None) -> None:  # noqa: ARG002 - OpenSpiel passes it
            super().__init__(loaded, number, actions)

    found = Loaded()
    if found.get_type().short_name not in pyspiel.registered_names():  # OpenSpiel's own tests load a game by name
        pyspiel.register_game(found.get_type(), Loaded)
    return found


class Bounds:
    """Estimates from random games: the outcomes of chance, and whether the scores can serve as returns."""

    def __init__(self, game: Game, players: int) -> None:
        self.outcomes, self.highest, self.scored = 1, 0, True
        for seed in range(SAMPLES):
            state, pick = game.start(players, events=False, chance=[]), Random(seed)
            while (request := state.request) is not None and state.decisions < game.turn_limit:
                self._ask(state)
                state.engine.script_chance([pick.randrange(2) for _ in range(50)])
                state.take(pick.randrange(len(request.choices)))
            self._ask(state)
            scores = state.result.scores if state.result is not None else {}
            self.scored = self.scored and bool(scores) and sum(scores.values()) == 0
            self.highest = max([self.highest, *map(abs, scores.values())])

    def _ask(self, state: State) -> None:
        self.outcomes = max([self.outcomes, *state.engine.chance_asked])


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # the library has no types
    def __init__(self, game: Game, players: int, actions: int | None) -> None:
        self.rules, self.players = game, players
        self.observer, self.bounds = Observer(game, players), Bounds(game, players)
        most = float(4 * self.bounds.highest) if self.bounds.scored else 1.0
        kind = pyspiel.GameType(
            short_name=f"rulewright_{game.name.replace('-', '_')}", long_name=game.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL, chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION, utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=players, min_num_players=players,
            provides_information_state_string=True, provides_information_state_tensor=False,
            provides_observation_string=True, provides_observation_tensor=True, parameter_specification={},
        )  # fmt: skip
        info = pyspiel.GameInfo(
            num_distinct_actions=actions or 2 * self.observer.most_choices, max_chance_outcomes=self.bounds.outcomes,
            num_players=players, min_utility=-most, max_utility=most, utility_sum=0.0,
            max_game_length=min(game.turn_limit, LONGEST),
        )  # fmt: skip
        super().__init__(kind, info, {})

    @property
    def observation_names(self) -> tuple[str, ...]:
        """Describe each number of an observation tensor."""
        return self.observer.names

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> SpielObserver:  # noqa: ARG002 - of OpenSpiel
        return SpielObserver(self.observer, iig_obs_type)


@dataclass(frozen=True, slots=True)
class Moment:
    """The step being taken, and the chance outcomes in it so far. Immutable."""

    rules: Game
    players: int
    scored: bool
    before: State | None = None  # None: the set-up
    number: int = 0
    script: tuple[int, ...] = ()

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def stepped(self) -> State:
        if self.before is None:
            return self.rules.start(self.players, chance=self.script)
        state = self.before.clone()
        state.engine.script_chance(self.script)
        state.take(self.number)
        return state


class Reached:
    """The result of a moment. Read-only, so that copies can share it."""

    def __init__(self, moment: Moment) -> None:
        self.moment, self.state = moment, moment.stepped()
        asked, script = self.state.engine.chance_asked, moment.script
        self.asked = asked[len(script)] if len(asked) > len(script) else None  # outcomes of a pending chance node

    def __deepcopy__(self, memo: object) -> Reached:
        return self


class SpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._at = Reached(Moment(game.rules, game.players, game.bounds.scored))

    @property
    def now(self) -> State:
        return self._at.state

    def current_player(self) -> int:
        if self._at.asked is not None:
            return int(pyspiel.PlayerId.CHANCE)
        request = self.now.request
        return int(pyspiel.PlayerId.TERMINAL) if request is None else request.player

    def _legal_actions(self, player: int) -> list[int]:
        request = self.now.request
        return list(range(len(request.choices))) if request is not None and request.player == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        asked = self._at.asked
        assert asked is not None
        return [(number, 1 / asked) for number in range(asked)]

    def _apply_action(self, action: int) -> None:
        moment = self._at.moment
        if self._at.asked is not None:
            moment = replace(moment, script=(*moment.script, action))
        else:
            moment = replace(moment, before=self.now, number=action, script=())
        self._at = Reached(moment)

    def _action_to_string(self, player: int, action: int) -> str:
        request = self.now.request
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return request.choices[action].label if request is not None and action < len(request.choices) else str(action)

    def is_terminal(self) -> bool:
        return self._at.asked is None and self.now.request is None

    def returns(self) -> list[float]:
        result = self.now.result if self.is_terminal() else None
        players = range(self._at.moment.players)
        if result is None:
            return [0.0 for _ in players]
        if self._at.moment.scored:
            return [float(result.scores.get(player, 0)) for player in players]
        winners, losers = result.winners, len(players) - len(result.winners)
        if not winners or not losers:
            return [0.0 for _ in players]
        return [1 / len(winners) if player in winners else -1 / losers for player in players]

    def __str__(self) -> str:
        names = [f"{self.now.player_names[made.player]}: {made.choice}" for made in self.now.history]
        return f"{'; '.join(names)} {self._at.moment.script} {self.now.view(None)['table']}"


class SpielObserver:
    """A player's view as a vector and as a text; with the log for perfect recall."""

    def __init__(self, observer: Observer, kind: Any) -> None:
        self._observer = observer
        self._remembers = kind is not None and kind.perfect_recall
        self.tensor = numpy.zeros(observer.size, numpy.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = self._observer.vector(state.now, player)

    def string_from(self, state: SpielState, player: int) -> str:
        told = state.now.events_for(player) if self._remembers else []
        request = state.now.request
        return f"{player} {request.rule if request is not None else ''} {state.now.view(player)} {told}"
