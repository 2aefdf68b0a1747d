"""The catalogue of codes: what each `R....` means, with a wrong and a right example.

In: one module per hundred-block, each with a tuple `ENTRIES`. Out: `CODES` and `explain`. Layer: source.
To add a code, add an entry to its block's module; nothing else has to be told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from . import (
    r00_files,
    r01_syntax,
    r02_names,
    r03_types,
    r04_data,
    r05_maps,
    r06_variants,
    r07_scenarios,
    r08_playing,
    r09_command_line,
    r10_secrets,
    r11_card_texts,
)
from .entry import CodeEntry

BLOCKS: Mapping[str, tuple[CodeEntry, ...]] = {
    "R00": r00_files.ENTRIES,
    "R01": r01_syntax.ENTRIES,
    "R02": r02_names.ENTRIES,
    "R03": r03_types.ENTRIES,
    "R04": r04_data.ENTRIES,
    "R05": r05_maps.ENTRIES,
    "R06": r06_variants.ENTRIES,
    "R07": r07_scenarios.ENTRIES,
    "R08": r08_playing.ENTRIES,
    "R09": r09_command_line.ENTRIES,
    "R10": r10_secrets.ENTRIES,
    "R11": r11_card_texts.ENTRIES,
}


def explain(code: str) -> CodeEntry | None:
    """The page about a code, in whatever case it is typed, also without R or zeros; None when there is no such code."""
    digits = code.strip().upper().removeprefix("R")
    return CODES.get(f"R{digits:0>4}")


def _catalogue(blocks: Mapping[str, Iterable[CodeEntry]]) -> Mapping[str, CodeEntry]:
    catalogue: dict[str, CodeEntry] = {}
    for block, entries in blocks.items():
        for entry in entries:
            assert entry.code.startswith(block), f"{entry.code} does not belong to block {block}"
            assert entry.code not in catalogue, f"{entry.code} is explained twice"
            catalogue[entry.code] = entry
    return MappingProxyType(catalogue)


CODES: Mapping[str, CodeEntry] = _catalogue(BLOCKS)

__all__ = ["CODES", "CodeEntry", "explain"]
