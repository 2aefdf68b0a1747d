"""Colours for editors: a TextMate grammar made from the grammar of the language.

In: the words of the language, from the Lark files. Out: JSON, printed by `python -m interpreter.language.textmate`.
Layer: language. The files under editors/ are made by this and by nothing else; a test compares them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable

from interpreter.check.builtins import FUNCTIONS
from interpreter.data.bundled import grammars_dir
from interpreter.language.parts import ScenesParser
from interpreter.syntax.recovery import DECLARATIONS

# What a word is, by the name of its terminal; all others are words of sentences.
CONSTANTS = frozenset({"YES", "NO", "NONE"})
OPERATORS = frozenset({"AND", "OR", "NOT", "IN", "CAN", "CANNOT", "SATISFIES"})
TYPES = frozenset(
    {"NUMBER", "TEXT", "PILE", "ROW", "GRID", "SHAPE", "SPOT", "LIST", "STEPS", "YES_OR_NO", "OR_NONE", "OF"}
)
SPECIAL = frozenset({"NAME", "INT", "STRING", "FILE", "POSSESSIVE", "CITES", "COMMENT", "BLANKS", "CONTINUE"})
Rule = dict[str, object]


def textmate() -> Rule:
    """The whole grammar, for rules and scenarios."""
    groups: dict[str, list[str]] = {}
    for name, pattern in ScenesParser(grammars_dir()).patterns().items():
        if name not in SPECIAL and pattern[:1].isalpha():
            groups.setdefault(_scope(name, pattern), []).append(_whole(pattern))
    words = [_rule(scope, patterns) for scope, patterns in sorted(groups.items())]
    functions = _rule("support.function.rulewright", [rf"\b{name}\b(?=\()" for name in FUNCTIONS])
    return {
        "name": "Rulewright",
        "scopeName": "source.rulewright",
        "fileTypes": ["rules", "scenario"],
        "patterns": [
            {"name": "comment.line.number-sign.rulewright", "match": "#.*$"},
            {"name": "comment.line.cites.rulewright", "match": r"\bcites[ \t]+[A-Z].*$"},
            _text(),
            {"name": "constant.numeric.rulewright", "match": r"\b[0-9][0-9_]*\b"},
            _declaration(),
            functions,
            *words,
            {"name": "keyword.operator.rulewright", "match": r"'s\b|[-+*/=]"},
        ],
    }  # fmt: skip


def _scope(name: str, pattern: str) -> str:
    if name in CONSTANTS:
        return "constant.language.rulewright"
    if name in TYPES:
        return "storage.type.rulewright"
    if name in OPERATORS or name.startswith("IS"):
        return "keyword.operator.word.rulewright"
    return "keyword.declaration.rulewright" if pattern in DECLARATIONS else "keyword.control.rulewright"


def _whole(pattern: str) -> str:
    """The word, and not a part of another one."""
    return rf"\b{pattern}" if pattern.endswith((r"\b", ")")) else rf"\b{pattern}\b"


def _rule(scope: str, patterns: Iterable[str]) -> Rule:
    longest = sorted(set(patterns), key=lambda pattern: (-len(pattern), pattern))
    return {"name": scope, "match": "|".join(longest)}


def _text() -> Rule:
    """A text with formulas in its {holes}."""
    hole: Rule = {
        "name": "meta.embedded.rulewright", "begin": r"\{", "end": r"\}", "patterns": [{"include": "$self"}],
    }  # fmt: skip
    return {"name": "string.quoted.double.rulewright", "begin": '"', "end": '"|$', "patterns": [hole]}


def _declaration() -> Rule:
    """The name that a declaration gives to something."""
    words = sorted(
        DECLARATIONS - {"before", "after", "instead", "without", "change", "add", "needs", "people", "free", "scenario"}
    )
    return {
        "match": rf"^\s*(?:free[ \t]+)?({'|'.join(words)})[ \t]+([a-z][a-z0-9_]*)",
        "captures": {
            "1": {"name": "keyword.declaration.rulewright"}, "2": {"name": "entity.name.function.rulewright"},
        },
    }  # fmt: skip


if __name__ == "__main__":
    json.dump(textmate(), sys.stdout, indent=2, ensure_ascii=False)
    print()
