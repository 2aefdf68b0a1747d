"""A playtest's plan: questions and their moments, the sides that are compared, what is recorded; read from playtest.yaml.

In: a game's folder. Out: a Plan, and Problems at the cell where the file is wrong. Layer: tools. A Plan is kept with its playtest
as JSON, so that it stays what people agreed to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import interpreter
from interpreter.data import Cell, check_schema, load_schema, read_folder, read_own, read_yaml
from interpreter.source import Diagnostic, Problems, Reporter, Source, did_you_mean
from interpreter.source.bundled import grammars_dir

from .moments import FORMS, Moment, moment_of

FILE = "playtest.yaml"
SHORTEST, STEPS = "game is over", 5
TIMES, LOOKUPS, REFUSED, TAKE_BACKS, PRESENCE = "times", "lookups", "refused", "take_backs", "presence"
ALL = (TIMES, LOOKUPS, REFUSED, TAKE_BACKS, PRESENCE)
TOLD = {  # what people read before they agree
    TIMES: "how long you think about each decision, without pauses and the time you look at other pages",
    LOOKUPS: "which cards, places and rules you look up",
    REFUSED: "what you try that the rules do not allow",
    TAKE_BACKS: "answers that you take back",
    PRESENCE: "when you open and leave the table",
}
ALWAYS_TOLD = ("the moves of the game", "the notes you write, what you say at the table, and your answers to questions")


@dataclass(frozen=True)
class Question:
    name: str
    ask: str
    when: str = SHORTEST
    scale: tuple[str, ...] = ()  # both ends
    choice: tuple[str, ...] = ()

    @property
    def moment(self) -> Moment:
        found = moment_of(self.when)
        assert found is not None
        return found

    def fits(self, answer: object) -> bool:
        """Whether this is an answer to it.

        A step of the scale, one of the choices, or words."""
        if self.scale:
            return type(answer) is int and 1 <= answer <= STEPS
        return isinstance(answer, str) and (answer in self.choice if self.choice else bool(answer.strip()))


@dataclass(frozen=True)
class Side:
    """One of the sides that are compared."""

    name: str
    variants: tuple[str, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    about: str = ""
    consent: str = ""
    players: int | None = None
    bots: str = ""
    record: tuple[str, ...] = ALL
    compare: tuple[Side, ...] = ()
    questions: tuple[Question, ...] = ()
    hours: float = 0  # without an answer, after which somebody else decides; 0: people wait
    then: str = "bot"

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides; a single one if nothing is compared."""
        return self.compare or (Side("all tables"),)

    @property
    def told(self) -> list[str]:
        """What is recorded, in the words that people read."""
        return [*ALWAYS_TOLD, *(TOLD[one] for one in ALL if one in self.record)]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def plan_from(kept: Mapping[str, Any]) -> Plan:
    """Restore a plan that was kept as JSON."""
    sides = [Side(one["name"], tuple(one["variants"]), dict(one["options"])) for one in kept["compare"]]
    questions = [
        Question(one["name"], one["ask"], one["when"], tuple(one["scale"]), tuple(one["choice"]))
        for one in kept["questions"]
    ]
    return Plan(
        kept["about"],
        kept["consent"],
        kept["players"],
        kept["bots"],
        tuple(kept["record"]),
        tuple(sides),
        tuple(questions),
        kept.get("hours", 0),  # plans that were kept before there were deadlines
        kept.get("then", "bot"),
    )


def plan_of(path: Path) -> Plan:
    """Return the plan of a game: its own, or the usual one.

    Raises Problems if its own is wrong."""
    source = read_own(path, path / FILE) if (path / FILE).is_file() else usual_source()
    root = _read(source)
    reporter = Reporter()
    plan = _plan(root, reporter)
    if (path / FILE).is_file():
        _check_names(root, plan, path, reporter)
    reporter.raise_if_errors()
    return plan


def wrong_with(path: Path) -> list[Diagnostic]:
    """Report what is wrong with a game's playtest.yaml, if it has one."""
    if not (path / FILE).is_file():
        return []
    try:
        plan_of(path)
    except Problems as problems:
        return list(problems.diagnostics)
    return []


def usual_source() -> Source:
    """The plan for a game without one of its own.

    Also what `rulewright new playtest` begins with."""
    return Source.read(grammars_dir() / "templates" / FILE)


def _read(source: Source) -> Cell:
    root = read_yaml(source)
    reporter = Reporter()
    check_schema(root, load_schema("playtest"), reporter, "the playtest")
    reporter.raise_if_errors()
    return root


def _plan(root: Cell, reporter: Reporter) -> Plan:
    parts = _map(root)
    questions = [_question(cell, number, reporter) for number, cell in enumerate(_list(parts.get("questions")), 1)]
    _check_twice([(name, cell) for name, cell in questions], reporter)
    players = parts.get("players")
    return Plan(
        _text(parts.get("about")),
        _text(parts.get("consent")),
        players.value if players is not None and isinstance(players.value, int) else None,
        _text(parts.get("bots")),
        tuple(str(cell.value) for cell in _list(parts["record"])) if "record" in parts else ALL,
        tuple(_side(cell) for cell in _list(parts.get("compare"))),
        tuple(name for name, _ in questions),
        *_deadline(_map(parts.get("deadline"))),
    )


def _deadline(parts: Mapping[str, Cell]) -> tuple[float, str]:
    if not parts:
        return 0, "bot"
    hours = parts["hours"].value
    return float(hours) if isinstance(hours, int | float) else 0, _text(parts.get("then")) or "bot"


