"""A public API with one invented game, to test the tools without the engine.

The game: a heap of counters. A player takes one to three, rolls a die, peeks at a hidden card, or breaks a rule.
Who takes the last counter wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import interpreter
from interpreter import Section
from interpreter.source import Diagnostic, Problems, Source, did_you_mean

NAME = "heap"
NAMES = ("red", "blue", "green")


@dataclass(frozen=True)
class Choice:
    label: str
    name: str
    value: object = None
    free: bool = False


@dataclass(frozen=True)
class Refusal:
    label: str
    reason: str
    condition: str = ""
    clauses: tuple[str, ...] = ()
    location: str = "rules/heap.rules:3"
    free: bool = False


@dataclass(frozen=True)
class Event:
    text: str
    kind: str = "say"
    audience: tuple[int, ...] | None = None

    def told_to(self, player: int | None) -> str:
        return self.text if self.audience is None or player in self.audience else ""


@dataclass(frozen=True)
class Result:
    winners: tuple[int, ...]
    scores: Mapping[int, int] | None = None
    sheet: Mapping[str, Mapping[int, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Request:
    player: int
    name: str
    prompt: str
    kind: str
    choices: Sequence[Choice]
    low: int | None = None
    high: int | None = None
    step: int | None = None
    refused: Sequence[Refusal] = ()
    optional: bool = False
    private: bool = False
    prices: Mapping[str, str] = field(default_factory=dict)

    def beside(self, choice: Choice) -> str:
        return self.prices.get(choice.name, "")


@dataclass(frozen=True)
class OptionInfo:
    name: str
    title: str
    kind: str
    values: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    default: object = None
    value: object = None


@dataclass(frozen=True)
class GameInfo:
    name: str
    title: str
    players_min: int
    players_max: int
    about: str
    path: Path
    goal: str = ""
    group: str = "board"


@dataclass(frozen=True)
class ScenarioResult:
    name: str
    path: str
    line: int
    passed: bool
    seconds: float
    report: str
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    begun: bool = True
    passes_without: bool | None = None


class Fault(Exception):
    def __init__(self) -> None:
        self.diagnostic = Diagnostic("R0999", "the loop of break_it never ends")
        self.stack = ("break_it (rules/heap.rules:9)", "turn (rules/heap.rules:4)")
        self.code, self.decisions = "R0999", ()


MENU = (Choice("take counters", "take"), Choice("roll", "roll"), Choice("peek", "peek"), Choice("break it", "break_it"))


class Inspection:
    could_have_been_asked: tuple[int, ...] = ()
    asleep: frozenset[str] = frozenset()

    def __init__(self, state: State) -> None:
        self._state = state

    @property
    def chance_count(self) -> int:
        return self._state.rolls

    @property
    def used(self) -> set[str]:
        return self._state.taken

    def seen(self, player: int | None, name: str) -> Any:
        return self._state.view(player)["table"].get(name)

    def events_known(self, player: int | None) -> int:
        return len(self._state.events)

    def as_seen(self, player: int | None) -> State:
        return self._state

    def notices(self, player: int | None) -> bool:
        return True


class Engine:
    def hold_always(self, arranged: bool = False) -> None:
        """Nothing is declared."""


@dataclass
class State:
    names: tuple[str, ...]
    seed: int
    heap: int = 10
    player: int = 0
    taking: bool = False
    decisions: int = 0
    rolls: int = 0
    peeked: set[int] = field(default_factory=set)
    events: list[Event] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)

    @property
    def inspect(self) -> Inspection:
        return Inspection(self)

    @property
    def engine(self) -> Engine:
        return Engine()

    @property
    def automas(self) -> tuple[int, ...]:
        return ()

    @property
    def player_names(self) -> tuple[str, ...]:
        return self.names

    @property
    def result(self) -> Result | None:
        if self.heap:
            return None
        return Result((self.player,), {seat: int(seat == self.player) for seat in range(len(self.names))})

    @property
    def request(self) -> Request | None:
        if not self.heap:
            return None
        if self.taking:
            high = min(3, self.heap)
            amounts = [Choice(str(amount), str(amount), amount) for amount in range(1, high + 1)]
            return Request(self.player, "take", "How many?", "amount", amounts, 1, high, 1)
        refused = (Refusal("put back", "the heap is full"),)
        return Request(self.player, "turn", "What do you do?", "menu", MENU, refused=refused)

    def choose(self, choice: int | Choice) -> None:
        request = self.request
        assert request is not None
        if isinstance(choice, Choice):
            choice = choice.value if isinstance(choice.value, int) else list(request.choices).index(choice)
        name = self.names[self.player]
        if request.kind == "amount":
            assert 1 <= choice <= min(3, self.heap)
            self._take(choice)
        elif choice == 0:
            self.taking = True
        elif choice == 1:
            self.rolls += 1
            self.events.append(Event(f"{name} rolls {Random(self.seed + self.rolls).randint(1, 6)}."))
        elif choice == 2:
            self.peeked.add(self.player)
            self.events.append(Event("The card is the crown.", audience=(self.player,)))
        else:
            self.decisions += 1
            raise Fault
        self.decisions += 1
        self.taken.add(request.choices[choice].name if request.kind == "menu" else "take")

    def _take(self, amount: int) -> None:
        self.heap -= amount
        self.taking = False
        self.events.append(Event(f"{self.names[self.player]} takes {amount}, {self.heap} left."))
        if self.heap:
            self.player = (self.player + 1) % len(self.names)

    def clone(self) -> State:
        return State(
            self.names, self.seed, self.heap, self.player, self.taking, self.decisions, self.rolls,
            set(self.peeked), list(self.events), set(self.taken),
        )  # fmt: skip

    def seat(self, player: int, engine: str = "auto") -> int:
        return player

    @property
    def history(self) -> tuple[Any, ...]:
        return ()

    def view(self, player: int | None) -> dict[str, Any]:
        mine = ["crown"] if player in self.peeked else {"count": 1}
        return {
            "you": player,
            "players": list(self.names),
            "table": {"heap": self.heap, "last_taken": dict.fromkeys(self.names, 0)},
            "zones": {"secret": mine, f"{self.names[0]}'s hand": {"count": 2}},
            "boards": {"ground": ["o" * self.heap]},
            "waiting_for": self.player,
        }

    def events_for(self, player: int | None, since: int = 0) -> list[str]:
        news = self.events[since:]
        return [event.text for event in news if event.audience is None or player in event.audience]

    def save(self) -> dict[str, Any]:
        return {
            "game": NAME, "fingerprint": "f1", "variants": [], "options": {}, "seed": self.seed,
            "players": list(self.names), "heap": self.heap, "player": self.player, "taking": self.taking,
        }  # fmt: skip

    def why_not(self, player: int, words: str, in_full: bool = True) -> str:
        return f"{words}: the heap is full" + (" (rules/heap.rules:3)" if in_full else "")


@dataclass
class Game:
    options: tuple[OptionInfo, ...]
    variants: tuple[str, ...] = ()
    name: str = NAME
    title: str = "The Heap"
    about: str = "A heap of counters."
    goal: str = "Take the last counter."
    players_min: int = 2
    players_max: int = 3
    default_players: int = 2
    fingerprint: str = "f1"
    turn_limit: int = 500
    always: tuple[str, ...] = ()
    usable: Mapping[str, Sequence[str]] = field(
        default_factory=lambda: {"actions": ("take", "roll", "peek", "break_it"), "cards": ("crown",)}
    )

    def refusals(self, players: int) -> list[Diagnostic]:
        fits = self.players_min <= players <= self.players_max
        return [] if fits else [Diagnostic("R0810", f"The Heap is for 2 to 3 players, not {players}")]

    def automas(self, players: int) -> tuple[int, ...]:
        return ()

    def start(
        self, players: int | None = None, seed: int = 0, names: Sequence[str] | None = None, events: bool = True
    ) -> State:
        return State(NAMES[: players or self.default_players], seed)

    def native_ready(self) -> bool:
        return False

    def begin_native(self) -> None:
        raise AssertionError("nothing is compiled here")

    @property
    def runs_in_python_because(self) -> str:
        return "it is a fake"

    def resume(self, data: Mapping[str, Any], replay: bool = False) -> State:
        if data["fingerprint"] != self.fingerprint and not replay:
            raise Problems([Diagnostic("R0811", "the rules changed since the game was saved")])
        return State(tuple(data["players"]), data["seed"], data["heap"], data["player"], data["taking"])


def declared_options(values: Mapping[str, object]) -> tuple[OptionInfo, ...]:
    declared = (
        OptionInfo("length", "Length", "names", ("short", "long"), default="long"),
        OptionInfo("polite", "Polite", "yes_no", default="no"),
        OptionInfo("dice", "Dice", "range", low=1, high=3, default=1),
    )
    return tuple(
        OptionInfo(**{**vars(option), "value": values.get(option.name, option.default)}) for option in declared
    )


def unknown(game: str | Path) -> Diagnostic:
    return Diagnostic("R0007", f'there is no game "{game}"', help=did_you_mean(str(game), [NAME]))


def load(
    game: str | Path,
    variants: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None,
    soon_in_c: bool = False,
) -> Game:
    if str(game) != NAME:
        raise Problems([unknown(game)])
    return Game(declared_options(options or {}), tuple(str(variant) for variant in variants))


def games() -> list[GameInfo]:
    return [GameInfo(NAME, "The Heap", 2, 3, "Take the last counter.", Path("/games/heap"))]


def problems(game: str | Path, variants: Sequence[str | Path] | None = None) -> list[Diagnostic]:
    if str(game) == NAME:
        return []
    if not (Path(game) / "game.yaml").exists():
        return [unknown(game)]
    game = Path(game)
    rules = Source(str(game / "rules" / "heap.rules"), "procedrue play\n")
    data = Source(str(game / "game.yaml"), "titel: x\n")
    return [Diagnostic("R0104", "no such word", rules.at(1, 1, 9)), Diagnostic("R0401", "titel", data.at(1, 1, 5))]


def show(game: object, what: str, name: str | None = None, variants: Sequence[str | Path] = ()) -> str:
    return f"{what} of {name}\n"


def format_text(text: str, path: str) -> str:
    if "procedrue" in text:
        raise Problems([Diagnostic("R0104", "no such word", Source(path, text).at(1, 1, 9))])
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def schema(game: object) -> dict[str, Any]:
    return {"title": "cards"}


def trace(game: object) -> dict[str, Any]:
    clause = {"id": "HP-001", "text": "Take the last counter.", "rules": ["turn"], "scenarios": [], "note": None}
    summary = {"clauses": 1, "cited_by_rule": 1, "cited_by_scenario": 0, "notes": 0, "uncovered": 0}
    return {"summary": summary, "clauses": [clause], "unknown": {"HP-009": ["turn (rules/heap.rules:4:1)"]}}


def tabletop(state: State, player: int | None) -> tuple[Section, ...]:
    names = [f"{name} (you)" if seat == player else name for seat, name in enumerate(state.names)]
    return (
        Section("board", "ground", (("o" * state.heap,),)),
        Section("facts", "", ((f"heap {state.heap}",),)),
        Section("grid", "", tuple((name, "2") for name in names), ("", "hand")),
        Section("list", "", (("crown", "Whoever sees it knows more."),)),
        Section("own", "You", (("secret", "crown", ""),) if player in state.peeked else (("", "nothing", ""),)),
    )


def look(state: State, player: int | None, words: str) -> list[str]:
    return [f"{words} as {player} sees it"]


def run_scenarios(
    game: str | Path, paths: Sequence[Path] | None = None, variants: Sequence[str | Path] = ()
) -> Iterator[ScenarioResult]:
    if str(game) != NAME and not (Path(game) / "game.yaml").exists():
        raise Problems([unknown(game)])
    yield ScenarioResult("it ends", "scenarios/end.scenario", 1, True, 0.01, "", ("fast",), (("dice", "2"),))
    if paths:
        yield ScenarioResult("it fails", str(paths[0]), 7, False, 0.01, "expected 3, got 4\n")


def brought_along(game: str | Path, variants: Sequence[str | Path]) -> dict[str, str]:
    """None of the invented variants needs another one."""
    return {}


PUBLIC = (
    Fault, Game, State, brought_along, format_text, games, load, look, problems, run_scenarios, schema, show, tabletop, trace,
)  # fmt: skip
HOMES = {
    "brought_along": "finding",
    "format_text": "tools.fmt.formatting",
    "problems": "tools.check.problems",
    "schema": "tools.schema.generate",
    "show": "tools.show.stages",
    "trace": "tools.trace.citations",
}


def home(name: str) -> ModuleType:
    """The module that a tool imports this from: the public API, or the library of one tool."""
    return import_module(f"interpreter.{HOMES[name]}") if name in HOMES else interpreter


def install() -> None:
    """For a process of its own: `python -c "from tests.support import fake_api; fake_api.install(); ..."`."""
    for thing in PUBLIC:
        setattr(home(thing.__name__), thing.__name__, thing)
