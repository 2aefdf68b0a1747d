"""Put the rulebook of a game together: cover, box, goal, set-up, course, actions, rules, variants, example, words, index.

In: a loaded Game. Out: a page of HTML with its style, which prints as a book. Layer: tools.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.check.wording.numbers import in_words
from interpreter.check.wording.prose import Line
from interpreter.tools.diff.differences import variant_differences
from interpreter.tools.docs.rules_in_words import RuleInWords
from interpreter.tools.rulebook import example, glance, rules_section
from interpreter.tools.rulebook.anchors import anchor
from interpreter.tools.rulebook.chapters import (
    Chapter,
    definitions,
    variant_clauses,
)
from interpreter.tools.rulebook.contents import Book
from interpreter.tools.rulebook.designer_text import html_of
from interpreter.tools.rulebook.pictures import HALF, ICON, LOW, PAGE, WIDE, image, numbers, score_sheet
from interpreter.tools.rulebook.plain import ARGUMENTS, capital, heading, rule_text, sentence_of, spoken
from interpreter.tools.rulebook.prose import words_of
from interpreter.tools.variants.matrix import variants
from interpreter.view.lettering import font_css

if TYPE_CHECKING:
    from interpreter import Game, State
    from interpreter.view.json_view import KindJson

STYLE = Path(__file__).with_name("rulebook.css")
DICE = re.compile(r"\broll (?:a die|\w+ dice)\b", re.IGNORECASE)
DEFINITION = re.compile(
    r"(?:(?:A|An|The)\s+)?([\w’-]+(?: [\w’-]+){0,2})(?:\s(?:is|means) (?:a|an|the|any|one)\b| = )", re.IGNORECASE
)
PAYS = re.compile(r"^You (?:pay|gain|lose|draw|take|receive)s?\b")
HOLE = re.compile(r"‹([^›]*)›")  # a value in a text
REFUSED = re.compile(r"(?:Not|This cannot be done) when ")
DEEDS = 4  # sentences about an action
LONG = 16  # steps of a set-up beside which the picture is smaller
NAMED = 8  # members of a kind that are named
MOST_CARDS = 30  # of one kind
FEW_RULES = 12  # of a book so short that it needs no index
TITLE_LINE, ABOUT_LINE = 20, 62  # characters in a line of the cover
COVER_LINES = 6  # of text that fit on a cover, one of the title counted double; for more the letters are smaller
MANY_PLACES = 24  # of a map that has a page of its own
PLACES = 3  # pages of a word in the index


def rulebook(game: Game) -> str:
    """Return the book as one page of HTML."""
    book = Book(game)
    parts = [
        ("box", "In the box", _box(book)),
        ("goal", "The goal", _goal(book)),
        ("set-up", "Set-up", _set_up(book)),
        ("glance", "The game at a glance", course(book)),
        ("actions", "What you can do", actions(book)),
        ("rules", "The rules", rules_section.rules(book)),
        ("cards", "The cards", cards(book)),
        ("variants", "Variants", _variants(book)),
        ("map", "The map", _map(book)),
        ("example", "An example of play", _example(book)),
        ("scoring", "How one game ended", _scoring(book)),
        ("glossary", "Glossary", _glossary(book)),
    ]
    filled = [(name, title, inside) for name, title, inside in parts if inside]
    if book.chapters or len(book.told) > FEW_RULES:
        filled.append(("index", "Index", _index(book, filled)))
    body = "".join(
        f'<section id="{name}"><h2>{escape(title, quote=False)}</h2>{inside}</section>'
        for name, title, inside in filled
    )
    return page(f"{game.title}: rulebook", _cover(book) + body, "book" if book.chapters else "small book")


def page(title: str, body: str, kind: str = "book") -> str:
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        f'<style>{font_css()}{STYLE.read_text(encoding="utf-8")}</style></head>\n<body class="{kind}">\n{body}\n</body></html>\n'
    )


def people(game: Game) -> str:
    counts = list(game.player_counts)
    if len(counts) == 1:
        return f"{counts[0]} player{'s' if counts[0] > 1 else ''}"
    unbroken = counts == list(range(counts[0], counts[-1] + 1))
    return f"{counts[0]} to {counts[-1]} players" if unbroken else f"{', '.join(map(str, counts))} players"


def _cover(book: Book) -> str:
    game = book.game
    titles = {one.name: one.title for one in variants(game.path)} if game.variants else {}
    names = _listed([spoken(titles.get(name, name)) for name in game.variants])
    chosen = f"<p>With {escape(names)}</p>" if names else ""
    lines = 2 * ceil(len(game.title) / TITLE_LINE) + ceil(len(game.about) / ABOUT_LINE)
    long = " long" if lines > COVER_LINES else ""
    return (
        f'<section class="cover{long}"><div class="name"><h1>{escape(game.title)}</h1><p>{escape(game.about)}</p>{chosen}</div>'
        f'<div class="scene">{book.artist.cover(example.final(game))}</div>'
        f'<div class="foot"><b>{people(game)}</b><b>Rulebook</b></div></section>'
    )


def _box(book: Book) -> str:
    state = book.game.start(seed=example.SEED)
    table = book.artist.table(state)
    entries = [_component(f"{len(kind['members'])} {kind['plural']}", book.artist.kind(table, kind), _names(kind),
                          anchor("kind", kind["name"])) for kind in book.kinds]  # fmt: skip
    entries += [
        _component(f"A board of {len(board['members'])} {board['plural']}", book.artist.board(state, ICON), "")
        for board in book.boards.values()
    ]
    entries.append(_component("A colour for each player", book.artist.players(table), people(book.game)))
    if any(DICE.search(line.text) for rule in book.told.values() for line in rule.lines):
        entries.append(_component("Dice", image(_DIE, "a die"), ""))
    more = rules_section.placed(book, "box") or (_clauses_text(book.box) if book.box is not None else "")
    return f'<div class="kinds">{"".join(entries)}</div>{more}'


_DIE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30" width="30" height="30"><rect x="1" y="1" width="28" height="28"'
    ' rx="5" fill="#fffdf6" stroke="#24364b" stroke-width="1.5"/><g fill="#24364b"><circle cx="9" cy="9" r="2.6"/>'
    '<circle cx="21" cy="9" r="2.6"/><circle cx="15" cy="15" r="2.6"/><circle cx="9" cy="21" r="2.6"/>'
    '<circle cx="21" cy="21" r="2.6"/></g></svg>'
)


def _component(title: str, picture: str, names: str, id_: str = "") -> str:
    place = f' id="{id_}"' if id_ else ""
    return f'<div class="kind"{place}>{picture}<h3>{escape(spoken(title))}</h3><p>{escape(names)}</p></div>'


def _names(kind: KindJson) -> str:
    titles = list(dict.fromkeys(spoken(member["title"]) for member in kind["members"]))
    return ", ".join(titles[:NAMED]) + (" …" if len(titles) > NAMED else "")


def _clauses_text(chapter: Chapter) -> str:
    items = "".join(
        f"<li {rules_section.clause_id(clause)}>{escape(clause.text, quote=False)}</li>" for clause in chapter.clauses
    )
    return f'<ul class="clauses two">{items}</ul>'


def _goal(book: Book) -> str:
    return f'<p class="goal">{escape(sentence_of(book.game.goal or book.game.about), quote=False)}</p>'


# ---------------------------------------------------------------- set-up and course
def _set_up(book: Book) -> str:
    state = book.game.start(seed=example.SEED)
    piles = "".join(
        f'<div class="pile{" down" if down else ""}"><b>{count}</b><span>{escape(title)}</span></div>'
        for title, count, down in book.artist.piles(state)[:12]
    )
    board = book.artist.board(state, LOW if book.set_up is not None and len(book.set_up.clauses) > LONG else WIDE)
    count = len(state.player_names)
    down = " Dark piles lie face down." if "pile down" in piles else ""
    caption = f"<figcaption>The table when {count} players begin.{down}</figcaption>"
    shown = f'<figure class="table">{board}<div class="piles">{piles}</div>{caption}</figure>'
    scene = shown if board or piles else ""
    placed = rules_section.placed(book, "set-up")
    if placed:
        return scene + placed
    if book.set_up is not None:
        steps = "".join(
            f"<li {rules_section.clause_id(clause)}>{escape(clause.text, quote=False)}</li>"
            for clause in book.set_up.clauses
        )
        return f'{scene}<ol class="steps two{" long" if len(book.set_up.clauses) > LONG else ""}">{steps}</ol>'
    said = next((part for part in book.said if "set_up" in part.tells), None)
    if said is not None:
        return scene + html_of(said.text)
    rule = book.told.get("set_up")
    if rule is not None and rule.lines:
        return scene + rules_section.lines(rule.lines)
    return scene or "<p>There is nothing to prepare.</p>"


def course(book: Book, brief: bool = False) -> str:
    """Draw the phases as boxes from left to right."""
    if not book.phases or (len(book.phases) == 1 and book.said):
        return ""
    boxes = []
    for number, phase in enumerate(book.phases):
        rows = "".join(_in_phase(title, "" if brief and title else words) for title, words in phase.lines)
        boxes.append(
            f'<div class="phase p{number % 6}"><h3><small>{number + 1}</small>{escape(spoken(phase.title), quote=False)}</h3>'
            f"<ul>{rows}</ul></div>"
        )
    again = (
        '<p class="again"><span>and again from the left, until the game ends</span></p>'
        if len(boxes) > 1 and glance.is_repeated(book.told)
        else ""
    )
    return f'<div class="course">{"".join(boxes)}</div>{again}'


def _in_phase(title: str, words: str) -> str:
    head = f"<b>{escape(title, quote=False)}</b> " if title else ""
    return f"<li>{head}{escape(words, quote=False)}</li>"


# ---------------------------------------------------------------- actions and rules
def actions(book: Book, brief: bool = False) -> str:
    """List the actions: what you do, and when you cannot."""
    rows = []
    told = set() if brief else set(book.openings)
    for rule in book.actions:
        if rule.name in told:
            continue
        free = " <small>at any time</small>" if rule.word == "free action" else ""
        deeds = "" if brief else f"<td>{escape(_deeds(rule), quote=False)}</td>"
        rows.append(
            f'<tr id="{anchor("action", rule.name)}"><th>{escape(capital(spoken(rule.title)), quote=False)}{free}</th>{deeds}'
            f"<td>{escape(_hindrances(rule, book.numbers, brief), quote=False)}</td></tr>"
        )
    offered = [] if rows or book.said else _offers(book)
    rows += [f"<tr><th>{escape(title)}</th><td>{escape(words)}</td></tr>" for title, words in offered]
    deeds = "" if brief else "<th>What you do</th>"
    head = f"<tr><th>Action</th>{deeds}<th>What stops you</th></tr>" if not offered else ""
    return f'<table class="actions">{head}{"".join(rows)}</table>' if rows else ""


def _deeds(rule: RuleInWords) -> str:
    """Say what the player decides, pays and receives, in the imperative."""
    told = [
        rule_text(line.text) for line in rule.lines
        if line.sort == "ask" or (line.sort == "do" and PAYS.search(line.text) and line.deep == 0)
    ]  # fmt: skip
    return " ".join(capital(re.sub(r"^You ", "", text)).rstrip(".:") + "." for text in dict.fromkeys(told[:DEEDS]))


def _hindrances(rule: RuleInWords, numbers: Mapping[str, int], brief: bool) -> str:
    """List the reasons why you cannot.

    A reason that needs a value only known at the table is left to the table."""
    inside = [] if brief else [line.text for line in rule.lines if REFUSED.match(line.text)]
    reasons = [*rule.needs, *(REFUSED.sub("", text) for text in inside)]
    known = {name.replace("_", " "): str(number) for name, number in numbers.items()}
    filled = [HOLE.sub(lambda hole: known.get(hole[1], hole[0]), ARGUMENTS.sub("", spoken(one))) for one in reasons]
    told = dict.fromkeys(one.rstrip(".") for one in filled if not HOLE.search(one))
    return " ".join(sentence_of(one) for one in told)


def _offers(book: Book) -> list[tuple[str, str]]:
    """List what players decide between where there are no actions."""
    found: list[tuple[str, str]] = []
    for rule in book.told.values():
        for number, line in enumerate(rule.lines):
            if line.sort in ("offer", "ask") and not line.text.endswith(":"):
                inside = [one for one in _inside(rule.lines, number) if one.sort in ("do", "if", "end")]
                title = rule_text(line.text) if line.sort == "offer" else capital(spoken(rule.title))
                words = [rule_text(line.text)] if line.sort == "ask" else []
                found.append((title, " ".join([*words, *(rule_text(one.text, rule.name) for one in inside)])))
    return found


def _inside(told: Sequence[Line], number: int) -> Iterable[Line]:
    for line in told[number + 1 :]:
        if line.deep <= told[number].deep:
            return
        yield line


# ---------------------------------------------------------------- variants, example, words
def _variants(book: Book) -> str:
    known = [one for one in variants(book.game.path) if one.name not in book.game.variants]
    changes = variant_differences(book.game.path, [(one.name, one.requires) for one in known])
    titles = {one.name: one.title for one in known}
    found = []
    for variant, changed in zip(known, changes, strict=True):
        words = [part for part in book.prose if part.variant == variant.name and part.holds]
        if words:
            texts = "".join(html_of(part.text) for part in words)
            found.append(f"<h3>{escape(spoken(variant.title), quote=False)}</h3>{texts}")
            continue
        said = variant_clauses(book.game.path, variant.name, book.cited)[:8]
        said += [] if said else [_number(one.words) for one in changed if one.sort == "number"]
        joined = [f"Play it together with {_listed([titles.get(one, spoken(one)) for one in variant.requires])}."] \
            if variant.requires else []  # fmt: skip
        items = "".join(f"<li>{escape(text, quote=False)}</li>" for text in [*joined, *said])
        listed = f'<ul class="clauses">{items}</ul>' if items else ""
        found.append(f"<h3>{escape(spoken(variant.title), quote=False)}</h3>{listed}")
    return f'<div class="columns">{"".join(found)}</div>' if found else ""


def _number(words: str) -> str:
    """Say a changed number.

    "points to end 100 → 1" is "Points to end: 1 instead of 100."."""
    found = re.fullmatch(r"(.+?) (\S+) → (\S+)", spoken(words))
    return sentence_of(f"{found[1]}: {found[3]} instead of {found[2]}" if found else words)


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def cards(book: Book) -> str:
    """List what is printed on cards, where there are not too many of them."""
    found = []
    for kind in book.artist.definition["kinds"]:
        told = {one["title"]: one["text"] for one in kind["members"] if one["text"]}
        if kind["word"] == "cards" and 0 < len(told) <= MOST_CARDS:
            rows = "".join(
                f"<tr><th>{escape(spoken(title), quote=False)}</th><td>{escape(words, quote=False)}</td></tr>"
                for title, words in told.items()
            )
            heading_ = escape(capital(spoken(kind["plural"])), quote=False)
            found.append(f'<h3 id="{anchor("cards", kind["name"])}">{heading_}</h3><table class="cards">{rows}</table>')
    return "".join(found)


def _map(book: Book) -> str:
    """Draw a map with many places as large as a page, so that its names can be read."""
    if not any(len(board["members"]) >= MANY_PLACES and not board["lattice"] for board in book.boards.values()):
        return ""
    return f'<figure class="map">{book.artist.board(book.game.start(seed=example.SEED), PAGE)}</figure>'


def _example(book: Book) -> str:
    found = example.moment(
        book.game, lambda before, after: book.artist.board(before, HALF) != book.artist.board(after, HALF)
    )
    if found is None:
        return ""
    pictures = book.artist.before_and_after(found.before, found.after, HALF)
    if not any(pictures):  # what changed is not on the board
        pictures = numbers(book.artist, found.before), numbers(book.artist, found.after)
    if pictures[0] == pictures[1]:
        pictures = "", ""
    words = ("Before.", "After.")
    figures = "".join(
        f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"
        for picture, caption in zip(pictures, words, strict=True) if picture
    )  # fmt: skip
    count = len(found.before.player_names)
    players = f"{in_words(count)} computer players" if count > 1 else "one computer player"
    note = f"<p>A turn from a game with {players}.</p>"
    shown = f'<div class="before-after">{figures}</div>' if figures else ""
    return f"{note}{shown}{_events(found.events)}"


def _scoring(book: Book) -> str:
    """Show how a real game was scored: its score sheet, else its last lines."""
    found = example.ending(book.game)
    if found is None:
        return ""
    told = score_sheet(found.after) or _events(found.events) + numbers(book.artist, found.after)
    return f"<p>{escape(_winners(found.after), quote=False)}</p>{told}"


def _events(events: Sequence[str]) -> str:
    items = "".join(f"<li>{escape(text, quote=False)}</li>" for text in events)
    return f'<ol class="steps two">{items}</ol>' if items else ""


def _winners(state: State) -> str:
    names = [capital(name) for name in example.winners(state)]
    if not names:
        return "Nobody won this game."
    return f"{_listed(names)} won this game."


def _glossary(book: Book) -> str:
    """Explain words: the designer's, else what clauses define, and the kinds."""
    own = words_of(book.game.path)
    if own or not book.chapters:
        return _defined(own)
    entries = {text.split(" is ")[0].split(" means ")[0].split(" are ")[0].strip('"“” '): text
               for text in definitions(book.game.path)}  # fmt: skip
    for chapter in book.chapters:
        for clause in chapter.clauses:
            defined = DEFINITION.match(clause.text)
            if defined:
                entries.setdefault(capital(defined[1]), clause.text)
    for term in _terms(book):
        sentence = _defining(term, book.chapters)
        if sentence and term.casefold() not in {one.casefold() for one in entries}:
            entries[term] = sentence
    for kind in book.kinds:
        if capital(kind["plural"]).casefold() not in {one.casefold() for one in entries} and not book.chapters:
            entries[capital(spoken(kind["plural"]))] = sentence_of(_names(kind))
    return _defined({term: text for term, text in entries.items() if len(term) < 40})


