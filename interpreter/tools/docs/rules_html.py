"""Render rules as HTML: lines of plain English as lists, and the course of the game as a chart.

In: RulesInWords. Out: HTML. Layer: tools. The chart shows loops, conditions, decisions and calls; plain statements are listed
with each rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from interpreter.check.wording.prose import Line
    from interpreter.tools.docs.rules_in_words import RuleInWords

DEEPEST = 3  # nesting of rules that the chart expands
IN_CHART = ("loop", "if", "ask", "offer", "run", "end", "step")
BEGINNINGS = ("set_up", "play")
SIGNS = {"loop": "↻", "if": "◇", "ask": "☝", "end": "■"}


class Nested(NamedTuple):
    """A line with the deeper lines below it."""

    line: Line
    inside: list[Nested]


def prose(lines: Sequence[Line], known: Mapping[str, RuleInWords]) -> str:
    """Render lines as nested lists."""
    return _list(_tree(lines), known)


def _tree(lines: Sequence[Line]) -> list[Nested]:
    """Nest each line's deeper lines below it."""
    found: list[tuple[Line, list[Line]]] = []
    for line in lines:
        if found and line.deep > found[0][0].deep:
            found[-1][1].append(line)
        else:
            found.append((line, []))
    return [Nested(line, _tree(inside)) for line, inside in found]


def _list(tree: Sequence[Nested], known: Mapping[str, RuleInWords]) -> str:
    if not tree:
        return ""
    items = "".join(
        f'<li class="{line.sort}">{_linked(line, known)}{_list(inside, known)}</li>' for line, inside in tree
    )
    return f'<ul class="prose">{items}</ul>'


def _linked(line: Line, known: Mapping[str, RuleInWords]) -> str:
    words = escape(line.text, quote=False)
    return f'<a href="#rule-{line.runs[0]}">{words}</a>' if line.runs and line.runs[0] in known else words


# ---------------------------------------------------------------- the chart
def chart(rules: Sequence[RuleInWords]) -> str:
    """Chart the course of the game from the set-up to the end.

    Called rules are drawn inside their callers."""
    known = {rule.name: rule for rule in rules}
    opened: set[str] = set()
    drawn = [_opened(known[name], known, opened, 0) for name in BEGINNINGS if name in known]
    note = (
        '<p class="signs"><span>↻ is repeated</span><span>◇ only if</span><span>☝ somebody decides</span>'
        "<span>■ something ends</span></p>"
    )
    return (
        f'<div class="chart" role="group" aria-label="the course of the game">{"".join(drawn)}</div>{note}'
        if drawn
        else ""
    )


def _opened(rule: RuleInWords, known: Mapping[str, RuleInWords], opened: set[str], deep: int) -> str:
    """Render a rule as a box with its contents.

    One that was expanded before, or is too deep, is only named."""
    title = f'<a href="#rule-{rule.name}">{escape(_capital(rule.title), quote=False)}</a>'
    if rule.name in opened or deep > DEEPEST:
        return f'<div class="box named">{title}</div>'
    opened.add(rule.name)
    inside = _boxes(_tree(rule.lines), known, opened, deep)
    return f'<div class="box"><b>{title}</b>{inside}</div>' if inside else f'<div class="box named">{title}</div>'


def _boxes(tree: Sequence[Nested], known: Mapping[str, RuleInWords], opened: set[str], deep: int) -> str:
    return "".join(_box(line, inside, known, opened, deep) for line, inside in tree if line.sort in IN_CHART)


def _box(line: Line, inside: Sequence[Nested], known: Mapping[str, RuleInWords], opened: set[str], deep: int) -> str:
    if line.sort == "run":
        name = line.runs[0]
        return _opened(known[name], known, opened, deep + 1) if name in known else ""
    within = _boxes(inside, known, opened, deep)
    words = escape(line.text.removesuffix(":"), quote=False)
    match line.sort:
        case "step":
            return within
        case "offer":
            return f'<div class="box offer">{_linked(line, known)}{within}</div>'
        case "ask":
            return f'<div class="box ask">☝ {words}{within}</div>'
        case "end":
            return f'<div class="box end">■ {words}</div>'
        case _:
            return f'<div class="box {line.sort}"><i>{SIGNS[line.sort]} {words}</i>{within}</div>' if within else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
