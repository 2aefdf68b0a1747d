"""How well printed texts are compared with rules: every one-fact change of every card, by game, side and kind.

`python -m tests.check.wording.measure [GAME …]` prints the table of docs/card-texts.md; `--missed` the changes nobody noticed.
`--reworded FILE` changes the texts of tests/cases/cards/FILE instead of the printed ones: right texts that nobody tuned on.
"""

from __future__ import annotations

import random
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from ruamel.yaml import YAML

from interpreter.tools.cards.report import Deck, contradictions
from tests.check.wording.seeds import KINDS, SIDES, Seed, noticed, seeds
from tests.check.wording.shared import GAMES, decks_of

SEED = 1
CASES = Path(__file__).resolve().parents[2] / "cases" / "cards"


def half(name: str) -> int:
    """The cards in two halves, by their names: 0 is what was tuned on, 1 is what is reported."""
    return zlib.crc32(name.encode()) % 2


@dataclass
class Measured:
    tried: Counter[tuple[str, str]] = field(default_factory=Counter)
    caught: Counter[tuple[str, str]] = field(default_factory=Counter)
    missed: list[tuple[str, Seed]] = field(default_factory=list)
    alarms: list[str] = field(default_factory=list)
    cells: Counter[tuple[bool, bool]] = field(
        default_factory=Counter
    )  # in the rules: executable or not, noticed or not
    cards = compared = nameless = 0

    def rate(self, side: str, kind: str | None = None) -> float | None:
        keys = [(side, one) for one in ([kind] if kind else KINDS)]
        tried = sum(self.tried[key] for key in keys)
        return 100 * sum(self.caught[key] for key in keys) / tried if tried else None

    @property
    def share(self) -> float:
        return 100 * self.compared / max(1, self.compared + self.nameless)


def measure(game: str, halves: tuple[int, ...] = (0, 1), share: float = 1.0, seed: int = SEED) -> Measured:
    found = Measured()
    chance = random.Random(f"{seed} {game}")
    for deck in decks_of(game):
        for card in deck.cards:
            if half(card.name) in halves and chance.random() < share:
                _card(deck, card.name, found, list(_seeds(deck, card.name, seed)))
    return found


def measure_reworded(game: str, texts: dict[str, dict[str, str]]) -> Measured:
    """Changes of texts that were written by hand for some cards of a game, by table and row."""
    found = Measured()
    left = {(table, row): " ".join(text.split()) for table, rows in texts.items() for row, text in rows.items()}
    for deck in decks_of(game):
        for card in deck.cards:
            words = left.pop((card.kind, card.id), None)
            if words is not None:
                other = replace(deck, cards=[replace(card, text=words, written=words)])
                _card(other, card.name, found, [one for one in _seeds(other, card.name, SEED) if one.side == "text"])
    return found


def _seeds(deck: Deck, name: str, seed: int) -> Iterator[Seed]:
    card = next(one for one in deck.cards if one.name == name)
    return seeds(deck, card, random.Random(f"{seed} {name}"))


def _card(deck: Deck, name: str, found: Measured, planted: list[Seed]) -> None:
    looked = deck.look(next(one for one in deck.cards if one.name == name))
    found.cards += 1
    found.compared += looked.facts.compared
    found.nameless += sum(looked.facts.nameless.values())
    if contradictions(looked):
        found.alarms.append(name)
    for one in planted:
        result = noticed(deck, one)
        if result is not None:
            found.tried[one.side, one.kind] += 1
            found.caught[one.side, one.kind] += result
            found.cells[one.executable, result] += one.side == "rules"
            if not result:
                found.missed.append((name, one))


def main(arguments: list[str]) -> None:
    if "--reworded" in arguments:
        texts = YAML(typ="safe").load(CASES / arguments[arguments.index("--reworded") + 1])
        for game in texts:
            found = measure_reworded(game, texts[game])
            tried = sum(found.tried.values())
            print(
                f"{game}: {found.cards} cards, {found.rate('text') or 0:.0f} % of {tried}, {len(found.alarms)} alarms"
            )
        return
    games = [one for one in arguments if not one.startswith("-")] or GAMES
    which = (0,) if "--tune" in arguments else (1,) if "--report" in arguments else (0, 1)
    for game in games:
        found = measure(game, which)
        facts = found.compared + found.nameless
        print(f"{game}: {found.cards} cards, {found.share:.0f} % of {facts} facts compared, {len(found.alarms)} alarms")
        for side in SIDES:
            rates = {kind: rate for kind in KINDS if (rate := found.rate(side, kind)) is not None}
            told = ", ".join(f"{kind} {rate:.0f} % of {found.tried[side, kind]}" for kind, rate in rates.items())
            print(
                f"  {side}: {found.rate(side) or 0:.1f} % of {sum(found.tried[side, kind] for kind in KINDS)} ({told})"
            )
        for executable, words in ((True, "executable cells"), (False, "plain columns")):
            print(
                f"  {words}: {found.cells[executable, True]} of {sum(found.cells[executable, one] for one in (True, False))}"
            )
        if "--missed" in arguments:
            for name, one in found.missed:
                print(f"    {one.side} {one.kind} {name}: {one.change}")


if __name__ == "__main__":
    main(sys.argv[1:])
