"""Lines typed at the prompt at random: the game answers each, and what it says is never a traceback.

In: chance, and a folder for the save. Out: the name of the game that was played; anything unexpected is raised.
"""

from __future__ import annotations

import random
from pathlib import Path

from typer.testing import CliRunner

from interpreter.tools.cli.app import app
from tests.support.limits import time_limit

SMALL = ("pig", "kuhn-poker", "connect-four", "tic-tac-toe")
PIECES = ["", "1", "-1", "0", "99999999999999999999", "9" * 5000, "help", "table", "log", "log 9999999999", "look", "look x",
          "why", "why 1", "undo", "\x1b[2J", "é", "日本", "'", '"', "\\", "\t", "1 2 3", "pass", "done", "no", "yes"]  # fmt: skip


def type_at_the_prompt(chance: random.Random, folder: Path, games: tuple[str, ...] = (*SMALL, "dystopolis")) -> str:
    name = chance.choice(games)
    typed = "\n".join(chance.choice(PIECES) for _ in range(40)) + "\nquit\nyes\n"
    words = ["play", name, "--seats", "human,random", "--players", "2", "--seed", str(chance.randrange(1000))]
    with time_limit():
        result = CliRunner().invoke(app, [*words, "--save", str(folder / "save.json")], input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    if "R0999" in result.output or "Traceback" in result.output:
        raise AssertionError(f"{name}: {typed!r}\n{result.output[-2000:]}")
    return name
