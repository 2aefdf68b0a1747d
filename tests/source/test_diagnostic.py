"""Diagnostics: the collected ones are in order, once each, and known to the catalogue."""

from __future__ import annotations

import re

import pytest

from interpreter.source import CODES, Diagnostic, Note, Problems, Reporter, Source, explain

A = Source("a.yaml", "one\ntwo\n")
B = Source("b.yaml", "one\n")


def test_diagnostics_are_sorted_by_place_and_kept_once() -> None:
    reporter = Reporter()
    reporter.error("R0401", B.at(1, 1), "fourth")
    reporter.error("R0401", A.at(2, 1), "third")
    reporter.warning("R0401", A.at(1, 3), "second")
    reporter.error("R0401", None, "first: it has no place")
    reporter.error("R0401", A.at(2, 1), "third")
    found = [diagnostic.message.split(":")[0] for diagnostic in reporter.diagnostics]
    assert found == ["first", "second", "third", "fourth"]


def test_warnings_alone_raise_nothing() -> None:
    reporter = Reporter()
    reporter.warning("R0401", A.at(1, 1), "hm", "look again", [Note("here")])
    assert not reporter.has_errors
    reporter.raise_if_errors()
    assert reporter.diagnostics[0].severity == "warning"


def test_problems_carry_everything_and_read_as_headlines() -> None:
    reporter = Reporter()
    reporter.warning("R0402", A.at(2, 1), "odd")
    reporter.error("R0401", A.at(1, 1), "wrong")
    with pytest.raises(Problems) as caught:
        reporter.raise_if_errors()
    assert str(caught.value) == "a.yaml:1:1: error[R0401]: wrong\na.yaml:2:1: warning[R0402]: odd"
    other = Reporter()
    other.extend(caught.value)
    assert other.diagnostics == reporter.diagnostics


def test_a_code_that_nobody_explains_is_our_own_mistake() -> None:
    with pytest.raises(AssertionError, match="R9999"):
        Reporter().error("R9999", None, "what?")
    with pytest.raises(AssertionError):
        Diagnostic("", "what?")


def test_every_code_has_a_complete_page() -> None:
    for code, entry in CODES.items():
        assert re.fullmatch(r"R[01][0-9]{3}", code)
        assert entry.code == code
        assert all((entry.title, entry.meaning, entry.wrong, entry.right))
        assert entry.wrong != entry.right
        assert entry.meaning.endswith(".")
        assert not entry.title.endswith(".")


def test_codes_are_explained_in_any_case() -> None:
    assert explain(" r0402 ") is CODES["R0402"]
    assert explain("R9999") is None
