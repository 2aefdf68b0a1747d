"""The page about a game: what it is made of, how it goes, what can be done, its cards, its map, its variants, its clauses.

In: a loaded Game. Out: the files of a folder by their names: a page, its style and a script that searches in it. Layer: tools.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import interpreter

from .rules import Rule, course, rules_of

if TYPE_CHECKING:
    from interpreter import Game, State

HERE = Path(__file__).parent
SCORES = re.compile(r"\b(scores|wins|win|end game)\b")
STEP = 30  # of the course of the game, drawn: pixels a level or a line


def site(game: Game) -> dict[str, str]:
    return {
        "index.html": _page(game),
        "style.css": interpreter.table_style() + (HERE / "docs.css").read_text(encoding="utf-8"),
        "search.js": (HERE / "search.js").read_text(encoding="utf-8"),
    }


def _page(game: Game) -> str:
    definition = interpreter.definition(game)
    look = interpreter.read_look(game.path, definition)
    rules = rules_of(game.path)
    state = game.start(seed=1)
    board = interpreter.board_svg(definition, interpreter.view_form(state, None), None, look)
    sections = {
        "about": ("About", _about(game)),
        "components": ("Components", _components(definition)),
        "set-up": ("Set-up", _set_up(definition, rules, state)),
        "course": ("The course of the game", _course(rules)),
        "actions": ("What players can do", _actions(rules)),
        "board": ("The board", f"<figure>{board}</figure>" if board else ""),
        "scoring": ("Scoring and the end", _scoring(rules)),
        "cards": ("Cards", _cards(definition, interpreter.card_faces(definition, look))),
        "words": ("Words", _glossary(game)),
        "variants": ("Variants and options", _variants(game)),
        "rules": ("The rules", "".join(_rule(rule, {one.name for one in rules}) for rule in rules)),
        "clauses": ("Clauses", _clauses(game)),
        "stand-ins": ("What is stand-in", _stand_ins(game.path)),
    }
    filled = {name: (title, body) for name, (title, body) in sections.items() if body}
    links = "".join(f'<a href="#{name}">{title}</a>' for name, (title, _) in filled.items())
    body = "".join(f'<section id="{name}"><h2>{title}</h2>{inside}</section>' for name, (title, inside) in filled.items())
    search = '<input id="search" type="search" placeholder="search…" aria-label="search this page">'
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<title>{escape(game.title)}</title><link rel="stylesheet" href="style.css">'
        f'<script src="search.js" defer></script></head>'
        f'<body class="docs"><nav><h1>{escape(game.title)}</h1>{search}{links}</nav><main>{body}</main></body></html>'
    )


def _entry(words: str, inside: str, name: str = "") -> str:
    """Something that the search finds by its words."""
    return f'<article class="entry"{f" id={name!r}" if name else ""} data-words="{escape(words.lower())}">{inside}</article>'


def _about(game: Game) -> str:
    counts = ", ".join(map(str, game.player_counts))
    return f"<p>{escape(game.about)}</p><p>Players: {counts}.</p>"


def _glossary(game: Game) -> str:
    """How the game's things are called, and what the rules call them."""
    found = []
    for one in interpreter.glossary(game.path, game.chosen):
        also = f" also: {escape(', '.join(one.also))}" if one.also else ""
        words = f"<b>{escape(one.words)}</b> <code>{escape(one.name)}</code>, {escape(one.sort)}.{also}"
        found.append(_entry(f"{one.words} {one.name} {' '.join(one.also)}", words))
    return "".join(found)


def _components(definition: Any) -> str:
    found = []
    for kind in definition["kinds"]:
        if kind["word"] == "option":
            continue
        columns = ", ".join(column["title"] for column in kind["columns"])
        names = ", ".join(dict.fromkeys(member["title"] for member in kind["members"][:12]))
        more = "…" if len(kind["members"]) > 12 else ""
        head = f"<b>{len(kind['members'])} {escape(kind['plural'])}</b> {escape(columns)}"
        about = f"{head}<br><small>{escape(names)}{more}</small>"
        found.append(_entry(f"{kind['plural']} {columns} {names}", about))
    return "".join(found)


