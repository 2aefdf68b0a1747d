"""Compare every card of a game: what is printed on it and what it does.

In: a game, optionally with variants. Out: a CardReport with diagnostics at the cells, names without words and the share
compared. Layer: tools. Tables that only a variant adds are read with that variant; the game's texts.yaml says how its texts
are to be written.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from interpreter.check import Checker
from interpreter.check.names.calling import words_of
from interpreter.check.tables.auto_texts import card_columns
from interpreter.check.wording.cards import Card, CardReader, Excuse, row_card
from interpreter.check.wording.comparing import CONTRADICTION, WORDING, Comparison, Disagreement, Permitted
from interpreter.check.wording.facts import Facts, others_in
from interpreter.check.wording.style import TextRules, slips, text_rules
from interpreter.check.wording.vocabulary import Mention, Thing, Vocabulary
from interpreter.finding import find_game, find_variants
from interpreter.ir.rulebook import Kind
from interpreter.reading import read_game
from interpreter.source import Diagnostic, Note
from interpreter.source.text import in_order
from interpreter.syntax import nodes as n
from interpreter.tools.cards.text_rules import own_variants, read_text_rules

WORD = re.compile(r"[a-z][a-z0-9_]*")


@dataclass
class Looked:
    """The result of comparing one card."""

    card: Card
    facts: Facts
    found: list[Disagreement]
    excused: list[Disagreement] = field(default_factory=list)
    stale: list[Excuse] = field(default_factory=list)  # excuses that no longer excuse anything


@dataclass
class Deck:
    """The cards of a game that can be compared together, with what that needs."""

    cards: list[Card]
    reader: CardReader
    bodies: Mapping[str, Permitted] = field(default_factory=dict)

    def look(self, card: Card) -> Looked:
        facts = self.reader.facts(card)
        grade = CONTRADICTION if card.executable else WORDING
        found = Comparison(facts, card.text, self.reader.vocabulary, self.permitted(card), grade, card.blanks()).run()
        return _excusing(Looked(card, facts, found))

    def permitted(self, card: Card) -> Permitted:
        """Collect what occurs in the procedures that the card calls."""
        texts = [
            str(value) for name, value in card.cells.items() if name not in ("text", "title") and isinstance(value, str)
        ]
        words = {word for text in texts for word in WORD.findall(text)}
        names = words & self.bodies.keys()
        numbers = frozenset(number for name in names for number in self.bodies[name].numbers)
        things = frozenset(thing for name in names for thing in self.bodies[name].things)
        return Permitted(numbers, things, frozenset(who for name in names for who in self.bodies[name].people))


def _excusing(looked: Looked) -> Looked:
    """Set aside what the row excuses; report an excuse for nothing."""
    for excuse in looked.card.excuses():
        fitting = [one for one in looked.found if excuse.fits(one.words, one.span)]
        looked.excused += fitting
        looked.found = [one for one in looked.found if one not in fitting]
        if not any(one.grade == CONTRADICTION for one in fitting):
            looked.stale.append(excuse)
    return looked


def decks(game: str | Path, variants: Sequence[str | Path] = ()) -> Iterator[Deck]:
    """Yield a deck for the game, and one for each variant that adds tables.

    Each card once."""
    path = find_game(game)
    chosen = find_variants(path, variants)
    seen: set[tuple[str, str, str]] = set()
    more = [] if variants else own_variants(path)
    for extra in [(), *((name,) for name in more)]:
        _, _, checker = read_game(path, [*chosen, *find_variants(path, extra)], {})
        deck = _deck(checker)
        deck.cards = [card for card in deck.cards if (card.kind, card.id, card.text) not in seen]
        seen |= {(card.kind, card.id, card.text) for card in deck.cards}
        yield deck


def _deck(checker: Checker) -> Deck:
    vocabulary = words_of(checker)
    reader = CardReader(vocabulary, checker.sources.parser)
    cards = [card for name in checker.rows for card in _cards(checker, checker.kinds[name])]
    return Deck(cards, reader, _bodies(checker, vocabulary))


def _cards(checker: Checker, kind: Kind) -> Iterator[Card]:
    columns = card_columns(kind)
    seen: set[str] = set()
    for number, row in enumerate(checker.rows[kind.name].rows):
        if row.id not in seen and number < len(kind.texts) and kind.texts[number]:
            seen.add(row.id)
            yield row_card(kind.name, kind.titles[number], kind.texts[number], row.id, row.cells, columns, row.span)


def _bodies(checker: Checker, vocabulary: Vocabulary) -> dict[str, Permitted]:
    """Collect the numbers and names that occur in each procedure and value."""
    found = {}
    for name, node in {**checker.woven.routines, **checker.woven.lets}.items():
        numbers = frozenset(inner.value for inner in n.walk(node) if isinstance(inner, n.Number))
        names = {
            str(inner.name) for inner in n.walk(node) if isinstance(inner, n.Name | n.Call | n.Possessive | n.Resource)
        }
        named = frozenset(name for name in names if _may_be_named(vocabulary.find(name)))
        found[name] = Permitted(numbers, named, others_in(node))
    for name, inside in list(found.items()):  # include the numbers of what they call
        deeper = frozenset(number for other in inside.things for number in found.get(other, inside).numbers)
        found[name] = replace(inside, numbers=inside.numbers | deeper)
    for kind in checker.kinds.values():  # "each of the four regions"
        found[kind.plural] = Permitted(frozenset({len(kind.members)}))
        found.setdefault(kind.name, found[kind.plural])
    return found


def _may_be_named(thing: Thing | None) -> bool:
    """Whether a card may name it.

    Members do not count: procedures mention all of them, a card only its own."""
    return thing is not None and thing.sort != "member"


def contradictions(looked: Looked) -> list[Disagreement]:
    return [one for one in looked.found if one.grade == CONTRADICTION]


@dataclass(frozen=True)
class LookedAt:
    """One card for display.

    Its printed text, its generated text, and whether it does something."""

    table: str
    id: str
    title: str
    text: str
    made: str | None
    executable: bool


@dataclass
class CardReport:
    """`found`: errors, in order of location.

    `remarks`: differences in wording, shown on request."""

    cards: list[LookedAt] = field(default_factory=list)
    found: list[Diagnostic] = field(default_factory=list)
    remarks: list[Diagnostic] = field(default_factory=list)
    compared: int = 0
    nameless: Counter[str] = field(default_factory=Counter)
    wordless: Counter[str] = field(default_factory=Counter)  # columns of numbers without words, and the number of cards
    silent: int = 0
    excused: int = 0

    @property
    def share(self) -> float:
        """The share of what the cards' rules say that was compared."""
        return self.compared / max(1, self.compared + sum(self.nameless.values()))


