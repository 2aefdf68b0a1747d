"""What can be wrong, said once and in one form.

In: codes, places and sentences from any layer. Out: Diagnostics, collected by a Reporter and raised
together as Problems, sorted by place. Layer: source.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from .codes import CODES

if TYPE_CHECKING:  # text.py raises Problems itself, so at run time this module must not need it
    from .text import Span

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Note:
    """A further sentence, often about a second place ("the first one is here")."""

    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that is wrong, in the designer's words, at the designer's place."""

    code: str
    message: str
    span: Span | None = None
    help: str | None = None
    notes: tuple[Note, ...] = ()
    severity: Severity = "error"

    def __post_init__(self) -> None:
        # Every code has a page that explains it: a code without one is a mistake of ours, found by any test.
        assert self.code in CODES, f"{self.code} is not in interpreter/source/codes/"


class Problems(Exception):
    """The errors of one stage, all at once and sorted by place."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = in_order(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "\n".join(headline(diagnostic) for diagnostic in self.diagnostics)


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


def headline(diagnostic: Diagnostic) -> str:
    """The first line of a report: `path:line:column: error[R0203]: sentence`."""
    place = f"{diagnostic.span}: " if diagnostic.span else ""
    return f"{place}{diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}"


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sorted by path, line and column; the same thing at the same place is kept once."""
    once = {(_place(found), found.code, found.message): found for found in reversed(list(diagnostics))}
    return tuple(once[key] for key in sorted(once))


def _place(diagnostic: Diagnostic) -> tuple[str, int, int]:
    span = diagnostic.span
    return (span.source.path, span.line, span.column) if span else ("", 0, 0)
