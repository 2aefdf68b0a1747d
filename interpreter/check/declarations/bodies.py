"""Check bodies: starts and visibility of keeps, the steps of procedures and actions, always rules, set-ups.

In: declarations whose types are known. Out: routines with their acts, keeps with their starts. Layer: check.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import prod

from interpreter.check.check_state import Checker
from interpreter.check.declarations.bot_value import judge
from interpreter.check.declarations.declare import describe_routine
from interpreter.check.declarations.made_in_play import see_what_is_written
from interpreter.check.declarations.starts import in_order_of_starts
from interpreter.check.declarations.types import member_count
from interpreter.check.declarations.values import check_or_reuse_let
from interpreter.check.expressions.base import check_condition, check_expression, check_template
from interpreter.check.expressions.failing import failing
from interpreter.check.expressions.phrasing import article
from interpreter.check.names.scope import Scope
from interpreter.check.secrets.shown_values import shown_value
from interpreter.check.statements.calls import check_block
from interpreter.check.statements.decisions import check_leading
from interpreter.check.statements.giving import gives_nothing_at
from interpreter.ir import rulebook as rb
from interpreter.ir.types import PLAYER, ListOf, Maybe, Number, Of, Unknown, YesNo, fits, type_in_words
from interpreter.source import Help, Source, Span, nearest
from interpreter.source.fixes import added, instead, leave_out, written
from interpreter.syntax import nodes as n


def check_bodies(checker: Checker) -> None:
    for kind, column in checker.reprints:
        checker.column_value(checker.kinds[kind].columns[column])
    for name in checker.woven.lets:
        checker.value(name)
    for node in checker.woven.keeps.values():
        _keep_details(checker, node)
    see_what_is_written(checker.kinds, checker.keeps)
    checker.shown = _shown_values(checker)
    checker.judge = judge(checker.woven.lets, checker.values, checker.reporter)
    for name, routine in checker.woven.routines.items():
        _action_title(checker, checker.routines[name], routine)
    checker.ordered_keeps = in_order_of_starts(checker.keeps, checker.reporter)
    for name, routine in checker.woven.routines.items():
        _body(checker, checker.routines[name], routine)
    for steps, nodes, scope in checker.cells.routines:
        _card_steps(checker, steps, nodes, scope)
    _what_has_no_place(checker)
    for unit, span in checker.env.units.wanted.items():
        if unit not in checker.env.units.owned:
            message = f"{unit} are nobody's: their ends cannot be counted for one player"
            help = f"count them without `of`, or give what is called {unit} a player in brackets"
            checker.reporter.error("R0314", span, message, help)
    for always in checker.woven.always.values():
        scope = Scope()
        holds = check_condition(checker.env, always.condition, scope)
        because = check_template(checker.env, always.because, scope)
        why = failing(always.condition, holds)
        checker.invariants.append(rb.Invariant(always.name, holds, because, always.span, why))
    for needed in checker.woven.requirements:
        _requirement(checker, needed)
    if "play" not in checker.routines:
        message = 'the game has no procedure called "play", so it cannot begin'
        near = nearest("play", checker.woven.routines)
        place = checker.woven.routines[near].head.span.word(near) if near is not None else _beginning(checker)
        help = (
            Help(f'write "play" for "{near}"', partial(instead, "play"))
            if near is not None
            else "write one: procedure play"
        )
        checker.reporter.error("R0213", place, message, help)


def _what_has_no_place(checker: Checker) -> None:
    """Check bodies that belong nowhere, to report their mistakes.

    These are duplicate declarations, and laws without a target."""
    for node in checker.woven.twins:
        if isinstance(node, n.Procedure | n.Action):
            _check_body(checker, describe_routine(checker, node), node)
        elif isinstance(node, n.Let):
            check_or_reuse_let(checker, node)
    if checker.woven.adrift:
        named = _all_named(checker)
    for said in checker.woven.adrift:
        check_block(checker.env, said.law.body, Scope(variables=dict(named)))


def _all_named(checker: Checker) -> dict[str, rb.Variable]:
    """Return every name bound anywhere, with type Unknown.

    What a law without a target can see is not known."""
    names = {"you", *checker.kinds}
    for inner in (inner for routine in checker.woven.routines.values() for inner in n.walk(routine)):
        names.update(
            name for field in ("name", "alias", "binder") if isinstance(name := getattr(inner, field, None), str)
        )
    return {name: rb.Variable(name, Unknown()) for name in names if name not in checker.routines}


def _shown_values(checker: Checker) -> tuple[rb.Shown, ...]:
    """Return the values marked `shown as`; their visibility depends on what they read."""
    found = []
    for name, node in checker.woven.lets.items():
        if node.shown_as is not None and name in checker.values:
            value = checker.values[name]
            size = prod(member_count(checker, parameter.type) for parameter in value.parameters)
            found.append(shown_value(value, node, size, checker.reporter))
    return tuple(shown for shown in found if shown is not None)


def _requirement(checker: Checker, node: n.Requirement) -> None:
    """Check a set-up requirement.

    It is evaluated before the game, so it must not read keeps."""
    scope = Scope()
    holds = check_condition(checker.env, node.condition, scope)
    checker.requirements.append(rb.Requirement(holds, check_template(checker.env, node.because, scope), node.span))
    kept = next((name.name for name in n.walk(node.condition) if _name_of(name) in checker.keeps), None)
    if kept is not None:
        message = f'a set-up is checked before anything has been played, so "{kept}" has no value yet'
        help = "ask about players, options and what is calculated from them, or write it in a procedure"
        checker.reporter.error("R0613", node.condition.span.word(kept), message, help)


def _beginning(checker: Checker) -> Span | None:
    """Return the first line of the rules, for errors about all of them."""
    spans = [node.span for module in checker.sources.base for node in module.declarations]
    return Source(spans[0].source.path, "").at(1, 1) if spans else None


def _keep_details(checker: Checker, node: n.Keep) -> None:
    keep = checker.keeps[node.head.name]
    scope = Scope(variables={parameter.name: parameter for parameter in keep.parameters})
    if node.starts_at is not None:
        keep.start = check_expression(checker.env, node.starts_at, scope, keep.type)
    else:
        keep.start = _usual_start(checker, keep, node.is_written)
    keep.seen = tuple(_seen(checker, seen, keep, scope) for seen in node.seen_by)
    if keep.absence_seen and not isinstance(keep.type, Maybe):
        message = f'"{keep.name}" is never none, so there is no absence to be seen'
        checker.reporter.error(
            "R0318",
            keep.span.word(keep.name),
            message,
            leave_out("absence seen by everyone", start="leave out `", end="`"),
        )
    if keep.height is not None:
        keep.height.seen = keep.seen


def _usual_start(checker: Checker, keep: rb.Keep, is_written: bool = False) -> rb.Term | None:
    match keep.type:
        case Of() if is_written:
            return rb.Constant(keep.type, 0)  # nobody reads it before it is written
        case Number(low, high):
            start = 0 if (low is None or low <= 0) and (high is None or high >= 0) else low
            return rb.Constant(keep.type, start)
        case YesNo():
            return rb.Constant(keep.type, False)
        case Maybe():
            return rb.Constant(keep.type, None)
        case ListOf():
            return rb.Listing(keep.type, ())
        case Of(kind) if not (keep.implicit or kind == "player" or checker.kinds[kind].spare):
            first = next(iter(checker.kinds[kind].members), "...")
            message = f'"{keep.name}" is always {article(kind)}, but does not say which one at the beginning'
            begins = f", starts at {first}"
            words = f"add `{begins}` at the end of the line, or write `{kind} or none`"
            help = Help(words, *([partial(added, begins)] if first != "..." else []))
            checker.reporter.error("R0317", keep.span.word(keep.name), message, help)
        case _:
            pass
    if keep.type == PLAYER:
        return rb.Constant(PLAYER, 0)
    return None


def _seen(checker: Checker, node: n.SeenBy, keep: rb.Keep, scope: Scope) -> rb.Seen:
    when = check_condition(checker.env, node.when, scope) if node.when is not None else None
    first = node.names[0]
    word = first.name if isinstance(first, n.Name) and len(node.names) == 1 else ""
    if word == "everyone":
        return rb.Seen(True, (), when)
    if word == "nobody":
        return rb.Seen(False, (), when)
    if word == "others" and scope.find("others") is None and "others" not in checker.keeps:
        return rb.Seen(False, (), when, _owner(checker, first, keep))
    return rb.Seen(False, tuple(_seer(checker, name, keep, scope) for name in node.names), when)


def _seer(checker: Checker, name: n.Name | n.Call, keep: rb.Keep, scope: Scope) -> rb.Term:
    if isinstance(name, n.Name) and name.name == "owner":
        return _owner(checker, name, keep)
    term = check_expression(checker.env, name, scope)
    if not fits(term.type, Maybe(PLAYER)) and not fits(term.type, ListOf(PLAYER)):
        message = f"only players see something, and this is {article(type_in_words(term.type))}"
        checker.reporter.error(
            "R0318",
            name.span,
            message,
            Help(
                "write everyone, nobody, owner, others or a player's name",
                *written(("everyone", "nobody", "owner", "others")),
            ),
        )
    return term


def _owner(checker: Checker, name: n.Name | n.Call, keep: rb.Keep) -> rb.Term:
    owner = next((parameter for parameter in keep.parameters if parameter.type == PLAYER), None)
    if owner is None:
        message = f'"{keep.name}" is kept for no player, so it has no owner'
        checker.reporter.error(
            "R0318",
            name.span,
            message,
            Help("write seen by everyone, or seen by nobody", *written(("seen by everyone", "seen by nobody"))),
        )
        return rb.Constant(PLAYER, 0)
    return rb.Local(PLAYER, owner)


def _action_title(checker: Checker, routine: rb.Routine, node: n.Procedure | n.Action) -> None:
    """Check the title of an action.

    Titles come before bodies, because any body may offer the action."""
    if isinstance(node, n.Action) and node.title is not None:
        scope = Scope(routine=routine.name, variables={parameter.name: parameter for parameter in routine.parameters})
        routine.title = check_template(checker.env, node.title, scope)


def _body(checker: Checker, routine: rb.Routine, node: n.Procedure | n.Action) -> None:
    if checker.reuse is None:
        _check_body(checker, routine, node)
    else:
        checker.reuse.routine(routine, node, lambda: _check_body(checker, routine, node))


def _card_steps(checker: Checker, routine: rb.Routine, nodes: tuple[n.Statement, ...], scope: Scope) -> None:
    """Check the steps printed on a card."""

    def check() -> None:
        routine.body = check_block(checker.env, nodes, scope)

    if checker.reuse is None:
        check()
    else:
        checker.reuse.card_steps(routine, nodes, check)


def _check_body(checker: Checker, routine: rb.Routine, node: n.Procedure | n.Action) -> None:
    scope = Scope(routine=routine.name, variables={parameter.name: parameter for parameter in routine.parameters})
    routine.keeps = tuple(checker.keeps[keep.head.name] for keep in node.keeps if keep.head.name in checker.keeps)
    if isinstance(node, n.Action):
        found = check_leading(checker.env, node.body, scope)
        routine.lets, routine.needs, routine.first = found.lets, found.needs, found.first
        routine.body, routine.own = found.body, found.own
        routine.tried = any(isinstance(act, rb.Check) for act in rb.walk_acts(routine.body))
    else:
        routine.body = check_block(checker.env, node.body, scope)
        routine.tried = _checked_itself(routine.body)
        _must_give(checker, routine, node)


def _must_give(checker: Checker, routine: rb.Routine, node: n.Procedure) -> None:
    place = gives_nothing_at(routine)
    if place is None or routine.gives is None:
        return
    span = node.head.span if place == routine.span else place
    message = f'"{node.head.name}" may end here without giving {article(type_in_words(routine.gives))}'
    if place == routine.span:
        message = f'"{node.head.name}" may reach its end without giving {article(type_in_words(routine.gives))}'
    help = f"add `give ...`, or let it give {type_in_words(routine.gives)} or none"
    checker.reporter.error("R0319", span, message, help)


def _name_of(node: n.Node) -> str | None:
    """Return the name that a node reads."""
    return node.name if isinstance(node, n.Name | n.Call | n.Possessive) else None


def _checked_itself(acts: Sequence[rb.Act]) -> bool:
    """Does it contain a `must leave` outside of the ways of a menu?"""
    return any(
        isinstance(act, rb.Check) or (not isinstance(act, rb.AskMenu) and _checked_itself(rb.inner_acts(act)))
        for act in acts
    )
