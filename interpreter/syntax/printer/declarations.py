"""Declarations written back.

In: a declaration. Out: its lines. Layer: syntax.
"""

from __future__ import annotations

from typing import assert_never

from interpreter.syntax import nodes as n
from interpreter.syntax.printer.expressions import SUM, arguments_text, expression_text, text_of
from interpreter.syntax.printer.sentence_parts import (
    board_text,
    count_text,
    dimension_text,
    head_text,
    optional_text,
    seen_by_text,
    target_text,
    title_text,
    type_text,
)
from interpreter.syntax.printer.statements import block_lines, case_text, indented, let_lines


def declaration_lines(node: object) -> str | None:
    match node:
        case n.Column():
            return _column(node)
        case n.Case():
            return case_text(node)
        case n.Fill():
            return "\n".join(_fill(node))
        case n.Relation():
            return _relation(node)
    return "\n".join(declaration_text_lines(node)) if isinstance(node, n.Declaration) else None


def declaration_text_lines(node: n.Declaration) -> list[str]:
    match node:
        case n.Kind():
            return [_kind(node), *indented(_column(column) for column in node.columns)]
        case n.Keep():
            return [_keep(node)]
        case n.Option():
            return [_option(node)]
        case n.Procedure() | n.Action():
            keeps = indented(_keep(keep) for keep in node.keeps)
            head, *body = block_lines(_opening(node), node.body)
            return [head, *keeps, *body]
        case n.Always():
            return [f"always {node.name}: {expression_text(node.condition)} because {text_of(node.because)}"]
        case n.Requirement():
            return [f"needs {expression_text(node.condition)} because {text_of(node.because)}"]
        case n.People() | n.Automas():
            return [_seating(node)]
        case n.Says():
            phrases = " or ".join(text_of(phrase) for phrase in node.phrases) or "nothing"
            return [f"{', '.join(thing.whole for thing in node.things)} says {phrases}"]
        case n.Variant() | n.Mechanic() | n.Instance() | n.Blank() | n.Addition() | n.AddTo():
            return _shared(node)
        case n.Let() | n.Hook() | n.Removal() | n.NeedsRemoval() | n.Answering():
            return _law(node)
        case n.ChangeValue() | n.ChangeStart() | n.ChangeCell():
            return _change(node)
        case n.ChangeRange() | n.ChangeSight():
            return [_change_of_keep(node)]
        case _:
            assert_never(node)


def _seating(node: n.People | n.Automas) -> str:
    match node:
        case n.People():
            return f"people {node.low}" + (f" to {node.high}" if node.high != node.low else "")
        case n.Automas(fill=None):
            several = "s" if len(node.seats) > 1 else ""
            return f"automa{several} in seat{several} {', '.join(map(str, node.seats))}"
        case n.Automas():
            return f"automas fill up to {node.fill} seats"


def _kind(node: n.Kind) -> str:
    head = f"{node.word} {node.name}{_plural(node)}"
    if node.design is not None:
        head += f" by {node.design.name}{_plural(node.design)}"
    if node.dimensions:
        return f"{head} for each {_by_rule(node)}"
    if node.most is not None:
        return f"{head} made in play, up to {count_text(node.most) if not isinstance(node.most, n.Name) else node.most.name}"
    if node.of is not None:
        return f"{head} of {node.of.name}"
    on_board = f" {board_text(node.board)}" if node.board is not None else ""
    if node.file is not None:
        return f'{head}{on_board} from "{node.file}"'
    if node.board is not None:
        return f"{head}{on_board}"
    return f"{head} is {', '.join(name.name for name in node.names)}"


def _plural(node: n.Kind | n.Design) -> str:
    return f" plural {node.plural}" if node.plural else ""


def _by_rule(node: n.Kind) -> str:
    parts = " and ".join(dimension_text(part) for part in node.dimensions)
    times = f", {expression_text(node.times, SUM)} times" if node.times is not None else ""
    return f"{parts}{optional_text('where', node.where)}{times}"


def _column(node: n.Column) -> str:
    usually = f", usually {expression_text(node.usually)}" if node.usually is not None else ""
    return f"{head_text(node.head)}: {'steps' if node.type is None else type_text(node.type)}{usually}"


def _keep(node: n.Keep) -> str:
    parts = [f"keep {head_text(node.head)}: {type_text(node.type)}"]
    if node.starts_at is not None:
        parts.append(f"starts at {expression_text(node.starts_at)}")
    parts += [seen_by_text(seen) for seen in node.seen_by]
    if node.refilled_from is not None:
        parts.append(f"refilled from {node.refilled_from.name}")
    if node.reshuffled_from is not None:
        parts.append(f"reshuffled from {node.reshuffled_from.name}")
    force = "in force in order of arrival" if node.by_arrival else "in force"
    flags = {
        force: node.in_force, "stacked": node.stacked, "count hidden": node.count_hidden,
        "not shown": node.not_shown, "absence seen by everyone": node.absence_seen,
    }  # fmt: skip
    return ", ".join(parts + [word for word, holds in flags.items() if holds]) + _shown_as(node)


