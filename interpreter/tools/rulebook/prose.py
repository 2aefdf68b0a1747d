"""The designer's own words for rules: rulebook.yaml, checked against the rules that it tells.

In: a game's folder and its rules in words. Out: Prose for the book; warnings where words and rules drift apart. Layer: tools.
Each text names the rules that it tells and carries a mark of how they were when somebody read both; when a rule has changed
since, `check` says so, and the book falls back on the rules themselves. Numbers that the game names are `{blanks}`; every other
number in a text must be one of the rules' own.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.data import Cell, check_schema, load_schema, read_folder, read_own, read_yaml
from interpreter.finding import find_variants
from interpreter.ir import rulebook as rb
from interpreter.load import rulebook_of
from interpreter.reading import the_parser
from interpreter.source import Diagnostic, Problems, Reporter, did_you_mean
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write
from interpreter.tools.docs.rules_in_words import RuleInWords, rules_in_words

FILE = "rulebook.yaml"
BLANK = re.compile(r"\{(\w+)\}")
NUMBER = re.compile(r"\b\d+\b")
NAMED = {
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
}
# One is a pronoun, and zero and two are in every sentence about pairs and nothing.
WORDS = re.compile(rf"\b({'|'.join(NAMED)})\b", re.IGNORECASE)


@dataclass(frozen=True)
class Prose:
    """A part of the book in the designer's words, and the rules that it tells."""

    title: str
    text: str
    tells: tuple[str, ...]


def prose_of(path: Path, told: Mapping[str, RuleInWords], variants: Sequence[str | Path] = ()) -> list[Prose]:
    """Return the texts that are true of these rules.

    Those whose mark is the one of the rules as they are played."""
    if not (path / FILE).is_file():
        return []
    try:
        parts = _parts(_read(path))
    except Problems:
        return []
    chosen = find_variants(path, variants)
    values, lets = _named_numbers(path, chosen), _lets(path)
    changed = _changed(path, chosen) & lets.keys()
    return [
        Prose(part.title, _filled(part.text, values), part.tells)
        for part in parts
        if all(name in told for name in part.tells)
        and part.mark == mark_of(part.tells, told, lets)
        and values.keys() >= set(BLANK.findall(part.text))
        and not changed & set(_spoken_of(" ".join(_all_words(part.tells, told)), lets))
    ]


def drifted(path: Path) -> list[Diagnostic]:
    """Report what is wrong with the designer's words.

    Unknown rules and blanks, numbers from nowhere, rules that changed."""
    if not (path / FILE).is_file():
        return []
    reporter = Reporter()
    try:
        root = _read(path)
    except Problems as found:
        return list(found.diagnostics)
    told = {rule.name: rule for rule in rules_in_words(path)}
    values, lets = _named_numbers(path, []), _lets(path)
    for part in _parts(root):
        unknown = [cell for cell in part.cells if cell.value not in told]
        for cell in unknown:
            help = did_you_mean(str(cell.value), list(told)) or "`rulewright show names GAME` lists the rules"
            reporter.error("R0443", cell.span, f'there is no rule called "{cell.value}"', help)
        if not unknown:
            _check_numbers(part, told, values, lets, reporter)
            _check_mark(part, told, lets, reporter)
    return list(reporter.diagnostics)


def with_marks(path: Path) -> tuple[str, int]:
    """Return the file with the present marks of the rules, and how many changed."""
    told = {rule.name: rule for rule in rules_in_words(path)}
    source, lets = read_own(path, path / FILE), _lets(path)
    lines = source.text.split("\n")
    changed = 0
    for part in reversed(_parts(_read(path))):
        if any(name not in told for name in part.tells):
            continue
        mark = mark_of(part.tells, told, lets)
        if part.mark == mark:
            continue
        changed += 1
        at = part.cells[0].span.line - 1  # the line of `tells`
        # In quotes: eight digits, or digits around an e, would be read as a number.
        written = f'{" " * _indent(lines[at])}read: "{mark}"'
        old = next((row for row in range(at, len(lines)) if lines[row].strip().startswith("read:") and part.mark), None)
        if old is not None:
            lines[old] = written
        else:
            lines.insert(at + 1, written)
    return "\n".join(lines), changed


def mark_of(names: Sequence[str], told: Mapping[str, RuleInWords], lets: Mapping[str, str]) -> str:
    """Return eight letters that change with the rules or a value they mention."""
    words = [
        (rule.name, rule.needs, [(line.deep, line.text) for line in rule.lines])
        for rule in map(told.__getitem__, names)
    ]
    spoken_of = [lets[name] for name in _spoken_of(" ".join(_all_words(names, told)), lets)]
    return hashlib.sha256(repr((words, spoken_of)).encode()).hexdigest()[:8]


