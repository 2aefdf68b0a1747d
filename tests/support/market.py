"""A small game in a folder, for tests of what editors are told. In: a folder. Out: the paths of its files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

MANIFEST = """\
title: Market
players: {min: 2, max: 4}
default_players: 2
options: {quick: no}
"""
GOODS = """\
kind colour is red_goods, blue_goods
cards good from "cards/goods.yaml"
  colour: colour
  price: 1 to 9
  worth(player): number
  effect(player): steps
places town from "map.yaml"
connections road from "map.yaml"
option quick "A quick game" is yes or no, usually no                        cites MAR-001
# What each player begins with.
let begins_with = 5                                                         cites MAR-002
keep coins(player): number, starts at begins_with
keep deck: pile of good, seen by nobody
keep hand(player): pile of good, in force
keep stands_in(player): town, starts at north
let is_rich(player) = player's coins is more than 7
"""
PLAY = """\
procedure play
  move goods to deck
  shuffle deck
  repeat until deck is empty
    each player in players
      turn(player)
  each player in players
    player scores player's coins
  end game

procedure turn(player)
  step new_good
    draw 1 from deck to hand(player) as drawn
  if drawn is not none
    let cost = drawn's price
    player gains cost coins
    drawn's effect(player)
  player takes one of sell, walk

action sell "Sell"
  needs your_hand is not empty because "you have nothing to sell"           cites MAR-003
  you chooses good in hand(you)
  move good to deck at the bottom
let your_hand = list(good in goods where some(player in players where good is in hand(player)))

action walk "Walk to {best}"
  you chooses town where town is not stands_in(you)
  set stands_in(you) to town
let best = first(town in towns by highest count(town's roads))
"""
VARIANT = """\
variant rich "More money"
  # Everybody begins with more.
  change begins_with to 9 was 5
  change cloth's price to 4
  after new_good in turn
    player gains 1 coin
  before walk
    needs your_hand is not empty because "carry something"

scenario "rich people"
  players red, blue
  then
    red's coins is 9
"""
CARDS = """\
source: stand-in
rows:
  - id: cloth
    colour: red_goods
    price: 3
    worth: (2 if is_rich(player) otherwise 1)
    effect: |
      player gains 1 coins
  - id: tea
    copies: 2
    colour: blue_goods
    price: 2
    worth: 1
    rules: |
      change begins_with to normal + 1
"""
MAP = """\
source: stand-in
places:
  - {id: north}
  - {id: south}
connections:
  - {id: pass_road, from: north, to: south}
"""
SCENARIO = """\
scenario "selling"
  players red, blue
  given
    red's hand is [cloth]
    blue's coins is 3
  when
    turn(red)
    red chooses sell
    red chooses cloth
  then
    red's coins is 5
    cloth's colour is red_goods

scenario "with more money"
  players red, blue
  variants rich
  option quick is yes
  then
    begins_with is 9
"""


@dataclass(frozen=True)
class Market:
    folder: Path

    @property
    def goods(self) -> Path:
        return self.folder / "rules" / "goods.rules"

    @property
    def play(self) -> Path:
        return self.folder / "rules" / "play.rules"

    @property
    def variant(self) -> Path:
        return self.folder / "variants" / "rich.rules"

    @property
    def cards(self) -> Path:
        return self.folder / "cards" / "goods.yaml"

    @property
    def map(self) -> Path:
        return self.folder / "map.yaml"

    @property
    def manifest(self) -> Path:
        return self.folder / "game.yaml"

    @property
    def scenario(self) -> Path:
        return self.folder / "scenarios" / "selling.scenario"


def market(folder: Path) -> Market:
    """The files of a game with cards, a map, a variant and scenarios."""
    game = Market(folder.resolve())
    texts = {
        game.manifest: MANIFEST, game.goods: GOODS, game.play: PLAY, game.variant: VARIANT, game.cards: CARDS,
        game.map: MAP, game.scenario: SCENARIO,
    }  # fmt: skip
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return game
