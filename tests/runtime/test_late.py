"""Functions of generated code that are compiled with their first call: the same results, at the same lines."""

from __future__ import annotations

import traceback
from typing import Any

import pytest

from interpreter.runtime.faults import Fault
from interpreter.runtime.lazy_compile import LateModule

TEXT = """\
NUMBERS = (1, 2, 3)
def half(n):
    return [n // 2 for n in [n]][0]

def fails(n):
    a = n

    return [a / one for one in (1, 0)]

TABLE = (half, fails)
def both(n):
    return half(n), half(n + 2)
"""


def linked(module: LateModule) -> dict[str, Any]:
    names: dict[str, Any] = {}
    module.bind(names)
    return names


def test_tables_are_there_at_once_and_functions_when_they_are_called() -> None:
    module = LateModule(TEXT, "<late>")
    names = linked(module)
    assert names["NUMBERS"] == (1, 2, 3)
    assert not module._compiled
    assert names["TABLE"][0](9) == 4
    assert list(module._compiled) == ["half"]
    assert names["both"](8) == (4, 5)


def test_two_tables_are_linked_with_the_same_code_and_have_names_of_their_own() -> None:
    module = LateModule("def told():\n    return WHO\n", "<late>")
    one, two = linked(module), linked(module)
    one["WHO"], two["WHO"] = "ann", "bob"
    assert (one["told"](), two["told"]()) == ("ann", "bob")


def test_what_goes_wrong_is_told_by_the_line_of_the_whole_text() -> None:
    with pytest.raises(ZeroDivisionError) as found:
        linked(LateModule(TEXT, "<late>"))["fails"](1)
    lines = [frame.lineno for frame in traceback.extract_tb(found.value.__traceback__) if frame.filename == "<late>"]
    wanted = TEXT.splitlines().index("    return [a / one for one in (1, 0)]") + 1
    assert lines
    assert set(lines) == {wanted}


def test_what_python_cannot_nest_is_a_fault_and_what_is_no_python_is_not() -> None:
    loops = "".join(" " * depth + "for _ in ():\n" for depth in range(1, 23)) + " " * 23 + "pass\n"
    with pytest.raises(Fault, match="nested too deeply"):
        linked(LateModule(f"def deep():\n{loops}", "<late>"))["deep"]()
    with pytest.raises(SyntaxError):
        linked(LateModule("def wrong():\n    return )\n", "<late>"))["wrong"]()