def _spoken_of(text: str, lets: Mapping[str, str]) -> list[str]:
    """The values that a text speaks of, and those that they speak of.

    Numbers with names are filled in, not compared."""
    found, words = dict[str, None](), [text]
    while words:
        said = words.pop().replace("_", " ")
        for name, written in lets.items():
            if name not in found and re.search(rf"\b{re.escape(name.replace('_', ' '))}\b", said):
                found[name] = None
                words.append(written.partition("=")[2])
    return sorted(found)


def _lets(path: Path) -> dict[str, str]:
    """The game's values as they are written; without numbers that only have a name."""
    parts = [
        node for file in read_folder(path).rules for node in the_parser().module(read_own(path, file)).declarations
    ]
    plain = _named_numbers(path, [])
    return {node.head.name: write(node) for node in parts if isinstance(node, n.Let) and node.head.name not in plain}


def _named_numbers(path: Path, variants: Sequence[Path]) -> dict[str, int]:
    """The numbers that the rules name, as variants change them.

    Without those that depend on something."""
    rulebook, _ = rulebook_of(path, list(variants), {})
    found = {}
    for value in rulebook.values.values():
        last = value.alterations[-1] if value.alterations else None
        cases = value.cases if last is None else last.cases
        if value.parameters or len(cases) != 1 or (last is not None and last.guard is not None):
            continue
        number = cases[0].value
        if isinstance(number, rb.Constant) and type(number.value) is int and cases[0].condition is None:
            found[value.name] = number.value
    return found


def _changed(path: Path, variants: Sequence[Path]) -> set[str]:
    """The values that the variants make different."""
    if not variants:
        return set()
    before, _ = rulebook_of(path, [], {})
    after, _ = rulebook_of(path, list(variants), {})
    return {name for name, value in after.values.items() if repr(before.values.get(name)) != repr(value)}


# ---------------------------------------------------------------- reading
@dataclass(frozen=True)
class _Part:
    title: str
    text: str
    tells: tuple[str, ...]
    mark: str
    cells: tuple[Cell, ...]  # of the rules' names
    said: Cell


def _read(path: Path) -> Cell:
    root = read_yaml(read_own(path, path / FILE))
    reporter = Reporter()
    check_schema(root, load_schema("rulebook"), reporter, "the rulebook")
    reporter.raise_if_errors()
    return root


def _parts(root: Cell) -> list[_Part]:
    found = []
    for cell in _list(_map(root)["rules"]):
        parts = _map(cell)
        cells = tuple(_list(parts["tells"]))
        found.append(
            _Part(
                str(parts["title"].value),
                str(parts["text"].value).strip(),
                tuple(str(one.value) for one in cells),
                str(parts["read"].value) if "read" in parts else "",
                cells,
                parts["text"],
            )
        )
    return found


def _check_numbers(
    part: _Part,
    told: Mapping[str, RuleInWords],
    values: Mapping[str, int],
    lets: Mapping[str, str],
    reporter: Reporter,
) -> None:
    for name in BLANK.findall(part.text):
        if name not in values:
            help = did_you_mean(name, list(values)) or f"the numbers with names are {', '.join(values) or 'none'}"
            reporter.error("R0443", part.said.span, f"there is no number called {{{name}}}", help)
    rules = " ".join(_all_words(part.tells, told))
    known = set(_numbers(" ".join([rules, *(lets[name] for name in _spoken_of(rules, lets))])))
    for number in dict.fromkeys(_numbers(BLANK.sub("", part.text))):
        if number not in known:
            reporter.warning(
                "R0444", part.said.span, f"the text says {number}, but {_listed(part.tells)} has no such number",
                "write the number of the rule; if the rule has a name for it, write the name: {name}",
            )  # fmt: skip


def _check_mark(part: _Part, told: Mapping[str, RuleInWords], lets: Mapping[str, str], reporter: Reporter) -> None:
    if part.mark != mark_of(part.tells, told, lets):
        which = "has changed since this text was compared with it" if part.mark else "was never compared with this text"
        reporter.warning(
            "R0444", part.said.span, f"{_listed(part.tells)} {which}",
            "read both, correct the text, then run `rulewright rulebook GAME --read`",
        )  # fmt: skip


def _all_words(names: Sequence[str], told: Mapping[str, RuleInWords]) -> Iterator[str]:
    for rule in map(told.__getitem__, names):
        yield from rule.needs
        yield from (line.text for line in rule.lines)


def _numbers(text: str) -> Iterator[int]:
    yield from (int(found) for found in NUMBER.findall(text))
    yield from (NAMED[found.lower()] for found in WORDS.findall(text))


def _filled(text: str, values: Mapping[str, int]) -> str:
    return BLANK.sub(lambda found: str(values.get(found[1], found[0])), text)


def _listed(names: Sequence[str]) -> str:
    return "the rule " + " and ".join(name.replace("_", " ") for name in names)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip()) + (2 if line.lstrip().startswith("- ") else 0)


def _map(cell: Cell) -> Mapping[str, Cell]:
    assert isinstance(cell.value, dict)
    return cell.value


def _list(cell: Cell) -> list[Cell]:
    assert isinstance(cell.value, list)
    return cell.value
