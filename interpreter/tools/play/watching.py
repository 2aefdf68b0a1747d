"""Edit while playing: when a file of the game is saved, replay the same decisions under the new rules.

In: the running game, its files as they were, a State. Out: the states under the new rules, or none while a file
has an error; and lines to show. Layer: tools. Files are polled a few times a second while a person thinks.
"""

from __future__ import annotations

import difflib
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import interpreter
from interpreter.source import Problems, render
from interpreter.source.operating_system import typed_within
from interpreter.source.shared import shared_mechanics
from interpreter.tools.cli.output import count
from interpreter.tools.play.match import DECIDE, FilesChangedSignal, Reloaded
from interpreter.tools.play.screen import Terminal

if TYPE_CHECKING:
    from interpreter import Game, State

ENDINGS = (".rules", ".yaml", ".yml")
DATA = re.compile(r'\bfrom[ \t]+"([^"\n]+)"')  # a file named in a house rule
PAUSE = 0.3  # seconds between two polls
QUIET = 0.1  # seconds without a write before a file counts as complete
GOES_ON = "The game continues under the old rules."
GONE = "The mistake is fixed: the game uses these rules."

Stamps = dict[Path, tuple[int, int]]


@dataclass
class Watcher:
    """Watches the files of a game and replays it when they have changed."""

    game: Game
    load: Callable[[], Game]
    _stamps: Stamps = field(init=False)
    _texts: dict[Path, str] = field(init=False)
    _longest: Mapping[str, Any] = field(
        default_factory=dict
    )  # the save whose last decisions the reloaded rules do not reach
    _is_wrong: bool = False  # whether the last saved version had an error

    def __post_init__(self) -> None:
        self._stamps = self._look()
        self._texts = self._read()

    def _files(self) -> Iterator[Path]:
        """Find the files of the game, house rules and the data they name.

        Not whole folders of house rules, which may be huge."""
        for name in self.game.chosen:
            if name.endswith(ENDINGS):
                yield Path(name)
                yield from _data_of(Path(name))
        yield from (file for file in self.game.path.rglob("*") if file.suffix in ENDINGS)
        yield from shared_mechanics(self.game.path).values()

    def _look(self) -> Stamps:
        found = {}
        for file in self._files():
            try:
                stat = file.stat()
            except OSError:  # it is being replaced
                continue
            found[file] = (stat.st_mtime_ns, stat.st_size)
        return found

    def _read(self) -> dict[Path, str]:
        return {file: file.read_text(encoding="utf-8", errors="replace") for file in self._stamps if file.is_file()}

    def changed(self) -> bool:
        """Whether a file has been saved since the last check.

        Waits until it is completely written."""
        now = self._look()
        if now == self._stamps:
            return False
        while True:
            time.sleep(QUIET)
            later = self._look()
            if later == now:
                self._stamps = now
                return True
            now = later

    # ---- replaying
    def reload(self, state: State) -> Reloaded:
        was_wrong, self._is_wrong = self._is_wrong, False
        try:
            game = self.load()
        except Problems as problems:
            return self._refused(render(problem) for problem in problems.diagnostics)
        if game.fingerprint == self.game.fingerprint:
            return Reloaded([], [GONE] if was_wrong else [])
        rules, texts = list(self._changed_rules()), self._read()
        try:
            states, told = self._replayed(game, state)
        except interpreter.Fault as fault:
            return self._refused([f"Under the new rules a rule fails: {fault.message}", *_caused(rules)])
        except Problems as problems:
            return self._refused(render(problem) for problem in problems.diagnostics)
        self.game, self._texts = game, texts
        return Reloaded(states, [told, *_caused(rules)])

    def _refused(self, lines: Iterable[str]) -> Reloaded:
        self._is_wrong = True
        return Reloaded([], [*lines, GOES_ON])

    def _replayed(self, game: Game, state: State) -> tuple[list[State], str]:
        """Replay under the new rules, up to the first decision that they do not offer."""
        save = self._with_lost_decisions(state.save())
        made = len(save["decisions"])
        states: list[State] = []
        try:
            for now in game.replayed(save):
                states.append(now.clone())  # noqa: PERF401 - those before a decision that is not put are kept
            self._longest = {}
            told = _compared(states, self._before(save))
        except Problems as problems:
            if not states:
                raise
            self._longest = save
            message = problems.diagnostics[0].message
            goes_on = (
                f"The game continues there under the new rules, with {len(states) - 1} of {count(made, 'decision')}."
            )
            told = f"{message[:1].upper()}{message[1:]}. {goes_on}"
        states[-1].engine.hold_always(arranged=True)
        return states, told

    def _with_lost_decisions(self, save: Mapping[str, Any]) -> Mapping[str, Any]:
        """Restore decisions that reloaded rules cut off.

        Unless something else was decided since."""
        lost = self._longest.get("decisions", [])
        made = save["decisions"]
        is_beginning = [_plain(one) for one in lost[: len(made)]] == [_plain(one) for one in made]
        return {**save, "decisions": lost} if lost and is_beginning else save

    def _before(self, save: Mapping[str, Any]) -> list[State]:
        """Replay the same decisions under the previous rules."""
        try:
            return [state.clone() for state in self.game.replayed(save)]
        except (Problems, interpreter.Fault):
            return []

    def _changed_rules(self) -> Iterator[str]:
        """List the rules with a changed line, each with its location."""
        for file, now in self._read().items():
            before = self._texts.get(file, "")
            if before != now:
                yield from dict.fromkeys(_rules_with_changes(file, before.splitlines(), now.splitlines()))