def cards(game: str | Path, variants: Sequence[str | Path] = ()) -> CardReport:
    """Compare every card that has a text."""
    report = CardReport()
    style, report.found = read_text_rules(find_game(game))
    for deck in decks(game, variants):
        for card in deck.cards:
            _report(deck, card, text_rules(style, card.kind), report)
    report.found = list(in_order(report.found))
    report.remarks = list(in_order(report.remarks))
    return report


def _report(deck: Deck, card: Card, rules: TextRules, report: CardReport) -> None:
    looked = deck.look(card)
    report.cards.append(
        LookedAt(card.kind, card.id, card.title, card.text, deck.reader.made_text(card), card.executable)
    )
    report.compared += looked.facts.compared
    report.nameless.update(looked.facts.nameless)
    report.wordless.update(looked.facts.wordless)
    report.silent += looked.facts.silent
    report.excused += len([one for one in looked.excused if one.grade == CONTRADICTION])
    for one in looked.found:
        wrong = one.grade == CONTRADICTION
        found = _diagnostic(card, one, "R1101" if wrong else "R1102", wrong or rules.strict)
        (report.found if wrong or rules.strict else report.remarks).append(found)
    for excuse in looked.stale:
        message = f'this excuses "{excuse.piece}", but nothing differs there'
        report.found.append(Diagnostic("R1103", message, excuse.span, "remove it, or quote the words that differ"))
    mentions, _ = deck.reader.vocabulary.mentions(card.text)
    moments = [mention.words for mention in mentions if _is_moment(mention, looked.facts)]
    for slip in slips(card.text, rules, moments):
        report.found.append(Diagnostic("R1104", slip.message, card.place_of(slip.words, slip.at), slip.help))


def _is_moment(mention: Mention, facts: Facts) -> bool:
    return any(fact.sort == "moment" and fact.thing in mention.things for fact in facts.found)


def _diagnostic(card: Card, one: Disagreement, code: str, is_error: bool) -> Diagnostic:
    notes = (Note("the rules say it here", one.span),) if one.span is not None else ()
    help = None
    if code == "R1101":
        help = "correct one of the two, or excuse it on the row: excused: [{piece: ..., because: ...}]"
    return Diagnostic(code, f"{card.title}: {one.message}", card.place_of(one.words, one.at), help, notes,
                      "error" if is_error else "warning")  # fmt: skip
