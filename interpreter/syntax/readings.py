"""What was read of a text.

In: nothing. Out: the record of a reading, which parsers make and the cache keeps. Layer: syntax.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.source import Diagnostic
from interpreter.syntax import nodes as n


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says: its nodes and citations.

    What is wrong with it, and the texts that are lost by that."""

    value: Any
    citations: tuple[n.Citation, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    lost: tuple[str, ...] = ()
