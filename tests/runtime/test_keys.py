"""Chance from a key: known answers, saves, copies, redeals, C; what was seen says nothing about what comes."""

from __future__ import annotations

import hashlib
import json
import random

import pytest

import interpreter
from interpreter import State
from interpreter.runtime import chance, generator
from interpreter.runtime.generator import is_keyed, new_keyed_seed, number_from, parted_seed, seed_for_bots, seeded
from interpreter.runtime.native_engine import NativeEngine
from interpreter.source import Problems

KEY = bytes(range(16))
SEED = 1 << 128 | int.from_bytes(KEY, "big")
PIG = interpreter.load("pig")


def by_hand(key: bytes, draw: int, n: int) -> int:
    """BLAKE2b(key, draw, attempt 0, part 0) mod n, as the reference says."""
    text = hashlib.blake2b(draw.to_bytes(8, "big") + bytes(8), key=key, person=b"chance").hexdigest()
    return int(text, 16) % n


def rolls(state: State, count: int) -> list[int]:
    return [chance.roll_one(state.engine.position, 6) for _ in range(count)]


def played(state: State, decisions: int) -> list[str]:
    for number in range(decisions):
        request = state.request
        if request is None:
            break
        state.choose(number * 7 % len(request.choices))
    return [event.text for event in state.events]


def test_known_answers() -> None:
    state = PIG.table(2, SEED)
    assert rolls(state, 40) == [by_hand(KEY, draw, 6) + 1 for draw in range(40)]
    assert (state.engine.position.random, state.inspect.chance_count) == (0, 40)


def test_each_number_is_as_likely_as_the_others_and_what_is_beyond_is_drawn_again() -> None:
    n = (1 << 511) + 1  # about every second digest is beyond the last multiple, which is n itself
    again = 0
    for draw in range(20):
        heads = [draw.to_bytes(8, "big") + attempt.to_bytes(4, "big") + bytes(4) for attempt in range(64)]
        values = [int(hashlib.blake2b(head, key=KEY, person=b"chance").hexdigest(), 16) for head in heads]
        assert number_from(SEED, draw, n) == next(value for value in values if value < n)
        again += values[0] >= n
    assert again > 0
    assert 0 <= number_from(SEED, 0, 10**300) < 10**300


def test_the_same_key_gives_the_same_game_and_another_one_another() -> None:
    one, same, other = (PIG.start(2, seed) for seed in (SEED, SEED, SEED ^ 1))
    assert played(one, 40) == played(same, 40) != played(other, 40)


def test_no_key_is_drawn_twice() -> None:
    found = {new_keyed_seed() for _ in range(100)}
    assert len(found) == 100
    assert all(is_keyed(seed) and seed.bit_length() == 129 for seed in found)


@pytest.mark.parametrize("seed", [0, 7, -3, 2**53, 2**64 - 1, 2**64, 2**127])
def test_a_short_seed_is_none(seed: int) -> None:
    assert not is_keyed(seed)
    assert seeded(seed) > 0
    assert parted_seed(seed, 5) == seed_for_bots(seed) == seed


def test_a_game_is_saved_copied_and_replayed_with_its_key() -> None:
    state = PIG.start(2, SEED)
    played(state, 9)
    resumed = PIG.resume(json.loads(json.dumps(state.save())))
    copy = state.clone()
    *_, replayed = PIG.replayed(state.save())
    assert played(state, 40) == played(resumed, 40) == played(copy, 40) == played(replayed.clone(), 40)


def test_a_save_whose_generator_is_missing_is_refused() -> None:
    save = PIG.start(2, 5).save()
    save["machine"]["random"] = 0
    with pytest.raises(Problems):
        PIG.resume(save)


def test_another_table_takes_over_the_past_and_gets_a_future_of_its_own() -> None:
    state, other = PIG.table(2, SEED), PIG.table(2, parted_seed(SEED, 20))
    before, after = rolls(state, 20), rolls(state, 40)
    assert rolls(other, 20) == before
    assert rolls(other, 40) != after
    twice = PIG.table(2, parted_seed(other.seed, 30))
    other = PIG.table(2, other.seed)
    assert rolls(twice, 30) == rolls(other, 30)
    assert rolls(twice, 40) != rolls(other, 40)
    seed = SEED
    while seed.bit_length() < generator.MAX_BITS:
        seed = parted_seed(seed, 1)
    with pytest.raises(ValueError, match="too many keys"):
        parted_seed(seed, 1)
    assert PIG.resume(json.loads(json.dumps(PIG.start(2, seed).save()))).seed == seed


def test_a_bots_redeal_has_no_key() -> None:
    game = interpreter.load("dystopolis")
    state, luck = game.start(3, SEED), random.Random(4)
    last_seen = 0
    for _ in range(60):
        assert state.request is not None
        for player in range(3):
            imagined = state.seat(player).redealt(11)
            assert not is_keyed(imagined.seed)
            assert imagined.engine.position.random > 0
            for shadow in imagined.engine.position.last_seen.values():
                last_seen += 1
                assert not is_keyed(shadow.seed)
                assert (shadow.random > 0, shadow.told) == (True, state.engine.position.last_seen[player].told)
            assert str(SEED) not in json.dumps(imagined.save())
        state.choose(luck.choice(state.request.choices))
    assert last_seen


def test_what_bots_are_given_is_not_the_key() -> None:
    assert seed_for_bots(SEED) == seed_for_bots(SEED)
    assert seed_for_bots(SEED) < 1 << 48
    assert seed_for_bots(SEED) != seed_for_bots(SEED ^ 1)


def test_c_leaves_such_a_game_to_python() -> None:
    native, python = PIG.start(2, SEED, engine="native"), PIG.start(2, SEED)
    for number in range(40):
        assert native.request is not None
        assert python.request is not None
        assert native.request.labels == python.request.labels
        choice = number * 7 % len(python.request.choices)
        native.choose(choice)
        python.choose(choice)
    assert isinstance(native.engine, NativeEngine)
    assert native.engine.memory() is None
    assert native.save() == python.save()
    [one] = PIG.play_many([SEED], 2)
    [other] = PIG.play_many([SEED], 2)
    assert (one.decisions, one.winners) == (other.decisions, other.winners)
    assert one.decisions > 0


def test_a_new_chance_leaves_the_key() -> None:
    state = PIG.start(2, SEED)
    state.engine.by_chance_from(seeded(5))
    other = PIG.start(2, 5)
    assert rolls(state, 20) == rolls(other, 20)
    state = PIG.table(2, SEED)
    state.engine.script_chance([4, 2])
    assert rolls(state, 3) == [5, 3, 1]
