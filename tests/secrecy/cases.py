"""What each player and a spectator sees, is told and is asked, written down by hand.

In: files `tests/cases/secrecy/*.rules`, each a small game with cases in comment lines. Out: Cases, and a Table that plays one and
compares. The lines of a case:

    #! case: night(red)                          the call that is played, for red, blue and green
    #! cites: Spectators see                     how the sentence of the reference begins that says so
    #! given: move owl to hand(red)              a step before, of which nothing is compared
    #! blue sees: hand(red) is 1 card            `[owl, fox]`, a number, `none`, `not seen`; or `waiting for red`
    #! blue saw first: light is 1                the same of the table that was shown before the present one; or `nothing`
    #! blue is told: "Night falls"; "..."        all since the last decision; or `nothing`
    #! blue is asked: Fly, Pass                  the labels of all choices, `PROMPT: …` before them; or `nothing`
    #! blue never gets: owl                      in no view, message, question or save
    #! could have been asked: red                or `nobody`
    #! red chooses fly                           also `red passes`; `blue answers 3` before she is asked
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import interpreter
from interpreter import Game, State, event_forms, view_form
from interpreter.view.json_view import request_form

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "cases" / "secrecy"
FILES = sorted(FOLDER.glob("*.rules"))
PLAYERS = ("red", "blue", "green")
SEATS: dict[str, int | None] = {**{name: seat for seat, name in enumerate(PLAYERS)}, "spectator": None}
IN_RULES = {"red": "first(players)", "blue": "next_player(first(players))", "green": "last(players)"}
MANIFEST = "title: Secrecy\nplayers: {min: 3, max: 3}\nsource: stand-in\n"
SCRIPT = "#!"


@dataclass
class Case:
    file: Path
    line: int
    call: str
    cites: list[str] = field(default_factory=list)
    given: list[str] = field(default_factory=list)
    script: list[tuple[int, str]] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.file.stem}-{self.line}-{self.call}"


def cases_in(file: Path) -> list[Case]:
    found: list[Case] = []
    for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not text.startswith(SCRIPT):
            continue
        line = text.removeprefix(SCRIPT).strip()
        word, _, rest = line.partition(": ")
        if word == "case":
            found.append(Case(file, number, rest))
        elif word == "cites":
            found[-1].cites.append(rest)
        elif word == "given":
            found[-1].given.append(rest)
        else:
            found[-1].script.append((number, line))
    return found


CASES = [case for file in FILES for case in cases_in(file)]


# ---------------------------------------------------------------- the games


def in_rules(words: str) -> str:
    """`night(red)` as a step of the rules."""
    return re.sub(r"\b(red|blue|green)\b", lambda found: IN_RULES[found[0]], words)


def play_of(cases: list[Case]) -> str:
    """Which case is played is the first decision; then it is arranged, and everybody has seen that."""
    lines = ["procedure play", f"  first(players) chooses story in 0 to {len(cases) - 1}"]
    for number, case in enumerate(cases):
        if case.given:
            lines += [f"  if story is {number}", *(f"    {in_rules(step)}" for step in case.given)]
    lines.append("  first(players) chooses ready in 0 to 0")
    for number, case in enumerate(cases):
        lines += [f"  if story is {number}", f"    {in_rules(case.call)}"]
    return "\n".join([*lines, "  first(players) chooses finished in 0 to 0", "  end game", ""])


def written(folder: Path, file: Path) -> Path:
    """The game of a file of cases."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "rules").mkdir(parents=True)
    shutil.copytree(FOLDER / "cards", folder / "cards")
    (folder / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "rules" / "case.rules").write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "rules" / "play.rules").write_text(play_of(cases_in(file)), encoding="utf-8")
    return folder


@cache
def game_of(file: Path, folder: Path) -> Game:
    return interpreter.load(written(folder / file.stem, file))


# ---------------------------------------------------------------- the sentences


def sentences() -> list[str]:
    """Every sentence of the section, without bold; a point of a list is one, or more if it has full stops."""
    text = (ROOT / "docs" / "reference" / "seeing.md").read_text(encoding="utf-8")
    section = text.partition("# What players see\n")[2].partition("\n```")[0].replace("**", "")
    parts = re.split(r"\n\n|\n(?=- )", section)
    whole = [" ".join(part.split()).removeprefix("- ") for part in parts if part.strip()]
    return [sentence for part in whole for sentence in re.split(r"(?<=\.) (?=[A-Z`])", part)]


def cited(words: str) -> list[str]:
    return [sentence for sentence in sentences() if sentence.startswith(words)]


# ---------------------------------------------------------------- one table


