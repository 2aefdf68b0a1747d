"""Render the report: charts by Altair, with tables and text.

In: the numbers of `figures`. Out: one self-contained HTML text. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib.util import find_spec
from pathlib import PurePath
from typing import Any

from .figures import Row, choices, never_used, per_game, replays, scores, setting, single_share, verdict, win_shares

SHOWN_CHOICES = 60
STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1c2330; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; font-size: 14px; }
td, th { padding: .2rem .7rem .2rem 0; text-align: left; vertical-align: top; }
th { border-bottom: 1px solid #b8c0cc; } td.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
code { background: #f0f2f5; padding: .1rem .3rem; border-radius: 3px; font-size: 13px; }
code span { white-space: nowrap; }
.faint { color: #5b6575; }
.wide { overflow-x: auto; } .wide > svg { max-width: 100%; height: auto; }
"""


def missing_library() -> bool:
    """Whether a library needed for charts is not installed."""
    return find_spec("altair") is None or find_spec("vl_convert") is None


def page(
    rows: Sequence[Row], usable: Mapping[str, Sequence[str]] | None, still: bool = False, said: Sequence[str] = ()
) -> str:
    """Render the whole page. `usable`: what the game can reach, None if the game is not available. `still`: charts are
    pictures, and the page contains no script. `said`: what differs between two sides, in words."""
    again = replays(rows)
    figures = [_head(rows), _differences(said), _figures(rows, still), _games(rows, again), _choices(rows, again)]
    parts = [*figures, _unused(rows, usable), _faults(rows, again)]
    title = escape(_name(rows))
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}: a report</title>\n"
        f"<style>{STYLE}</style></head>\n<body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def _name(rows: Sequence[Row]) -> str:
    """Return the game's name; of a folder the last part."""
    return PurePath(str(rows[0]["game"])).name


def _head(rows: Sequence[Row]) -> str:
    games = {(setting(row), row["match"]): row["outcome"] for row in rows}
    outcomes = [list(games.values()).count(word) for word in ("finished", "endless", "fault")]
    single, total = single_share(rows)
    share = f"{single / total:.0%}" if total else "none"
    settings = "; ".join(sorted({setting(row) for row in rows}))
    return (
        f"<h1>{escape(_name(rows))}: {len(games):,} games</h1>\n<p>{escape(settings)}. "
        f"{outcomes[0]:,} finished, {outcomes[1]:,} endless, {outcomes[2]:,} with errors. "
        f"Of {total:,} decisions {share} had only one choice.</p>"
    )


def _differences(said: Sequence[str]) -> str:
    lines = [f"<p>{escape(line)}</p>" for line in said]
    return "<h2>What differs</h2>\n" + "\n".join(lines) if lines else ""


def _figures(rows: Sequence[Row], still: bool) -> str:
    import altair

    altair.data_transformers.disable_max_rows()
    charts = [_wins(win_shares(rows))]
    for column, title in (("decisions", "Length in decisions"), ("rounds", "Length in rounds"),
                          ("lead_changes", "How often the lead changed")):  # fmt: skip
        values = per_game(rows, column)
        if values:
            charts.append(_histogram(values, title))
    points = scores(rows)
    if points:
        charts.append(_scores(points))
    whole = altair.vconcat(*charts).configure_view(continuousWidth=520, continuousHeight=170)
    title = "<h2>Who wins, how long it takes, what is scored</h2>"
    if still:
        import vl_convert

        return f"{title}\n{_wide(vl_convert.vegalite_to_svg(whole.to_json()))}"
    made: str = whole.to_html(inline=True, fullhtml=False)
    said = "<p class='faint'>Point at a figure: it names the seed of a game.</p>"
    return f"{title}\n{said}\n{_wide(made)}"


def _wide(html: str) -> str:
    """Wrap what may be wider than a small screen, so that it scrolls by itself."""
    return f'<div class="wide">{html}</div>'


def _code(words: str) -> str:
    """Render a command to copy; lines break between its words, never inside one."""
    return "<code>" + " ".join(f"<span>{escape(word)}</span>" for word in words.split(" ")) + "</code>"


def _by_setting(values: list[dict[str, object]]) -> Any:
    """Facet by set-up; a single one is not labelled."""
    import altair as alt

    several = len({str(value["setting"]) for value in values}) > 1
    return alt.Row("setting:N", title=None, header=alt.Header() if several else alt.Header(labels=False))