def _set_up(definition: Any, rules: Sequence[Rule], state: State) -> str:
    """What the rules do before the first decision, and what lies on the table then."""
    steps = [_entry(rule.text, f"<pre>{escape(rule.text)}</pre>") for rule in rules if rule.name == "set_up"]
    titles = {value["name"]: value["title"] for value in definition["values"] if value["shown"] and value["during"] is None}
    players = len(state.player_names)
    rows = [
        f"<tr><th>{escape(titles[seen['name']])}</th><td>{escape(_lies(seen))}</td></tr>"
        for seen in interpreter.view_form(state, None)["values"] if seen["name"] in titles and _lies(seen)
    ]  # fmt: skip
    table = f"<h3>On the table of {players} players, after it</h3><table class='facts-table'>{''.join(rows)}</table>"
    return "".join(steps) + (_entry("set-up", table) if rows else "")


def _lies(seen: Any) -> str:
    """What there is of a value, in a few words; empty when there is nothing, or nothing that everybody sees."""
    told = []
    for entry in seen["entries"]:
        cards = entry.get("cards") or entry.get("tiles")
        count = entry.get("count") or (len(cards) if cards else 0)
        value = entry.get("value")
        words = f"{count} cards" if count else "" if value in (None, 0, False, []) else str(value).replace("_", " ")
        if words:
            told.append(f"{', '.join(entry['keys']).replace('_', ' ')}: {words}" if entry["keys"] else words)
    same = {one.partition(": ")[2] for one in told}
    if len(told) > 1 and len(same) == 1 and len(told) == len(seen["entries"]):
        return f"each: {same.pop()}"
    return "; ".join(told[:8]) + ("; …" if len(told) > 8 else "")


def _scoring(rules: Sequence[Rule]) -> str:
    """The rules that score, say who wins, or end the game."""
    found = []
    for rule in rules:
        lines = [line.strip() for line in rule.text.splitlines()[1:] if SCORES.search(re.sub(r'"[^"]*"', "", line))]
        if lines and rule.word != "let":
            listed = "".join(f"<li><code>{escape(line)}</code></li>" for line in lines)
            link = f'<a href="#rule-{rule.name}">{escape(rule.title)}</a>'
            found.append(_entry(f"{rule.title} {' '.join(lines)}", f"<h3>{link}</h3><ul>{listed}</ul>"))
    return "".join(found)


def _stand_ins(folder: Path) -> str:
    """The tables that are not printed in the rulebook, with what they say about themselves."""
    found = []
    for file in sorted(folder.rglob("*.yaml")):
        lines = file.read_text(encoding="utf-8").splitlines()
        source = next((line for line in lines if line.startswith("source:")), "")
        if "stand-in" in source:
            remarks = _about_itself(lines)
            name = file.relative_to(folder).as_posix()
            found.append(_entry(f"{name} {remarks}", f"<b>{escape(name)}</b> <small>{escape(remarks)}</small>"))
    return "".join(found)


def _about_itself(lines: Sequence[str]) -> str:
    """What stands after `about:` in a table; else its first remarks."""
    start = next((number for number, line in enumerate(lines) if line.startswith("about:")), None)
    if start is None:
        return " ".join(line.lstrip("# ").strip() for line in lines[:12] if line.startswith("#"))
    first = lines[start].removeprefix("about:").strip().strip('">-|')
    more = takewhile(lambda line: line.startswith(" "), lines[start + 1 :])
    return " ".join([first, *(line.strip() for line in more)]).strip()


