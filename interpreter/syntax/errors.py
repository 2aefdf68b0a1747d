"""Explain syntax errors in the designer's words.

In: the parse failure. Out: a Finding with a remedy. Layer: syntax.
A repair is suggested only after it was tried: the repaired text is parsed, and parsing must get further. So a message
never leads the designer into the next error. If no repair helps, the message says what could be written there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from interpreter.source import Help, nearest
from interpreter.source.fixes import instead, lined_up, to_write
from interpreter.syntax.common_mistakes import FOREIGN, NOTHING, PLACES
from interpreter.syntax.missing import known_missing_block, missing_block, missing_parts
from interpreter.syntax.parse_failure import END, SIGN, Finding, ParseFailureError
from interpreter.syntax.recovery import DECLARATIONS, excerpt, indentation
from interpreter.syntax.repairs import Repair, Scene, candidates, certain, reserved_word
from interpreter.syntax.words import QUIET, Words

TOO_MANY = 8
MAX_ATTEMPTS, FEWEST_ATTEMPTS = 150, 4
MAX_WORK = 15_000  # lines parsed again for one explanation
DEPTH = 6  # errors in one line that are repaired together
LONGEST_LINE = 100
ONLY_SIGNS = "apart from words and numbers only + - * / ( ) [ ] , : = ' \" and # are used"
DECLARATION_WORDS = "a declaration begins with a word such as keep, let, kind, cards, procedure, phase or action"
CITATION = "a citation looks like: cites TYC-092, TYC-094..096"
INDENTED = "R0103"
Attempt = Callable[[str, str], ParseFailureError | None]
Thought = Callable[[Scene], Iterator[Repair]]


@dataclass(frozen=True, slots=True)
class Cure:
    """A repair that works, the repaired text, and whether its line is now right."""

    repair: Repair
    text: str
    complete: bool


class Explainer:
    """Explains parse failures.

    `attempt` parses a text from a start symbol and says where it fails."""

    def __init__(self, words: Words, attempt: Attempt) -> None:
        self._words, self._attempt = words, attempt

    def explain(self, stumble: ParseFailureError, start: str) -> Finding:
        if stumble.finding is not None and stumble.finding.code != INDENTED:
            return stumble.finding
        numbers, nearby = self._nearby(stumble, start)
        scene = Scene(nearby, self._words)
        trial = Trial(self._words, lambda text: self._attempt(text, start), MAX_WORK // (1 + len(numbers)))
        for view in trial.views() if stumble.finding is None else (trial.odd_line,):
            finding = view(scene)
            if finding is not None:
                return replace(finding, line=numbers[finding.line - 1] + 1)
        if stumble.finding is not None:
            return stumble.finding
        return replace(unexplained(scene), line=stumble.line)

    def _nearby(self, stumble: ParseFailureError, start: str) -> tuple[Sequence[int], ParseFailureError]:
        """Reproduce the failure in as little text as possible.

        Return the numbers of the lines that are left."""
        every = stumble.text.split("\n")
        numbers, lines = excerpt(every, stumble.line - 1)
        found = self._attempt("\n".join(lines) + "\n", start)
        if found is None or (found.type, found.word) != (stumble.type, stumble.word):
            return range(len(every)), stumble
        numbers.append(len(every) - 1)  # the end of the text
        return (numbers, found) if numbers[found.line - 1] == stumble.line - 1 else (range(len(every)), stumble)


class Trial:
    """One explanation: tries various views and repairs, as many as the budget allows."""

    def __init__(self, words: Words, attempt: Callable[[str], ParseFailureError | None], most: int) -> None:
        self._words, self._attempt = words, attempt
        self._left = max(FEWEST_ATTEMPTS, min(most, MAX_ATTEMPTS))

    def views(self) -> Iterator[Callable[[Scene], Finding | None]]:
        yield self.odd_line
        yield unfinished_text
        yield misspelt_citation
        yield bad_citation
        yield nothing_like_it
        yield self.lonely_bracket
        yield cases_in_a_procedure
        yield known_missing_block
        yield self.cured
        yield missing_block
        yield no_declaration
        yield unknown_opener
        yield word_out_of_place
        yield self.incomplete
        yield wrong_indent

    def cured(self, scene: Scene) -> Finding | None:
        """Find a repair that clears the line; failing that, the first sure one that helps."""
        best: Cure | None = None
        for repair in candidates(scene):
            cure = self._try(scene, repair, DEPTH)
            if cure is not None and cure.complete:
                return _finding(scene, cure)
            if cure is not None and best is None and repair.sure:
                best = cure
        return _finding(scene, best) if best is not None else None

    def incomplete(self, scene: Scene) -> Finding | None:
        """Find the first missing part that completes the line."""
        for repair in missing_parts(scene):
            cure = self._try(scene, repair, DEPTH if "," in repair.new else 0, missing_parts)
            if cure is not None and cure.complete:
                return _finding(scene, cure)
        return None

    def odd_line(self, scene: Scene) -> Finding | None:
        """Find a line that is one space off its block, possibly above the failure."""
        for repair in shifted_lines(scene):
            cure = self._try(scene, repair, 0)
            if cure is not None:
                return _finding(scene, cure)
        return None

    def lonely_bracket(self, scene: Scene) -> Finding | None:
        for repair in bracket_repairs(scene):
            cure = self._try(scene, repair, 0)
            if cure is not None:
                return _finding(scene, cure)
        return None

    def _try(self, scene: Scene, repair: Repair, depth: int, then: Thought = certain) -> Cure | None:
        """Parse with the repair; None if that gets no further."""
        if self._left <= 0:
            return None
        self._left -= 1
        text = repair.apply(scene.text)
        stumble = self._attempt(text)
        if stumble is None:
            return Cure(repair, text, True)
        if stumble.left >= scene.stumble.left or stumble.left > len(scene.text) - repair.end:
            return None
        if _clears(scene, stumble):
            return Cure(repair, text, True)
        further = self._further(Scene(stumble, self._words), depth - 1, then) if depth > 1 else None
        return Cure(repair, further or text, further is not None)

    def _further(self, scene: Scene, depth: int, then: Thought) -> str | None:
        """Return the text with the other errors of the line repaired as well."""
        for repair in then(scene):
            cure = self._try(scene, repair, depth, then)
            if cure is not None and cure.complete:
                return cure.text
        return None


def _clears(scene: Scene, stumble: ParseFailureError) -> bool:
    """Whether the new failure is beyond the line of the old one."""
    if scene.stumble.type == "_INDENT":
        return True
    behind = scene.offset(scene.at) + len(scene.lines[scene.at])
    return stumble.left < len(scene.text) - behind


def _finding(scene: Scene, cure: Cure) -> Finding:
    repair = cure.repair
    place = repair.start if repair.place is None else repair.place
    line = scene.text.count("\n", 0, place)
    column = place - scene.offset(line)
    width = repair.end - place if repair.width is None else repair.width
    width = max(1, min(width, len(scene.lines[line]) - column))
    return Finding(
        repair.code, repair.message, line + 1, column + 1, width, _help(cure, line), _better(scene, cure, line)
    )


def _better(scene: Scene, cure: Cure, line: int) -> tuple[str, str] | None:
    """Return a line and how the repair makes it.

    None if the repair reaches beyond it, or others have to follow."""
    before, after = scene.text.split("\n"), cure.text.split("\n")
    more = len(after) - len(before)
    beside = before[:line] != after[:line] or before[line + 1 :] != after[line + 1 + more :]
    if cure.repair.is_example or not cure.complete or beside:
        return None
    made = after[line : line + 1 + more]
    if cure.repair.show_line:
        made = [one[: indentation(one)] + _tidy(one) for one in made]
    return before[line], "\n".join(made)


def _help(cure: Cure, line: int) -> str:
    """Show the corrected line if possible."""
    lines = cure.text.split("\n")
    corrected = _tidy(lines[line])
    if not cure.repair.show_line or not cure.complete or not 0 < len(corrected) <= LONGEST_LINE:
        return cure.repair.help
    if "\n" not in cure.repair.new:
        return f"write: {corrected}"
    below = "indented below it" if indentation(lines[line + 1]) > indentation(lines[line]) else "below it"
    return f"write: {corrected} -- and {below}: {_tidy(lines[line + 1])}"


def _tidy(line: str) -> str:
    """Return the sentence of a line: without comment and citation, with single spaces."""
    bare = re.sub(r"\s+cites [A-Z].*$|\s*#[^\"]*$", "", line)
    parts = re.split(r'("[^"]*")', bare)
    parts[::2] = [re.sub(r" +(?=[,:)\]]|'s)|(?<=[(\[]) +", "", re.sub(" +", " ", part)) for part in parts[::2]]
    return "".join(parts).strip()


# ---------------------------------------------------------------- texts, citations and brackets


def unfinished_text(scene: Scene) -> Finding | None:
    line = scene.lines[scene.at]
    help = 'a text goes between two " on the same line; it cannot contain quotes'
    if scene.stumble.type == SIGN and scene.stumble.word == '"':
        behind = line[scene.column + 1 :].strip()
        message = "this text has no end" if behind else "this quote has no partner"
        return Finding("R0110", message, scene.at + 1, scene.column + 1, len(line.rstrip()) - scene.column, help)
    if line.count('"') > 2 and scene.column and line[scene.column - 1] == '"' and scene.stumble.word[:1].isalpha():
        return Finding("R0110", "this text ends too early", scene.at + 1, scene.column, 1, help)
    return None


MISSPELT = re.compile(r"(?<![\w'])(?P<word>[a-z]{2,8})[ \t]+(?P<clauses>[A-Z]{2,}-[A-Z]*[0-9].*)$")
CLAUSE = re.compile(r"\b([A-Z]{2,}(?=[-_ ]*[A-Za-z]?[0-9])|[a-z]{2,}(?=[-_]))[-_ ]*([A-Za-z]?[0-9]+)\b")


def misspelt_citation(scene: Scene) -> Finding | None:
    """Find clauses after a word that is nearly `cites`."""
    found = MISSPELT.search(scene.code)
    if found is None or nearest(found["word"], ["cites"]) is None:
        return None
    message, help = f'"{found["word"]}" is not a word that is known here', to_write(f"cites {found['clauses']}")
    return Finding("R0115", message, scene.at + 1, found.start() + 1, len(found["word"]), help)


def bad_citation(scene: Scene) -> Finding | None:
    """Find something after `cites` that is not a clause."""
    cites = re.search(r"\bcites\b(?! *[:=(])", scene.code)
    if cites is None or not cites.start() <= scene.column:
        return None
    written = scene.code[cites.start() :]
    clauses = CLAUSE.sub(lambda clause: f"{clause[1].upper()}-{clause[2].upper()}", written[len("cites") :].strip())
    help = to_write(f"cites {clauses}") if CLAUSE.search(written) and f"cites {clauses}" != written else CITATION
    return Finding("R0115", "this citation cannot be read", scene.at + 1, cites.start() + 1, len(written), help)


def nothing_like_it(scene: Scene) -> Finding | None:
    """Recognize a first word that the language has no equivalent for."""
    for number in (scene.at, scene.line_before(scene.at)):
        first = scene.codes[number].split()[:1] if number is not None else []
        if number is not None and first and first[0] in NOTHING:
            column = scene.codes[number].find(first[0]) + 1
            message = f'"{first[0]}" begins no sentence'
            return Finding(FOREIGN, message, number + 1, column, len(first[0]), NOTHING[first[0]])
    return None


CASE = re.compile(r"\s*(?P<value>.+?) (?:if (?P<test>.+)|otherwise)\s*$")


def cases_in_a_procedure(scene: Scene) -> Finding | None:
    """Recognize `if` and `otherwise` lines below `let x =` in a procedure.

    There the value is one expression: cases go in brackets."""
    before = scene.line_before(scene.at)
    if scene.stumble.word not in ("if", "otherwise") or before is None:
        return None
    let = scene.codes[before].rstrip()
    if not re.match(r"\s+let \w+ =$", let):
        return None
    found = []
    for line in scene.lines[scene.at :]:
        case = CASE.match(re.sub(r"\s+cites [A-Z].*$", "", line))
        if case is None or indentation(line) <= indentation(let):
            break
        found.append((case["value"].strip(), case["test"]))
    if not found or found[-1][1] is not None:
        return None
    value = found[-1][0]
    for result, test in reversed(found[:-1]):
        value = f"({result} if {test} otherwise {value})"
    message = "in a procedure `let` has one value; lines with cases are for a let among the rules"
    help = to_write(f"{let.strip()} {value}", start="write on one line: ")
    return Finding(FOREIGN, message, before + 1, indentation(let) + 1, len(let.strip()), help)


def shifted_lines(scene: Scene) -> Iterator[Repair]:
    """Try lines with odd indentation one space to the left and right.

    Blocks are indented by two."""
    for number in range(scene.at, -1, -1):
        width = indentation(scene.lines[number])
        if width % 2 and scene.codes[number].strip():
            start = scene.offset(number)
            for better in (width - 1, width + 1):
                help = (
                    f"line it up with its block: indent it by {better} spaces"
                    if better
                    else "begin it at the left edge"
                )
                message = "this line is indented one space differently from the rest of its block"
                yield Repair(start, start + width, " " * better, INDENTED, message, help)


PARTNER = {"(": ")", "[": "]", ")": "(", "]": "["}


def bracket_repairs(scene: Scene) -> Iterator[Repair]:
    """Repair unbalanced brackets before the failure."""
    stumble, opened = scene.stumble, _open_brackets(scene)
    if stumble.type in ("RPAR", "RSQB"):
        yield from _closing_repairs(stumble, opened)
    for place, sign in reversed(opened):
        line = scene.text.count("\n", 0, place)
        if line < scene.at or stumble.type == END:
            end = scene.offset(line) + len(scene.codes[line])
            help = f'put the closing "{PARTNER[sign]}" where it belongs'
            new = "".join(PARTNER[other] for _, other in reversed(opened))
            yield Repair(end, end, new, "R0111", f"this {sign} is never closed", help, place=place)


def _closing_repairs(stumble: ParseFailureError, opened: list[tuple[int, str]]) -> Iterator[Repair]:
    end = stumble.offset + len(stumble.word)
    if not opened:
        message = f"this {stumble.word} closes a bracket that was never opened"
        help = Help("leave it out, or open the bracket where it belongs", partial(instead, ""))
        yield Repair(stumble.offset, end, "", "R0111", message, help)
    elif PARTNER[opened[-1][1]] != stumble.word:
        right = PARTNER[opened[-1][1]]
        message = f"this {stumble.word} does not fit the bracket {opened[-1][1]} that it closes"
        yield Repair(stumble.offset, end, right, "R0111", message, f'write "{right}"')


def _open_brackets(scene: Scene) -> list[tuple[int, str]]:
    """Return the brackets that are open at the failure.

    (offset, sign), outermost first."""
    found: list[tuple[int, str]] = []
    start = 0
    for line, code in zip(scene.lines, scene.codes, strict=True):
        for match in re.finditer(r"[()\[\]]", code):
            if start + match.start() >= scene.stumble.offset:
                return found
            if match.group() in "([":
                found.append((start + match.start(), match.group()))
            elif found:
                found.pop()
        start += len(line) + 1
    return found


# ---------------------------------------------------------------- when no repair helps


def no_declaration(scene: Scene) -> Finding | None:
    """Recognize a line at the left edge that begins no declaration."""
    first = re.match(r"[a-z]\w*", scene.code)
    if first is None or first.group() in DECLARATIONS or "PROCEDURE" in scene.accepts:
        return None
    in_a_formula = "POSSESSIVE" in scene.accepts and "SAYS" not in scene.accepts
    if not {"NAME", "LPAR"} & scene.accepts or in_a_formula or scene.accepts & {"SET", "IF"}:
        return None
    return Finding("R0104", f'"{first.group()}" begins no declaration', scene.at + 1, 1, first.end(), DECLARATION_WORDS)


def unknown_opener(scene: Scene) -> Finding | None:
    """Recognize a block below a name that is not a mechanic's user.

    The parser takes it for the blanks of a mechanic."""
    outermost = list(scene.openers())[-1:]
    if not scene.accepts <= {"COLON", "NAME", "_DEDENT"} or not outermost or indentation(scene.lines[outermost[0]]):
        return None
    first = re.match(r"[a-z]\w*", scene.codes[outermost[0]])
    if first is None or first.group() in DECLARATIONS:
        return None
    help = f'{DECLARATION_WORDS}; lines below the name of a mechanic look like "minimum: 3"'
    return Finding("R0104", f'"{first.group()}" begins no declaration', outermost[0] + 1, 1, first.end(), help)


def word_out_of_place(scene: Scene) -> Finding | None:
    """Recognize a word that begins a line only in a certain block."""
    word = scene.stumble.word
    if word in PLACES and not scene.code[: scene.column].strip():
        return Finding("R0101", f'"{word}" cannot stand here', scene.at + 1, scene.column + 1, len(word), PLACES[word])
    return None


def wrong_indent(scene: Scene) -> Finding | None:
    if scene.stumble.type != "_INDENT":
        return None
    if scene.line_before(scene.at) is None:
        message, help = "the first line is indented", "a declaration begins at the left edge"
    else:
        message = "this line is indented, but the line above opens no block"
        help = Help("line it up with the line above", partial(lined_up, 0))
    return Finding("R0103", message, scene.at + 1, 1, max(1, indentation(scene.lines[scene.at])), help)


def unexplained(scene: Scene) -> Finding:
    """Last resort: report what was found, and what could be written."""
    stumble = scene.stumble
    width = max(1, len(stumble.word))
    code, message, help = "R0101", _cannot(stumble), _expected(scene)
    if stumble.type == SIGN:
        code, message, help = "R0106", f"{_shown(stumble.word)} has no meaning here", ONLY_SIGNS
    elif scene.meant_as_name:
        code = "R0105"
        message = f'"{stumble.word}" is a word of the language and cannot be a name'
        help = reserved_word(stumble.word)
    return Finding(code, message, scene.at + 1, scene.column + 1, width, help)


def _cannot(stumble: ParseFailureError) -> str:
    match stumble.type:
        case "_NEWLINE":
            return "the sentence cannot end here"
        case "_DEDENT":
            return "the block cannot end here"
        case "$END":
            return "the text cannot end here"
        case "STRING" | "FILE":
            return "a text cannot be used here"
        case _:
            return f'"{stumble.word}" cannot stand here'


def _shown(sign: str) -> str:
    return f'the sign "{sign}"' if sign.isprintable() and not sign.isspace() else "an invisible character"


@dataclass(frozen=True, slots=True)
class Hint:
    """Help where one of the `wanted` could follow, but none of the `unwanted`."""

    wanted: frozenset[str]
    unwanted: frozenset[str]
    help: str


HINTS = (
    Hint(frozenset({"GAIN", "CHOOSE"}), frozenset({"IF"}),
         "after who does it comes what they do: gains, loses, pays, chooses, may, takes one of, scores, wins, leaves"),
    Hint(frozenset({"NEEDS", "PROMPT"}), frozenset({"NAME"}),
         'only prompt and needs go indented below "chooses"; what happens next goes below it, not indented'),
    Hint(frozenset({"TO", "PROMPT"}), frozenset({"NAME"}), 'each option begins with "to", as in: to pass'),
    Hint(frozenset({"PROCEDURE", "LET"}), frozenset({"SET"}), DECLARATION_WORDS),
    Hint(frozenset({"SET", "LET", "IF"}), frozenset({"PROCEDURE"}),
         "a step begins with who does something, or with a word such as set, let, move, draw, each, if"),
    Hint(frozenset({"NUMBER", "YES_OR_NO"}), frozenset({"POSSESSIVE"}),
         "a type is number, 0 to 9, yes or no, text, the name of a kind, list of ..., pile of ..., row of 5 ..."),
    Hint(frozenset({"NAME", "INT", "LPAR"}), frozenset({"_NEWLINE", "PLUS"}), "a value should be here"),
)  # fmt: skip


def _expected(scene: Scene) -> str | None:
    for hint in HINTS:
        if hint.wanted <= scene.accepts and not hint.unwanted & scene.accepts:
            return hint.help
    possible = sorted({scene.words.of_terminal(name) for name in scene.accepts - QUIET})
    if not possible or len(possible) > TOO_MANY:
        return "the sentence can end here, or continue differently" if "_NEWLINE" in scene.accepts else None
    words = possible[0] if len(possible) == 1 else ", ".join(possible[:-1]) + " or " + possible[-1]
    spelled = [word.strip('"') for word in possible if word.startswith('"')]
    return Help(f"what can follow here: {words}", *(partial(instead, word) for word in spelled))
