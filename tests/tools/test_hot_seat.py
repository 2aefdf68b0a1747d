"""Several people at one screen: the passing of the screen does not tell who has something to decide."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import interpreter
from interpreter import Request, State
from interpreter.tools.play.match import Match

COURT = Path(__file__).resolve().parents[1] / "cases" / "games" / "bluffing-court"


class Heard:
    """A screen that notes to whom it is handed, and whose people answer from a list."""

    def __init__(self, answers: dict[str, list[str]]) -> None:
        self.answers = answers
        self.handed: list[str] = []
        self.person = ""

    def tell(self, lines: Sequence[str]) -> None: ...

    def show(self, state: State, player: int | None, whole: bool = True) -> None: ...

    def offer(self, request: Request) -> None: ...

    def note(self, *lines: str) -> None: ...

    def listen(self, question: str) -> str:
        if "nothing for you" in question:
            return ""
        if not self.answers.get(self.person):
            raise EOFError
        return self.answers[self.person].pop(0)

    def hand_over(self, name: str) -> None:
        self.person = name
        self.handed.append(name)


def give(state: State, seat: int, name: str) -> None:
    """This card changes places with the one that the player holds."""
    base, wanted = state.engine.position.code.base("card"), state.engine.position.code.KINDS["card"].members.index(name)
    hand, there = (
        state.engine.position.code.keep_by_name["hand"].at((seat,)),
        state.engine.position.cells[base + wanted],
    )
    held = state.engine.position.lists[hand][0]
    state.engine.position.lists[there][state.engine.position.lists[there].index(wanted)] = held
    state.engine.position.lists[hand][0] = wanted
    state.engine.position.cells[base + held], state.engine.position.cells[base + wanted] = there, hand


def handed(card: str) -> list[str]:
    """Ann sends the assassin to bob, who holds this card and keeps quiet; then cid has his turn."""
    game = interpreter.load(COURT)
    state = game.start(names=["ann", "bob", "cid"], seed=1)
    give(state, 1, card)
    screen = Heard({"ann": ["strike", "bob"], "bob": ["pass"], "cid": []})
    with pytest.raises(EOFError):
        Match(state, [None, None, None], screen, lambda _saved, _name: "").play()
    return screen.handed


def test_the_screen_goes_to_whoever_might_be_asked() -> None:
    assert handed("contessa") == handed("assassin") == ["ann", "bob", "cid"]


def test_nobody_looks_away_where_everything_lies_open() -> None:
    """What a sealed auction would hide is hidden while there is one."""
    state = interpreter.load("expensive-investments").start(names=["ann", "bob"], seed=3)
    screen = Heard({"": ["1", "2", "4"]})
    with pytest.raises(EOFError):
        Match(state, [None, None], screen, lambda _saved, _name: "").play()
    assert screen.handed == []
