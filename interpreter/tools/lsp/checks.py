"""Check while the user types: in a background thread, abandoned as soon as the text changes.

In: paths of files that were opened, changed or closed. Out: the diagnostics of each file, sent by `publish`.
Layer: tools. A keystroke is answered twice: at once with syntax errors, and again when names and types are checked.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from interpreter.language.looking import prepare
from interpreter.language.workspace import AbandonedSignal, Workspace
from interpreter.source import Diagnostic, Problems

Publish = Callable[[Path, list[Diagnostic]], None]
MOMENT = 0.3  # seconds
QUIET = 2.0  # seconds without anything to check, and then searches are prepared
SYNTAX = ("R01", "R00")
log = logging.getLogger(__name__)


class Checks:
    def __init__(self, workspace: Workspace, publish: Publish) -> None:
        self.workspace, self._publish = workspace, publish
        self._found: dict[
            Path, dict[Path, list[Diagnostic]]
        ] = {}  # by the file that was checked, then by the file it concerns
        self._waiting: dict[Path, None] = {}
        self._unprepared: Path | None = None  # the file that was checked last, until a search in its game is prepared
        self._version = 0
        self._wake = threading.Condition()
        self._ended = False
        self._start()

    def _start(self) -> None:
        threading.Thread(target=self._run, name="checks", daemon=True).start()

    # ---- notifications from the editor
    def changed(self, path: Path) -> None:
        """Publish syntax errors of a new text at once, and queue the full check."""
        with self._wake:
            self._version += 1
        try:
            syntax = self.workspace.syntax(path)
        except Problems as problems:
            syntax = list(problems.diagnostics)
        kept = [problem for problem in self._of(path) if not problem.code.startswith(SYNTAX)]
        self._publish(path, self.workspace.current([*syntax, *kept]))
        self.check(path)

    def check(self, path: Path) -> None:
        """Queue a file and everything it may affect, the file itself first."""
        with self._wake:
            self._version += 1
            self._waiting = dict.fromkeys([path, *self._concerned(path), *self._waiting])
            self._wake.notify()

    def closed(self, path: Path) -> None:
        with self._wake:
            self._waiting.pop(path, None)
            files = [path, *self._found.pop(path, {})]
        for file in dict.fromkeys(files):
            self._publish(file, self.workspace.current(self._of(file)))
        for other in self._concerned(path):
            self.check(other)

    def end(self) -> None:
        with self._wake:
            self._ended = True
            self._version += 1
            self._wake.notify()

    def wait(self, seconds: float) -> bool:
        """Wait until everything is checked; return whether that happened in time."""
        with self._wake:
            return self._wake.wait_for(lambda: not self._waiting, seconds)

    def problems(self, path: Path) -> list[Diagnostic]:
        """Return the known problems of a file that still apply."""
        return self.workspace.current(self._of(path))

    def _concerned(self, path: Path) -> list[Path]:
        """List the other open files of the same game."""
        home = self.workspace.home(path)
        if home is None:
            return []
        others = [other for other in self.workspace.files.opened if other != path]
        return [other for other in others if (its := self.workspace.home(other)) is not None and its.game == home.game]

    # ---- the thread
    def _run(self) -> None:
        while True:
            with self._wake:
                quiet = QUIET if self._unprepared is not None else None
                self._wake.wait_for(lambda: self._ended or bool(self._waiting), quiet)
                if self._ended:
                    return
                path, version = next(iter(self._waiting), None), self._version
            if path is not None:
                self._check(path, version)
                self._unprepared = path
            elif self._unprepared is not None:
                self._prepare(self._unprepared, version)

    def _prepare(self, path: Path, version: int) -> None:
        """Do beforehand what a search for a common word needs.

        That is to check all variants and scenarios: seconds in a large game. A newer text stops it until all is quiet again."""
        try:
            prepare(self.workspace, path, lambda: self._version == version)
        except AbandonedSignal:
            return
        except Problems:  # a file was deleted in the meantime: the search will see
            pass
        except Exception:
            log.exception("preparing searches from %s", path.name)
        self._unprepared = None

    def _check(self, path: Path, version: int) -> None:
        """Check one file with its rules.

        A newer text aborts the check, which is then queued again."""
        try:
            found = self.workspace.problems(path, lambda: self._version == version)
            self._tell(path, found)
            self._finish(path, found, version)
        except AbandonedSignal:
            return
        except Problems as problems:  # the file was deleted in the meantime
            self._tell(path, list(problems.diagnostics))
        except (BrokenPipeError, ConnectionError):  # the editor is gone
            pass
        except Exception:  # a bug of ours must not end all other checks
            log.exception("checking %s", path.name)
        with self._wake:
            if self._version == version:
                self._waiting.pop(path, None)
                self._wake.notify_all()

    def _finish(self, path: Path, found: list[Diagnostic], version: int) -> None:
        """Run the slowest passes last, and only when nobody has typed for a moment."""
        self._pause(version)
        analysis = self.workspace.analysis(path)
        if analysis is not None and not analysis.is_finished:
            known = len(analysis.diagnostics)
            self.workspace.finish(analysis, lambda: self._version == version)
            more = analysis.diagnostics[known:]
            if more:
                self._tell(path, [*found, *more])

    def _pause(self, version: int) -> None:
        """Wait for a moment without typing. Raises AbandonedSignal if there is none."""
        with self._wake:
            if self._wake.wait_for(lambda: self._ended or self._version != version, MOMENT):
                raise AbandonedSignal

    def _tell(self, path: Path, found: Iterable[Diagnostic]) -> None:
        by_file: dict[Path, list[Diagnostic]] = {path: []}
        for problem in found:
            if problem.span is not None:
                by_file.setdefault(Path(problem.span.source.path), []).append(problem)
        with self._wake:
            old = self._found.get(path, {})
            self._found[path] = by_file
        for file in dict.fromkeys([*by_file, *old]):
            self._publish(file, self.workspace.current(self._of(file)))

    def _of(self, file: Path) -> list[Diagnostic]:
        """Merge what all checks have found in a file, without duplicates."""
        with self._wake:
            found = [problem for checked in self._found.values() for problem in checked.get(file, ())]
        return list({(problem.span, problem.code, problem.message): problem for problem in found}.values())
