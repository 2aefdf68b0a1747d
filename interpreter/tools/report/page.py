"""Render the report: charts, tables and text.

In: the numbers of `figures`. Out: one self-contained HTML text. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path, PurePath

from interpreter.tools.show.titles import Titles, capital, plain

from .charts import charts, missing_library
from .evidence import Evidence, Games, sorted_evidence
from .figures import Row, choices, never_used, replays, setting, spreads, verdict, win_shares
from .first_screen import first_screen, top
from .panels import games_of, panels

SHOWN_CHOICES = 60
STYLE = Path(__file__).with_name("report.css")


def page(
    rows: Sequence[Row],
    usable: Mapping[str, Sequence[str]] | None,
    still: bool = False,
    said: Sequence[str] = (),
    titles: Titles | None = None,
    evidence: Evidence | None = None,
) -> str:
    """Render the whole page. `usable`: what the game can reach, None if the game is not available. `still`: charts are
    pictures, and the page contains no script. `said`: what differs between two sides, in words. `titles`: what the game
    calls things. `evidence`: the same rows, if they are already sorted."""
    words = titles or Titles()
    again = replays(rows)
    settings = sorted({setting(row) for row in rows})
    sorted_rows = evidence or sorted_evidence(rows)
    title = words.game or capital(plain(_name(rows)))
    if said:
        first = _differences(said)
    elif len(settings) == 1 and sorted_rows.best is not None:
        first = first_screen(sorted_rows, panels(sorted_rows, words, usable))
    else:
        first = f"<h1>{games_of(len(Games(rows).matches)).capitalize()} of several set-ups or bots.</h1>"
    more = [
        _figures(rows, still), _games(rows, again), _choices(rows, again, words),
        _unused(rows, usable, words), _faults(rows, again),
    ]  # fmt: skip
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}: a report</title>\n<style>{STYLE.read_text(encoding='utf-8')}</style></head>\n<body>\n"
        f"{top(title, '; '.join(settings), sorted_rows)}\n<main>\n{first}\n"
        f'<div class="more">\n' + "\n".join(more) + "\n</div>\n</main>\n</body></html>\n"
    )


def _name(rows: Sequence[Row]) -> str:
    """Return the game's name; of a folder the last part."""
    return PurePath(str(rows[0]["game"])).name


def _differences(said: Sequence[str]) -> str:
    """Render what differs between two sides: the first line is the headline."""
    lines = [f"<p>{escape(line)}</p>" for line in said[1:]]
    return f"<h1><b>{escape(said[0])}</b></h1>\n" + "\n".join(lines)


def _figures(rows: Sequence[Row], still: bool) -> str:
    """Draw charts where Altair is, and write the most important numbers elsewhere."""
    title = "<h2 id='who-wins'>Who wins, how long it takes, what is scored</h2>"
    if missing_library():
        return f"{title}\n{_wide(_numbers(rows))}"
    said = "" if still else "<p class='faint'>Point at a figure: it names the seed of a game.</p>\n"
    return f"{title}\n{said}{_wide(charts(rows, still))}"


def _numbers(rows: Sequence[Row]) -> str:
    """Write what the charts draw.

    Wins by seat, and the least, the middle and the most of everything else."""
    several = len({setting(row) for row in rows}) > 1
    wins = []
    for one in win_shares(rows):
        name = _named(one, f"seat {one['seat']}", several)
        wins.append(
            f"<tr>{name}<td class='number'>{one['wins']:,} of {one['games']:,}</td><td class='number'>{one['share']:.1%}</td>"
            f"<td class='number'>{one['low']:.1%} to {one['high']:.1%}</td></tr>"
        )
    found = [_named_spread(one, several) for one in spreads(rows)]
    return (
        "<table><tr><th></th><th>won</th><th>share</th><th>95 % interval</th></tr>" + "".join(wins) + "</table>\n"
        "<table><tr><th></th><th>least</th><th>middle</th><th>most</th></tr>" + "".join(found) + "</table>"
    )


def _named(one: Mapping[str, object], name: str, several: bool) -> str:
    """Name a line, with its set-up if there are several."""
    words = f"{one['setting']}: {name}" if several else name
    return f"<td>{escape(words)}</td>"


def _named_spread(one: Mapping[str, object], several: bool) -> str:
    numbers = "".join(f"<td class='number'>{one[column]:,}</td>" for column in ("least", "middle", "most"))
    return f"<tr>{_named(one, str(one['name']), several)}{numbers}</tr>"


def _wide(html: str) -> str:
    """Wrap what may be wider than a small screen, so that it scrolls by itself."""
    return f'<div class="wide">{html}</div>'


