"""The names of what counts how often a rule has run.

In: the name of a rule. Out: the name of the number that is kept for it. Layer: check.
"""

from __future__ import annotations

from dataclasses import dataclass

HOW_OFTEN = "how_often"


@dataclass(frozen=True)
class Asked:
    """A rule that is asked about: for all together, or for each player."""

    rule: str
    by_player: bool

    @property
    def kept(self) -> str:
        return f"times_{self.rule}" + "_by" * self.by_player
