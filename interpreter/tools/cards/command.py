"""The `cards` command: compare what is printed on cards with what they do.

In: a game. Out: disagreements at their cells with both sides quoted, what was not compared, texts generated from rules; JSON
on request. Layer: tools.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from interpreter.source import to_json
from interpreter.tools.cli.files import check_writable, write_text
from interpreter.tools.cli.opening import chosen_variants
from interpreter.tools.cli.output import as_json, count, report, say, say_json
from interpreter.tools.cli.parameters import GameWord, JsonFile, VariantWords

if TYPE_CHECKING:
    from interpreter.tools.cards.report import CardReport, LookedAt

MAX_NAMES = 12


def cards(
    game: GameWord,
    text: Annotated[
        bool, typer.Option("--text", help="Show the texts made from the rules beside the printed ones.")
    ] = False,
    wording: Annotated[bool, typer.Option("--wording", help="Show remarks about texts that use other words.")] = False,
    variant: VariantWords = None,
    json: JsonFile = None,
) -> int:
    """Compare the printed text of every card with its rules (exit 1 if they disagree).

    Numbers, resources, who is meant, durations and moments are compared by the words that the game has for its things
    (`says` in the rules). Names without words are listed, not compared. Excuse an intended difference on its row:
    excused: [{piece: ..., because: ...}].
    """
    from interpreter.tools.cards.report import cards

    only_json = json is not None and str(json) == "-"
    if json and not only_json:
        check_writable(json)
    found = cards(game, chosen_variants(game, variant))
    if only_json:
        say_json(_as_value(found))
    else:
        if json:
            write_text(json, as_json(_as_value(found)))
        _print(found, text, wording)
    return 1 if found.found else 0


def _print(found: CardReport, text: bool, wording: bool) -> None:
    report([*found.found, *(found.remarks if wording else ())], sys.stdout)
    if text:
        for card in found.cards:
            for line in _texts(card):
                say(line)
    for line in _summary(found, wording):
        say(line)


def _texts(card: LookedAt) -> Iterator[str]:
    if card.executable:
        yield f"{card.table} {card.id}, {card.title}"
        yield f"  printed: {card.text}"
        yield f"  made:    {card.made or '(no plain sentence for it)'}"


def _summary(found: CardReport, wording: bool) -> Iterator[str]:
    if not found.cards:
        yield "no card of this game has a text"
        return
    remarks = (
        "" if wording or not found.remarks else f", {count(len(found.remarks), 'remark')} about the wording (--wording)"
    )
    excused = f", {found.excused} excused" if found.excused else ""
    wrong = count(len(found.found), "disagreement")
    yield f"{count(len(found.cards), 'card')} with texts, {wrong}{excused}{remarks}"
    every = found.compared + sum(found.nameless.values())
    share = f"{found.compared} of {every} facts compared ({100 * found.share:.0f} %)" if every else "no fact compared"
    yield f"{share}, {found.silent} silent"
    if found.nameless:
        yield f"not compared, because they have no words (says): {_listed(found.nameless)}"
    if found.wordless:
        yield f"columns whose numbers are not compared, because they have no words: {_listed(found.wordless)}"


def _listed(names: Counter[str]) -> str:
    shown = [f"{name} ({times})" for name, times in names.most_common(MAX_NAMES)]
    return ", ".join(shown) + (f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else "")


def _as_value(found: CardReport) -> dict[str, Any]:
    return {
        "cards": [
            {"table": card.table, "id": card.id, "title": card.title, "text": card.text, "made": card.made}
            for card in found.cards
        ],
        "disagreements": [to_json(one) for one in found.found],
        "wording": [to_json(one) for one in found.remarks],
        "compared": found.compared, "not_compared": dict(found.nameless),
        "columns_not_compared": dict(found.wordless), "silent": found.silent, "excused": found.excused,
    }  # fmt: skip
