"""Each pass from Program to Program leaves what is played as it was, and keeps the promises of a Program.

The same game is compiled as it was lowered and after each pass; at every decision of random games what can be chosen and
the whole position are equal. The rules of `SUMS` are there for what few games do.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.backends.python.module import write_module
from interpreter.finding import find_game
from interpreter.game import Game
from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import Program
from interpreter.ir.invariants import broken_promises
from interpreter.ir.traversal import walk
from interpreter.ir.types import YES_NO
from interpreter.lower import lower
from interpreter.lower.passes import budget, fold, inline, narrow, share, tabulate, unroll
from interpreter.lower.passes.mapping import mapped
from interpreter.reading import read_game
from interpreter.runtime import link
from interpreter.runtime.state import State

PASSES: tuple[Callable[[Program], Program], ...] = (fold, tabulate, narrow, budget, share, inline, unroll)
AFTER_SHARE = PASSES.index(share) + 1
GAMES = ("tic-tac-toe", "connect-four", "kuhn-poker", "pig", "chartered-by-the-crown")
DECISIONS = 60
SEEDS = 3

SUMS = """\
kind colour is crimson, azure, lime

keep points(player): number, starts at 0
keep seen(colour): yes or no, starts at no

let of(colour, player) = points(player) * (2 if seen(colour) otherwise 3) + number_of(colour)
let apart(number a, number b) = a - b
let all_of(player) = sum(of(colour, player) over colour in colours)
let twice(player) = apart(all_of(player), points(player))
let other_left(colour) = some(other in colours where other is not colour and not seen(other))

procedure play
  repeat 12 times
    each player
      player may choose colour in colours where other_left(colour)
        prompt "{all_of(player)} {count(colour in colours where seen(colour))}"
      if colour is not none
        set seen(colour) to not seen(colour)
        set points(player) to twice(player) - 3 * count(other in colours where seen(other) and other is not colour)
      if every(other in colours satisfies seen(other) or other is crimson)
        raise points(player) by 1000
      if no(other in colours where seen(other))
        set points(player) to remainder(points(player), 7)
  end game
