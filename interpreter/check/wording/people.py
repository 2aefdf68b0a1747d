"""Who is meant: every player, the others, another one, anybody, you.

In: a text. Out: which of them it names. Layer: check.
"""

from __future__ import annotations

import re

YOU, EVERYONE, OTHERS, ANOTHER, ANYONE = "you", "everyone", "others", "another", "anyone"
_SAID = {
    EVERYONE: r"\b(?:each|every|all)\s+(?:of\s+the\s+)?players?\b"
    r"|\byou,?\s+(?:and\s+then|and|then)\s+all\s+(?:the\s+)?other(?:s|\s+players)\b",
    OTHERS: r"\b(?:each|every|all|the)\s+(?:of\s+the\s+|of\s+your\s+|the\s+|your\s+)?(?:others|other\s+players?)\b"
    r"|\b(?:all|each|every)\s+(?:of\s+)?(?:your\s+|the\s+)?opponents?\b|\b(?:everyone|everybody|all)\s+else\b",
    ANOTHER: r"\banother\s+player\b|\ban\s+opponent\b|\b(?:any|one)\s+other\s+player\b"
    r"|\ba\s+player\s+of\s+your\s+choice\b",
    ANYONE: r"\bwhoever\b|\banybody\b|\banyone\b|\beverybody\b|\beveryone\b|\b(?:all\s+)?those\s+(?:who|with|whose|that)\b"
    r"|\b(?:the|any)\s+players?\s+(?:who|with|whose|that)\b",
}
PERSON = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _SAID.items()), re.IGNORECASE)
COMPARED = re.compile(
    rf"\bthan\s+(?:{'|'.join(_SAID.values())})", re.IGNORECASE
)  # a measure, nobody to whom something happens
DESCRIBED = re.compile(rf"(?:{_SAID[ANYONE]})|(?:{_SAID[EVERYONE]})\s+(?:who|with|without|whose|that)\b", re.IGNORECASE)
_WHO = "|".join(_SAID.values())
SOMEBODY = rf"(?:(?:{_WHO})(?:'s)?|\byou\b|\byours?\b)"
YOU_SAID = re.compile(r"\byou(?:rs?)?\b", re.IGNORECASE)
SPOKEN = {
    ANYONE: "anybody",
    EVERYONE: "every player",
    OTHERS: "each other player",
    ANOTHER: "another player",
    YOU: "you",
}


def people_in(text: str) -> dict[str, str]:
    """Find who is named, with the words for it."""
    return {str(match.lastgroup): match.group() for match in PERSON.finditer(text)}


def people_differ(words: str, meant: str) -> bool:
    """Do these words name somebody whom the others do not?

    `your` may be left out."""
    said, wanted = people_in(words).keys(), people_in(meant).keys()
    if said - wanted:
        return True
    return bool(wanted) and not said


def person(words: str) -> str | None:
    """Return whom these words mean, if they mean nothing else."""
    match = PERSON.fullmatch(words.strip())
    return match.lastgroup if match is not None else None
