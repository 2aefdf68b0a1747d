"""Blame a misspelt declaration instead of the many uses of the right name.

In: the diagnostics, and the texts of the game. Out: the same, except that a name which is unknown in many places and nearly
matches one declaration is reported once: at the declaration. Layer: check.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from interpreter.source import Diagnostic, Help, Source, Span, slips
from interpreter.source.fixes import instead

UNKNOWN = ("R0201", "R0203", "R0206", "R0207", "R0423", "R0426", "R0501", "R0602")  # codes about undeclared names
WORD = re.compile(r"(?<![A-Za-z0-9_])[a-z][a-z0-9_]*(?![A-Za-z0-9_])")
NO_CODE = re.compile(r'"[^"\n]*"|#[^\n]*')
# Prose in a table: a title, a text, anything else that begins like a sentence; with the lines indented below it.
PROSE = re.compile(
    r"(?m)^(?P<margin> *)(?:- )?(?:(?:title|text|about|note|cites|source|designers):|[a-z_]+: +(?=[A-Z]))"
    r"[^\n]*(?:\n(?P=margin) {1,}(?! *[a-z_]+:)[^\n]*)*"
)
PROSE_IN_ROW = re.compile(r"\b(?:title|text|cites): *[^,{}\[\]\n]*")
VARIANT = re.compile(r"(?m)^variant ")
DECLARES = (
    r"\b(?:keep|let|option|kind|cards|places|connections|procedure|phase|action|blank|mechanic|as|number) {0}\b"
    r"|^ +{0}(?:\([^)\n]*\))?: "
)
MAX_UNKNOWN = 50  # if more names are unknown, no single declaration is to blame
SHORTEST = 4  # letters of a name that can be a typo of another
Places = Mapping[str, Sequence[Span]]


def told_at_declarations(found: Sequence[Diagnostic], texts: Iterable[Source]) -> list[Diagnostic]:
    unknown = {word for one in found if (word := unknown_word(one)) is not None}
    if not 0 < len(unknown) <= MAX_UNKNOWN:
        return list(found)
    sources = list(texts)
    said, wrong = _said(sources), {}
    everywhere = _places(sources)
    places = dict(everywhere)
    for meant in sorted(unknown):
        if _is_declared(meant, sources):
            continue
        # The author of a house rule has not touched the game, so the game is not searched for the cause.
        at_fault = {one.span.source.path for one in found if one.span is not None and unknown_word(one) == meant}
        own = [source for source in sources if source.path in at_fault and VARIANT.search(source.text)]
        nearby = _places(own) if len(own) == len(at_fault) else everywhere
        name = _misspelt(meant, nearby, said)
        if name is not None:
            wrong[name] = meant
            places[meant] = nearby[meant]
    wrong = {name: meant for name, meant in wrong.items() if not any(_shows(one, name) for one in found)}
    if not wrong:
        return list(found)
    rest = [one for one in found if not _explained(one, wrong)]
    return [*rest, *(_told(name, meant, places, found) for name, meant in wrong.items())]


def unknown_word(found: Diagnostic) -> str | None:
    """Return the undeclared name, if that is what the diagnostic is about."""
    if found.span is None or not found.code.startswith(UNKNOWN) or found.severity != "error":
        return None
    word = found.span.text.strip("\"'")
    return word if WORD.fullmatch(word) and len(word) >= SHORTEST else None


def _is_declared(name: str, texts: Iterable[Source]) -> bool:
    """Does any rule declare this name, even if for something else?"""
    pattern = re.compile(DECLARES.format(name), re.MULTILINE)
    return any(pattern.search(_code(source)) for source in texts if source.path.endswith(".rules"))


def _code(source: Source) -> str:
    """Blank out comments and prose."""
    hide = (NO_CODE,) if source.path.endswith(".rules") else (NO_CODE, PROSE, PROSE_IN_ROW)
    text = source.text
    for pattern in hide:
        text = pattern.sub(lambda hidden: re.sub(r"[^\n]", " ", hidden[0]), text)
    return text


def _places(texts: Iterable[Source]) -> Places:
    """Return the places of each name, outside comments and prose."""
    found: defaultdict[str, list[Span]] = defaultdict(list)
    for source in texts:
        for match in WORD.finditer(_code(source)):
            found[match[0]].append(source.span(match.start(), match.end()))
    return found


def _said(texts: Iterable[Source]) -> Counter[str]:
    """Count each word anywhere, also as part of a name, in texts and comments.

    Singular and plural together."""
    words = (word for source in texts for word in re.findall("[a-z]+", source.text.lower()))
    return Counter(word.removesuffix("s") for word in words)


def _misspelt(meant: str, places: Places, said: Counter[str]) -> str | None:
    """Find the only name that occurs once and is one typo away from the unknown one.

    Only if the unknown one is used more often, or is the likelier."""
    near = [name for name, spans in places.items() if len(spans) == 1 and _is_slip(name, meant)]
    if len(near) != 1 or (len(places.get(meant, ())) < 2 and not _is_likelier(meant, near[0], said)):
        return None
    return near[0]


def _is_likelier(meant: str, name: str, said: Counter[str]) -> bool:
    """Does the rest of the game use the words of the unknown name?

    And never those of the declared one."""
    parts = [{part.removesuffix("s") for part in one.split("_")} for one in (meant, name)]
    return all(said[part] > 1 for part in parts[0] - parts[1]) and all(said[part] == 1 for part in parts[1] - parts[0])


def _is_slip(name: str, meant: str) -> bool:
    """Is it one typo away?

    Names that differ in a digit, or only in a plural s, are different names."""
    if abs(len(name) - len(meant)) > 1 or name.rstrip("s") == meant.rstrip("s"):
        return False
    return re.sub("[^0-9]", "", name) == re.sub("[^0-9]", "", meant) and slips(name, meant) == 1


def _shows(found: Diagnostic, name: str) -> bool:
    """Is this name reported itself? Then it is not a declaration."""
    return found.span is not None and found.span.text == name


def _explained(found: Diagnostic, wrong: Mapping[str, str]) -> bool:
    return unknown_word(found) in wrong.values() or any(name in WORD.findall(found.message) for name in wrong)


def _told(name: str, meant: str, places: Places, found: Sequence[Diagnostic]) -> Diagnostic:
    codes = Counter(one.code for one in found if unknown_word(one) == meant)
    times = len(places[meant])
    often = "" if times == 1 else f" {times} times"
    message = f'"{name}" is only used here, while "{meant}" is used{often} and never declared'
    return Diagnostic(
        codes.most_common(1)[0][0],
        message,
        places[name][0],
        Help(f'write "{meant}" for "{name}"', partial(instead, meant, is_safe=True)),
    )
