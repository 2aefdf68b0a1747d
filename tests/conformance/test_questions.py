"""Questions name their subject: how much for what, which deal with whom.

Every rules file of every game, of its variants and of the library is looked at. A question for an amount, or one whose
answer closes a deal, has a thing in its text (`{business}`, `{receiver}`), unless a person has judged that it is clear
without: those are listed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.reading import the_parser
from interpreter.source import Source
from interpreter.syntax import nodes as n
from tests.support.tables import ROOT

DEALS = {"accept", "agree", "decline", "join", "bid", "aye", "claim"}
ASKS = re.compile(rf"\bchooses? \w+ in .* to |\b(to|may) ({'|'.join(sorted(DEALS))})\b")
FILES = [
    file
    for file in sorted([*(ROOT / "games").glob("*/*/*.rules"), *(ROOT / "grammars" / "library").glob("*.rules")])
    if ASKS.search(file.read_text(encoding="utf-8"))
]
JUDGED = {
    "How many intersections do you jump?",
    "You have {} MD. What do you bid for the turn order, in secret? Every bid is paid.",
    "You open the auction for the Turn cards. What do you bid?",
    "How much do you stake at the Casino? You have {}k.",
    "How many spaces do you go?",
    "How many promoters do you move to your strategy pool?",
    "How many promoters do you bid for a policy, in secret?",
    "How many times do you invest in the national project, for {} Cr or {} promoter(s) each?",
    "How many promoters do you spend on the national project? The rest is paid in money.",
    "On which space of the influence track do you begin? You get 7 promoters minus that number.",
    "How many dice, and which face?",
    "How much grain do you grind?",
    "How many tricks do you bid? Nil is 0.",
    "How many of {} ships?",
    "What do you bid to be the landlord?",
    "How many shares of {} do you sell?",
}


def questions(file: Path) -> Iterator[tuple[n.Node, n.Text | None]]:
    source = Source(str(file), file.read_text(encoding="utf-8"))
    module = the_parser().variant(source) if file.parent.name == "variants" else the_parser().module(source)
    for node in (node for declared in module.declarations for node in n.walk(declared)):
        match node:
            case n.Choose(members=n.Range()):
                yield node, node.prompt
            case n.Menu() if DEALS & {branch.name for branch in node.branches}:
                yield node, node.prompt or node.branches[0].title  # of one way its title is the question


def names_something(text: n.Text) -> bool:
    return any(isinstance(part, n.Name) for part in text.parts)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_questions_name_their_subject(file: Path) -> None:
    for node, prompt in questions(file):
        assert prompt is not None, f"{node.span}: nobody is told what is asked"
        words = "".join(part if isinstance(part, str) else "{}" for part in prompt.parts)
        assert words in JUDGED or names_something(prompt), f"{node.span}: what is it about?"
