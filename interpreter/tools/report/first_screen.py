"""Render the first screen of a report: a headline, and a panel for each question.

In: Evidence and its panels. Out: HTML. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from interpreter.tools.show.titles import plain

from .evidence import Evidence, base
from .panels import FINE, LOOK, Panel, bots_of, games_of, headline

SIGNS = {FINE: ("✓", "fine"), LOOK: ("!", "look")}


def top(title: str, setting: str, evidence: Evidence) -> str:
    """Render the bar with the game's title and what was played."""
    alike = [games for games in (evidence.chance, evidence.skill) if games is not None]
    played = [f"{games_of(len(games.matches))} of {bots_of(games.bot)}" for games in alike]
    contests = [f"{len(one.games.matches):,} with one {base(one.strong)} bot" for one in evidence.contests]
    words = " · ".join([plain(setting), *played, *contests])
    return f'<header class="top"><b>{escape(title)}</b><span>{escape(words)}</span></header>'


def first_screen(evidence: Evidence, found: Sequence[Panel]) -> str:
    start, rest = headline(evidence, found)
    cards = "\n".join(_panel(panel) for panel in found)
    return f'<h1><b>{escape(start)}</b> {escape(rest)}</h1>\n<div class="panels">\n{cards}\n</div>'


def _panel(panel: Panel) -> str:
    sign, kind = SIGNS.get(panel.verdict, ("?", "unsure"))
    anchor, words = panel.link
    link = f'<a href="#{anchor}">{escape(words)} ›</a>' if anchor else ""
    note = f"<p>{_text(panel.note)}</p>" if panel.note else ""
    return (
        f'<section class="panel"><span class="verdict {kind}"><span class="sign" aria-hidden="true">{sign}</span>'
        f"{panel.topic} · {panel.verdict}</span>\n<h2>{_text(panel.sentence)}</h2>\n{note}"
        f'<span class="space"></span>{panel.figure}{link}</section>'
    )


def _text(words: str) -> str:
    """Escape words, and keep each number and its percent sign on one line."""
    return escape(words).replace(" %", "&nbsp;%")
