"""Statements: what happens, line by line.

In: the nodes of expressions and types. Out: node classes. Layer: syntax.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from interpreter.syntax.nodes.expressions import Expression, Node, Query, Taken, Text


@dataclass(frozen=True, slots=True)
class Sentence(Node):
    """A statement made of words and expressions alone.

    `form` is how it is written, each field at its place: `{zone:postfix}` stands where the grammar has `postfix`. The
    grammar's rule is called like the class (`SetValue`: `set_value`); building and printing follow from the two."""

    form: ClassVar[str]


@dataclass(frozen=True, slots=True)
class LetHere(Node):
    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class SetValue(Sentence):
    form: ClassVar[str] = "set {target:postfix} to {value}"
    target: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Raise(Node):
    """`raise T by N`, and `lower T by N` with `sign` -1."""

    target: Expression
    amount: Expression
    sign: int


@dataclass(frozen=True, slots=True)
class Resource(Node):
    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Gain(Node):
    """`P gains N R`, and `P loses N R` with `sign` -1."""

    subject: Expression
    amount: Expression
    resource: Resource
    sign: int
    plain: bool = False  # inside the moment itself: do it, do not announce it again


@dataclass(frozen=True, slots=True)
class Pay(Node):
    payer: Expression
    amount: Expression
    resource: Resource
    payee: Expression
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Needs(Node):
    condition: Expression
    because: Text


@dataclass(frozen=True, slots=True)
class Bounds(Node):
    least: Expression | None
    most: Expression | None


