"""Every card of a game: what is printed on it against what it does.

In: a game, perhaps with variants. Out: Reports per table, with disagreements, names without words and how much that is.
Layer: inspection. Tables that only a variant brings are read with that variant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.check import Checker
from interpreter.check.calling import words_of
from interpreter.check.rulebook import Kind
from interpreter.data import read_folder
from interpreter.finding import find_game, find_variants
from interpreter.reading import read_game
from interpreter.syntax import nodes as n
from interpreter.wording.cards import FORMULA, STEPS, VALUE, Card, CardReader, Column, Excuse, row_card
from interpreter.wording.comparing import CONTRADICTION, WORDING, Comparison, Disagreement, Permitted
from interpreter.wording.facts import Facts
from interpreter.wording.vocabulary import Thing, Vocabulary

WORD = re.compile(r"[a-z][a-z0-9_]*")


@dataclass
class Looked:
    """One card that was looked at."""

    card: Card
    facts: Facts
    found: list[Disagreement]
    excused: list[Disagreement] = field(default_factory=list)
    stale: list[Excuse] = field(default_factory=list)  # excuses that excuse nothing any more


@dataclass
class Deck:
    """The cards of a game that can be looked at together, with all that is needed for it."""

    cards: list[Card]
    reader: CardReader
    bodies: Mapping[str, Permitted] = field(default_factory=dict)

    def look(self, card: Card) -> Looked:
        facts = self.reader.facts(card)
        grade = CONTRADICTION if card.executable else WORDING
        found = Comparison(facts, card.text, self.reader.vocabulary, self.permitted(card), grade, card.blanks()).run()
        return _excusing(Looked(card, facts, found))

    def permitted(self, card: Card) -> Permitted:
        """What stands in the procedures that the card calls."""
        texts = [str(value) for name, value in card.cells.items() if name not in ("text", "title") and isinstance(value, str)]
        words = {word for text in texts for word in WORD.findall(text)}
        names = words & self.bodies.keys()
        numbers = frozenset(number for name in names for number in self.bodies[name].numbers)
        things = frozenset(thing for name in names for thing in self.bodies[name].things)
        return Permitted(numbers, things)


def _excusing(looked: Looked) -> Looked:
    """What the row excuses is set aside; an excuse for nothing is told."""
    for excuse in looked.card.excuses():
        fitting = [one for one in looked.found if excuse.fits(one.words, one.span)]
        looked.excused += fitting
        looked.found = [one for one in looked.found if one not in fitting]
        if not any(one.grade == CONTRADICTION for one in fitting):
            looked.stale.append(excuse)
    return looked


def decks(game: str | Path, variants: Sequence[str | Path] = ()) -> Iterator[Deck]:
    """The game itself, and each variant that brings tables of its own; each card once."""
    path = find_game(game)
    chosen = find_variants(path, variants)
    seen: set[tuple[str, str, str]] = set()
    more = [] if variants else [name for name in read_folder(path).variants if _brings_cards(path, name)]
    for extra in [(), *((name,) for name in more)]:
        _, _, checker = read_game(path, [*chosen, *find_variants(path, extra)], {})
        deck = _deck(checker)
        deck.cards = [card for card in deck.cards if (card.kind, card.id, card.text) not in seen]
        seen |= {(card.kind, card.id, card.text) for card in deck.cards}
        yield deck


def _brings_cards(path: Path, variant: str) -> bool:
    text = read_folder(path).variants[variant].read_text(encoding="utf-8")
    return '.yaml"' in text


def _deck(checker: Checker) -> Deck:
    vocabulary = words_of(checker)
    reader = CardReader(vocabulary, checker.sources.parser)
    cards = [card for name in checker.rows for card in _cards(checker, checker.kinds[name])]
    return Deck(cards, reader, _bodies(checker, vocabulary))


def _cards(checker: Checker, kind: Kind) -> Iterator[Card]:
    columns = tuple(
        Column(column.name, STEPS if column.type is None else FORMULA if column.parameters else VALUE)
        for column in kind.columns.values()
    )
    seen: set[str] = set()
    for number, row in enumerate(checker.rows[kind.name].rows):
        if row.id not in seen and number < len(kind.texts) and kind.texts[number]:
            seen.add(row.id)
            yield row_card(kind.name, kind.titles[number], kind.texts[number], row.id, row.cells, columns, row.span)


def _bodies(checker: Checker, vocabulary: Vocabulary) -> dict[str, Permitted]:
    """For each procedure and value: the numbers and the names that stand in it."""
    found = {}
    for name, node in {**checker.woven.routines, **checker.woven.lets}.items():
        numbers = frozenset(inner.value for inner in n.walk(node) if isinstance(inner, n.Number))
        names = {str(inner.name) for inner in n.walk(node) if isinstance(inner, n.Name | n.Call | n.Possessive | n.Resource)}
        found[name] = Permitted(numbers, frozenset(name for name in names if _may_be_named(vocabulary.find(name))))
    for name, inside in list(found.items()):  # what they call has numbers, too
        deeper = frozenset(number for other in inside.things for number in found.get(other, inside).numbers)
        found[name] = Permitted(inside.numbers | deeper, inside.things)
    for kind in checker.kinds.values():  # "each of the four regions"
        found[kind.plural] = Permitted(frozenset({len(kind.members)}))
        found.setdefault(kind.name, found[kind.plural])
    return found


def _may_be_named(thing: Thing | None) -> bool:
    """Members are not: procedures speak of all of them, a card of its own."""
    return thing is not None and thing.sort != "member"


def contradictions(looked: Looked) -> list[Disagreement]:
    return [one for one in looked.found if one.grade == CONTRADICTION]
