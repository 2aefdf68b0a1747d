"""A law about a way of a procedure that another law wraps as a whole."""

from __future__ import annotations

from pathlib import Path

from tests.check.frame import findings, lay_out

RULES = """\
procedure walk(player)
  player chooses
    to hurry
      raise pot by 1
    to wait
      stop
  raise pot by 1
after walk
  raise pot by 5
"""
VARIANT = 'variant slow\n  before hurry\n    needs pot is 0 because "not twice"\n'


def test_the_way_is_found_although_its_procedure_is_wrapped(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, {"rules/zz.rules": RULES, "variants/slow.rules": VARIANT})
    assert [found.message for found in findings(folder, ["slow"]) if found.severity == "error"] == []
