"""Rules in plain English: what a procedure or an action does, line by line, as a person would read it out.

In: a tree of the language, and how the names of other rules are called. Out: Lines with how deep each lies and of which sort it
is. Layer: check. It says what is written, in its order; nothing is left out but what is told to the players while it is
carried out. For rules that look the same in a rulebook: what a card says is `telling`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write

BEGINNINGS = (
    "is",
    "has",
    "can",
    "may",
    "must",
    "was",
    "were",
    "does",
    "had",
    "could",
    "would",
    "needs",
    "owns",
    "lacks",
)
PLACES = ("in", "on", "at", "of", "for", "to", "from", "with", "by", "under", "over", "near", "beside")
OPPOSITE = {
    "is": "is not", "is not": "is", "is at least": "is less than", "is at most": "is more than", "is more than": "is at most",
    "is less than": "is at least", "is in": "is not in", "is not in": "is in", "is empty": "is not empty",
    "is not empty": "is empty",
}  # fmt: skip
ROUNDED = {"up": "rounded up", "down": "rounded down", "nearest": "rounded to the nearest"}
POSITIONS = {"top": " on top", "bottom": " at the bottom", "random": " at a random place"}
OPERATORS = {"*": "×", "/": "÷", "-": "−"}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of prose; `sort` tells which sort.

    A step (a heading), do, ask (somebody decides), offer (one of the choices), loop, if, run (another rule) or end. `runs`: the
    names of the rules that it runs or offers."""

    deep: int
    sort: str
    text: str
    runs: tuple[str, ...] = ()


def words(name: str) -> str:
    return name.replace("_", " ")


def lines(body: Sequence[n.Statement], title_of: Callable[[str], str], deep: int = 0) -> list[Line]:
    """`title_of`: how people call the rule of this name."""
    return list(_Writer(title_of).block(body, deep))


def refusals(needs: Sequence[n.Needs]) -> list[str]:
    """Say when something cannot be done.

    In the words of the rule, or else as the opposite of what it needs."""
    return [text_words(one.because) if one.because.parts else opposite(one.condition) for one in needs]


# ---------------------------------------------------------------- expressions
def said(node: n.Expression) -> str:
    """Word an expression for use in a sentence."""
    match node:
        case n.Name(name=name):
            return f"it {words(name)}" if name.startswith("is_") else words(name)
        case n.Call(name="item", arguments=(of, number)):
            return f"the {_nth(number)} of {said(of)}"
        case n.Call(name=name, arguments=arguments):
            return _call(name, arguments)
        case n.Possessive(owner=owner, name=name, arguments=arguments):
            return f"{_owner(owner)} {words(name)}{_more(arguments)}"
        case n.Number(value=value):
            return str(value)
        case n.YesNo(value=value):
            return "yes" if value else "no"
        case n.NoneValue():
            return "none"
        case n.Text():
            return f"“{text_words(node)}”"
        case n.Group(inner=inner):
            return f"({said(inner)})" if isinstance(inner, n.Arithmetic | n.Either | n.Both) else said(inner)
        case n.ListOf(items=items):
            return _listed([said(item) for item in items])
        case _:
            return _compound(node)


def _compound(node: n.Expression) -> str:
    match node:
        case n.Conditional(value=value, condition=condition, otherwise=otherwise):
            return f"{said(value)} if {said(condition)}, otherwise {said(otherwise)}"
        case n.Range(low=low, high=high, step=step):
            return f"{said(low)} to {said(high)}" + (f" in steps of {said(step)}" if step is not None else "")
        case n.Aggregate():
            return _aggregate(node)
        case n.Either(parts=parts):
            return " or ".join(said(part) for part in parts)
        case n.Both(parts=parts):
            return " and ".join(said(part) for part in parts)
        case n.Not(inner=inner):
            return opposite(inner)
        case n.Compare(left=left, operator=operator, right=right):
            return f"{said(left)} {operator}" + (f" {said(right)}" if right is not None else "")
        case n.Can(player=player, action=action, holds=holds):
            return f"{said(player)} {'can' if holds else 'cannot'} {words(action.name)}{_more(action.arguments)}"
        case n.Negative(inner=inner):
            return f"−{said(inner)}"
        case n.Arithmetic(left=left, operator=operator, right=right, rounding=rounding):
            ending = f" ({ROUNDED[rounding]})" if rounding else ""
            return f"{said(left)} {OPERATORS.get(operator, operator)} {said(right)}{ending}"
        case _:
            return _as_written(node)


