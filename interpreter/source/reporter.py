"""Where a stage puts what it finds, so that the designer sees all of it at once.

In: codes, places and sentences from any layer. Out: Diagnostics in order, raised together as Problems.
Layer: source.
"""

from __future__ import annotations

from collections.abc import Iterable

from .text import Diagnostic, Note, Problems, Span, in_order


class Reporter:
    """Collects what a stage finds, so that the designer sees everything at once."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []

    def error(
        self, code: str, span: Span | None, message: str, help: str | None = None, notes: Iterable[Note] = ()
    ) -> None:
        """Something that must be changed before the game can be used."""
        self.add(Diagnostic(code, message, span, help, tuple(notes), "error"))

    def warning(
        self, code: str, span: Span | None, message: str, help: str | None = None, notes: Iterable[Note] = ()
    ) -> None:
        """Something that is probably not meant, but can be played."""
        self.add(Diagnostic(code, message, span, help, tuple(notes), "warning"))

    def add(self, diagnostic: Diagnostic) -> None:
        """Take over a finished diagnostic."""
        self._found.append(diagnostic)

    def extend(self, problems: Problems) -> None:
        """Take over what another stage raised."""
        self._found.extend(problems.diagnostics)

    def forget(self, wrong: Iterable[Diagnostic]) -> None:
        """Take back what has turned out to be no mistake."""
        gone = {id(diagnostic) for diagnostic in wrong}
        self._found[:] = [diagnostic for diagnostic in self._found if id(diagnostic) not in gone]

    @property
    def found(self) -> tuple[Diagnostic, ...]:
        """Everything found so far, as it came."""
        return tuple(self._found)

    @property
    def has_errors(self) -> bool:
        return any(diagnostic.severity == "error" for diagnostic in self._found)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything found so far, sorted by place, nothing twice."""
        return in_order(self._found)

    def raise_if_errors(self) -> None:
        """Problems with everything found, warnings too, when there is at least one error."""
        if self.has_errors:
            raise Problems(self._found)
