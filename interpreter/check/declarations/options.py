"""Declare options, and set them to what was chosen.

In: option nodes; the values that a user or the manifest chose. Out: options with their values. Layer: check.
"""

from __future__ import annotations

from interpreter.check.check_state import Checker
from interpreter.check.expressions.base import check_expression
from interpreter.check.names.scope import Scope
from interpreter.data import Cell
from interpreter.ir import rulebook as rb
from interpreter.ir.types import NUMBER, YES_NO, Number, Of, OptionShape, Type, Unknown
from interpreter.source import Help, Note, did_you_mean
from interpreter.source.fixes import one_of, written
from interpreter.syntax import nodes as n


def declare_option(checker: Checker, node: n.Option) -> None:
    shape: OptionShape
    type_: Type
    if node.names:
        kind = rb.Kind(f"{node.name} option", f"{node.name} options", "option", node.span)
        kind.members = [name.name for name in node.names]
        kind.titles = [name.replace("_", " ") for name in kind.members]
        checker.kinds[kind.name] = kind
        checker.index(kind)
        shape, type_ = "names", Of(kind.name)
    elif node.low is not None:
        shape, type_ = "range", Number(node.low, node.high)
    else:
        shape, type_ = "yes_no", YES_NO
    values = tuple(name.name for name in node.names)
    title = "".join(part for part in node.title.parts if isinstance(part, str)) if node.title else ""
    option = rb.Option(node.name, title, shape, values, node.low, node.high, 0, 0, type_, node.span)
    checker.options[node.name] = option


def set_option_values(checker: Checker) -> None:
    for name, option in checker.options.items():
        node = checker.woven.options[name]
        term = check_expression(checker.env, node.usually, Scope(), NUMBER if option.shape == "range" else option.type)
        if isinstance(term, rb.Constant | rb.Setting) and term.value is not None:
            option.default = option.value = term.value
            if option.shape == "range" and not _in_range(option, option.default):
                help = f"it takes {option.low} to {option.high}"
                message = f'the usual value of "{name}" is outside its range'
                checker.reporter.error("R0607", node.usually.span, message, help)
        elif not isinstance(term.type, Unknown):
            message = f'the usual value of "{name}" must be known before the game begins'
            checker.reporter.error(
                "R0607", node.usually.span, message, "write a plain value: a number, yes, no or a name"
            )
    for name, given in checker.sources.options.items():
        value = chosen_option(checker, name, given, checker.sources.option_cells.get(name))
        if value is not None:
            checker.options[name].value = value


def chosen_option(checker: Checker, name: str, given: object, cell: Cell | None = None) -> int | bool | None:
    """Return the value of an option for what a user chose.

    None, with an error, if it does not fit."""
    option = checker.options.get(name)
    if option is None:
        known = one_of("the options are ", checker.options, name) if checker.options else "it has no options"
        checker.reporter.error(
            "R0606",
            (cell.key_span or cell.span) if cell is not None else None,
            f'there is no option "{name}"',
            did_you_mean(name, checker.options) or known,
        )
        return None
    value = _option_value(option, given)
    if value is None:
        wanted = {"names": " or ".join(option.values), "yes_no": "yes or no"}.get(
            option.shape, f"{option.low} to {option.high}"
        )
        note = (Note("it is declared here", option.span),)
        help = did_you_mean(str(given), option.values) or Help(f"write {wanted}", *written(_possible(option)))
        checker.reporter.error(
            "R0607",
            cell.span if cell is not None else None,
            f'the option "{name}" takes {wanted}, not {given}',
            help,
            note,
        )
    return value


def _in_range(option: rb.Option, value: int | bool) -> bool:
    assert option.low is not None
    assert option.high is not None
    return option.low <= value <= option.high


def _possible(option: rb.Option) -> tuple[str, ...]:
    """Return the values that can be written one by one; a range is not among them."""
    return {"names": option.values, "yes_no": ("yes", "no")}.get(option.shape, ())


def _option_value(option: rb.Option, given: object) -> int | bool | None:
    """Parse a user's value for an option; None if it does not fit."""
    text = str(given).lower()
    if option.shape == "names":
        return option.values.index(text) if text in option.values else None
    if option.shape == "yes_no":
        return {"yes": True, "true": True, "no": False, "false": False}.get(text)
    try:
        number = int(text)
    except ValueError:
        return None
    return number if _in_range(option, number) else None
