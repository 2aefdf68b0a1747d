"""Ways to play a game that nobody has tried: what a designer can change without writing rules, one thing at a time.

In: a game's name. Out: a Setting for each change. `changes` are those that `rulewright new variant` and the form of the studio
offer: every number with a name, up and down; every rule and action, with something that happens before it; every table of
cards, with one card more. `choices` are those that the game offers itself: every pair of variants and every option.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path

import interpreter
from interpreter import OptionInfo
from interpreter.data import read_folder
from interpreter.tools.check.required import with_required
from interpreter.tools.new.house_rules import Changeable, HouseRule, changeable, house_rule
from interpreter.tools.variants.matrix import variants as list_variants
from tests.support.bundled import core_games

ROOT = Path(__file__).resolve().parents[2]
GAMES = [info.name for info in core_games()]
RULEBOOKS = [game for game in GAMES if (ROOT / "games" / game / "rulebook.md").is_file()]
HOUSE = "tried"  # the variant that is written


@dataclass(frozen=True)
class Setting:
    """One way to play: chosen variants and options, or a house rule."""

    game: str
    words: str
    variants: tuple[str, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    rule: HouseRule | str | None = None  # as a form has it, or the text of a variant

    def __str__(self) -> str:
        return f"{self.game}: {self.words}"

    @property
    def texts(self) -> Mapping[str, str]:
        """The files that it adds to the game's folder, by their paths there."""
        if self.rule is None:
            return {}
        if isinstance(self.rule, str):
            return {f"variants/{HOUSE}.rules": self.rule}
        return house_rule(self.game, self.rule)


# ---------------------------------------------------------------- what can be changed


@cache
def changes(game: str) -> tuple[Setting, ...]:
    offered = changeable(game)
    return (*_numbers(game, offered), *_names(game), *_cards(game, offered))


def _numbers(game: str, offered: Changeable) -> Iterator[Setting]:
    for name, now in offered.values:
        for value in up_and_down(now):
            rule = HouseRule(HOUSE, "Another number", {name: value})
            yield Setting(game, f"{name} {now} -> {value}", (HOUSE,), rule=rule)


def up_and_down(value: int) -> list[int]:
    """The next numbers, half of it and twice as much; never below 0."""
    return sorted({value // 2, max(0, value - 1), value + 1, 2 * value} - {value})


def _names(game: str) -> Iterator[Setting]:
    usable = interpreter.load(game).usable
    names = [*usable["rules"], *usable["actions"]]
    for name in dict.fromkeys(name for name in names if " in " not in name):
        text = f'variant {HOUSE} "Something before it"\n  before {name}\n    announce "First this."\n'
        yield Setting(game, f"before {name}", (HOUSE,), rule=text)


def _cards(game: str, offered: Changeable) -> Iterator[Setting]:
    for table in offered.cards:
        wanted = HouseRule(HOUSE, "One card more", cards=[(table.kind, {"id": HOUSE, **table.example})])
        yield Setting(game, f"another {table.kind}", (HOUSE,), rule=wanted)


# ---------------------------------------------------------------- what can be chosen


@cache
def choices(game: str) -> tuple[Setting, ...]:
    return (*_pairs(game), *_options(game))


def _pairs(game: str) -> Iterator[Setting]:
    """Each variant by itself and each pair that the variants allow, with what they need."""
    folder = read_folder(ROOT / "games" / game)
    excluded = {info.name: set(info.excludes) for info in list_variants(game)}
    needed = {name: [path.stem for path in with_required(folder, name, file)] for name, file in folder.variants.items()}
    found: dict[tuple[str, ...], None] = {}
    for chosen in [*((name,) for name in needed), *combinations(needed, 2)]:
        whole = tuple(dict.fromkeys(name for one in chosen for name in needed[one]))
        if not any(other in excluded[name] for name in whole for other in whole):
            found[whole] = None
    yield from (Setting(game, " + ".join(whole), whole) for whole in found)


def _options(game: str) -> Iterator[Setting]:
    """Each value of each option, alone; the options of a variant with that variant."""
    for option in interpreter.load(game).options:
        yield from _values(game, (), option)
    folder = read_folder(ROOT / "games" / game)
    for info in list_variants(game):
        whole = tuple(path.stem for path in with_required(folder, info.name, folder.variants[info.name]))
        for option in info.options:
            yield from _values(game, whole, option)


def _values(game: str, variants: tuple[str, ...], option: OptionInfo) -> Iterator[Setting]:
    for value in _other_values(option):
        words = " + ".join([*variants, f"{option.name}={value}"])
        yield Setting(game, words, variants, {option.name: value})


def _other_values(option: OptionInfo) -> Sequence[object]:
    """All names; yes and no; of a range its ends and what lies beside the usual number."""
    if option.kind != "range":
        return [value for value in _named(option) if value != option.default]
    assert option.low is not None
    assert option.high is not None
    wanted = {option.low, option.high, option.default - 1, option.default + 1} - {option.default}
    return sorted(value for value in wanted if option.low <= value <= option.high)


def _named(option: OptionInfo) -> Sequence[object]:
    return (True, False) if option.kind == "yes_no" else option.values
