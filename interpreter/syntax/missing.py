"""What a sentence or a block still lacks.

In: a Scene. Out: repairs that add a part at the stumble, and the finding that a line has no block. Layer: syntax.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from interpreter.source import Help
from interpreter.source.fixes import added
from interpreter.syntax.parse_failure import END, LAYOUT, Finding
from interpreter.syntax.repairs import Repair, Scene

CODE = "R0112"


@dataclass(frozen=True, slots=True)
class Part:
    """A part that may be missing.

    The terminals it can begin with, an example, and the sentence to say."""

    terminals: frozenset[str]
    example: str
    message: str
    help: str | None = None  # None: show the line with the example
    unless: frozenset[str] = frozenset()


def _word(terminal: str, word: str, message: str | None = None) -> Part:
    return Part(frozenset({terminal}), word, message or f'"{word}" is missing here')


INSIDE = (
    _word("BECAUSE", "because"),
    _word("TIMES", "times"),
    _word("COLON", ":", "a colon is missing here"),
    _word("EQUALS", "=", "= is missing here"),
    _word("COMMA", ",", "a comma is missing here"),
    _word("RPAR", ")", "a closing bracket is missing here"),
    _word("RSQB", "]", "a closing bracket is missing here"),
    _word("POSSESSIVE", "'s", "'s is missing here"),
    _word("IN", "in"),
    _word("TO", "to"),
    _word("OF", "of"),
    _word("BY", "by"),
    _word("FROM", "from"),
    _word("AT", "at"),
    _word("AS", "as"),
    _word("OVER", "over"),
    _word("SATISFIES", "satisfies"),
    _word("WHERE", "where"),
    Part(frozenset({"IS"}), "is", '"is" is missing here', None, frozenset({"POSSESSIVE", "PLUS"})),
    Part(frozenset({"INT"}), "1", "a number is missing here", "write a number here", frozenset({"NAME"})),
)
VALUE = frozenset({"NAME", "INT", "LPAR"})
AT_THE_END = (
    Part(frozenset({"BECAUSE"}), 'because "..."', "this does not say why"),
    Part(frozenset({"ROUNDED_UP"}), "rounded down", "a division says how it rounds",
         Help('add "rounded up", "rounded down" or "rounded to nearest"',
              *(partial(added, f"rounded {how}") for how in ("up", "down", "to nearest")))),
    Part(frozenset({"TIMES"}), "times", '"times" is missing here'),
    Part(VALUE, "1", "something is missing here", "continue with a value"),
    Part(VALUE, "1 money", "this does not say how much of what",
         "continue with an amount and what it is, such as: 3 money"),
    Part(frozenset({"NAME", "PLUS"}), "money", "this does not say of what", "continue with what it is, such as: money"),
    Part(frozenset({"AS"}), "as result", "the result has no name"),
    Part(frozenset({"TO"}), "to bank", "this does not say to whom or where",
         'continue with "to" and who or what it goes to'),
    Part(frozenset({"BY"}), "by 1", "this does not say by how much", 'continue with "by" and an amount'),
    Part(frozenset({"FROM"}), "from deck to hand", "this does not say from where",
         'continue with "from" and a pile, "to" and a zone'),
    Part(frozenset({"AT"}), "at place in board", "this does not say where",
         'continue with "at" and a spot, "in" and a grid'),
    Part(frozenset({"IN"}), "in board", "this does not say in what", 'continue with "in" and what is meant'),
    Part(frozenset({"COLON"}), ": number", "this does not say what kind of value it is",
         "continue with a colon and a type, such as: number"),
    Part(frozenset({"EQUALS"}), "= 1", "this has no value", "continue with = and a value"),
    Part(frozenset({"COMMA"}), ", usually yes", "an option says what it usually is"),
    Part(frozenset({"IS"}), "is a_name", "this does not say what it is", 'continue with "is" and its names'),
    Part(frozenset({"STRING"}), '"..."', "a text is missing here", 'continue with a text in "quotes"'),
    Part(frozenset({"NAME"}), "name", "a name is missing here", "continue with a name"),
)  # fmt: skip
OPENERS = {
    "procedure": "has no steps", "phase": "has no steps", "action": "has no steps", "free": "has no steps",
    "step": "has no steps", "let": "has no value", "change": "has no value", "mechanic": "has nothing in it",
    "if": "has nothing that happens then", "otherwise": "has nothing that happens then",
    "each": "has nothing that happens each time", "secretly": "has nothing that happens each time",
    "repeat": "has nothing to repeat", "to": "has nothing that happens then",
}  # fmt: skip


FORMULA_HELP = "write the value after it, or cases below it, indented by two spaces"


def missing_block(scene: Scene) -> Finding | None:
    """A line that opens a block, without the block."""
    header = _header(scene)
    if header is None or scene.accepts != {"_INDENT"}:
        return None
    code = scene.codes[header].strip()
    lacks = OPENERS.get(code.split()[0], "has no block below it")
    column = scene.codes[header].find(code) + 1
    help = FORMULA_HELP if code.split()[0] in ("let", "change") else "indent the lines that belong to it by two spaces"
    return Finding("R0109", f'"{_first_words(code)}" {lacks}', header + 1, column, len(code), help)


def known_missing_block(scene: Scene) -> Finding | None:
    """The same, if the first word of the line leaves no doubt that it opens a block."""
    header = _header(scene)
    sure = header is not None and scene.codes[header].split()[0] in OPENERS
    return missing_block(scene) if sure else None


def _header(scene: Scene) -> int | None:
    """The line that should be followed by a block."""
    if scene.stumble.type == END and scene.code.strip():
        return scene.at
    return scene.line_before(scene.at)


def _first_words(code: str) -> str:
    return code if len(code) <= 40 else " ".join(code[:40].split()[:-1]) + " ..."


def missing_parts(scene: Scene) -> Iterator[Repair]:
    """Additions at the stumble that would make the sentence whole."""
    at_the_end = scene.stumble.type in LAYOUT or scene.stumble.type == END
    place = _end_of_sentence(scene) if at_the_end else scene.stumble.offset
    for part in AT_THE_END if at_the_end else INSIDE:
        if part.terminals <= scene.accepts and not part.unless & scene.accepts:
            help = part.help or f'write "{part.example}"'
            yield Repair(place, place, f" {part.example} ", CODE, part.message, help,
                         show_line=part.help is None, is_example=part.help is not None)  # fmt: skip


def _end_of_sentence(scene: Scene) -> int:
    line = scene.at
    if scene.stumble.type in ("_INDENT", "_DEDENT"):
        above = scene.line_before(scene.at)
        line = scene.at if above is None else above
    return scene.offset(line) + len(scene.codes[line])