def _question(cell: Cell, number: int, reporter: Reporter) -> tuple[Question, Cell]:
    parts = _map(cell)
    when = parts.get("when")
    if when is not None and moment_of(str(when.value)) is None:
        help = f"a moment is one of: {'; '.join(FORMS)}"
        reporter.error("R0445", when.span, f'"{when.value}" is not a moment of a game', help)
    if "scale" in parts and "choice" in parts:
        reporter.error(
            "R0445",
            parts["choice"].span,
            "a question has a scale or a choice of answers, not both",
            "leave one of them out",
        )
    found = Question(
        _text(parts.get("name")) or f"question_{number}",
        _text(parts["ask"]),
        " ".join(str(when.value).split()) if when is not None else SHORTEST,
        tuple(str(one.value) for one in _list(parts.get("scale"))),
        tuple(str(one.value) for one in _list(parts.get("choice"))),
    )
    return found, parts.get("name", parts["ask"])


def _check_twice(questions: Iterable[tuple[Question, Cell]], reporter: Reporter) -> None:
    seen: set[str] = set()
    for question, cell in questions:
        if question.name in seen:
            reporter.error(
                "R0445", cell.span, f'two questions are called "{question.name}"', "give each a name of its own"
            )
        seen.add(question.name)


def _side(cell: Cell) -> Side:
    parts = _map(cell)
    options = {name: _option(one) for name, one in _map(parts.get("options")).items()}
    return Side(_text(parts["name"]), tuple(str(one.value) for one in _list(parts.get("variants"))), options)


def _option(cell: Cell) -> object:
    return cell.value if isinstance(cell.value, int) and not isinstance(cell.value, bool) else str(cell.value)


# ---------------------------------------------------------------- what the game must have
def _check_names(root: Cell, plan: Plan, path: Path, reporter: Reporter) -> None:
    """Check the names of variants, options, choices and values.

    Against the game, under each side's variants."""
    parts = _map(root)
    if reporter.has_errors or not _check_variants(parts, path, reporter):
        return
    definitions = []
    for side, cell in zip(plan.sides, _list(parts.get("compare")) or [root], strict=True):
        try:
            game = interpreter.load(path, list(side.variants), dict(side.options))
        except Problems as problems:
            first = problems.diagnostics[0]
            reporter.error("R0445", cell.span, f"this side cannot be played: {first.message}", first.help or "")
            return
        definitions.append((game, interpreter.definition(game)))
        people = plan.players
        if people is not None and people not in game.player_counts:
            at = parts["players"].span
            counts = ", ".join(map(str, game.player_counts))
            reporter.error("R0445", at, f"{game.title} cannot be played by {people} people", f"it is for {counts}")
    names = {name for game, definition in definitions for name in _choices(game, definition)}
    values = [value for _, definition in definitions for value in definition["values"]]
    for question, cell in zip(plan.questions, _list(parts.get("questions")), strict=True):
        if "when" in _map(cell):
            _check_moment(question.moment, _map(cell)["when"], names, values, reporter)


def _check_variants(parts: Mapping[str, Cell], path: Path, reporter: Reporter) -> bool:
    known = list(read_folder(path).variants)
    wrong = [
        cell
        for side in _list(parts.get("compare"))
        for cell in _list(_map(side).get("variants"))
        if cell.value not in known
    ]
    for cell in wrong:
        help = did_you_mean(str(cell.value), known) or f"the variants are {', '.join(known) or 'none'}"
        reporter.error("R0445", cell.span, f'there is no variant called "{cell.value}"', help)
    return not wrong


def _choices(game: interpreter.Game, definition: Mapping[str, Any]) -> set[str]:
    """The names of what can be chosen: actions and ways, things, and doing nothing."""
    members = {member["name"] for kind in definition["kinds"] for member in kind["members"]}
    return {*game.usable["actions"], *members, "pass", "done", "yes", "no"}


def _check_moment(
    moment: Moment, cell: Cell, names: set[str], values: Iterable[Mapping[str, Any]], reporter: Reporter
) -> None:
    if moment.kind == "chooses" and moment.name not in names:
        help = did_you_mean(moment.name, sorted(names)) or "`rulewright show names GAME` lists what can be chosen"
        reporter.error("R0445", cell.span, f'nothing called "{moment.name}" can be chosen', help)
    if moment.kind != "is":
        return
    wanted = ["player"] if moment.own else []
    fitting = sorted(
        {v["name"] for v in values if v["keys"] == wanted and v["type"]["type"] == "number" and v["shown"]}
    )
    if moment.name not in fitting:
        what = "number that each player has" if moment.own else "number of the whole game"
        shown = [f"player's {name}" if moment.own else name for name in fitting]
        help = did_you_mean(moment.name, fitting) or f"there are: {', '.join(shown) or 'none'}"
        reporter.error("R0445", cell.span, f'there is no {what} called "{moment.name}"', help)


# ---------------------------------------------------------------- cells
def _map(cell: Cell | None) -> dict[str, Cell]:
    return cell.value if cell is not None and isinstance(cell.value, dict) else {}


def _list(cell: Cell | None) -> list[Cell]:
    return cell.value if cell is not None and isinstance(cell.value, list) else []


def _text(cell: Cell | None) -> str:
    return "" if cell is None else str(cell.value).strip()
