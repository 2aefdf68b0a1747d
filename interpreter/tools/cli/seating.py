"""Who sits where, from the words of --bot and --seats.

In: the words as they were typed. Out: names of bots, or R0902 with the nearest name. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.source import did_you_mean

from .speech import clip, wrong


def bot_words(bot: str | None, seats: str | None) -> tuple[str, ...]:
    """One word for every seat (--seats), or one for all (--bot)."""
    from interpreter.tools.bots import BOTS

    if bot is not None and seats is not None:
        raise wrong("R0908", "--bot and --seats do not go together: --bot is for all seats, --seats names each")
    if seats is not None:
        return seat_words(seats, tuple(BOTS))
    word = (bot or "random").strip().casefold()
    if word not in BOTS:
        help = did_you_mean(word, BOTS) or f"the bots are {', '.join(BOTS)}"
        raise wrong("R0902", f'there is no bot "{clip(word)}"', help)
    return (word,)


def seat_words(seats: str, known: Sequence[str]) -> tuple[str, ...]:
    """The words of --seats. R0902 when one of them is nobody."""
    from interpreter.tools.bots import AUTOMA

    words = tuple(word.strip().casefold() for word in seats.split(","))
    for word in words:
        if word not in (*known, AUTOMA):
            help = did_you_mean(word, known) or f"a seat is taken by one of {', '.join(known)}"
            raise wrong("R0902", f'nobody is called "{clip(word)}"', help)
    return words