def opposite(node: n.Expression) -> str:
    """Word the negation of a condition."""
    match node:
        case n.Group(inner=inner):
            return opposite(inner)
        case n.Not(inner=inner):
            return said(inner)
        case n.Compare(left=left, operator=operator, right=right) if operator in OPPOSITE:
            return f"{said(left)} {OPPOSITE[operator]}" + (f" {said(right)}" if right is not None else "")
        case n.Aggregate(word="some", query=query):
            return f"there is no {_one_of(query)}"
        case n.Aggregate(word="no", query=query):
            return f"there is {_a(_one_of(query))}"
        case n.Can(player=player, action=action, holds=holds):
            return f"{said(player)} {'cannot' if holds else 'can'} {words(action.name)}{_more(action.arguments)}"
        case n.Both(parts=parts):
            return " or ".join(opposite(part) for part in parts)
        case n.Either(parts=parts):
            return " and ".join(opposite(part) for part in parts)
        case n.Call(name=name, arguments=arguments) if arguments and name.split("_")[0] in BEGINNINGS:
            first, _, rest = words(name).partition(" ")
            return f"{said(arguments[0])} {_denied(first)} {rest}{_more(arguments[1:])}".strip()
        case n.Name(name=name) | n.Call(name=name, arguments=()) if name.split("_")[0] in BEGINNINGS:
            first, _, rest = words(name).partition(" ")
            return f"it {_denied(first)} {rest}".strip()
        case _:
            return f"not {said(node)}"


def _nth(number: n.Expression) -> str:
    endings = {1: "first", 2: "second", 3: "third"}
    return endings.get(number.value, f"{number.value}th") if isinstance(number, n.Number) else f"{said(number)}th"


def _denied(verb: str) -> str:
    return {"has": "has no", "can": "cannot", "needs": "does not need", "owns": "does not own"}.get(verb, f"{verb} not")


def _call(name: str, arguments: Sequence[n.Expression]) -> str:
    """Word a call.

    A predicate about its first argument, a place with what is there, or something that its first argument has."""
    first, last = name.split("_")[0], name.split("_")[-1]
    if not arguments:
        return words(name)
    if first in BEGINNINGS:
        return f"{said(arguments[0])} {words(name)}{_more(arguments[1:])}"
    if first in PLACES:
        return f"{said(arguments[0])} is {words(name)}{_more(arguments[1:])}"
    if last in PLACES:
        return f"{words(name)} {_listed([said(argument) for argument in arguments])}"
    return f"{_owner(arguments[0])} {words(name)}{_more(arguments[1:])}"


def _owner(node: n.Expression) -> str:
    owner = said(node)
    if owner == "you":
        return "your"
    return f"{owner}’" if owner.endswith("s") and isinstance(node, n.Name) else f"{owner}’s"


def _more(arguments: Sequence[n.Expression]) -> str:
    return f" ({', '.join(said(argument) for argument in arguments)})" if arguments else ""


