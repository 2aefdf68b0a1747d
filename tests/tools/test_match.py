"""A match with people and bots, played through a screen that is a script."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from interpreter import Event
from interpreter.source import Diagnostic, Problems
from interpreter.tools.bots import seated
from interpreter.tools.play.match import Match
from interpreter.tools.play.new_events import together, told
from tests.support import fake_api


class Script:
    """A screen whose person types the given lines."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.told: list[str] = []
        self.notes: list[str] = []
        self.handed: list[str] = []
        self.shown: list[int | None] = []
        self.whole: list[bool] = []

    def tell(self, lines: Sequence[str]) -> None:
        self.told += lines

    def show(self, _state: object, player: int | None, whole: bool = True) -> None:
        self.shown.append(player)
        self.whole.append(whole)

    def offer(self, request: object) -> None:
        """Nothing to keep."""

    def note(self, *lines: str) -> None:
        self.notes += lines

    def listen(self, _question: str) -> str:
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def hand_over(self, name: str) -> None:
        self.handed.append(name)


def match_of(screen: Script, seats: Sequence[str] = ("human", "human"), **more: Any) -> Any:
    state: Any = fake_api.State(("red", "blue"), seed=3)
    return Match(state, seated(seats, 3), screen, lambda _state, name: f"saved in {name or 'a file'}", **more)


pytestmark = pytest.mark.usefixtures("fake")


def left_in(screen: Script, **more: Any) -> Any:
    """The state in which the script leaves the match."""
    match = match_of(screen, **more)
    with pytest.raises(EOFError):
        match.play()
    return match.state


def test_people_play_to_the_end() -> None:
    screen = Script(*["1", "3"] * 3, "1", "1")
    match = match_of(screen)
    assert match.play()
    assert match.state.result.winners == (1,)
    assert screen.told[-1] == "blue takes 1, 0 left."


def test_bad_answers_change_nothing() -> None:
    screen = Script("", "nonsense", "0", "1", "4", "many")
    state = left_in(screen)
    assert (state.decisions, state.heap) == (1, 10)
    assert len(screen.notes) == 5


def test_help_why_table_save() -> None:
    screen = Script("help", "why put back", "why put back in full", "why", "table", "save", "save here.json")
    assert left_in(screen).decisions == 0
    assert screen.notes.count("put back: the heap is full") == 2  # the reason first, and in the list of everything
    assert screen.notes.count("put back: the heap is full (rules/heap.rules:3)") == 1
    assert "put back: the heap is full" in screen.notes
    assert screen.notes[-2:] == ["saved in a file", "saved in here.json"]
    assert screen.shown == [0, 0]


def test_a_closer_look_and_the_log() -> None:
    screen = Script("1", "3", "look heap", "card crown", "look", "log", "log 1", "log all", "log " + "9" * 5000)
    left_in(screen)
    assert screen.notes == [
        "heap as 1 sees it", "crown as 1 sees it", "red takes 3, 7 left.", "red takes 3, 7 left.",
        '"all" is not a number of lines.', "red takes 3, 7 left.",
    ]  # fmt: skip
    assert screen.shown == [0, 0, 1, 1]


def test_between_two_decisions_of_a_person_only_changes_are_shown() -> None:
    screen = Script("1", "3", "table", "1")
    left_in(screen)
    assert screen.shown == [0, 0, 1, 1, 1]
    assert screen.whole == [True, False, True, True, False]


def test_the_log_before_anything_happened() -> None:
    screen = Script("log")
    left_in(screen)
    assert screen.notes == ["Nothing has happened yet."]


def test_undo() -> None:
    screen = Script("undo", "1", "undo", "1", "2", "undo", "undo", "undo")
    state = left_in(screen)
    assert (state.heap, state.taking, state.player) == (10, False, 0)
    assert screen.notes.count("There is nothing to take back.") == 2


def test_undo_over_the_answer_of_a_bot() -> None:
    screen = Script("1", "2", "undo")
    match = match_of(screen)
    match._bots = [None, lambda request, _view: 0 if request.kind == "menu" else 1]
    match._people = [0]
    with pytest.raises(EOFError):
        match.play()
    assert (match.state.heap, match.state.taking) == (10, True)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [("roll", "dice were rolled"), ("peek", "something hidden was seen since (The card is the crown.")],
)
def test_undo_is_blocked_by_what_was_learned(typed: str, sentence: str) -> None:
    screen = Script("1", "1", typed, "undo")
    left_in(screen)
    assert sentence in screen.notes[-1]


