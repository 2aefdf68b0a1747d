"""What is known to be there stays known until something that it speaks of is different."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.reading import read_game
from interpreter.source import Problems
from tests.support.frame import lay_out

RULES = """keep lit_by(industry): player or none
keep points_of(player): number
procedure act(player)
  let lamp = 1
  let lamp_post = theatre
  if lamp_post's lit_by is not none
    set {changed} to {value}
    raise points_of(lamp_post's lit_by) by lamp
"""


def checked(folder: Path, changed: str, value: str) -> None:
    rules = RULES.format(changed=changed, value=value)
    read_game(lay_out(folder, {"rules/zz.rules": rules}), [], {})


def test_a_name_that_begins_the_same_is_another_name(tmp_path: Path) -> None:
    """`lamp` is given another number: that says nothing about `lamp_post`."""
    checked(tmp_path, "lamp", "2")


@pytest.mark.parametrize(("changed", "value"), [("lamp_post", "theatre_2"), ("lit_by(theatre)", "none")])
def test_what_it_speaks_of_is_another_thing_now(changed: str, value: str, tmp_path: Path) -> None:
    with pytest.raises(Problems) as found:
        checked(tmp_path, changed, value)
    assert [one.code for one in found.value.diagnostics] == ["R0305"]
