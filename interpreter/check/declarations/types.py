"""Resolve the types written in declarations, and the parameters in brackets.

In: type nodes and heads. Out: types and variables; a kind that does not exist is reported. Layer: check.
"""

from __future__ import annotations

from functools import partial

from interpreter.check.check_state import Checker
from interpreter.check.declarations.designs import cards_of
from interpreter.check.expressions.phrasing import quoted
from interpreter.ir import rulebook as rb
from interpreter.ir.types import (
    NUMBER,
    PLAYER,
    YES_NO,
    Grid,
    ListOf,
    Maybe,
    Number,
    Of,
    Shape,
    Spot,
    Type,
    Unknown,
    Words,
    Zone,
)
from interpreter.source import Help, did_you_mean
from interpreter.source.fixes import declared_above, one_of, pattern_instead, to_write
from interpreter.syntax import nodes as n

LONGEST_ROW = 1000
PLAIN_TYPES = ("number", "text", "list", "pile", "grid", "shape", "spot")


def type_of(checker: Checker, node: n.TypeNode) -> Type:
    match node:
        case n.NumberType():
            return _range(checker, node)
        case n.YesNoType():
            return YES_NO
        case n.TextType():
            return Words()
        case n.SpotType():
            return Spot()
        case n.ShapeType():
            return Shape()
        case n.OrNone(inner=inner):
            return Maybe(type_of(checker, inner))
        case n.ListType(inner=inner):
            return ListOf(type_of(checker, inner))
        case n.PileType(kind=kind):
            cards = _card_kind(checker, node, kind)
            return Zone(cards) if cards is not None else Unknown()
        case n.RowType(kind=kind, size=size):
            if not 1 <= size <= LONGEST_ROW:
                message = f"a row has 1 to {LONGEST_ROW} slots, not {size}"
                checker.reporter.error(
                    "R0314",
                    node.span.word(str(size)),
                    message,
                    Help(
                        "for any number of cards write: pile of",
                        partial(pattern_instead, rf"\brow of {size}\b", "pile of"),
                    ),
                )
                size = 1
            cards = _card_kind(checker, node, kind)
            return Zone(cards, size) if cards is not None else Unknown()
        case n.GridType(kind=kind, on=on):
            cards = _card_kind(checker, node, kind)
            places = _places_of_board(checker, node, on) if on is not None else None
            return Grid(cards, places) if cards is not None and (on is None or places) else Unknown()
        case _:
            return _kind_type(checker, node, node.name)


def _range(checker: Checker, node: n.NumberType) -> Number:
    low, high = _end_of_range(checker, node.low), _end_of_range(checker, node.high)
    if low is not None and high is not None and low > high:
        message = f"{low} to {high} is empty, because {low} is more than {high}"
        checker.reporter.error(
            "R0314",
            node.span,
            message,
            Help(
                "write the smaller number first",
                partial(pattern_instead, rf"\b{low} to {high}\b", f"{high} to {low}", is_safe=True),
            ),
        )
    return Number(low, high) if low is not None and high is not None else NUMBER


def _end_of_range(checker: Checker, node: int | n.Expression | None) -> int | None:
    """Evaluate the end of a range.

    A number, or a constant known before the game begins."""
    if node is None or isinstance(node, int):
        return node
    found = checker.known.number(node)
    if found is None:
        words = quoted(node.span)
        message = f'"{words}" is not a number that is known before the game begins' if words else (
            "this is not a number that is known before the game begins")  # fmt: skip
        help = "name a number, an option, or a let calculated from them; what changes in play is for needs or always"
        checker.reporter.error("R0314", node.span, message, help)
    return found


def _kind_type(checker: Checker, node: n.TypeNode, name: str) -> Type:
    if name in checker.kinds:
        return Of(name)
    if name in checker.options and checker.options[name].shape == "names":
        return checker.options[name].type
    if name == "spot":
        return Spot()  # `let fits(tile, spot)`: as a parameter it is read like a kind
    known = [kind.name for kind in checker.kinds.values() if kind.word != "option"]
    help = did_you_mean(name, [*known, *PLAIN_TYPES]) or Help(
        f"declare it: kind {name} is one, other", partial(declared_above, f"kind {name} is one, other")
    )
    checker.reporter.error("R0203", node.span.word(name), f'there is no kind of thing called "{name}"', help)
    return Unknown()


def _card_kind(checker: Checker, node: n.TypeNode, name: str) -> str | None:
    """Return the name of a kind of cards; None, with an error, if it is none."""
    name = checker.plurals.get(name, name)
    kind = checker.kinds.get(name)
    if kind is None or kind.word != "cards":
        cards = [other.name for other in checker.kinds.values() if other.word == "cards"]
        message = (
            f'there are no cards called "{name}"'
            if kind is None
            else f'only cards go in piles, and "{name}" is not a card'
        )
        copies = cards_of(kind) if kind is not None else None
        help: str | Help = f'declare them: cards {name} from "cards/{name}.yaml"'
        if copies is not None:  # a design is what is printed; only its copies can be moved
            help = to_write(
                f"pile of {copies}", start=f"a {name} is what its {checker.kinds[copies].plural} are copies of: write "
            )
        elif kind is not None:
            help = one_of("cards are: ", cards) if cards else help
        help = did_you_mean(name, cards) or help
        checker.reporter.error("R0203", node.span.word(name), message, help)
        return None
    return name


def _places_of_board(checker: Checker, node: n.TypeNode, name: str) -> str | None:
    """Return the kind of the places on which tiles lie.

    None, with an error, if they are not on a board."""
    kind = checker.kinds.get(checker.plurals.get(name, name))
    if kind is not None and kind.board is not None:
        return kind.name
    boards = [other.plural for other in checker.kinds.values() if other.board is not None]
    help = did_you_mean(name, boards) or (
        "write `pile of` for each place: keep token(town): pile of ..." if kind is not None
        else f"declare them: places {name.removesuffix('s')} on a grid 8 by 8"
    )  # fmt: skip
    message = f'tiles are laid on the places of a board, and "{name}" is not a board'
    checker.reporter.error("R0203", node.span.word(name), message, help)
    return None


def parameters_of(checker: Checker, head: n.Head) -> tuple[rb.Variable, ...]:
    found: list[rb.Variable] = []
    for parameter in head.parameters:
        if any(parameter.name == other.name for other in found):
            message = f'"{parameter.name}" is in the brackets twice, so they cannot be told apart'
            both = f"{parameter.name} giver, {parameter.name} taker"
            help = Help(
                f"name them: {both}", partial(pattern_instead, rf"\b{parameter.name}, {parameter.name}\b", both)
            )
            checker.reporter.error("R0204", parameter.span, message, help)
        found.append(rb.Variable(parameter.name, type_of(checker, parameter.type)))
        if checker.recorder is not None:
            kind = parameter.name if parameter.span.text == parameter.name else None
            checker.recorder.bound(found[-1], parameter.span, kind)
    return tuple(found)


def member_count(checker: Checker, type_: Type) -> int:
    """Return the number of members of a kind."""
    if not isinstance(type_, Of):
        return 1
    return checker.sources.player_limit if type_ == PLAYER else max(1, len(checker.kinds[type_.kind].members))
