"""The command while it starts, and mistakes of the engine in the middle of a game: sentences, never a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from interpreter.runtime import chance, machine
from tests.support.command_line import Run
from tests.support.saved_games import PIG, kept

ROOT = Path(__file__).resolve().parents[2]
OUR_OWN = (
    TypeError("unsupported"), TypeError("'NoneType' object is not iterable"), AttributeError("no such thing"),
    IndexError("list index out of range"), KeyError("x"), ValueError("x is not in list"), AssertionError(),
)  # fmt: skip
STOPPED = """
import sys
class Interrupts:
    def find_spec(self, name, path, target=None):
        if name == "interpreter.tools.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupts())
import rulewright
rulewright.main()
"""


def test_stopped_while_the_command_is_read() -> None:
    result = subprocess.run([sys.executable, "-c", STOPPED], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (1, "Stopped.\n")


@pytest.mark.parametrize("where", [(machine, "decide"), (chance, "below")], ids=["around the rules", "inside a rule"])
@pytest.mark.parametrize("error", OUR_OWN, ids=lambda error: type(error).__name__)
def test_a_mistake_of_the_engine_is_never_the_rules(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, where: tuple[ModuleType, str]
) -> None:
    """It is R0999 with a file for the maintainers, and the game is kept; no fault of a rule is told."""

    def broken(*_: Any) -> None:
        raise error

    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as going_wrong:
        going_wrong.setattr(*where, broken)
        result = run(*PIG, typed="roll_on\n")
    assert result.exit_code == 1
    assert "R0999" in result.output
    assert "R0807" not in result.output
    [file] = [Path(word) for word in result.output.split() if word.endswith(".txt") and "rulewright-" in word]
    assert type(error).__name__ in file.read_text(encoding="utf-8")
    file.unlink()
    kept(result.stdout)
