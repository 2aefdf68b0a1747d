"""Cards changed in one fact are noticed: a sample in make test, every place of every card in make test-all.

What is asked of each game here is a little less than what docs/card-texts.md reports, so that another sample passes, too.
"""

from __future__ import annotations

import pytest

from tests.check.wording.measure import measure
from tests.check.wording.seeds import SIDES
from tests.check.wording.shared import GAMES
from tests.support.sampling import EVERYTHING, SEED

SHARE = 1.0 if EVERYTHING else 0.08  # of the cards
LEAST = {"text": 92, "rules": 88} if EVERYTHING else {"text": 75, "rules": 70}  # percent of all changes
FEW = 10  # changes say nothing about a share


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_fact_is_noticed(game: str) -> None:
    found = measure(game, share=SHARE, seed=SEED)
    assert found.alarms == []
    for side in SIDES:
        tried = sum(times for (one, _), times in found.tried.items() if one == side)
        rate = found.rate(side)
        if tried >= FEW and rate is not None:
            assert rate >= LEAST[side], [(name, one.change) for name, one in found.missed if one.side == side]