"""


def passed(program: Program) -> list[Program]:
    """As it was lowered, and after one pass more each."""
    found = [program]
    for one in PASSES:
        found.append(one(found[-1]))
    return found


def compiled(path: Path) -> list[Game]:
    rulebook, meta, _ = read_game(path, [], {})
    programs = passed(lower(rulebook))
    assert [broken_promises(program) for program in programs] == [[]] * len(programs)
    texts = [write_module(program, meta) for program in programs]
    return [Game(link(compile(text, "<passes>", "exec"), "<passes>"), meta, "", path) for text in texts]


def look(state: State) -> tuple[object, ...]:
    request = state.request
    asked = () if request is None else (request.player, request.prompt, [choice.name for choice in request.choices])
    return (*asked, state.inspect.key())


def play_together(games: list[Game], seed: int) -> int:
    states = [game.start(seed=seed) for game in games]
    chance = random.Random(seed)
    for number in range(DECISIONS):
        looks = [look(state) for state in states]
        assert looks == [looks[0]] * len(looks), f"seed {seed}, decision {number}"
        request = states[0].request
        if request is None:
            return number
        choice = chance.randrange(len(request.choices))
        for state in states:
            state.take(choice)
    return DECISIONS


@pytest.mark.parametrize("name", GAMES)
def test_every_pass_leaves_a_game_as_it_was(name: str) -> None:
    games = compiled(find_game(name))
    assert all(play_together(games, seed) for seed in range(SEEDS))


def test_every_pass_leaves_sums_and_searches_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "game.yaml").write_text("title: Sums\nplayers: {min: 2, max: 2}\n", encoding="utf-8")
    (tmp_path / "rules" / "play.rules").write_text(SUMS, encoding="utf-8")
    games = compiled(tmp_path)
    assert [play_together(games, seed) for seed in range(SEEDS)] == [24] * SEEDS


def terms_of(program: Program) -> list[rb.Term]:
    return [term for value in program.values.values() for case in value.cases for term in walk(case.value)]


@pytest.mark.parametrize("name", GAMES)
def test_folding_twice_is_folding_once(name: str) -> None:
    once = fold(lower(read_game(find_game(name), [], {})[0]))
    assert terms_of(fold(once)) == terms_of(once)


def test_a_pass_does_its_work() -> None:
    """Tic-tac-toe knows its lines: what asks for a row of three is one condition after the passes."""
    lowered, folded, *_, inlined, unrolled = passed(lower(read_game(find_game("tic-tac-toe"), [], {})[0]))
    searches = [
        sum(isinstance(term, rb.Search) for term in terms_of(one)) for one in (lowered, folded, inlined, unrolled)
    ]
    assert searches[0] > 0
    assert searches[-1] == 0
    assert len(terms_of(folded)) <= len(terms_of(lowered))


def test_a_search_that_is_written_out_stands_where_it_is_asked_for() -> None:
    """Tic-tac-toe asks for a row of three at one place: after the passes nothing is asked for by its name."""
    lowered, *_, unrolled = passed(lower(read_game(find_game("tic-tac-toe"), [], {})[0]))
    assert asked_by_name(lowered) == ["row_of_three"]
    assert asked_by_name(unrolled) == []


def asked_by_name(program: Program) -> list[str]:
    """Values that are asked for by name, other than in values."""
    found: list[str] = []

    def note(term: rb.Term) -> rb.Term:
        found.extend(part.value.name for part in walk(term) if isinstance(part, rb.ValueCall))
        return term

    mapped(replace(program, values={}), note)
    return found


def natural(name: str) -> list[Program]:
    path = Path(__file__).parents[1] / "benchmarks" / "natural" / name
    return passed(lower(read_game(path, [], {})[0]))


def test_what_never_changes_is_a_table() -> None:
    """In Chartered by the Crown two locations are in reach of each other or not, whatever is played."""
    _, folded, tabulated, *_ = passed(lower(read_game(find_game("chartered-by-the-crown"), [], {})[0]))
    case = tabulated.values["in_reach"].cases[0].value
    assert isinstance(case, rb.Printed)
    assert len(case.column.cells) == folded.layout.sizes["location"] ** 2
    assert tabulated.values["supply"] is folded.values["supply"]


def test_a_search_begins_with_what_is_the_same_for_all_of_it() -> None:
    """Breakthrough: whose pawn stands here is asked once, not for every square that it could go to."""
    searches = [
        [one for one in walk(choice_of(program)) if isinstance(one, rb.Search)] for program in natural("breakthrough")
    ]
    pawns = [[sum(isinstance(part, rb.Stored) for part in walk(one)) for one in found] for found in searches]
    assert max(pawns[0], default=0) == 0  # before, a calculated value for each
    assert pawns[AFTER_SHARE] == [
        2,
        2,
    ]  # of the square that a pawn could go to, twice; of its own, not inside the search


KNOWN = """\
kind colour is crimson, azure, lime, amber

option strict "Strictly" is yes or no, usually no

keep points(player): number, starts at 0
keep seen(colour): yes or no, starts at no

let is_warm(colour) = colour is in [crimson, amber]
let warm_one_seen = some(colour where is_warm(colour) and seen(colour))
let seen_one_is_warm = some(colour where seen(colour) and is_warm(colour))
let is_barred(colour) = strict and some(other in colours where other is colour and seen(other))
let rests(player) = not is_barred(crimson) and points(player) is at least 0
let halved(player) = points(player) / 2 rounded down
let never(player) = points(player) is more than 3 and strict
let divided(player) = 7 / points(player) rounded down is more than 3 and strict
let gain(player) =
  5                   if strict
  halved(player) + 1  otherwise

procedure play
  each player
    if strict
      raise points(player) by 100
    player may choose colour
    if strict
      raise points(player) by 100
    otherwise
      player may choose other in colours where not is_barred(other)
    raise points(player) by gain(player)
  end game
