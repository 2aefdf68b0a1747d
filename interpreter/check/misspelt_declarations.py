"""Who is wrong, the one who declares a name or those who use it?

In: what was found, and the texts of the game. Out: the same, where a name that is unknown at many places, and that one
declaration nearly bears, is told once: at the declaration. Layer: check.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from interpreter.source import Diagnostic, Source, Span, slips

UNKNOWN = ("R0201", "R0203", "R0206", "R0207", "R0423", "R0426", "R0501", "R0602")  # a name that nobody declares
WORD = re.compile(r"(?<![A-Za-z0-9_])[a-z][a-z0-9_]*(?![A-Za-z0-9_])")
NO_CODE = re.compile(r'"[^"\n]*"|#[^\n]*')
MOST_UNKNOWN = 50  # names: where more are unknown, no single declaration is to blame
SHORTEST = 4  # letters of a name of which another can be a slip
Places = Mapping[str, Sequence[Span]]


def told_at_declarations(found: Sequence[Diagnostic], texts: Iterable[Source]) -> list[Diagnostic]:
    unknown = {word for one in found if (word := unknown_word(one)) is not None}
    if not 0 < len(unknown) <= MOST_UNKNOWN:
        return list(found)
    sources = list(texts)
    places, said = _places(sources), _said(sources)
    wrong = {name: meant for meant in sorted(unknown) if (name := _misspelt(meant, places, said)) is not None}
    wrong = {name: meant for name, meant in wrong.items() if not any(_shows(one, name) for one in found)}
    if not wrong:
        return list(found)
    rest = [one for one in found if not _explained(one, wrong)]
    return [*rest, *(_told(name, meant, places, found) for name, meant in wrong.items())]


def unknown_word(found: Diagnostic) -> str | None:
    """The name that nobody declares, if that is what is wrong."""
    if found.span is None or not found.code.startswith(UNKNOWN) or found.severity != "error":
        return None
    word = found.span.text.strip("\"'")
    return word if WORD.fullmatch(word) and len(word) >= SHORTEST else None


def _places(texts: Iterable[Source]) -> Places:
    """Where each name stands; not in comments, and in rules not in texts."""
    found: defaultdict[str, list[Span]] = defaultdict(list)
    for source in texts:
        for match in WORD.finditer(NO_CODE.sub(lambda hidden: " " * len(hidden[0]), source.text)):
            found[match[0]].append(source.span(match.start(), match.end()))
    return found


def _said(texts: Iterable[Source]) -> Counter[str]:
    """How often each word stands anywhere: alone, as a part of a name, in a text or a comment, as one or as several."""
    words = (word for source in texts for word in re.findall("[a-z]+", source.text.lower()))
    return Counter(word.removesuffix("s") for word in words)


def _misspelt(meant: str, places: Places, said: Counter[str]) -> str | None:
    """The name that stands at one place only and is a single slip away from one that is used again and again."""
    near = [name for name, spans in places.items() if len(spans) == 1 and _is_slip(name, meant)]
    if len(near) != 1 or (len(places.get(meant, ())) < 2 and not _is_likelier(meant, near[0], said)):
        return None
    return near[0]


def _is_likelier(meant: str, name: str, said: Counter[str]) -> bool:
    """Of two names that stand once each: does the game speak of the one elsewhere, and never of the other?"""
    parts = [{part.removesuffix("s") for part in one.split("_")} for one in (meant, name)]
    return all(said[part] > 1 for part in parts[0] - parts[1]) and all(said[part] == 1 for part in parts[1] - parts[0])


def _is_slip(name: str, meant: str) -> bool:
    """One letter is wrong. Names that differ in a digit are different names, and so are a thing and several of it."""
    if abs(len(name) - len(meant)) > 1 or name.rstrip("s") == meant.rstrip("s"):
        return False
    return re.sub("[^0-9]", "", name) == re.sub("[^0-9]", "", meant) and slips(name, meant) == 1


def _shows(found: Diagnostic, name: str) -> bool:
    """Is this name told already? Then it declares nothing."""
    return found.span is not None and found.span.text == name


def _explained(found: Diagnostic, wrong: Mapping[str, str]) -> bool:
    return unknown_word(found) in wrong.values() or any(name in WORD.findall(found.message) for name in wrong)


def _told(name: str, meant: str, places: Places, found: Sequence[Diagnostic]) -> Diagnostic:
    codes = Counter(one.code for one in found if unknown_word(one) == meant)
    times = len(places[meant])
    often = "" if times == 1 else f" {times} times"
    message = f'"{name}" stands only here, and "{meant}" is used{often} and declared nowhere'
    return Diagnostic(codes.most_common(1)[0][0], message, places[name][0], f'write "{meant}" for "{name}"')
