"""Builds the nodes of declarations: things, laws, variants, mechanics and procedures.

In: parse trees of the declarations of `grammars/rules.lark`. Out: nodes. Layer: syntax.
"""

from __future__ import annotations

from dataclasses import replace

from lark.tree import Meta

from interpreter.syntax import nodes as n
from interpreter.syntax.build.expression_rules import Expressions
from interpreter.syntax.build.parts import (
    Item,
    Mark,
    Parts,
    Rule,
    all_of,
    expressions,
    has,
    mark,
    maybe,
    names,
    statements,
    tokens,
    whole,
)


def declarations(items: list[Item]) -> tuple[n.Declaration, ...]:
    return tuple(item for item in items if isinstance(item, n.Declaration))


def _shown(items: list[Item]) -> tuple[n.Text | None, bool]:
    """Return the title of a visible derived value, and whether only on request."""
    asked = mark(items, "looked_up_as")
    return (asked, True) if asked is not None else (mark(items, "shown_as"), False)


def _board(outline: str) -> Rule:
    def rule(build: Parts, meta: Meta, items: list[Item]) -> n.Board:
        of, sizes = names(items), tuple(expressions(items))
        diagonals, borders = has(items, "WITH_DIAGONALS"), not has(items, "WITHOUT_BORDERS")
        return n.Board(build.at(meta), outline, sizes, diagonals, of[0] if of else None, borders)

    return rule