"""


@pytest.fixture
def known(tmp_path: Path) -> list[Program]:
    (tmp_path / "rules").mkdir()
    (tmp_path / "game.yaml").write_text("title: Known\nplayers: {min: 2, max: 2}\n", encoding="utf-8")
    (tmp_path / "rules" / "play.rules").write_text(KNOWN, encoding="utf-8")
    games = compiled(tmp_path)
    assert [play_together(games, seed) for seed in range(SEEDS)] == [4] * SEEDS
    return passed(lower(read_game(tmp_path, [], {})[0]))


def one_term(program: Program, name: str) -> rb.Term:
    (case,) = program.values[name].cases
    assert case.condition is None
    return case.value


def test_what_cannot_be_is_left_out(known: list[Program]) -> None:
    """With an option that is off: a condition, a case, a way, and a value whatever it is given."""
    lowered, folded, *_ = known
    assert len(lowered.values["gain"].cases) == 2
    assert not isinstance(one_term(folded, "gain"), rb.Constant)
    assert one_term(folded, "never") == one_term(folded, "is_barred") == rb.Constant(YES_NO, False)
    assert isinstance(one_term(folded, "rests"), rb.Comparison)
    assert isinstance(one_term(folded, "divided"), rb.Logic)  # there is no seventh of nothing
    forks = [sum(isinstance(block.end, pb.Fork) for block in program.blocks) for program in (lowered, folded)]
    assert forks[0] > forks[1] == 0
    assert len(folded.blocks) == len(lowered.blocks)  # who waits in one waits in the same


def test_a_search_goes_through_those_only_that_can_be_meant(known: list[Program]) -> None:
    """What is printed, asked first, is known now; asked behind what the game decides, it is left in its place."""
    narrowed = known[PASSES.index(narrow) + 1]
    first, last = one_term(narrowed, "warm_one_seen"), one_term(narrowed, "seen_one_is_warm")
    assert isinstance(first, rb.Search)
    assert isinstance(first.items, rb.Listing)
    assert [item.value for item in first.items.items if isinstance(item, rb.Constant)] == [0, 3]
    assert isinstance(first.where, rb.Stored)
    assert isinstance(last, rb.Search)
    assert isinstance(last.items, rb.Members)


def choice_of(program: Program) -> rb.Term:
    choice = program.questions[0].choice
    assert choice is not None
    assert choice.where is not None
    return choice.where


def test_what_is_asked_for_twice_is_kept_inside_one_term() -> None:
    path = Path(__file__).parent / "cases" / "native" / "kept"
    programs = passed(lower(read_game(path, [], {})[0]))
    assert [broken_promises(program) for program in programs] == [[]] * len(programs)
    torn = programs[AFTER_SHARE]
    (bonus,) = torn.values["bonus"].cases
    assert isinstance(bonus.value, rb.LetIn)
    torn.values["bonus"] = replace(torn.values["bonus"], cases=(rb.Case(bonus.value.term, None),))
    assert broken_promises(torn) == ["bonus keeps something outside"]


REACHED = """\
kind heading is up, down, left, right
places field on a grid 4 by 3
keep target(field): field or none
keep points(player): number, starts at 0
keep shift: number, starts at 0

let leads(field, heading) =
  let far = field's target
  none          if far is none
  far's target  if far's target is not none
  field          if heading is up
  far           otherwise
let moved_on(heading) = item(fields, number_of(heading) + shift)
let reached(field here) = count(field where some(heading where leads(here, heading) is field))
let missed(field here) = count(field where no(heading where field is leads(here, heading)))
let named = count(field where some(heading where moved_on(heading) is field))

procedure play
  each player
    player chooses here in fields
      prompt "From where?"
    player chooses there in fields where there is not here
      prompt "To where?"
    set here's target to there
    raise points(player) by 1000 * reached(here) + 10 * missed(here) + named
  end game
"""


def test_what_is_reached_is_listed_once_for_all_items(tmp_path: Path) -> None:
    """A search whose items are compared with what a few things lead to; not where a value may fail."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "game.yaml").write_text("title: Reached\nplayers: {min: 2, max: 2}\n", encoding="utf-8")
    (tmp_path / "rules" / "play.rules").write_text(REACHED, encoding="utf-8")
    games = compiled(tmp_path)
    assert [play_together(games, seed) for seed in range(SEEDS)] == [4] * SEEDS
    for game in games:
        state = game.start(players=2)
        for choice in (0, 0, 1, 0):  # from the first field to the second one, then the other way
            state.take(choice)
        points = state.engine.position.code.keep_by_name["points"].base
        # Red reaches both, and misses ten. What the second leads to has a target: blue reaches that alone, and misses eleven.
        assert state.engine.position.cells[points : points + 2] == [2104, 1114]
    program = passed(lower(read_game(tmp_path, [], {})[0]))[AFTER_SHARE]
    found = {
        name: [part.operator for part in walk(one_term(program, name)) if isinstance(part, rb.Comparison)]
        for name in ("reached", "missed", "named")
    }
    assert ["in" in found["reached"], "not in" in found["missed"]] == [True, True]
    assert not {"in", "not in"} & set(found["named"])
