"""The mark in a text that is being written, what is known there, and what is offered.

In: nothing. Out: the mark, Spot and Item. Layer: language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from interpreter.types import Type

MARK = "zz_here"
WORD = re.compile(r"[a-z][a-z0-9_]*$")


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
