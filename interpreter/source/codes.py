"""The catalogue of error codes: one Markdown page for each, with a wrong and a right example.

In: the pages in docs/codes. Out: `CODES` and `explain`. Layer: source. A page is read on demand; the file names tell which
codes exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from .bundled import codes_dir

PAGE = re.compile(
    r"# (?P<code>R\d{4}): (?P<title>.+)\n\n(?P<meaning>.+?)\n\n"
    r"Wrong:\n\n```\n(?P<wrong>.*?)\n```\n\nRight:\n\n```\n(?P<right>.*?)\n```\n",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class CodeEntry:
    """What a code means, with a minimal example and its correction."""

    code: str
    title: str
    meaning: str
    wrong: str
    right: str


class _Catalogue(Mapping[str, CodeEntry]):
    """All pages by code."""

    def __getitem__(self, code: str) -> CodeEntry:
        if code not in _codes():
            raise KeyError(code)
        return _page(code)

    def __contains__(self, code: object) -> bool:
        return code in _codes()

    def __iter__(self) -> Iterator[str]:
        return iter(_codes())

    def __len__(self) -> int:
        return len(_codes())


@cache
def _codes() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in codes_dir().glob("R*.md") if path.stem[1:].isdigit()))


@cache
def _page(code: str) -> CodeEntry:
    text = (codes_dir() / f"{code}.md").read_text(encoding="utf-8")
    found = PAGE.fullmatch(text)
    assert found, f"docs/codes/{code}.md does not have the form of a page"
    return CodeEntry(found["code"], found["title"], " ".join(found["meaning"].split()), found["wrong"], found["right"])


def explain(code: str) -> CodeEntry | None:
    """Look up the page about a code, in any case, with or without R and leading zeros.

    None if there is no such code."""
    digits = code.strip().upper().removeprefix("R")
    return CODES.get(f"R{digits:0>4}")


CODES: Mapping[str, CodeEntry] = _Catalogue()

__all__ = ["CODES", "CodeEntry", "explain"]
