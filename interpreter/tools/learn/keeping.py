"""Where learned bots are kept: in the user's cache, by the fingerprint of the rules and the number of seats.

In: a game and its seats. Out: what was learned for exactly these rules, a model or a mixture of answers, or R0916. Layer: tools.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from interpreter.runtime.imagined_tables import LEARNED, LEARNED_TREE, BotInC
from interpreter.source.user_cache import keep, kept
from interpreter.tools.cli.output import wrong
from interpreter.tools.learn.inputs import VERSION, Inputs, inputs_of
from interpreter.tools.learn.mixing import Mixture, mixture_from
from interpreter.tools.learn.model import Model, UnfitError, model_from

if TYPE_CHECKING:
    from interpreter import Game

STYLES = 3  # models of the same rules that are kept, learned apart from each other
_MODELS: WeakKeyDictionary[Game, dict[tuple[int, int], Model]] = (
    WeakKeyDictionary()
)  # a model lives as long as its game
_MIXTURES: WeakKeyDictionary[Game, Mixture | None] = WeakKeyDictionary()
_INPUTS: WeakKeyDictionary[Game, Inputs] = WeakKeyDictionary()


def file_of(game: Game, seats: int, style: int = 0) -> str:
    """Name its file; what another version learned has another name, so that it counts as not learned."""
    return f"{game.fingerprint}.{seats}.{VERSION}.learned{style + 1 if style else ''}"


def inputs_for(game: Game) -> Inputs:
    if game not in _INPUTS:
        _INPUTS[game] = inputs_of(game.native(bots=True))
    return _INPUTS[game]


def mixed_file_of(game: Game) -> str:
    return f"{game.fingerprint}.2.mixed"


def keep_mixture(game: Game, mixture: Mixture) -> bytes:
    """Keep it for all commands; return it as a file."""
    text = (json.dumps(mixture.as_data()) + "\n").encode()
    keep(mixed_file_of(game), text)
    _MIXTURES.pop(game, None)
    return text


def mixture_for(game: Game, seats: int) -> Mixture | None:
    """Return how a bot mixes its answers in these rules; None if they are not of that kind, or nothing was learned."""
    if seats != 2:
        return None
    if game not in _MIXTURES:
        text = kept(mixed_file_of(game))
        try:
            _MIXTURES[game] = None if text is None else mixture_from(text)
        except UnfitError:
            _MIXTURES[game] = None
    return _MIXTURES[game]


def keep_model(game: Game, seats: int, model: Model, style: int = 0) -> bytes:
    """Keep it for all commands; return it as a file."""
    text = (json.dumps(model.as_data(), indent=1) + "\n").encode()
    keep(file_of(game, seats, style), text)
    _MODELS.get(game, {}).pop((seats, style), None)
    return text


def has_learned(game: Game, seats: int, style: int = 0) -> bool:
    """Whether a bot has learned these rules, and can play them here."""
    if mixture_for(game, seats) is not None:
        return style == 0
    return kept(file_of(game, seats, style)) is not None and not game.runs_in_python_because


def model_for(game: Game, seats: int, style: int = 0) -> Model:
    """Return what was learned for these rules. Raises R0916 if nothing was, or if it is damaged."""
    known = _MODELS.setdefault(game, {})
    if (seats, style) not in known:
        text = kept(file_of(game, seats, style))
        more = f" --models {style + 1}" if style else ""
        rules = "".join(f" --variant {variant}" for variant in game.chosen)
        with_options = ", with the same options" if any(one.value != one.default for one in game.options) else ""
        people = next((one for one in game.player_counts if one + len(game.automas(one)) == seats), seats)
        help = f"learn first: rulewright learn {game.name}{rules} --players {people}{more}{with_options}"
        if text is None:
            raise wrong("R0916", f"no bot has learned {game.title} with these rules and {seats} seats yet", help)
        try:
            known[seats, style] = model_from(text, inputs_for(game))
        except UnfitError as error:
            raise wrong("R0916", f"what was learned of {game.title} cannot be used: {error}", help) from None
    return known[seats, style]


def resolved(game: Game, seats: int, bots: tuple[BotInC, ...]) -> tuple[BotInC, ...]:
    """Put the model where a bot plays what was learned; until then a bot says which style it has."""
    return tuple(
        model_for(game, seats, bot.model).played(None if not bot.amount else bot)
        if bot.sort in (LEARNED, LEARNED_TREE)
        else bot
        for bot in bots
    )
