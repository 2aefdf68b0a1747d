"""The designer's own words for the book, checked against the rules that they tell.

In: a game's folder and its rules in words. Out: Prose for the book; warnings where words and rules drift apart. Layer: tools.
Each text of rulebook.yaml carries a mark of how its rules and clauses were when somebody read both. When one of them has changed
since, `check` says so, and the book prints the clauses, or else the rules, instead. Numbers that the game names are `{blanks}`;
every other number in a text must be one of the rules' or clauses' own.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from interpreter.check import Checker
from interpreter.data import read_folder, read_own
from interpreter.finding import find_variants
from interpreter.ir import rulebook as rb
from interpreter.reading import read_game
from interpreter.source import Diagnostic, Problems, Reporter, did_you_mean
from interpreter.syntax.printer import write
from interpreter.tools.check.required import with_required
from interpreter.tools.docs.rules_in_words import RuleInWords, in_words
from interpreter.tools.rulebook.rule_sources import Declared, clause_texts, declared, values_named
from interpreter.tools.rulebook.rulebook_file import FILE, Text, has_file, read_file

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
    """A part of the book in the designer's words, with the rules that it tells."""

    title: str
    text: str
    tells: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    chapter: str = ""
    place: str = "rules"
    variant: str = ""
    glance: str = ""
    example: str = ""
    holds: bool = True  # the rules are what they were when words and rules were compared


@dataclass
class Rules:
    """The rules under some variants, as far as texts about them can drift away."""

    path: Path
    variants: tuple[Path, ...] = ()
    files: tuple[Path, ...] = ()  # of the rules without variants, where they are known

    @cached_property
    def told(self) -> dict[str, RuleInWords]:
        return {rule.name: rule for rule in in_words(self.path, self.variants, self._checked[1])}

    @cached_property
    def written(self) -> list[Declared]:
        return declared(self.files or read_folder(self.path).rules, self.variants)

    @cached_property
    def clauses(self) -> dict[str, str]:
        return clause_texts(self.path)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers that the rules name, without those that depend on something."""
        found = {}
        for value in self._checked[0].values.values():
            last = value.alterations[-1] if value.alterations else None
            cases = value.cases if last is None else last.cases
            if value.parameters or len(cases) != 1 or (last is not None and last.guard is not None):
                continue
            number = cases[0].value
            if isinstance(number, rb.Constant) and type(number.value) is int and cases[0].condition is None:
                found[value.name] = number.value
        return found

    @cached_property
    def lets(self) -> dict[str, str]:
        """The values as they are written; without numbers that only have a name."""
        return {one.name: one.text for one in self.written if one.is_value and not one.is_number}

    @cached_property
    def played(self) -> dict[str, str]:
        """Each routine and value as the variants leave it."""
        rulebook, checker = self._checked
        routines = {name: write(node) for name, node in checker.woven.routines.items()}
        return routines | {name: repr(value) for name, value in rulebook.values.items() if name in self.lets}

    @cached_property
    def _checked(self) -> tuple[rb.Rulebook, Checker]:
        rulebook, _, checker = read_game(self.path, self.variants, {})
        return rulebook, checker


def prose_of(path: Path, variants: Sequence[str | Path] = ()) -> list[Prose]:
    """Return the texts of a game's rulebook.yaml as they are under these variants."""
    if not has_file(path):
        return []
    chosen = tuple(find_variants(path, variants))
    rules = Rules(path, chosen)
    try:
        texts = read_file(path, list(rules.clauses)).texts
    except Problems:
        return []
    homes = _homes(path, texts)
    return [_prose(text, homes[text.variant], rules) for text in texts if text.variant in homes]


def words_of(path: Path) -> Mapping[str, str]:
    """Return the words that rulebook.yaml explains."""
    try:
        return read_file(path, list(clause_texts(path))).words if has_file(path) else {}
    except Problems:
        return {}


def drifted(path: Path) -> list[Diagnostic]:
    """Report what is wrong with the designer's words.

    Unknown rules and blanks, numbers from nowhere, rules that changed."""
    if not has_file(path):
        return []
    reporter = Reporter()
    try:
        texts = read_file(path, list(clause_texts(path))).texts
    except Problems as found:
        return list(found.diagnostics)
    homes = _homes(path, texts)
    for text in texts:
        if text.variant not in homes:
            help = did_you_mean(text.variant, list(read_folder(path).variants)) or "name a file of `variants/`"
            reporter.error("R0443", text.said_at.span, f'there is no variant called "{text.variant}"', help)
            continue
        home = homes[text.variant]
        unknown = [cell for cell in text.told_at if cell.value not in home.told]
        for cell in unknown:
            help = did_you_mean(str(cell.value), list(home.told)) or "`rulewright show names GAME` lists the rules"
            reporter.error("R0443", cell.span, f'there is no rule called "{cell.value}"', help)
        if not unknown:
            _check_numbers(text, home, reporter)
            _check_mark(text, home, reporter)
    return list(reporter.diagnostics)


def with_marks(path: Path) -> tuple[str, int]:
    """Return the file with today's marks, and how many texts were marked again."""
    source = read_own(path, path / FILE)
    texts = read_file(path, list(clause_texts(path))).texts
    homes, lines = _homes(path, texts), source.text.split("\n")
    changed = 0
    for text in reversed(texts):
        home = homes.get(text.variant)
        if home is None or any(name not in home.told for name in text.tells):
            continue
        mark = mark_of(text, home)
        if text.mark == mark:
            continue
        changed += 1
        at = text.named_at.span.line - 1  # the line of `tells` or `clauses`
        # In quotes: eight digits, or digits around an e, would be read as a number.
        written = f'{" " * _indent(lines[at])}read: "{mark}"'
        old = next((row for row in range(at, len(lines)) if lines[row].strip().startswith("read:") and text.mark), None)
        if old is not None:
            lines[old] = written
        else:
            lines.insert(at + 1, written)
    return "\n".join(lines), changed