def _defined(entries: Mapping[str, str]) -> str:
    rows = "".join(
        f'<dt id="{anchor("term", term)}">{escape(capital(spoken(term)), quote=False)}</dt>'
        f"<dd>{escape(text, quote=False)}</dd>"
        for term, text in sorted(entries.items(), key=lambda one: one[0].casefold())
    )
    return f'<dl class="columns">{rows}</dl>' if rows else ""


def _terms(book: Book) -> list[str]:
    from interpreter.tools.cards.glossary import glossary

    words = [
        one.words for one in glossary(book.game.path, book.game.chosen) if one.sort in ("kind", "stored", "calculated")
    ]
    plain = [word for word in words if re.fullmatch(r"[A-Za-z][A-Za-z -]{2,30}", word)]
    kinds = [spoken(kind["plural"]) for kind in book.kinds]
    return list({capital(word).casefold(): capital(word) for word in [*plain, *kinds]}.values())


def _defining(term: str, chapters: Sequence[Chapter]) -> str:
    begins = re.compile(
        rf"(?:(?:A|An|The|Each|Every)\s+)?{re.escape(term)}s?\s*(?::|is\b|are\b|means\b|=)", re.IGNORECASE
    )
    return next((one.text for chapter in chapters for one in chapter.clauses if begins.match(one.text)), "")