def _aggregate(node: n.Aggregate) -> str:
    query, word = node.query, node.word
    match word:
        case "list":
            return f"all {_many(query)}" if node.body is None else f"{said(node.body)} of all {_many(query)}"
        case "count":
            return f"the number of {_many(query)}"
        case "some":
            return f"there is {_a(_one_of(query))}"
        case "no":
            return f"there is no {_one_of(query)}"
        case "every":
            return (
                f"for every {_one_of(query)}, {said(node.body)}" if node.body is not None else f"every {_one_of(query)}"
            )
        case "sum" | "highest" | "lowest":
            what = said(node.body) if node.body is not None else "number"
            return (
                f"the {word} {what} of all {_many(query)}"
                if word != "sum"
                else f"the sum of {what} over {_many(query)}"
            )
        case "first" | "last":
            otherwise = f", or else {said(node.body)}" if node.body is not None else ""
            return f"the {word} {'' if query.binder else 'of '}{_one_of(query) if query.binder else _many(query)}{otherwise}"
        case "sole" | "the":
            return f"the only {_one_of(query)}"
        case "tied":
            best = " and ".join(f"the {'highest' if key.highest else 'lowest'} {said(key.value)}" for key in query.keys)
            return f"all {_many(replace(query, keys=()))} with {best}"
        case _:
            return f"{word} {_many(query)}"


def _many(query: n.Query) -> str:
    return said(query.members) + _narrowed(query)


def _one_of(query: n.Query) -> str:
    members = said(query.members)
    if query.binder is None or members in (f"{words(query.binder)}s", words(query.binder)):
        return (words(query.binder) if query.binder else _single(members)) + _narrowed(query)
    return f"{words(query.binder)} in {members}{_narrowed(query)}"


def _narrowed(query: n.Query) -> str:
    found = ""
    if query.rotation is not None:
        way = " counterclockwise" if query.rotation.counterclockwise else ""
        found += f", beginning {'after' if query.rotation.after else 'with'} {said(query.rotation.start)}{way}"
    if query.as_long_as is not None:
        found += f" as long as {said(query.as_long_as)}"
    if query.where is not None:
        found += f" where {said(query.where)}"
    for number, key in enumerate(query.keys):
        found += f"{', then' if number else ', by'} {'highest' if key.highest else 'lowest'} {said(key.value)}"
    return found


def _a(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def _listed(parts: Sequence[str], last: str = "and") -> str:
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}" if len(parts) > 1 else "".join(parts)


def text_words(node: n.Text) -> str:
    """Word a text of the rules; values filled in are between pointed brackets."""
    return "".join(part if isinstance(part, str) else f"‹{said(part)}›" for part in node.parts)


