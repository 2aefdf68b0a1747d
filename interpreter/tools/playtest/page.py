"""Render the report of a playtest: people beside bots, answers, hesitations, refused tries, notes and tables.

In: a Playtested with its tables, Panels of bots by side. Out: one self-contained HTML text without scripts. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from interpreter.tools.report.page import STYLE as REPORT
from interpreter.tools.report.panels import FINE, LOOK, Panel, games_of
from interpreter.tools.show.titles import Titles, capital

from .figures import done, hesitations, tried
from .plan import Plan
from .played import PlayedTable
from .topics import answered, compared, people_of, topics

STYLE = Path(__file__).with_name("playtest.css")
KINDS = {FINE: "fine", LOOK: "look"}
MAX_SHOWN = 40


@dataclass(frozen=True)
class Playtested:
    """A playtest with everything that is said about it."""

    name: str
    plan: Plan
    tables: Sequence[PlayedTable]
    titles: Titles

    @property
    def by_side(self) -> list[list[PlayedTable]]:
        return [[table for table in self.tables if table.side == side] for side in range(len(self.plan.sides))]

    @property
    def people(self) -> int:
        return len({person.number for table in self.tables for person in table.people})

    def headline(self) -> str:
        over = sum(table.over for table in self.tables)
        tables = "1 table" if len(self.tables) == 1 else f"{len(self.tables)} tables"
        notes = len(done(self.tables, "note"))
        words = f"{people_of(self.people).capitalize()} at {tables}: {games_of(over)} came to an end"
        return f"{words}, {notes} {'note was' if notes == 1 else 'notes were'} written." if notes else f"{words}."

    def panels(self) -> list[list[Panel]]:
        """By side."""
        return [topics(tables, self.titles) for tables in self.by_side]


def page(found: Playtested, bots: Sequence[Mapping[str, Panel]] = ()) -> str:
    """Render the whole page; `bots`: what they say, by side and topic."""
    title = f"{found.titles.game}: {found.name}"
    style = REPORT.read_text(encoding="utf-8") + STYLE.read_text(encoding="utf-8")
    more = [_compared(found), _answers(found), _hesitated(found), _tried(found), _notes(found), _tables(found)]
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title>\n<style>{style}</style></head>\n<body>\n"
        f'<header class="top"><b>{escape(found.titles.game)}</b><span>Playtest: {escape(found.name)}</span></header>\n'
        f"<main>\n<h1>{escape(found.headline())}</h1>\n{_beside(found, bots)}\n"
        f'<div class="more">{"".join(filter(None, more))}</div>\n</main>\n</body></html>\n'
    )


def _beside(found: Playtested, bots: Sequence[Mapping[str, Panel]]) -> str:
    """Make a row for each topic and a column for the people and the bots of each side."""
    several = len(found.plan.sides) > 1
    columns: list[tuple[str, Mapping[str, Panel]]] = []
    for number, (side, panels) in enumerate(zip(found.plan.sides, found.panels(), strict=True)):
        suffix = f": {side.name}" if several else ""
        columns.append((f"People{suffix}", {one.topic: one for one in panels}))
        if number < len(bots):
            columns.append((f"Bots{suffix}", bots[number]))
    head = "".join(f"<th>{escape(name)}</th>" for name, _ in columns)
    rows = []
    for topic in dict.fromkeys(topic for _, panels in columns for topic in panels):
        cells = "".join(
            f'<td data-of="{escape(name)}">{_cell(panels[topic]) if topic in panels else ""}</td>'
            for name, panels in columns
        )
        rows.append(f"<tr><th>{topic}</th>{cells}</tr>")
    return f'<table class="beside"><thead><tr><th></th>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def _cell(panel: Panel) -> str:
    note = f'<p class="note">{escape(panel.note)}</p>' if panel.note else ""
    verdict = f'<span class="verdict {KINDS.get(panel.verdict, "unsure")}">{panel.verdict}</span>'
    return f"<p>{escape(panel.sentence)}</p>{verdict}{note}{panel.figure if panel.topic == 'Fairness' else ''}"


def _compared(found: Playtested) -> str:
    lines = compared(found.plan.sides, found.by_side, found.plan.questions)
    return f"<h2>Do the sides differ?</h2>{_list(map(escape, lines))}" if lines else ""


def _answers(found: Playtested) -> str:
    parts = []
    several = len(found.plan.sides) > 1
    for question in found.plan.questions:
        parts.append(f"<h3>{escape(question.ask)}</h3>")
        for side, tables in zip(found.plan.sides, found.by_side, strict=True):
            said = answered(tables, question)
            counts = "".join(f"<span>{escape(word)}: {number}</span>" for word, number in said.counts)
            name = f'<span class="side">{escape(side.name)}</span> ' if several else ""
            parts.append(f"<p>{name}{escape(said.sentence)}</p>")
            parts.append(f'<div class="counts">{counts}</div>' if counts else "")
            parts.append(_list(f'<span class="own">{escape(words)}</span>' for words in said.words[:MAX_SHOWN]))
    return f"<h2>What people answered</h2>{''.join(parts)}" if parts else ""


def _hesitated(found: Playtested) -> str:
    slow = hesitations(found.tables)
    lines = [
        f"{one.seconds:.0f} seconds (usual: {one.usual:.0f}) at {escape(found.titles.rule(one.did.data['rule']))}, "
        f"then {escape(found.titles.thing(str(one.did.data['choice'])))}. {_where(one.table, one.did.answers)}"
        for one in slow[:MAX_SHOWN]
    ]
    return f"<h2>Where people hesitated</h2>{_list(lines)}" if lines else ""


def _tried(found: Playtested) -> str:
    lines = [
        f"<b>{escape(one.label or 'Something else')}</b>: {escape(one.reason)} ({people_of(one.people)}, {one.times} "
        f"{'time' if one.times == 1 else 'times'})"
        for one in tried(found.tables)[:MAX_SHOWN]
    ]
    return f"<h2>What people tried that the rules refuse</h2>{_list(lines)}" if lines else ""


def _notes(found: Playtested) -> str:
    lines = []
    for table, one in done(found.tables, "note"):
        at = min(one.answers, len(table.asked) - 1)
        rule = f" {escape(found.titles.rule(table.asked[at].rule))}." if at >= 0 else ""
        mood = str(one.data["mood"])
        said = f'<span class="mood {escape(mood)}">{escape(capital(mood))}</span> ' if mood else ""
        words = f'<span class="own">{escape(str(one.data["words"]))}</span>'
        lines.append(
            f"{said}{words} <span class='faint'>{escape(one.person.name)},{rule} {_where(table, one.answers)}</span>"
        )
    return f"<h2>Notes</h2>{_list(lines)}" if lines else ""


def _where(table: PlayedTable, answers: int) -> str:
    return (
        f'<span class="faint">Table {table.number}, after {answers} {"answer" if answers == 1 else "answers"}.</span>'
    )


def _tables(found: Playtested) -> str:
    several = len(found.plan.sides) > 1
    rows = []
    for table in found.tables:
        names = [
            name if who == "person" else f"{name} ({who})"
            for name, who in zip(table.state.player_names, table.seats, strict=True)
        ]
        result = table.state.result
        won = (
            " and ".join(table.state.player_names[seat] for seat in result.winners)
            if result is not None
            else "not over"
        )
        took = f"{table.seconds / 60:.0f} min" if table.seconds is not None else ""
        side = f"<td>{escape(found.plan.sides[table.side].name)}</td>" if several else ""
        rows.append(
            f"<tr><td class='number'>{table.number}</td>{side}<td>{escape(', '.join(names))}</td><td>{escape(won)}</td>"
            f"<td class='number'>{table.state.decisions}</td><td class='number'>{took}</td>"
            f"<td>{escape(rules_now(table))}</td></tr>"
        )
    side = "<th>side</th>" if several else ""
    head = f"<tr><th>table</th>{side}<th>players</th><th>won</th><th>decisions</th><th>time</th><th>rules since then</th></tr>"
    return f'<h2>Tables</h2><div class="wide"><table>{head}{"".join(rows)}</table></div>' if rows else ""


def rules_now(table: PlayedTable) -> str:
    """Say whether the game fits the present rules, and where it first does not."""
    if table.fits.same:
        return "the same"
    if not table.fits.why:
        return f"changed; all {table.fits.fits} answers fit them"
    return f"changed; the game differs after {table.fits.fits} of {len(table.asked)} answers: {table.fits.why}"


def _list(lines: Iterable[str]) -> str:
    found = [f"<li>{line}</li>" for line in lines]
    return f"<ul>{''.join(found)}</ul>" if found else ""
