"""Collect the functions of a Python module as text, each line with the rule that it comes from.

In: lines of Python and spans. Out: the text so far; the table from lines to rules. Layer: backends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from interpreter.backends.python.context import Context, Shared
from interpreter.backends.python.terms import kept, write_template
from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import Program
from interpreter.ir.layout import Layout
from interpreter.source import Span


@dataclass
class Emission:
    """The text so far, and for each line the rule that it comes from."""

    lines: list[str] = field(default_factory=list)
    spans: list[Span | None] = field(default_factory=list)

    def line(self, text: str, span: Span | None = None) -> None:
        self.lines.append(text)
        self.spans.append(span)

    def function(self, head: str, body: list[str], span: Span | Sequence[Span | None] | None) -> None:
        """Emit a function, with local names for the cells and lists if it uses them.

        `span`: one, or one per line."""
        text = "\n".join(body)
        spans = [span] * len(body) if isinstance(span, Span | None) else span
        first = next((found for found in spans if found is not None), None)
        self.line(f"def {head}:", first)
        if "c[" in text:
            self.line("    c = s.cells", first)
        if "z[" in text:
            self.line("    z = s.lists", first)
        for line, found in zip(body, spans, strict=True):
            self.line(line, found)
        if not body:
            self.line("    pass")
        self.line("")

    def table(self, shift: int) -> str:
        """Serialize where the rule changes from line to line; an empty path means no rule."""
        paths: dict[str, int] = {"": 0}
        found: list[tuple[int, int, int]] = []
        for number, span in enumerate(self.spans, start=shift + 1):
            path, line = (span.source.path, span.line) if span is not None else ("", 0)
            here = paths.setdefault(path, len(paths)), line
            if not found or found[-1][1:] != here:
                found.append((number, *here))
        rows = " ".join(f"{line}:{path}:{number}" for line, path, number in found)
        return f"Lines({tuple(paths)!r}, {rows!r})"


@dataclass
class Module:
    """The module being emitted.

    What its functions share, its text so far, and numbered tables that questions fill."""

    shared: Shared
    out: Emission = field(default_factory=Emission)
    needs: list[str] = field(default_factory=list)
    none_left: list[str] = field(default_factory=list)

    @property
    def program(self) -> Program:
        return self.shared.program

    @property
    def layout(self) -> Layout:
        return self.shared.layout

    @property
    def rulebook(self) -> rb.Rulebook:
        return self.shared.program.rulebook

    def expression(self, head: str, variables: dict[rb.Variable, str], term: rb.Term, span: Span) -> None:
        text = kept(term, Context(self.shared, dict(variables)))
        self.out.function(head, [f"    return {text}"], span)

    def frame_context(self, routine: str) -> Context:
        slots = self.program.frames[routine].slots
        return Context(self.shared, {variable: f"f[{slot}]" for variable, slot in slots.items()})

    def text_function(
        self, template: rb.Template | None, context: Context, span: Span, before: Sequence[str] = ()
    ) -> str:
        """Emit a function (s, f, x) -> text, called only when the text is shown.

        Return its name."""
        if template is None:
            return "None"
        name = self.shared.fresh("text_")
        body = [*before, f"    return {write_template(template, context)}"]
        self.out.function(f"{name}(s, f, x)", body, template.span or span)
        return name
