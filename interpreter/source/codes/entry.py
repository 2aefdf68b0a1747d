"""One page of the catalogue of codes. In: nothing. Out: the class CodeEntry. Layer: source."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CodeEntry:
    """What a code means, with the smallest example that brings it and the same example put right."""

    code: str
    title: str
    meaning: str
    wrong: str
    right: str