def _data_of(house_rule: Path) -> list[Path]:
    try:
        text = house_rule.read_text(encoding="utf-8", errors="replace")
    except OSError:  # it is being replaced
        return []
    return [house_rule.parent / name for name in DATA.findall(text)]


def _plain(decision: Mapping[str, Any]) -> tuple[object, ...]:
    return tuple(decision.get(key) for key in ("player", "decision", "rule", "choice", "free"))


def _compared(now: Sequence[State], before: Sequence[State]) -> str:
    """Say from which decision on the table differs."""
    made = count(len(now) - 1, "decision")
    pairs = zip(now, before, strict=False)
    number = next((i for i, (one, other) in enumerate(pairs) if _table(one) != _table(other)), None)
    if not before:  # the previous rules did not reach all of them
        return f"Played again under the new rules ({made})."
    if number is None:
        return f"Played again under the new rules ({made}): nothing is different so far."
    since = f"after decision {number}" if number else "from the set-up on"
    return f"Played again under the new rules ({made}). The tables differ {since}."


def _table(state: State) -> object:
    save = state.save()
    return save["table"], save["scores"], state.engine.position.over


def _caused(rules: Sequence[str]) -> list[str]:
    return [f"What was changed: {'; '.join(rules)}"] if rules else []


def _rules_with_changes(file: Path, before: list[str], now: list[str]) -> Iterator[str]:
    for tag, low, high, start, end in difflib.SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        if end > start:
            yield from (_rule_at(file, now, line) for line in range(start, end) if now[line].strip())
        else:  # lines were deleted
            yield from (_rule_at(file, before, line) for line in range(low, high) if before[line].strip())


def _rule_at(file: Path, lines: list[str], number: int) -> str:
    """Find the rule around a line: the nearest heading above it; in a table, the row."""
    for at in range(number, -1, -1):
        text = lines[at]
        if _is_heading(text, file.suffix == ".rules"):
            return f"{text.split('  cites ')[0].strip().removeprefix('- ')} ({file.name}:{at + 1})"
    return f"{file.name}:{number + 1}"


def _is_heading(text: str, of_rules: bool) -> bool:
    plain = text.strip()
    if not plain or plain.startswith("#"):
        return False
    if of_rules:
        return len(text) - len(text.lstrip()) <= (
            0 if not plain.startswith(("before", "after", "change", "instead")) else 2
        )
    return plain.startswith("- id:")


class WatchingTerminal(Terminal):
    """A terminal that polls the files while the person thinks."""

    def __init__(self, watcher: Watcher) -> None:
        super().__init__()
        self._watcher = watcher

    def listen(self, question: str) -> str:
        if question != DECIDE:  # paging, or passing the screen on
            return super().listen(question)
        self._lines = 0
        if self._typed or not sys.stdin.isatty():  # files are looked at before each question
            if self._watcher.changed():
                raise FilesChangedSignal
            return super().listen(question)
        print(question, end="", flush=True)
        while not typed_within(PAUSE):
            if self._watcher.changed():
                print()
                raise FilesChangedSignal
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\n")
