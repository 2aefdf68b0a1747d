"""Check conditions: logic, comparisons, membership, `can`.

In: nodes of conditions. Out: terms of yes or no. Layer: check.
"""

from __future__ import annotations

from functools import partial

from interpreter.check.environment import Env
from interpreter.check.expressions.base import check_amount, check_condition, check_expression
from interpreter.check.expressions.lists import check_list, members_of
from interpreter.check.expressions.name_terms import global_term, read_column
from interpreter.check.expressions.phrasing import article, miscounted, named_here, quoted, written
from interpreter.check.names.binding import column_of, is_only_member
from interpreter.check.names.recorder import first_word
from interpreter.check.names.scope import Scope, known_if
from interpreter.ir import rulebook as rb
from interpreter.ir.types import (
    PLAYER,
    YES_NO,
    Absent,
    ListOf,
    Maybe,
    Number,
    Of,
    Type,
    Unknown,
    Words,
    YesNo,
    Zone,
    bare,
    element,
    fits,
    join,
    type_in_words,
)
from interpreter.source import Help, did_you_mean
from interpreter.source.fixes import declared_above, to_write
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write

COMPARISONS = {
    "is at least": ">=", "is at most": "<=", "is more than": ">", "is less than": "<",
}  # fmt: skip


def _several(env: Env, type_: Type) -> str:
    return env.names.kinds[type_.kind].plural if isinstance(type_, Of) else f"{type_in_words(type_)}s"


def check_logic(env: Env, node: n.Both | n.Either | n.Not, scope: Scope) -> rb.Term:
    if isinstance(node, n.Not):
        return rb.Logic(YES_NO, "not", (check_condition(env, node.inner, scope),))
    holds = isinstance(node, n.Both)
    inner = scope.inner()
    parts = []
    for part in node.parts:
        parts.append(check_condition(env, part, inner))
        inner.learn(known_if(part, holds))
    return rb.Logic(YES_NO, "and" if holds else "or", tuple(parts))


def check_compare(env: Env, node: n.Compare, scope: Scope) -> rb.Term:
    if node.right is None:
        return _emptiness(env, node, scope)
    if node.operator in ("is in", "is not in"):
        return _membership(env, node, node.right, scope)
    if node.operator in COMPARISONS:
        left = check_amount(env, node.left, scope)
        right = check_amount(env, node.right, scope)
        return rb.Comparison(YES_NO, COMPARISONS[node.operator], left, right)
    return _equality(env, node, node.right, scope)


def check_can(env: Env, node: n.Can, scope: Scope) -> rb.Term:
    """Check `can`, with the very condition by which the menu offers it."""
    player = check_expression(env, node.player, scope, PLAYER)
    name = node.action.name
    routine = env.names.routines.get(name)
    if routine is None or "action" not in routine.word:
        known = [other for other, found in env.names.routines.items() if "action" in found.word]
        help: str = did_you_mean(name, known) or Help(
            f"declare it with: action {name}", partial(declared_above, f"action {name}\n  stop")
        )
        message = f'there is no action called "{name}"'
        if routine is not None:
            message = f'"{name}" is {article(routine.word)}: only an action can be asked about'
            help = "make the choice an action, or name a condition with let"
        return env.error("R0207", node.action.span.word(name), message, help)
    given = node.action.arguments
    if len(given) != len(routine.parameters) - 1:
        message = miscounted(name, routine.parameters[1:], len(given))
        return env.error(
            "R0302", node.action.span, message, to_write(written(name, routine.parameters[1:]), start="write ")
        )
    if env.recorder is not None:
        env.recorder.thing(first_word(node.action.span), routine)
    wants = [parameter.type for parameter in routine.parameters[1:]]
    more = tuple(check_expression(env, argument, scope, want) for argument, want in zip(given, wants, strict=True))
    can = rb.CanTake(YES_NO, routine, (player, *more))
    return can if node.holds else rb.Logic(YES_NO, "not", (can,))


def _emptiness(env: Env, node: n.Compare, scope: Scope) -> rb.Term:
    term = check_expression(env, node.left, scope)
    if element(term.type) is None:
        nothing = "0" if isinstance(term.type, Number) else "none"
        help = to_write(f"{write(node.left)} {node.operator.removesuffix(' empty')} {nothing}")
        message = f"only a list or pile can be empty, this is {article(type_in_words(term.type))}"
        return env.error("R0303", node.span, message, help)
    return rb.Comparison(YES_NO, node.operator.removeprefix("is "), term, None)


