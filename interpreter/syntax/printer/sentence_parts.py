"""Types, heads and other parts of sentences written back.

In: a part of a sentence. Out: its text, None if the node is something else. Layer: syntax.
"""

from __future__ import annotations

from interpreter.syntax import nodes as n
from interpreter.syntax.printer.expressions import (
    ATOM,
    EITHER,
    POSTFIX,
    SUM,
    called_text,
    expression_text,
    key_text,
    query_text,
    rotation,
    text_of,
)

POSITIONS = {"top": "on top", "bottom": "at the bottom", "random": "at random"}


def type_text(node: object) -> str | None:
    match node:
        case n.NumberType():
            return "number" if node.low is None else f"{_bound(node.low)} to {_bound(node.high)}"
        case n.YesNoType():
            return "yes or no"
        case n.TextType():
            return "text"
        case n.SpotType():
            return "spot"
        case n.ShapeType():
            return "shape"
        case n.KindType():
            return node.name
        case n.OrNone():
            return f"{type_text(node.inner)} or none"
        case n.ListType():
            return f"list of {type_text(node.inner)}"
        case n.PileType():
            return f"pile of {node.kind}"
        case n.RowType():
            return f"row of {node.size} {node.kind}"
        case n.GridType():
            return f"grid of {node.kind}" + (f" on {node.on}" if node.on is not None else "")
    return None


def _bound(node: int | n.Expression | None) -> str:
    if node is None or isinstance(node, int | n.Name):
        return node.name if isinstance(node, n.Name) else str(node)
    return f"({expression_text(node)})"


def head_text(node: n.Head) -> str:
    if not node.parameters:
        return node.name
    return f"{node.name}({', '.join(_parameter(parameter) for parameter in node.parameters)})"


def _parameter(node: n.Parameter) -> str:
    text = type_text(node.type)
    return node.name if text == node.name else f"{text} {node.name}"


def part_text(node: object) -> str | None:
    """A piece of a sentence that is no sentence of its own."""
    match node:
        case n.Head():
            return head_text(node)
        case n.Parameter():
            return _parameter(node)
        case n.Query():
            return query_text(node)
        case n.Rotation():
            return rotation(node)
        case n.SortKey():
            return key_text(node)
        case n.Resource() | n.Taken():
            return called_text(node)
        case n.Bounds():
            return bounds_text(node)
        case n.Duration():
            return duration_text(node)
        case n.SeenBy():
            return seen_by_text(node)
        case n.Target():
            return target_text(node)
        case n.Board():
            return board_text(node)
        case n.Dimension():
            return dimension_text(node)
    return None


def bounds_text(node: n.Bounds) -> str:
    if node.most is None:
        return "any"
    if node.least is None:
        return f"up to {expression_text(node.most, SUM)}"
    least, most = count_text(node.least), count_text(node.most)
    return least if least == most else f"{least} to {most}"


def count_text(node: n.Expression) -> str:
    return expression_text(node, ATOM) if isinstance(node, n.Number | n.Group) else f"({expression_text(node)})"


def duration_text(node: n.Duration) -> str:
    then = f"{expression_text(node.then, POSTFIX)}{position_text(node.position)}"
    return f"for {expression_text(node.count, SUM)} {node.unit}{optional_text('of', node.of, POSTFIX)} then to {then}"


def position_text(position: str | None) -> str:
    return f" {POSITIONS[position]}" if position else ""


def seen_by_text(node: n.SeenBy) -> str:
    return "seen by " + " and ".join(map(expression_text, node.names)) + optional_text("when", node.when)


def target_text(node: n.Target) -> str:
    if node.of:
        return f"{node.of}'s {node.name}"
    return f"{node.name} in {node.inside}" if node.inside else node.name


def optional_text(word: str, node: n.Expression | None, level: int = EITHER) -> str:
    """A part of a sentence that may be missing, with the word in front of it."""
    return f" {word} {expression_text(node, level)}" if node is not None else ""


def as_text(name: str | None) -> str:
    return f" as {name}" if name else ""


def title_text(text: n.Text | None) -> str:
    return f" {text_of(text)}" if text is not None else ""


def board_text(node: n.Board) -> str:
    sizes = [count_text(size) if not isinstance(size, n.Name) else size.name for size in node.sizes]
    borders = "" if node.borders else " without borders"
    match node.outline:
        case "corners":
            return f"at the corners of {node.of}"
        case "edges":
            return f"along the edges of {node.of}"
        case "grid":
            return f"on grid {' by '.join(sizes)}{' with diagonals' if node.diagonals else ''}{borders}"
        case "rhombus":
            return f"on a rhombus {' by '.join(sizes)}{borders}"
        case _:
            return f"on a {node.outline} of side {sizes[0]}"


def dimension_text(node: n.Dimension) -> str:
    return f"{node.name}{optional_text('in', node.members, SUM)}"
