"""What rules work out, and how stored values start, as Python functions.

In: the values, formulas and starts of a Program. Out: functions in an Emission. Layer: backend.
"""

from __future__ import annotations

from interpreter.backend.python.context import Context
from interpreter.backend.python.emission import Part
from interpreter.backend.python.terms import kept, members, write_loop, write_term
from interpreter.check import rulebook as rb
from interpreter.check.marks import VALUE
from interpreter.runtime.made_names import made
from interpreter.types import Grid, Of, Zone


class ValuePart(Part):
    """A function for each value; how each stored value starts."""

    def write(self) -> None:
        self.values()
        self.formulas()
        self.starts()

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
        if not value.alterations:
            self._cases(cases, context, body, returns=True, depth=1)
        else:
            self._cases(cases, context, body, returns=False, depth=1)
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
            named = worked.arguments[-1]
            looped = write_loop(named, context, name) or [f"{name} = {kept(named, context)}"]
            body.extend("    " + text for text in looped)
            context.variables[rest.parameters[-1]] = name
            value = self.program.values[rest.name]
        return value.cases

    def _cases(self, cases: tuple[rb.Case, ...], context: Context, body: list[str], returns: bool, depth: int) -> None:
        """The first case that holds is what the function gives back, or what is changed next, `n`."""
        pad, give = "    " * depth, "return " if returns else "n = "
        for case in cases:
            if case.condition is None:
                body.extend(pad + line for line in self._last_case(case.value, context, returns, is_only=len(cases) == 1))
                return
            word = "if" if returns or case is cases[0] else "elif"
            body.append(f"{pad}{word} {write_term(case.condition, context)}: {give}{kept(case.value, context)}")

    def _last_case(self, value: rb.Term, context: Context, returns: bool, is_only: bool) -> list[str]:
        """What a value is otherwise: a search is a loop."""
        if returns:
            looped = write_loop(value, context, "n")
            return [f"return {kept(value, context)}"] if looped is None else [*looped, "return n"]
        return [f"{'' if is_only else 'else: '}n = {kept(value, context)}"]

    def _alteration(self, alteration: rb.Alteration, context: Context, body: list[str]) -> None:
        inner = context.inner()
        inner.variables[alteration.normal] = "n"
        if alteration.guard is None:
            self._cases(alteration.cases, inner, body, returns=False, depth=1)
        else:
            body.append(f"    if {write_term(alteration.guard, inner)}:")
            self._cases(alteration.cases, inner, body, returns=False, depth=2)

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
