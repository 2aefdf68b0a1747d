"""Statements written back.

In: a statement. Out: its lines; what stands below it is indented. Layer: syntax.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import Formatter
from typing import assert_never

from interpreter.syntax import nodes as n
from interpreter.syntax.printer.expressions import (
    EITHER,
    POSTFIX,
    SUM,
    called_text,
    expression_text,
    query_text,
    text_of,
)
from interpreter.syntax.printer.sentence_parts import (
    as_text,
    bounds_text,
    duration_text,
    optional_text,
    position_text,
    title_text,
)

INDENT = "  "


def indented(lines: Iterable[str]) -> list[str]:
    return [INDENT + line for line in lines]


def block_lines(head: str, body: Iterable[n.Statement]) -> list[str]:
    return [head, *indented(line for statement in body for line in _statement(statement))]


def statement_lines(node: object) -> str | None:
    match node:
        case n.Automatic():
            word = "instead of" if node.answers else "before"
            return "\n".join(block_lines(f"# {word} choosing{optional_text('where', node.where)}", node.body))
        case n.Branch():
            return "\n".join(_branch(node))
        case n.IfCase():
            return "\n".join(block_lines(f"if {expression_text(node.condition)}", node.body))
    return "\n".join(_statement(node)) if isinstance(node, n.Statement) else None


def _statement(node: n.Statement) -> list[str]:
    match node:
        case n.Choose() | n.Menu() | n.Take():
            return _decision(node)
        case n.Each():
            at_once = " at once" if node.at_once else ""
            return block_lines(
                f"{'secretly ' if node.secretly else ''}each {query_text(node.query)}{at_once}", node.body
            )
        case n.Repeat():
            return block_lines(_repeat(node), node.body)
        case n.If():
            return _if(node)
        case n.Step():
            return block_lines(f"step {node.name}", node.body)
        case n.Sentence():
            return [_sentence(node)]
        case n.Move() | n.Draw() | n.Roll() | n.Pick() | n.Announce():
            return [_handling(node)]
        case n.Gain() | n.Pay() | n.Score() | n.Lost() | n.Win():
            return [_doing(node)]
        case n.LetHere() | n.AddMade():
            return let_lines(node) if isinstance(node, n.LetHere) else _added(node)
        case n.Raise() | n.Needs() | n.MustLeave():
            return [stating(node)]
        case n.Tick():
            return [f"# here a {node.unit} ends for what lasts some time"]
        case n.Touch():
            return [f"# here a law of {node.card} acts"]
        case n.Enclosed():
            return block_lines("# here a law acts", node.body)
        case n.Remark():
            return [f"# {node.text}"]
        case _:
            assert_never(node)


LEVELS = {"": EITHER, "sum": SUM, "postfix": POSTFIX}  # of a place in the form of a Sentence


def _sentence(node: n.Sentence) -> str:
    return "".join(
        words + (expression_text(getattr(node, field), LEVELS[level or ""]) if field is not None else "")
        for words, field, level, _ in Formatter().parse(node.form)
    )


def let_lines(node: n.LetHere) -> list[str]:
    if isinstance(node.value, n.Cases):
        return [f"let {node.name} =", *indented([case_text(case) for case in node.value.cases])]
    return [f"let {node.name} = {expression_text(node.value)}"]


def case_text(node: n.Case) -> str:
    value = expression_text(node.value)
    return f"{value} otherwise" if node.condition is None else f"{value} if {expression_text(node.condition)}"


def stating(node: n.Raise | n.Needs | n.MustLeave) -> str:
    match node:
        case n.Raise():
            word = "raise" if node.sign > 0 else "lower"
            return f"{word} {expression_text(node.target, POSTFIX)} by {expression_text(node.amount)}"
        case n.Needs():
            return f"needs {expression_text(node.condition)} because {text_of(node.because)}"
        case n.MustLeave():
            what = expression_text(node.condition)
            if node.best is not None:
                what = f"the {node.best} {expression_text(node.condition, SUM)}"
            return f"must leave {what} because {text_of(node.because)}"


def _doing(node: n.Gain | n.Pay | n.Score | n.Lost | n.Win) -> str:
    match node:
        case n.Lost() | n.Win():
            verb = "wins" if isinstance(node, n.Win) else "loses"
            because = f" because {text_of(node.because)}" if node.because is not None else ""
            return f"{expression_text(node.player, POSTFIX)} {verb}{because}"
        case n.Gain():
            verb = "gains" if node.sign > 0 else "loses"
            return f"{expression_text(node.subject, POSTFIX)} {verb} {_amount(node)}"
        case n.Pay():
            payee = expression_text(node.payee, POSTFIX)
            return f"{expression_text(node.payer, POSTFIX)} pays {_amount(node)} to {payee}"
        case n.Score():
            row = f" as {text_of(node.row)}" if node.row is not None else ""
            return f"{expression_text(node.player, POSTFIX)} scores {expression_text(node.value, SUM)}{row}"


def _amount(node: n.Gain | n.Pay) -> str:
    return f"{expression_text(node.amount, SUM)} {called_text(node.resource)}"


def _added(node: n.AddMade) -> list[str]:
    zone = f"{expression_text(node.zone, POSTFIX)}{position_text(node.position)}{as_text(node.alias)}"
    written = (f"{one.name}: {expression_text(one.value)}" for one in node.written)
    return [f"add {node.kind} to {zone}", *indented(written)]


def _handling(node: n.Move | n.Draw | n.Roll | n.Pick | n.Announce) -> str:
    match node:
        case n.Move():
            duration = f" {duration_text(node.duration)}" if node.duration is not None else ""
            zone = expression_text(node.zone, POSTFIX)
            return f"move {expression_text(node.what, SUM)} to {zone}{position_text(node.position)}{duration}"
        case n.Draw():
            way = f"from {expression_text(node.pile, POSTFIX)} to {expression_text(node.zone, POSTFIX)}"
            return f"draw {expression_text(node.count, SUM)} {way}{position_text(node.position)}{as_text(node.name)}"
        case n.Roll():
            sides = optional_text("of", node.sides, SUM)
            verb = "roll" if node.by is None else f"{expression_text(node.by, POSTFIX)} secretly rolls"
            return f"{verb} {expression_text(node.count, SUM)} {'die' if node.single else 'dice'}{sides}{as_text(node.name)}"
        case n.Pick():
            return f"pick {node.name} at random from {query_text(node.query)}"
        case n.Announce():
            return f"announce {text_of(node.text)}{optional_text('to', node.audience, POSTFIX)}"


def _repeat(node: n.Repeat) -> str:
    if node.value is None:
        return "repeat"
    if node.mode == "times":
        return f"repeat {expression_text(node.value, SUM)} times"
    return f"repeat {node.mode} {expression_text(node.value)}"


def _if(node: n.If) -> list[str]:
    lines: list[str] = []
    for position, case in enumerate(node.cases):
        lines += block_lines(f"{'otherwise if' if position else 'if'} {expression_text(case.condition)}", case.body)
    return lines + block_lines("otherwise", node.otherwise) if node.otherwise else lines


def _decision(node: n.Choose | n.Menu | n.Take) -> list[str]:
    actor = expression_text(node.actor, POSTFIX)
    prompt = [f"prompt {text_of(node.prompt)}"] if node.prompt is not None else []
    match node:
        case n.Choose():
            needs = [stating(need) for need in node.needs]
            beside = [f"show {text_of(node.beside)}"] if node.beside is not None else []
            return [f"{actor} {_choosing(node)}", *indented(prompt + beside + needs)]
        case n.Take():
            taken = ", ".join(called_text(taken) for taken in node.actions)
            verb = _how(node) + ("may take" if node.optional else "takes")
            number = "any" if node.repeated else "one"
            return [f"{actor} {verb} {number} of {taken}{as_text(node.alias)}", *indented(prompt)]
        case n.Menu():
            return _menu(node, actor, prompt)


def _choosing(node: n.Choose) -> str:
    verb = _how(node) + ("may choose" if node.optional else "chooses")
    bounds = f" {bounds_text(node.bounds)}" if node.bounds is not None else ""
    link, at_once = " or " if node.either else " and ", " at once" if node.at_once else ""
    things = link.join(f"{name}{at_once}{optional_text('in', members, SUM)}" for name, members in node.lists)
    return f"{verb}{bounds} {things}{optional_text('where', node.where)}{as_text(node.alias)}"


def _menu(node: n.Menu, actor: str, prompt: list[str]) -> list[str]:
    if node.optional and not prompt and len(node.branches) == 1:
        (only,) = node.branches
        return block_lines(f"{actor} {_how(node)}may {only.name}{title_text(only.title)}", only.body)
    branches = [line for branch in node.branches for line in _branch(branch)]
    verb = _how(node) + ("may" if node.optional else "chooses")
    return [f"{actor} {verb}", *indented(prompt + branches)]


def _how(node: n.Choose | n.Menu | n.Take) -> str:
    if node.openly:
        return "openly "
    return "secretly " if not isinstance(node, n.Take) and node.secretly else ""


def _branch(node: n.Branch) -> list[str]:
    return block_lines(f"to {node.name}{title_text(node.title)}", node.body)
