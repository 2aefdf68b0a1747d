"""Chance at a table where people play: nobody can predict it from what was seen, and no page ever gets its key."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from interpreter.runtime.generator import FACTOR, MASK, is_keyed, seeded
from interpreter.source import Problems
from interpreter.tools.studio.live_table import Sitting
from interpreter.tools.studio.offered_games import UnfitError
from interpreter.tools.studio.store import Store
from interpreter.tools.studio.tables import TableRegistry
from tests.support.serving import Listening, Served, served

GAMES = Path(__file__).parents[2] / "games"
SEATS = [{"name": "red", "who": "person"}, {"name": "blue", "who": "person"}]
OLD_SEEDS = 1_000_000


def nobody(words: Sequence[str], _seed: int) -> list[None]:
    return [None] * len(words)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[TableRegistry]:
    store = Store(tmp_path / "studio.sqlite")
    yield TableRegistry({name: GAMES / name for name in ("pig", "kuhn-poker")}, store, nobody, tmp_path)
    store.close()


def roll(sitting: Sitting, count: int) -> list[int]:
    """Always rolls; the numbers of the die, as everybody sees them."""
    for _ in range(count):
        request = sitting.state.request
        assert request is not None
        question = sitting.picture(request.player).rest["request"]["question"]
        sitting.write(sitting.decide(request.player, question, {"choice": 0}))
    texts = [event["text"] for event in sitting.picture(None).log]
    return [int(text.split()[-1]) for text in texts if "the die shows" in text]


def first_rolls(seed: int, wanted: Sequence[int]) -> bool:
    """Does the fast generator bring these numbers of a die first? By hand: it does not use the code that is tested."""
    x = seeded(seed)
    for one in wanted:
        x ^= x >> 12
        x = (x ^ (x << 25)) & MASK
        x ^= x >> 27
        if ((((x * FACTOR) & MASK) >> 32) * 6 >> 32) + 1 != one:
            return False
    return True


def test_no_seed_that_could_be_tried_out_brings_the_same_rolls(hall: TableRegistry) -> None:
    seen = roll(hall.sitting(hall.open_table({"game": "pig", "seats": SEATS})), 12)
    assert len(seen) == 12
    assert [seed for seed in range(OLD_SEEDS) if first_rolls(seed, seen)] == []


def test_a_seed_that_somebody_chose_is_used(hall: TableRegistry) -> None:
    seen = roll(hall.sitting(hall.open_table({"game": "pig", "seats": SEATS, "seed": 41})), 12)
    assert first_rolls(41, seen)
    bots = hall.open_table({"game": "pig", "seats": [{**seat, "who": "random"} for seat in SEATS]})
    assert not is_keyed(hall.setup(bots).seed)


def test_a_server_that_is_started_again_goes_on_with_the_same_chance(hall: TableRegistry) -> None:
    table = hall.open_table({"game": "pig", "seats": SEATS})
    before = roll(hall.sitting(table), 20)
    going_on = hall.sitting(table).state.clone()
    hall.rest(table)
    again = hall.sitting(table)
    assert again.state.save() == going_on.save()
    moment = again.at_moment(0, 11)
    assert [event["text"] for event in moment.log] == [event["text"] for event in again.picture(0).log][
        : len(moment.log)
    ]
    again.go_back(7)
    assert roll(again, 13) == before
    assert str(hall.setup(table).seed) not in repr(hall.setup(table))


def test_another_table_from_here_has_the_same_past_and_another_future(hall: TableRegistry) -> None:
    table = hall.open_table({"game": "pig", "seats": SEATS})
    past = roll(hall.sitting(table), 15)
    forked = hall.sitting(hall.fork(table, 15))
    here, there = roll(hall.sitting(table), 40), roll(forked, 40)
    assert here[:15] == there[:15] == past
    assert here != there
    plain = hall.open_table({"game": "pig", "seats": SEATS, "seed": 5})
    roll(hall.sitting(plain), 15)
    assert roll(hall.sitting(hall.fork(plain, 15)), 20) == roll(hall.sitting(plain), 20)


def leaks(found: object, seed: int) -> bool:
    text = json.dumps(found)
    key = seed & (2**128 - 1)
    return any(word in text for word in (str(seed), str(key), f"{key:x}", f"{seed:x}"))


def test_a_save_of_a_running_game_has_no_key_and_goes_on_here(hall: TableRegistry) -> None:
    table = hall.open_table({"game": "kuhn-poker", "seats": SEATS})
    sitting, seed = hall.sitting(table), hall.setup(table).seed
    question = sitting.picture(0).rest["request"]["question"]
    sitting.write(sitting.decide(0, question, {"choice": 0}))
    save = sitting.saved(hall.store.name_of_chance)
    assert not leaks(save, seed)
    again = hall.sitting(hall.open_saved(json.loads(json.dumps(save))))
    assert again.picture(1).parts == sitting.picture(1).parts
    assert again.state.view(1) == sitting.state.view(1)
    assert hall.open_saved(save)  # once more
    with pytest.raises(UnfitError, match="only the studio that saved it knows its dice"):
        hall.open_saved({**save, "chance": "elsewhere"})
    resumed = sitting.showing.game.resume({name: value for name, value in save.items() if name != "chance"})
    assert resumed.view(1) == sitting.state.view(1)  # elsewhere it goes on by another chance
    while sitting.state.request is not None:
        sitting.takes_number(0)
    assert leaks(sitting.saved(hall.store.name_of_chance), seed)  # it is over: everybody may play it again
    assert hall.sitting(hall.open_saved(sitting.saved(hall.store.name_of_chance))).state.engine.position.over


def test_a_scenario_gives_no_key_away(hall: TableRegistry) -> None:
    table = hall.open_table({"game": "pig", "seats": SEATS})
    sitting, seed = hall.sitting(table), hall.setup(table).seed
    roll(sitting, 6)
    for answers in range(6):
        assert not leaks(as_scenario(sitting, answers), seed)


def as_scenario(sitting: Sitting, answers: int) -> str:
    try:
        return sitting.scenario(answers)
    except Problems as problems:
        return str(problems)


def test_no_answer_of_the_server_has_the_key(tmp_path: Path) -> None:
    """Everything that a table's owner, players and spectators can ask for, and what the terminal shows."""
    with served(tmp_path, "pig") as studio:
        links = ask_for_a_table(studio)
        pages = [Listening(studio, one["token"]) for one in links["seats"]] + [Listening(studio, links["watch"])]
        for number in range(1, 7):
            page = next(page for page in pages if page.now["request"])
            assert page.decide("roll_on")[0] == 200
            for page in pages:
                page.until(moments=number)
        owner, moment = links["owner"], {"moment": 0, "seen_by": links["watch"]}
        found: list[Any] = [links, *(page.rest() for page in pages)]
        for token in (owner, links["watch"], links["seats"][0]["token"]):
            found += [studio.ask(f"/api/t/{token}{what}") for what in ("", "/links", "/save", "/moment/3")]
            found += [studio.ask(f"/api/t/{token}/{what}", moment) for what in ("fork", "scenario")]
        found += [studio.ask(f"/api/e/{owner}"), studio.ask(f"/api/b/{owner}"), studio.ask("/api/host/tables")]
        studio.process.terminate()
        assert studio.process.stdout is not None
        found.append(studio.process.stdout.read())
        studio.close()
    store = Store(tmp_path / "studio.sqlite")
    setup = store.setup(links["table"])
    store.close()
    assert setup is not None
    assert is_keyed(setup.seed)
    assert not leaks(found, setup.seed)
    shutil.rmtree(tmp_path)


def ask_for_a_table(studio: Served) -> dict[str, Any]:
    status, links = studio.ask("/api/tables", {"game": "pig", "seats": SEATS, "seed": None})
    assert status == 200, links
    assert isinstance(links, dict)
    return links
