"""What can be written at a place: words of the language, and names that fit there.

In: a workspace and a place. Out: Items. Layer: language.
The text is read with a mark where the word is being written, and the declaration around it is checked: so the mark is met
with everything that is known there, the names in sight, the type that is wanted, the owner in front of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from interpreter.check import Checker
from interpreter.check import rulebook as rb
from interpreter.check.builtins import FUNCTIONS
from interpreter.check.expression_words import written
from interpreter.check.kinds import STANDARD
from interpreter.check.recorder import Recorder
from interpreter.check.scope import Scope
from interpreter.data.bundled import grammars_dir
from interpreter.data.schema import load_schema
from interpreter.language.analysis import Analysis
from interpreter.language.parts import RulesParser, ScenesParser, split
from interpreter.language.scenarios import NO_NAMES, asking, players_of
from interpreter.language.workspace import Workspace
from interpreter.source import Problems, Source
from interpreter.syntax import Parser, TextOrigin
from interpreter.syntax import nodes as n
from interpreter.syntax.build import EXPRESSIONS
from interpreter.syntax.recovery import indentation, masked
from interpreter.syntax.scenario import Heading, Line, Scenario
from interpreter.types import (
    PLAYER,
    ListOf,
    Maybe,
    Number,
    Of,
    Type,
    Unknown,
    YesNo,
    bare,
    element,
    fits,
    type_in_words,
)

MARK = "zz_here"
WORD = re.compile(r"[a-z][a-z0-9_]*$")
AFTER = re.compile(r"[a-z0-9_]*")
TYPES = ("number", "yes or no", "text", "list of", "pile of", "row of", "grid of", "spot", "shape")
# What a line may lack when somebody is still writing it.
ENDINGS = (
    "", " to 1", " to bank", " by 1", ' because "x"', " is 1", " in players", ": number", " = 1", " to players", " points",
    " 1 points",
    " from players to players", " as x", "\n{}stop", " is 1\n{}stop", " in players\n{}stop", " chooses player", " gains 1 points",
)  # fmt: skip
MOST_MEMBERS = 300


@dataclass(frozen=True, slots=True)
class Item:
    """`sort` as in a Meaning, or word; `fits`: is it of the type that is wanted there?"""

    name: str
    sort: str
    detail: str = ""
    fits: bool = False


@dataclass
class Spot:
    """What is known at the mark."""

    node: Any = None
    variables: dict[str, Type] = field(default_factory=dict)
    want: Type | None = None
    owner: Type | None = None


class Spy(Recorder):
    """Waits for the mark."""

    def __init__(self) -> None:
        super().__init__()
        self.spot: Spot | None = None
        self._types: dict[int, Type] = {}  # by the number of a node

    def term(self, node: Any, term: rb.Term, scope: Scope, want: Type | None) -> None:
        if node.name == MARK and self.spot is None:
            names = {
                name: variable.type for name in reversed(scope.names()) if (variable := scope.find(name)) is not None
            }
            self.spot = Spot(node, names, want)
        self._types[id(node)] = term.type

    def owner_of(self, node: n.Possessive) -> Type | None:
        return self._types.get(id(node.owner))


def complete(workspace: Workspace, path: Path, line: int, column: int) -> list[Item]:
    """Everything that can be written at a place (counted from 0), the fitting ones first."""
    if path.suffix in (".rules", ".scenario"):
        found = _in_rules(workspace, path, line, column)
    else:
        found = _in_yaml(workspace, path, line, column)
    once = {(item.name, item.sort): item for item in found if MARK not in item.name}
    return sorted(once.values(), key=lambda item: (not item.fits, item.sort == "word", item.name))


# ---------------------------------------------------------------- rules and scenarios


def _in_rules(workspace: Workspace, path: Path, line: int, column: int) -> Iterator[Item]:
    text = workspace.files.source(path).text
    lines = text.split("\n")
    if line >= len(lines) or not _is_code(lines[line][:column]):
        return
    before = WORD.sub("", lines[line][:column])
    behind = AFTER.sub("", lines[line][column:], count=1)
    marked = [*lines[:line], before + MARK + behind, *lines[line + 1 :]]
    first, part, inside = _part_at(path, marked, line)
    types, words = _keywords(workspace, path, part.split("\n")[: line + 1 - first], before, inside)
    yield from words
    analysis = _analysis(workspace, path, part)
    if "NAME" not in types or analysis is None or analysis.checker is None:
        return
    for candidate in _candidates(part.split("\n"), line + 1 - first, before + MARK):
        spot = _spot(workspace, analysis, path, candidate, inside)
        if spot is not None:
            yield from _names(spot, analysis.checker, analysis)
            return
    yield from _values(Spot(), analysis.checker)


def _is_code(text: str) -> bool:
    """Not in a remark, a citation, or a text outside of its {holes}."""
    if "#" in masked(text + '"').replace('"', "") or re.search(r"\bcites\b", text):
        return False
    inside = text.count('"') % 2 == 1
    return not inside or text.rfind("{") > text.rfind("}")


def _part_at(path: Path, lines: list[str], line: int) -> tuple[int, str, str]:
    found = (1, "", "")
    for first, text, inside in split(str(path), "\n".join(lines)):
        if first <= line + 1:
            found = (first, text, inside)
    return found


def _candidates(lines: list[str], at: int, marked: str) -> Iterator[str]:
    """The part as it is, and as it might be when the line is finished; what comes below may be missing or in the way."""
    yield "\n".join(lines)
    block = " " * (indentation(marked) + 2)
    closed = marked + _closing(marked)
    for below in (lines[at + 1 :], []):
        for ending in ENDINGS:
            yield "\n".join([*lines[:at], closed + ending.format(block), *below])


def _closing(line: str) -> str:
    """The brackets that are still open, as they would be closed."""
    waiting: list[str] = []
    for sign in masked(line):
        if sign in "([":
            waiting.append(")" if sign == "(" else "]")
        elif sign in ")]" and waiting:
            waiting.pop()
    return "".join(reversed(waiting))


def _keywords(
    workspace: Workspace, path: Path, lines: list[str], before: str, inside: str
) -> tuple[frozenset[str], list[Item]]:
    """The types of words that can stand there, and those that are words of the language."""
    scenario = path.suffix == ".scenario" or any(line.startswith("scenario ") for line in lines)
    parser: Parser = workspace.files.parsers.tests if scenario else workspace.files.parsers.rules
    head = [f"variant {inside}"] if inside else []
    text = "\n".join([*head, *lines, before])
    with workspace.files.lock:
        types = parser.could_follow(text, "scenarios" if scenario else "module")
    spellings = [parser.vocabulary.spelling.get(type_, "") for type_ in types]
    return types, [Item(spelling, "word") for spelling in spellings if spelling[:1].isalpha()]


def _analysis(workspace: Workspace, path: Path, part: str) -> Analysis | None:
    home = workspace.home(path)
    if home is None:
        return None
    if path.suffix == ".scenario" or part.lstrip().startswith("scenario"):
        found = re.search(r"^ *variants +(.*?)(?: +cites.*)?$", part, re.MULTILINE)
        names = [name.strip().strip('"') for name in found.group(1).split(",")] if found is not None else []
        return workspace.scenario_analysis(path, home, [name for name in names if name != MARK])
    return workspace.analysis(path)


def _spot(workspace: Workspace, analysis: Analysis, path: Path, text: str, inside: str) -> Spot | None:
    """What is known at the mark in a text that can be read; None if it cannot."""
    checker = analysis.checker
    scenario = path.suffix == ".scenario" or text.lstrip().startswith("scenario")
    source = Source(str(path), text)
    if not _can_read(workspace, text, scenario, inside):
        return None
    try:
        with workspace.files.lock:
            nodes = _read(workspace, source, scenario, inside)
    except Problems:
        return None
    at_mark = [(node, inner) for node in nodes for inner in _walk(node) if _holds_mark(inner)]
    if not at_mark or checker is None:
        return None
    whole, inner = at_mark[0]
    spy = Spy()
    players = players_of(whole) if isinstance(whole, Scenario) else ()
    with workspace.checking(), asking(checker, players, spy):
        _check(whole, checker, analysis)
    spot = spy.spot or Spot(inner, _parameters(whole, checker))
    if isinstance(inner, n.Possessive) and inner.name == MARK:
        spot.node, spot.owner = inner, spy.owner_of(inner)
    elif not isinstance(inner, n.Name):
        spot.node = inner
    return spot


def _can_read(workspace: Workspace, text: str, scenario: bool, inside: str) -> bool:
    parsers = workspace.files.parsers
    with workspace.files.lock:
        if scenario:
            return parsers.tests.can_read(text, "scenarios")
        return parsers.rules.can_read(f"variant {inside}\n{text}" if inside else text, "module")


def _read(workspace: Workspace, source: Source, scenario: bool, inside: str) -> tuple[Any, ...]:
    rules: RulesParser = workspace.files.parsers.rules
    tests: ScenesParser = workspace.files.parsers.tests
    if scenario:
        return tests.scenarios_in(source)
    if not inside:
        return rules.part(source.text, TextOrigin(source)).declarations
    found = rules.part(f"variant {inside}\n{source.text}", TextOrigin(source, 0)).declarations
    return tuple(
        node
        for variant in found
        if isinstance(variant, n.Variant)
        for node in (*variant.declarations, *variant.relations)
    )


def _walk(node: Any) -> Iterator[Any]:
    """The innermost nodes last come first."""
    found = list(_all(node))
    yield from reversed(found)


def _all(node: Any) -> Iterator[Any]:
    for inner in n.walk(node):
        yield inner
        if isinstance(inner, Line) and isinstance(inner.left, tuple):
            yield from (deep for item in inner.left for deep in n.walk(item))


def _holds_mark(node: Any) -> bool:
    values = [getattr(node, name) for name in node.__dataclass_fields__]
    return any(
        value == MARK or (isinstance(value, tuple) and MARK in value)
        for value in values
        if not isinstance(value, n.Node)
    )


# ---------------------------------------------------------------- one declaration is checked


def _parameters(node: Any, checker: Checker) -> dict[str, Type]:
    head = getattr(node, "head", None)
    found = (
        {parameter.name: parameter.type for parameter in checker._parameters(head)} if isinstance(head, n.Head) else {}
    )
    return {"you": PLAYER, **found} if isinstance(node, n.Action) else found


def _check(node: Any, checker: Checker, analysis: Analysis) -> None:
    """Goes through everything in a declaration, as far as it gets."""
    routine = "play" if "play" in checker.routines else next(iter(checker.routines), "")
    scope = Scope(routine=routine)
    for name, type_ in _parameters(node, checker).items():
        scope.declare(name, type_)
    try:
        match node:
            case n.Procedure():
                checker.statements.block(node.body, scope)
            case n.Action():
                checker.statements.leading(node.body, scope)
            case n.Let() | n.ChangeValue() | n.ChangeCell():
                _value(node, checker, scope)
            case n.Hook() | n.Answering():
                _law(node, checker, scope, analysis)
            case Scenario():
                _scenario(node, checker)
            case _:
                _formulas(node, checker, scope)
    except (KeyError, AttributeError, AssertionError, IndexError, TypeError, ValueError):
        return  # a text that is being written: what was met up to here is enough


def _value(node: n.Let | n.ChangeValue | n.ChangeCell, checker: Checker, scope: Scope) -> None:
    want: Type | None = None
    if isinstance(node, n.ChangeValue):
        value = checker.value(node.head.name)
        for parameter in value.parameters if value is not None and not node.head.parameters else ():
            scope.variables[parameter.name] = parameter
        want = value.type if value is not None else None
    if not isinstance(node, n.Let):
        scope.declare("normal", want or Unknown())
    for part in node.names if isinstance(node, n.Let) else ():
        scope.declare(part.name, checker.expressions.check(part.value, scope).type)
    for case in node.cases:
        if case.condition is not None:
            checker.expressions.check(case.condition, scope)
        checker.expressions.check(case.value, scope, want)
    if not isinstance(node, n.Let) and node.when is not None:
        checker.expressions.check(node.when, scope)


def _law(node: n.Hook | n.Answering, checker: Checker, scope: Scope, analysis: Analysis) -> None:
    """A law sees what its target sees: the brackets, and what is named in it."""
    target = node.target
    for name in (target.name, target.inside) if target is not None else ():
        for holder in (name, *analysis.words.declarations.steps.get(name or "", ())):
            routine = checker.routines.get(holder or "")
            for variable in _named_in(routine, analysis) if routine is not None else ():
                scope.variables.setdefault(variable.name, variable)
    if node.where is not None:
        checker.expressions.check(node.where, scope)
    checker.statements.block(tuple(step for step in node.body if not isinstance(step, n.Proceed)), scope)


def _named_in(routine: rb.Routine, analysis: Analysis) -> Iterator[rb.Variable]:
    yield from routine.parameters
    for word in analysis.words.by_text.get(id(routine.span.source), ()):
        inside = routine.span.line <= word.span.line <= routine.span.end_line
        if inside and word.meaning.sort == "variable" and word.type is not None:
            yield rb.Variable(word.meaning.name, word.type)


def _scenario(node: Scenario, checker: Checker) -> None:
    for part in node.parts:
        if part.formula is not None:
            checker.expressions.check(part.formula, Scope())
        for line in part.lines:
            if line.statement is not None:
                checker.statements.act(line.statement, Scope(routine="play"))
                continue
            given = line.left if isinstance(line.left, tuple) else (line.left,)
            types = [checker.expressions.check(item, Scope()).type for item in given if item is not None]
            if line.right is not None:
                want = types[0] if types and not isinstance(line.left, tuple) else None
                inner = element(want) if want is not None else None
                checker.expressions.check(line.right, Scope(), ListOf(inner) if inner is not None else want)


def _formulas(node: Any, checker: Checker, scope: Scope) -> None:
    """Of other declarations, every formula by itself."""
    want = checker.type(node.type) if isinstance(node, n.Keep) else None
    for child in n.children(node):
        if isinstance(child, EXPRESSIONS) and not isinstance(child, n.Text):
            checker.expressions.check(child, scope, want)


# ---------------------------------------------------------------- names that can stand at the mark


def _names(spot: Spot, checker: Checker, analysis: Analysis) -> Iterator[Item]:
    match spot.node:
        case n.Possessive():
            yield from _owned(spot.owner, checker)
        case n.KindType() | n.Parameter():
            yield from _kinds(checker)
            yield from (Item(name, "word") for name in TYPES)
        case n.PileType() | n.RowType() | n.GridType():
            yield from _kinds(checker, "cards")
        case n.Target() | n.AddTo():
            yield from _targets(checker, analysis)
        case n.Taken():
            yield from _routines(checker, "action")
        case n.Resource():
            yield from (_keep(keep) for keep in checker.keeps.values() if isinstance(keep.type, Number))
        case n.Relation():
            yield from (Item(name, "variant") for name in analysis.folder.variants)
        case n.Head():
            yield from _changed(checker)
        case n.ChangeStart():
            yield from map(_keep, checker.keeps.values())
        case n.ChangeCell():
            yield from (Item(row.id, "member", kind) for kind, rows in checker.rows.items() for row in rows.rows)
        case n.Instance() | n.Addition():
            yield from (Item(file.stem, "mechanic") for file in sorted((grammars_dir() / "library").glob("*.rules")))
            yield from _kinds(checker)
        case Heading():
            yield from _heading(spot.node, checker, analysis)
        case Line():
            yield from _replies(checker, analysis)
        case _:
            yield from _values(spot, checker)


def _values(spot: Spot, checker: Checker) -> Iterator[Item]:
    want = spot.want
    for name, type_ in spot.variables.items():
        yield Item(name, "variable", type_in_words(type_), _fits(type_, want))
    yield from (_keep(keep, want) for keep in checker.keeps.values() if " " not in keep.name)
    for name in checker.woven.lets:
        value = checker.values.get(name)
        if value is not None:
            yield Item(name, "value", _form(name, value.parameters, value.type), _fits(value.type, want))
    for option in checker.options.values():
        yield Item(option.name, "option", type_in_words(option.type), _fits(option.type, want))
    yield from _members(checker, want)
    for kind in checker.kinds.values():
        if kind.word != "option":
            yield Item(kind.plural, "kind", f"all {kind.plural}", _fits(ListOf(Of(kind.name)), want))
    yield from (Item(name, "function", function.form) for name, function in FUNCTIONS.items())
    if want is None:
        yield from _routines(checker)


def _members(checker: Checker, want: Type | None) -> Iterator[Item]:
    wanted = bare(want) if want is not None else None
    wanted = element(wanted) or wanted if wanted is not None and not isinstance(wanted, Unknown) else wanted
    for kind in checker.kinds.values():
        right = isinstance(wanted, Of) and wanted.kind == kind.name
        if right or (wanted is None and len(kind.members) <= MOST_MEMBERS):
            yield from (Item(name, "member", kind.name, right) for name in kind.members)


def _fits(type_: Type, want: Type | None) -> bool:
    return want is not None and not isinstance(want, Unknown) and fits(type_, want) and not isinstance(type_, Unknown)


def _keep(keep: rb.Keep, want: Type | None = None) -> Item:
    return Item(keep.name, "keep", _form(keep.name, keep.parameters, keep.type), _fits(keep.type, want))


def _form(name: str, parameters: tuple[rb.Variable, ...], type_: Type) -> str:
    return f"{written(name, parameters)}: {type_in_words(type_)}" if parameters else type_in_words(type_)


def _owned(owner: Type | None, checker: Checker) -> Iterator[Item]:
    """What an owner has: columns of its kind, and values for such things."""
    if owner is None or isinstance(owner, Unknown):
        return
    kind = checker.kinds.get(owner.kind) if isinstance(owner := bare(owner), Of) else None
    for column in kind.columns.values() if kind is not None else ():
        yield Item(column.name, "column", "steps" if column.type is None else type_in_words(column.type), True)
    for keep in checker.keeps.values():
        if keep.parameters and fits(owner, keep.parameters[0].type) and " " not in keep.name:
            yield Item(keep.name, "keep", type_in_words(keep.type), True)
    for name in checker.woven.lets:
        value = checker.values.get(name)
        if value is not None and value.parameters and fits(owner, value.parameters[0].type):
            yield Item(name, "value", type_in_words(value.type), True)


def _kinds(checker: Checker, word: str | None = None) -> Iterator[Item]:
    for kind in checker.kinds.values():
        if kind.word != "option" and (word is None or kind.word == word):
            yield Item(kind.name, "kind", kind.word, True)


def _routines(checker: Checker, word: str = "") -> Iterator[Item]:
    for name, routine in checker.routines.items():
        if word in routine.word and "'" not in name:
            yield Item(name, "routine", routine.word, bool(word))


def _targets(checker: Checker, analysis: Analysis) -> Iterator[Item]:
    yield from _routines(checker)
    declarations = analysis.words.declarations
    for sort, table in (("step", declarations.steps), ("way", declarations.ways)):
        yield from (Item(name, sort, ", ".join(dict.fromkeys(holders))) for name, holders in table.items())
    for keep in checker.keeps.values():
        if isinstance(keep.type, Number):
            yield from (Item(f"{moment}_{keep.name}", "routine", "moment") for moment in ("pay", "gain", "lose"))
    yield from (Item(name, "always") for name in checker.woven.always)
    yield from _kinds(checker)


def _changed(checker: Checker) -> Iterator[Item]:
    """What `change` can speak of."""
    yield from (
        Item(name, "value", type_in_words(checker.values[name].type)) for name in checker.woven.lets if name in checker.values
    )
    yield from (Item(option.name, "option", type_in_words(option.type)) for option in checker.options.values())
    yield from (Item(row.id, "member", kind) for kind, rows in checker.rows.items() for row in rows.rows)


def _heading(node: Heading, checker: Checker, analysis: Analysis) -> Iterator[Item]:
    if node.word == "variants":
        yield from (Item(name, "variant", "", True) for name in analysis.folder.variants)
    elif node.word == "option" and node.values[0] == MARK:
        yield from (Item(option.name, "option", option.title, True) for option in checker.options.values())
    elif node.word == "option" and node.values[0] in checker.options:
        yield from (
            Item(value, "member", "", True) for value in checker.options[node.values[0]].values or ("yes", "no")
        )


def _replies(checker: Checker, analysis: Analysis) -> Iterator[Item]:
    """What can be chosen by its name."""
    yield from _routines(checker, "action")
    yield from (Item(name, "way", ", ".join(holders)) for name, holders in analysis.ways.items())
    yield from _members(checker, None)
    yield from (Item(name, "word") for name in sorted(NO_NAMES))


# ---------------------------------------------------------------- tables, maps and the manifest

KEY = re.compile(r"^\s*(?:-\s+)?(?:\{\s*)?(?:[^#]*[,{]\s*)?([a-z][a-z0-9_]*)?$")
VALUE = re.compile(r"(?:^|[\s{,-])([a-z][a-z0-9_]*):\s+\[?(?:[^\]#]*,\s*)?[a-z0-9_]*$")
TEXT = re.compile(r"^( *)(?:- +)?([a-z][a-z0-9_]*):\s*\|\s*$")


def _in_yaml(workspace: Workspace, path: Path, line: int, column: int) -> Iterator[Item]:
    home, analysis = workspace.home(path), workspace.analysis(path)
    if home is None or analysis is None or analysis.checker is None:
        return
    lines = workspace.files.source(path).text.split("\n")
    before = lines[line][:column] if line < len(lines) else ""
    if home.role == "manifest":
        yield from _manifest(analysis.checker, lines[:line], before)
        return
    inside = _embedded(lines, line)
    if inside is not None:
        yield from _embedded_words(workspace, analysis.checker, inside, lines, line, before)
        return
    kinds = [kind for kind in analysis.checker.rows if _stands_in(analysis.checker, kind, path)]
    value = VALUE.search(before)
    if value is not None:
        yield from _cell_values(kinds, value.group(1), analysis.checker)
    elif KEY.match(before):
        for kind in kinds:
            yield from (Item(name, "column", kind, True) for name in analysis.checker.kinds[kind].columns)
        yield from (Item(name, "word") for name in sorted(STANDARD))


def _stands_in(checker: Checker, kind: str, path: Path) -> bool:
    return any(row.span.source.path == str(path) for row in checker.rows[kind].rows)


def _cell_values(kinds: Iterable[str], key: str, checker: Checker) -> Iterator[Item]:
    for kind in kinds:
        column = checker.kinds[kind].columns.get(key)
        if column is not None and column.type is not None:
            yield from _of_type(column.type, checker)
        joins = checker.kinds[kind].joins
        if key in ("from", "to") and joins is not None:
            yield from (Item(name, "member", joins, True) for name in checker.kinds[joins].members)
    if key == "source":
        yield from (Item(name, "word") for name in ("rulebook", "stand-in"))


def _of_type(type_: Type, checker: Checker) -> Iterator[Item]:
    match type_:
        case Maybe(inner):
            yield Item("none", "word")
            yield from _of_type(inner, checker)
        case ListOf(inner):
            yield from _of_type(inner, checker)
        case YesNo():
            yield from (Item(name, "word", "", True) for name in ("yes", "no"))
        case Of(kind):
            yield from (Item(name, "member", kind, True) for name in checker.kinds[kind].members)


def _manifest(checker: Checker, above: list[str], before: str) -> Iterator[Item]:
    """The keys of a manifest, and below `options` the options of the rules."""
    nested = before.startswith(" ") or "{" in before
    opened = next((line for line in reversed([*above, before.split("{")[0]]) if line and not line.startswith(" ")), "")
    if nested and opened.startswith("options"):
        yield from (Item(name, "option", option.title, True) for name, option in checker.options.items())
    elif KEY.match(before):
        yield from (Item(name, "word") for name in load_schema("manifest").get("properties", {}))


def _embedded(lines: list[str], line: int) -> tuple[str, int] | None:
    """The key of the text of the language in which a line stands, and the line of that key."""
    width = indentation(lines[line]) if lines[line].strip() else 1000
    for number in range(line - 1, -1, -1):
        found = TEXT.match(lines[number])
        if found is not None and indentation(lines[number]) < width:
            return found.group(2), number
        if lines[number].strip() and indentation(lines[number]) < width:
            return None
    return None


def _embedded_words(
    workspace: Workspace, checker: Checker, inside: tuple[str, int], lines: list[str], line: int, before: str
) -> Iterator[Item]:
    key, first = inside
    width = (
        indentation(lines[first + 1]) if first + 1 < len(lines) and lines[first + 1].strip() else indentation(before)
    )
    text = "\n".join(text[width:] for text in [*lines[first + 1 : line], WORD.sub("", before)])
    parser = workspace.files.parsers.rules
    with workspace.files.lock:
        types = parser.could_follow(text, "laws" if key == "rules" else "cell_steps")
    words = [parser.vocabulary.spelling.get(type_, "") for type_ in types]
    yield from (Item(word, "word") for word in words if word[:1].isalpha())
    if "NAME" in types:
        yield from _values(Spot(), checker)
        yield from (Item(name, "variable") for name in ("player", "this", "you"))
        yield from (Item(name, "column", kind.name) for kind in checker.kinds.values() for name in kind.columns)
        yield from _routines(checker)
