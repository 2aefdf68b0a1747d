"""Turn clauses and rules in words into sentences for players.

In: a clause of rulebook.md, or a line of a rule in words. Out: the same without ids, remarks and habits of programs; empty if
nothing is left. Layer: tools.
"""

from __future__ import annotations

import re

ID = r"\b[A-Z]{2,4}-[A-Z]?[0-9]{2,3}(?:\.[0-9]+)?[a-z]?\b"
NOTE = re.compile(r"\[note:[^\]]*\]")
ASIDE = re.compile(rf"\s*\*?\([^()]*(?:{ID}|\bW[0-9]+\b|\binferred\b|\bimplied\b|\bderived\b|\bstand-in\b)[^()]*\)\*?")
CODE = re.compile(rf"{ID}|\bW[0-9]+\b|`|\bstand-in|\bruling\b|\brejected at set-up\b|\bset-up rejects\b", re.IGNORECASE)
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“(])")
WORDS = (
    (re.compile(r"\biff\b"), "exactly if"),
    (re.compile(r"(?<=\w)\.\.(?=\w)"), " to "),
    (re.compile(r"\s*->\s*"), " → "),
    (re.compile(r"(?<![\w-])-(?=[0-9])"), "−"),
    (re.compile(r"[*`]"), ""),
    (re.compile(r"_"), " "),
    (re.compile(r"\s+([,.;:])"), r"\1"),
    (re.compile(r"([:(]),\s*"), r"\1 "),
    (re.compile(r"\s{2,}"), " "),
)
# What is true of somebody who is not the one reading: such a line stays in the third person.
OTHERS = re.compile(
    r"\b(?:each|every|all|any|a|no|only|first|last|other|next|some|highest|lowest) players?\b|\bplayers\b|’s next player",
    re.IGNORECASE,
)
ARGUMENTS = re.compile(r" \((?:\w+(?:, \w+)+|player|you)\)")  # what a rule or a value is about
IRREGULAR = {"passes": "pass", "chooses": "choose", "has": "have", "is": "are", "does": "do", "goes": "go"}


def clause_text(text: str) -> str:
    """Return what a clause tells players.

    No ids, no remarks about the text, no sentences that only refer elsewhere."""
    text = NOTE.sub("", text)
    while ASIDE.search(text):
        text = ASIDE.sub("", text)
    kept = [sentence for sentence in SENTENCE.split(text.strip()) if not CODE.search(sentence)]
    return sentence_of(" ".join(kept))


def sentence_of(text: str) -> str:
    """Write words as a sentence: a capital, a full stop, no underscores."""
    text = spoken(text).strip(" ,;")
    if not text:
        return ""
    return capital(text) + ("" if text[-1] in '.!?:…"”' else ".")


def spoken(text: str) -> str:
    for pattern, words in WORDS:
        text = pattern.sub(words, text)
    return text.strip()


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def heading(text: str) -> str:
    """Return a heading of rulebook.md without its number and brackets."""
    text = re.sub(r"^#+\s*(?:[0-9]+[a-z]?|[A-Z])\.\s+|^#+\s*", "", text)
    return capital(spoken(re.sub(r"\s*\([^)]*\)", "", text)).partition(", in this order")[0])


def rule_text(text: str, rule: str = "") -> str:
    """Return a line of the rule as it is said to the player who carries it out."""
    text = spoken(text)
    text = re.sub(r"^Let (.+?) be (.+?)\.?$", r"Call \2 “\1”.", text)
    text = re.sub(r"^This rule ends here\.?$", "Your turn ends." if rule == "turn" else "Stop here.", text)
    text = re.sub(r"^Again and again:$", "Repeat:", text)
    text = re.sub(r"^For each player:$", "Each player in turn:", text)
    text = re.sub(r"^At once and in secret, for each player:$", "All players, at once and in secret:", text)
    text = re.sub(r"^(?:This cannot be done|Not) when ", "Not possible: ", text)
    text = re.sub(r"‹([^›]*)›", r"the \1", text)
    text = ARGUMENTS.sub("", text)
    text = re.sub(r"\b((?:your|the) [\w ]+?)’s (smaller|larger) \(([^()]*)\)", r"the \2 of \1 and \3", text)
    return text if OTHERS.search(text) else _second_person(text)


def _second_person(text: str) -> str:
    text = re.sub(r"\b([Pp])layer’s\b", lambda found: "Your" if found[1] == "P" else "your", text)
    return re.sub(r"\b([Pp])layer ([a-z]+)\b", _you, text)


def _you(found: re.Match[str]) -> str:
    verb = found[2]
    plain = IRREGULAR.get(verb) or (verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb)
    return f"{'You' if found[1] == 'P' else 'you'} {plain}"
