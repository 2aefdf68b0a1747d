"""Questions that the rules put because of a secret: the others notice none of them, and would notice each without the silence.

The scenarios `*_questions.scenario` of the games say what the others are not told. `rulewright test` sees them pass; here the
silence is switched off, and those that rest on it must fail. What is cured in the rules instead is taken back in a copy.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import interpreter
from interpreter.finding import find_game
from interpreter.reading import read_game
from interpreter.runtime import event_log as telling
from interpreter.runtime import hidden_questions as silence
from interpreter.runtime import python_engine, saving
from interpreter.source import Reporter
from tests.support.tables import GAMES, ROOT

ANYWAY = {
    "who has no money left is asked in the auction all the same",  # nothing is hidden: everybody is asked
    "that an Intrigue card could be played now is not told",  # what she decides is told to nobody in any case; that it is
    "that a Merit card could be played now is not told",  # she who decides would be seen: `test_twins` looks at that
    "that a secret destination is void is not told",
}
FILES = [
    (game, file)
    for game in GAMES
    for file in sorted((ROOT / "games" / game / "scenarios").glob("*_questions.scenario"))
]


def test_the_games_with_secrets_have_such_scenarios() -> None:
    assert {game for game, _ in FILES} == {"chartered-by-the-crown", "discover-pune", "dystopolis", "tycoon-india-1981"}


@pytest.mark.parametrize(("game", "file"), FILES, ids=[game for game, _ in FILES])
def test_without_the_silence_the_others_would_be_told(game: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (saving, silence, python_engine, telling):
        monkeypatch.setattr(module, "hidden_from", lambda _position: ())
    results = list(interpreter.run_scenarios(game, [file]))
    assert {result.name for result in results if result.passed} <= ANYWAY
    assert all(" is told " not in result.report for result in results), "what her own player must be told is told"


def test_bookkeeping_about_hidden_money_is_found_when_everyone_could_look_it_up(tmp_path: Path) -> None:
    copy = tmp_path / "game"
    shutil.copytree(find_game("tycoon-india-1981"), copy)
    rules = copy / "rules" / "dividends.rules"
    text = rules.read_text(encoding="utf-8")
    assert "keep unpaid(player): number, seen by nobody\n" in text
    rules.write_text(text.replace("number, seen by nobody\n", "number, not shown\n"), encoding="utf-8")
    reporter = Reporter()
    read_game(copy, [], {}, reporter)
    found = [(finding.code, finding.span.line) for finding in reporter.diagnostics if finding.span is not None]
    assert found == [("R1003", text[: text.index("set unpaid(player)")].count("\n") + 1)]
