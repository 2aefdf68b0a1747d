"""Declare options, columns, keeps, procedures and actions.

In: everything that a game is made of, laws already woven in. Out: the names of the game, each with its type. Layer: check.
"""

from __future__ import annotations

from functools import partial
from math import prod

from interpreter.check.check_state import Checker
from interpreter.check.declarations.options import declare_option, set_option_values
from interpreter.check.declarations.tile_edges import place_edges
from interpreter.check.declarations.types import member_count, parameters_of, type_of
from interpreter.check.expressions.phrasing import article
from interpreter.check.secrets.shown_values import title_of
from interpreter.ir import rulebook as rb
from interpreter.ir.types import NUMBER, PLAYER, Grid, Of, Unknown, Zone, type_in_words
from interpreter.source import Help, Note, did_you_mean
from interpreter.source.fixes import instead, leave_out, one_of
from interpreter.syntax import nodes as n

MAX_KEPT = 100_000


def declare(checker: Checker) -> None:
    for option in checker.woven.options.values():
        declare_option(checker, option)
    for rows in checker.rows.values():
        _columns(checker, rows.node)
    for keep in checker.woven.keeps.values():
        _keep(checker, keep)
    for name in checker.woven.keeps:
        _keep_links(checker, checker.woven.keeps[name])
    for routine in checker.woven.routines.values():
        _routine(checker, routine)
    set_option_values(checker)
    _relate(checker)
    place_edges(checker)
    _refuse_twins(checker)


def _relate(checker: Checker) -> None:
    """Add `hex's corners`, `road's cities` as columns, unless the name is taken."""
    for (kind, plural), column in checker.relations.items():
        if (
            plural not in checker.kinds[kind].columns
            and plural not in checker.keeps
            and plural not in checker.woven.lets
        ):
            checker.kinds[kind].columns[plural] = column


def _refuse_twins(checker: Checker) -> None:
    """Report members that share their name with a value.

    One would hide the other, far from here."""
    for kind in checker.kinds.values():
        if kind.word == "option":
            continue
        for number, name in enumerate(kind.members):
            if name in checker.keeps or name in checker.woven.lets or name in checker.options:
                message = f'"{name}" is the name of a value and of {article(kind.name)}'
                checker.reporter.error("R0202", kind.row_spans[number], message, "give one of them another name")


def _columns(checker: Checker, node: n.Kind) -> None:
    kind = checker.kinds[node.name]
    for column in node.columns:
        name = column.head.name
        if name in kind.columns:
            note = (Note("it is declared here first", kind.columns[name].span),)
            message = f'the column "{name}" of "{kind.name}" is declared twice'
            checker.reporter.error("R0202", column.span.word(name), message, "remove one of the two lines", note)
            continue
        parameters = parameters_of(checker, column.head)
        type_ = type_of(checker, column.type) if column.type is not None else None
        kind.columns[name] = rb.Column(kind.name, name, parameters, type_, column.span)
        if column.usually is not None:
            checker.cells.usually[kind.name, name] = column.usually


def _keep(checker: Checker, node: n.Keep) -> None:
    name = node.head.name
    parameters = parameters_of(checker, node.head)
    for parameter, written in zip(parameters, node.head.parameters, strict=True):
        if not isinstance(parameter.type, Of | Unknown):
            message = f"values are kept for the members of a kind, and this is {article(type_in_words(parameter.type))}"
            checker.reporter.error(
                "R0314",
                written.span,
                message,
                Help("name a kind in the brackets, such as player", partial(instead, "player")),
            )
    size = prod(member_count(checker, parameter.type) for parameter in parameters)
    if size > MAX_KEPT:
        message = f'"{name}" would be kept for {size} combinations of things, which is too many'
        checker.reporter.error("R0314", node.head.span, message, "name fewer or smaller kinds in the brackets")
    keep = rb.Keep(name, parameters, type_of(checker, node.type), node.span, in_force=node.in_force)
    keep.count_hidden, keep.not_shown = node.count_hidden, node.not_shown
    keep.absence_seen, keep.by_arrival = node.absence_seen, node.by_arrival
    keep.title = title_of(node, checker.reporter)
    keep.belongs_to, keep.implicit = node.belongs_to, node.implicit
    checker.keeps[name] = keep
    if node.stacked:
        _check_height(checker, node)
        height = rb.Keep(f"{name}_height", parameters_of(checker, node.head), NUMBER, node.span, rb.Constant(NUMBER, 0))
        keep.height = height
        checker.keeps[height.name] = height


