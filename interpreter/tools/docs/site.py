"""Generate the page about a game: components, course, actions, cards, map, variants, clauses.

In: a loaded Game. Out: the files of a folder by name: a page, its style and a script that searches it. Layer: tools.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

import interpreter
from interpreter.tools.docs.rules_html import chart, prose

from .rules import Rule, rules_of

if TYPE_CHECKING:
    from interpreter import Game, Look, OptionInfo, State
    from interpreter.tools.diff.differences import Difference
    from interpreter.tools.docs.rules_in_words import RuleInWords
    from interpreter.view.json_view.forms import DefinitionJson, EntryJson, SeenJson, TypeJson, ValueJson

HERE = Path(__file__).parent
SCORING = re.compile(r"\b(scores|wins)\b|\bthe game ends\b", re.IGNORECASE)
PLAYED = 40  # decisions played before the board is drawn
MANY = 12  # things of a kind that are listed
SORTS = {
    "player": "Players", "number": "Numbers", "value": "What is calculated", "rule": "Rules", "step": "Rules",
    "card": "Cards and other things", "cell": "Cards and other things", "option": "Options", "kept": "What is kept",
}  # fmt: skip


def site(game: Game) -> dict[str, str]:
    return {
        "index.html": _page(game),
        "style.css": interpreter.table_style() + (HERE / "docs.css").read_text(encoding="utf-8"),
        "search.js": (HERE / "search.js").read_text(encoding="utf-8"),
    }


def _page(game: Game) -> str:
    from interpreter.tools.docs.rules_in_words import rules_in_words

    definition = interpreter.definition(game)
    look = interpreter.read_look(game.path, definition)
    rules = rules_of(game.path)
    told = {rule.name: rule for rule in rules_in_words(game.path, game.chosen)}
    state = game.start(seed=1)
    sections = {
        "about": ("About", _about(game)),
        "components": ("Components", _components(definition)),
        "set-up": ("Set-up", _set_up(definition, told, state)),
        "course": ("The course of the game", chart(list(told.values()))),
        "actions": ("What players can do", _actions(told)),
        "board": ("The board", _board(game, definition, look)),
        "scoring": ("Scoring and the end", _scoring(told)),
        "cards": ("Cards", _cards(definition, interpreter.card_faces(definition, look))),
        "words": ("Words", _glossary(game)),
        "variants": ("Variants and options", _variants(game, rules)),
        "rules": ("The rules", "".join(_rule(rule, {one.name for one in rules}, told) for rule in rules)),
        "clauses": ("Clauses", _clauses(game, {rule.name for rule in rules})),
        "stand-ins": ("What is stand-in", _stand_ins(game.path)),
    }
    filled = {name: (title, body) for name, (title, body) in sections.items() if body}
    links = "".join(f'<a href="#{name}">{title}</a>' for name, (title, _) in filled.items())
    body = "".join(
        f'<section id="{name}"><h2>{title}</h2>{inside}</section>' for name, (title, inside) in filled.items()
    )
    search = '<input id="search" type="search" placeholder="search…" aria-label="search this page">'
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<title>{escape(game.title)}</title><link rel="stylesheet" href="style.css">'
        f'<script src="search.js" defer></script></head>'
        f'<body class="docs"><nav><h1>{escape(game.title)}</h1>{search}'
        f'<p id="found" role="status"></p>{links}</nav><main><h1 class="title">{escape(game.title)}</h1>'
        f"{body}</main></body></html>"
    )


def _entry(words: str, inside: str, name: str = "") -> str:
    """Render an entry that the search finds by these words."""
    return f'<article class="entry"{f" id={name!r}" if name else ""} data-words="{escape(words.lower())}">{inside}</article>'


def _about(game: Game) -> str:
    counts = list(game.player_counts)
    people = (
        f"{counts[0]} to {counts[-1]}" if counts == list(range(counts[0], counts[-1] + 1)) and len(counts) > 1 else ""
    )
    chosen = f"<p>With: {escape(', '.join(game.variants))}.</p>" if game.variants else ""
    return f"<p>{escape(game.about)}</p><p>For {people or ', '.join(map(str, counts))} players.</p>{chosen}"


def _board(game: Game, definition: DefinitionJson, look: Look) -> str:
    """Draw the board of a game some moves in, so that there is something on it."""
    state, chance = game.start(seed=1), random.Random(1)
    while state.request is not None and state.decisions < PLAYED:
        state.take(chance.randrange(len(state.request.choices)))
    board = interpreter.board_svg(definition, interpreter.view_form(state, None), None, look)
    caption = f"After {state.decisions} decisions at random, as a spectator sees it."
    return f"<figure>{board}<figcaption>{caption}</figcaption></figure>" if board else ""


def _glossary(game: Game) -> str:
    """List what the game's things are called, and their names in the rules."""
    from interpreter.tools.cards.glossary import glossary

    found = []
    for one in glossary(game.path, game.chosen):
        also = f" also: {escape(', '.join(one.also))}" if one.also else ""
        words = f"<b>{escape(one.words)}</b> <code>{escape(one.name)}</code>, {escape(one.sort)}.{also}"
        found.append(_entry(f"{one.words} {one.name} {' '.join(one.also)}", words))
    return "".join(found)