@dataclass(frozen=True, slots=True)
class Choose(Node):
    actor: Expression
    optional: bool
    name: str
    members: Expression | None
    where: Expression | None
    bounds: Bounds | None
    alias: str | None
    prompt: Text | None
    needs: tuple[Needs, ...]
    secretly: bool = False
    automatic: tuple[Automatic, ...] = ()
    openly: bool = False  # everyone sees that the question is put
    beside: Text | None = None  # `show "..."`: what stands beside each thing that can be chosen
    also: tuple[ChosenToo, ...] = ()  # what is chosen together with it, or instead of it, as one decision
    either: bool = False  # one of them, not all
    at_once: bool = False  # several things in any order as one decision

    @property
    def called(self) -> str:
        """The name of the decision."""
        return ("_or_" if self.either else "_and_").join(self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """What it gives names to."""
        return (self.alias or self.name, *(other.name for other in self.also))

    @property
    def lists(self) -> tuple[tuple[str, Expression | None], ...]:
        """Each name with what is chosen from.

        None: from all of the kind that is called so."""
        return ((self.name, self.members), *((other.name, other.members) for other in self.also))

    def answers_to(self, name: str) -> bool:
        """Is this what a law calls the decision?"""
        return name == self.called if self.also else name in (self.name, self.alias)


@dataclass(frozen=True, slots=True)
class ChosenToo(Node):
    name: str
    members: Expression | None


@dataclass(frozen=True, slots=True)
class Automatic(Node):
    """An `instead of choosing` or `before choosing` law woven into its choice."""

    where: Expression | None
    body: tuple[Statement, ...]
    answers: bool = True  # no: the steps come before the question, which is put after all


@dataclass(frozen=True, slots=True)
class Branch(Node):
    name: str
    title: Text | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Menu(Node):
    actor: Expression
    optional: bool
    prompt: Text | None
    branches: tuple[Branch, ...]
    secretly: bool = False
    automatic: tuple[Automatic, ...] = ()
    openly: bool = False


@dataclass(frozen=True, slots=True)
class Take(Node):
    actor: Expression
    optional: bool
    actions: tuple[Taken, ...]
    alias: str | None
    prompt: Text | None
    automatic: tuple[Automatic, ...] = ()
    repeated: bool = False  # `may take any of`: again and again, until the player passes
    openly: bool = False


@dataclass(frozen=True, slots=True)
class Duration(Node):
    count: Expression
    unit: str
    of: Expression | None
    then: Expression
    position: str | None


@dataclass(frozen=True, slots=True)
class Move(Node):
    what: Expression
    zone: Expression
    position: str | None  # top, bottom, random; None: behind the others
    duration: Duration | None


@dataclass(frozen=True, slots=True)
class Written(Node):
    """What is written in a column of a card that is made in play."""

    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class AddMade(Node):
    """`add entry to stack on top as NAME`, with what is written on it below."""

    kind: str
    zone: Expression
    position: str | None
    alias: str | None
    written: tuple[Written, ...]


@dataclass(frozen=True, slots=True)
class Remove(Sentence):
    form: ClassVar[str] = "remove {what:sum}"
    what: Expression


@dataclass(frozen=True, slots=True)
class Draw(Node):
    count: Expression
    pile: Expression
    zone: Expression
    position: str | None
    name: str | None


@dataclass(frozen=True, slots=True)
class Refill(Sentence):
    form: ClassVar[str] = "refill {zone:postfix}"
    zone: Expression


@dataclass(frozen=True, slots=True)
class Shuffle(Sentence):
    form: ClassVar[str] = "shuffle {zone:postfix}"
    zone: Expression


@dataclass(frozen=True, slots=True)
class Lay(Sentence):
    form: ClassVar[str] = "lay {what:postfix} at {spot:postfix} in {grid:postfix}"
    what: Expression
    spot: Expression
    grid: Expression


@dataclass(frozen=True, slots=True)
class Roll(Node):
    count: Expression
    single: bool
    sides: Expression | None
    name: str
    by: Expression | None = None  # who alone sees the dice


@dataclass(frozen=True, slots=True)
class Pick(Node):
    name: str
    query: Query


@dataclass(frozen=True, slots=True)
class Show(Sentence):
    form: ClassVar[str] = "show {what:sum} to {audience:postfix}"
    what: Expression
    audience: Expression


@dataclass(frozen=True, slots=True)
class Announce(Node):
    text: Text
    audience: Expression | None


@dataclass(frozen=True, slots=True)
class Each(Node):
    secretly: bool
    query: Query
    body: tuple[Statement, ...]
    at_once: bool = False  # what is in force when it begins stays in force until it is done


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    mode: str  # times, until, while, forever
    value: Expression | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class IfCase(Node):
    condition: Expression
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class If(Node):
    cases: tuple[IfCase, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Step(Node):
    name: str
    body: tuple[Statement, ...]
    variant: str = ""  # of an empty step that marks what a variant adds: that variant


@dataclass(frozen=True, slots=True)
class MustLeave(Node):
    condition: Expression
    because: Text
    best: str | None = None  # highest, lowest: of a number, as against a condition that holds


@dataclass(frozen=True, slots=True)
class Give(Sentence):
    form: ClassVar[str] = "give {value}"
    value: Expression


@dataclass(frozen=True, slots=True)
class Stop(Sentence):
    form: ClassVar[str] = "stop"


@dataclass(frozen=True, slots=True)
class StopRepeating(Sentence):
    form: ClassVar[str] = "stop repeating"


@dataclass(frozen=True, slots=True)
class Proceed(Sentence):
    form: ClassVar[str] = "proceed"


@dataclass(frozen=True, slots=True)
class Answer(Sentence):
    form: ClassVar[str] = "answer {value}"
    value: Expression


@dataclass(frozen=True, slots=True)
class Remark(Node):
    """Words for the reader of a rule that is written out; it does nothing."""

    text: str


@dataclass(frozen=True, slots=True)
class Touch(Node):
    """Woven in where a card's law acts, so that what is never used can be told."""

    card: str


@dataclass(frozen=True, slots=True)
class Tick(Node):
    """Woven in at the end of a unit of time that some `move ... for N unit` counts."""

    unit: str


@dataclass(frozen=True, slots=True)
class Enclosed(Node):
    """The steps of a law, woven in: the names given in it end with it.

    `hidden`: names that it cannot see, and why."""

    body: tuple[Statement, ...]
    hidden: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Run(Sentence):
    form: ClassVar[str] = "{what:postfix}"
    what: Expression


@dataclass(frozen=True, slots=True)
class Win(Node):
    """`player wins because "..."`: the reason, if there is one, is told."""

    player: Expression
    because: Text | None


@dataclass(frozen=True, slots=True)
class Score(Node):
    player: Expression
    value: Expression
    row: Text | None  # of the score sheet; none: the score itself


@dataclass(frozen=True, slots=True)
class Lost(Node):
    """`players lose because "..."`: they are out, and the reason is told."""

    player: Expression
    because: Text | None


@dataclass(frozen=True, slots=True)
class Leave(Sentence):
    form: ClassVar[str] = "{player:postfix} leaves"
    player: Expression


@dataclass(frozen=True, slots=True)
class EndGame(Sentence):
    form: ClassVar[str] = "end game"


Statement = (
    LetHere | SetValue | Raise | Gain | Pay | Choose | Menu | Take | Move | Draw | Refill | Shuffle | Lay | Roll | Pick
    | Show | Announce | Each | Repeat | If | Step | Needs | MustLeave | Give | Stop | StopRepeating | Proceed | Answer
    | AddMade | Remove | Tick | Touch | Enclosed | Remark | Run | Win | Score | Lost | Leave | EndGame
)  # fmt: skip
