"""The Program as one Python module.

In: a Program. Out: Python source with everything a Game needs at run time, and a table from its lines to
the rules they come from. Layer: backend. The same Program always gives the same text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from interpreter.backend.python.acts import Writer
from interpreter.backend.python.context import Context, Shared, clauses_at, values_template
from interpreter.backend.python.failing import Stretches, write_failing
from interpreter.backend.python.terms import (
    kept,
    members,
    shown,
    write_items,
    write_loop,
    write_shown,
    write_template,
    write_term,
)
from interpreter.check import rulebook as rb
from interpreter.check.marks import VALUE, Marks
from interpreter.check.pairs import taken_apart
from interpreter.program import Program
from interpreter.program import blocks as pb
from interpreter.program.passes import budget, fold, inline, share, tabulate, unroll
from interpreter.program.questions import Availability, Question, Taking, Told
from interpreter.program.tables import shapes_of
from interpreter.program.terms import walk
from interpreter.runtime.made_names import made
from interpreter.runtime.tables import Column, Connection, Connections, Kind, Option, Routine, Usable
from interpreter.source import Span
from interpreter.types import NUMBER, Grid, ListOf, Of, Shape, Zone


@dataclass
class Emission:
    """The text so far, and for each of its lines the rule that it comes from."""

    lines: list[str] = field(default_factory=list)
    spans: list[Span | None] = field(default_factory=list)

    def line(self, text: str, span: Span | None = None) -> None:
        self.lines.append(text)
        self.spans.append(span)

    def function(self, head: str, body: list[str], span: Span | Sequence[Span | None] | None) -> None:
        """A function, with short names for the cells and lists if it uses them; from one span, or a span per line."""
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
        """Where the rules change from line to line; empty path: a line that comes from none."""
        paths: dict[str, int] = {"": 0}
        found: list[tuple[int, int, int]] = []
        for number, span in enumerate(self.spans, start=shift + 1):
            path, line = (span.source.path, span.line) if span is not None else ("", 0)
            here = paths.setdefault(path, len(paths)), line
            if not found or found[-1][1:] != here:
                found.append((number, *here))
        rows = ",".join(f"({line},{path},{number})" for line, path, number in found)
        return f"tuple([Line(a, {tuple(paths)!r}[b], c) for a, b, c in ({rows},)])"


def for_python(program: Program) -> Program:
    """The Program as it is best for Python. Whoever looks on while it is played needs it as it was."""
    return unroll(inline(share(budget(tabulate(fold(program))))))


def write_module(program: Program, meta: Mapping[str, Any], marks: Marks | None = None) -> str:
    """`marks`: the code calls `seen(number, answer)` for each of them, which gives the answer back."""
    writer = ModuleWriter(program, marks)
    writer.values()
    writer.formulas()
    writer.starts()
    writer.plain_routines()
    writer.blocks()
    writer.questions()
    writer.columns()
    writer.invariants()
    writer.requirements()
    writer.visibility()
    writer.worth_showing()
    return writer.text(meta)


class ModuleWriter:
    def __init__(self, program: Program, marks: Marks | None = None) -> None:
        self.program, self.layout = program, program.layout
        self.rulebook = program.rulebook
        self.shared = Shared(program, marks=marks)
        self.out = Emission()
        self.needs: list[str] = []
        self.none_left: list[str] = []

    # ---- functions
    def expression(self, head: str, variables: dict[rb.Variable, str], term: rb.Term, span: Span) -> None:
        text = kept(term, Context(self.shared, dict(variables)))
        self.out.function(head, [f"    return {text}"], span)

    def statements(self, head: str, context: Context, frame: Any, write: Any) -> None:
        body: list[str] = []
        writer = Writer(context, frame, body)
        write(writer)
        self.out.function(head, body, writer.spans)

    def values(self) -> None:
        values = self.program.values.values()
        parts = {rest.name for value in values if (rest := value.rest) is not None}
        for value in values:
            if value.name not in parts:  # the rest of a value is written with it
                self._value(value)
        judge = self.rulebook.judge
        self.out.line(f"JUDGE = {made('value', judge.name) if judge is not None else None}")

    def _value(self, value: rb.Value) -> None:
        names = {parameter: f"a{i}" for i, parameter in enumerate(value.parameters)}
        context = Context(self.shared, dict(names))
        body: list[str] = ["    spend(s, 1)"] if value.uses_itself else []
        given = ["s", *names.values()]
        if value.limit is not None:
            context.variables[value.limit.depth] = "depth"
            given.append("depth=0")
            body.append(f"    if depth > {value.limit.most}: raise too_deep({value.name!r}, {value.limit.most})")
        head = f"{made('value', value.name)}({', '.join(given)})"
        if self.shared.marks is not None:
            body.append(f"    seen({self.shared.marks.mark(VALUE, value.span)}, True)")
        cases = self._named_parts(value, context, body)
        looped = write_loop(cases[0].value, context, "n") if len(cases) == 1 else None
        if not value.alterations and looped is not None:
            body.extend("    " + text for text in [*looped, "return n"])
        elif not value.alterations:
            self._cases(cases, context, body, "return ", 1)
        else:
            self._cases(cases, context, body, "n = ", 1)
            for alteration in value.alterations:
                self._alteration(alteration, context, body)
            body.append("    return n")
        self.out.function(head, body, value.span)

    def _named_parts(self, value: rb.Value, context: Context, body: list[str]) -> tuple[rb.Case, ...]:
        """What a value names first becomes a local name of its function; gives the cases that use the names."""
        while (rest := value.rest) is not None:
            worked = value.cases[0].value
            assert isinstance(worked, rb.Worked)
            name = f"a{len(rest.parameters) - 1}"
            body.append(f"    {name} = {kept(worked.arguments[-1], context)}")
            context.variables[rest.parameters[-1]] = name
            value = self.program.values[rest.name]
        return value.cases

    def _cases(self, cases: tuple[rb.Case, ...], context: Context, body: list[str], give: str, depth: int) -> None:
        pad = "    " * depth
        for case in cases:
            value = kept(case.value, context)
            if case.condition is None:
                if give.startswith("return") or len(cases) == 1:
                    body.append(f"{pad}{give}{value}")
                else:
                    body.append(f"{pad}else: {give}{value}")
                return
            word = "if" if give.startswith("return") or case is cases[0] else "elif"
            body.append(f"{pad}{word} {write_term(case.condition, context)}: {give}{value}")

    def _alteration(self, alteration: rb.Alteration, context: Context, body: list[str]) -> None:
        inner = context.inner()
        inner.variables[alteration.normal] = "n"
        if alteration.guard is None:
            self._cases(alteration.cases, inner, body, "n = ", 1)
        else:
            body.append(f"    if {write_term(alteration.guard, inner)}:")
            self._cases(alteration.cases, inner, body, "n = ", 2)

    def formulas(self) -> None:
        for stem, cells in self.program.formulas.items():
            column = self.rulebook.kinds[stem[0]].columns[stem[1]]
            names: dict[rb.Variable, str] = {parameter: f"a{i}" for i, parameter in enumerate(column.parameters)}
            written = []
            for number, cell in enumerate(cells):
                name = made("formula", *stem, number)
                self.expression(f"{name}({', '.join(['s', *names.values()])})", names, cell, column.span)
                written.append(name)
            self.out.line(f"{made('formulas', *stem)} = ({''.join(name + ', ' for name in written)})")

    def starts(self) -> None:
        """How each stored value starts: once for the game, or whenever the phase that keeps it begins."""
        for keep in self.rulebook.keeps.values():
            if isinstance(keep.type, Zone | Grid):
                self._empty_zone(keep)
                continue
            spot = self.layout.keeps[keep.name]
            names = {parameter: f"k{i}" for i, parameter in enumerate(keep.parameters)}
            context = Context(self.shared, dict(names))
            body: list[str] = []
            depth = 1
            for parameter, name in names.items():
                assert isinstance(parameter.type, Of)
                items = members(parameter.type.kind, context)
                body.append("    " * depth + f"for {name} in {items}:")
                depth += 1
            address = " + ".join(
                [str(spot.base), *(f"{name} * {step}" for name, step in zip(names.values(), spot.steps, strict=True))]
            )
            start = kept(self.program.starts[keep.name], context) if keep.name in self.program.starts else "None"
            body.append("    " * depth + f"c[{address}] = {start}")
            self.out.function(f"{made('reset', keep.name)}(s)", body, keep.span)

    def _empty_zone(self, keep: rb.Keep) -> None:
        spot = self.layout.keeps[keep.name]
        last = spot.base + (spot.count * (2 if isinstance(keep.type, Grid) else 1))
        if isinstance(keep.type, Grid):
            size = len(self.rulebook.kinds[keep.type.kind].members)
            body = [f"    for k in range({spot.base}, {last}, 2):", f"        z[k] = [None] * {size}",
                    f"        z[k + 1] = [()] * {size}"]  # fmt: skip
        else:
            assert isinstance(keep.type, Zone)
            content = f"[None] * {keep.type.size}" if keep.type.size is not None else "[]"
            base = self.layout.whereabouts[keep.type.kind]
            body = [
                f"    for k in range({spot.base}, {last}):",
                f"        clear_zone(s, {base}, k)",
                f"        z[k] = {content}",
            ]
        self.out.function(f"{made('reset', keep.name)}(s)", body, keep.span)

    def plain_routines(self) -> None:
        for routine in self.program.plain.values():
            context = Context(self.shared)
            names = [context.local(parameter) for parameter in routine.parameters]

            def write(writer: Writer, routine: rb.Routine = routine) -> None:
                writer.routine, writer.here = routine, routine.span
                writer.reached(pb.rule_name(routine))
                if routine.name in self.program.circular:
                    writer.line("spend(s, 1)")
                for keep in routine.keeps:
                    writer.line(f"{made('reset', keep.name)}(s)")
                writer.acts(routine.body)

            self.statements(f"{made('run', routine.name)}({', '.join(['s', *names])})", context, None, write)

    def blocks(self) -> None:
        for frame in self.program.frames.values():
            for block in frame.blocks:
                context = Context(self.shared, {variable: f"f[{slot}]" for variable, slot in frame.slots.items()})

                def write(writer: Writer, block: pb.Block = block) -> None:
                    writer.block(block)

                self.statements(f"b{block.number}(s, f)", context, frame, write)
        names = "".join(f"b{block.number}, " for block in self.program.blocks)
        self.out.line(f"BLOCKS = ({names})")
        routines = {
            name: Routine(frame.entry, len(frame.slots), len(frame.routine.parameters))
            for name, frame in self.program.frames.items()
        }
        self.out.line(f"ROUTINES = {routines!r}")
        slots = {name: tuple(variable.type for variable in frame.slots) for name, frame in self.program.frames.items()}
        self.out.line(f"SLOTS = {slots!r}")
        owner = [""] * len(self.program.blocks)
        for name, frame in self.program.frames.items():
            for block in frame.blocks:
                owner[block.number] = name
        self.out.line(f"BLOCK_ROUTINE = {tuple(owner)!r}")
        self.out.line(f"CALLED_AT = {self._calls()!r}")
        self.out.line(f"QUIET = {self.program.quiet}")
        self.out.line(f"RANKED = {self.program.ranked}")
        self.out.line(f"CAREFUL = {self.program.careful}")
        plain = "".join(f"{name!r}: {made('run', name)}, " for name in self.program.plain)
        self.out.line(f"PLAIN = {{{plain}}}")

    def _calls(self) -> dict[int, str]:
        """Where a routine that waits has run another: by the block in which it will go on."""
        found: dict[int, set[str]] = {}
        for block in self.program.blocks:
            end = block.end
            if isinstance(end, pb.RunEnd | pb.ColumnEnd | pb.ActionAnswer):
                span = pb.span_of(end)
                assert span is not None
                found.setdefault(end.after, set()).add(f"{span.source.path}:{span.line}")
        return {after: spans.pop() for after, spans in found.items() if len(spans) == 1}

    # ---- questions: prompts, labels, what is refused and why
    def questions(self) -> None:
        sites: list[str] = []
        for name, way in self.program.actions.items():
            span = self.rulebook.routines[name].span
            self._availability(made("can", name), made("why", name), way, self._frame_context(name), span)
        for question in self.program.questions:
            sites.append(self._site(question, self._frame_context(question.routine)))
        self.out.line(f"SITES = ({''.join(site + ', ' for site in sites)})")
        self.out.line(f"NEEDS = ({''.join(need + ', ' for need in self.needs)})")
        self.out.line(f"NONE_LEFT = ({''.join(one + ', ' for one in self.none_left)})")
        free = [
            f"FreeAction({routine.name!r}, {made('can', routine.name)}, {self._title(routine)}, {routine.between})"
            for routine in self.program.free
        ]
        self.out.line(f"FREE = ({''.join(text + ', ' for text in free)})")
        actions = "".join(
            f"{name!r}: Action({made('can', name)}, {made('why', name)}), "
            for name in self.program.actions
        )
        self.out.line(f"ACTIONS = {{{actions}}}")

    def _frame_context(self, routine: str) -> Context:
        slots = self.program.frames[routine].slots
        return Context(self.shared, {variable: f"f[{slot}]" for variable, slot in slots.items()})

    def _title(self, routine: rb.Routine) -> str:
        if routine.title is None:
            return repr(routine.name.replace("_", " "))
        return write_template(routine.title, Context(self.shared, dict.fromkeys(routine.parameters, "None")))

    def _text_function(
        self, template: rb.Template | None, context: Context, span: Span, before: Sequence[str] = ()
    ) -> str:
        """A function (s, f, x) -> text, made only when somebody reads it."""
        if template is None:
            return "None"
        name = self.shared.fresh("text_")
        body = [*before, f"    return {write_template(template, context)}"]
        self.out.function(f"{name}(s, f, x)", body, template.span or span)
        return name

    def _need(self, need: rb.Condition, context: Context, item: rb.Variable | None, before: Sequence[str] = ()) -> int:
        inner = context.inner()
        if item is not None:
            inner.variables[item] = "x"
        because = self._text_function(need.because, inner, need.span, before)
        numbers = self._text_function(values_template(need), inner, need.span, before) if need.values else "None"
        clauses = clauses_at(need.span, self.rulebook)
        self.needs.append(f"Need({need.words!r}, {because}, {numbers}, {str(need.span)!r}, {clauses!r})")
        return len(self.needs) - 1

    def _first_failing(
        self, needs: Sequence[rb.Condition], context: Context, item: rb.Variable, before: Sequence[str] = ()
    ) -> str:
        """A function (s, f, x) -> the number of the first condition that does not hold for x; None when all do."""
        name = self.shared.fresh("failing_")
        inner = context.inner()
        inner.variables[item] = "x"
        lines = [
            f"    if not {write_term(need.holds, inner)}: return {self._need(need, context, item, before)}"
            for need in needs
        ]
        spans = [*[needs[0].span] * len(before), *(need.span for need in needs), needs[-1].span]
        self.out.function(f"{name}(s, f, x)", [*before, *lines, "    return None"], spans)
        return name

    def _none_left(self, told: Told, context: Context, before: Sequence[str]) -> int:
        """The number of a function (s, f) -> what there is and why nothing of it can be chosen; for a later question."""
        name = self.shared.fresh("none_left_")
        needs = (*told.site.where, *told.needs)
        body = [*before, f"    items = {write_items(told.among, context)}"]
        if needs:
            failing = self._first_failing(needs, context, told.item, before)
            body.append(f"    return [({shown('x', told.item.type, context)}, {failing}(s, f, x), x) for x in items]")
        else:
            body.append("    return []")
        self.out.function(f"{name}(s, f)", body, told.span)
        self.none_left.append(f"NoneLeft({told.site.name!r}, {name})")
        return len(self.none_left)

    def _availability(self, name: str, why: str, way: Availability, context: Context, span: Span) -> None:
        """can_...: is it offered? why_...: the number of the need that fails; below 0 when there is nothing to choose."""
        inner = context.inner()
        lets_so_far: list[str] = []
        can: list[str] = []
        lines: list[str] = []
        can_spans: list[Span] = []
        spans: list[Span] = []
        for part in way.steps:
            if isinstance(part, rb.Assign):
                text = kept(part.value, inner)
                lets_so_far.append(f"    {inner.local(part.variable)} = {text}")
                can.append(lets_so_far[-1])
                lines.append(lets_so_far[-1])
                can_spans.append(part.span)
            else:
                holds = write_term(part.holds, inner)
                lines.append(f"    if not {holds}: return {self._need(part, inner, None, tuple(lets_so_far))}")
                if holds != "True":
                    can.append(f"    if not {holds}: return False")
                    can_spans.append(part.span)
            spans.append(part.span)
        if way.first is not None and way.enough is not None:
            none_left = self._none_left(way.first, inner, tuple(lets_so_far))
            looked = ["    " + text for text in write_loop(way.enough, inner, "t") or ()]
            enough = "t" if looked else write_term(way.enough, inner)
            for body, where, otherwise in ((can, can_spans, "False"), (lines, spans, f"-{none_left}")):
                body += [*looked, f"    if not {enough}: return {otherwise}"]
                where += [way.first.span] * (len(looked) + 1)
        self.out.function(f"{name}(s, f)", [*can, "    return True"], [*can_spans, span])
        self.out.function(f"{why}(s, f)", [*lines, "    return None"], [*spans, span])

    def _site(self, question: Question, context: Context) -> str:
        site, told = question.site, question.told
        prompt = self._text_function(site.prompt, context, site.span)
        labels = ", ".join(
            f"Label({name!r}, {self._text_function(title, self._label_context(question, i, context), site.span)})"
            for i, (name, title) in enumerate(site.labels)
        )
        refused = self._refused(question, context)
        shape = "several" if question.several is not None else site.shape
        show = "None"
        if told is not None:
            show = self.shared.fresh("show_")
            self.out.function(f"{show}(s, x)", [f"    return {self._shown_option(told, context)}"], site.span)
        return (
            f"Site({site.name!r}, {site.routine!r}, {shape!r}, {site.kind!r}, {site.optional}, {site.private}, {prompt}, "
            f"({labels}{',' if labels else ''}), {refused}, {str(site.span)!r}, {show}, {self._left_out(told, context)}, "
            f"{site.among!r}, {self._beside(told, context)}, {site.detail}, {site.openly}, "
            f"{self._several(question, context)}, {self._parts(site)})"
        )

    def _shown_option(self, told: Told, context: Context) -> str:
        """The option x as people read it; of several things that are one decision, all of them."""
        if not told.site.parts:
            return shown("x", told.item.type, context)
        inner = context.inner()
        inner.variables[told.item] = "x"
        values = taken_apart(told.site.parts, rb.Local(NUMBER, told.item), told.span)
        return " + ' and ' + ".join(write_shown(value, inner) for value in values)

    def _several(self, question: Question, context: Context) -> str:
        """A function (s, f) -> what is chosen already, and how many it may be at least and at most."""
        bounds = question.several
        if bounds is None:
            return "None"
        name = self.shared.fresh("bounds_")
        least = write_term(bounds.least, context) if bounds.least is not None else "0"
        most = write_term(bounds.most, context) if bounds.most is not None else "None"
        line = f"    return {context.name(bounds.chosen)}, {least}, {most}"
        self.out.function(f"{name}(s, f)", [line], question.span)
        return name

    def _parts(self, site: rb.Site) -> str:
        return "(" + "".join(f"Part({part.kind!r}, {part.low}, {part.size}), " for part in site.parts) + ")"

    def _beside(self, told: Told | None, context: Context) -> str:
        """A function (s, f, x) -> what stands beside the thing x in the list of choices."""
        if told is None:
            return "None"
        inner = context.inner()
        inner.variables[told.item] = "x"
        return self._text_function(told.site.beside, inner, told.site.span)

    def _left_out(self, told: Told | None, context: Context) -> str:
        """A function (s, f) -> what the `where` of a choice leaves out, each with the part that fails."""
        if told is None or not told.site.where:
            return "None"
        name = self.shared.fresh("left_out_")
        failing = self._first_failing(told.site.where, context, told.item)
        items = self._looked_at(told.among, context)
        line = f"    return [(x, n, x) for x in {items} if (n := {failing}(s, f, x)) is not None]"
        self.out.function(f"{name}(s, f)", [line], told.span)
        return name

    def _looked_at(self, items: rb.Term, context: Context) -> str:
        """What is told why it cannot be chosen: of a long range the first numbers."""
        return f"glance({write_term(items, context)})" if isinstance(items, rb.Numbers) else write_items(items, context)

    def _label_context(self, question: Question, number: int, context: Context) -> Context:
        """The title of an action may speak of its own parameters."""
        taking = question.taking
        if taking is None:
            return context
        routine, arguments = taking.actions[number]
        inner = context.inner()
        given = (taking.actor, *arguments)
        inner.variables.update(
            {p: write_term(argument, context) for p, argument in zip(routine.parameters, given, strict=True)}
        )
        return inner

    def _refused(self, question: Question, context: Context) -> str:
        """The name of a function (s, f) -> what cannot be chosen, each with the number of the need that fails."""
        if question.told is not None:
            return self._refused_things(question.told, context)
        if question.taking is not None:
            body = self._refused_actions(question.taking, context)
        else:
            body = self._refused_ways(question, context)
        name = self.shared.fresh("refused_")
        self.out.function(f"{name}(s, f)", ["    found = []", *body, "    return found"], question.span)
        return name

    def _refused_things(self, told: Told, context: Context) -> str:
        if not told.needs:
            return "None"
        name, inner = self.shared.fresh("refused_"), context.inner()
        item = inner.local(told.item)
        first = self._first_failing(told.needs, context, told.item)
        where = f" if {write_term(told.where, inner)}" if told.where is not None else ""
        items = self._looked_at(told.among, context)
        self.out.function(f"{name}(s, f)", [
            f"    return [({item}, n, {item}) for {item} in {items}{where} if (n := {first}(s, f, {item})) is not None]"
        ], told.span)  # fmt: skip
        return name

    def _refused_ways(self, question: Question, context: Context) -> list[str]:
        body = []
        for number, way in enumerate(question.ways):
            stem = question.site.number, number
            self._availability(made("can", *stem), made("why", *stem), way, context, question.span)
            body.append(f"    if (n := {made('why', *stem)}(s, f)) is not None: found.append(({number}, n, None))")
        return body

    def _refused_actions(self, taking: Taking, context: Context) -> list[str]:
        body = []
        for number, (routine, arguments) in enumerate(taking.actions):
            given = ", ".join(write_term(term, context) for term in (taking.actor, *arguments))
            why = f"{made('why', routine.name)}(s, g := [0, {given}])"
            body.append(f"    if (n := {why}) is not None: found.append(({number}, n, g))")
        return body

    # ---- cards
    def columns(self) -> None:
        from interpreter.check.effects import column_suspends

        for kind in self.rulebook.kinds.values():
            for column in kind.columns.values():
                if column.type is not None:
                    continue
                stem = (kind.name, column.name)
                cells = ["None" if cell is None else made("run", cell.name) if cell.name in self.program.plain else "None"
                         for cell in column.cells]  # fmt: skip
                self.out.line(f"{made('steps', *stem)} = ({''.join(cell + ', ' for cell in cells)})")
                if column_suspends(column):
                    entries = ["None" if cell is None else made("run", cell.name) if cell.name in self.program.plain
                               else repr(self._entry(cell.name)) for cell in column.cells]  # fmt: skip
                    self.out.line(f"{made('entries', *stem)} = ({''.join(entry + ', ' for entry in entries)})")

    def _entry(self, name: str) -> tuple[int, int]:
        frame = self.program.frames[name]
        return frame.entry, len(frame.slots)

    def invariants(self) -> None:
        """ALWAYS: (name, holds, because, span, why not, which stretches of the table it depends on); WATCHED: those."""
        written, stretches = [], Stretches(self.rulebook, self.layout)
        for invariant in self.program.invariants:
            context = Context(self.shared)
            name = made("always", invariant.name)
            self.out.function(f"{name}(s)", [f"    return {write_term(invariant.holds, context)}"], invariant.span)
            because, why = self._text_function(invariant.because, context, invariant.span), made("why_not", invariant.name)
            lines = [*write_failing(invariant.failing, context, 1), "    return '; '.join(found[:6])"]
            self.out.function(f"{why}(s)", ["    found = []", *lines], invariant.span)
            bits = stretches.bits(invariant.holds)
            written.append(f"Always({invariant.name!r}, {name}, {because}, {str(invariant.span)!r}, {why}, {bits})")
        self.out.line(f"ALWAYS = ({''.join(text + ', ' for text in written)})")
        self.out.line(f"WATCHED = {tuple(stretches.found)!r}")

    def requirements(self) -> None:
        """REQUIRED: what must hold before anything is played, each with its reason and its span."""
        written = []
        for number, needed in enumerate(self.program.requirements):
            context = Context(self.shared)
            name = f"required_{number}"
            self.out.function(f"{name}(s)", [f"    return {write_term(needed.holds, context)}"], needed.span)
            because = self._text_function(needed.because, context, needed.span)
            written.append(f"Required({name}, {because}, {str(needed.span)!r})")
        self.out.line(f"REQUIRED = ({''.join(text + ', ' for text in written)})")

    def visibility(self) -> None:
        """KEEPS: what is stored, where, of which type, who sees it, and the routine as long as which it lives."""
        written = []
        height_of = {keep.height: keep.name for keep in self.rulebook.keeps.values() if keep.height is not None}
        for keep in self.rulebook.keeps.values():
            spot = self.layout.keeps[keep.name]
            kinds = tuple(parameter.type.kind for parameter in keep.parameters if isinstance(parameter.type, Of))
            sight = self._sight(keep)
            written.append(
                f"Keep({keep.name!r}, {spot.base}, {spot.steps}, {kinds!r}, {keep.type!r}, {sight}, {keep.count_hidden}, "
                f"{keep.in_force}, {_lives_with(keep)!r}, {str(keep.span)!r}, {keep.not_shown}, "
                f"{keep.absence_seen}, {any(seen.all_but is not None for seen in keep.seen)}, {keep.title!r}, "
                f"{height_of.get(keep)!r}, {keep.counted!r}, {self._is_fixed(keep)})"
            )
        self.out.line(f"KEEPS = ({''.join(text + ', ' for text in written)})")
        resets = "".join(f"{made('reset', keep.name)}, " for keep in self.rulebook.keeps.values())
        self.out.line(f"RESETS = ({resets})")

    def worth_showing(self) -> None:
        """SHOWN: worked-out values that the table on the screen has, too."""
        written = []
        for one in self.rulebook.shown:
            value = one.value
            kinds = tuple(parameter.type.kind for parameter in value.parameters if isinstance(parameter.type, Of))
            written.append(
                f"Shown({value.name!r}, {one.title!r}, {kinds!r}, {value.type!r}, {made('value', value.name)}, {one.owner}, "
                f"{one.when_asked})"
            )
        self.out.line(f"SHOWN = ({''.join(text + ', ' for text in written)})")

    def _sight(self, keep: rb.Keep) -> str:
        """'everyone', or a function (s, viewer, keys...) -> may the viewer see it."""
        if not keep.seen:
            return "'everyone'"
        names = {parameter: f"k{i}" for i, parameter in enumerate(keep.parameters)}
        context = Context(self.shared, dict(names))
        tests = [self._seen(seen, context) for seen in self.program.sight[keep.name]]
        if "True" in tests:
            return "'everyone'"
        name = made("sees", keep.name)
        self.out.function(
            f"{name}({', '.join(['s', 'viewer', *names.values()])})", [f"    return {' or '.join(tests)}"], keep.span
        )
        return name

    def _is_fixed(self, keep: rb.Keep) -> bool:
        """Does it depend on nothing but the keys who sees it?"""
        sight = self.program.sight[keep.name]
        terms = [term for seen in sight for term in (*seen.by, seen.when, seen.all_but) if term is not None]
        return all(isinstance(part, rb.Local | rb.Constant) for term in terms for part in walk(term))

    def _seen(self, seen: rb.Seen, context: Context) -> str:
        when = write_term(seen.when, context) if seen.when is not None else "True"
        if seen.everyone:
            return when
        if seen.all_but is not None:  # the other players; a spectator (-1) is none of them
            text = f"(0 <= viewer != {write_term(seen.all_but, context)})"
            return text if when == "True" else f"({text} and {when})"
        if not seen.by:
            return "False"
        tests = []
        for by in seen.by:
            text = write_term(by, context)
            tests.append(f"viewer in {text}" if isinstance(by.type, ListOf) else f"viewer == {text}")
        together = "(" + " or ".join(tests) + ")"
        return together if when == "True" else f"({together} and {when})"

    # ---- everything together
    def text(self, meta: Mapping[str, Any]) -> str:
        tables = [f"{name} = {value}" for name, value in sorted(self.shared.tables.items())]
        kinds = {
            kind.name: Kind(
                kind.word,
                tuple(kind.members),
                tuple(kind.titles),
                kind.grid,
                self.layout.whereabouts.get(kind.name),
                kind.plural,
            )
            for kind in self.rulebook.kinds.values()
        }
        options = tuple(
            Option(o.name, o.title, o.shape, o.values, o.low, o.high, o.default, o.value)
            for o in self.rulebook.options.values()
        )
        head = [
            f"META = {meta!r}",
            f"CELLS, LISTS, PLAYERS = {self.layout.cells}, {self.layout.lists}, {self.rulebook.player_limit}",
            f"KINDS = {kinds!r}", f"FORCE = {self.layout.in_force!r}", f"OWNERS = {self.layout.owners!r}",
            f"OPTIONS = {options!r}", f"SHAPES = {self._shapes()!r}", f"USABLE = {self._usable()!r}",
            f"CARD_TEXTS = {self._texts()!r}",
            f"COLUMNS = {self._plain_columns()!r}", f"ENDS = {self._ends()!r}", *tables, "",
        ]  # fmt: skip
        self.out.line(f"LINES = {self.out.table(len(head))}")
        return "\n".join([*head, *self.out.lines, ""])

    def _usable(self) -> Usable:
        """What a game can come to: actions and ways; cards that do something and rules, each with its bit."""
        ways = {name for site in self.program.sites for name, _ in site.labels}
        cards = {}
        for kind, base in self.layout.whereabouts.items():
            found = self.rulebook.kinds[kind]
            steps = [column for column in found.columns.values() if column.type is None]
            for number, name in enumerate(found.members):
                if name in self.rulebook.lawful or any(column.cells[number] is not None for column in steps):
                    cards[name] = base + number
        return Usable(tuple(sorted(ways)), cards, {rule: self.program.rule_bit(rule) for rule in sorted(self.program.rules)})

    def _texts(self) -> dict[str, tuple[str, ...]]:
        return {kind.name: tuple(kind.texts) for kind in self.rulebook.kinds.values() if any(kind.texts)}

    def _plain_columns(self) -> dict[str, dict[str, Column]]:
        """What people may want to know of a thing: for each kind its columns that are plain values."""
        return {
            kind.name: {
                column.name: Column(column.type, tuple(column.cells))
                for column in kind.columns.values()
                if column.type is not None and not column.parameters and not isinstance(column.type, Shape)
            }
            for kind in self.rulebook.kinds.values()
            if kind.columns
        }

    def _ends(self) -> dict[str, Connections]:
        """For each kind of connection: what it joins, and from where to where each leads."""
        return {
            kind.name: Connections(kind.joins, tuple(Connection(*ends) for ends in kind.ends))
            for kind in self.rulebook.kinds.values() if kind.ends
        }  # fmt: skip

    def _shapes(self) -> dict[str, tuple[Any, ...]]:
        """The drawings of the tiles that lie on grids."""
        kinds = dict.fromkeys(keep.type.kind for keep in self.rulebook.keeps.values() if isinstance(keep.type, Grid))
        return {kind: shapes_of(self.rulebook.kinds[kind]) for kind in kinds}


def _lives_with(keep: rb.Keep) -> str | None:
    """The routine as long as which a value lives; None: as long as the game. Empty: it is only there for the rules."""
    return "" if keep.implicit and keep.belongs_to is None else keep.belongs_to
