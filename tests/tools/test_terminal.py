"""The game at a real terminal: a process of its own behind a pseudo-terminal."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.limits import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "from tests.support import fake_api; fake_api.install(); from interpreter.tools.cli.app import main; main()"


class Terminal:
    """A person at a terminal on which `rulewright` runs with the invented game."""

    def __init__(self, folder: Path, *words: str, **environment: str) -> None:
        self._master, slave = pty.openpty()
        variables = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "100", **environment}
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *words],
            stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=variables, start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self.seen = ""

    def until(self, text: str, seconds: float = PATIENCE) -> str:
        """Wait until the text appears; everything seen up to then."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            assert time.monotonic() < end, f"waited for {text!r}, saw {self.seen!r}"
            if not self._read(0.1):
                assert text in self.seen, f"ended before {text!r}: {self.seen!r}"
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def finish(self) -> int:
        end = time.monotonic() + PATIENCE
        while self._read(0.1) and time.monotonic() < end:
            pass
        return self.process.wait(PATIENCE)

    def kill(self, number: signal.Signals) -> None:
        """Send a signal as soon as it waits for input: Python overlooks one between its prompt and that."""
        while not _is_asleep(self.process.pid):
            time.sleep(0.05)
        os.kill(self.process.pid, number)

    def hang_up(self) -> None:
        os.close(self._master)
        self._master = -1
        os.kill(self.process.pid, signal.SIGHUP)  # as the system does for whoever holds the terminal

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        if self._master >= 0:
            os.close(self._master)

    def _read(self, seconds: float) -> bool:
        """Whether there may be more to read."""
        if not select.select([self._master], [], [], seconds)[0]:
            return self.process.poll() is None
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the other end is closed
            return False
        self.seen += data.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)


def _is_asleep(pid: int) -> bool:
    """Whether a process waits for something, and not only for its turn. Without /proc: after a while it does."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        time.sleep(0.5)
        return True
    return words.rpartition(")")[2].split()[0] == "S"


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def play(terminals: list[Terminal], folder: Path, *words: str, **environment: str) -> Terminal:
    terminals.append(Terminal(folder, "play", "heap", "--seed", "3", *words, **environment))
    return terminals[-1]


def test_a_person_takes_seat_one(terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = play(terminals, tmp_path)
    shown = terminal.until("> ")
    assert "red: human, blue: random" in shown
    assert "red (you)" in shown
    assert "\x1b[" in shown
    terminal.type("help\n")
    terminal.until("take back your last decision")
    terminal.type("1\n")
    terminal.until("How many?")
    terminal.type("7\n")
    terminal.until("7 is not possible: type an amount from 1 to 3.")
    terminal.type("quit\n")
    terminal.until("Save first?")
    terminal.type("no\n")
    assert terminal.finish() == 0
    assert list(tmp_path.iterdir()) == []


def test_no_colours_when_they_are_not_wanted(terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = play(terminals, tmp_path, NO_COLOR="1")
    assert "\x1b[3" not in terminal.until("> ").replace("\x1b[3m", "")  # italics are no colour


@pytest.mark.parametrize("how", ["ctrl-c", "ctrl-d", "ctrl-c while asked to save"])
def test_the_game_is_not_lost(terminals: list[Terminal], tmp_path: Path, how: str) -> None:
    terminal = play(terminals, tmp_path, "--seats", "human,human")
    terminal.until("> ")
    terminal.type("1\n")
    terminal.until("> ")
    terminal.type("3\n")
    terminal.until("blue (you)")
    terminal.until("> ")
    if how == "ctrl-d":
        terminal.type("\x04")
    else:
        if "asked" in how:
            terminal.type("quit\n")
            terminal.until("Save first?")
        terminal.kill(signal.SIGINT)
    terminal.until("The game is saved in heap-1.save.json.")
    terminal.until("Resume with: rulewright play heap --seats human,human --resume heap-1.save.json")
    assert terminal.finish() == 0
    assert json.loads((tmp_path / "heap-1.save.json").read_text(encoding="utf-8"))["heap"] == 7


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_end_loses_nothing(terminals: list[Terminal], tmp_path: Path, number: signal.Signals) -> None:
    terminal = play(terminals, tmp_path)
    terminal.until("> ")
    terminal.kill(number)
    terminal.until("Resume with: rulewright play heap --resume heap-1.save.json")
    assert terminal.finish() == 0
    assert json.loads((tmp_path / "heap-1.save.json").read_text(encoding="utf-8"))["heap"] == 10


def test_a_closed_terminal_loses_nothing(terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = play(terminals, tmp_path)
    terminal.until("> ")
    terminal.hang_up()
    terminal.process.wait(PATIENCE)
    assert json.loads((tmp_path / "heap-1.save.json").read_text(encoding="utf-8"))["heap"] == 10
    assert not list(tmp_path.parent.glob("rulewright-*.txt"))


def test_after_saving_and_leaving_it_is_said_how_to_go_on(terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = play(terminals, tmp_path, "--option", "dice=2", "--variant", "my rules/house.rules")
    terminal.until("> ")
    terminal.type("quit\n")
    terminal.until("Save first?")
    terminal.type("yes\n")
    terminal.until(
        "Resume with: rulewright play heap --variant 'my rules/house.rules' --option dice=2 --resume heap-1.save.json"
    )
    assert terminal.finish() == 0


def test_a_fault_saves_first_and_shows_the_rules(terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = play(terminals, tmp_path)
    terminal.until("> ")
    terminal.type("break it\n")
    terminal.until("The game is saved in heap-1.save.json.")
    terminal.until("the loop of break_it never ends")
    terminal.until("in turn (rules/heap.rules:4)")
    assert terminal.finish() == 1


def test_a_pipe_that_closes_early_is_no_error(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = f"{sys.executable} -c '{PROGRAM}' explain R0901 | true"
    done = subprocess.run(
        command, shell=True, cwd=tmp_path, env=environment, check=False, capture_output=True, timeout=PATIENCE
    )
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr


def test_a_person_who_names_no_game_chooses_one(terminals: list[Terminal], tmp_path: Path) -> None:
    terminals.append(Terminal(tmp_path, "play", "--seed", "3"))
    terminal = terminals[-1]
    shown = terminal.until("(Enter for 1): ")
    assert "1  heap  2–3      Take the last counter\n" in shown
    terminal.type("haep\n")
    terminal.until('There is no game "haep". Did you mean "heap"?')
    terminal.until("(Enter for 1): ")
    terminal.type("1\n")
    terminal.until("Goal: Take the last counter.")  # before the first decision
    terminal.until("> ")
