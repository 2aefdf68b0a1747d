"""Suggest the name that was meant.

In: an unknown word and the known names. Out: the closest name or number, or none. Layer: source.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from .fixes import instead, meant_word
from .text import Help


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that `word` is a likely typo of; None if nothing is close."""
    most = max(1, (len(word) + 1) // 3)  # typos; a larger distance is never plausible, whatever the name
    ranked = sorted((_distance(word, name, most), name[:1] != word[:1], name) for name in set(candidates) - {word})
    if ranked and ranked[0][0] <= _tolerance(word, ranked[0][2]):
        return ranked[0][2]
    return None


def did_you_mean(word: str, candidates: Iterable[str]) -> Help | None:
    """Return the help line for an unknown word, or None if no known name is close."""
    name = nearest(word, candidates)
    return meant_word(word, name) if name is not None else None


LOOK_ALIKE = str.maketrans("OolISB", "001158")  # letters that look like digits


def number_meant(word: str) -> str | None:
    """Return the number that a word with letters was meant to be.

    `1O` is 10, `l` is 1, `3q` is 3. None for a plain word."""
    looks_like_one = word.translate(LOOK_ALIKE)
    if word.isdigit() or not (word[:1].isdigit() or looks_like_one.isdigit()):
        return None
    return "".join(sign for sign in looks_like_one if sign.isdigit())


def did_you_mean_number(word: str) -> Help | None:
    number = number_meant(word)
    return Help(f"did you mean {number}?", partial(instead, number, is_safe=True)) if number is not None else None


def _tolerance(word: str, name: str) -> float:
    """Return how many typos are plausible.

    One in three letters, and never all of them."""
    length = min(len(word), len(name))
    return max(1, (length + 1) // 3) if length > 1 else 0.5


def _distance(word: str, name: str, most: int) -> float:
    """Count the typos between two names, up to `most`.

    A confused plural or word order counts as half a typo."""
    first, second = _letters(word), _letters(name)
    if first == second:
        return 0
    if _singular(first) == _singular(second) or sorted(first.split("_")) == sorted(second.split("_")):
        return 0.5
    there, here = set(first), set(second)
    if max(abs(len(first) - len(second)), len(there - here), len(here - there)) > most:
        return most + 1  # each typo adds or removes at most one letter: skip the full calculation
    return slips(first, second)


def _letters(name: str) -> str:
    return name.casefold().replace("-", "_").replace(" ", "_")


def _singular(name: str) -> str:
    """Strip plural endings: a crude stem, enough to match `companies` and `company`."""
    if name.endswith("ies") and len(name) > 4:
        return name[:-3] + "y"
    if name.endswith(("ses", "xes", "zes", "ches", "shes")):
        return name[:-2]
    return name.removesuffix("s") if len(name) > 2 else name


def slips(first: str, second: str) -> int:
    """Damerau-Levenshtein distance.

    Letters added, lost, replaced, or swapped with their neighbour."""
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, start=1):
        two_before, before, row = before, row, [i]
        for j, other in enumerate(second, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                cost = min(cost, two_before[j - 2] + 1)
            row.append(cost)
    return row[-1]