def _components(definition: DefinitionJson) -> str:
    found = []
    for kind in definition["kinds"]:
        if kind["word"] == "option":
            continue
        columns = ", ".join(column["title"] for column in kind["columns"])
        titles = list(dict.fromkeys(member["title"] for member in kind["members"]))
        names = ", ".join(titles[:MANY]) + (f" and {len(titles) - MANY} more" if len(titles) > MANY else "")
        printed = f", each with {escape(columns)}" if columns else ""
        about = f"<b>{len(kind['members'])} {escape(kind['plural'])}</b>{printed}<br><small>{escape(names)}</small>"
        found.append(_entry(f"{kind['plural']} {columns} {' '.join(titles)}", about))
    return "".join(found)


def _set_up(definition: DefinitionJson, told: Mapping[str, RuleInWords], state: State) -> str:
    """Describe the set-up in words, and the table after it."""
    rule = told.get("set_up")
    steps = _entry(rule.title, prose(rule.lines, told)) if rule is not None and rule.lines else ""
    values = {value["name"]: value for value in definition["values"] if value["shown"] and value["during"] is None}
    titles = {kind["name"]: {one["name"]: one["title"] for one in kind["members"]} for kind in definition["kinds"]}
    rows = []
    for seen in interpreter.view_form(state, None)["values"]:
        value = values.get(seen["name"])
        words = _lies(seen, value, titles) if value is not None else ""
        if value is not None and words:
            rows.append(f"<tr><th>{escape(value['title'])}</th><td>{escape(words)}</td></tr>")
    table = f"<h3>Then, with {len(state.player_names)} players</h3><table class='facts-table'>{''.join(rows)}</table>"
    return steps + (_entry("set-up", table) if rows else "")


def _lies(seen: SeenJson, value: ValueJson, titles: Mapping[str, Mapping[str, str]]) -> str:
    """Describe a value's contents in a few words.

    Empty if there are none, or none that everybody sees."""
    told = []
    for entry in seen["entries"]:
        words = _amount(entry, value["type"], titles)
        if words:
            keys = [titles.get(kind, {}).get(key, key) for kind, key in zip(value["keys"], entry["keys"], strict=True)]
            told.append(f"{', '.join(keys)}: {words}" if keys else words)
    same = {one.rpartition(": ")[2] for one in told}
    if len(told) > 1 and len(same) == 1 and len(told) == len(seen["entries"]):
        return f"each: {same.pop()}"
    return "; ".join(told[:8]) + (f" and {len(told) - 8} more" if len(told) > 8 else "")


def _amount(entry: EntryJson, type_: TypeJson, titles: Mapping[str, Mapping[str, str]]) -> str:
    cards = [card for card in entry.get("cards") or () if card is not None]
    tiles = [tile["tile"] for tile in entry.get("tiles") or ()]
    named = titles.get(type_.get("kind", ""), {})
    if tiles or 0 < len(cards) <= 4:
        return ", ".join(named.get(one, one) for one in tiles or cards)
    count = entry.get("count") or len(cards)
    if count:
        return f"{count} card{'s' if count > 1 else ''}"
    value = entry.get("value")
    if value is True:
        return "yes"
    return "" if value in (None, 0, False, []) else named.get(str(value), str(value).replace("_", " "))


def _scoring(told: Mapping[str, RuleInWords]) -> str:
    """List the rules that score, name the winner, or end the game."""
    found = []
    for rule in told.values():
        if any(SCORING.search(line.text) for line in rule.lines if line.sort in ("do", "end")):
            link = f'<a href="#rule-{rule.name}">{escape(_capital(rule.title))}</a>'
            found.append(_entry(rule.title, f"<h3>{link}</h3>{prose(rule.lines, told)}"))
    return "".join(found)


def _stand_ins(folder: Path) -> str:
    """List the tables that are stand-ins, with their own remarks."""
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
    """Return a table's `about:` text, or else its first comments."""
    start = next((number for number, line in enumerate(lines) if line.startswith("about:")), None)
    if start is None:
        return " ".join(line.lstrip("# ").strip() for line in lines[:12] if line.startswith("#"))
    first = lines[start].removeprefix("about:").strip().strip('">-|')
    more = takewhile(lambda line: line.startswith(" "), lines[start + 1 :])
    return " ".join([first, *(line.strip() for line in more)]).strip()


def _actions(told: Mapping[str, RuleInWords]) -> str:
    found = []
    for rule in told.values():
        if rule.word in ("action", "free action"):
            needs = "".join(f"<li>{escape(need, quote=False)}</li>" for need in rule.needs)
            refused = f"<p>Not possible when:</p><ul>{needs}</ul>" if needs else ""
            free = " <small>at any time</small>" if rule.word == "free action" else ""
            link = f'<a href="#rule-{rule.name}">{escape(_capital(rule.title))}</a>'
            found.append(
                _entry(f"{rule.title} {rule.name}", f"<h3>{link}{free}</h3>{refused}{prose(rule.lines, told)}")
            )
    return "".join(found)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _cards(definition: DefinitionJson, faces: Mapping[str, Sequence[str]]) -> str:
    titles = {kind["name"]: kind["plural"] for kind in definition["kinds"]}
    return "".join(
        _entry(titles[kind], f"<h3>{escape(titles[kind])}</h3><div class='cards'>{''.join(cards)}</div>")
        for kind, cards in faces.items()
    )


