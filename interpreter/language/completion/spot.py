"""The mark in an unfinished text, its context, and completion items.

In: nothing. Out: the mark, Spot and Item. Layer: language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from interpreter.ir.types import Type

MARK = "zz_here"
WORD = re.compile(r"[a-z][a-z0-9_]*$")


@dataclass(frozen=True, slots=True)
class Item:
    """`sort` as in a Meaning, or word; `fits`: whether it has the expected type."""

    name: str
    sort: str
    detail: str = ""
    fits: bool = False


@dataclass
class Spot:
    """The context of the mark."""

    node: Any = None
    variables: dict[str, Type] = field(default_factory=dict)
    want: Type | None = None
    owner: Type | None = None