def _check_height(checker: Checker, node: n.Keep) -> None:
    """Report a keep that has the name of the implicit height of a stacked one."""
    other = checker.woven.keeps.get(f"{node.head.name}_height")
    if other is not None:
        message = f'"{other.head.name}" is the height of what is stacked on "{node.head.name}", and is declared besides'
        note = (Note("this is stacked", node.head.span),)
        checker.reporter.error("R0202", other.head.span, message, "give it another name", note)


def _everyone(seen: n.SeenBy) -> bool:
    return seen.when is None and any(isinstance(one, n.Name) and one.name == "everyone" for one in seen.names)


def _keep_links(checker: Checker, node: n.Keep) -> None:
    keep = checker.keeps[node.head.name]
    keep.refilled_from = _linked(checker, keep, node.refilled_from, "refilled from")
    keep.reshuffled_from = _linked(checker, keep, node.reshuffled_from, "reshuffled from")
    if node.by_arrival and node.seen_by and not any(_everyone(seen) for seen in node.seen_by):
        message = f'"{keep.name}" is in force in order of arrival, so everyone knows when which card came'
        checker.reporter.error("R0318", node.head.span, message, "leave out `in order of arrival`, or who sees it")
    if node.by_arrival and isinstance(keep.type, Grid):
        message, help = "tiles are laid, and their rules have no order of arrival", "leave out `in order of arrival`"
        checker.reporter.error("R0311", node.head.span, message, help)
    if node.in_force and not isinstance(keep.type, Zone | Grid | Unknown):
        message = f'"{keep.name}" holds no cards, so none of them can be in force'
        checker.reporter.error(
            "R0311", node.head.span, message, leave_out("in force", ", or write: pile of ...", "leave out `", "`")
        )


def _linked(checker: Checker, keep: rb.Keep, node: n.Name | None, how: str) -> rb.Keep | None:
    if node is None:
        return None
    other = checker.keeps.get(node.name)
    if isinstance(keep.type, Unknown) or (other is not None and isinstance(other.type, Unknown)):
        return None  # reported already
    if other is None or not isinstance(other.type, Zone) or not isinstance(keep.type, Zone):
        holds = keep.type.kind if isinstance(keep.type, Zone) else None
        piles = [name for name, found in checker.keeps.items() if isinstance(found.type, Zone)]
        same = [name for name in piles if getattr(checker.keeps[name].type, "kind", "") == holds and name != keep.name]
        message = f'there is no pile called "{node.name}"' if other is None else f'"{node.name}" is not a pile of cards'
        if not isinstance(keep.type, Zone):
            message = f'"{keep.name}" is not a pile or row, so it cannot be filled'
        help = did_you_mean(node.name, piles) or f"declare it: keep {node.name}: pile of ..."
        if not isinstance(keep.type, Zone):
            help = leave_out(f"{how} {node.name}", ", or keep a pile or row", "leave out `", "`")
        elif other is not None:
            help = one_of("there are ", same) if same else f"declare one: keep ...: pile of {holds}"
        checker.reporter.error("R0201", node.span, message, help)
        return None
    if other.type.kind != keep.type.kind or (
        other.parameters not in ((), keep.parameters) and len(other.parameters) != len(keep.parameters)
    ):
        theirs, ours = checker.kinds[other.type.kind].plural, checker.kinds[keep.type.kind].plural
        message = f'"{node.name}" holds {theirs}, and "{keep.name}" holds {ours}'
        if other.type.kind == keep.type.kind:
            message = f'"{node.name}" and "{keep.name}" belong to different things'
        checker.reporter.error("R0301", node.span, message, "name a pile of the same cards")
    return other


def _routine(checker: Checker, node: n.Procedure | n.Action) -> None:
    checker.routines[node.head.name] = describe_routine(checker, node)


def describe_routine(checker: Checker, node: n.Procedure | n.Action) -> rb.Routine:
    """Declare a routine from its first line; the steps come later."""
    parameters = parameters_of(checker, node.head)
    if isinstance(node, n.Action):
        parameters = (rb.Variable("you", PLAYER), *parameters)
        word, gives = ("free action" if node.free else "action"), None
        if node.free and len(parameters) > 1:
            message = f'"{node.head.name}" is a free action: it takes nothing in brackets'
            help = "it is offered by itself, so nothing could fill them; let the player choose inside it"
            checker.reporter.error("R0314", node.head.parameters[0].span, message, help)
    else:
        word, gives = node.word, type_of(checker, node.gives) if node.gives is not None else None
    routine = rb.Routine(node.head.name, word, parameters, gives, node.span)
    if isinstance(node, n.Action) and node.between:
        routine.between = True
        if not node.free:
            message = "only a free action is offered alongside decisions, so only it can be used between them"
            checker.reporter.error(
                "R0314", node.head.span, message, leave_out("between decisions", ", or write: free action")
            )
    return routine
