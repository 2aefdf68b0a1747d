"""Twins on the wire: in every game, two tables that differ only in what a seat may not know send that seat the same bytes, in the
same order and number, until a rule shows the difference.

Where a secret can be given away is found as the conformance suite finds it: at the questions that are put because of one.
What is compared is what the server sends: a whole picture first, then each time what is different.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import interpreter
from interpreter import State
from interpreter.runtime import event_log as telling
from interpreter.runtime import python_engine as engine
from interpreter.tools.studio.messages import Drawn, Showing, Snapshot, drawn, shown_first
from interpreter.tools.studio.rooms import Channel, event_of
from tests.support import sampling
from tests.support.hidden import disguised, follow
from tests.support.sampling import EVERYTHING
from tests.support.serving import BIDS
from tests.support.tables import GAMES, ROOT, loaded
from tests.support.twins import Follower, Watch

SEED = sampling.SEED % 1000
GAMES_EACH, DECISIONS, TRIES = (4, 300, 3) if EVERYTHING else (1, 70, 1)
MOMENTS, EVERY = (40, 3) if EVERYTHING else (8, 5)
CASES = sorted(path.parent for path in (ROOT / "tests" / "cases" / "games").glob("*/game.yaml"))


@dataclass
class Streamed(Follower):
    """A twin whose stream is what the studio would send to this seat."""

    showing: Showing | None = None
    before: Drawn | None = None
    answered: int = 0

    def look(self) -> None:
        """What is shown first, each for a while, and what is shown now."""
        first = [] if self.before is None else shown_first(self.state)
        for state in (*first, self.state):
            self._look_at(state)

    def _look_at(self, state: State) -> None:
        assert self.showing is not None
        found = drawn(self.showing, state, self.watcher, self.answered, self.before)
        if self.before is None:
            self.stream.append(event_of(found.picture.whole()))
        else:
            channel = Sent(self.before.picture)
            channel.tell(found.picture)
            self.stream += channel.texts
        self.before = found

    def choose(self, name: str) -> None:
        self.answered += self.state.engine.position.actor == self.watcher
        super().choose(name)


class Sent(Channel):
    """A channel that keeps what it sends."""

    def __init__(self, picture: Snapshot) -> None:
        super().__init__(picture)
        self.texts: list[str] = []

    def send(self, message: dict[str, Any]) -> None:
        self.texts.append(event_of(message))


@dataclass
class WatchedStream(Watch):
    spectators: bool = True
    site_limit: int = 2
    tries: int = TRIES
    showing: Showing = field(init=False)

    def __post_init__(self) -> None:
        self.showing = Showing.of(self.game)

    def follower(self, state: State, watcher: int | None) -> Follower:
        return Streamed(state, watcher, showing=self.showing)


def watched(game: interpreter.Game, games: int, decisions: int) -> list[WatchedStream]:
    found = [WatchedStream(game, game.players_min, SEED * 1000 + seed) for seed in range(games)]
    for watch in found:
        watch.play(decisions)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_twins_send_the_same_bytes(name: str) -> None:
    for watch in watched(loaded(name, ()), GAMES_EACH, DECISIONS):
        assert watch.leaks == {}


def test_that_an_answer_was_taken_comes_with_what_follows_from_it() -> None:
    """Whoever decided just before somebody is asked in secret would else be sent two messages instead of one."""
    watch = WatchedStream(loaded("tycoon-india-1981", ()), 3, 170_000)
    watch.play(70)
    assert watch.flagged
    assert watch.leaks == {}


@pytest.mark.parametrize("folder", [BIDS, *CASES], ids=lambda folder: folder.name)
def test_nor_in_the_small_games(folder: Path) -> None:
    for watch in watched(interpreter.load(folder), 2, 40):
        assert watch.leaks == {}


@pytest.mark.parametrize("name", [*GAMES, *(case.name for case in CASES), BIDS.name])
def test_what_a_seat_may_not_know_changes_no_byte(name: str) -> None:
    """At moments of a random game everything that a seat may not know is changed, and both are played on alike."""
    places = {BIDS.name: BIDS, **{case.name: case for case in CASES}}
    game = interpreter.load(places[name]) if name in places else loaded(name, ())
    showing, chance, state = Showing.of(game), random.Random(SEED), game.start(seed=SEED)
    for number in range(MOMENTS * EVERY):
        if state.request is None:
            break
        if number % EVERY == 0:
            others = [None, *(seat for seat in range(state.engine.position.count) if seat != state.request.player)]
            same_bytes(state, showing, chance.choice(others), chance)
        asked = chance.choice(state.open_requests)
        try:
            state.answer_for(asked.player, chance.choice(asked.choices))
        except interpreter.Fault:
            break


def same_bytes(state: State, showing: Showing, viewer: int | None, chance: random.Random) -> None:
    other = disguised(state, viewer, chance)
    if other is None:
        return
    mine, theirs = (Streamed(one, viewer, showing=showing) for one in (state.clone(), other))

    def compare() -> None:
        mine.look()
        theirs.look()
        least = min(
            len(mine.stream), len(theirs.stream)
        )  # what one of them is told later comes with the next open question
        assert mine.stream[:least] == theirs.stream[:least]

    compare()
    follow(mine.state, theirs.state, viewer, chance, compare)


def test_without_the_silence_the_streams_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the twins can find: they are of no use if they find nothing."""
    for module in (engine, telling):
        monkeypatch.setattr(module, "hidden_from", lambda _state: ())
    game = interpreter.load(ROOT / "games" / "dystopolis", ("intrigue",))
    for seed in range(12):
        watch = WatchedStream(game, 3, seed)
        watch.play(120)
        if watch.leaks:
            return
    pytest.fail("nothing is found out about what only one of the twins is asked")
