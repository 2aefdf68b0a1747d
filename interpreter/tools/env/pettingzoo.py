"""PettingZoo's AEC interface.

In: a game. Out: an environment in which the players take turns as the rules ask them. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

import interpreter
from interpreter import State

from .observing import Observer

LARGEST = 1e9


class Environment(AECEnv):  # type: ignore[misc]  # the library has no types
    """Rewards are given at the end: 1 shared by the winners, -1 shared by the others; 0 for all in a draw."""

    metadata = {"name": "rulewright", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, game: str | Path, players: int | None, seed: int, variants: Sequence[str | Path],
        options: Mapping[str, object] | None, actions: int | None,
    ) -> None:  # fmt: skip
        super().__init__()
        self._game = interpreter.load(game, variants, options or {})
        self._players = players if players is not None else self._game.default_players
        self._seed = seed
        self._observer = Observer(self._game, self._players)
        self._actions = actions or 2 * self._observer.most_choices
        self._state: State = self._game.start(self._players, seed, events=False)
        self.possible_agents = list(self._state.player_names)
        self.render_mode = "ansi"
        self._spaces = {agent: self._space() for agent in self.possible_agents}
        self._action_spaces = {agent: Discrete(self._actions) for agent in self.possible_agents}

    def _space(self) -> Dict:
        looks = Box(-LARGEST, LARGEST, (self._observer.size,), numpy.float32)
        return Dict({"observation": looks, "action_mask": Box(0, 1, (self._actions,), numpy.int8)})

    @property
    def observation_names(self) -> tuple[str, ...]:
        """Describe each number of an observation. The same game, variants, options and players give the same names."""
        return self._observer.names

    def observation_space(self, agent: str) -> Dict:
        return self._spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002 - of PettingZoo
        self._seed = seed if seed is not None else self._seed
        self._state = self._game.start(self._players, self._seed, events=False)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        player = self.possible_agents.index(agent)
        request = self._state.request
        mask = numpy.zeros(self._actions, numpy.int8)
        if request is not None and request.player == player:
            mask[: len(request.choices)] = 1
        looks = self._observer.vector(self._state, player)
        return {"observation": numpy.array(looks, numpy.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        assert action is not None
        self._state.take(int(action))
        self._clear_rewards()
        if self._state.request is None:
            self._pay_out()
        elif self._state.decisions >= self._game.turn_limit:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def _pay_out(self) -> None:
        result = self._state.result
        self.terminations = dict.fromkeys(self.agents, True)
        winners = result.winners if result is not None else ()
        losers = len(self.agents) - len(winners)
        for player, agent in enumerate(self.possible_agents):
            if winners and losers:
                self.rewards[agent] = 1 / len(winners) if player in winners else -1 / losers

    def _select(self) -> None:
        request = self._state.request
        if request is not None:
            self.agent_selection = self.possible_agents[request.player]

    def render(self) -> str:
        return "\n".join(" ".join(row) for part in interpreter.tabletop(self._state, None) for row in part.rows)

    def close(self) -> None:
        """Do nothing: no resources are held."""
