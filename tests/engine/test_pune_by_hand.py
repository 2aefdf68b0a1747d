"""A second Discover Pune, written by hand from the clauses, is given the same chance and the same decisions.

At every decision the same player must have the same choices, and at the end the scores and the winners must be the same. A
third one, in C by hand, is compared with the rules in C: the number of choices at every decision, and how whole games end.
"""

import random
from collections.abc import Sequence

import pytest

import interpreter
from benchmarks import pune_in_c
from benchmarks.pune import Choice, Pune
from interpreter import Request
from tests.support.sampling import sampled

SEEDS = range(40)
MOST = 1500  # decisions of a game that are followed


def ours(request: Request) -> list[Choice]:
    """Menus by their names, things and amounts by their numbers, as the other game has them."""
    return [_known(choice, request.kind == "menu") for choice in request.choices]


def _known(choice: interpreter.Choice, by_name: bool) -> Choice:
    assert isinstance(choice.value, int | None)
    return choice.value if choice.value is None or not by_name else choice.name


def as_set(choices: Sequence[Choice]) -> list[str]:
    return sorted(map(repr, choices))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_both_games_offer_and_end_the_same(players: int) -> None:
    game = interpreter.load("discover-pune")
    for seed in sampled(list(SEEDS), 2, f"pune by hand {players}"):
        follow(game, players, seed)


def follow(game: interpreter.Game, players: int, seed: int, most: int = MOST) -> None:
    state, other, chance = (
        game.start(players=players, seed=seed, events=False),
        Pune(players, seed),
        random.Random(seed),
    )
    for number in range(most):
        request = state.request
        here = f"{players} players, seed {seed}, decision {number}"
        assert (request is None) == other.over, here
        if request is None:
            break
        here += f", {request.name} of {request.rule}"
        assert request.player == other.player, here
        assert as_set(ours(request)) == as_set(other.choices), here
        choice = chance.choice(list(other.choices))
        state.take(ours(request).index(choice))
        other.choose(choice)
    if other.over:
        assert state.result is not None
        assert state.result.scores == {player: other.score(player) for player in range(players)}
        assert list(state.result.winners) == other.winners()


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_game_by_hand_in_c_has_as_many_choices_at_every_decision(players: int) -> None:
    game = interpreter.load("discover-pune")
    game.native()
    for seed in sampled(list(SEEDS), 2, f"pune by hand in C {players}"):
        ours, theirs, chance = (
            game.start(players=players, seed=seed, events=False, engine="native"),
            pune_in_c.Game(players, seed),
            random.Random(seed),
        )
        for number in range(MOST):
            many = ours.choice_count
            assert many == theirs.choices, f"{players} players, seed {seed}, decision {number}"
            if not many:
                break
            choice = chance.randrange(many)
            ours.take(choice)
            theirs.choose(choice)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_whole_games_in_c_by_hand_end_alike(players: int) -> None:
    seeds = range(100)
    ours = interpreter.load("discover-pune").play_many(seeds, players=players)
    assert pune_in_c.played(players, seeds, 1_000_000) == [
        (one.decisions, [one.scores[player] for player in range(players)]) for one in ours
    ]