def _variants(game: Game, rules: Sequence[Rule]) -> str:
    from interpreter.tools.diff.differences import variant_differences
    from interpreter.tools.variants.matrix import variants

    found = []
    known = variants(game.path)
    titles = {one.name: one.title for one in known}
    changes = variant_differences(game.path, [(one.name, one.requires) for one in known])
    for variant, changed in zip(known, changes, strict=True):
        with_ = f"<p>Together with {escape(_titled(variant.requires, titles))}.</p>" if variant.requires else ""
        against = f"<p>Not with {escape(_titled(variant.excludes, titles))}.</p>" if variant.excludes else ""
        head = f"<h3>{escape(variant.title)} <code>{variant.name}</code></h3>"
        found.append(_entry(f"{variant.title} {variant.name}", f"{head}{with_}{against}{_listed_changes(changed)}"))
    return "".join(found) + "".join(_option(option, rules) for option in game.options)


def _titled(names: Sequence[str], titles: Mapping[str, str]) -> str:
    return ", ".join(titles.get(name, name) for name in names)


def _listed_changes(changed: Sequence[Difference]) -> str:
    """List differences by kind, in the words of `rulewright diff`.

    Declarations are named, not written out."""
    groups: dict[str, list[str]] = {}
    for one in changed:
        words = one.words.partition(", keep ")[0]
        groups.setdefault(SORTS.get(one.sort, "Other things"), []).append(words)
    listed = "".join(
        f"<dt>{name}</dt><dd><ul>{''.join(f'<li>{escape(words)}</li>' for words in dict.fromkeys(lines))}</ul></dd>"
        for name, lines in groups.items()
    )
    return f'<dl class="changes">{listed}</dl>'


def _option(option: OptionInfo, rules: Sequence[Rule]) -> str:
    values = ", ".join(value.replace("_", " ") for value in option.values)
    values = values or (f"{option.low} to {option.high}" if option.kind == "range" else "yes, no")
    asks = [rule for rule in rules if rule.word != "option" and re.search(rf"\b{option.name}\b", rule.text)]
    links = ", ".join(f'<a href="#rule-{rule.name}">{escape(rule.title)}</a>' for rule in asks)
    usual = str(option.default).replace("_", " ")
    words = (
        f"<h3>{escape(option.title or option.name.replace('_', ' '))} <code>{option.name}</code></h3>"
        f"<p>{escape(values)}. Usually {escape({'True': 'yes', 'False': 'no'}.get(usual, usual))}.</p>"
        + (f"<p><small>It changes: {links}.</small></p>" if links else "")
    )
    return _entry(f"{option.title} {option.name}", words)


def _rule(rule: Rule, known: set[str], told: Mapping[str, RuleInWords]) -> str:
    """Render a rule in words and as written."""
    text = re.sub(r"[a-z][a-z0-9_]*", lambda found: _linked(found[0], rule, known), escape(rule.text, quote=False))
    cited = "".join(f' <a class="clause" href="#clause-{clause}">{clause}</a>' for clause in rule.clauses)
    words = told.get(rule.name)
    head = f"<h3>{escape(_capital(rule.title))} <small>{rule.word}</small>{cited}</h3>"
    in_words = prose(words.lines, told) if words is not None else ""
    written = (
        f"<details><summary>as it is written</summary><pre>{text}</pre></details>" if in_words else f"<pre>{text}</pre>"
    )
    return _entry(
        f"{rule.title} {rule.text} {' '.join(rule.clauses)}", f"{head}{in_words}{written}", f"rule-{rule.name}"
    )


def _linked(word: str, rule: Rule, known: set[str]) -> str:
    return f'<a href="#rule-{word}">{word}</a>' if word in known and word != rule.name else word


def _clauses(game: Game, known: set[str]) -> str:
    from interpreter.tools.trace.citations import trace

    found = []
    for clause in trace(game.path)["clauses"]:
        rules = _behind(
            clause["rules"], lambda name: f'<a href="#rule-{name}">{name}</a>' if name in known else escape(name)
        )
        scenarios = _behind(clause["scenarios"], escape)
        note = f"<p><i>{escape(str(clause['note']))}</i></p>" if clause["note"] else ""
        said = f"<p><b>{clause['id']}</b> {escape(clause['text'].partition(' [note:')[0])}</p>{note}"
        behind = f"<small>Rules: {rules or 'none'}</small><br><small>Scenarios: {scenarios or 'none'}</small>"
        found.append(_entry(f"{clause['id']} {clause['text']}", said + behind, f"clause-{clause['id']}"))
    return "".join(found)


def _behind(places: Sequence[str], written: Callable[[str], str]) -> str:
    return ", ".join(dict.fromkeys(written(place.partition(" (")[0]) for place in places))
