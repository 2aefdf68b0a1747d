"""What a rulebook is made of: the rules in words, clauses, the designer's texts, phases, kinds and boards.

In: a loaded Game. Out: a Book, whose parts are calculated when they are first needed. Layer: tools.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.finding import find_variants
from interpreter.tools.docs.rules_in_words import RuleInWords, rules_in_words
from interpreter.tools.rulebook import glance
from interpreter.tools.rulebook.chapters import COMPONENTS, Chapter, Cited, chapters_of, cited_by
from interpreter.tools.rulebook.designer_text import plain_text
from interpreter.tools.rulebook.pictures import Artist
from interpreter.tools.rulebook.prose import Prose, Rules, prose_of

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.view.json_view import KindJson

SET_UP = re.compile(r"\bset-?up\b|\bpreparations?\b", re.IGNORECASE)
FEW = 6  # members up to which a table that is no deck counts as pieces
NO_PIECES = ("option", "names", "connections")


@dataclass
class Book:
    """What the pages are made of; each part is worked out once."""

    game: Game

    @cached_property
    def artist(self) -> Artist:
        return Artist(self.game)

    @cached_property
    def told(self) -> Mapping[str, RuleInWords]:
        return {rule.name: rule for rule in rules_in_words(self.game.path, self.game.chosen)}

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers that the rules name."""
        return Rules(self.game.path, tuple(find_variants(self.game.path, self.game.chosen))).numbers

    @cached_property
    def prose(self) -> list[Prose]:
        """The designer's words, including those about other variants or changed rules."""
        return prose_of(self.game.path, self.game.chosen)

    @cached_property
    def said(self) -> list[Prose]:
        """What of the designer's words is true of this game."""
        return [part for part in self.prose if part.holds and part.variant in ("", *self.game.variants)]

    @cached_property
    def openings(self) -> dict[str, str]:
        """How the designer's words about each rule begin."""
        found = dict[str, str]()
        for part in self.said:
            opening = re.split(r"(?<=[.:;])\s", plain_text(part.text))[0].rstrip(":;.") + "."
            for name in part.tells:
                found.setdefault(name, opening)
        return found

    @cached_property
    def glances(self) -> dict[str, list[tuple[str, str]]]:
        """What the designer says of each chapter in one line."""
        found, chapter = dict[str, list[tuple[str, str]]](), ""
        for part in self.said:
            chapter = part.chapter or chapter
            if part.glance:
                found.setdefault(chapter.casefold(), []).append(("", part.glance))
        return found

    @cached_property
    def cited(self) -> Cited:
        return cited_by(self.game.path, self.game.chosen)

    @cached_property
    def chapters(self) -> list[Chapter]:
        return chapters_of(self.game.path, self.cited)

    @cached_property
    def set_up(self) -> Chapter | None:
        return next((chapter for chapter in self.chapters if SET_UP.search(chapter.title)), None)

    @cached_property
    def box(self) -> Chapter | None:
        return next((chapter for chapter in self.chapters if COMPONENTS.search(chapter.title)), None)

    @cached_property
    def phases(self) -> list[glance.Phase]:
        chapters = [] if any(part.clauses for part in self.prose) else self.chapters
        return glance.phases(self.told, chapters, self.openings, self.glances)

    @property
    def actions(self) -> list[RuleInWords]:
        return [rule for rule in self.told.values() if rule.word in ("action", "free action")]

    @cached_property
    def boards(self) -> dict[str, KindJson]:
        """The kinds that are the places of a board."""
        joined = {one["joins"] for one in self.artist.definition["maps"]}
        kinds = self.artist.definition["kinds"]
        return {kind["name"]: kind for kind in kinds if kind["lattice"] or kind["name"] in joined}

    @cached_property
    def kinds(self) -> list[KindJson]:
        return [
            kind for kind in self.artist.definition["kinds"]
            if (kind["word"] == "cards" or len(kind["members"]) <= FEW)
            and kind["word"] not in NO_PIECES and kind["name"] not in self.boards and kind["members"]
        ]  # fmt: skip
