"""Wording of messages about expressions: articles, brackets, names from other languages.

In: words, spans, parameters. Out: parts of sentences. Layer: check.
"""

from __future__ import annotations

from interpreter.ir import rulebook as rb
from interpreter.source import Span
from interpreter.source.fixes import to_write

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ONE_MAY = "write: one of players as rival may ..."
# Words that people use for things with another name in the language.
AGGREGATES = ("count", "sum", "highest", "lowest", "some", "every", "list", "first", "last", "sole", "tied")
FOREIGN_NAMES = {
    "all": "all of it is what there is, such as: player loses player's money money; all who may see something is everyone",
    "max": "write larger(a, b); over a query: highest(VALUE over ...)", "mod": to_write("remainder(a, b)", start="write "),
    "min": "write smaller(a, b); over a query: lowest(VALUE over ...)", "abs": to_write("absolute(a)", start="write "),
    "len": "write count(...)", "length": "write count(...)", "size": "write count(...)", "sqrt": "there are no roots",
    "append": "write joined(list, [thing])", "random": "write: pick NAME at random from ..., or: roll 1 die as NAME",
    "anyone": ONE_MAY, "anybody": ONE_MAY, "somebody": ONE_MAY, "someone": ONE_MAY,
    **{word: to_write(str(number), start="write the number in digits: ") for number, word in enumerate(NUMBERS, start=1)},
}  # fmt: skip


def written(name: str, parameters: tuple[rb.Variable, ...]) -> str:
    """Return how a value with these parameters is written."""
    if not parameters:
        return name
    if len(parameters) == 1:
        return f"{parameters[0].name}'s {name}"
    return f"{name}({', '.join(parameter.name for parameter in parameters)})"


def miscounted(name: str, parameters: tuple[rb.Variable, ...], given: int) -> str:
    """Return the message for a wrong number of arguments."""
    wanted = ", ".join(parameter.name for parameter in parameters)
    counted = {0: "nothing in brackets", 1: f"1 value ({wanted})"}.get(
        len(parameters), f"{len(parameters)} values ({wanted})"
    )
    here = {0: "are none", 1: "is 1"}.get(given, f"are {given}")
    return f'"{name}" takes {counted}, but there {here} here'


def quoted(span: Span) -> str | None:
    """Return the source text of a span, if it is short enough to quote in a message."""
    text = span.text.strip()
    return text if text and "\n" not in text and len(text) <= 40 else None


def named_here(span: Span) -> str:
    text = quoted(span)
    return f'"{text}"' if text is not None else "this"


def article(words: str) -> str:
    if words.startswith(("yes or no", "none", "text")) or words[0].isdigit() or words[0] == "-":
        return words
    return ("an " if words[0] in "aeiou" else "a ") + words