def _course(rules: Sequence[Rule]) -> str:
    """A chart: what runs what, from the set-up on."""
    boxes: list[str] = []
    lowest: dict[int, int] = {}  # by level: where its last box ends
    for line, (deep, rule) in enumerate(course(rules)):
        x, y = 8 + deep * 2 * STEP, 8 + line * (STEP + 6)
        width = 24 + 7.4 * len(rule.title)
        way = f'<path d="M{x - STEP} {lowest[deep - 1]}V{y + 15}H{x}" class="flow"/>' if deep else ""
        lowest[deep] = y + STEP
        boxes.append(
            f'{way}<a href="#rule-{rule.name}"><rect x="{x}" y="{y}" width="{width:.0f}" height="{STEP}" rx="7" class="step"/>'
            f'<text x="{x + width / 2:.0f}" y="{y + 20}" font-size="13">{escape(rule.title)}</text></a>'
        )
    height = 20 + len(boxes) * (STEP + 6)
    size = f'viewBox="0 0 760 {height}" width="760" height="{height}"'
    return f'<svg {size} role="img" aria-label="what runs what">{"".join(boxes)}</svg>'


def _actions(rules: Sequence[Rule]) -> str:
    found = []
    for rule in rules:
        if rule.word in ("action", "free action"):
            needs = "".join(f"<li>{escape(need)}</li>" for need in rule.needs)
            refused = f"<p>Not possible when:</p><ul>{needs}</ul>" if needs else "<p>It has no needs.</p>"
            link = f'<a href="#rule-{rule.name}">{escape(rule.title)}</a>'
            found.append(_entry(f"{rule.title} {rule.name}", f"<h3>{link}</h3>{refused}"))
    return "".join(found)


def _cards(definition: Any, faces: Mapping[str, Sequence[str]]) -> str:
    titles = {kind["name"]: kind["plural"] for kind in definition["kinds"]}
    return "".join(
        _entry(titles[kind], f"<h3>{escape(titles[kind])}</h3><div class='cards'>{''.join(cards)}</div>")
        for kind, cards in faces.items()
    )


def _variants(game: Game) -> str:
    found = []
    for variant in interpreter.variants(game.path):
        changes = [one.words for one in _changes(game, [*variant.requires, variant.name], variant.requires)]
        listed = "".join(f"<li>{escape(words)}</li>" for words in changes)
        with_ = f" <small>with {escape(', '.join(variant.requires))}</small>" if variant.requires else ""
        against = f" <small>not with {escape(', '.join(variant.excludes))}</small>" if variant.excludes else ""
        words = f"<h3>{escape(variant.title)}</h3><p><code>{variant.name}</code>{with_}{against}</p><ul>{listed}</ul>"
        found.append(_entry(f"{variant.title} {variant.name}", words))
    for option in game.options:
        values = ", ".join(option.values) or (f"{option.low} to {option.high}" if option.kind == "range" else "yes, no")
        name = f"<b>{escape(option.title or option.name)}</b> <code>{option.name}</code>"
        words = f"{name}: {escape(values)} <small>usually {option.default}</small>"
        found.append(_entry(f"{option.title} {option.name}", words))
    return "".join(found)


def _changes(game: Game, with_it: Sequence[str], without: Sequence[str]) -> Iterable[Any]:
    return interpreter.differences(game.path, game.path, list(without), list(with_it))


def _rule(rule: Rule, known: set[str]) -> str:
    text = re.sub(r"[a-z][a-z0-9_]*", lambda found: _linked(found[0], rule, known), escape(rule.text, quote=False))
    cited = f"<small>{escape(', '.join(rule.clauses))}</small>" if rule.clauses else ""
    return _entry(f"{rule.title} {rule.text} {' '.join(rule.clauses)}", f"<pre>{text}</pre>{cited}", f"rule-{rule.name}")


def _linked(word: str, rule: Rule, known: set[str]) -> str:
    return f'<a href="#rule-{word}">{word}</a>' if word in known and word != rule.name else word


def _clauses(game: Game) -> str:
    found = []
    for clause in interpreter.trace(game.path)["clauses"]:
        rules = ", ".join(place.partition(" (")[0] for place in clause["rules"]) or "no rule"
        scenarios = ", ".join(place.partition(" (")[0] for place in clause["scenarios"]) or "no scenario"
        note = f"<p><i>{escape(str(clause['note']))}</i></p>" if clause["note"] else ""
        words = f"<p><b>{clause['id']}</b> {escape(clause['text'])}</p>{note}<small>{escape(rules)} · {escape(scenarios)}</small>"
        found.append(_entry(f"{clause['id']} {clause['text']}", words))
    return "".join(found)
