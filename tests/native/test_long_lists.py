"""Lists too long to be searched item by item are handled as sets in C, and give what they give in Python."""

from pathlib import Path

from interpreter.native import c_text
from tests.support.c_lockstep import follow
from tests.support.small_games import written

# Numbers with repetitions from a simple generator; every function of lists is used on lists of forty to two hundred items.
RULES = """\
places square on a grid 9 by 9

keep seed: number, starts at 7
keep noise: list of number
keep other: list of number
keep found: number
keep lit(square): yes or no

let mixed(number n) = remainder(n * 7919 + seed * 104729, 61)
let long = list(mixed(n) over n in 1 to 120)
let short = list(mixed(n * 3) over n in 1 to 45)
let pairs = list([mixed(n), mixed(n + 1)] over n in 1 to 80)
let fewer_pairs = list([mixed(n * 2), mixed(n * 2 + 1)] over n in 1 to 30)
let weighed(list of number items) = sum(number_at(items, place) * place over place in 1 to count(items))
let number_at(list of number items, number place) = item(items, place)
let lit_ones = list(square in squares where square's lit)

procedure play
  repeat 12 times
    each player
      player chooses amount in 1 to 9
      set seed to remainder(seed * 31 + amount, 1009)
      each square
        set square's lit to remainder(number_of(square) * amount + seed, 3) is not 0
      set noise to distinct(long)
      set other to leaving_out(long, short)
      raise found by weighed(noise) + weighed(other)
      raise found by weighed(shared(long, short)) + weighed(taking_away(long, short))
      raise found by weighed(joined(distinct(pairs))) + weighed(joined(leaving_out(pairs, fewer_pairs)))
      raise found by weighed(joined(shared(pairs, fewer_pairs)))
      raise found by weighed(list(n in long by lowest remainder(n, 7)))
      raise found by sum(weighed(list(number_of(square) over square in group)) over group in groups(lit_ones))
  each player
    player scores found
  end game
"""


def test_long_lists_are_the_same_in_both_engines(tmp_path: Path) -> None:
    game = written(tmp_path, RULES)
    assert sum(follow(game, 2, seed) for seed in range(2)) == 48
    assert {one.why for one in game.play_many(range(4))} == {""}


# The number of a token has no range, so its cells are as wide as words: no bits are made of them.
WIDE = """\
places spot on a grid 4 by 4

keep token(spot): number
keep hits: number

procedure play
  each spot
    set spot's token to number_of(spot)
  repeat 8 times
    each player
      player chooses rolled in 1 to 20
      if some(spot in spots where spot's token is rolled)
        raise hits by 1
      raise hits by count(spot in spots where spot's token is more than rolled)
  each player
    player scores hits
  end game
"""


def test_cells_of_any_number_are_compared_with_a_local_one(tmp_path: Path) -> None:
    game = written(tmp_path, WIDE)
    assert follow(game, 2, 1) == 16


# How many squares are nearer to one square than to another depends on the map alone; there are 50,625 pairs, too many to be
# worked out beforehand. `closer` reads a stored value beside it, so it must not be remembered.
FOREVER = """\
places square on a grid 15 by 15
keep mine: square or none
keep theirs: square or none
keep bonus: number
keep found: number

let nearer(square one, square two) = count(square where distance(square, one) is less than distance(square, two))
let closer(square one, square two) = count(square where distance(square, one) + bonus is less than distance(square, two))

procedure play
  repeat 30 times
    each player
      player chooses square where number_of(square) is at most 12
      set theirs to mine
      set mine to square
      raise found by nearer(square, item(squares, 1 + remainder(found, 225)))
      raise bonus by remainder(found, 2)
      if bonus is more than 4
        set bonus to 0
      if theirs is not none
        raise found by 3 * nearer(theirs, square) + closer(square, theirs)
  each player
    player scores found
  end game
"""


def test_what_depends_on_the_map_alone_is_worked_out_once(tmp_path: Path) -> None:
    game = written(tmp_path, FOREVER)
    assert "k->question == FOREVER" in c_text(tmp_path, (), {})
    assert follow(game, 2, 1) == 60
    assert len({one.scores[0] for one in game.play_many(range(6))}) > 1
