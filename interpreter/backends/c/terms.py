"""Print terms as C expressions.

In: a checked term and a Context. Out: the text of a C expression. Layer: backends. Dispatches each sort of term to its
printer.
"""

from __future__ import annotations

from interpreter.backends.c.cells import list_number, listing, printed, stored
from interpreter.backends.c.context import Context, kept, members, out_of_slots, passed, scalar, write
from interpreter.backends.c.functions import function
from interpreter.backends.c.logic import calculation, comparison, let_names, logic
from interpreter.backends.c.searches import search
from interpreter.backends.c.unit import Unit, UnsupportedError, number, plain
from interpreter.ir import rulebook as rb
from interpreter.ir.types import Zone


def context_of(unit: Unit) -> Context:
    """Make the context of a new C function."""
    return Context(unit, print_term)


def print_term(term: rb.Term, context: Context) -> str:  # noqa: C901 - one case per form
    match term:
        case rb.Constant():
            return number(term.value)
        case rb.Local():
            return context.variables[term.variable]
        case rb.Stored():
            return stored(term, context)
        case rb.Printed():
            return printed(term, context)
        case rb.Formula():
            arguments = ", ".join(["s", scalar(term.member, context), *(write(a, context) for a in term.arguments)])
            return f"formula_{plain(term.column.kind)}_{plain(term.column.name)}({arguments})"
        case rb.ValueCall():
            return _worked(term, context)
        case rb.Builtin():
            return function(term, context)
        case rb.CanTake():
            given = ", ".join(["s", *(kept(argument, context) for argument in term.arguments)])
            return f"{'possible' if term.routine.tried else 'can'}_{plain(term.routine.name)}({given})"
        case rb.Members():
            return members(term.kind, context)
        case rb.Listing():
            return listing(term, context)
        case rb.Numbers():
            low, high, step = (scalar(part, context) for part in (term.low, term.high, term.step))
            return f"few(s, numbers(s, {low}, {high}, {step}))"
        case rb.Rotated():
            how = f"{write(term.start, context)}, {int(term.after)}, {int(term.counterclockwise)}"
            if isinstance(term.items, rb.Members) and term.items.kind == "player":
                return f"seats_from(s, {how})"
            return f"rotated(s, {write(term.items, context)}, {how})"
        case rb.Search():
            names, inner = out_of_slots((term,), context)
            return f"({{ {names}{search(term, inner)}; }})" if names else search(term, inner)
        case rb.Logic():
            return logic(term, context)
        case rb.Comparison():
            return comparison(term, context)
        case rb.LiesIn():
            assert isinstance(term.zone.keep.type, Zone)
            kind = context.unit.cards[term.zone.keep.type.kind]
            return f"(lies_in(s, {kind}, {write(term.card, context)}) == {list_number(term.zone, context)})"
        case rb.Calculation():
            return calculation(term, context)
        case rb.LetIn():
            names, inner = let_names(term, context)
            return f"({{ {names} {write(term.term, inner)}; }})"
        case rb.Lazy():
            name = context.variables[term.variable]
            return f"({name}_is ? {name} : ({name} = {kept(term.value, context)}, {name}_is = 1, {name}))"
        case rb.Chosen():
            value, other = (passed(part, term.type, context) for part in (term.value, term.other))
            return f"({write(term.condition, context)} ? {value} : {other})"
        case rb.Setting():
            raise UnsupportedError("an option that is still open")
        case rb.Phrase():
            raise UnsupportedError("a text in a value")


def _worked(term: rb.ValueCall, context: Context) -> str:
    pairs = zip(term.arguments, term.value.parameters, strict=True)
    arguments = ["s", *(passed(argument, parameter.type, context) for argument, parameter in pairs)]
    arguments += [_depth(term.value, limit, context) for limit in term.value.limits]
    return f"value_{plain(term.value.name)}({', '.join(arguments)})"


def _depth(value: rb.Value, limit: rb.Limit, context: Context) -> str:
    """Print the recursion depth for a call.

    One deeper, except in a part of the same value."""
    depth = context.variables.get(limit.depth, "0")
    return depth if value.is_part or limit is not value.limit or depth == "0" else f"{depth} + 1"
