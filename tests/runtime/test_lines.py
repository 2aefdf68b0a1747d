"""Every line of generated Python knows the rule that it comes from."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import interpreter
from interpreter.backends.python.module import write_module
from interpreter.finding import find_game
from interpreter.ir import rulebook as rb
from interpreter.load import rulebook_of
from interpreter.lower import lower
from interpreter.runtime import Code, Fault, link
from interpreter.source import Span
from tests.support.bundled import core_games

# In each line of these rules a number above 1000 that stands nowhere else: the line of Python that has the number must
# lead back to the line of the rules that has it.
RULES = """kind colour is green, gold
keep points(player): 0 to 9999999, starts at 1001
keep tally: number, starts at 1002
let base = tally + 1003
let doubled(number n) = n + 1004 + tally * 1005

procedure play
  repeat 1006 times
    raise tally by 1007
    if tally is at least 1008
      raise tally by 1009
    otherwise if tally is less than 1010
      lower tally by 1011
    otherwise
      set tally to 1012
  each player
    if tally is more than 1013
      player gains 1014 points
    player chooses
      to rest "Rest"
        needs tally is more than 1015 because "no"
        player gains 1016 points
        raise tally by 1017
      to work "Work"
        raise tally by 1018
    player chooses amount in 1 to 1019 + tally
    raise tally by amount + 1020
    turn(player, 1021)
  repeat while tally is less than 1022
    let got = helped(1023)
    raise tally by got + 1032
  end game

procedure turn(player, number n)
  let start = tally + 1024
  repeat until tally is more than start + 1025 + n
    raise tally by 1026
    player chooses picked in colours where tally is more than 1027
    if picked is gold and tally is more than 1028
      stop

procedure helped(number n) gives number
  if n is 1029
    give 1030
  give n + 1031
"""
NUMBER = re.compile(r"(?<![\w.])1[01]\d\d(?!\w)")


def module(path: Path) -> tuple[rb.Rulebook, str, Code]:
    rulebook, meta = rulebook_of(path, (), {})
    text = write_module(lower(rulebook), meta)
    return rulebook, text, link(compile(text, "<lines>", "exec"), "<lines>")


def written(tmp_path: Path, rules: str) -> Path:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "play.rules").write_text(rules)
    (tmp_path / "game.yaml").write_text("title: Lines\nabout: Numbers.\nplayers: {min: 2, max: 2}\nsource: stand-in\n")
    return tmp_path


def test_every_line_leads_back_to_the_rule_with_its_number(tmp_path: Path) -> None:
    _, text, code = module(written(tmp_path, RULES))
    wanted = {
        number: line for line, words in enumerate(RULES.splitlines(), start=1) for number in NUMBER.findall(words)
    }
    seen = set()
    for line, words in enumerate(text.splitlines(), start=1):
        for number in NUMBER.findall(words) if words.startswith("    ") else ():
            place = code.location(line)
            inlined = wanted[number] in (4, 5)  # a let is written where it is used, too
            assert inlined or place.endswith(f"play.rules:{wanted[number]}"), (words, place)
            seen.add(number)
    assert len(seen) >= 28, sorted(set(wanted) - seen)


def spans_in(routine: rb.Routine) -> Iterator[Span]:
    yield routine.span
    for act in rb.walk_acts(routine.body):
        yield act.span
        if isinstance(act, rb.Ask):
            yield act.site.span
        if isinstance(act, rb.Branching):
            yield from act.spans
    yield from (let.span for let in routine.lets)
    yield from (need.span for need in routine.needs)


def routine_of(function: str, code: Code) -> str | None:
    if re.fullmatch(r"b\d+", function):
        return code.BLOCK_ROUTINE[int(function[1:])]
    return function.removeprefix("run_").replace("__", "'s ") if function.startswith("run_") else None


@pytest.mark.parametrize("name", [info.name for info in core_games()])
def test_every_line_of_every_game_leads_into_its_own_rule(name: str) -> None:
    rulebook, text, code = module(find_game(name))
    places = {routine.name: {f"{span.source.path}:{span.line}" for span in spans_in(routine)}
              for routine in rulebook.routines.values()}  # fmt: skip
    function, checked = "", 0
    for line, words in enumerate(text.splitlines(), start=1):
        if words.startswith("def "):
            function = words[4 : words.index("(")]
        if not words.startswith("    "):
            continue
        place = code.location(line)
        assert place, f"{line}: {words} comes from nowhere"
        routine = routine_of(function, code)
        if routine is not None:
            assert place in places[routine], f"{line}: {words} in {routine} leads to {place}"
            checked += 1
    assert checked > 20


def test_a_fault_names_the_line_of_its_rule(tmp_path: Path) -> None:
    rules = "keep tally: 0 to 5, starts at 0\n\nprocedure play\n  raise tally by 5\n  raise tally by 1\n  end game\n"
    with pytest.raises(Fault) as found:
        interpreter.load(written(tmp_path, rules)).start()
    assert found.value.stack == (f"play ({tmp_path / 'rules' / 'play.rules'}:5)",)
