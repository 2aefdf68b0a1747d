"""Variants together: what `requires` and `excludes` allow loads and plays, and what they do not is refused with the reason.

Every allowed pair is in at least one of the combinations that are played. Those are made as large as possible, so that a few
dozen do for hundreds of pairs; combinations at random come on top.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

import pytest

import interpreter
from interpreter import Fault, Game
from interpreter.data import read_folder
from interpreter.reading import GameReader, the_parser
from interpreter.source import Problems, Reporter, render
from tests.support.sampling import sampled
from tests.support.tables import GAMES, ROOT, at_random

SAMPLE = 3  # of each game, unless everything is tried
AT_RANDOM = 200  # combinations of a game, besides those that cover its pairs
DECISIONS = 30  # made in each of them

Chosen = frozenset[str]


class Relations:
    """What the variants of a game say about each other."""

    def __init__(self, game: str) -> None:
        folder = read_folder(ROOT / "games" / game)
        reader = GameReader(folder, Reporter(), the_parser())
        self.needed: dict[str, Chosen] = {}
        self.excluded: set[Chosen] = set()
        for name, file in folder.variants.items():
            found = [relation for node, _ in reader.variant(file) for relation in node.relations]
            self.needed[name] = frozenset(
                other.name for relation in found if relation.word != "excludes" for other in relation.names
            )
            self.excluded |= {
                frozenset((name, other.name))
                for relation in found
                if relation.word == "excludes"
                for other in relation.names
            }
        self.names = sorted(self.needed)

    def with_needed(self, chosen: Iterable[str]) -> Chosen:
        whole = frozenset(chosen)
        while not (more := frozenset().union(*(self.needed[name] for name in whole))) <= whole:
            whole |= more
        return whole

    def allows(self, chosen: Chosen) -> bool:
        return not any(pair <= chosen for pair in self.excluded)

    def grown(self, chosen: Chosen, chance: random.Random, share: float) -> Chosen:
        """A combination with as many more variants as fit, or a share of them, in a random order."""
        for name in chance.sample(self.names, len(self.names)):
            larger = self.with_needed(chosen | {name})
            if chance.random() < share and self.allows(larger):
                chosen = larger
        return chosen


@cache
def relations(game: str) -> Relations:
    return Relations(game)


def pairs(game: str) -> set[Chosen]:
    rules = relations(game)
    found = (rules.with_needed(pair) for pair in combinations(rules.names, 2))
    return {pair for pair in found if rules.allows(pair)}


@cache
def played_together(game: str) -> list[Chosen]:
    """First those that cover all pairs, then others at random: the same in every run."""
    chance, rules = random.Random(game), relations(game)
    found: list[Chosen] = []
    for pair in sorted(pairs(game), key=sorted):
        if not any(pair <= other for other in found):
            found.append(rules.grown(pair, chance, 1.0))
    sample = (rules.grown(frozenset(), chance, 0.5) for _ in range(AT_RANDOM))
    return list(dict.fromkeys([*found, *(chosen for chosen in sample if len(chosen) > 1)]))


def refused(game: str) -> Iterator[tuple[Chosen, str, str]]:
    """Pairs that exclude each other, with the code and a name in the message."""
    rules = relations(game)
    for pair in sorted(rules.excluded, key=sorted):
        whole = rules.with_needed(pair)
        yield whole, "R0609", min(pair)


TOGETHER = [(game, one) for game in GAMES for one in sampled(played_together(game), SAMPLE, f"together {game}")]
REFUSED = [(game, *one) for game in GAMES for one in sampled(list(refused(game)), SAMPLE, f"refused {game}")]


def load(game: str, chosen: Chosen) -> Game:
    """Not kept: there are too many of them."""
    return interpreter.load(ROOT / "games" / game, sorted(chosen))


def label(value: str | Chosen) -> str:
    """The same in every process: sets have no order of their own."""
    return value if isinstance(value, str) else "+".join(sorted(value))


@pytest.mark.parametrize(("game", "chosen"), TOGETHER, ids=label)
def test_allowed_variants_are_played_together(game: str, chosen: Chosen) -> None:
    chance = random.Random("+".join(sorted(chosen)))
    players = 0
    try:
        loaded = load(game, chosen)
        assert loaded.player_counts, [found.message for found in loaded.refusals(loaded.default_players)]
        players = chance.choice(loaded.player_counts)
        state = loaded.start(players=players, seed=7, events=False)
        while state.request is not None and state.decisions < DECISIONS:
            state.choose(at_random(state, chance))
        assert state.inspect.broken_rules() == [], f"{players} players, after {state.decisions} decisions"
    except Problems as problems:
        pytest.fail("\n".join(render(found) for found in problems.diagnostics), pytrace=False)
    except Fault as fault:
        pytest.fail("\n  ".join([f"{players} players: {render(fault.diagnostic)}", *fault.stack]), pytrace=False)


@pytest.mark.parametrize(("game", "chosen", "code", "name"), REFUSED, ids=label)
def test_other_variants_are_refused_with_the_reason(game: str, chosen: Chosen, code: str, name: str) -> None:
    with pytest.raises(Problems) as refusal:
        load(game, chosen)
    [found] = refusal.value.diagnostics
    told = " ".join([found.message, *(note.message for note in found.notes)])
    assert found.code == code
    assert f'"{name}"' in told


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in GAMES for name in relations(game).names if relations(game).needed[name]]
)
def test_what_a_variant_needs_is_brought_along(game: str, name: str) -> None:
    whole = relations(game).with_needed({name})
    loaded = load(game, frozenset({name}))
    assert set(loaded.variants) == whole
    assert loaded.fingerprint == load(game, whole).fingerprint


@pytest.mark.parametrize("game", GAMES)
def test_every_allowed_pair_is_among_them(game: str) -> None:
    assert all(any(pair <= chosen for chosen in played_together(game)) for pair in pairs(game))