class Declarations(Expressions):
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

    def kind_made_in_play(self, meta: Meta, items: list[Item]) -> n.Kind:
        return replace(self._kind(meta, items), most=expressions(items)[-1])

    def parts_of_tiles(self, meta: Meta, items: list[Item]) -> n.Kind:
        return replace(self._kind(meta, items), of=self.name_nodes(items)[-1])

    def part_word(self, meta: Meta, items: list[Item]) -> Mark:
        return self.table_word(meta, items)

    def dimension(self, meta: Meta, items: list[Item]) -> n.Dimension:
        found = expressions(items)
        return n.Dimension(self.at(meta), names(items)[0], found[0] if found else None)

    on_grid = _board("grid")
    on_rhombus = _board("rhombus")
    on_hexagon = _board("hexagon")
    on_triangle = _board("triangle")
    at_corners = _board("corners")
    along_edges = _board("edges")

    def _kind(self, meta: Meta, items: list[Item], members: tuple[n.Name, ...] = (), file: str | None = None) -> n.Kind:
        name = tokens(items, "NAME")[0]
        columns = mark(items, "columns") or ()
        word, plural = mark(items, "table_word"), mark(items, "plural")
        board, design = maybe(items, n.Board), maybe(items, n.Design)
        at = self.at_token(name)
        return n.Kind(self.at(meta), word, str(name), plural, members, file, board, columns, at, design=design)

    def table_word(self, _meta: Meta, items: list[Item]) -> Mark:
        return Mark("table_word", str(items[0]))

    def plural(self, _meta: Meta, items: list[Item]) -> Mark:
        return Mark("plural", names(items)[0])

    def by_design(self, _meta: Meta, items: list[Item]) -> n.Design:
        name = tokens(items, "NAME")[0]
        return n.Design(self.at_token(name), str(name), mark(items, "plural"))

    def columns(self, _meta: Meta, items: list[Item]) -> Mark:
        return Mark("columns", tuple(all_of(items, n.Column)))

    def column(self, meta: Meta, items: list[Item]) -> n.Column:
        usually = expressions(items) if has(items, "USUALLY") else []
        return n.Column(self.at(meta), all_of(items, n.Head)[0], self._type(items), usually[0] if usually else None)

    def steps_column(self, meta: Meta, items: list[Item]) -> n.Column:
        return n.Column(self.at(meta), all_of(items, n.Head)[0], None)

    def head(self, _meta: Meta, items: list[Item]) -> n.Head:
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

    def optional_number_parameter(self, meta: Meta, items: list[Item]) -> n.Parameter:
        place = self.at(meta)
        return n.Parameter(place, n.OrNone(place, n.NumberType(place, None, None)), names(items)[0])

    def list_parameter(self, meta: Meta, items: list[Item]) -> n.Parameter:
        return n.Parameter(self.at(meta), n.ListType(self.at(meta), self._type(items)), names(items)[-1])

    def keep(self, meta: Meta, items: list[Item]) -> n.Keep:
        self.refuse_double(items)
        flags = {item.word for item in items if isinstance(item, Mark)}
        return n.Keep(
            self.at(meta), all_of(items, n.Head)[0], self._type(items), mark(items, "starts_at"),
            tuple(all_of(items, n.SeenBy)), mark(items, "refilled_from"), mark(items, "reshuffled_from"),
            "in_force" in flags, "stacked" in flags, "count_hidden" in flags,
            "not_shown" in flags, "absence_seen" in flags, mark(items, "shown_as"), by_arrival=bool(mark(items, "in_force")),
        )  # fmt: skip

    def starts_at(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("starts_at", expressions(items)[0], self.at(meta))

    def seen_by(self, meta: Meta, items: list[Item]) -> n.SeenBy:
        *viewers, last = expressions(items)
        if not has(items, "WHEN"):
            return n.SeenBy(self.at(meta), (*viewers, last), None)
        return n.SeenBy(self.at(meta), tuple(viewers), last)

    def refilled_from(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("refilled_from", self.name_nodes(items)[0], self.at(meta))

    def reshuffled_from(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("reshuffled_from", self.name_nodes(items)[0], self.at(meta))

    def in_force(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("in_force", has(items, "IN_ORDER_OF_ARRIVAL"), self.at(meta))

    def stacked(self, meta: Meta, _items: list[Item]) -> Mark:
        return Mark("stacked", True, self.at(meta))

    def count_hidden(self, meta: Meta, _items: list[Item]) -> Mark:
        return Mark("count_hidden", True, self.at(meta))

    def not_shown(self, meta: Meta, _items: list[Item]) -> Mark:
        return Mark("not_shown", True, self.at(meta))

    def absence_seen(self, meta: Meta, _items: list[Item]) -> Mark:
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

    def option_names(self, _meta: Meta, items: list[Item]) -> Mark:
        return Mark("values", self.name_nodes(items))

    def option_yes_or_no(self, _meta: Meta, _items: list[Item]) -> Mark:
        return Mark("values", ())

    def option_range(self, _meta: Meta, items: list[Item]) -> Mark:
        return Mark("values", tuple(item.value for item in items if isinstance(item, Mark)))

    # ---- laws
    def let(self, meta: Meta, items: list[Item]) -> n.Let:
        names_in_it, cases = mark(items, "cases")
        shown_as, when_asked = _shown(items)
        return n.Let(
            self.at(meta), all_of(items, n.Head)[0], cases, None, shown_as, when_asked, names_in_it,
            for_bots=mark(items, "for_bots"), limit=mark(items, "limit"),
        )  # fmt: skip

    def limit(self, meta: Meta, items: list[Item]) -> Mark:
        (number,) = tokens(items, "INT")
        return Mark("limit", n.Number(self.at(meta), self.whole(number)), self.at(meta))

    def for_bots(self, meta: Meta, _items: list[Item]) -> Mark:
        return Mark("for_bots", True, self.at(meta))

    def plain_formula(self, _meta: Meta, items: list[Item]) -> Mark:
        value = expressions(items)[0]
        return Mark("cases", (tuple(all_of(items, n.LetHere)), (n.Case(value.span, value, None),)))

    def cases(self, _meta: Meta, items: list[Item]) -> Mark:
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

    def hook_word(self, _meta: Meta, items: list[Item]) -> Mark:
        words = " ".join(str(items[0]).split())
        return Mark("hook_word", words.removesuffix(" choosing"))  # what is chosen is a name like others

    def target(self, meta: Meta, items: list[Item]) -> n.Target:
        found = names(items)
        return n.Target(self.at(meta), found[0], found[1] if len(found) > 1 else None)

    def card_target(self, meta: Meta, items: list[Item]) -> n.Target:
        card, column = names(items)
        return n.Target(self.at(meta), column, None, card)

    def removal(self, meta: Meta, items: list[Item]) -> n.Removal:
        return n.Removal(self.at(meta), all_of(items, n.Target)[0])

    def needs_removal(self, meta: Meta, items: list[Item]) -> n.NeedsRemoval:
        inside = self.name_nodes(items)
        return n.NeedsRemoval(self.at(meta), self.reason(items), inside[0] if inside else None)

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

    def change_range(self, meta: Meta, items: list[Item]) -> n.ChangeRange:
        low, high, *was = expressions(items)
        return n.ChangeRange(self.at(meta), all_of(items, n.Head)[0], (low, high), tuple(was))

    def change_sight(self, meta: Meta, items: list[Item]) -> n.ChangeSight:
        return n.ChangeSight(self.at(meta), all_of(items, n.Head)[0], tuple(all_of(items, n.SeenBy)))

    def change_cell(self, meta: Meta, items: list[Item]) -> n.ChangeCell:
        value = expressions(items)[0]
        cases, head = (n.Case(value.span, value, None),), all_of(items, n.Head)[0]
        return n.ChangeCell(self.at(meta), names(items)[0], head, cases, mark(items, "was"), mark(items, "when"))

    def change_cell_cases(self, meta: Meta, items: list[Item]) -> n.ChangeCell:
        cases = tuple(all_of(items, n.Case))
        return n.ChangeCell(self.at(meta), names(items)[0], all_of(items, n.Head)[0], cases, None, None)

    def was(self, _meta: Meta, items: list[Item]) -> Mark:
        return Mark("was", expressions(items)[0])

    def condition(self, _meta: Meta, items: list[Item]) -> Mark:
        return Mark("when", expressions(items)[0])

    # ---- variants and mechanics
    def variant(self, meta: Meta, items: list[Item]) -> n.Variant:
        relations = tuple(all_of(items, n.Relation))
        inside = declarations(items)
        return n.Variant(self.at(meta), names(items)[0], self.maybe_text(items), relations, inside)

    def requires(self, meta: Meta, items: list[Item]) -> n.Relation:
        return n.Relation(self.at(meta), str(items[0]), self.name_nodes(items))

    excludes = requires
    extends = requires
    includes = requires

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

    def next_to(self, _meta: Meta, items: list[Item]) -> Mark:
        return Mark("next_to", (str(items[0]), self.name_nodes(items)[0]))

    def mechanic(self, meta: Meta, items: list[Item]) -> n.Mechanic:
        inside = declarations(items)
        return n.Mechanic(self.at(meta), all_of(items, n.Head)[0], self.maybe_text(items), inside)

    def blank(self, meta: Meta, items: list[Item]) -> n.Blank:
        found = expressions(items)
        return n.Blank(self.at(meta), all_of(items, n.Head)[0], self._type(items), found[0] if found else None, None)

    def kind_blank(self, meta: Meta, items: list[Item]) -> n.Blank:
        return n.Blank(self.at(meta), all_of(items, n.Head)[0], None, None, None, mark(items, "table_word"))

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

    def procedure_word(self, _meta: Meta, items: list[Item]) -> Mark:
        return Mark("procedure_word", str(items[0]))

    def action(self, meta: Meta, items: list[Item]) -> n.Action:
        head, keeps = all_of(items, n.Head)[0], tuple(all_of(items, n.Keep))
        between = any(getattr(item, "type", "") == "BETWEEN_DECISIONS" for item in items)
        title = self.maybe_text(items)
        return n.Action(self.at(meta), mark(items, "free"), head, title, keeps, statements(items), between)

    def action_word(self, _meta: Meta, items: list[Item]) -> Mark:
        return Mark("free", items[0].type == "FREE_ACTION")