def test_what_a_person_decides_is_recorded() -> None:
    """Up to the person's own last decision: what a bot answers to it is left out."""
    written: list[tuple[str, int, int]] = []

    def record(_state: object, name: str, first: int, last: int) -> str:
        written.append((name, first, last))
        return f"{name} is written"

    screen = Script("record", "record early", "record", "1", "record late", "2", "record", "record again", "1")
    match = match_of(screen, ("human", "eager"), record=record)
    with pytest.raises(EOFError):
        match.play()
    assert written == [("late", 1, 2)]
    assert match.end_recording() == ["again is written"]
    assert match.end_recording() == []
    assert screen.notes == [
        "Type record and a name, such as: record a_lucky_throw",
        'What is decided from here on becomes the scenario "early". Type record to end it.',
        'You have decided nothing since, so there is no scenario "early".',
        'What is decided from here on becomes the scenario "late". Type record to end it.',
        "late is written",
        'What is decided from here on becomes the scenario "again". Type record to end it.',
    ]


def test_what_cannot_be_recorded_does_not_end_the_game() -> None:
    """The files may have been changed since the game began, and be endless by now."""

    def record(_state: object, _name: str, _first: int, _last: int) -> str:
        raise fake_api.Fault

    screen = Script("record late", "1", "record", "2")
    match = match_of(screen, ("human", "eager"), record=record)
    with pytest.raises(EOFError):
        match.play()
    assert match.state.decisions > 1
    assert screen.notes[-1].startswith('There is no scenario "late": as the files are now, the loop')


def test_a_private_event_is_told_to_its_audience_only() -> None:
    screen = Script("peek", "1", "1", "1", "1")
    left_in(screen)
    assert screen.told.count("The card is the crown.") == 1


def test_people_look_away_only_when_something_is_hidden() -> None:
    screen = Script("1", "1", "1", "1", "peek", "1", "1")
    left_in(screen)
    assert screen.handed == ["blue"]


@pytest.mark.parametrize(("reply", "left", "notes"), [("no", False, 0), ("yes", False, 1), ("", False, 1)])
def test_quit(reply: str, left: bool, notes: int) -> None:
    screen = Script("quit", reply)
    assert match_of(screen).play() is left
    assert len(screen.notes) == notes


def test_quit_and_think_again() -> None:
    screen = Script("quit", "back", "1")
    assert left_in(screen).taking
    assert screen.notes == ["The game continues."]


def test_a_fault_leaves_the_state_before_it() -> None:
    match = match_of(Script("1", "1", "break it"))
    with pytest.raises(fake_api.Fault):
        match.play()
    assert (match.state.decisions, match.state.player) == (2, 1)


def test_every_decision_of_a_person_is_kept() -> None:
    kept: list[int] = []
    left_in(Script("1", "1"), keep=lambda state: kept.append(state.decisions))
    assert kept == [0, 1, 2]


def test_bots_alone_are_narrated_in_public() -> None:
    screen = Script()
    match = match_of(screen, ("random", "random"))
    moves = iter([2, 1, 0, 3, 0, 3, 0, 3, 0, 1])
    match._bots = [lambda _request, _view: next(moves)] * 2
    assert match.play()
    assert screen.told[0].startswith("red rolls")
    assert "The card is the crown." not in screen.told
    assert screen.told[-1] == "blue takes 1, 0 left."


class Asked(Script):
    """A script that keeps what it was asked."""

    def __init__(self, *lines: str) -> None:
        super().__init__(*lines)
        self.asked: list[str] = []

    def listen(self, question: str) -> str:
        self.asked.append(question)
        return super().listen(question)


def test_leaving_says_what_is_lost() -> None:
    screen = Asked("quit", "back", "save", "1", "3", "quit", "back", "quit", "no")
    assert not match_of(screen).play()
    questions = [question for question in screen.asked if "first?" in question]
    assert questions == [
        "Save first? Unsaved games are lost. [yes/no/back] ",
        "Save first? Unsaved decisions are lost: 2. [yes/no/back] ",
        "Save first? Unsaved decisions are lost: 2. [yes/no/back] ",
    ]


def test_what_is_saved_as_it_stands_is_left_without_a_question() -> None:
    screen = Asked("1", "save", "quit")
    assert not match_of(screen).play()
    assert not any("first?" in question for question in screen.asked)
    assert screen.notes[-1] == "The game is saved as it is."