# ---------------------------------------------------------------- statements
class _Writer:
    def __init__(self, title_of: Callable[[str], str]) -> None:
        self._title_of = title_of

    def block(self, body: Sequence[n.Statement], deep: int) -> Iterator[Line]:
        for statement in body:
            yield from self._statement(statement, deep)

    def _statement(self, node: n.Statement, deep: int) -> Iterator[Line]:
        match node:
            case n.Step(name=name, body=body):
                inside = list(self.block(body, deep + 1))
                if inside:
                    yield Line(deep, "step", _sentence(words(name), ""))
                    yield from inside
            case n.Each(query=query, body=body, secretly=secretly, at_once=at_once):
                how = "at once and in secret, " if secretly else "all at the same time: " if at_once else ""
                yield from self._loop(f"{how}for each {_one_of(query)}", body, deep)
            case n.Repeat(mode=mode, value=value, body=body):
                yield from self._loop(_repeated(mode, value), body, deep)
            case n.If(cases=cases, otherwise=otherwise):
                yield from self._if(cases, otherwise, deep)
            case n.Choose() | n.Menu() | n.Take():
                yield from self._decision(node, deep)
            case n.Enclosed(body=body):
                yield from self.block(body, deep)
            case n.Run(what=what):
                yield self._run(what, deep)
            case n.Stop():
                yield Line(deep, "end", "This rule ends here.")
            case n.StopRepeating():
                yield Line(deep, "end", "The repetition ends.")
            case n.EndGame():
                yield Line(deep, "end", "The game ends.")
            case n.Announce() | n.Tick() | n.Touch():
                return
            case _:
                yield Line(deep, "do", _sentence(_done(node), "."))

    def _loop(self, head: str, body: Sequence[n.Statement], deep: int) -> Iterator[Line]:
        inside = list(self.block(body, deep + 1))
        if inside:
            yield Line(deep, "loop", _sentence(head, ":"))
            yield from inside

    def _if(self, cases: Sequence[n.IfCase], otherwise: Sequence[n.Statement], deep: int) -> Iterator[Line]:
        for number, case in enumerate(cases):
            inside = list(self.block(case.body, deep + 1))
            if inside or number:
                yield Line(deep, "if", _sentence(f"{'otherwise, ' if number else ''}if {said(case.condition)}", ":"))
                yield from inside
        inside = list(self.block(otherwise, deep + 1))
        if inside:
            yield Line(deep, "if", "Otherwise:")
            yield from inside

    def _run(self, what: n.Expression, deep: int) -> Line:
        arguments: tuple[n.Expression, ...] = ()
        match what:
            case n.Name(name=name):
                pass
            case n.Call(name=name, arguments=arguments):
                pass
            case n.Possessive(owner=owner, name=name, arguments=more):
                arguments = (owner, *more)
            case _:
                return Line(deep, "do", _sentence(said(what), "."))
        return Line(deep, "run", f"{_capital(self._title_of(name))}{_more(arguments)}", (name,))

    def _decision(self, node: n.Choose | n.Menu | n.Take, deep: int) -> Iterator[Line]:
        how = "in secret, " if getattr(node, "secretly", False) else ""
        who, verb = said(node.actor), "may choose" if node.optional else "chooses"
        if who == "you":
            verb = verb.removesuffix("s")
        match node:
            case n.Take(actions=actions, repeated=repeated):
                number = "any of" if repeated else "one of"
                take = "may take" if node.optional else "take" if who == "you" else "takes"
                yield Line(deep, "ask", _sentence(f"{who} {take} {number} these actions", ":"))
                for one in actions:
                    yield Line(
                        deep + 1, "offer", f"{_capital(self._title_of(one.name))}{_more(one.arguments)}", (one.name,)
                    )
            case n.Menu(branches=branches):
                yield Line(deep, "ask", _sentence(f"{how}{who} {verb}", ":"))
                for branch in branches:
                    title = text_words(branch.title) if branch.title is not None else words(branch.name)
                    yield Line(deep + 1, "offer", _capital(title))
                    yield from self.block(branch.body, deep + 2)
            case n.Choose():
                yield Line(deep, "ask", _sentence(f"{how}{who} {verb} {_chosen(node)}", "."))
                for reason in refusals(node.needs):
                    yield Line(deep + 1, "do", _sentence(f"not when {reason}", "."))


def _chosen(node: n.Choose) -> str:
    bounds = ""
    if node.bounds is not None:
        least, most = node.bounds.least, node.bounds.most
        bounds = "any number of " if most is None else f"up to {said(most)} " if least is None else (
            f"{said(least)} " if said(least) == said(most) else f"{said(least)} to {said(most)} "
        )  # fmt: skip
    members = f" out of {said(node.members)}" if node.members is not None else ""
    link = "or" if node.either else "and"
    also = "".join(f" {link} {_a(words(too.name))}" for too in node.also)
    where = f" where {said(node.where)}" if node.where is not None else ""
    members = f" at once{members}" if node.at_once else members
    return f"{bounds or ''}{words(node.name) if bounds else _a(words(node.name))}{members}{also}{where}"


def _repeated(mode: str, value: n.Expression | None) -> str:
    if value is None:
        return "again and again"
    if mode == "times":
        return f"{said(value)} times" if isinstance(value, n.Number) else f"as many times as {said(value)}"
    return f"{'until' if mode == 'until' else 'as long as'} {said(value)}"


