"""A text made from the rules of a card, in plain English.

In: the trees of a card's cells, the vocabulary. Out: one to three plain sentences, or None where these would not be good:
conditions, menus, tiers and long effects are better told by a person. Layer: wording.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from interpreter.syntax import nodes as n
from interpreter.wording.numbers import printed
from interpreter.wording.people import EVERYONE, OTHERS, YOU
from interpreter.wording.vocabulary import Thing, Vocabulary

MOST = 3  # sentences
SUBJECTS = {YOU: ("You", ""), EVERYONE: ("Each player", "s"), OTHERS: ("Each other player", "s")}


class NotPlain(Exception):
    """There is something in these rules that a plain sentence does not say."""


class Teller:
    def __init__(self, vocabulary: Vocabulary, player: str = YOU) -> None:
        self.vocabulary, self.player = vocabulary, player

    def text(self, moments: Sequence[str], steps: Sequence[Any], laws: Sequence[Any]) -> str | None:
        """What columns print (in words), the steps and the laws of a card; None if that would be no good text."""
        try:
            sentences = [*moments, *self._steps(steps, self.player)]
            sentences += [self._law(law) for law in laws]
        except NotPlain:
            return None
        if not sentences or len(sentences) > MOST + len(moments):
            return None
        return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences)

    def _steps(self, nodes: Iterable[Any], whom: str) -> list[str]:
        return [sentence for node in nodes for sentence in self._step(node, whom)]

    def _step(self, node: Any, whom: str) -> list[str]:
        subject, ending = SUBJECTS.get(whom, SUBJECTS[YOU])
        match node:
            case n.Gain(subject=n.Name(), amount=amount, resource=resource, sign=sign):
                verb = f"{'gain' if sign > 0 else 'lose'}{ending}"
                return [f"{subject} {verb} {self._amount(amount, self._resource(resource.name))}"]
            case n.Pay(payer=n.Name(), amount=amount, resource=resource, payee=n.Name(name="bank")):
                return [f"{subject} pay{ending} {self._amount(amount, self._resource(resource.name))} to the bank"]
            case n.Pay(payer=n.Name(name=payer), amount=amount, resource=resource):
                words = self._amount(amount, self._resource(resource.name))
                return [f"{subject} pays you {words}" if payer not in ("player", "you") else f"You pay {subject.lower()} {words}"]
            case n.Run(what=n.Call() as call):
                return [self._call(call)]
            case n.Each(query=n.Query(members=n.Name(name="players"), where=where), body=body):
                return self._steps(body, EVERYONE if where is None else OTHERS)
            case _:
                raise NotPlain

    def _law(self, node: Any) -> str:
        match node:
            case n.ChangeValue(cases=(n.Case(value=value, condition=None),)):
                return self._changed(self._thing(node.head.name), value)
            case n.Hook(word="after", target=n.Target(name=name, inside=None), body=body):
                (sentence,) = self._steps(body, YOU) if len(body) == 1 else (_no(),)
                return f"each time you {self._thing(name).worded('', {})}, {sentence[0].lower()}{sentence[1:]}"
            case _:
                raise NotPlain

    def _changed(self, thing: Thing, value: Any) -> str:
        match value:
            case n.Arithmetic(operator="+" | "-" as sign, left=n.Name(name="normal"), right=n.Number(value=number)):
                return f"{thing.worded(printed(number * thing.scale), {})} {'more' if sign == '+' else 'less'}"
            case n.Number(value=number):
                return thing.worded(printed(number * thing.scale), {})
            case _:
                raise NotPlain

    def _amount(self, node: Any, thing: Thing) -> str:
        match node:
            case n.Number(value=number):
                return thing.worded(printed(number * thing.scale), {})
            case n.Arithmetic(operator="*", left=n.Number(value=number), right=right):
                return f"{thing.worded(printed(number * thing.scale), {})} for each {self._counted(right)}"
            case _:
                return f"{thing.worded(printed(thing.scale), {})} for each {self._counted(node)}"

    def _counted(self, node: Any) -> str:
        match node:
            case n.Call(name=name, arguments=arguments):
                thing = self._thing(name)
                values = {parameter: self._member(one) for one, (parameter, _) in zip(arguments, thing.parameters, strict=False)}
                return thing.worded("1", {key: value for key, value in values.items() if value}).removeprefix("1 ")
            case n.Aggregate(word="count", query=n.Query(members=n.Call(name=name), where=None)):
                return self._thing(name).worded("1", {}).removeprefix("1 ")
            case _:
                raise NotPlain

    def _call(self, call: n.Call) -> str:
        thing = self._thing(call.name)
        values: dict[str, str] = {}
        for argument, (parameter, _) in zip(call.arguments, thing.parameters, strict=False):
            if isinstance(argument, n.Number):
                values[parameter] = printed(argument.value * thing.scale)
            elif isinstance(argument, n.Name) and argument.name not in ("player", "you", "this"):
                values[parameter] = self._member(argument)
        return thing.worded("1", values)

    def _member(self, node: Any) -> str:
        thing = self.vocabulary.find(node.name) if isinstance(node, n.Name) else None
        return thing.worded("", {}) if thing is not None and thing.sort == "member" else ""

    def _resource(self, name: str) -> Thing:
        found = self.vocabulary.find(f"{name}s")
        return found if found is not None and found.has_words and found.sort == "keep" else self._thing(name)

    def _thing(self, name: str) -> Thing:
        thing = self.vocabulary.find(name)
        if thing is None or not thing.has_words:
            raise NotPlain
        return thing


def _no() -> str:
    raise NotPlain
