"""Parse --bot and --seats.

In: the words as typed. Out: names of bots, or R0902 with the nearest name. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.source import did_you_mean
from interpreter.tools.cli.output import clip, wrong


def bot_words(bot: str | None, seats: str | None) -> tuple[str, ...]:
    """Return a word for every seat (--seats), or one for all (--bot)."""
    if bot is not None and seats is not None:
        raise wrong("R0908", "--bot and --seats do not go together: --bot is for all seats, --seats names each")
    if seats is not None:
        return seat_words(seats)
    word = (bot or "random").strip().casefold()
    _check(word, (), f'there is no bot "{clip(word)}"')
    return (word,)


def seat_words(seats: str, people: Sequence[str] = ()) -> tuple[str, ...]:
    """Parse --seats. Raises R0902 for an unknown word."""
    words = tuple(word.strip().casefold() for word in seats.split(","))
    for word in words:
        _check(word, people, f'nobody is called "{clip(word)}"')
    return words


def _check(word: str, people: Sequence[str], message: str) -> None:
    from interpreter.tools.bots import AUTOMA, BOTS, HELP, bot_of

    if word not in (*people, AUTOMA) and bot_of(word) is None:
        known = ", ".join([*people, HELP])
        raise wrong("R0902", message, did_you_mean(word, [*people, *BOTS]) or f"a seat is taken by one of {known}")
