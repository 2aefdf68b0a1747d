"""`play --watch`: a file that is saved while somebody plays. What happens is read off the rules by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import interpreter
from interpreter import State
from interpreter.tools.play.match import FilesChangedSignal, Match
from interpreter.tools.play.watching import Watcher

RULES = """\
let pace = 2
keep place(player): number

procedure play
  repeat 3 times
    each player
      player chooses
        to walk "Walk"
          raise player's place by pace
        to wait "Wait"
          raise player's place by 1
  end game
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "walk"
    (found / "rules").mkdir(parents=True)
    (found / "game.yaml").write_text("title: Walk\nplayers: {min: 2, max: 2}\n", encoding="utf-8")
    (found / "rules" / "play.rules").write_text(RULES, encoding="utf-8")
    return found


def saved(folder: Path, old: str, new: str) -> None:
    file = folder / "rules" / "play.rules"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def begun(folder: Path) -> tuple[Watcher, State]:
    """Red walks, blue waits, red walks."""
    game = interpreter.load(folder)
    state = game.start(seed=1)
    for choice in ("walk", "wait", "walk"):
        state.choose(choice)
    return Watcher(game, lambda: interpreter.load(folder)), state


def places(state: State) -> dict[str, int]:
    return dict(state.view(None)["table"]["place"])


def test_the_same_decisions_under_the_new_rules(folder: Path) -> None:
    watcher, state = begun(folder)
    assert not watcher.changed()
    saved(folder, "let pace = 2", "let pace = 5")
    assert watcher.changed()
    assert not watcher.changed()
    found = watcher.reload(state)
    assert places(found.states[-1]) == {"red": 10, "blue": 1}
    assert len(found.states) == 4
    assert found.lines == [
        "Played again under the new rules (3 decisions). The tables differ after decision 1.",
        "What was changed: let pace = 5 (play.rules:1)",
    ]


def test_a_mistake_leaves_the_old_rules(folder: Path) -> None:
    watcher, state = begun(folder)
    saved(folder, "let pace", "let paces")
    found = watcher.reload(state)
    assert (found.states, found.lines[-1]) == ([], "The game continues under the old rules.")
    assert "play.rules:9" in found.lines[0]
    assert 'did you mean "paces"?' in found.lines[0]


@pytest.mark.parametrize(("old", "new"), [("let pace", "let paces"), ("let pace = 2", "let pace = item([2], 2)")])
def test_a_mistake_that_is_taken_back_is_told_to_be_gone(folder: Path, old: str, new: str) -> None:
    watcher, state = begun(folder)
    assert watcher.reload(state).lines == []
    saved(folder, old, new)
    assert watcher.reload(state).lines[-1] == "The game continues under the old rules."
    saved(folder, new, old)
    found = watcher.reload(state)
    assert (found.states, found.lines) == ([], ["The mistake is fixed: the game uses these rules."])
    assert watcher.reload(state).lines == []


def test_a_decision_that_is_no_longer_put_is_shown_and_comes_back(folder: Path) -> None:
    watcher, state = begun(folder)
    saved(folder, 'to wait "Wait"', 'to rest "Rest"')
    found = watcher.reload(state)
    assert len(found.states) == 2
    assert "Decision 2 (wait) is not possible under these rules" in found.lines[0]
    assert "with 1 of 3 decisions" in found.lines[0]
    assert found.lines[1] == "What was changed: procedure play (play.rules:4)"
    saved(folder, 'to rest "Rest"', 'to wait "Wait"')
    again = watcher.reload(found.states[-1])
    assert len(again.states) == 4
    assert places(again.states[-1]) == {"red": 4, "blue": 1}


def test_nothing_is_played_again_when_nothing_has_changed(folder: Path) -> None:
    watcher, state = begun(folder)
    (folder / "rules" / "play.rules").touch()
    assert watcher.reload(state).states == []
    assert watcher.reload(state).lines == []


def test_of_house_rules_only_their_own_files_are_watched(folder: Path, tmp_path: Path) -> None:
    """They may lie in a folder with everything that somebody owns."""
    house = tmp_path / "house.rules"
    house.write_text('variant house\n  cards gem from "gems/gems.yaml"\n    worth: number\n', encoding="utf-8")
    (tmp_path / "gems").mkdir()
    (tmp_path / "gems" / "gems.yaml").write_text(
        "source: stand-in\nrows:\n  - {id: ruby, worth: 1}\n", encoding="utf-8"
    )
    game = interpreter.load(folder, [house])
    watcher = Watcher(game, lambda: interpreter.load(folder, [house]))
    (tmp_path / "another.rules").write_text("variant another\n", encoding="utf-8")
    assert not watcher.changed()
    (tmp_path / "gems" / "gems.yaml").write_text(
        "source: stand-in\nrows:\n  - {id: ruby, worth: 20}\n", encoding="utf-8"
    )
    assert watcher.changed()
    house.write_text(house.read_text(encoding="utf-8") + "  change pace to 3\n", encoding="utf-8")
    assert watcher.changed()


class Scripted:
    """A screen at which files are saved and lines are typed."""

    def __init__(self, script: list[str | Callable[[], None]]) -> None:
        self.script, self.noted = script, list[str]()

    def listen(self, _question: str) -> str:
        now = self.script.pop(0)
        if isinstance(now, str):
            return now
        now()
        raise FilesChangedSignal

    def note(self, *lines: str) -> None:
        self.noted += lines

    def tell(self, lines: Sequence[str]) -> None: ...
    def show(self, state: State, player: int | None, whole: bool = True) -> None: ...
    def offer(self, request: interpreter.Request) -> None: ...
    def hand_over(self, name: str) -> None: ...


def test_rules_that_end_the_game_do_not_end_the_match(folder: Path) -> None:
    watcher, state = begun(folder)
    script: list[str | Callable[[], None]] = [
        lambda: saved(folder, "repeat 3 times", "repeat 1 times"),  # then two of the three decisions are all
        "what now",
        lambda: saved(folder, "repeat 1 times", "repeat 3 times"),
        "wait", "wait", "wait",
    ]  # fmt: skip
    screen = Scripted(script)
    match = Match(state, [None, None], screen, lambda _state, _name: "", reload=watcher.reload)
    assert match.play()
    assert screen.script == []
    assert "Under these rules the game is over. It continues when you save others." in screen.noted
    assert (match.state.decisions, places(match.state)) == (6, {"red": 5, "blue": 3})


def test_a_game_that_other_rules_have_ended_can_be_left(folder: Path) -> None:
    watcher, state = begun(folder)
    screen = Scripted([lambda: saved(folder, "repeat 3 times", "repeat 1 times"), "quit"])
    match = Match(state, [None, None], screen, lambda _state, _name: "", reload=watcher.reload)
    assert match.play()
    assert match.state.engine.position.over