class Table:
    """A case in play, on one engine."""

    def __init__(self, game: Game, case: Case, number: int, engine: str) -> None:
        self.case, self.game, self.state = case, game, game.start(players=3, seed=1, engine=engine)
        self.state.choose(number)
        self._go(lambda: self.state.choose(0))
        self.skipped = 1  # that red is ready

    def _go(self, step: Any) -> None:
        self.told = {who: len(self.state.events_for(seat)) for who, seat in SEATS.items()}
        self.skipped = 0
        step()

    def play(self) -> None:
        for number, line in self.case.script:
            where = f"{self.case.file.name}:{number}: {line}"
            if not self._decides(line):
                found, wanted = self._compared(line)
                assert found == wanted, where
            self.stays_when_saved()

    def stays_when_saved(self) -> None:
        """Who looks at a saved game sees the same."""
        loaded = self.game.resume(self.state.save())
        for seat in SEATS.values():
            assert loaded.view(seat) == self.state.view(seat)
            assert loaded.events_for(seat) == self.state.events_for(seat)

    def _decides(self, line: str) -> bool:
        found = re.fullmatch(r"(\w+) (chooses (?P<choice>.+)|answers (?P<answer>.+)|passes)", line)
        if found is None:
            return False
        seat = SEATS[found[1]]
        assert seat is not None
        if found["answer"]:
            self._go(lambda: self.state.answer_for(seat, _choice(found["answer"])))
        else:
            assert self.state.deciding == seat, line
            self._go(lambda: self.state.choose(_choice(found["choice"] or "pass")))
        return True

    def _compared(self, line: str) -> tuple[Any, Any]:
        if line.startswith("could have been asked: "):
            names = line.partition(": ")[2]
            return [
                PLAYERS[seat] for seat in self.state.inspect.could_have_been_asked
            ], [] if names == "nobody" else names.split(", ")
        who, how, rest = re.fullmatch(r"(\w+) (sees|saw first|is told|is asked|never gets): (.+)", line).groups()  # type: ignore[union-attr]
        seat = SEATS[who]
        match how:
            case "sees":
                return _seen(self.state, seat, rest)
            case "saw first":
                shown = self.state.inspect.moments_for(seat)
                return (len(shown), 0) if rest == "nothing" else _seen(shown[-1], seat, rest)
            case "is told":
                texts = self.state.events_for(seat)[self.told[who] + self.skipped :]
                return texts, [] if rest == "nothing" else re.findall(r'"([^"]*)"', rest)
            case "is asked":
                return self._asked(seat, rest)
            case _:
                everything = json.dumps(list(_all_forms(self.state, seat)))
                return [word for word in rest.split(", ") if re.search(rf"\b{word}\b", everything)], []

    def _asked(self, seat: int | None, rest: str) -> tuple[Any, Any]:
        request = self.state.request_for(seat)
        if request is None or rest == "nothing":
            return None if request is None else request.prompt, None
        prompt, _, labels = rest.rpartition(": ")
        assert labels.split(", ") == [choice.label for choice in request.choices]
        return (request.prompt, prompt) if prompt else (None, None)


def _choice(words: str) -> str | int:
    return int(words) if words.isdigit() else words


def _all_forms(state: State, seat: int | None) -> Iterator[Any]:
    for moment in (*state.inspect.moments_for(seat), state):
        yield moment.view(seat)
        yield moment.save_for(seat)
        yield view_form(moment, seat)
        yield event_forms(moment, seat)
        yield request_form(moment, seat)


def _seen(state: State, seat: int | None, words: str) -> tuple[Any, Any]:
    """What is seen of a value, in the view and in its JSON form, and what should be."""
    view, form = state.view(seat), view_form(state, seat)
    if words.startswith("waiting for "):
        name = words.removeprefix("waiting for ")
        wanted = None if name == "nobody" else name
        seen = None if view["waiting_for"] is None else PLAYERS[view["waiting_for"]]
        early = state.request_for(seat) is not None and seen is None  # in `secretly each` only the form names her
        return (wanted if early else seen, form["waiting_for"]), (wanted, wanted)
    what, _, value = words.partition(" is ")
    name, _, rest = what.partition("(")
    keys = [key for key in rest.removesuffix(")").split(", ") if key]
    return (_in_view(view, name, keys), _in_form(form, name, keys)), (_value(value), _value(value))


def _value(words: str) -> Any:
    if words.endswith((" card", " cards")):
        return {"count": int(words.split()[0])}
    if words.startswith("["):
        return [word for word in words.strip("[]").split(", ") if word]
    plain = {"none": None, "not seen": "not seen", "yes": True, "no": False}
    return plain[words] if words in plain else int(words) if words.isdigit() else words


def _in_view(view: dict[str, Any], name: str, keys: list[str]) -> Any:
    zone = f"{', '.join(keys)}'s {name}" if keys else name
    if zone in view["zones"]:
        return view["zones"][zone]
    values = {**view["table"], **{name: value for name, value in view["shown"].items() if value is not None}}
    if name not in values or (keys and ", ".join(keys) not in values[name]):
        return "not seen"
    return values[name][", ".join(keys)] if keys else values[name]


def _in_form(form: Any, name: str, keys: list[str]) -> Any:
    entries = [
        entry
        for value in form["values"]
        if value["name"] == name
        for entry in value["entries"]
        if entry["keys"] == keys
    ]
    if not entries:
        return "not seen"
    entry = entries[0]
    return (
        {"count": entry["count"]}
        if "count" in entry
        else entry["cards"]
        if "cards" in entry
        else _plain(entry["value"])
    )


def _plain(value: Any) -> Any:
    """A thing by its name."""
    return value["name"] if isinstance(value, dict) else value