def _done(node: n.Statement) -> str:
    match node:
        case n.Move(what=what, zone=zone, position=position, duration=duration):
            then = ""
            if duration is not None:
                unit = f"{words(duration.unit)}{'' if said(duration.count) == '1' else 's'}"
                back = f"{said(duration.then)}{POSITIONS.get(duration.position or '', '')}"
                then = f" for {said(duration.count)} {unit}, then to {back}"
            return f"put {said(what)} into {said(zone)}{POSITIONS.get(position or '', '')}{then}"
        case n.Draw(count=count, pile=pile, zone=zone, position=position):
            return f"draw {said(count)} from {said(pile)} to {said(zone)}{POSITIONS.get(position or '', '')}"
        case n.Refill(zone=zone):
            return f"fill up {said(zone)}"
        case n.Shuffle(zone=zone):
            return f"shuffle {said(zone)}"
        case n.Lay(what=what, spot=spot, grid=grid):
            return f"lay {said(what)} at {said(spot)} in {said(grid)}"
        case n.Roll(count=count, single=single, sides=sides):
            kind = f" with {said(sides)} sides" if sides is not None else ""
            return f"roll {'a die' if single else f'{said(count)} dice'}{kind}"
        case n.Pick(name=name, query=query):
            return f"{words(name)} is chosen at random among {_many(query)}"
        case n.Show(what=what, audience=audience):
            return f"show {said(what)} to {said(audience)}"
        case n.LetHere(name=name, value=value):
            return f"let {words(name)} be {said(value)}"
        case n.SetValue(target=target, value=value):
            return f"{said(target)} becomes {said(value)}"
        case n.Raise(target=target, amount=amount, sign=sign):
            return f"{said(target)} goes {'up' if sign > 0 else 'down'} by {said(amount)}"
        case n.Gain(subject=subject, amount=amount, resource=resource, sign=sign):
            verb = "gain" if sign > 0 else "lose"
            return f"{said(subject)} {verb}{'' if said(subject) == 'you' else 's'} {_sum(amount, resource)}"
        case n.Pay(payer=payer, amount=amount, resource=resource, payee=payee):
            to = "the bank" if said(payee) == "bank" else said(payee)
            return f"{said(payer)} pay{'' if said(payer) == 'you' else 's'} {_sum(amount, resource)} to {to}"
        case _:
            return _ended(node)


def _ended(node: n.Statement) -> str:
    match node:
        case n.Needs(condition=condition, because=because):
            return f"this cannot be done when {text_words(because) if because.parts else opposite(condition)}"
        case n.MustLeave(condition=condition):
            return f"afterwards {said(condition)} must hold"
        case n.Give(value=value):
            return f"the outcome is {said(value)}"
        case n.Answer(value=value):
            return f"the answer is {said(value)}"
        case n.Win(player=player):
            return f"{said(player)} wins"
        case n.Score(player=player, value=value, row=row):
            return f"{said(player)} scores {said(value)}" + (f" for {text_words(row)}" if row is not None else "")
        case n.Lost(player=player):
            return f"{said(player)} loses the game"
        case n.Leave(player=player):
            return f"{said(player)} leaves the game"
        case n.Proceed():
            return "then it goes on as usual"
        case n.Remark(text=text):
            return text
        case _:
            return _as_written(node)


def _as_written(node: n.Node) -> str:
    """Print the rule's own words where there are no better ones."""
    return " ".join(write(node).replace("_", " ").split())


def _sum(amount: n.Expression, resource: n.Resource) -> str:
    """Word an amount of something; `starting money` already says of what."""
    many, of_what = said(amount), _resource(resource)
    return many if many.split()[-1:] == [of_what] else f"{many} {of_what}"


def _resource(node: n.Resource) -> str:
    name = words(node.name)
    if node.arguments and name.split()[-1] in PLACES:
        return f"{name} {_listed([said(argument) for argument in node.arguments])}"
    return name + _more(node.arguments)


def _single(noun: str) -> str:
    """Return the singular of the plural that a loop ranges over.

    The rules often use the singular already."""
    return noun.removesuffix("s") if noun == "players" else noun


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sentence(text: str, end: str) -> str:
    return _capital(text) + end
