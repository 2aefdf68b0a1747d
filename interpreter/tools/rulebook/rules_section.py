"""The chapters of the book: the designer's words, else the clauses of rulebook.md, else the rules in words.

In: a Book. Out: HTML. Layer: tools. A text whose rules have changed since it was compared with them gives way to its clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from interpreter.check.wording.prose import Line
from interpreter.tools.docs.rules_in_words import RuleInWords
from interpreter.tools.rulebook.anchors import anchor
from interpreter.tools.rulebook.chapters import Chapter, Clause
from interpreter.tools.rulebook.contents import Book
from interpreter.tools.rulebook.designer_text import blocks_of, html_of
from interpreter.tools.rulebook.plain import capital, rule_text, spoken
from interpreter.tools.rulebook.prose import Prose

REST = "Further rules"  # clauses that no text of the designer tells


def rules(book: Book) -> str:
    if not book.chapters:
        inside = _said(book) + _in_words(book)
    elif _tells_clauses(book):
        inside = _written(book)
    else:
        used = (book.set_up, book.box)
        inside = _of_clauses([chapter for chapter in book.chapters if not any(chapter is one for one in used)])
    return f'<div class="columns">{inside}</div>'


def placed(book: Book, place: str) -> str:
    """Write the texts that go among the components or into the set-up."""
    return "".join(_part(part, book, "") for part in _own(book) if part.place == place)


def clause_id(clause: Clause) -> str:
    """By which a page finds a clause."""
    return f'id="{escape(anchor("clause", clause.id))}"'


def lines(told: Sequence[Line], rule: str = "") -> str:
    """Write a rule in words as an outline, said to the reader."""
    items = "".join(
        f'<li class="{line.sort}" style="margin-left:{line.deep * 3.5:g}mm">'
        f"{escape(rule_text(line.text, rule), quote=False)}</li>"
        for line in told
    )
    return f'<ul class="outline">{items}</ul>'


# ---------------------------------------------------------------- the designer's words about clauses
def _tells_clauses(book: Book) -> bool:
    return any(part.clauses for part in book.prose)


def _own(book: Book) -> list[Prose]:
    """The texts about the game with the variants that are played."""
    return [part for part in book.prose if part.variant in ("", *book.game.variants)] if _tells_clauses(book) else []


def _written(book: Book) -> str:
    """Write the chapters of the designer's texts, and clauses that none tells."""
    chapters = dict[str, list[str]]()
    title = ""
    for part in _own(book):
        title = part.chapter or title
        if part.place == "rules":
            head = "" if title in chapters else f"<h3>{escape(title, quote=False)}</h3>"
            head += f"<h4>{escape(part.title, quote=False)}</h4>" if part.title != title else ""
            chapters.setdefault(title, []).append(_part(part, book, head))
    told = {clause for part in book.prose for clause in part.clauses}
    left = [clause for chapter in book.chapters for clause in chapter.clauses if clause.id not in told]
    if left:
        chapters[REST] = [f"<h3>{REST}</h3>{_listed(left)}"]
    return "".join(
        f'<div class="chapter" id="chapter-{number}">{"".join(parts)}</div>'
        for number, parts in enumerate(chapters.values())
        if any(parts)
    )


def _part(part: Prose, book: Book, head: str) -> str:
    """Write one text, with a place for each clause; if it is outdated, the clauses."""
    if not part.holds:
        clauses = _clauses(book)
        return head + _listed(clauses[one] for one in part.clauses if one in clauses)
    places = "".join(f'<span id="{escape(anchor("clause", one))}"></span>' for one in part.clauses)
    example = f'<p class="example"><b>Example.</b> {escape(" ".join(part.example.split()), quote=False)}</p>'
    first, *rest = blocks_of(part.text)
    together = f'<div class="together">{head}{first}</div>'  # no heading alone at the foot of a column
    return f'<div class="part">{places}{together}{"".join(rest)}{example if part.example else ""}</div>'


def _clauses(book: Book) -> Mapping[str, Clause]:
    return {clause.id: clause for chapter in book.chapters for clause in chapter.clauses}


# ---------------------------------------------------------------- clauses, and rules in words
def _of_clauses(chapters: Sequence[Chapter]) -> str:
    return "".join(
        f'<div class="chapter" id="chapter-{number}"><h3>{escape(chapter.title, quote=False)}</h3>{_chapter(chapter)}</div>'
        for number, chapter in enumerate(chapters)
    )


def _chapter(chapter: Chapter) -> str:
    found = []
    for part in chapter.parts:
        if part.title and part.clauses:
            found.append(f"<h4>{escape(part.title, quote=False)}</h4>")
        found.append(_listed(part.clauses))
    return "".join(found)


def _listed(clauses: Iterable[Clause]) -> str:
    items = []
    for clause in clauses:
        shown = "".join(f'<p class="example"><b>Example.</b> {escape(one, quote=False)}</p>' for one in clause.examples)
        items.append(f"<li {clause_id(clause)}>{escape(clause.text, quote=False)}{shown}</li>")
    return f'<ul class="clauses">{"".join(items)}</ul>' if items else ""


def _said(book: Book) -> str:
    return "".join(
        f'<div class="chapter" id="said-{number}"><h3>{escape(part.title, quote=False)}</h3>{html_of(part.text)}</div>'
        for number, part in enumerate(book.said)
        if "set_up" not in part.tells
    )


def _in_words(book: Book) -> str:
    said = {name for part in book.said for name in part.tells}
    told = [rule for rule in book.told.values() if rule.lines and rule.name != "set_up" and rule.name not in said]
    return "".join(
        f'<div class="chapter" id="chapter-{number}" data-rule="{rule.name}"><h3>{escape(_title(rule), quote=False)}</h3>'
        f"{lines(rule.lines, rule.name)}</div>"
        for number, rule in enumerate(told)
    )


def _title(rule: RuleInWords) -> str:
    return "The course of the game" if rule.name == "play" else capital(spoken(rule.title))