def _shown_as(node: n.Keep | n.Let) -> str:
    words = "looked up as" if isinstance(node, n.Let) and node.when_asked else "shown as"
    return f", {words} {text_of(node.shown_as)}" if node.shown_as is not None else ""


def _option(node: n.Option) -> str:
    if node.names:
        values = " or ".join(name.name for name in node.names)
    else:
        values = "yes or no" if node.low is None else f"{node.low} to {node.high}"
    return f"option {node.name}{title_text(node.title)} is {values}, usually {expression_text(node.usually)}"


def _opening(node: n.Procedure | n.Action) -> str:
    if isinstance(node, n.Action):
        between = " between decisions" if node.between else ""
        return f"{'free ' if node.free else ''}action {head_text(node.head)}{title_text(node.title)}{between}"
    gives = f" gives {type_text(node.gives)}" if node.gives is not None else ""
    return f"{node.word} {head_text(node.head)}{gives}"


def _change(node: n.ChangeValue | n.ChangeStart | n.ChangeCell) -> list[str]:
    if isinstance(node, n.ChangeStart):
        return [f"change start of {node.name} to {expression_text(node.value)}{optional_text('was', node.was)}"]
    owner = f"{node.row}'s " if isinstance(node, n.ChangeCell) else ""
    end = optional_text("was", node.was) + optional_text("when", node.when)
    return _cases(f"change {owner}{head_text(node.head)} to", node.cases, end)


def _change_of_keep(node: n.ChangeRange | n.ChangeSight) -> str:
    head = f"change {head_text(node.head)} to"
    if isinstance(node, n.ChangeSight):
        return f"{head} be {', '.join(map(seen_by_text, node.seen_by))}"
    ends = [f"{expression_text(low, SUM)} to {expression_text(high, SUM)}"
            for low, high in (node.ends, *([node.was] if node.was else []))]  # fmt: skip
    return f"{head} {' was '.join(ends)}"


def _law(node: n.Let | n.Hook | n.Removal | n.NeedsRemoval | n.Answering) -> list[str]:
    match node:
        case n.Let():
            bots = ", for bots" if node.for_bots else ""
            limit = f", up to {node.limit.value} times" if node.limit is not None else ""
            return _cases(f"let {head_text(node.head)}{_shown_as(node)}{bots}{limit} =", node.cases, "", node.names)
        case n.Removal():
            return [f"without {target_text(node.target)}"]
        case n.NeedsRemoval():
            inside = f" in {node.inside.name}" if node.inside is not None else ""
            return [f"without needs {text_of(node.because)}{inside}"]
        case n.Hook() | n.Answering():
            word = node.word if isinstance(node, n.Hook) else f"{node.word} choosing"
            target = f" {target_text(node.target)}" if node.target is not None else ""
            return block_lines(f"{word}{target}{optional_text('where', node.where)}", node.body)


def _cases(head: str, cases: tuple[n.Case, ...], end: str, names: tuple[n.LetHere, ...] = ()) -> list[str]:
    lets = [line for name in names for line in let_lines(name)]
    if len(cases) == 1 and cases[0].condition is None:
        value = f"{expression_text(cases[0].value)}{end}"
        return [head, *indented([*lets, value])] if lets else [f"{head} {value}"]
    return [head, *indented([*lets, *(case_text(case) for case in cases)])]


def _shared(node: n.Variant | n.Mechanic | n.Instance | n.Blank | n.Addition | n.AddTo) -> list[str]:
    match node:
        case n.Variant():
            relations = [_relation(relation) for relation in node.relations]
            inside = [line for inner in node.declarations for line in declaration_text_lines(inner)]
            return [f"variant {node.name}{title_text(node.title)}", *indented(relations + inside)]
        case n.Mechanic():
            inside = [line for inner in node.declarations for line in declaration_text_lines(inner)]
            return [f"mechanic {head_text(node.head)}{title_text(node.title)}", *indented(inside)]
        case n.Instance():
            fills = [line for fill in node.fills for line in _fill(fill)]
            return [f"{node.mechanic} {head_text(node.head)}", *indented(fills)]
        case n.Blank(kind=str() as kind):
            return [f"blank {head_text(node.head)}: {kind}"]
        case n.Blank():
            if node.type is None:
                return block_lines(f"blank {head_text(node.head)}: steps", node.steps or ())
            return [f"blank {head_text(node.head)}: {type_text(node.type)}{optional_text('usually', node.usually)}"]
        case n.Addition():
            return [f'add {node.kind} from "{node.file}"']
        case n.AddTo():
            items = ", ".join(item.name + arguments_text(item.arguments) for item in node.items)
            place = f" {node.word} {node.next_to.name}" if node.next_to is not None else ""
            return [f"add {items} to {target_text(node.target)}{place}"]


def _relation(node: n.Relation) -> str:
    by = f"{node.by.name} " if node.by is not None else ""
    return f"{by}{node.word} {', '.join(name.name for name in node.names)}"


def _fill(node: n.Fill) -> list[str]:
    if node.value is not None:
        return [f"{node.name}: {expression_text(node.value)}"]
    return block_lines(f"{node.name}:", node.steps)
