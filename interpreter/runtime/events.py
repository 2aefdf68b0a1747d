"""Events: what happened, and who may know it.

In: what generated code reports. Out: entries of the state's log. Layer: runtime. An event has a full text for its audience
(None: everyone) and, where something hidden is involved, a shorter one for everybody else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    kind: str
    text: str
    audience: tuple[int, ...] | None = None
    masked: str = ""  # what the others learn; empty: nothing

    def told_to(self, player: int | None) -> str:
        """The text for a player (None: a spectator); empty if it is not for them."""
        if self.audience is None or (player is not None and player in self.audience):
            return self.text
        return self.masked


def tell(s: Any, text: str, audience: Any) -> None:
    s.tell("announce", text, _audience(audience))


def tell_shown(s: Any, what: str, audience: Any) -> None:
    s.tell("show", f"{what} is shown", _audience(audience))


def _audience(audience: Any) -> tuple[int, ...] | None:
    if audience is None:
        return None
    return tuple(audience) if isinstance(audience, list | tuple | range) else (audience,)


def so_many(s: Any, amount: int, keep: str) -> str:
    """`3 points`, `1 point`, `5 money`; in the word that people have for it, if the rules say one."""
    name = s.code.keep_by_name[keep][13] or spoken(keep)
    if amount == 1 and name.endswith("s") and not name.endswith("ss"):
        name = name[:-3] + "y" if name.endswith("ies") else name[:-1]
    return f"{amount} {name}"


def tell_gain(s: Any, keep: str, keys: tuple[int, ...], amount: int) -> None:
    if amount == 0:
        return
    owner = s.key_title(keep, 0, keys[0]) if keys else "the table"
    verb = "gains" if amount > 0 else "loses"
    text = f"{owner} {verb} {so_many(s, abs(amount), keep)}"
    more = [s.key_title(keep, i, key) for i, key in enumerate(keys)][1:]
    if more:
        text += f" ({', '.join(more)})"
    s.tell("gain", text, s.who_sees(keep, keys))


def tell_pay(s: Any, keep: str, payer: int, payee: int | None, amount: int) -> None:
    if amount == 0:
        return
    receiver = "the bank" if payee is None else s.player_names[payee]
    text = f"{s.player_names[payer]} pays {so_many(s, amount, keep)} to {receiver}"
    seers = s.who_sees(keep, (payer,))
    if seers is not None and payee is not None:
        seers = tuple(dict.fromkeys((*seers, payer, payee)))
    s.tell("pay", text, seers)


def counted(titles: Iterable[str]) -> str:
    """Titles in a row, equal ones once: `Orient ×2, Crescent`."""
    numbers = Counter(titles)
    return ", ".join(title if number == 1 else f"{title} ×{number}" for title, number in numbers.items())


def spoken(name: str) -> str:
    return name.replace("_", " ")
