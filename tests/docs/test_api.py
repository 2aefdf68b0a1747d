"""The public API as `interpreter/README.md` shows it: every example is run, and no public name is left out."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import interpreter
from interpreter import Choice, Event, Game, Refusal, Request, Result, State
from interpreter.runtime import Inspection

PAGE = Path(interpreter.__file__).parent / "README.md"
# What tools share with the engine; it is not for those who play.
INSIDE_GAME = {"begin", "begin_at", "frame", "fresh_position", "table"}
INSIDE = {"hold", "is_put_by", "masked", "masked_deed"}


def test_every_example() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted >= 45
    assert found.failed == 0


def public(kind: type, inside: set[str]) -> list[str]:
    return sorted(name for name in dir(kind) if not name.startswith("_") and name not in inside | INSIDE)


NAMES = [
    *interpreter.__all__,
    *public(State, set()),
    *public(Inspection, {"game", "moments"}),
    *public(Game, INSIDE_GAME),
    *public(Request, {"is_range", "labels", "options"}),
    *(name for kind in (Choice, Refusal, Event, Result) for name in public(kind, set())),
]


@pytest.mark.parametrize("name", sorted(set(NAMES)))
def test_every_public_name_is_shown(name: str) -> None:
    assert re.search(rf"\b{name}\b", PAGE.read_text(encoding="utf-8"))


def test_every_public_name_is_either_stable_or_provisional() -> None:
    page = PAGE.read_text(encoding="utf-8")
    promised = page[page.index("**Stable**") : page.index("**Provisional**")]
    open_ones = page[page.index("**Provisional**") : page.index("So is\neverything")]
    found = [re.findall(r"`(\w+)`", part) for part in (promised, open_ones)]
    assert sorted(found[0] + found[1]) == sorted(interpreter.__all__)
    assert len(interpreter.__all__) <= 45
