"""Collect the diagnostics of a stage, so that the designer sees all of them at once.

In: codes, locations and sentences from any layer. Out: Diagnostics in order, raised together as Problems.
Layer: source.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from .text import Diagnostic, Note, Problems, Span, in_order


class Reporter:
    """Collects the diagnostics of a stage."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []

    def error(
        self, code: str, span: Span | None, message: str, help: str | None = None, notes: Iterable[Note] = ()
    ) -> None:
        """Report something that must be changed before the game can be used."""
        self.add(Diagnostic(code, message, span, help, tuple(notes), "error"))

    def warning(
        self, code: str, span: Span | None, message: str, help: str | None = None, notes: Iterable[Note] = ()
    ) -> None:
        """Report something that is probably unintended, but can be played."""
        self.add(Diagnostic(code, message, span, help, tuple(notes), "warning"))

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a finished diagnostic."""
        self._found.append(diagnostic)

    def extend(self, problems: Problems) -> None:
        """Add what another stage raised."""
        self._found.extend(problems.diagnostics)

    def forget(self, wrong: Iterable[Diagnostic]) -> None:
        """Withdraw diagnostics that turned out to be wrong."""
        gone = {id(diagnostic) for diagnostic in wrong}
        self._found[:] = [diagnostic for diagnostic in self._found if id(diagnostic) not in gone]

    @contextmanager
    def muted(self) -> Iterator[None]:
        """Drop what is reported inside this context."""
        before = len(self._found)
        try:
            yield
        finally:
            del self._found[before:]

    @property
    def found(self) -> tuple[Diagnostic, ...]:
        """Everything reported so far, in order of arrival."""
        return tuple(self._found)

    @property
    def has_errors(self) -> bool:
        return any(diagnostic.severity == "error" for diagnostic in self._found)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything reported so far, sorted by location, without duplicates."""
        return in_order(self._found)

    def raise_if_errors(self) -> None:
        """Raise Problems with everything reported if there is at least one error."""
        if self.has_errors:
            raise Problems(self._found)
