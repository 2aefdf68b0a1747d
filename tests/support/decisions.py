"""Moments of games at which somebody decides: of each kind of decision one, and what a page shows of it."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import interpreter
from interpreter import Game
from interpreter.tools.studio.store import Answer, Setup
from tests.support.sampling import EVERYTHING

RULEBOOKS = ("chartered-by-the-crown", "discover-pune", "dystopolis", "expensive-investments", "tycoon-india-1981")
SETUPS, DECISIONS = (4, 700) if EVERYTHING else (0, 60)  # variants that are tried, each alone; decisions of a game


@cache
def loaded(name: str, variants: tuple[str, ...] = ()) -> Game:
    return interpreter.load(name, list(variants))


@dataclass(frozen=True)
class Moment:
    """A table at a moment: who is asked, and what."""

    setup: Setup
    answers: tuple[Answer, ...]
    seat: int
    token: str
    request: Any


def people_of(game: Game) -> list[str]:
    state = game.start(players=game.default_players, seed=0)
    return [name for seat, name in enumerate(state.player_names) if seat not in state.automas]


def table_of(game: Game, seed: int) -> Setup:
    names = tuple(people_of(game))
    return Setup(
        secrets.token_hex(8), game.name, game.variants, {}, names, ("person",) * len(names), seed, game.fingerprint
    )


def kinds_of_decision(
    name: str, variants: tuple[str, ...], seed: int, seen: set[tuple[str, str, str]]
) -> Iterator[Moment]:
    """A game at random, halted at the first of each kind of decision that was not seen before."""
    game = loaded(name, variants)
    setup = table_of(game, seed)
    state, chance = game.start(seed=seed, names=list(setup.names)), random.Random(f"{name} {seed}")
    answers: list[Answer] = []
    for _ in range(DECISIONS):
        if state.request is None:
            return
        asked = chance.choice(state.open_requests)
        if (name, asked.rule, asked.name) not in seen:
            seen.add((name, asked.rule, asked.name))
            token, request = secrets.token_urlsafe(18), interpreter.request_form(state, asked.player)
            yield Moment(replace(setup, id=secrets.token_hex(8)), tuple(answers), asked.player, token, request)
        choice = chance.choice(asked.choices)
        amount = asked.kind == "amount" and not choice.free and choice.value is not None
        answers.append(Answer(asked.player, str(choice.value) if amount else choice.name))
        state.answer_for(asked.player, answers[-1].answer)


POLLING = (
    50  # milliseconds between two looks at a page; Playwright would look at every frame, and the page would draw each
)
READY = """() => {
  const is = (name) => document.body.classList.contains(name);
  return (is("my-turn") && !is("sending")) || document.querySelector(".scores");
}"""


# The same question may come again, round after round: then only the number of decisions is another one.
ASKED = "() => document.querySelector('#moment-words').textContent + document.querySelector('#decision').innerHTML"
OTHER = f"(before) => ({ASKED})() !== before"
