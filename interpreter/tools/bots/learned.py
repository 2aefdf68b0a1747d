"""The learned bot: it plays what `rulewright learn` found strongest for these rules.

In: a question and the bot's own seat. Out: the choice that its model thinks best on imagined tables. Layer: tools. It thinks in C
only. `learned` is what won when it was trained: one decision ahead, search with learned leaves, or plain search; `learned:8`
looks one decision ahead on eight imagined tables. In a small game with secrets it draws its answer, as often as regrets say.
`learned2` and `learned3` have learned the same rules apart from it: where they differ, it is style.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from interpreter.runtime.generator import seeded
from interpreter.runtime.imagined_tables import GREEDY, LEARNED, BotInC
from interpreter.tools.cli.output import wrong

from .luck import Luck

if TYPE_CHECKING:
    from interpreter import Choice, Game, Request, Seat

UNFORESEEN = BotInC(GREEDY, 6)  # plays on where a game with a mixture was begun in another way, as by a scenario


class LearnedBot:
    def __init__(self, seed: int, redeals: int = 0, style: int = 0) -> None:
        self._luck, self._redeals, self._style = Luck(seeded(seed)), redeals, style

    @property
    def word(self) -> int:
        """The state of its generator."""
        return self._luck.word

    @property
    def in_c(self) -> BotInC:
        """How C plays it, once the model of the game is put in."""
        return BotInC(LEARNED, self._redeals, self._style)

    def __call__(self, request: Request, seat: Seat) -> int | Choice:
        from interpreter.tools.learn.keeping import mixture_for, resolved
        from interpreter.tools.learn.mixing import known_by

        if len(request.choices) == 1:
            return request.choices[0]
        game = cast("Game", seat.rules)
        mixture = None if self._redeals else mixture_for(game, seat.seats)
        if mixture is not None:
            chances = mixture.chances.get(f"{seat.player}{known_by(seat, request)}/{len(request.choices)}")
            if chances is not None:
                return request.choices[self._drawn(chances)]
        (bot,) = resolved(game, seat.seats, (self.in_c,)) if mixture is None else (UNFORESEEN,)
        found = seat.decided_in_c(bot, self.word)
        if found is None:
            help = "use --engine auto or native and a C compiler, or choose another bot"
            raise wrong(
                "R0916", "a learned bot thinks in C only, and these rules or this question cannot be played there", help
            )
        number, self._luck.word = found
        return request.choices[number]

    def _drawn(self, chances: Sequence[float]) -> int:
        """Draw an answer by its chance."""
        luck = self._luck.random()
        for number, chance in enumerate(chances):
            luck -= chance
            if luck < 0:
                return number
        return max(range(len(chances)), key=chances.__getitem__)
