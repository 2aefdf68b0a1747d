"""The comparisons of the language and what C does with each, in one table.

In: the operator of a comparison. Out: its mirror image, the same test in Python, and the helper in `prelude.h` that compares
many cells at a time. Layer: backends.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Operator:
    mirrored: str  # a < b is b > a
    test: Callable[[int, int], bool]  # the same for constants
    helper: str  # compares adjacent cells, as `helper_8` and `helper_16`
    complements: bool  # is the answer what the helper leaves out?

    @property
    def is_ordered(self) -> bool:
        return self.helper != "equal"


COMPARISONS = {
    "==": Operator("==", operator.eq, "equal", False),
    "!=": Operator("!=", operator.ne, "equal", True),
    "<": Operator(">", operator.lt, "below", False),
    ">": Operator("<", operator.gt, "above", False),
    "<=": Operator(">=", operator.le, "above", True),
    ">=": Operator("<=", operator.ge, "below", True),
}
