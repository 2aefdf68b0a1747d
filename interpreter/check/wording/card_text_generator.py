"""A text made from the rules of a card, in plain English.

In: the trees of a card's cells, the vocabulary. Out: one to three plain sentences, or None where these would not be good:
conditions, menus, tiers and long effects are better written by a person. Layer: check.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from interpreter.check.wording.facts.here import is_others, is_players, leaves_out
from interpreter.check.wording.numbers import printed
from interpreter.check.wording.people import EVERYONE, OTHERS, YOU
from interpreter.check.wording.vocabulary import Thing, Vocabulary
from interpreter.syntax import nodes as n

MOST = 3  # sentences
SUBJECTS = {YOU: ("You", ""), EVERYONE: ("Each player", "s"), OTHERS: ("Each other player", "s")}
People = Mapping[str, str]  # who the names of players are: `player` is you, `other` each other player


class NotPlainSignal(Exception):
    """These rules contain something that a plain sentence does not say."""


class Teller:
    def __init__(self, vocabulary: Vocabulary, player: str = YOU) -> None:
        self.vocabulary, self.player = vocabulary, player

    def text(self, moments: Sequence[str], steps: Sequence[n.Statement], laws: Sequence[n.Declaration]) -> str | None:
        """Generate a text from printed columns, steps and laws.

        None if it would not be a good one."""
        people = {"player": self.player, "you": YOU}
        try:
            sentences = [*moments, *self._steps(steps, people)]
            sentences += [self._law(law) for law in laws]
        except NotPlainSignal:
            return None
        if not sentences or len(sentences) > MOST + len(moments):
            return None
        return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences)

    def _steps(self, nodes: Iterable[n.Statement], people: People) -> list[str]:
        return [sentence for node in nodes for sentence in self._step(node, people)]

    def _step(self, node: n.Statement, people: People) -> list[str]:
        match node:
            case n.Gain(subject=n.Name(name=name), amount=amount, resource=resource, sign=sign):
                subject, ending = _subject(name, people)
                verb = f"{'gain' if sign > 0 else 'lose'}{ending}"
                return [f"{subject} {verb} {self._amount(amount, self._resource(resource.name))}"]
            case n.Pay(payer=n.Name(name=payer), amount=amount, resource=resource, payee=n.Name(name=payee)):
                subject, ending = _subject(payer, people)
                words = self._amount(amount, self._resource(resource.name))
                if payee == "bank":
                    return [f"{subject} pay{ending} {words} to the bank"]
                return [f"{subject} pay{ending} {_subject(payee, people)[0].lower()} {words}"]
            case n.Run(what=n.Call() as call):
                return [self._call(call, people)]
            case n.Each(query=query, body=body):
                binder = query.binder or "player"
                if not all(
                    _speaks_of(step, binder) for step in body
                ):  # it happens once for each, which no such sentence says
                    raise NotPlainSignal
                return self._steps(body, {**people, binder: _all_of(query)})
            case _:
                raise NotPlainSignal

    def _law(self, node: n.Declaration) -> str:
        match node:
            case n.ChangeValue(cases=(n.Case(value=value, condition=None),), when=when) if self._goes_without(when):
                return self._changed(self._thing(node.head.name), value)
            case n.Hook(word="after", target=n.Target(name=name, inside=None), where=where, body=(step,)) if _is_you(
                where
            ):
                (sentence,) = self._step(step, {"player": YOU, "you": YOU})
                return f"each time you {self._thing(name).worded('', {})}, {sentence[0].lower()}{sentence[1:]}"
            case _:
                raise NotPlainSignal

    def _goes_without(self, condition: n.Expression | None) -> bool:
        """Can the text omit this condition?

        It can if there is none, if it is about you, or if it reads bookkeeping that no card mentions."""
        if condition is None or _is_you(condition):
            return True
        named = [inner for inner in n.walk(condition) if isinstance(inner, n.Name | n.Call | n.Possessive)]
        things = [thing for one in named if (thing := self.vocabulary.find(one.name)) is not None]
        return bool(things) and all(thing.silent for thing in things)

    def _changed(self, thing: Thing, value: n.Expression) -> str:
        match value:
            case n.Arithmetic(operator="+" | "-" as sign, left=n.Name(name="normal"), right=n.Number(value=number)):
                return f"{thing.worded(printed(number * thing.scale), {})} {'more' if sign == '+' else 'less'}"
            case n.Number(value=number):
                return thing.worded(printed(number * thing.scale), {})
            case _:
                raise NotPlainSignal

    def _amount(self, node: n.Expression, thing: Thing) -> str:
        match node:
            case n.Number(value=number):
                return thing.worded(printed(number * thing.scale), {})
            case n.Arithmetic(operator="*", left=n.Number(value=number), right=right):
                return f"{thing.worded(printed(number * thing.scale), {})} for each {self._counted(right)}"
            case _:
                return f"{thing.worded(printed(thing.scale), {})} for each {self._counted(node)}"

    def _counted(self, node: n.Expression) -> str:
        match node:
            case n.Call(name=name, arguments=arguments):
                thing = self._thing(name)
                values = {
                    parameter: self._member(one)
                    for one, (parameter, _) in zip(arguments, thing.parameters, strict=False)
                }
                return thing.worded("1", {key: value for key, value in values.items() if value}).removeprefix("1 ")
            case n.Aggregate(word="count", query=n.Query(members=n.Call(name=name), where=None)):
                return self._thing(name).worded("1", {}).removeprefix("1 ")
            case _:
                raise NotPlainSignal

    def _call(self, call: n.Call, people: People) -> str:
        """Word a call of a procedure.

        Its words name nobody: they say what happens to `you`, or to the player that the words of the column name."""
        thing = self._thing(call.name)
        if any(
            isinstance(one, n.Name) and people.get(one.name, self.player) not in (YOU, self.player)
            for one in call.arguments
        ):
            raise NotPlainSignal
        values: dict[str, str] = {}
        for argument, (parameter, _) in zip(call.arguments, thing.parameters, strict=False):
            if isinstance(argument, n.Number):
                values[parameter] = printed(argument.value * thing.scale)
            elif isinstance(argument, n.Name) and argument.name not in ("player", "you", "this"):
                values[parameter] = self._member(argument)
        return thing.worded("1", values)

    def _member(self, node: n.Expression) -> str:
        thing = self.vocabulary.find(node.name) if isinstance(node, n.Name) else None
        return thing.worded("", {}) if thing is not None and thing.sort == "member" else ""

    def _resource(self, name: str) -> Thing:
        found = self.vocabulary.find(f"{name}s")
        return found if found is not None and found.has_words and found.sort == "keep" else self._thing(name)

    def _thing(self, name: str) -> Thing:
        thing = self.vocabulary.find(name)
        if thing is None or not thing.has_words:
            raise NotPlainSignal
        return thing


def _subject(name: str, people: People) -> tuple[str, str]:
    """Return the subject of a sentence, and how its verb ends."""
    if people.get(name) not in SUBJECTS:
        raise NotPlainSignal
    return SUBJECTS[people[name]]


def _all_of(query: n.Query) -> str:
    """Return for whom steps are done, one player after the other.

    A condition for some of them makes no plain sentence."""
    where, binder = query.where, query.binder or "player"
    if query.as_long_as is not None or not (is_players(query.members) or is_others(query.members)):
        raise NotPlainSignal
    if where is None:
        return OTHERS if is_others(query.members) else EVERYONE
    if isinstance(where, n.Compare) and leaves_out(where, binder, "player"):
        return OTHERS
    raise NotPlainSignal


def _speaks_of(step: n.Statement, name: str) -> bool:
    return any(isinstance(inner, n.Name) and inner.name == name for inner in n.walk(step))


def _is_you(condition: n.Expression | None) -> bool:
    """Match `when player is you`: it is about the holder of the card.

    Any name may take the place of player."""
    match condition:
        case n.Compare(left=n.Name(), operator="is", right=n.Name(name="you")):
            return True
        case _:
            return False
