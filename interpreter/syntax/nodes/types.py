"""Types as they are written: of values, columns and parameters.

In: the nodes of expressions. Out: node classes. Layer: syntax.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.syntax.nodes.expressions import Expression, Node


@dataclass(frozen=True, slots=True)
class NumberType(Node):
    """`number`, or a range whose ends are constants or numbers."""

    low: int | Expression | None
    high: int | Expression | None


@dataclass(frozen=True, slots=True)
class YesNoType(Node):
    pass


@dataclass(frozen=True, slots=True)
class TextType(Node):
    pass


@dataclass(frozen=True, slots=True)
class SpotType(Node):
    pass


@dataclass(frozen=True, slots=True)
class ShapeType(Node):
    pass


@dataclass(frozen=True, slots=True)
class KindType(Node):
    name: str


@dataclass(frozen=True, slots=True)
class OrNone(Node):
    inner: TypeNode


@dataclass(frozen=True, slots=True)
class ListType(Node):
    inner: TypeNode


@dataclass(frozen=True, slots=True)
class PileType(Node):
    kind: str


@dataclass(frozen=True, slots=True)
class RowType(Node):
    size: int
    kind: str


@dataclass(frozen=True, slots=True)
class GridType(Node):
    kind: str
    on: str | None = None  # the plural of the places that it lies on; None: it is without end


TypeNode = (
    NumberType | YesNoType | TextType | SpotType | ShapeType | KindType | OrNone | ListType | PileType | RowType
    | GridType
)  # fmt: skip
