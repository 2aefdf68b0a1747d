"""Names for completion: what a game declares, with its type, the fitting ones marked.

In: a spot and the checker of the game. Out: Items. Layer: language.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.check import Checker
from interpreter.check.expressions.phrasing import written
from interpreter.check.names.builtins import FUNCTIONS
from interpreter.ir import rulebook as rb
from interpreter.ir.types import ListOf, Number, Of, Type, Unknown, bare, element, fits, type_in_words
from interpreter.language.analysis import Analysis
from interpreter.language.completion.spot import MARK, Item, Spot
from interpreter.language.scenarios import NO_NAMES
from interpreter.source.bundled import grammars_dir
from interpreter.source.shared import shared_mechanics
from interpreter.syntax import nodes as n
from interpreter.syntax.scenario import Heading, Line

TYPES = ("number", "yes or no", "text", "list of", "pile of", "row of", "grid of", "spot", "shape")
MAX_MEMBERS = 300


def names_at(spot: Spot, checker: Checker, analysis: Analysis) -> Iterator[Item]:
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
            yield from routines_of(checker, "action")
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
            yield from (Item(name, "mechanic") for name in shared_mechanics(analysis.folder.path))
            yield from _kinds(checker)
        case Heading():
            yield from _heading(spot.node, checker, analysis)
        case Line():
            yield from _replies(checker, analysis)
        case _:
            yield from values_at(spot, checker)


def values_at(spot: Spot, checker: Checker) -> Iterator[Item]:
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
    yield from (Item(name, "function", function.form) for name, function in FUNCTIONS.items() if not function.now)
    if want is None:
        yield from routines_of(checker)


def _members(checker: Checker, want: Type | None) -> Iterator[Item]:
    wanted = bare(want) if want is not None else None
    wanted = element(wanted) or wanted if wanted is not None and not isinstance(wanted, Unknown) else wanted
    for kind in checker.kinds.values():
        right = isinstance(wanted, Of) and wanted.kind == kind.name
        if right or (wanted is None and len(kind.members) <= MAX_MEMBERS):
            yield from (Item(name, "member", kind.name, right) for name in kind.members)


def _fits(type_: Type, want: Type | None) -> bool:
    return want is not None and not isinstance(want, Unknown) and fits(type_, want) and not isinstance(type_, Unknown)


def _keep(keep: rb.Keep, want: Type | None = None) -> Item:
    return Item(keep.name, "keep", _form(keep.name, keep.parameters, keep.type), _fits(keep.type, want))


def _form(name: str, parameters: tuple[rb.Variable, ...], type_: Type) -> str:
    return f"{written(name, parameters)}: {type_in_words(type_)}" if parameters else type_in_words(type_)


def _owned(owner: Type | None, checker: Checker) -> Iterator[Item]:
    """List what an owner has.

    The columns of its kind, and values kept for such things."""
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


def routines_of(checker: Checker, word: str = "") -> Iterator[Item]:
    for name, routine in checker.routines.items():
        if word in routine.word and "'" not in name:
            yield Item(name, "routine", routine.word, bool(word))


def _targets(checker: Checker, analysis: Analysis) -> Iterator[Item]:
    yield from routines_of(checker)
    declarations = analysis.words.declarations
    for sort, table in (("step", declarations.steps), ("way", declarations.ways)):
        yield from (Item(name, sort, ", ".join(dict.fromkeys(holders))) for name, holders in table.items())
    for keep in checker.keeps.values():
        if isinstance(keep.type, Number):
            yield from (Item(f"{moment}_{keep.name}", "routine", "moment") for moment in ("pay", "gain", "lose"))
    yield from (Item(name, "always") for name in checker.woven.always)
    yield from _kinds(checker)


def _changed(checker: Checker) -> Iterator[Item]:
    """List what `change` can target."""
    yield from (
        Item(name, "value", type_in_words(checker.values[name].type))
        for name in checker.woven.lets
        if name in checker.values
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
    """List what can be chosen by name."""
    yield from routines_of(checker, "action")
    yield from (Item(name, "way", ", ".join(holders)) for name, holders in analysis.ways.items())
    yield from _members(checker, None)
    yield from (Item(name, "word") for name in sorted(NO_NAMES))
