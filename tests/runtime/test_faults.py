"""What goes wrong while playing is a Fault with its code, the rule's words and the rules that were running.

The catalogue's examples are played: each wrong one brings its code, each right one comes to its end.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

import interpreter
from interpreter import Fault, Game, State
from interpreter.source import CODES, Problems
from tests.support.frame import FRAME, lay_out

PLAYED = ("R0801", "R0802", "R0803", "R0804", "R0805", "R0806", "R0807", "R0808", "R0809", "R0814")


def game_with(folder: Path, steps: str) -> Game:
    """The frame, in which each player does these steps and then the game ends."""
    body = indent(steps, "  ")
    turns = "procedure play\n  each player\n    do_it(player)\n  end game\n"
    return interpreter.load(lay_out(folder, {"rules/zz.rules": f"{turns}\nprocedure do_it(player)\n{body}\n"}))


def play(game: Game) -> State:
    state = game.start(players=2, seed=1)
    state.play_out(most=1000)
    return state


@pytest.mark.parametrize("code", PLAYED)
def test_the_catalogues_examples(code: str, tmp_path: Path) -> None:
    with pytest.raises(Fault) as caught:
        play(game_with(tmp_path / "wrong", CODES[code].wrong))
    assert caught.value.code == code
    assert caught.value.diagnostic.code == code
    if code != "R0809":
        assert any("do_it" in place or "zz.rules" in place for place in caught.value.stack), caught.value.stack
    assert play(game_with(tmp_path / "right", CODES[code].right)).result is not None


@pytest.mark.parametrize(
    ("steps", "code", "words"),
    [
        ("raise player's level(fuel) by 10", "R0801", "level would become 10, but is only allowed from 0 to 9"),
        ("lower player's level(fuel) by 1", "R0801", "level would become -1, but is only allowed from 0 to 9"),
        ("set player's level(fuel) to 5 + 6", "R0801", "level would become 11, but is only allowed from 0 to 9"),
        ("player pays 50 money to bank", "R0802", "red must pay 50 money and has too little"),
        ("repeat while pot is 0\n  lower player's money by 1", "R0803", "a repetition never ends"),
        ("player chooses card in hand(player)", "R0805", "red must choose card, but there is nothing to choose from"),
        ("let part = 7 / pot rounded down", "R0807", "something is divided by zero"),
        ("let part = remainder(7, pot)", "R0807", "something is divided by zero"),
        ("let third = item(hand(player), 3)", "R0807", "something is taken from a list that does not have it"),
        ("let none_such = item(players, pot)", "R0807", "something is taken from a list that does not have it"),
        (
            "pick card at random from hand(player)",
            "R0807",
            "something is picked at random, but there is nothing to pick from",
        ),
        ("roll 1 die of pot as throw", "R0807", "a die needs at least 1 side; this one has 0"),
        ("roll 2 dice of pot as throws", "R0807", "a die needs at least 1 side; this one has 0"),
        ("roll 1 die of -3 as throw", "R0807", "a die needs at least 1 side; this one has -3"),
    ],
)
def test_a_fault_says_what_happened_in_the_rules_words(steps: str, code: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(Fault) as caught:
        play(game_with(tmp_path, steps))
    assert (caught.value.code, caught.value.message) == (code, words)
    name, place = caught.value.stack[0].rstrip(")").split(" (")
    assert name == "do_it"
    assert int(place.rsplit(":", 1)[1]) >= 7


def test_the_stack_says_where_each_rule_was(tmp_path: Path) -> None:
    """Also where those stand that wait for a decision in what they have run; the same rule many times is told once."""
    rules = (
        "procedure play\n  each player\n    tour(player)\n\nprocedure tour(player)\n  player may choose city\n"
        "  dig(player, 3)\n\nprocedure dig(player, number depth)\n  if depth is 0\n    player may choose city\n"
        "    set pot to 1 / pot rounded down\n    stop\n  dig(player, depth - 1)\n"
    )
    game = interpreter.load(lay_out(tmp_path, {"rules/zz.rules": rules}))
    with pytest.raises(Fault) as caught:
        play(game)
    assert [place.replace(str(tmp_path), "") for place in caught.value.stack] == [
        "dig (/rules/zz.rules:12)", "dig (/rules/zz.rules:14), 3 times", "tour (/rules/zz.rules:7)",
        "play (/rules/zz.rules:3)",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "rules",
    [
        "procedure do_it(player)\n  do_it(player)\n",
        "procedure do_it(player)\n  undo_it(player)\nprocedure undo_it(player)\n  do_it(player)\n",
        "procedure do_it(player)\n  player may choose city\n  do_it(player)\n",  # asks in between: never too deep in Python
        "procedure do_it(player)\n  if pot is 1\n    player may choose city\n  do_it(player)\n",
        "procedure do_it(player)\n  repeat\n    if pot is 1\n      player may choose city\n",
        "procedure do_it(player)\n  repeat\n    raise pot by 1\n",
        "procedure do_it(player)\n  repeat 1_000_000_000_000 times\n    if pot is 1\n      player may choose city\n",
        "procedure do_it(player)\n  repeat 1_000_000_000_000 times\n    set pot to 1\n",
        "procedure do_it(player)\n  each number_now in 1 to 1_000_000_000_000\n    set pot to 1\n",
        "procedure do_it(player)\n  each number_now in 1 to 1_000_000_000_000\n    if pot is 1\n      player may choose city\n",
        "procedure do_it(player)\n  set pot to 10\n  repeat 1000 times\n    set pot to pot * pot\n",
        "procedure do_it(player)\n  roll 1_000_000_000_000 dice as throws\n",
        "procedure do_it(player)\n  draw 1_000_000_000_000 from deck to hand(player)\n",
        "procedure do_it(player)\n  let big = count(x in 1 to 1_000_000_000_000 where x is 3)\n",
        "procedure do_it(player)\n  let big = list(x in 1 to 1_000_000_000_000)\n",
    ],
)
def test_what_never_ends_is_a_fault_and_no_hang(rules: str, tmp_path: Path) -> None:
    turns = "procedure play\n  each player\n    do_it(player)\n  end game\n"
    game = interpreter.load(lay_out(tmp_path, {"rules/zz.rules": turns + rules}))
    with pytest.raises(Fault) as caught:
        game.start(players=2, seed=1).play_out(most=1000)
    assert len(caught.value.stack) <= 60
    assert caught.value.code in ("R0801", "R0803", "R0807", "R0809")
    assert caught.value.message


def look(game: Game) -> State:
    """One decision, after looking at everything that can be looked at."""
    state = game.start(players=2, seed=1)
    for player in (0, 1, None):
        state.view(player)
    state.inspect.broken_rules()
    request = state.request
    assert request is not None
    assert request.prompt
    assert [choice.label for choice in request.choices]
    assert all(refusal.reason for refusal in request.refused)
    state.why_not(0, "harbour")
    state.choose(0)
    return state


PLAY = "procedure play\n  each player\n    player chooses city{}\n  end game\n"
BAD = "7 / pot rounded down"


@pytest.mark.parametrize(
    "rules",
    [
        PLAY.format("") + f"keep share: number, starts at {BAD}\n",
        PLAY.format("") + f"keep share(city): number, seen by everyone when {BAD} is 1\n",
        PLAY.format("") + f'always fair: {BAD} is 1 because "it is"\n',
        PLAY.format(f'\n      prompt "{{{BAD}}} are left"'),
        PLAY.format(f'\n      needs city is harbour because "{{{BAD}}}"'),
        PLAY.format(f'\n      needs {BAD} is 1 because "one"'),
        f'procedure play\n  each player\n    player chooses\n      to go "Go {{{BAD}}}"\n        stop\n',
        f'procedure play\n  each player\n    announce "{{{BAD}}}"\n',
    ],
)
def test_mistakes_outside_of_steps_are_faults_too(rules: str, tmp_path: Path) -> None:
    game = interpreter.load(lay_out(tmp_path, {"rules/zz.rules": rules}))
    with pytest.raises(Fault) as caught:
        look(game)
    assert (caught.value.code, caught.value.message) == ("R0807", "something is divided by zero")


@pytest.mark.parametrize("step", ["end game", "let x = 7 / pot rounded down"])
def test_the_set_up_is_part_of_the_game(step: str, tmp_path: Path) -> None:
    """A set-up that asks nobody anything: it may end the game, and a mistake in it is a fault."""
    turns = (FRAME / "rules" / "frame_turns.rules").read_text(encoding="utf-8")
    changed = turns.replace("  refill market\n", f"  refill market\n  {step}\n")
    game = interpreter.load(lay_out(tmp_path, {"rules/frame_turns.rules": changed}))
    if step == "end game":
        state = game.start(players=2)
        assert (state.request, state.result is not None) == (None, True)
    else:
        with pytest.raises(Fault, match="divided by zero"):
            game.start(players=2)


# ---------------------------------------------------------------- what is started and resumed


def frame() -> Game:
    return interpreter.load(FRAME)


def refused(code: str, call: Any) -> str:
    with pytest.raises(Problems) as caught:
        call()
    assert [found.code for found in caught.value.diagnostics] == [code]
    return caught.value.diagnostics[0].message


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 99])
def test_the_wrong_number_of_players_is_refused(players: int) -> None:
    assert refused("R0810", lambda: frame().start(players=players)) == f"Frame is for 2 to 4 players, not {players}"


@pytest.mark.parametrize("names", [["a", "a"], ["a"], ["a", "b", "c", "d", "e"]])
def test_names_that_do_not_fit_are_refused(names: list[str]) -> None:
    refused("R0810", lambda: frame().start(names=names))
    refused("R0810", lambda: frame().start(players=3, names=names))


def saved(decisions: int = 3) -> dict[str, Any]:
    state = frame().start(players=3, seed=7)
    for _ in range(decisions):
        state.choose(0)
    data: dict[str, Any] = json.loads(json.dumps(state.save()))
    return data


def broken_saves() -> list[Any]:
    """A save with one part taken away or replaced by nonsense, and things that are no saves at all."""
    found: list[Any] = [None, [], {}, "save", 3, {"format": 1}, {"format": 2}]
    whole = saved()
    for key in whole:
        if key in ("game", "variants", "options"):
            continue  # for people: what counts stands elsewhere
        found.append({other: value for other, value in whole.items() if other != key})
        found += [{**whole, key: "nonsense"}, {**whole, key: -7}, {**whole, key: {"a": 1}}, {**whole, key: [[]]}]
    return found


@pytest.mark.parametrize("number", range(len(broken_saves())))
def test_broken_saves_are_refused(number: int) -> None:
    data = broken_saves()[number]
    with suppress(Problems, Fault):  # what can still be read may also be played
        state = frame().resume(data)
        state.play_out(most=1000)


def test_what_is_no_save_is_refused() -> None:
    nonsense: list[Any] = [None, [], {}, "save", 3, {"format": 1}]
    for data in nonsense:
        refused("R0811", lambda data=data: frame().resume(data))
    for key in ("table", "decisions", "stack", "machine", "options_now", "scores", "players"):
        refused("R0811", lambda key=key: frame().resume({name: part for name, part in saved().items() if name != key}))


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("money(red)", "much", "'much' is not a value of the rules"),
        ("money(red)", True, "True is not a value of the rules"),
        ("pawn(red)", "atlantis", "there is no city called 'atlantis'"),
        ("hand(red)", ["mill", "mill"], "the same industry is in two places"),
        ("market", ["mill"], "are not the industry of the market"),
        ("gold", 3, "nothing is called gold"),
    ],
)
def test_a_value_that_the_rules_do_not_know(name: str, value: Any, words: str) -> None:
    data = saved()
    for zone in ("deck", "market", "discards"):
        data["table"][zone] = [None, None] if zone == "market" else []
    data["table"][name] = value
    assert words in refused("R0811", lambda: frame().resume(data))


def test_a_value_changed_by_hand_counts() -> None:
    data = saved()
    data["table"]["money(red)"] = 77
    assert frame().resume(data).view(0)["table"]["money"]["red"] == 77


def test_a_house_rule_is_found_again(tmp_path: Path) -> None:
    house = tmp_path / "my.rules"
    house.write_text("variant my\n  change price to 2\n", encoding="utf-8")
    data = interpreter.load(FRAME, [house]).start(players=2, seed=1).save()
    assert data["variants"] == [str(house)]
    assert interpreter.load(FRAME, data["variants"]).resume(data).decisions == 0


def test_a_save_of_other_rules_is_refused() -> None:
    quick = interpreter.load(FRAME, ["quick"])
    refused("R0812", lambda: quick.resume(saved()))
    refused("R0812", lambda: interpreter.load(FRAME, options={"length": "long"}).resume(saved()))


def test_replayed_decisions_go_on_under_other_rules() -> None:
    state = interpreter.load(FRAME, ["quick"]).resume(saved(2), replay=True)
    assert state.decisions == 2


def test_a_replay_says_where_it_takes_another_course(tmp_path: Path) -> None:
    state = frame().start(players=2, seed=7)
    state.choose("build") if "build" in [choice.name for choice in state.request.choices] else None  # type: ignore[union-attr]
    data = state.save()
    other = interpreter.load(
        lay_out(tmp_path, {"variants/dear.rules": "variant dear\n  change price to 100\n"}), ["dear"]
    )
    assert "decision 1 (build) is not possible" in refused("R0813", lambda: other.resume(data, replay=True))


def test_every_code_of_playing_is_tested() -> None:
    cases = Path(__file__).parents[1] / "cases" / "playing" / "bad"
    seats = Path(__file__).parents[1] / "tools" / "test_seats.py"  # set-ups that the rules refuse
    native = Path(__file__).parents[1] / "native" / "test_lockstep.py"
    files = [*Path(__file__).parent.glob("*.py"), *cases.iterdir(), seats, native]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    assert [code for code in CODES if code.startswith("R08") and code not in text] == []


def test_a_hostile_file_name_cannot_steer_the_terminal(tmp_path: Path) -> None:
    name = "rules/zz\x1b[2J\x07\n\u202e.rules"
    text = "procedure play\n  each player\n    let part = 7 / pot rounded down\n  end game\n"
    with pytest.raises(Fault) as caught:
        interpreter.load(lay_out(tmp_path, {name: text})).start(players=2, seed=1)
    assert caught.value.stack
    assert all(place.isprintable() for place in caught.value.stack), caught.value.stack
    assert caught.value.diagnostic.message.isprintable()