def _code(words: str) -> str:
    """Render a command to copy; lines break between its words, never inside one."""
    return "<code>" + " ".join(f"<span>{escape(word)}</span>" for word in words.split(" ")) + "</code>"


def _games(rows: Sequence[Row], again: Mapping[tuple[str, int], str]) -> str:
    """List a few games worth looking at."""
    if not any(row["outcome"] == "finished" for row in rows):
        return ""
    named = _worth_looking_at(rows)
    lines = [
        f"<tr><td>{name}</td><td class='number'>{row['decisions']:,} decisions</td>"
        f"<td>{_code(again[setting(row), row['match']])}</td></tr>"
        for name, row in named.items()
    ]
    return "<h2>Games to look at</h2>\n" + _wide("<table>" + "\n".join(lines) + "</table>")


def _worth_looking_at(rows: Sequence[Row]) -> dict[str, Row]:
    """Select games by length, winner, score and changes of the lead."""
    finished = [row for row in rows if row["outcome"] == "finished"]
    by_length = sorted((row for row in finished if row["seat"] == 1), key=lambda row: row["decisions"])
    found = {
        "the shortest": by_length[0],
        "a typical one": by_length[len(by_length) // 2],
        "the longest": by_length[-1],
    }
    for seat in sorted({row["seat"] for row in finished}):
        won = [row for row in finished if row["seat"] == seat and row["won"]]
        found |= {f"won by seat {seat}": won[0]} if won else {}
    scored = sorted((row for row in finished if row["score"] is not None), key=lambda row: row["score"])
    found |= {"the lowest score": scored[0], "the highest score": scored[-1]} if scored else {}
    led = [row for row in by_length if row["lead_changes"] is not None]
    found |= {"the lead changed most often": max(led, key=lambda row: row["lead_changes"])} if led else {}
    return found


def _choices(rows: Sequence[Row], again: Mapping[tuple[str, int], str], titles: Titles) -> str:
    found = choices(rows)
    lines = []
    for choice in found[:SHOWN_CHOICES]:
        without = f"{choice['without']:.0%}" if choice["without"] is not None else ""
        lines.append(
            f"<tr><td>{escape(titles.choice(choice['name']))}</td><td class='number'>{choice['times']:,}</td>"
            f"<td class='number'>{choice['seats']:,}</td><td class='number'>{choice['with']:.0%}</td>"
            f"<td class='number'>{without}</td><td>{verdict(choice, len(found))}</td>"
            f"<td class='faint'>{_code(again[choice['example']])}</td></tr>"
        )
    head = ("<tr><th>rule: choice</th><th>times</th><th>seats</th><th>won with it</th><th>won without</th><th>verdict</th>"
            "<th>a game with it</th></tr>")  # fmt: skip
    more = f"<p class='faint'>And {len(found) - SHOWN_CHOICES} more.</p>" if len(found) > SHOWN_CHOICES else ""
    table = f"<table>{head}{''.join(lines)}</table>"
    said = "<p class='faint'>The clearest first. A choice that goes with winning need not be its cause.</p>"
    return f"<h2 id='choices'>What was chosen, and how it goes with winning</h2>\n{said}\n{_wide(table)}{more}"


def _unused(rows: Sequence[Row], usable: Mapping[str, Sequence[str]] | None, titles: Titles) -> str:
    if usable is None:
        return (
            "<h2 id='use'>Never used</h2>\n<p>The game is not available here, so what was never reached is unknown.</p>"
        )
    found = never_used(rows, usable)
    lines = [
        f"<p><b>{escape(capital(plain(kind)))}</b>: {escape(', '.join(map(_sayer(kind, titles), names)))}</p>"
        for kind, names in found.items()
        if names
    ]
    return "<h2 id='use'>Never used</h2>\n" + ("\n".join(lines) or "<p>Everything was used.</p>")


def _sayer(kind: str, titles: Titles) -> Callable[[str], str]:
    return titles.rule if kind == "rules" else titles.thing


def _faults(rows: Sequence[Row], again: Mapping[tuple[str, int], str]) -> str:
    wrong = [row for row in rows if row["seat"] == 1 and row["outcome"] != "finished"]
    if not wrong:
        return ""
    lines = [
        f"<tr><td>{escape(str(row['fault'] or 'no end'))}</td><td>{_code(again[setting(row), row['match']])}</td></tr>"
        for row in wrong[:20]
    ]
    more = f"<p class='faint'>And {len(wrong) - 20} more.</p>" if len(wrong) > 20 else ""
    return "<h2>What went wrong</h2>\n" + _wide("<table>" + "\n".join(lines) + "</table>") + more
