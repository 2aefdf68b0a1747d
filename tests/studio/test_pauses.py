"""Pauses: how long the others wait does not tell whether somebody was asked in secret. All by a clock that only tests move."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from interpreter.runtime.hidden_questions import hidden_from
from interpreter.tools.studio import pauses, rooms, server
from interpreter.tools.studio.live_table import ASK_AGAIN, Pending, RefusedError, Sitting
from interpreter.tools.studio.pauses import Pauses
from interpreter.tools.studio.store import Answer, Store
from interpreter.tools.studio.tables import TableRegistry
from tests.support.apart import run_apart

COURT = Path(__file__).parents[1] / "cases" / "games" / "bluffing-court"
PEOPLE = ("ann", "bob", "eve")
ANN, BOB, EVE = range(3)


def nobody(words: Sequence[str], _seed: int) -> list[None]:
    return [None] * len(words)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[TableRegistry]:
    store = Store(tmp_path / "studio.sqlite")
    yield TableRegistry({"court": COURT}, store, nobody, tmp_path)
    store.close()


def court(hall: TableRegistry, contessa: bool, how: str, clock: Clock, luck: int = 1) -> Sitting:
    """A table at which ann is about to send the assassin to bob, who holds a contessa or not."""
    for seed in range(200):
        seats = [{"name": name, "who": "person"} for name in PEOPLE]
        table = hall.open_table({"game": "court", "seats": seats, "seed": seed, "pauses": how})
        made = hall.sitting(table)
        if ("contessa" in str(made.state.view(BOB)).lower()) == contessa:
            sitting = Sitting(made.setup, hall.store, made.showing, {}, clock)
            sitting.pauses = Pauses(how, random.Random(luck))
            for seat in (ANN, BOB, EVE, None):
                sitting.picture(seat)
            return sitting
        hall.delete(table)
    raise AssertionError("nobody gets a contessa")


def answer(sitting: Sitting, seat: int, name: str) -> None:
    request = sitting.picture(seat).rest["request"]
    number = next(choice["number"] for choice in request["choices"] if choice["name"] == name)
    sitting.write(sitting.decide(seat, request["question"], {"choice": number}))


def strike(sitting: Sitting) -> None:
    answer(sitting, ANN, "strike")
    answer(sitting, ANN, "player_2")


def seen(sitting: Sitting, seat: int | None) -> tuple[Any, ...]:
    found = sitting.picture(seat)
    return (found.rest["moments"], [event["text"] for event in found.log], found.rest["waiting_for"])


def waited(sitting: Sitting, clock: Clock, thinks: float) -> list[float]:
    """When eve and a spectator see something new after the assassin is sent, in seconds; bob thinks as long if he is asked."""
    began, before = clock.now, [seen(sitting, seat) for seat in (EVE, None)]
    strike(sitting)
    asked, found = bool(hidden_from(sitting.state.engine.position)), []
    for _ in range(2000):
        if asked and clock.now >= began + thinks:
            answer(sitting, BOB, "pass")
            asked = False
        sitting.end_pause()
        now = [seen(sitting, seat) for seat in (EVE, None)]
        assert (now[0] == before[0]) == (now[1] == before[1])
        if now != before:
            found.append(round(clock.now - began, 3))
            before = now
        if not asked and not sitting.paused:
            return found
        clock.now += 0.25
    raise AssertionError("nothing comes any more")


@pytest.mark.parametrize("luck", range(5))
def test_with_a_short_pause_both_twins_take_the_same_time(hall: TableRegistry, luck: int) -> None:
    """Bob thinks for less than the pause: then eve sees the same at the same time, whether he was asked or not."""
    times = [
        waited(court(hall, contessa, "short", clock, luck), clock, 1.0)
        for contessa in (True, False)
        for clock in [Clock()]
    ]
    assert times[0] == times[1]
    assert pauses.LEAST <= times[0][-1] <= pauses.MOST + 0.25


def test_without_pauses_the_time_tells(hall: TableRegistry) -> None:
    """What the pauses are for."""
    times = [
        waited(court(hall, contessa, "off", clock), clock, 1.0) for contessa in (True, False) for clock in [Clock()]
    ]
    assert times[0][-1] == 1.0
    assert times[1][-1] == 0.0


def farthest(one: list[float], other: list[float]) -> float:
    """Kolmogorov and Smirnov's distance between two samples."""
    found = 0.0
    for at in sorted({*one, *other}):
        shares = [sum(value <= at for value in sample) / len(sample) for sample in (one, other)]
        found = max(found, abs(shares[0] - shares[1]))
    return found


