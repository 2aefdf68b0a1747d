"""The learned bot: it plays what `rulewright learn` found strongest for these rules.

In: a question and the bot's own seat. Out: the choice that its model thinks best on imagined tables. Layer: tools. It thinks in C
only. `learned` is what won when it was trained: one decision ahead, search with learned leaves, or plain search; `learned:8`
looks one decision ahead on eight imagined tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from interpreter.runtime.generator import seeded
from interpreter.runtime.imagined_tables import LEARNED, BotInC
from interpreter.tools.cli.output import wrong

from .luck import Luck

if TYPE_CHECKING:
    from interpreter import Choice, Game, Request, Seat


class LearnedBot:
    def __init__(self, seed: int, redeals: int = 0) -> None:
        self._luck, self._redeals = Luck(seeded(seed)), redeals

    @property
    def word(self) -> int:
        """The state of its generator."""
        return self._luck.word

    @property
    def in_c(self) -> BotInC:
        """How C plays it, once the model of the game is put in."""
        return BotInC(LEARNED, self._redeals)

    def __call__(self, request: Request, seat: Seat) -> int | Choice:
        from interpreter.tools.learn.keeping import resolved

        if len(request.choices) == 1:
            return request.choices[0]
        game = cast("Game", seat.rules)
        (bot,) = resolved(game, seat.seats, (self.in_c,))
        found = seat.decided_in_c(bot, self.word)
        if found is None:
            help = "use --engine auto or native and a C compiler, or choose another bot"
            raise wrong(
                "R0916", "a learned bot thinks in C only, and these rules or this question cannot be played there", help
            )
        number, self._luck.word = found
        return request.choices[number]