def mark_of(text: Text, rules: Rules) -> str:
    """Return eight letters that change when a rule, clause or value does."""
    told = [
        (rule.name, rule.needs, [(line.deep, line.text) for line in rule.lines])
        for rule in (rules.told[name] for name in text.tells)
    ]
    spoken_of = [rules.lets[name] for name in _spoken_of(" ".join(_words_of(text, rules)), rules.lets)]
    cited = [(clause, rules.clauses[clause]) for clause in text.clauses]
    written = [one.text for one in _citing(text.clauses, rules)]
    parts = (told, spoken_of, cited, written) if text.clauses else (told, spoken_of)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:8]


# ---------------------------------------------------------------- what a text is about
def _homes(path: Path, texts: Sequence[Text]) -> dict[str, Rules]:
    """Return the rules that texts were written for: without or with one variant."""
    folder = read_folder(path)
    known = {name: tuple(with_required(folder, name, file)) for name, file in folder.variants.items()}
    named = {text.variant for text in texts}
    own = {name: Rules(path, files, folder.rules) for name, files in known.items() if name in named}
    return {"": Rules(path, (), folder.rules)} | own


def _prose(text: Text, home: Rules, rules: Rules) -> Prose:
    blanks = set(BLANK.findall(text.words))
    at = rules if set(home.variants) <= set(rules.variants) else home
    holds = (
        all(name in home.told for name in text.tells)
        and text.mark == mark_of(text, home)
        and (not blanks or at.numbers.keys() >= blanks)
        and not _changed(text, home, at)
    )
    named = [one.name for one in _citing(text.clauses, home) if not one.is_value]
    return Prose(
        text.title, _filled(text.words, at.numbers) if blanks and holds else text.words,
        tuple(dict.fromkeys([*text.tells, *named])), text.clauses, text.chapter, text.place, text.variant, text.glance,
        text.example, holds,
    )  # fmt: skip


def _changed(text: Text, home: Rules, rules: Rules) -> bool:
    """Whether the variants that are played change something that the text is about."""
    if rules.variants == home.variants:
        return False
    citing = _citing(text.clauses, home)
    about = {*text.tells, *(one.name for one in citing)}
    about |= {one.name for one in values_named([one.text for one in citing], home.written)}
    about |= set(_spoken_of(" ".join(_words_of(text, home)), home.lets))
    return any(home.played.get(name) != rules.played.get(name) for name in about)


def _citing(clauses: Sequence[str], rules: Rules) -> list[Declared]:
    wanted = set(clauses)
    citing = [one for one in rules.written if one.clauses & wanted]
    return citing + [
        one for one in values_named([one.text for one in citing], rules.written) if not one.clauses & wanted
    ]


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


# ---------------------------------------------------------------- checks
def _check_numbers(text: Text, rules: Rules, reporter: Reporter) -> None:
    for name in BLANK.findall(text.words):
        if name not in rules.numbers:
            help = (
                did_you_mean(name, list(rules.numbers))
                or f"the numbers with names are {', '.join(rules.numbers) or 'none'}"
            )
            reporter.error("R0443", text.said_at.span, f"there is no number called {{{name}}}", help)
    told = " ".join(_words_of(text, rules))
    of_clauses = [*(one.text for one in _citing(text.clauses, rules)), *(rules.clauses[one] for one in text.clauses)]
    of_rules = [told, *(rules.lets[name] for name in _spoken_of(told, rules.lets))]
    known = set(_numbers(" ".join([*of_rules, *of_clauses])))
    for number in dict.fromkeys(_numbers(BLANK.sub("", text.words))):
        if number not in known:
            reporter.warning(
                "R0444", text.said_at.span, f"the text says {number}, but {_listed(text)} has no such number",
                "write the number of the rule; if the rule has a name for it, write the name: {name}",
            )  # fmt: skip


def _check_mark(text: Text, rules: Rules, reporter: Reporter) -> None:
    if text.mark != mark_of(text, rules):
        which = "has changed since this text was compared with it" if text.mark else "was never compared with this text"
        reporter.warning(
            "R0444", text.said_at.span, f"{_listed(text)} {which}",
            "read both, correct the text, then run `rulewright rulebook GAME --read`",
        )  # fmt: skip


def _words_of(text: Text, rules: Rules) -> Iterator[str]:
    """Yield the words of the rules that a text names.

    The game is only read in words if it names some."""
    for name in text.tells:
        rule = rules.told[name]
        yield from rule.needs
        yield from (line.text for line in rule.lines)


def _numbers(text: str) -> Iterator[int]:
    yield from (int(found) for found in NUMBER.findall(text))
    yield from (NAMED[found.lower()] for found in WORDS.findall(text))


def _filled(text: str, values: Mapping[str, int]) -> str:
    return BLANK.sub(lambda found: str(values.get(found[1], found[0])), text)


def _listed(text: Text) -> str:
    if text.tells:
        return "the rule " + " and ".join(name.replace("_", " ") for name in text.tells)
    first, last = text.clauses[0], text.clauses[-1]
    return f"clause {first}" if first == last else f"what clauses {first} to {last} say"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip()) + (2 if line.lstrip().startswith("- ") else 0)