@pytest.mark.parametrize(("how", "thinking"), [("real", (1.0, 25.0)), ("short", (0.0, pauses.LEAST))])
def test_both_twins_draw_from_the_same_distribution(how: str, thinking: tuple[float, float]) -> None:
    """Many moments at one table, every second with a question: 800 of each, compared as samples. At this size the distance of
    two samples of one distribution exceeds 0.096 once in a thousand times (1.95 * sqrt(2 / 800))."""
    table, people = Pauses(how, random.Random(11)), random.Random(12)
    now, took = 0.0, {True: list[float](), False: list[float]()}
    for number in range(1700):
        asked = people.random() < 0.5
        moment = table.begin(now)
        moment.asked = asked
        ends = table.end(moment, now + people.uniform(*thinking) if asked else now)
        if number >= 100:  # the table has shown how long its people think
            took[asked].append(ends - now)
        now = ends + 1.0
    assert min(map(len, took.values())) >= 750
    assert farthest(took[True], took[False]) < 0.1


def test_where_nobody_is_asked_nobody_waits_for_ever() -> None:
    table = Pauses("real", random.Random(3))
    for _ in range(60):
        moment = table.begin(0.0)
        moment.asked = True
        assert table.end(moment, 5000.0) == 5000.0  # somebody went for a walk
    assert table.end(table.begin(0.0), 0.0) == pauses.LONGEST


def test_a_page_that_is_opened_meanwhile_shows_no_more(hall: TableRegistry) -> None:
    clock = Clock()
    sitting = court(hall, False, "short", clock)
    answer(sitting, ANN, "strike")
    before = seen(sitting, EVE)
    answer(sitting, ANN, "player_2")
    assert (sitting.paused, sitting.next_bot) == (True, "")
    sitting._drawn.clear()  # as for a page whose seat nobody has looked from
    for seat in (EVE, None):
        known = sitting.picture(seat)
        assert known.rest["request"] is None
        assert sitting.at_moment(seat, 99).log == known.log
    with pytest.raises(RefusedError, match="changed in the meantime") as refused:
        sitting.decide(BOB, "anything", {"choice": 0})
    assert str(refused.value) == ASK_AGAIN
    assert 0 < sitting.pause_left <= pauses.MOST
    clock.now += pauses.MOST
    assert (sitting.end_pause(), sitting.paused) == (True, False)
    assert len(seen(sitting, EVE)[1]) > len(before[1])
    assert sitting.picture(BOB).rest["waiting_for"] in PEOPLE


def test_an_answer_that_waits_sealed_for_others_begins_no_pause(hall: TableRegistry) -> None:
    """No decision follows from it yet, so the rules have looked at nothing since."""
    clock = Clock()
    sitting = court(hall, False, "short", clock)
    strike(sitting)
    clock.now += pauses.MOST
    assert sitting.end_pause()
    sitting.take(Pending(Answer(EVE, "sealed"), sitting.state.clone(), sitting.made, True))
    assert not sitting.paused


def test_going_back_ends_a_pause(hall: TableRegistry) -> None:
    sitting = court(hall, False, "short", Clock())
    strike(sitting)
    sitting.go_back(0)
    assert not sitting.paused
    assert sitting.picture(ANN).rest["request"] is not None


def test_the_server_waits_as_long_and_then_tells(hall: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is asked: the others are told when the pause is over, and the server sleeps until then."""
    clock, slept = Clock(), list[float]()
    sitting = court(hall, False, "short", clock)
    hall._sittings.put(sitting.setup.id, sitting)
    plain = asyncio.sleep

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock.now += seconds
        await plain(0)

    async def play() -> list[str]:
        studio = server.Studio(hall, set())
        async with studio.at(sitting.setup.id) as (room, _):
            room.channels[EVE] = rooms.Channel(sitting.picture(EVE))
            queue: rooms.Texts = asyncio.Queue()
            room.channels[EVE].queues[queue] = "eve"
            strike(sitting)
            await studio.tell(sitting.setup.id, room)
            early = queue.qsize()
        studio.wake_bots(sitting.setup.id)
        assert room.bots is not None
        await room.bots
        texts = []
        while not queue.empty():
            text = queue.get_nowait()
            assert text is not None
            texts.append(text)
        assert len(texts) == early + 1
        return texts

    monkeypatch.setattr(asyncio, "sleep", sleep)
    texts = run_apart(play())
    assert pauses.LEAST <= sum(slept) <= pauses.MOST
    assert "sends the assassin to bob" in "".join(texts)


def test_what_a_table_chooses(hall: TableRegistry) -> None:
    def chosen(people: int, **more: str) -> str:
        seats = [{"name": name, "who": "person" if number < people else "random"} for number, name in enumerate(PEOPLE)]
        return hall.setup(hall.open_table({"game": "court", "seats": seats, **more})).pauses

    assert [chosen(people) for people in (0, 1, 2, 3)] == ["off", "off", "short", "short"]
    assert [chosen(2, pauses=how) for how in pauses.PAUSES] == ["off", "short", "real"]
    assert hall.offered.form("court", [])["asks_in_secret"] is True
