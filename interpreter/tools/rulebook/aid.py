"""The player aid: one page beside the table with the goal, the course of play and the actions.

In: a loaded Game. Out: a page of HTML. Layer: tools.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from interpreter.tools.rulebook.book import actions, course, page, people
from interpreter.tools.rulebook.contents import Book
from interpreter.tools.rulebook.plain import sentence_of

if TYPE_CHECKING:
    from interpreter import Game


def player_aid(game: Game) -> str:
    book = Book(game)
    goal = escape(sentence_of(game.goal or game.about), quote=False)
    deeds = actions(book, brief=True)
    body = (
        f'<header><h1>{escape(game.title)}</h1><p>{people(game)}</p></header><p class="goal">{goal}</p>'
        f"<h2>The game at a glance</h2>{course(book, brief=True)}"
        + (f"<h2>What you can do</h2>{deeds}" if deeds else "")
    )
    return page(f"{game.title}: player aid", body, "aid")
