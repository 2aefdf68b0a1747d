"""Print logic, comparisons and arithmetic as C expressions.

In: a logic, comparison or calculation and a Context. Out: the text of a C expression. Layer: backends. Sums that cannot
overflow a word are printed without an overflow check.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.backends.c.bounds import bound, fits
from interpreter.backends.c.cells import cell, is_plain_cell, row_of
from interpreter.backends.c.context import Context, may_be_none, scalar, write
from interpreter.backends.c.fusing import is_quiet_filter
from interpreter.backends.c.sets import MOST, let_as_sets, opened, set_of, size_of_set, word_type
from interpreter.backends.c.tiles import many_tiles
from interpreter.backends.c.unit import FAR, c_type
from interpreter.ir import rulebook as rb
from interpreter.ir.traversal import known, shape
from interpreter.ir.types import YES_NO, ListOf, Of, Zone


def logic(term: rb.Logic, context: Context) -> str:
    parts = [write(part, context) for part in _each_once(term.parts)]
    if term.word == "not":
        return f"(!{parts[0]})"
    return "(" + f" {'&&' if term.word == 'and' else '||'} ".join(parts) + ")"


def _each_once(tests: Sequence[rb.Term]) -> list[rb.Term]:
    """Drop tests that repeat an earlier one."""
    found: dict[object, rb.Term] = {}
    for test in tests:
        found.setdefault(shape(test), test)
    return list(found.values())


def comparison(term: rb.Comparison, context: Context) -> str:
    if term.operator in ("empty", "not empty"):
        found = is_something(term.left, context)
        return f"(!{found})" if term.operator == "empty" else found
    assert term.right is not None
    if term.operator in ("in", "not in"):
        text = _membership(term.left, term.right, context)
        return text if term.operator == "in" else f"(!{text})"
    for one, other in ((term.left, term.right), (term.right, term.left)):
        if isinstance(one, rb.Constant) and one.value is None and c_type(other.type) != "I":
            return f"({write(other, context)}.n {'<' if term.operator == '==' else '>='} 0)"
    if c_type(term.left.type) != "I":
        function = "equal" if c_type(term.left.type) == "L" else "equal_lists"
        text = f"{function}({write(term.left, context)}, {write(term.right, context)})"
        return text if term.operator == "==" else f"(!{text})"
    if term.operator in ("==", "!="):
        if isinstance(term.right, rb.Constant) and term.right.value is None and is_plain_cell(term.left):
            assert isinstance(term.left, rb.Stored)
            return f"({cell(term.left, context)} {term.operator} {context.unit.cells[term.left.keep.name].none})"
        left, right = (_raw(one, other, context) for one, other in ((term.left, term.right), (term.right, term.left)))
        return f"({left} {term.operator} {right})"
    return f"({scalar(term.left, context)} {term.operator} {scalar(term.right, context)})"


def _raw(term: rb.Term, other: rb.Term, context: Context) -> str:
    """Print one side of an equality.

    A raw cell that is none differs from every value that is not."""
    plain_cell = is_plain_cell(term)
    if plain_cell and isinstance(term, rb.Stored) and not may_be_none(other) and not isinstance(other, rb.Local):
        return cell(term, context)
    if plain_cell and isinstance(term, rb.Stored) and isinstance(other, rb.Local) and isinstance(other.type, Of):
        return cell(term, context)
    return write(term, context)


def is_something(items: rb.Term, context: Context) -> str:
    """Test that a list is not empty; a search stops at its first hit."""
    if isinstance(items, rb.Search) and items.word == "list" and not items.keys and items.where is not None:
        return write(replace(items, type=YES_NO, word="some", body=None), context)
    if isinstance(items, rb.LetIn):
        names, inner = let_names(items, context)
        return f"({{ {names} {is_something(items.term, inner)}; }})"
    found = set_of(items, context) if isinstance(items, rb.ValueCall) else None
    if found is not None:
        return f"({found} != 0)"
    own = opened(items, context)
    if is_quiet_filter(own, context):
        return write(replace(own, type=YES_NO, word="some"), context)
    return f"({length_of(items, context)} > 0)"


def length_of(items: rb.Term, context: Context) -> str:
    """Print the length of a list, without building the list where possible."""
    match items:
        case rb.Numbers():
            low, high, step = (scalar(part, context) for part in (items.low, items.high, items.step))
            return f"spent(s, many_numbers(s, {low}, {high}, {step}))"
        case rb.Stored() if isinstance(items.keep.type, Zone) and items.keep.type.size is not None:
            return f"many_held({row_of(items, context)})"
        case rb.ValueCall() if (found := set_of(items, context)) is not None:
            return f"{'wide_' if size_of_set(items, context) > MOST else ''}many({found})"
        case rb.ValueCall() if (tiles := many_tiles(opened(items, context), context)) is not None:
            return tiles
        case _ if (tiles := many_tiles(items, context)) is not None:
            return tiles
        case _:
            return f"{write(items, context)}.n"


def let_names(term: rb.LetIn, context: Context) -> tuple[str, Context]:
    """Declare the variables of lazy values, each with a flag for evaluated."""
    inner = context.inner()
    inner.words.update(let_as_sets(term, inner))
    names = [
        (
            word_type(inner.words[variable] > MOST) if variable in inner.words else c_type(variable.type),
            inner.local(variable),
        )
        for variable in term.variables
    ]
    return " ".join(f"{kind} {name}; int {name}_is = 0;" for kind, name in names), inner


def _membership(left: rb.Term, right: rb.Term, context: Context) -> str:
    if isinstance(right, rb.Numbers) and isinstance(right.step, rb.Constant) and right.step.value == 1:
        low, high, name = scalar(right.low, context), scalar(right.high, context), context.unit.fresh("v")
        return f"({{ I {name} = {scalar(left, context)}; {low} <= {name} && {name} <= {high}; }})"
    word = _known_members(right, left, context)
    if word is not None:
        return f"({word} >> {write(left, context)} & 1)"
    function = "holds" if c_type(left.type) == "I" else "holds_list"
    return f"{function}({write(right, context)}, {write(left, context)})"


def _known_members(items: rb.Term, thing: rb.Term, context: Context) -> str | None:
    """Print a constant list as a bitset, to test a member of its kind against.

    None if it cannot be one."""
    if (
        not isinstance(thing, rb.Local)
        or not isinstance(thing.variable.type, Of)
        or items.type != ListOf(thing.variable.type)
    ):
        return None
    if context.unit.size(thing.variable.type.kind) > 64:
        return None
    match items:
        case rb.Listing():
            members = {known(item) for item in items.items}
            return None if None in members else f"{sum(1 << member for member in members if member is not None)}ULL"
        case rb.Printed() if all(isinstance(cell, tuple | list) and None not in cell for cell in items.column.cells):
            words = [sum(1 << member for member in set(cell)) for cell in items.column.cells]
            return f"{context.unit.words(words)}[{scalar(items.member, context)}]"
        case _:
            return None


def calculation(term: rb.Calculation, context: Context) -> str:
    parts = [scalar(part, context) for part in term.parts]
    if len(parts) == 1:
        return f"(-{parts[0]})"
    left, right = parts
    match term.operator:
        case "+" | "-" if fits(term.parts, context.unit):
            return f"({left} {term.operator} {right})"
        case "+":
            return f"add(s, {left}, {right})"
        case "-":
            return f"subtract(s, {left}, {right})"
        case "*":
            product = bound(term, context.unit)
            checked = product is None or product > FAR
            return f"times(s, {left}, {right})" if checked else f"({left} * {right})"
        case _:
            how = {"down": "floor_div", "up": "ceil_div"}.get(term.rounding or "", "nearest")
            return f"{how}(s, {left}, {right})"
