"""Render coverage as a page: totals, what is missing, and every file with its lines marked.

In: a Covered. Out: one self-contained HTML text. Layer: tools. Colour is never the only signal: a sign in the margin says the
same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.tools.cover.measure import Covered
    from interpreter.tools.cover.measure import Line as CoveredLine
    from interpreter.tools.cover.measure import Part as CoveredPart

STYLE = """
:root { color-scheme: light dark; --back: #fff; --text: #1c1c1e; --faint: #6b6b70; --rule: #d8d8dc;
  --yes: #e3f4e3; --no: #fbe3e1; --half: #fdf2d0; --bar: #2f8f46; }
@media (prefers-color-scheme: dark) { :root { --back: #17181b; --text: #e6e6e8; --faint: #9a9aa1; --rule: #3a3b40;
  --yes: #17321d; --no: #46201d; --half: #41360f; --bar: #4fb869; } }
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; background: var(--back); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
p, caption { color: var(--faint); text-align: left; }
table.sums { border-collapse: collapse; } .sums td, .sums th { padding: .3rem 1rem .3rem 0; text-align: left; }
.sums td.number { text-align: right; font-variant-numeric: tabular-nums; }
.bar { width: 12rem; height: .8rem; background: var(--no); border-radius: .4rem; overflow: hidden; }
.bar span { display: block; height: 100%; background: var(--bar); }
details { border-top: 1px solid var(--rule); padding: .5rem 0; } summary { cursor: pointer; }
summary .sum { color: var(--faint); float: right; }
.lines { overflow-x: auto; font: 13px/1.45 ui-monospace, monospace; margin-top: .5rem; }
.lines div { display: grid; grid-template-columns: 4ch 2ch auto; column-gap: 1ch; white-space: pre; min-width: max-content; }
.lines .at { color: var(--faint); text-align: right; user-select: none; }
.yes { background: var(--yes); } .no { background: var(--no); } .half { background: var(--half); }
.lines div:target { outline: 2px solid var(--bar); }
.why { grid-column: 3; color: var(--faint); white-space: pre-wrap; font-style: italic; }
.missing li { margin: .15rem 0; } .missing a { font-family: ui-monospace, monospace; font-size: .9em; }
.key span { padding: .1rem .5rem; margin-right: .5rem; border-radius: .2rem; color: var(--text); }
"""
SIGNS = {"yes": "✓", "no": "✗", "half": "~", "": ""}


def page(covered: Covered) -> str:
    variants = " and ".join(covered.variants)
    title = escape(f"{covered.game}{' with ' if variants else ''}{variants}: what the scenarios reach")
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title><style>{STYLE}</style></head><body>",
            f"<h1>{title}</h1><p>{covered.scenarios} scenarios played.</p>",
            *_brought(covered),
            *_sums(covered.parts),
            '<p class="key"><span class="yes">✓ reached</span><span class="half">~ a condition was only true or only false</span>'
            '<span class="no">✗ never reached</span></p>',
            "<h2>Files</h2>",
            *(line for path, lines in covered.files.items() for line in _file(path, lines)),
            "<h2>Not reached</h2>",
            *(line for part in covered.parts for line in _missing(part, covered)),
            "</body></html>",
            "",
        ]
    )


def _brought(covered: Covered) -> Iterator[str]:
    """Put what the chosen variants add first: it is what was asked about."""
    if covered.variants:
        yield f"<h2>What {escape(' and '.join(covered.variants))} {'brings' if len(covered.variants) == 1 else 'bring'}</h2>"
        yield from _sums(covered.brought)
        yield "<h2>With the whole game</h2>"


def _sums(parts: Sequence[CoveredPart]) -> Iterator[str]:
    yield '<table class="sums"><tbody>'
    for part in parts:
        if not part.all:
            yield f'<tr><th scope="row">{part.name}</th><td></td><td class="number">–</td><td class="number">none</td></tr>'
            continue
        share = 100 * part.reached / part.all
        yield (
            f'<tr><th scope="row">{part.name}</th><td><div class="bar"><span style="width:{share:.1f}%"></span></div></td>'
            f'<td class="number">{share:.0f} %</td><td class="number">{part.reached} of {part.all}</td></tr>'
        )
    yield "</tbody></table>"


def _file(path: str, lines: Sequence[CoveredLine]) -> Iterator[str]:
    active = [line for line in lines if line.reached is not None]
    reached = sum(bool(line.reached) for line in active)
    half = sum(_state(line) == "half" for line in lines)
    sums = f"{reached} of {len(active)} lines" + (f", {half} one way only" if half else "")
    is_open = " open" if reached < len(active) or half else ""
    yield f'<details{is_open}><summary>{escape(path)} <span class="sum">{sums}</span></summary><div class="lines">'
    for number, line in enumerate(lines, 1):
        state = _state(line)
        yield (
            f'<div id="{_name(path, number)}" class="{state}"><span class="at">{number}</span><span>{SIGNS[state]}</span>'
            f"<span>{escape(line.text)}</span>{''.join(map(_why, line.ways)) if state != 'no' else ''}</div>"
        )
    yield "</div></details>"


def _why(words: str) -> str:
    return f'<span class="why">{escape(words)}</span>'


def _state(line: CoveredLine) -> str:
    if line.reached is False:
        return "no"
    if line.ways:
        return "half"
    return "yes" if line.reached else ""


def _missing(part: CoveredPart, covered: Covered) -> Iterator[str]:
    if not part.missing:
        return
    yield f'<details><summary>{part.name} <span class="sum">{part.all - part.reached}</span></summary><ul class="missing">'
    for one in part.missing:
        path = one.location.rpartition(":")[0]
        link = (
            f'<a href="#{_name(path, one.line)}">{escape(one.location)}</a>'
            if path in covered.files
            else escape(one.location)
        )
        yield f"<li>{link} {escape(one.words)}</li>"
    yield "</ul></details>"


def _name(path: str, line: int) -> str:
    return f"{escape(path, quote=True)}-{line}"