def _index(book: Book, parts: Sequence[tuple[str, str, str]]) -> str:
    """List terms, actions and chapters with their places.

    Pages are filled in where the book is printed."""
    places = [(name, title, _text(inside)) for name, title, inside in parts if name != "rules"]
    rules = next((inside for name, _, inside in parts if name == "rules"), "")
    cut = re.split(r'<div class="chapter" id="', rules)[1:]
    places += [
        (one.partition('"')[0], _text(one.partition("<h3>")[2].partition("</h3>")[0]), _text(one)) for one in cut
    ]
    terms = [*_terms(book), *(capital(spoken(rule.title)) for rule in book.actions), *(title for _, title, _ in places)]
    rows = []
    for term in sorted({heading(one).casefold(): one for one in terms}.values(), key=str.casefold):
        word = re.compile(rf"\b{re.escape(escape(term, quote=False))}\b", re.IGNORECASE)
        found = [name for name, _, text in places if word.search(text)]
        titled = [name for name, title, _ in places if title == term]
        where = list(dict.fromkeys([*titled, *found]))[: 1 if titled else PLACES]
        if where:
            links = "".join(f'<a class="at" href="#{name}"></a>' for name in where)
            rows.append(f'<li><a href="#{where[0]}">{escape(term, quote=False)}</a>{links}</li>')
    return f'<ul class="index">{"".join(rows)}</ul>'


def _text(html: str) -> str:
    return re.sub(r"<[^>]*>", " ", html)
