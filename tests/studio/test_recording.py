"""How long somebody thinks: counted by a clock of the test, with everything taken out that is not thinking."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import interpreter
from interpreter.tools.bots import seated
from interpreter.tools.studio.live_table import Sitting
from interpreter.tools.studio.playtests import Playtests
from interpreter.tools.studio.recording import Recorder, Thinking
from interpreter.tools.studio.store import Answer, Store
from interpreter.tools.studio.tables import TableRegistry

PIG = Path(__file__).parents[2] / "games" / "pig"


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_time_runs_while_a_question_is_open_and_looked_at() -> None:
    """Asked at 10 while away, looked at from 12 to 15 and again from 20 to 24: seven seconds."""
    thinking = Thinking()
    thinking.asked("a", 10.0)
    assert thinking.taken(11.0) == 0.0
    thinking.look(True, 12.0)
    thinking.look(False, 15.0)
    assert thinking.taken(18.0) == 3.0
    thinking.look(True, 20.0)
    thinking.look(True, 21.0)
    assert thinking.taken(24.0) == 7.0
    thinking.asked("a", 24.0)  # the same question is shown again
    assert thinking.taken(25.0) == 8.0
    thinking.asked("", 25.0)
    thinking.asked("b", 40.0)
    assert thinking.taken(41.5) == 1.5


@pytest.fixture
def table(tmp_path: Path) -> tuple[Playtests, str, Clock]:
    """Pig for two, both of whom take part."""
    tables = TableRegistry({"pig": PIG}, Store(tmp_path / "tables.sqlite"), seated, tmp_path / "home")
    playtests = Playtests(tables)
    begun = playtests.begin("pig", "Test")
    mine = [playtests.join(begun, name).secret for name in ("ann", "bob")]
    links = [playtests.waiting(secret).link for secret in [*mine, *mine]]
    key = tables.key(links[-1])
    assert key is not None
    return playtests, key.table, Clock()


def decide(recorder: Recorder, table: str, sitting: Sitting, clock: Clock, seconds: float) -> None:
    seat = sitting.state.deciding
    assert seat is not None
    request = sitting.state.request
    clock.now += seconds
    sitting.write(sitting.tried(Answer(seat, "roll_on"), by_person=True))
    recorder.decided(table, seat, sitting, request, "roll_on")
    recorder.shown(table, sitting)


def test_each_decision_has_its_time_and_its_moment(table: tuple[Playtests, str, Clock]) -> None:
    """Four seconds, then 3 of 10 because the page was hidden for 7. A second page that asks for its link changes nothing."""
    playtests, name, clock = table
    sitting = playtests.tables.sitting(name)
    recorder = Recorder(playtests, clock)

    async def play() -> None:
        first = sitting.state.deciding
        assert first is not None
        for seat in (0, 1):
            recorder.came(name, seat, sitting)
            recorder.opened(name)
        decide(recorder, name, sitting, clock, 4.0)
        second = sitting.state.deciding
        assert second is not None
        clock.now += 1.0
        recorder.looks(name, second, False)
        clock.now += 7.0
        recorder.looks(name, second, True)
        decide(recorder, name, sitting, clock, 2.0)
        recorder.left(name, first)
        await recorder.close()

    asyncio.run(play())
    kept = playtests.records(playtests.kept.all()[0])
    times = [
        (one.data["seconds"], one.data["rule"], one.data["choice"], one.answers, one.moment)
        for one in kept
        if one.kind == "time"
    ]
    assert times == [(4.0, "turn", "roll_on", 0, 0), (3.0, "turn", "roll_on", 1, 1)]
    assert [one.kind for one in kept if one.kind != "time"] == ["came", "came", "left"]


def test_what_the_plan_leaves_out_is_not_recorded(table: tuple[Playtests, str, Clock]) -> None:
    playtests, name, clock = table
    recorder = Recorder(playtests, clock)
    found = recorder.seated(name)
    assert found is not None
    object.__setattr__(found.playtest.plan, "record", ())
    sitting = playtests.tables.sitting(name)

    async def play() -> None:
        recorder.came(name, 0, sitting)
        recorder.looked_up(name, 0, sitting, "rules")
        recorder.took_back(name, 0, sitting, 1)
        recorder.refused(name, 0, sitting, "no")
        decide(recorder, name, sitting, clock, 1.0)
        await recorder.close()

    asyncio.run(play())
    assert playtests.records(playtests.kept.all()[0]) == []


def test_a_game_in_which_players_are_chosen_is_told_without_a_name(tmp_path: Path) -> None:
    """Harbour Spies: the leader chooses who is in the team; afterwards the same answers still fit."""
    spies = PIG.parent / "harbour-spies"
    tables = TableRegistry({"spies": spies}, Store(tmp_path / "t.sqlite"), seated, tmp_path / "home")
    playtests = Playtests(tables)
    begun = playtests.begin("spies", "Test")
    mine = [playtests.join(begun, f"person{number}").secret for number in range(playtests.players(begun))]
    links = [playtests.waiting(secret).link for secret in [*mine, *mine]]
    key = tables.key(links[-1])
    assert key is not None
    sitting = tables.sitting(key.table)
    for _ in range(10):
        assert sitting.takes_number(0)
    gone = sitting.state.player_names[0]
    playtests.forget(next(one for one in mine if playtests.participant(one).name == gone))
    after = tables.sitting(key.table)
    assert (after.made, after.divergence, after.state.player_names[0]) == (10, "", "player 1")
    assert (
        gone not in f"{tables.store.answers(key.table)} {interpreter.view_form(after.state, None)} {after.state.events}"
    )
