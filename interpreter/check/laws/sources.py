"""Laws with their origin, and conflicts between them.

In: law nodes with their origin. Out: the tables that laws are woven into; conflicts go to the reporter. Layer: check.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from interpreter.check.laws.giving_laws import NORMAL
from interpreter.source import Note, Reporter
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write

AnyLaw = TypeVar("AnyLaw", bound=n.Node, covariant=True)
AnyTree = TypeVar("AnyTree", bound=n.Node)
Change = n.ChangeValue | n.ChangeCell


@dataclass(frozen=True, slots=True)
class Origin:
    """The source of a law: the base rules (both empty), a variant, or a card.

    `owned`: the card has a holder, who is `you`."""

    variant: str = ""
    card: str = ""
    owned: bool = False
    extends: frozenset[str] = frozenset()
    included: frozenset[str] = frozenset()  # the variants that include this one

    @property
    def in_words(self) -> str:
        if self.card:
            return f"the card {self.card}"
        return f"the variant {self.variant}" if self.variant else "the base rules"


BASE = Origin()


@dataclass(frozen=True, slots=True)
class SourcedLaw(Generic[AnyLaw]):
    """A law of one sort, with its origin."""

    origin: Origin
    law: AnyLaw


@dataclass
class Answer:
    """An `instead of choosing` or `before choosing` law.

    With the number of decisions it applies to so far."""

    law: n.Answering
    found: int = 0

    def given_in(self, node: AnyTree) -> AnyTree:
        """Attach this answer to every decision that the law names."""
        automatic = n.Automatic(self.law.span, self.law.where, self.law.body, self.law.word == "instead of")

        def change(inner: n.Node) -> n.Node:
            if not isinstance(inner, n.Choose | n.Take | n.Menu) or not self._names(inner):
                return inner
            if self.law.word == "before" and getattr(inner, "secretly", False):
                return inner  # a secret decision is unknown to others: nothing can come before it
            self.found += 1
            return replace(inner, automatic=(*inner.automatic, automatic))

        return n.rewrite(node, change)

    def _names(self, node: n.Choose | n.Take | n.Menu) -> bool:
        if self.law.target is None:
            return True
        name = self.law.target.name
        match node:
            case n.Choose():
                return node.answers_to(name)
            case n.Take():
                return name == "action"
            case n.Menu():
                return name == "way"


@dataclass
class Woven:
    """The declarations by name, while laws are applied to them."""

    routines: dict[str, n.Procedure | n.Action] = field(default_factory=dict)
    lets: dict[str, n.Let] = field(default_factory=dict)
    keeps: dict[str, n.Keep] = field(default_factory=dict)
    options: dict[str, n.Option] = field(default_factory=dict)
    kinds: dict[str, n.Kind] = field(default_factory=dict)
    always: dict[str, n.Always] = field(default_factory=dict)
    requirements: list[n.Requirement] = field(default_factory=list)
    changes: dict[str, list[SourcedLaw[n.ChangeValue]]] = field(default_factory=dict)
    removed_cards: dict[str, SourcedLaw[n.Removal]] = field(default_factory=dict)
    cell_changes: list[SourcedLaw[n.ChangeCell]] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    additions: list[n.Addition] = field(default_factory=list)
    # by card and column: hooks on its steps
    card_hooks: dict[tuple[str, str], list[SourcedLaw[n.Hook]]] = field(default_factory=dict)
    twins: list[n.Node] = field(default_factory=list)  # duplicate declarations
    adrift: list[SourcedLaw[n.Hook]] = field(default_factory=list)  # hooks without a target


def report_conflict(reporter: Reporter, said: SourcedLaw[n.Node], other: SourcedLaw[n.Node], what: str) -> None:
    """Report two laws that change the same thing.

    Not if one of the variants extends the other."""
    if other.origin.variant in said.origin.extends or said.origin.variant in other.origin.extends:
        return
    note = (Note(f"{other.origin.in_words} changes it here", other.law.span),)
    help = f"choose one of the two, or let one say: extends {other.origin.variant or said.origin.variant}"
    both = sorted(said.origin.included & other.origin.included)
    if both:
        help = f"let {both[0]}, which includes both, say how it is: one law of its own about the same, without normal or proceed"
    message = f"{said.origin.in_words} and {other.origin.in_words} both change {what}"
    if said.origin == other.origin:
        message, help = f"{said.origin.in_words} changes {what} twice", "remove one of the two, or say when each holds"
    reporter.error("R0603", said.law.span, message, help, note)


def hooks_in(laws: Iterable[SourcedLaw[n.Law]]) -> list[SourcedLaw[n.Hook]]:
    return [SourcedLaw(said.origin, said.law) for said in laws if isinstance(said.law, n.Hook)]


def marked(said: SourcedLaw[n.Law]) -> SourcedLaw[n.Law]:
    """Prefix what a variant adds with an empty step.

    Simulations record by it whether the addition was reached."""
    law = said.law
    if not isinstance(law, n.Hook) or not said.origin.variant or said.origin.card:
        return said
    mark = n.Step(law.span, variant_mark(said.origin.variant, law), (), said.origin.variant)
    return SourcedLaw(said.origin, replace(law, body=(mark, *law.body)))


def variant_mark(variant: str, law: n.Hook) -> str:
    """Name a mark; it contains spaces, so it cannot clash with a name in the rules."""
    return f"{variant} {law.word} {law.target.name}"


def outermost_first(instead: list[SourcedLaw[n.Hook]]) -> list[SourcedLaw[n.Hook]]:
    """Sort replacements: base rules as written.

    Of variants, one that extends others is outside of them."""
    variants = [said for said in instead if said.origin.variant]
    others = iter(reversed(variants)) if len({said.origin.variant for said in variants}) > 1 else iter(variants)
    return [next(others) if said.origin.variant else said for said in instead]


def ends_it(said: SourcedLaw[n.Law]) -> bool:
    """Does the law replace its target entirely: always, and without `proceed`?"""
    law = said.law
    if not isinstance(law, n.Hook) or law.word != "instead of" or law.where is not None or said.origin.card:
        return False
    return not any(isinstance(node, n.Proceed) for part in law.body for node in n.walk(part))


def contradict(said: SourcedLaw[Change], other: SourcedLaw[Change]) -> bool:
    """Are two changes of one value ambiguous?

    They are if both are unconditional, or by two variants whose order matters."""
    if said.origin.card or other.origin.card:
        return False
    if said.law.when is None and other.law.when is None:
        return True
    if said.origin == other.origin or Origin() in (said.origin, other.origin):
        return False
    if apart(said.law.when, other.law.when) or _says_the_same(said.law, other.law):
        return False
    return not (adds_only(said.law) and adds_only(other.law))


def apart(one: n.Expression | None, other: n.Expression | None) -> bool:
    """Do two conditions require different values of the same thing?"""
    wanted = dict(_wanted(one))
    return any(wanted.get(thing, value) != value for thing, value in _wanted(other))


def _wanted(condition: n.Expression | None) -> Iterator[tuple[str, str]]:
    """Yield what a condition compares, with the one value it must have."""
    parts = condition.parts if isinstance(condition, n.Both) else (condition,)
    for part in parts:
        if isinstance(part, n.Compare) and part.operator == "is" and isinstance(part.right, n.Name | n.Number):
            yield write(part.left), write(part.right)


def _says_the_same(one: Change, other: Change) -> bool:
    """Do both changes give the same value, regardless of the old one?"""
    texts = {" ".join(write(case) for case in law.cases) for law in (one, other)}
    return len(texts) == 1 and len(one.cases) == 1 and not _speaks_of_normal(one.cases[0].value)


def _speaks_of_normal(value: n.Expression) -> bool:
    return any(isinstance(node, n.Name) and node.name == NORMAL for node in n.walk(value))


def adds_only(law: Change) -> bool:
    """Does it only add to the old value (`normal + 2`)? Such changes commute."""
    value = law.cases[0].value
    while isinstance(value, n.Arithmetic) and value.operator in "+-" and len(law.cases) == 1:
        if _speaks_of_normal(value.right):
            return False
        value = value.left
    return isinstance(value, n.Name) and value.name == NORMAL
