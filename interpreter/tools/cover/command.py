"""The `cover` command: coverage of a game by its scenarios.

In: a game, and variants if wanted. Out: what no scenario reaches, by location; totals; JSON or a page on request. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from interpreter.tools.cli.files import check_writable, write_text
from interpreter.tools.cli.opening import chosen_variants
from interpreter.tools.cli.output import as_json, count, say, say_json
from interpreter.tools.cli.parameters import GameWord, JsonFile, VariantWords

if TYPE_CHECKING:
    from interpreter.tools.cover.measure import Covered
    from interpreter.tools.cover.measure import Part as CoveredPart


def cover(
    game: GameWord,
    variant: VariantWords = None,
    json: JsonFile = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="F", help="Write a page with every file and line.")
    ] = None,
) -> int:
    """Play all scenarios and list what they never reach: rules, steps, branches, conditions (yes and no), refusals, cards.

    A condition counts as covered when it has been both true and false; a refusal when it has refused somebody something.
    With --variant the scenarios that `test` runs with it are played, and what the variant adds is listed; --json and --html
    include the rest of the game.
    """
    from interpreter.tools.cover.measure import cover

    only_json = json is not None and str(json) == "-"
    for file in (None if only_json else json, html):
        if file:
            check_writable(file)
    covered = cover(game, variants=chosen_variants(game, variant))
    if html:
        from interpreter.tools.cover.page import page

        write_text(html, page(covered))
    if json and not only_json:
        write_text(json, as_json(_as_value(covered)))
    if only_json:
        say_json(_as_value(covered))
    else:
        for line in _told(covered):
            say(line)
    return 0


def _told(covered: Covered) -> Iterator[str]:
    said: set[tuple[str, str]] = set()  # report a condition that decides a branch only once
    for part in covered.brought or covered.parts:
        for one in part.missing:
            if (one.location, one.words) not in said:
                said.add((one.location, one.words))
                yield f"{one.location}: {_sort(part)}{one.words}"
    for place in covered.failed:
        yield f"{place}: this scenario fails by itself (rulewright test shows why)"
    if covered.brought:
        yield f"What {' and '.join(covered.variants)} {'brings' if len(covered.variants) == 1 else 'bring'}:"
        yield from _sums(covered.brought)
        yield "With the whole game:"
    yield from _sums(covered.parts)
    yield f"{count(covered.scenarios, 'scenario')} played."


def _sums(parts: Iterable[CoveredPart]) -> Iterator[str]:
    for part in parts:
        share = f"{100 * part.reached / part.all:.0f} %" if part.all else "-"
        yield f"{part.name:<10} {share:>5}  {part.reached} of {part.all}"


def _sort(part: CoveredPart) -> str:
    """Return a prefix that says what a line is about, where its text does not."""
    return {"rules": "rule never used: ", "steps": "never reached: ", "cards": "card never used: ",
            "branches": "branch "}.get(part.name, "")  # fmt: skip


def _as_value(covered: Covered) -> dict[str, Any]:
    return {
        "game": covered.game,
        "scenarios": covered.scenarios,
        "failed": list(covered.failed),
        "variants": list(covered.variants),
        "brought": _parts(covered.brought),
        **_parts(covered.parts),
    }


def _parts(parts: Iterable[CoveredPart]) -> dict[str, Any]:
    return {
        part.name: {
            "all": part.all,
            "reached": part.reached,
            "missing": [{"place": one.location, "line": one.line, "words": one.words} for one in part.missing],
        }
        for part in parts
    }