def test_a_game_that_cannot_be_saved_is_not_left() -> None:
    def full(_state: object, _name: str) -> str:
        raise Problems([Diagnostic("R0905", "the disk is full")])

    screen = Script("quit", "yes", "quit", "no")
    match = match_of(screen)
    match._save = full
    assert not match.play()
    assert screen.notes == ["the disk is full", "The game continues."]


def test_a_gain_is_told_once() -> None:
    events = [
        Event("announce", "red receives 12 MD"), Event("gain", "red gains 12 MD", (0,)),
        Event("announce", "blue sells a mill"), Event("gain", "blue gains 12 MD"),
        Event("announce", "red places an Investment in Mill for 5 MD"), Event("pay", "red pays 5 MD to the bank", (0,)),
        Event("gain", "red gains 5 points"), Event("decision", "blue: Pass"), Event("gain", "red gains 5 points"),
    ]  # fmt: skip
    assert list(told(events, 0)) == [
        "red receives 12 MD", "blue sells a mill", "blue gains 12 MD", "red places an Investment in Mill for 5 MD",
        "blue: Pass", "red gains 5 points",
    ]  # fmt: skip


def test_a_choice_and_a_move_that_the_rules_announce_are_told_once() -> None:
    """One line for each act; a number inside another number is not the same."""
    events = [
        Event("decision", "red chooses Mill"), Event("pay", "red pays 1 MD to the bank", (0,)),
        Event("announce", "red invests in Mill for 1 MD"),
        Event("decision", "blue chooses 3"), Event("announce", "blue bids 13 MD"),
        Event("move", "Farm goes to the drawn tile"), Event("announce", "red draws Farm"),
        Event("move", "Inn goes to the city"), Event("move", "Fort goes to the city"),
        Event("announce", "Inn and Fort are built"),
        Event("move", "Farm goes to the city"),
    ]  # fmt: skip
    assert list(told(events, 1)) == [
        "red invests in Mill for 1 MD", "blue chooses 3", "blue bids 13 MD", "red draws Farm", "Inn and Fort are built",
        "Farm goes to the city",
    ]  # fmt: skip


def test_what_is_bought_is_told_once() -> None:
    """The decision says who buys what for how much; that it is paid and announced adds nothing. Another number, or another
    thing of the same number, does."""
    events = [
        Event("decision", "red: Buy Mill for 40k"),
        Event("pay", "red pays 40k to the bank"), Event("announce", "red buys Mill for 40k"),
        Event("decision", "blue: Buy Farm for 20k"),
        Event("pay", "blue pays 25k to the bank"), Event("announce", "blue buys Farm for 25k"),
        Event("decision", "red chooses 3"), Event("gain", "red gains 3 influence"),
        Event("announce", "red bids 5 MD"), Event("announce", "blue bids 9 MD"), Event("pay", "red pays 5 MD to the bank"),
        Event("pay", "red pays 7k to blue"), Event("announce", "red settles with blue: 7k"),
        Event("move", "Mill goes to blue's hand"),
        Event("decision", "red chooses Take an emergency loan: 25 Cr and a note"), Event("gain", "red gains 25 Cr"),
        Event("announce", "red takes a loan of 25 Cr and a note."), Event("announce", "red takes a loan of 30 Cr and a note."),
    ]  # fmt: skip
    assert list(told(events, 0)) == [
        "red: Buy Mill for 40k", "blue: Buy Farm for 20k", "blue buys Farm for 25k", "red chooses 3", "red gains 3 influence",
        "red bids 5 MD", "blue bids 9 MD", "red settles with blue: 7k", "Mill goes to blue's hand",
        "red chooses Take an emergency loan: 25 Cr and a note", "red takes a loan of 30 Cr and a note.",
    ]  # fmt: skip


def test_cards_that_go_to_one_place_share_a_line() -> None:
    lines = ["Mill goes to two gears' box", "Farm goes to two gears' box"]
    assert together(lines) == ["Mill, Farm go to two gears' box"]
    lines = [
        "Mill goes to red's hand",
        "Farm ×2 go to red's hand",
        "a card goes to blue's hand",
        "a card goes to blue's hand",
    ]
    assert together(lines) == [
        "Mill, Farm ×2 go to red's hand",
        "a card goes to blue's hand",
        "a card goes to blue's hand",
    ]
