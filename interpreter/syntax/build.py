"""Builds nodes from Lark's tree.

In: a parse tree of `grammars/rules.lark`. Out: the nodes of `nodes`. Layer: syntax.
There is one method per grammar rule, with the rule's name. Children come as a list of nodes and tokens in the order of
the text; words that only mark the form are skipped by asking for what is wanted (`names`, `only`, `maybe`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from lark import Token, Transformer, Tree
from lark.tree import Meta

from interpreter.source import Diagnostic, Problems, Source, Span
from interpreter.syntax import nodes as n
from interpreter.syntax.phrases import ALONE
from interpreter.syntax.windows import until_all_pass, window

Item = Any
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of a sentence on its way into the node of that sentence: `where ...`, `was ...`, `plural ...`."""

    word: str
    value: Any
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text lies in its file: text of a YAML cell starts at (line, column), its later lines at indent + 1."""

    source: Source
    line: int = 1
    column: int = 1
    indent: int = 0

    def span(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        return Span(self.source, *self._point(line, column), *self._point(end_line, end_column))

    def below(self, lines: int) -> Place:
        """The place of what is left of the text when its first lines are taken away."""
        return Place(self.source, *self._point(lines + 1, 1), self.indent) if lines else self

    def _point(self, line: int, column: int) -> tuple[int, int]:
        if line == 1:
            return self.line, self.column + column - 1
        return self.line + line - 1, self.indent + column


def tokens(items: list[Item], *types: str) -> list[Token]:
    return [item for item in items if isinstance(item, Token) and item.type in types]


def names(items: list[Item]) -> list[str]:
    return [str(token) for token in tokens(items, "NAME")]


def has(items: list[Item], *types: str) -> bool:
    return bool(tokens(items, *types))


def all_of(items: list[Item], kind: type[T]) -> list[T]:
    return [item for item in items if isinstance(item, kind)]


def maybe(items: list[Item], kind: type[T]) -> T | None:
    return next((item for item in items if isinstance(item, kind)), None)


def mark(items: list[Item], word: str) -> Any:
    return next((item.value for item in items if isinstance(item, Mark) and item.word == word), None)


EXPRESSIONS = (
    n.Can, n.Name, n.Call, n.Possessive, n.Number, n.YesNo, n.NoneValue, n.Text, n.Group, n.Conditional, n.ListOf, n.Range,
    n.Aggregate, n.Either, n.Both, n.Not, n.Compare, n.Arithmetic, n.Negative,
)  # fmt: skip
TYPES = (
    n.NumberType, n.YesNoType, n.TextType, n.SpotType, n.ShapeType, n.KindType, n.OrNone, n.ListType, n.PileType,
    n.RowType, n.GridType,
)  # fmt: skip
STATEMENTS = (
    n.LetHere, n.SetValue, n.Raise, n.Gain, n.Pay, n.Choose, n.Menu, n.Take, n.Move, n.Draw, n.Refill, n.Shuffle, n.Lay,
    n.Roll, n.Pick, n.Show, n.Announce, n.Each, n.Repeat, n.If, n.Step, n.Needs, n.MustLeave, n.Give, n.Stop,
    n.StopRepeating, n.Proceed, n.Answer, n.Run, n.Win, n.Score, n.Leave, n.EndGame,
)  # fmt: skip
DECLARATIONS = (
    n.Kind, n.Keep, n.Option, n.Let, n.Procedure, n.Action, n.Always, n.Requirement, n.People, n.Automas, n.Mechanic,
    n.Blank, n.Instance, n.Variant, n.Addition, n.AddTo, n.Hook, n.Removal, n.Answering,
    n.ChangeValue, n.ChangeStart, n.ChangeCell, n.Says,
)  # fmt: skip


def expressions(items: list[Item]) -> list[Any]:
    return [item for item in items if isinstance(item, EXPRESSIONS)]


def statements(items: list[Item]) -> tuple[Any, ...]:
    return tuple(item for item in items if isinstance(item, STATEMENTS))


MOST_DIGITS = 18


def whole(token: Token) -> int:
    """The number; 0 if it is too large to be one."""
    digits = str(token).replace("_", "")
    return int(digits) if len(digits) <= MOST_DIGITS else 0


HOLE = re.compile(r"\{([^{}]*)\}")
ParseHole = Callable[[str, Place], Any]


def _binary(word: str) -> Any:
    def method(self: Build, meta: Meta, items: list[Item]) -> n.Compare:
        found = expressions(items)
        return n.Compare(self.at(meta), word, found[0], found[1] if len(found) > 1 else None)

    return method


def _aggregate(word: str) -> Any:
    def method(self: Build, meta: Meta, items: list[Item]) -> n.Aggregate:
        found = expressions(items)
        query = all_of(items, n.Query)[0]
        return n.Aggregate(self.at(meta), word, found[0] if found else None, query)

    return method


def _shown(items: list[Item]) -> tuple[n.Text | None, bool]:
    """The title of a worked-out value that can be seen, and whether only whoever asks for it sees it."""
    asked = mark(items, "looked_up_as")
    return (asked, True) if asked is not None else (mark(items, "shown_as"), False)


class Build(Transformer[Token, Any]):
    """Makes the nodes of one text; what only shows now (in holes, in numbers) is collected in `problems`."""

    def __init__(self, place: Place, parse_hole: ParseHole) -> None:
        super().__init__(visit_tokens=False)
        self.place = place
        self.parse_hole = parse_hole
        self.problems: list[Diagnostic] = []

    def _call_userfunc(self, tree: Tree[Any], new_children: list[Any] | None = None) -> Any:
        """Each rule's method gets the place and the parts; Lark's own way (v_args) wraps every method at every call."""
        children = tree.children if new_children is None else new_children
        method = getattr(self, tree.data, None)
        return Tree(tree.data, children, tree.meta) if method is None else method(tree.meta, children)

    # ---- places
    def at(self, meta: Meta) -> Span:
        if meta.empty:
            return self.place.span(1, 1, 1, 1)
        return self.place.span(meta.line, meta.column, meta.end_line, meta.end_column)

    def at_token(self, token: Token) -> Span:
        end_line = token.end_line or token.line or 1
        return self.place.span(token.line or 1, token.column or 1, end_line, token.end_column or 1)

    def name_nodes(self, items: list[Item]) -> tuple[n.Name, ...]:
        return tuple(n.Name(self.at_token(token), str(token)) for token in tokens(items, "NAME"))

    def text(self, token: Token) -> n.Text:
        """A quoted text with its {holes} parsed at their own place."""
        body = str(token)[1:-1]
        span = self.at_token(token)
        parts: list[Any] = []
        end = 0
        for hole in HOLE.finditer(body):
            parts.append(self._between_holes(body[end : hole.start()], span, end))
            parts.append(self._hole(hole, span))
            end = hole.end()
        parts.append(self._between_holes(body[end:], span, end))
        return n.Text(span, tuple(part for part in parts if part not in ("", None)))

    def _hole(self, hole: re.Match[str], span: Span) -> Any:
        column = span.column + hole.start() + 1
        try:
            return self.parse_hole(hole.group(1), Place(self.place.source, span.line, column + 1, column))
        except Problems as error:
            self.problems += error.diagnostics
            return None

    def _between_holes(self, words: str, span: Span, start: int) -> str:
        lonely = re.search(r"[{}]", words)
        if lonely is not None:
            column = span.column + 1 + start + lonely.start()
            message = f"this {lonely.group()} has no partner"
            help = 'a value in a text stands between { and }, as in "{player} pays {amount}"'
            self.report("R0116", message, span.source.at(span.line, column), help)
        return words

    def report(self, code: str, message: str, span: Span, help: str) -> None:
        self.problems.append(Diagnostic(code, message, span, help))

    def whole(self, token: Token) -> int:
        if len(token.replace("_", "")) > MOST_DIGITS:
            help = f"a number has at most {MOST_DIGITS} digits"
            self.report("R0114", "this number is too large", self.at_token(token), help)
        return whole(token)

    def reason(self, items: list[Item]) -> n.Text:
        return self.text(tokens(items, "STRING", "FILE")[0])

    def maybe_text(self, items: list[Item]) -> n.Text | None:
        found = tokens(items, "STRING", "FILE")
        return self.text(found[0]) if found else None

    # ---- expressions
    def either(self, meta: Meta, items: list[Item]) -> Any:
        found = expressions(items)
        return found[0] if len(found) == 1 else n.Either(self.at(meta), tuple(found))

    def both(self, meta: Meta, items: list[Item]) -> Any:
        found = expressions(items)
        return found[0] if len(found) == 1 else n.Both(self.at(meta), tuple(found))

    def not_(self, meta: Meta, items: list[Item]) -> n.Not:
        return n.Not(self.at(meta), expressions(items)[0])

    is_ = _binary("is")
    is_not = _binary("is not")
    is_at_least = _binary("is at least")
    is_at_most = _binary("is at most")
    is_more_than = _binary("is more than")
    is_less_than = _binary("is less than")
    is_in = _binary("is in")
    is_not_in = _binary("is not in")
    is_empty = _binary("is empty")
    is_not_empty = _binary("is not empty")

    def _arithmetic(self, meta: Meta, items: list[Item], operator: str) -> n.Arithmetic:
        left, right = expressions(items)
        return n.Arithmetic(self.at(meta), operator, left, right, mark(items, "rounding"))

    def plus(self, meta: Meta, items: list[Item]) -> n.Arithmetic:
        return self._arithmetic(meta, items, "+")

    def minus(self, meta: Meta, items: list[Item]) -> n.Arithmetic:
        return self._arithmetic(meta, items, "-")

    def times(self, meta: Meta, items: list[Item]) -> n.Arithmetic:
        return self._arithmetic(meta, items, "*")

    def divide(self, meta: Meta, items: list[Item]) -> n.Arithmetic:
        return self._arithmetic(meta, items, "/")

    def rounding(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("rounding", str(items[0]).split()[-1])

    def negative(self, meta: Meta, items: list[Item]) -> n.Negative:
        return n.Negative(self.at(meta), expressions(items)[0])

    def possessive(self, meta: Meta, items: list[Item]) -> n.Possessive:
        name = tokens(items, "NAME")[0]
        owner = expressions(items)[0]
        return n.Possessive(self.at(meta), owner, str(name), mark(items, "arguments") or (), self.at_token(name))

    def yours(self, meta: Meta, items: list[Item]) -> n.Possessive:
        """`your money` is `you's money`, as people say it."""
        name = tokens(items, "NAME")[0]
        you = n.Name(self.at_token(tokens(items, "YOUR")[0]), "you")
        return n.Possessive(self.at(meta), you, str(name), mark(items, "arguments") or (), self.at_token(name))

    def name(self, meta: Meta, items: list[Item]) -> n.Name:
        return n.Name(self.at(meta), str(items[0]))

    def call(self, meta: Meta, items: list[Item]) -> n.Call:
        return n.Call(self.at(meta), str(items[0]), mark(items, "arguments") or ())

    def arguments(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("arguments", tuple(expressions(items)))

    def number(self, meta: Meta, items: list[Item]) -> n.Number:
        return n.Number(self.at(meta), self.whole(items[0]))

    def yes(self, meta: Meta, items: list[Item]) -> n.YesNo:
        return n.YesNo(self.at(meta), True)

    def no(self, meta: Meta, items: list[Item]) -> n.YesNo:
        return n.YesNo(self.at(meta), False)

    def none(self, meta: Meta, items: list[Item]) -> n.NoneValue:
        return n.NoneValue(self.at(meta))

    def string(self, meta: Meta, items: list[Item]) -> n.Text:
        return self.text(items[0])

    def group(self, meta: Meta, items: list[Item]) -> n.Group:
        return n.Group(self.at(meta), expressions(items)[0])

    def conditional(self, meta: Meta, items: list[Item]) -> n.Conditional:
        return n.Conditional(self.at(meta), *expressions(items))

    def list_of(self, meta: Meta, items: list[Item]) -> n.ListOf:
        return n.ListOf(self.at(meta), tuple(expressions(items)))

    count = _aggregate("count")
    sum_over = _aggregate("sum")
    highest = _aggregate("highest")
    lowest = _aggregate("lowest")
    some = _aggregate("some")
    no_such = _aggregate("no")
    every = _aggregate("every")
    list_query = _aggregate("list")
    list_over = _aggregate("list")
    first = _aggregate("first")
    last = _aggregate("last")
    sole = _aggregate("sole")
    tied = _aggregate("tied")
    the = _aggregate("the")

    def query(self, meta: Meta, items: list[Item]) -> n.Query:
        binder = names(items)
        keys = mark(items, "order") or ()
        where = mark(items, "where")
        members, rotation = expressions(items)[0], maybe(items, n.Rotation)
        return n.Query(
            self.at(meta), binder[0] if binder else None, members, rotation, where, keys, mark(items, "while")
        )

    def range(self, meta: Meta, items: list[Item]) -> n.Range:
        found = expressions(items)
        return n.Range(self.at(meta), found[0], found[1], found[2] if len(found) > 2 else None)

    def rotation_from(self, meta: Meta, items: list[Item]) -> n.Rotation:
        return n.Rotation(self.at(meta), expressions(items)[0], False, has(items, "COUNTERCLOCKWISE"))

    def rotation_after(self, meta: Meta, items: list[Item]) -> n.Rotation:
        return n.Rotation(self.at(meta), expressions(items)[0], True, has(items, "COUNTERCLOCKWISE"))

    def as_long_as(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("while", expressions(items)[0])

    def can(self, meta: Meta, items: list[Item]) -> n.Can:
        return n.Can(self.at(meta), expressions(items)[0], all_of(items, n.Taken)[0], True)

    def cannot_(self, meta: Meta, items: list[Item]) -> n.Can:
        return n.Can(self.at(meta), expressions(items)[0], all_of(items, n.Taken)[0], False)

    def filter(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("where", expressions(items)[0])

    def order(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("order", tuple(all_of(items, n.SortKey)))

    def first_key(self, meta: Meta, items: list[Item]) -> n.SortKey:
        return n.SortKey(self.at(meta), items[0].type.endswith("HIGHEST"), expressions(items)[0])

    then_key = first_key

    # ---- types
    def number_type(self, meta: Meta, items: list[Item]) -> n.NumberType:
        return n.NumberType(self.at(meta), None, None)

    def range_type(self, meta: Meta, items: list[Item]) -> n.NumberType:
        low, high = (item.value for item in items if isinstance(item, Mark))
        return n.NumberType(self.at(meta), low, high)

    def signed(self, meta: Meta, items: list[Item]) -> Mark:
        value = self.whole(tokens(items, "INT")[0])
        return Mark("signed", -value if has(items, "MINUS") else value)

    def bound_name(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("bound", n.Name(self.at(meta), names(items)[0]))

    def bound_group(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("bound", expressions(items)[0])

    def yes_or_no_type(self, meta: Meta, items: list[Item]) -> n.YesNoType:
        return n.YesNoType(self.at(meta))

    def text_type(self, meta: Meta, items: list[Item]) -> n.TextType:
        return n.TextType(self.at(meta))

    def spot_type(self, meta: Meta, items: list[Item]) -> n.SpotType:
        return n.SpotType(self.at(meta))

    def shape_type(self, meta: Meta, items: list[Item]) -> n.ShapeType:
        return n.ShapeType(self.at(meta))

    def kind_type(self, meta: Meta, items: list[Item]) -> n.KindType:
        return n.KindType(self.at(meta), str(items[0]))

    def or_none(self, meta: Meta, items: list[Item]) -> n.OrNone:
        return n.OrNone(self.at(meta), self._type(items))

    def list_type(self, meta: Meta, items: list[Item]) -> n.ListType:
        return n.ListType(self.at(meta), self._type(items))

    def list_of_lists_type(self, meta: Meta, items: list[Item]) -> n.ListType:
        return n.ListType(self.at(meta), n.ListType(self.at(meta), self._type(items)))

    def pile_type(self, meta: Meta, items: list[Item]) -> n.PileType:
        return n.PileType(self.at(meta), names(items)[0])

    def row_type(self, meta: Meta, items: list[Item]) -> n.RowType:
        return n.RowType(self.at(meta), self.whole(tokens(items, "INT")[0]), names(items)[0])

    def grid_type(self, meta: Meta, items: list[Item]) -> n.GridType:
        return n.GridType(self.at(meta), names(items)[0])

    def _type(self, items: list[Item]) -> Any:
        return next((item for item in items if isinstance(item, TYPES)), None)

    # ---- things
    def kind_of_names(self, meta: Meta, items: list[Item]) -> n.Kind:
        return self._kind(meta, items, members=self.name_nodes(items)[1:])

    def kind_from_table(self, meta: Meta, items: list[Item]) -> n.Kind:
        return self._kind(meta, items, file=str(tokens(items, "FILE")[0])[1:-1])

    def kind_on_board(self, meta: Meta, items: list[Item]) -> n.Kind:
        file = tokens(items, "FILE")
        return self._kind(meta, items, file=str(file[0])[1:-1] if file else None)

    def kind_by_rule(self, meta: Meta, items: list[Item]) -> n.Kind:
        made = self._kind(meta, items)
        times = expressions(items)
        parts = tuple(all_of(items, n.Dimension))
        return replace(made, dimensions=parts, where=mark(items, "where"), times=times[0] if times else None)

    def dimension(self, meta: Meta, items: list[Item]) -> n.Dimension:
        found = expressions(items)
        return n.Dimension(self.at(meta), names(items)[0], found[0] if found else None)

    def _board(self, meta: Meta, items: list[Item], outline: str) -> n.Board:
        of = names(items)
        sizes = tuple(expressions(items))
        return n.Board(self.at(meta), outline, sizes, has(items, "WITH_DIAGONALS"), of[0] if of else None)

    def on_grid(self, meta: Meta, items: list[Item]) -> n.Board:
        return self._board(meta, items, "grid")

    def on_rhombus(self, meta: Meta, items: list[Item]) -> n.Board:
        return self._board(meta, items, "rhombus")

    def on_hexagon(self, meta: Meta, items: list[Item]) -> n.Board:
        return self._board(meta, items, "hexagon")

    def on_triangle(self, meta: Meta, items: list[Item]) -> n.Board:
        return self._board(meta, items, "triangle")

    def at_corners(self, meta: Meta, items: list[Item]) -> n.Board:
        return self._board(meta, items, "corners")

    def along_edges(self, meta: Meta, items: list[Item]) -> n.Board:
        return self._board(meta, items, "edges")

    def _kind(
        self, meta: Meta, items: list[Item], members: tuple[n.Name, ...] = (), file: str | None = None
    ) -> n.Kind:
        name = tokens(items, "NAME")[0]
        columns = mark(items, "columns") or ()
        word, plural = mark(items, "table_word"), mark(items, "plural")
        board = maybe(items, n.Board)
        return n.Kind(self.at(meta), word, str(name), plural, members, file, board, columns, self.at_token(name))

    def table_word(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("table_word", str(items[0]))

    def plural(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("plural", names(items)[0])

    def columns(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("columns", tuple(all_of(items, n.Column)))

    def column(self, meta: Meta, items: list[Item]) -> n.Column:
        return n.Column(self.at(meta), all_of(items, n.Head)[0], self._type(items))

    def steps_column(self, meta: Meta, items: list[Item]) -> n.Column:
        return n.Column(self.at(meta), all_of(items, n.Head)[0], None)

    def head(self, meta: Meta, items: list[Item]) -> n.Head:
        return n.Head(self.at_token(tokens(items, "NAME")[0]), names(items)[0], tuple(all_of(items, n.Parameter)))

    def parameter(self, meta: Meta, items: list[Item]) -> n.Parameter:
        found = names(items)
        return n.Parameter(self.at(meta), n.KindType(self.at(meta), found[0]), found[-1])

    def optional_parameter(self, meta: Meta, items: list[Item]) -> n.Parameter:
        kind, name = names(items)
        place = self.at(meta)
        return n.Parameter(place, n.OrNone(place, n.KindType(place, kind)), name)

    def yes_or_no_parameter(self, meta: Meta, items: list[Item]) -> n.Parameter:
        return n.Parameter(self.at(meta), n.YesNoType(self.at(meta)), names(items)[0])

    def number_parameter(self, meta: Meta, items: list[Item]) -> n.Parameter:
        return n.Parameter(self.at(meta), n.NumberType(self.at(meta), None, None), names(items)[0])

    def list_parameter(self, meta: Meta, items: list[Item]) -> n.Parameter:
        return n.Parameter(self.at(meta), n.ListType(self.at(meta), self._type(items)), names(items)[-1])

    def keep(self, meta: Meta, items: list[Item]) -> n.Keep:
        self.refuse_double(items)
        flags = {item.word for item in items if isinstance(item, Mark)}
        return n.Keep(
            self.at(meta), all_of(items, n.Head)[0], self._type(items), mark(items, "starts_at"),
            tuple(all_of(items, n.SeenBy)), mark(items, "refilled_from"), mark(items, "reshuffled_from"),
            "in_force" in flags, "stacked" in flags, "count_hidden" in flags,
            "not_shown" in flags, "absence_seen" in flags, mark(items, "shown_as"),
        )  # fmt: skip

    def refuse_double(self, items: list[Item]) -> None:
        """A part that may stand once in its sentence stands there twice: one of the two would be lost."""
        seen: set[str] = set()
        for item in items:
            if isinstance(item, Mark) and item.span is not None:
                if item.word in seen:
                    words = item.word.replace("_", " ")
                    self.report("R0117", f'"{words}" is said twice here', item.span, "keep one of the two")
                seen.add(item.word)

    def starts_at(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("starts_at", expressions(items)[0], self.at(meta))

    def seen_by(self, meta: Meta, items: list[Item]) -> n.SeenBy:
        found = expressions(items)
        return n.SeenBy(self.at(meta), self.name_nodes(items), found[0] if found else None)

    def refilled_from(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("refilled_from", self.name_nodes(items)[0], self.at(meta))

    def reshuffled_from(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("reshuffled_from", self.name_nodes(items)[0], self.at(meta))

    def in_force(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("in_force", True, self.at(meta))

    def stacked(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("stacked", True, self.at(meta))

    def count_hidden(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("count_hidden", True, self.at(meta))

    def not_shown(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("not_shown", True, self.at(meta))

    def absence_seen(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("absence_seen", True, self.at(meta))

    def shown_as(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("shown_as", self.maybe_text(items), self.at(meta))

    def looked_up_as(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("looked_up_as", self.maybe_text(items), self.at(meta))

    def option(self, meta: Meta, items: list[Item]) -> n.Option:
        values = mark(items, "values")
        low, high = values if values and isinstance(values[0], int) else (None, None)
        members = values if values and not isinstance(values[0], int) else ()
        name = names(items)[0]
        return n.Option(self.at(meta), name, self.maybe_text(items), members, low, high, expressions(items)[0])

    def option_names(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("values", self.name_nodes(items))

    def option_yes_or_no(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("values", ())

    def option_range(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("values", tuple(item.value for item in items if isinstance(item, Mark)))

    # ---- laws
    def let(self, meta: Meta, items: list[Item]) -> n.Let:
        names_in_it, cases = mark(items, "cases")
        shown_as, when_asked = _shown(items)
        return n.Let(
            self.at(meta), all_of(items, n.Head)[0], cases, None, shown_as, when_asked, names_in_it,
            for_bots=mark(items, "for_bots"),
        )  # fmt: skip

    def for_bots(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("for_bots", True, self.at(meta))

    def plain_formula(self, meta: Meta, items: list[Item]) -> Mark:
        value = expressions(items)[0]
        return Mark("cases", (tuple(all_of(items, n.LetHere)), (n.Case(value.span, value, None),)))

    def cases(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("cases", (tuple(all_of(items, n.LetHere)), tuple(all_of(items, n.Case))))

    def case(self, meta: Meta, items: list[Item]) -> n.Case:
        return n.Case(self.at(meta), *expressions(items))

    def otherwise_case(self, meta: Meta, items: list[Item]) -> n.Case:
        return n.Case(self.at(meta), expressions(items)[0], None)

    def always(self, meta: Meta, items: list[Item]) -> n.Always:
        return n.Always(self.at(meta), names(items)[0], expressions(items)[0], self.reason(items))

    def requirement(self, meta: Meta, items: list[Item]) -> n.Requirement:
        return n.Requirement(self.at(meta), expressions(items)[0], self.reason(items))

    def hook(self, meta: Meta, items: list[Item]) -> n.Hook:
        word = mark(items, "hook_word")
        return n.Hook(self.at(meta), word, all_of(items, n.Target)[0], mark(items, "where"), statements(items))

    def hook_word(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("hook_word", " ".join(str(items[0]).split()))

    def target(self, meta: Meta, items: list[Item]) -> n.Target:
        found = names(items)
        return n.Target(self.at(meta), found[0], found[1] if len(found) > 1 else None)

    def card_target(self, meta: Meta, items: list[Item]) -> n.Target:
        card, column = names(items)
        return n.Target(self.at(meta), column, None, card)

    def removal(self, meta: Meta, items: list[Item]) -> n.Removal:
        return n.Removal(self.at(meta), all_of(items, n.Target)[0])

    def answering(self, meta: Meta, items: list[Item]) -> n.Answering:
        return n.Answering(self.at(meta), self.target(meta, items), mark(items, "where"), statements(items))

    def before_choosing(self, meta: Meta, items: list[Item]) -> n.Answering:
        target = next(iter(all_of(items, n.Target)), None)
        return n.Answering(self.at(meta), target, mark(items, "where"), statements(items), "before")

    def change_value(self, meta: Meta, items: list[Item]) -> n.ChangeValue:
        value = expressions(items)[0]
        cases = (n.Case(value.span, value, None),)
        return n.ChangeValue(self.at(meta), all_of(items, n.Head)[0], cases, mark(items, "was"), mark(items, "when"))

    def change_cases(self, meta: Meta, items: list[Item]) -> n.ChangeValue:
        return n.ChangeValue(self.at(meta), all_of(items, n.Head)[0], tuple(all_of(items, n.Case)), None, None)

    def change_start(self, meta: Meta, items: list[Item]) -> n.ChangeStart:
        return n.ChangeStart(self.at(meta), names(items)[0], expressions(items)[0], mark(items, "was"))

    def change_cell(self, meta: Meta, items: list[Item]) -> n.ChangeCell:
        value = expressions(items)[0]
        cases, head = (n.Case(value.span, value, None),), all_of(items, n.Head)[0]
        return n.ChangeCell(self.at(meta), names(items)[0], head, cases, mark(items, "was"), mark(items, "when"))

    def change_cell_cases(self, meta: Meta, items: list[Item]) -> n.ChangeCell:
        cases = tuple(all_of(items, n.Case))
        return n.ChangeCell(self.at(meta), names(items)[0], all_of(items, n.Head)[0], cases, None, None)

    def was(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("was", expressions(items)[0])

    def condition(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("when", expressions(items)[0])

    # ---- variants and mechanics
    def variant(self, meta: Meta, items: list[Item]) -> n.Variant:
        relations = tuple(all_of(items, n.Relation))
        inside = tuple(item for item in items if isinstance(item, DECLARATIONS))
        return n.Variant(self.at(meta), names(items)[0], self.maybe_text(items), relations, inside)

    def requires(self, meta: Meta, items: list[Item]) -> n.Relation:
        return n.Relation(self.at(meta), str(items[0]), self.name_nodes(items))

    excludes = requires
    extends = requires

    def people(self, meta: Meta, items: list[Item]) -> n.People:
        counts = [whole(token) for token in tokens(items, "INT")]
        return n.People(self.at(meta), counts[0], counts[-1])

    def called(self, meta: Meta, items: list[Item]) -> n.Called:
        return n.Called(self.at(meta), names(items)[0])

    def called_column(self, meta: Meta, items: list[Item]) -> n.Called:
        of, name = names(items)
        return n.Called(self.at(meta), name, of)

    def says(self, meta: Meta, items: list[Item]) -> n.Says:
        phrases = tuple(self.text(token) for token in tokens(items, "STRING", "FILE"))
        return n.Says(self.at(meta), tuple(all_of(items, n.Called)), phrases)

    def says_nothing(self, meta: Meta, items: list[Item]) -> n.Says:
        return n.Says(self.at(meta), tuple(all_of(items, n.Called)), ())

    def automas_in(self, meta: Meta, items: list[Item]) -> n.Automas:
        return n.Automas(self.at(meta), tuple(whole(token) for token in tokens(items, "INT")), None)

    def automas_fill(self, meta: Meta, items: list[Item]) -> n.Automas:
        return n.Automas(self.at(meta), (), whole(tokens(items, "INT")[0]))

    def stated_order(self, meta: Meta, items: list[Item]) -> n.Relation:
        by, *others = self.name_nodes(items)
        return n.Relation(self.at(meta), "extends", tuple(others), by)

    def addition(self, meta: Meta, items: list[Item]) -> n.Addition:
        return n.Addition(self.at(meta), names(items)[0], str(tokens(items, "FILE")[0])[1:-1])

    def add_to(self, meta: Meta, items: list[Item]) -> n.AddTo:
        word, next_to = mark(items, "next_to") or (None, None)
        return n.AddTo(self.at(meta), tuple(all_of(items, n.Taken)), all_of(items, n.Target)[0], word, next_to)

    def next_to(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("next_to", (str(items[0]), self.name_nodes(items)[0]))

    def mechanic(self, meta: Meta, items: list[Item]) -> n.Mechanic:
        inside = tuple(item for item in items if isinstance(item, DECLARATIONS))
        return n.Mechanic(self.at(meta), all_of(items, n.Head)[0], self.maybe_text(items), inside)

    def blank(self, meta: Meta, items: list[Item]) -> n.Blank:
        found = expressions(items)
        return n.Blank(self.at(meta), all_of(items, n.Head)[0], self._type(items), found[0] if found else None, None)

    def steps_blank(self, meta: Meta, items: list[Item]) -> n.Blank:
        return n.Blank(self.at(meta), all_of(items, n.Head)[0], None, None, statements(items) or None)

    def instance(self, meta: Meta, items: list[Item]) -> n.Instance:
        return n.Instance(self.at(meta), names(items)[0], all_of(items, n.Head)[0], tuple(all_of(items, n.Fill)))

    def fill_value(self, meta: Meta, items: list[Item]) -> n.Fill:
        return n.Fill(self.at(meta), names(items)[0], expressions(items)[0], ())

    def fill_steps(self, meta: Meta, items: list[Item]) -> n.Fill:
        return n.Fill(self.at(meta), names(items)[0], None, statements(items))

    # ---- procedures
    def procedure(self, meta: Meta, items: list[Item]) -> n.Procedure:
        head, keeps = all_of(items, n.Head)[0], tuple(all_of(items, n.Keep))
        word = mark(items, "procedure_word")
        return n.Procedure(self.at(meta), word, head, self._type(items), keeps, statements(items))

    def procedure_word(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("procedure_word", str(items[0]))

    def action(self, meta: Meta, items: list[Item]) -> n.Action:
        head, keeps = all_of(items, n.Head)[0], tuple(all_of(items, n.Keep))
        between = any(getattr(item, "type", "") == "BETWEEN_DECISIONS" for item in items)
        title = self.maybe_text(items)
        return n.Action(self.at(meta), mark(items, "free"), head, title, keeps, statements(items), between)

    def action_word(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("free", items[0].type == "FREE_ACTION")

    # ---- statements
    def let_here(self, meta: Meta, items: list[Item]) -> n.LetHere:
        return n.LetHere(self.at(meta), names(items)[0], expressions(items)[0])

    def set_value(self, meta: Meta, items: list[Item]) -> n.SetValue:
        return n.SetValue(self.at(meta), *expressions(items))

    def raise_(self, meta: Meta, items: list[Item]) -> n.Raise:
        target, amount = expressions(items)
        return n.Raise(self.at(meta), target, amount, 1)

    def lower(self, meta: Meta, items: list[Item]) -> n.Raise:
        target, amount = expressions(items)
        return n.Raise(self.at(meta), target, amount, -1)

    def gain(self, meta: Meta, items: list[Item]) -> n.Gain:
        subject, amount = expressions(items)
        return n.Gain(self.at(meta), subject, amount, all_of(items, n.Resource)[0], 1)

    def lose(self, meta: Meta, items: list[Item]) -> n.Gain:
        subject, amount = expressions(items)
        return n.Gain(self.at(meta), subject, amount, all_of(items, n.Resource)[0], -1)

    def pay(self, meta: Meta, items: list[Item]) -> n.Pay:
        payer, amount, payee = expressions(items)
        return n.Pay(self.at(meta), payer, amount, all_of(items, n.Resource)[0], payee)

    def resource(self, meta: Meta, items: list[Item]) -> n.Resource:
        return n.Resource(self.at(meta), names(items)[0], mark(items, "arguments") or ())

    def choose_one(self, meta: Meta, items: list[Item]) -> n.Choose:
        return self._choose(meta, items, None)

    def choose_several(self, meta: Meta, items: list[Item]) -> n.Choose:
        return self._choose(meta, items, all_of(items, n.Bounds)[0])

    def _choose(self, meta: Meta, items: list[Item], bounds: n.Bounds | None) -> n.Choose:
        found = expressions(items)
        members = found[1] if len(found) > 1 else None
        texts = mark(items, "parts") or []
        prompt, beside = mark(texts, "prompt"), mark(texts, "beside")
        needs = tuple(part for part in texts if isinstance(part, n.Needs))
        called = names(items)
        alias = called[1] if len(called) > 1 else None
        where = mark(items, "where")
        return n.Choose(
            self.at(meta), found[0], has(items, "MAY"), called[0], members, where, bounds, alias, prompt, needs,
            has(items, "SECRETLY"), openly=has(items, "OPENLY"), beside=beside,
        )  # fmt: skip

    def any_number(self, meta: Meta, items: list[Item]) -> n.Bounds:
        return n.Bounds(self.at(meta), None, None)

    def up_to(self, meta: Meta, items: list[Item]) -> n.Bounds:
        return n.Bounds(self.at(meta), None, expressions(items)[0])

    def exactly(self, meta: Meta, items: list[Item]) -> n.Bounds:
        amount = expressions(items)[0]
        return n.Bounds(self.at(meta), amount, amount)

    def between(self, meta: Meta, items: list[Item]) -> n.Bounds:
        return n.Bounds(self.at(meta), *expressions(items))

    def choice_parts(self, meta: Meta, items: list[Item]) -> Mark:
        self.refuse_double(items)
        return Mark("parts", items)

    def prompt(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("prompt", self.maybe_text(items), self.at(meta))

    def beside(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("beside", self.maybe_text(items), self.at(meta))

    def menu(self, meta: Meta, items: list[Item]) -> n.Menu:
        branches = tuple(all_of(items, n.Branch))
        return self._menu(meta, items, False, mark(items, "prompt"), branches)

    def _menu(
        self, meta: Meta, items: list[Item], optional: bool, prompt: n.Text | None, branches: tuple[n.Branch, ...]
    ) -> n.Menu:
        secretly, openly = has(items, "SECRETLY"), has(items, "OPENLY")
        return n.Menu(self.at(meta), expressions(items)[0], optional, prompt, branches, secretly, openly=openly)

    def branch(self, meta: Meta, items: list[Item]) -> n.Branch:
        return n.Branch(self.at(meta), names(items)[0], self.maybe_text(items), statements(items))

    def may_do(self, meta: Meta, items: list[Item]) -> n.Menu:
        branch = n.Branch(self.at(meta), names(items)[0], self.maybe_text(items), statements(items))
        return self._menu(meta, items, True, None, (branch,))

    def may_choose(self, meta: Meta, items: list[Item]) -> n.Menu:
        branches = tuple(all_of(items, n.Branch))
        return self._menu(meta, items, True, mark(items, "prompt"), branches)

    def one_of(self, meta: Meta, items: list[Item]) -> n.Query:
        name, members = names(items)[0], expressions(items)[0]
        return n.Query(self.at(meta), name, members, maybe(items, n.Rotation), mark(items, "where"), ())

    def window_do(self, meta: Meta, items: list[Item]) -> n.Each:
        branch = n.Branch(self.at(meta), names(items)[0], self.maybe_text(items), statements(items))
        return self._window(meta, items, (branch,))

    def window_ways(self, meta: Meta, items: list[Item]) -> n.Each:
        return self._window(meta, items, tuple(all_of(items, n.Branch)))

    def _window(self, meta: Meta, items: list[Item], branches: tuple[n.Branch, ...]) -> n.Each:
        query = all_of(items, n.Query)[0]
        asked = n.Name(query.span, query.binder or "")
        return window(self.at(meta), query, n.Menu(self.at(meta), asked, True, mark(items, "prompt"), branches))

    def window_take(self, meta: Meta, items: list[Item]) -> n.Each:
        query = all_of(items, n.Query)[0]
        asked, actions = n.Name(query.span, query.binder or ""), tuple(all_of(items, n.Taken))
        return window(self.at(meta), query, n.Take(self.at(meta), asked, True, actions, None, mark(items, "prompt")))

    def take(self, meta: Meta, items: list[Item]) -> n.Take:
        alias = names(items)
        actions = tuple(all_of(items, n.Taken))
        optional = has(items, "MAY")
        actor, prompt, openly = expressions(items)[0], mark(items, "prompt"), has(items, "OPENLY")
        return n.Take(self.at(meta), actor, optional, actions, alias[0] if alias else None, prompt, openly=openly)

    def take_any(self, meta: Meta, items: list[Item]) -> n.Take:
        actions = tuple(all_of(items, n.Taken))
        actor, prompt, openly = expressions(items)[0], mark(items, "prompt"), has(items, "OPENLY")
        return n.Take(self.at(meta), actor, True, actions, None, prompt, repeated=True, openly=openly)

    def taken(self, meta: Meta, items: list[Item]) -> n.Taken:
        return n.Taken(self.at(meta), names(items)[0], mark(items, "arguments") or ())

    def move(self, meta: Meta, items: list[Item]) -> n.Move:
        what, zone = expressions(items)
        return n.Move(self.at(meta), what, zone, mark(items, "position"), maybe(items, n.Duration))

    def position(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("position", str(items[0]).split()[-1])

    def duration(self, meta: Meta, items: list[Item]) -> n.Duration:
        found = expressions(items)
        of = found[1] if len(found) > 2 else None
        return n.Duration(self.at(meta), found[0], names(items)[0], of, found[-1], mark(items, "position"))

    def draw(self, meta: Meta, items: list[Item]) -> n.Draw:
        name = names(items)
        count, pile, zone = expressions(items)
        return n.Draw(self.at(meta), count, pile, zone, mark(items, "position"), name[0] if name else None)

    def refill(self, meta: Meta, items: list[Item]) -> n.Refill:
        return n.Refill(self.at(meta), expressions(items)[0])

    def shuffle(self, meta: Meta, items: list[Item]) -> n.Shuffle:
        return n.Shuffle(self.at(meta), expressions(items)[0])

    def lay(self, meta: Meta, items: list[Item]) -> n.Lay:
        return n.Lay(self.at(meta), *expressions(items))

    def roll(self, meta: Meta, items: list[Item]) -> n.Roll:
        found = expressions(items)
        sides = found[1] if len(found) > 1 else None
        return n.Roll(self.at(meta), found[0], has(items, "DIE"), sides, names(items)[-1])

    def secret_roll(self, meta: Meta, items: list[Item]) -> n.Roll:
        by, count, *sides = expressions(items)
        return n.Roll(self.at(meta), count, has(items, "DIE"), sides[0] if sides else None, names(items)[-1], by)

    def pick(self, meta: Meta, items: list[Item]) -> n.Pick:
        return n.Pick(self.at(meta), names(items)[0], all_of(items, n.Query)[0])

    def show(self, meta: Meta, items: list[Item]) -> n.Show:
        return n.Show(self.at(meta), *expressions(items))

    def announce(self, meta: Meta, items: list[Item]) -> n.Announce:
        found = expressions(items)
        return n.Announce(self.at(meta), self.reason(items), found[0] if found else None)

    def each(self, meta: Meta, items: list[Item]) -> n.Each:
        return n.Each(self.at(meta), has(items, "SECRETLY"), all_of(items, n.Query)[0], statements(items))

    def _repeat(self, meta: Meta, items: list[Item], mode: str) -> n.Repeat:
        found = expressions(items)
        return n.Repeat(self.at(meta), mode, found[0] if found else None, statements(items))

    def repeat_times(self, meta: Meta, items: list[Item]) -> n.Repeat:
        return self._repeat(meta, items, "times")

    def repeat_until(self, meta: Meta, items: list[Item]) -> n.Repeat:
        return self._repeat(meta, items, "until")

    def repeat_until_all_pass(self, meta: Meta, items: list[Item]) -> n.Step | n.Repeat:
        steps = until_all_pass(self.at(meta), statements(items))
        if steps is None:
            help = "let somebody do something: ... may ...; or write: repeat until CONDITION"
            self.report("R0113", "nobody can pass in these steps", self.at(meta), help)
            return self._repeat(meta, items, "forever")
        return n.Step(self.at(meta), "until all pass", steps)

    def repeat_while(self, meta: Meta, items: list[Item]) -> n.Repeat:
        return self._repeat(meta, items, "while")

    def repeat_forever(self, meta: Meta, items: list[Item]) -> n.Repeat:
        return self._repeat(meta, items, "forever")

    def if_(self, meta: Meta, items: list[Item]) -> n.If:
        first = n.IfCase(self.at(meta), expressions(items)[0], statements(items))
        return n.If(self.at(meta), (first, *all_of(items, n.IfCase)), mark(items, "else") or ())

    def else_if(self, meta: Meta, items: list[Item]) -> n.IfCase:
        return n.IfCase(self.at(meta), expressions(items)[0], statements(items))

    def else_(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("else", statements(items))

    def step(self, meta: Meta, items: list[Item]) -> n.Step:
        return n.Step(self.at(meta), names(items)[0], statements(items))

    def needs(self, meta: Meta, items: list[Item]) -> n.Needs:
        return n.Needs(self.at(meta), expressions(items)[0], self.reason(items))

    def must_leave(self, meta: Meta, items: list[Item]) -> n.MustLeave:
        return n.MustLeave(self.at(meta), expressions(items)[0], self.reason(items))

    def give(self, meta: Meta, items: list[Item]) -> n.Give:
        return n.Give(self.at(meta), expressions(items)[0])

    def stop(self, meta: Meta, items: list[Item]) -> n.Stop:
        return n.Stop(self.at(meta))

    def stop_repeating(self, meta: Meta, items: list[Item]) -> n.StopRepeating:
        return n.StopRepeating(self.at(meta))

    def proceed(self, meta: Meta, items: list[Item]) -> n.Proceed:
        return n.Proceed(self.at(meta))

    def answer(self, meta: Meta, items: list[Item]) -> n.Answer:
        return n.Answer(self.at(meta), expressions(items)[0])

    def run(self, meta: Meta, items: list[Item]) -> n.Run:
        what = expressions(items)[0]
        if isinstance(what, n.Name) and what.name in ALONE:
            self.report("R0113", f'"{what.name}" is not a word of the language', what.span, ALONE[what.name])
        return n.Run(self.at(meta), what)

    def win(self, meta: Meta, items: list[Item]) -> n.Win:
        return n.Win(self.at(meta), expressions(items)[0])

    def score(self, meta: Meta, items: list[Item]) -> n.Score:
        player, value = expressions(items)
        return n.Score(self.at(meta), player, value, self.maybe_text(items))

    def leave(self, meta: Meta, items: list[Item]) -> n.Leave:
        return n.Leave(self.at(meta), expressions(items)[0])

    def end_game(self, meta: Meta, items: list[Item]) -> n.EndGame:
        return n.EndGame(self.at(meta))

    # ---- starts
    def module(self, meta: Meta, items: list[Item]) -> tuple[Any, ...]:
        return tuple(item for item in items if isinstance(item, DECLARATIONS))

    def laws(self, meta: Meta, items: list[Item]) -> tuple[Any, ...]:
        return tuple(item for item in items if isinstance(item, DECLARATIONS))

    def cell_steps(self, meta: Meta, items: list[Item]) -> tuple[Any, ...]:
        return statements(items)

    def cell_formula(self, meta: Meta, items: list[Item]) -> Any:
        return expressions(items)[0]

    def text_hole(self, meta: Meta, items: list[Item]) -> Any:
        return expressions(items)[0]