def _data(values: list[dict[str, object]]) -> Any:
    """Pass plain values to Altair as inline data."""
    import altair as alt

    return alt.Data.from_dict({"values": values}, validate=False)


def _wins(values: list[dict[str, object]]) -> Any:
    import altair as alt

    base = alt.Chart(_data(values)).encode(y=alt.Y("seat:N", title="seat (bot)"))
    dots = base.mark_point(filled=True, size=70).encode(
        x=alt.X("share:Q", title="share of games won, with 95 % interval", axis=alt.Axis(format="%")),
        tooltip=["setting:N", "seat:N", "wins:Q", "games:Q", alt.Tooltip("share:Q", format=".1%"), "seed:N"],
    )
    lines = base.mark_rule().encode(x="low:Q", x2="high:Q")
    return (lines + dots).properties(width=520, height=alt.Step(24)).facet(row=_by_setting(values))


def _histogram(values: list[dict[str, object]], title: str) -> Any:
    import altair as alt

    numbers = [int(str(value["value"])) for value in values]
    step = max(1, round((max(numbers) - min(numbers)) / 30))
    return (
        alt.Chart(_data(values)).mark_bar()
        .encode(
            x=alt.X("value:Q", bin=alt.Bin(step=step), title=title, axis=alt.Axis(format="d", tickMinStep=1)),
            y=alt.Y("sum(games):Q", title="games", axis=alt.Axis(format="d", tickMinStep=1)),
            tooltip=["setting:N", alt.Tooltip("value:Q", bin=alt.Bin(step=step), title=title),
                     alt.Tooltip("sum(games):Q", title="games"), alt.Tooltip("min(seed):N", title="seed")],
        )
        .properties(width=520, height=150).facet(row=_by_setting(values))
    )  # fmt: skip


def _scores(values: list[dict[str, object]]) -> Any:
    import altair as alt

    return (
        alt.Chart(_data(values)).mark_circle(opacity=0.7)
        .encode(
            x=alt.X("score:Q", title="score at the end"), y=alt.Y("seat:N", title="seat"),
            size=alt.Size("games:Q", title="games"), tooltip=["setting:N", "seat:N", "score:Q", "games:Q", "seed:N"],
        )
        .properties(width=520, height=alt.Step(30)).facet(row=_by_setting(values))
    )  # fmt: skip


def _games(rows: Sequence[Row], again: Mapping[tuple[str, int], str]) -> str:
    """List a few games worth looking at."""
    if not any(row["outcome"] == "finished" for row in rows):
        return ""
    named = _worth_looking_at(rows)
    lines = [
        f"<tr><td>{name}</td><td class='number'>{row['decisions']} decisions</td>"
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


def _choices(rows: Sequence[Row], again: Mapping[tuple[str, int], str]) -> str:
    found = choices(rows)
    lines = []
    for choice in found[:SHOWN_CHOICES]:
        without = f"{choice['without']:.0%}" if choice["without"] is not None else ""
        lines.append(
            f"<tr><td>{escape(choice['name'])}</td><td class='number'>{choice['times']:,}</td>"
            f"<td class='number'>{choice['seats']:,}</td><td class='number'>{choice['with']:.0%}</td>"
            f"<td class='number'>{without}</td><td>{verdict(choice, len(found))}</td>"
            f"<td class='faint'>{_code(again[choice['example']])}</td></tr>"
        )
    head = ("<tr><th>rule: choice</th><th>times</th><th>seats</th><th>won with it</th><th>won without</th><th>verdict</th>"
            "<th>a game with it</th></tr>")  # fmt: skip
    more = f"<p class='faint'>And {len(found) - SHOWN_CHOICES} more.</p>" if len(found) > SHOWN_CHOICES else ""
    table = f"<table>{head}{''.join(lines)}</table>"
    said = "<p class='faint'>The clearest first. A choice that goes with winning need not be its cause.</p>"
    return f"<h2>What was chosen, and how it goes with winning</h2>\n{said}\n{_wide(table)}{more}"


def _unused(rows: Sequence[Row], usable: Mapping[str, Sequence[str]] | None) -> str:
    if usable is None:
        return "<h2>Never used</h2>\n<p>The game is not available here, so what was never reached is unknown.</p>"
    found = never_used(rows, usable)
    lines = [f"<p><b>{escape(kind)}</b>: {escape(', '.join(names))}</p>" for kind, names in found.items() if names]
    return "<h2>Never used</h2>\n" + ("\n".join(lines) or "<p>Everything was used.</p>")


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
