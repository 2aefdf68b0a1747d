"""Laws with their origin, and conflicts between them.

In: law nodes with their origin. Out: the tables that laws are woven into; conflicts go to the reporter. Layer: check.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.check.laws.giving_laws import NORMAL
from interpreter.source import Note, Reporter
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write


@dataclass(frozen=True, slots=True)
class Origin:
    """The source of a law: the base rules (both empty), a variant, or a card.

    `owned`: the card has a holder, who is `you`."""

    variant: str = ""
    card: str = ""
    owned: bool = False
    extends: frozenset[str] = frozenset()

    @property
    def in_words(self) -> str:
        if self.card:
            return f"the card {self.card}"
        return f"the variant {self.variant}" if self.variant else "the base rules"


@dataclass(frozen=True, slots=True)
class SourcedLaw:
    origin: Origin
    law: Any


@dataclass
class Answer:
    """An `instead of choosing` or `before choosing` law, and the number of decisions it applies to so far."""

    law: n.Answering
    found: int = 0

    def given_in(self, node: Any) -> Any:
        """Attach this answer to every decision that the law names."""
        automatic = n.Automatic(self.law.span, self.law.where, self.law.body, self.law.word == "instead of")

        def change(inner: Any) -> Any:
            if not self._names(inner) or (self.law.word == "before" and getattr(inner, "secretly", False)):
                return inner  # a secret decision is unknown to others: nothing can come before it
            self.found += 1
            return replace(inner, automatic=(*inner.automatic, automatic))

        return n.rewrite(node, change)

    def _names(self, node: Any) -> bool:
        if self.law.target is None:
            return isinstance(node, n.Choose | n.Take | n.Menu)
        name = self.law.target.name
        match node:
            case n.Choose():
                return node.answers_to(name)
            case n.Take():
                return name == "action"
            case n.Menu():
                return name == "way"
            case _:
                return False


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
    changes: dict[str, list[SourcedLaw]] = field(default_factory=dict)
    removed_cards: dict[str, SourcedLaw] = field(default_factory=dict)
    cell_changes: list[SourcedLaw] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    additions: list[n.Addition] = field(default_factory=list)
    card_hooks: dict[tuple[str, str], list[SourcedLaw]] = field(
        default_factory=dict
    )  # by card and column: hooks on its steps
    twins: list[Any] = field(default_factory=list)  # duplicate declarations
    adrift: list[SourcedLaw] = field(default_factory=list)  # hooks without a target


def report_conflict(reporter: Reporter, said: SourcedLaw, other: SourcedLaw, what: str) -> None:
    """Report two laws that change the same thing, unless one of the variants extends the other."""
    if other.origin.variant in said.origin.extends or said.origin.variant in other.origin.extends:
        return
    note = (Note(f"{other.origin.in_words} changes it here", other.law.span),)
    help = f"choose one of the two, or let one say: extends {other.origin.variant or said.origin.variant}"
    message = f"{said.origin.in_words} and {other.origin.in_words} both change {what}"
    if said.origin == other.origin:
        message, help = f"{said.origin.in_words} changes {what} twice", "remove one of the two, or say when each holds"
    reporter.error("R0603", said.law.span, message, help, note)


def marked(said: SourcedLaw) -> SourcedLaw:
    """Prefix what a variant adds with an empty step, by which simulations record whether it was reached."""
    law = said.law
    if not isinstance(law, n.Hook) or not said.origin.variant or said.origin.card:
        return said
    mark = n.Step(law.span, variant_mark(said.origin.variant, law), (), said.origin.variant)
    return replace(said, law=replace(law, body=(mark, *law.body)))


def variant_mark(variant: str, law: n.Hook) -> str:
    """Name a mark; it contains spaces, so it cannot clash with a name in the rules."""
    return f"{variant} {law.word} {law.target.name}"


def outermost_first(instead: list[SourcedLaw]) -> list[SourcedLaw]:
    """Sort replacements: base rules as written; of variants, one that extends others is outside of them."""
    variants = [said for said in instead if said.origin.variant]
    others = iter(reversed(variants)) if len({said.origin.variant for said in variants}) > 1 else iter(variants)
    return [next(others) if said.origin.variant else said for said in instead]


def ends_it(said: SourcedLaw) -> bool:
    """Does the law replace its target entirely: always, and without `proceed`?"""
    law = said.law
    if not isinstance(law, n.Hook) or law.word != "instead of" or law.where is not None or said.origin.card:
        return False
    return not any(isinstance(node, n.Proceed) for part in law.body for node in n.walk(part))


def contradict(said: SourcedLaw, other: SourcedLaw) -> bool:
    """Are two changes of one value ambiguous: both unconditional, or by two variants whose order matters?"""
    if said.origin.card or other.origin.card:
        return False
    if said.law.when is None and other.law.when is None:
        return True
    if said.origin == other.origin or Origin() in (said.origin, other.origin):
        return False
    if apart(said.law.when, other.law.when) or _says_the_same(said.law, other.law):
        return False
    return not (_adds_only(said.law) and _adds_only(other.law))


def apart(one: Any, other: Any) -> bool:
    """Do two conditions exclude each other, because they require different values of the same thing?"""
    wanted = {write(part.left): write(part.right) for part in _parts(one) if _names_one(part)}
    return any(wanted.get(write(part.left), write(part.right)) != write(part.right)
               for part in _parts(other) if _names_one(part))  # fmt: skip


def _parts(condition: Any) -> tuple[Any, ...]:
    return condition.parts if isinstance(condition, n.Both) else (condition,) if condition is not None else ()


def _names_one(part: Any) -> bool:
    return isinstance(part, n.Compare) and part.operator == "is" and isinstance(part.right, n.Name | n.Number)


def _says_the_same(one: Any, other: Any) -> bool:
    """Do both changes give the same value, regardless of the old one?"""
    texts = {" ".join(write(case) for case in law.cases) for law in (one, other)}
    return len(texts) == 1 and len(one.cases) == 1 and not _speaks_of_normal(one.cases[0].value)


def _speaks_of_normal(value: Any) -> bool:
    return any(isinstance(node, n.Name) and node.name == NORMAL for node in n.walk(value))


def _adds_only(law: Any) -> bool:
    """Does it only add to the old value (`normal + 2`)? Such changes commute."""
    value = law.cases[0].value
    while isinstance(value, n.Arithmetic) and value.operator in "+-" and len(law.cases) == 1:
        if _speaks_of_normal(value.right):
            return False
        value = value.left
    return isinstance(value, n.Name) and value.name == NORMAL
