"""What beginners type, from English and from other rule languages: each is answered with the cure, and the cure can be read.

A help that says what to write is followed: what it tells one to write must check.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.source import Diagnostic, Problems, Source
from interpreter.syntax import Parser
from tests.check.frame import findings, lay_out

IN_STEPS = "procedure typed(player)\n  {}\n    stop\n"
TYPED = [
    ("let a = count(player in players, player's money is 3)\n", "where"),
    ("cards thing is sector and fruit\n", "for each sector and fruit"),
    ("cards thing for every sector and fruit\n", "for each sector and fruit"),
    ("cards thing for each sector, fruit\n", "for each sector and fruit"),
    ("procedure typed(player)\n  player chooses sector as g and n in 1 to 3\n", "start in squares and target in squares"),
    ("procedure typed(player)\n  player chooses start in cities, goal in cities\n", "in cities and goal in cities"),
    (IN_STEPS.format("any player may shout"), "one of players as rival may shout"),
    (IN_STEPS.format("one of players may shout"), "one of players as rival may shout"),
    ("procedure typed(player)\n  player secretly takes one of build\n", "secretly chooses or secretly may"),
    ("procedure typed(player)\n  one of players as rival secretly may take one of build\n", "secretly chooses or secretly may"),
    ("let a = some(here in players and there in players where here is not there)\n", "one inside the other"),
    ("let a = count(here in players, there in players where here is not there)\n", "sum(count("),
    (IN_STEPS.format("each here in players and there in players"), "another each"),
    ('let a = "{1, price}"\n', 'write "{1}, {price}"'),
    ('let a = "{price + }"\n', "one value stands between { and }"),
    ('let a = "{}"\n', "a value between { and }"),
    ("variant typed\n  change fox's effect to player gains 5 points\n", "instead of fox's effect -- and indented below it"),
    ("let a(number n) = [1, 2] if n is 1\n", "([1, 2] if n is 1 otherwise none)"),
    ("procedure typed(player)\n  roll a die\n", "roll 1 die as result"),
    ("procedure typed(player)\n  flip a coin\n", "roll 1 die of 2 as coin"),
    ("procedure typed(player)\n  draw a card\n", "draw 1 from deck to hand(player)"),
    ("procedure typed(player)\n  discard 1 card\n", "move card to discards"),
    ("procedure typed(player)\n  end turn\n", "write: stop"),
    ("procedure typed(player)\n  next player\n", "next_player(player)"),
    ("procedure typed(player)\n  all players gain 1 money\n", "each player -- and indented below it: player gains 1 money"),
    ("procedure typed(player)\n  player loses all money\n", "all of it is what there is"),
    ("procedure typed(player)\n  give player 3 money\n", "player gains 3 money"),
    (IN_STEPS.format("each other player"), "each other in others(player)"),
    (IN_STEPS.format("if player may not build"), "if player cannot build"),
    (IN_STEPS.format("if player may build"), "if player can build"),
    (IN_STEPS.format("repeat for 3 times"), "repeat 3 times"),
    ("procedure typed(player)\n  repeat until everyone passes\n    player may sing\n      stop\n", "until all pass"),
    ("procedure typed(player)\n  skip next_player(player)\n", "keep skipped(player)"),
    ("procedure typed(player)\n  reroll thrown\n", "roll 5 - count(kept) dice as fresh"),
    ("procedure typed(player)\n  secretly roll 1 die as throw\n", "player secretly rolls 1 die as throw"),
    ("procedure typed(road)\n  announce \"{road's from}\"\n", "far_end(road, city)"),
    ("let a = 7 mod 3\n", "remainder(7, 3)"),
    ("let a = mod(7, 3)\n", "remainder(a, b)"),
    ("let a = max(3, 4)\n", "larger(a, b)"),
    ("let a = players[2]\n", "item(players, 2)"),
    ("let a = list(player's money for player in players)\n", "over player in players"),
    ("let a = list(n in 1 to 5 until n is 3)\n", "while not n is 3"),
    ("let a = list(n in 1 to 5 where n is 3 while n is 2)\n", "while n is 2 where n is 3"),
    ("procedure typed(player)\n  roll two dice as throw\n", "digits: 2"),
    ("procedure typed(player)\n  roll 2 dice as throw\n  if throw is 7\n    stop\n", "total(throw)"),
    ("let f(number n) = f(n - 1) + 1\n", "a case that does not use it"),
    ("let f(number n), at most 5 deep =\n  1 if n is 0\n  f(n - 1) otherwise\n", "let f(number n), up to 5 times ="),
    ("places cell on hexagon 5\n", "on a hexagon of side 5"),
    ("places cell on a hexagon 5 by 5\n", "on a rhombus 5 by 5"),
    ("places cell on a hex grid of side 5\n", "on a hexagon of side 5"),
    ("add action build to turn\n", "add build to turn"),
    ("keep last_one: 0 to price - 1\n", "0 to (price - 1)"),
    ("keep bids(player): number, seen by everyone but owner\n", "seen by others"),
    ("procedure typed(player)\n  anyone may shout\n    stop\n", "one of players as rival may"),
]  # fmt: skip


def first_said(text: str, tmp_path: Path) -> Diagnostic:
    return findings(lay_out(tmp_path / "game", {"rules/typed.rules": text}), [])[0]


@pytest.mark.parametrize(("text", "cure"), TYPED, ids=[text.strip()[-40:] for text, _ in TYPED])
def test_the_cure_is_told(text: str, cure: str, tmp_path: Path) -> None:
    said = first_said(text, tmp_path)
    assert said.help is not None
    assert cure in said.help
    assert "\ufffd" not in said.help + said.message
    assert "\n" not in said.help


@pytest.mark.parametrize(("text", "cure"), TYPED, ids=[text.strip()[-40:] for text, _ in TYPED])
def test_the_help_can_be_followed(text: str, cure: str, tmp_path: Path, parser: Parser) -> None:
    """A help that writes the line anew is taken at its word; the others are sentences for people."""
    said = first_said(text, tmp_path)
    assert said.help is not None
    assert said.span is not None
    if not said.help.startswith("write: ") or said.code not in ("R0112", "R0113"):
        return
    lines = text.split("\n")
    before = lines[said.span.line - 1]
    pad = before[: len(before) - len(before.lstrip())]
    anew = said.help.removeprefix("write: ").split(", and then: ")[0].split(" -- and indented below it: ")
    lines[said.span.line - 1] = f"\n{pad}  ".join([pad + anew[0], *anew[1:]])
    source = Source("followed.rules", "\n".join(lines))
    try:
        parser.module(source)
    except Problems as problems:
        pytest.fail(f"{source.text}\n{problems}")