def _membership(env: Env, node: n.Compare, among: n.Expression, scope: Scope) -> rb.Term:
    operator = node.operator.removeprefix("is ")
    want = None
    if is_only_member(env, node.left, scope) and not isinstance(among, n.ListOf):
        want = element(members_of(env, among, scope)[0].type)  # the list says which kind a name is of
    left = env.term(node.left, scope, want)
    if isinstance(among, n.ListOf):
        items = check_list(env, among, scope, ListOf(left.type))
    else:
        items, _ = members_of(env, among, scope)
    inner = element(items.type)
    if inner is not None and not fits(bare(left.type), inner):
        message = f"{article(type_in_words(left.type))} can never be in a list of {_several(env, inner)}"
        return env.error("R0306", node.span, message, "ask for a thing of the kind that the list holds")
    if isinstance(items, rb.Stored) and isinstance(items.type, Zone) and isinstance(left.type, Of):
        lies: rb.Term = rb.LiesIn(YES_NO, left, items)
        return lies if operator == "in" else rb.Logic(YES_NO, "not", (lies,))
    return rb.Comparison(YES_NO, operator, left, items)


def _equality(env: Env, node: n.Compare, other: n.Expression, scope: Scope) -> rb.Term:
    asked = predicate(env, node, scope)
    if asked is not None:
        return asked
    if is_only_member(env, node.left, scope):
        right = env.term(other, scope)
        left = env.term(node.left, scope, right.type)
    else:
        left = env.term(node.left, scope)
        right = env.term(other, scope, left.type)
    if join(left.type, right.type) is None:
        message = f"{article(type_in_words(left.type))} can never be {article(type_in_words(right.type))}"
        help = "compare two things of the same kind"
        if isinstance(element(left.type), Number) and isinstance(right.type, Number):
            help = f"add them up: total({quoted(node.left.span) or '...'}) {node.operator} ..., or ask: ... is in ..."
        return env.error("R0306", node.span, message, help)
    if isinstance(right.type, Absent) and not isinstance(left.type, Maybe | Unknown):
        text = f"{named_here(node.left.span)} is always there: {article(type_in_words(left.type))} is never none"
        help = "leave the question out, or say `or none` where it is declared if it can be absent"
        return env.error("R0307", node.span, text, help)
    if isinstance(left.type, Words):
        return env.error(
            "R0301", node.span, "texts are only shown: they are not compared", "ask about what the text is made from"
        )
    if node.operator == "is":
        _within_reach(env, node, left)
    return rb.Comparison(YES_NO, "==" if node.operator == "is" else "!=", left, right)


def _within_reach(env: Env, node: n.Compare, left: rb.Term) -> None:
    """Report a comparison that is outside the range of a kept number.

    A variant that needs a larger range finds out here."""
    if not isinstance(left, rb.Stored) or not isinstance(left.keep.type, Number) or left.keep.type.low is None:
        return
    low, high = left.keep.type.low, left.keep.type.high
    wanted = env.names.known_number(node.right) if isinstance(node.right, n.Name | n.Number) else None
    if wanted is not None and high is not None and not low <= wanted <= high:
        message = f'"{left.keep.name}" goes from {low} to {high}, so it is never {wanted}'
        end = node.right.name if isinstance(node.right, n.Name) else str(wanted)
        help = f"let its range go as far: keep {written(left.keep.name, left.keep.parameters)}: {low} to {end}"
        if left.keep.parameters:
            help = f"let its range go as far: {low} to {end}"
        env.error("R0306", node.span, message, help)


def predicate(env: Env, node: n.Compare, scope: Scope) -> rb.Term | None:
    """Check `company is full`.

    Here full is a yes/no value of one company, or a yes/no column."""
    if not isinstance(node.right, n.Name) or scope.find(node.right.name) is not None:
        return None
    name = node.right.name
    if name in env.names.members or not (_says_yes_or_no(env, name) or _any_column(env, name, node.left)):
        return None
    left = env.term(node.left, scope)
    column = column_of(env, left.type, name)
    term: rb.Term | None = None
    if column is not None and isinstance(column.type, YesNo) and not column.parameters:
        term = read_column(env, node, column, left, ())
    elif _says_yes_or_no(env, name):
        term = global_term(env, node, name, (left,), (node.span,))
    if term is None or isinstance(term.type, Unknown):
        return term
    if env.recorder is not None:
        env.recorder.term(node.right, term, scope, YES_NO)
    return term if node.operator == "is" else rb.Logic(YES_NO, "not", (term,))


def _any_column(env: Env, name: str, left: n.Expression) -> bool:
    """May this be a column of the left side? Not if that is a condition itself."""
    while isinstance(left, n.Group):
        left = left.inner
    if isinstance(left, n.Compare | n.Both | n.Either | n.Not):
        return False
    return any(name in kind.columns for kind in env.names.kinds.values())


def _says_yes_or_no(env: Env, name: str) -> bool:
    keep = env.names.keeps.get(name)
    if keep is not None:
        return isinstance(keep.type, YesNo) and len(keep.parameters) == 1
    value = env.names.value(name)
    return value is not None and isinstance(value.type, YesNo) and len(value.parameters) == 1
