"""Say the names of rules, choices and cards as the game's texts say them.

In: a game and its variants. Out: Titles, which never answer with an internal name. Layer: tools, above load.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import interpreter
from interpreter.check.wording.prose import text_words
from interpreter.finding import find_variants
from interpreter.reading import read_game
from interpreter.syntax import nodes as n

if TYPE_CHECKING:
    from interpreter import Game

PASS = "pass"
BLANK = "‹"


def plain(name: str) -> str:
    """Return a name as words."""
    return name.replace("_", " ").strip()


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@dataclass(frozen=True)
class Titles:
    """What the rules call things, by name.

    A name that they give no title is said as words."""

    rules: Mapping[str, str] = field(default_factory=dict)
    members: Mapping[str, str] = field(default_factory=dict)
    game: str = ""

    def rule(self, name: str) -> str:
        """Say a rule, or a step within one: "opening in open_auction"."""
        step, within, rule = name.partition(" in ")
        if within:
            return f"{capital(plain(step))} in {self.rules.get(rule, plain(rule))}"
        return capital(self.rules.get(name, plain(name)))

    def thing(self, name: str) -> str:
        return self.members.get(name) or capital(self.rules.get(name, plain(name)))

    def has(self, name: str) -> bool:
        """Whether a counted choice is something with a name.

        Not an amount, a player or a place on an open board."""
        answer = name.partition(": ")[2]
        return answer == PASS or answer in self.rules or (answer in self.members and not answer.startswith("player"))

    def choice(self, name: str) -> str:
        """Say a counted choice: "action_turn: play_purge", "invest, company: serum_house"."""
        asked, _, answer = name.partition(": ")
        rule = self.rule(asked.partition(", ")[0])
        return f"{rule}: {'pass' if answer == PASS else self.thing(answer)}"


def titles_of(game: Game) -> Titles:
    """Collect the titles of a loaded game.

    Those of its actions and choices, and of every card, place and name."""
    variants = [Path(one) if one.endswith(".rules") else one for one in game.chosen]
    _, _, checker = read_game(game.path, find_variants(game.path, variants), {})
    titled = [
        (node.head.name if isinstance(node, n.Action) else node.name, node.title)
        for routine in checker.woven.routines.values()
        for node in n.walk(routine)
        if isinstance(node, n.Action | n.Branch)
    ]
    rules: dict[str, str] = {}
    for name, title in titled:
        words = text_words(title) if title is not None else ""
        if words and BLANK not in words:  # what depends on the moment is no title
            rules.setdefault(name, words)
    members = {
        member["name"]: member["title"]
        for kind in interpreter.definition(game)["kinds"]
        for member in kind["members"]
        if member["title"]
    }
    return Titles(rules, members, game.title)
