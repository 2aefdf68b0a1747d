"""The reference interpreter: walks the Rulebook as it was checked, one act after the other.

In: a Rulebook, a number of players, a seed, decisions. Out: at each decision who is asked what, with which options; the
table; the result. No blocks, no generated code, no folding: where the rules are is a list of what is still to be done,
so that a way can be tried out on a copy. It is slow, and it is the judge: both engines must agree with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from interpreter.ir import rulebook as rb
from interpreter.ir.types import Grid, Number, Of, Zone
from tests.reference.table import LARGEST, Over, Table, Timer, Unmet, Where, Wrong
from tests.reference.values import Names, Values, taking_away

ROUGH = (TypeError, IndexError, KeyError, ZeroDivisionError, ValueError, RecursionError)
ROUNDS = 1_000_000  # acts between two decisions

# ---------------------------------------------------------------- what is still to be done


@dataclass
class Steps:
    acts: tuple[rb.Act, ...]
    names: Names
    at: int = 0


@dataclass
class Each:
    act: rb.ForEach
    items: tuple[Any, ...]
    names: Names
    at: int = 0


@dataclass
class Repeat:
    act: rb.Loop
    names: Names
    left: int = 0  # of `repeat N times`


@dataclass
class Running:
    """A procedure; where it was called from, what it gives goes into `result`."""

    routine: rb.Routine
    names: Names
    result: rb.Variable | None


@dataclass
class Trial:
    """From here to its `must leave` every choice is tried out before it is offered."""

    is_open: bool
    names: Names


@dataclass
class Law:
    """A seat's own law is working out an answer."""

    ask: rb.Ask
    number: int
    names: Names


@dataclass
class Question:
    ask: rb.Ask
    names: Names


Pending = Steps | Each | Repeat | Running | Trial | Law | Question


class EnoughSignal(Exception):
    """A trial has come past its `must leave`: this way is open."""


class Reference:
    """A game in progress."""

    def __init__(self, rulebook: rb.Rulebook, players: int, seed: int, automas: tuple[int, ...] = ()) -> None:
        self.rulebook = rulebook
        self.table = Table(rulebook, players, seed, automas)
        self.values = Values(self.table, self.would_be_offered)
        self.pending: list[Pending] = []
        self.is_over = self.is_trial = False
        acts = [act for routine in rulebook.routines.values() for act in rb.walk_acts(routine.body)]
        self.ranks = any(isinstance(act, rb.Check) and act.best for act in acts)
        self.arrived: dict[int, int] = {}  # in a trial: how high it came out, by how many `must leave`s are open around
        self.ask: rb.Ask | None = None
        self.names: Names = {}
        self.actor = -1
        self.options: list[Any] | range = []
        self.free: list[rb.Routine] = []
        for keep in rulebook.keeps.values():
            self.reset(keep)
        for name in ("play", "set_up"):
            if name in rulebook.routines:
                self.call(rulebook.routines[name], (), {}, None)
        self.run()

    def copy(self) -> Reference:
        other = Reference.__new__(Reference)
        other.__dict__.update(self.__dict__)
        other.table = self.table.copy()
        other.values = Values(other.table, other.would_be_offered)
        copies: dict[int, Names] = {}  # things of one procedure share their names
        for thing in [*self.pending, Question(self.ask, self.names) if self.ask is not None else None]:
            if thing is not None and id(thing.names) not in copies:
                copies[id(thing.names)] = dict(thing.names)
        other.pending = [replace(thing, names=copies[id(thing.names)]) for thing in self.pending]
        other.names = copies.get(id(self.names), {})
        return other

    # ---- running
    def choose(self, option: Any) -> None:
        """Answers the question with one of its options."""
        assert self.ask is not None
        assert option in self.options
        ask, names, self.ask = self.ask, self.names, None
        self.answered(ask, names, option)
        self.run()

    def choose_free(self, routine: rb.Routine) -> None:
        """Takes a free action; afterwards the question is put again."""
        assert self.ask is not None
        self.pending.append(Question(self.ask, self.names))
        self.ask = None
        self.call(routine, (self.actor,), {}, None)
        self.run()

    def run(self) -> None:
        """To the next question, or to the end."""
        try:
            for _ in range(ROUNDS):
                if self.ask is not None or not self.pending:
                    break
                self.step(self.pending[-1])
            else:
                raise Wrong("R0803")
        except Over:
            self.pending.clear()
        except Unmet:
            if not self.is_trial:
                raise Wrong("unmet") from None
            raise
        except ROUGH as error:
            raise (Unmet() if self.is_trial else Wrong(repr(error))) from error
        self.is_over = self.ask is None

    def step(self, thing: Pending) -> None:
        match thing:
            case Steps():
                if thing.at == len(thing.acts):
                    self.pending.pop()
                else:
                    thing.at += 1
                    self.act(thing.acts[thing.at - 1], thing.names)
            case Each():
                self.next_item(thing)
            case Repeat():
                self.once_more(thing)
            case Running():
                self.give(None)
            case Trial():
                self.pending.pop()
            case Law():
                self.pending.pop()  # it gave no answer
                self.consult(thing.ask, thing.names, thing.number + 1)
            case Question():
                self.pending.pop()
                self.put(thing.ask, thing.names)

    def next_item(self, thing: Each) -> None:
        if thing.at == len(thing.items):
            self.pending.pop()
            return
        thing.names[thing.act.variable] = thing.items[thing.at]
        thing.at += 1
        if thing.act.where is None or self.values.of(thing.act.where, thing.names):
            self.pending.append(Steps(thing.act.body, thing.names))

    def once_more(self, thing: Repeat) -> None:
        if thing.act.mode == "times":
            goes_on = thing.left > 0
            thing.left -= 1
        elif thing.act.value is None:
            goes_on = True
        else:
            goes_on = bool(self.values.of(thing.act.value, thing.names)) == (thing.act.mode == "while")
        if goes_on:
            self.pending.append(Steps(thing.act.body, thing.names))
        else:
            self.pending.pop()

    def reset(self, keep: rb.Keep) -> None:
        kinds = [parameter.type.kind for parameter in keep.parameters if isinstance(parameter.type, Of)]
        for keys in self.table.keys(keep):
            if isinstance(keep.type, Zone | Grid):
                self.table.clear(keep, keys)
            elif all(kind != "player" or key in self.table.seats for kind, key in zip(kinds, keys, strict=True)):
                names: Names = dict(zip(keep.parameters, keys, strict=True))
                start = self.values.of(keep.start, names) if keep.start is not None else None
                self.table.values[keep.name, keys] = lasting(start)

    # ---- procedures
    def call(self, routine: rb.Routine, given: Sequence[Any], caller: Names, result: rb.Variable | None) -> None:
        names: Names = dict(zip(routine.parameters, map(lasting, given), strict=True))
        self.pending.append(Running(routine, caller, result))
        for keep in routine.keeps:
            self.reset(keep)
        if routine.tried:
            self.pending.append(Trial(True, names))
        self.pending.append(Steps(routine.body, names))

    def give(self, value: Any) -> None:
        """Leaves the innermost procedure."""
        while True:
            thing = self.pending.pop()
            if isinstance(thing, Running):
                if thing.result is not None:
                    thing.names[thing.result] = value
                return

    def leave_loop(self) -> None:
        while not isinstance(self.pending.pop(), Each | Repeat):
            pass

    # ---- acts
    def act(self, act: rb.Act, names: Names) -> None:  # noqa: C901 - one case per form
        def of(term: rb.Term) -> Any:
            return self.values.of(term, names)

        match act:
            case rb.Assign():
                names[act.variable] = lasting(of(act.value))
            case rb.Store():
                self.store(act.keep, tuple(map(of, act.keys)), lasting(of(act.value)))
            case rb.Climb():
                pass  # the table itself knows which tracks are stacked
            case rb.Alter():
                keys = tuple(map(of, act.keys))
                self.store(act.keep, keys, self.table.values[act.keep.name, keys] + act.sign * of(act.amount))
            case rb.Transfer():
                self.transfer(act, names)
            case rb.ForEach():
                self.pending.append(Each(act, tuple(of(act.items)), names))
            case rb.Loop():
                self.pending.append(Repeat(act, names, of(act.value) if act.mode == "times" and act.value else 0))
            case rb.Branching():
                chosen = next((body for condition, body in act.cases if of(condition)), act.otherwise)
                self.pending.append(Steps(chosen, names))
            case rb.NamedStep() | rb.Quiet():  # who may notice a question changes nothing about it
                self.pending.append(Steps(act.body, names))
            case rb.Return():
                self.give(lasting(of(act.value)) if act.value is not None else None)
            case rb.Break():
                self.leave_loop()
            case rb.CallRoutine():
                self.call(act.routine, [of(argument) for argument in act.arguments], names, act.result)
            case rb.CallColumn():
                member = of(act.member)
                steps = act.column.cells[member]
                if steps is not None:
                    self.call(steps, [member, *(of(argument) for argument in act.arguments)], {}, None)
            case rb.AskThing() | rb.AskSeveral() | rb.AskMenu() | rb.AskAction():
                self.consult(act, names, 0)
            case rb.GiveAnswer():
                self.give_answer(of(act.value))
            case rb.Check():
                self.check(act, names)
            case rb.EndGame():
                raise Over
            case rb.Winner():
                self.table.winners = (*self.table.winners, of(act.player))
            case rb.SetScore():
                column = self.table.scores if act.row is None else self.table.sheet.setdefault(act.row, {})
                column[of(act.player)] = of(act.value)
            case rb.Eliminate():
                self.eliminate(of(act.player))
            case rb.RollDice() | rb.PickRandom():
                names[act.variable] = self.chance(act, names)
            case rb.ShowTo() | rb.Tell() | rb.Touch():
                pass  # only told
            case _:
                self.cards(act, names)

    def store(self, keep: rb.Keep, keys: tuple[int, ...], value: Any) -> None:
        if isinstance(keep.type, Number):
            low = -LARGEST if keep.type.low is None else keep.type.low
            high = LARGEST if keep.type.high is None else keep.type.high
            if not low <= value <= high:
                raise Wrong("R0801")
        self.table.store(keep, keys, value)

    def transfer(self, act: rb.Transfer, names: Names) -> None:
        amount = self.values.of(act.amount, names)
        payer = tuple(self.values.of(key, names) for key in act.payer)
        left = self.table.values[act.keep.name, payer] - amount
        if left < 0 and amount > self.table.values[act.keep.name, payer]:
            raise Wrong("R0802")
        assert isinstance(act.keep.type, Number)
        if act.keep.type.low is not None:
            self.store(act.keep, payer, left)
        self.table.values[act.keep.name, payer] = left
        if act.payee is not None:
            payee = tuple(self.values.of(key, names) for key in act.payee)
            if payee[0] is not None or act.payee_optional is None:
                self.table.values[act.keep.name, payee] += amount

    def chance(self, act: rb.RollDice | rb.PickRandom, names: Names) -> Any:
        if isinstance(act, rb.PickRandom):
            items = tuple(self.values.of(act.items, names))
            if not items:
                raise Wrong("R0807")
            return items[self.table.below(len(items))]
        count, sides = (1 if act.single else self.values.of(act.count, names)), self.values.of(act.sides, names)
        if sides < 1:
            raise Wrong("R0807")
        dice = tuple(self.table.below(sides) + 1 for _ in range(count))
        return dice[0] if act.single else dice

    def eliminate(self, player: int) -> None:
        if player not in self.table.out:
            self.table.out = (*self.table.out, player)
            self.table.seats = tuple(seat for seat in self.table.seats if seat != player)

    def cards(self, act: rb.Act, names: Names) -> None:
        of, table = self.values.of, self.table
        match act:
            case rb.MoveCards():
                what, to = of(act.what, names), self.values.where(act.zone, names)
                for card in tuple(what) if act.several else (what,):
                    table.move(card_kind(act.zone), card, to, act.position)
            case rb.Lasting():
                whose = of(act.of, names) if act.of is not None else None
                kind, to = card_kind(act.then), self.values.where(act.then, names)
                left, card = of(act.count, names), of(act.card, names)
                table.timers = (*table.timers, Timer(act.unit, whose, left, kind, card, to, act.position))
            case rb.Tick():
                table.tick(act.unit, of(act.of, names) if act.of is not None else None)
            case rb.DrawCards():
                pile, to = self.values.where(act.pile, names), self.values.where(act.zone, names)
                count, discard = of(act.count, names), self.discard(act.pile, pile)
                found = table.draw(card_kind(act.pile), count, pile, to, act.position, discard)
                if act.variable is not None:
                    names[act.variable] = (found[0] if found else None) if act.single else tuple(found)
            case rb.RefillRow():
                source = act.zone.keep.refilled_from
                assert source is not None
                row = self.values.where(act.zone, names)
                pile = (source.name, row[1] if source.parameters else ())
                discard = self.discard(rb.Stored(source.type, source, ()), pile)
                table.refill(card_kind(act.zone), row, pile, discard)
            case rb.ShuffleZone():
                table.shuffle(self.values.where(act.zone, names))
            case rb.LayTile():
                grid = self.values.where(act.grid, names)
                table.lay(card_kind(act.grid), of(act.tile, names), of(act.spot, names), grid)
            case _:
                raise AssertionError(f"the reference interpreter does not know {type(act).__name__}")

    def discard(self, pile: rb.Stored, where: Where) -> Where | None:
        other = pile.keep.reshuffled_from
        return None if other is None else (other.name, where[1] if other.parameters else ())

    # ---- decisions: first the laws of a seat that the rules play, then the question
    def consult(self, ask: rb.Ask, names: Names, number: int) -> None:
        for i in range(number, len(ask.automatic)):
            law = ask.automatic[i]
            if law.asked is not None:  # it only comes before the question, and not before details
                if ask.site.detail:
                    continue
                names[law.asked] = self.values.of(ask.actor, names)
            if law.where is None or self.values.of(law.where, names):
                self.pending += [Law(ask, i, names), Steps(law.body, names)]
                return
        if isinstance(ask, rb.AskSeveral):
            names[ask.variable] = ()
        self.put(ask, names)

    def give_answer(self, value: Any) -> None:
        while True:
            thing = self.pending.pop()
            if isinstance(thing, Law):
                break
        if isinstance(thing.ask, rb.AskSeveral):
            thing.names[thing.ask.variable] = lasting(value)
        else:
            self.answered(thing.ask, thing.names, lasting(value))

    def put(self, ask: rb.Ask, names: Names) -> None:
        """Puts a question: works out what is offered, and tries out what has to be tried."""
        self.actor = self.values.of(ask.actor, names)
        options = self.offered(ask, names)
        if options is None:
            return  # several things: enough is chosen, or nothing is left
        if self.actor in self.table.out and len(options):
            self.answered(ask, names, None if None in options else options[0])
            return  # whoever is out is asked nothing
        self.ask, self.names, self.options = ask, names, options
        if self.is_trial and not self.trials():
            raise EnoughSignal
        self.options = self.open_ways(ask, options)
        every = [routine for routine in self.rulebook.routines.values() if routine.word == "free action"]
        frees = [routine for routine in every if not (routine.between and ask.site.detail)]
        self.free = [] if self.is_trial else [free for free in frees if self.is_possible(free, (self.actor,))]
        if not len(self.options) and not self.free:
            raise Unmet if self.is_trial else Wrong("R0805")
        if self.is_trial:
            raise EnoughSignal  # one of the options leads through

    def trials(self) -> list[Trial]:
        return [thing for thing in self.pending if isinstance(thing, Trial) and thing.is_open]

    def open_ways(self, ask: rb.Ask, options: list[Any] | range) -> list[Any] | range:
        inside = bool(self.trials())
        if not inside and not any(is_tried(ask, option) for option in options[: 1000 if is_menu(ask) else 0]):
            return options
        found: list[Any] = []
        ends: list[tuple[Any, dict[int, int]]] = []
        for option in options:
            if not inside and not is_tried(ask, option):
                found.append(option)
            else:
                came = self.leads_through(option)
                if came is not None:
                    found.append(option)
                    ends.append((option, came))
                    if self.is_trial and not self.ranks:
                        break
        for level in range(len(self.trials())):  # the outermost `must leave the highest` first
            best = max((came[level] for _, came in ends if level in came), default=None)
            ends = [(option, came) for option, came in ends if level not in came or came[level] == best]
            left = {option for option, _ in ends}
            found = [option for option in found if option in left]
        if ends and self.is_trial:
            self.arrived = {**self.arrived, **ends[0][1]}
        return found

    def leads_through(self, option: Any) -> dict[int, int] | None:
        """How high it comes out at every `must leave the highest`; None if there is no way through."""
        other = self.copy()
        other.is_trial, other.arrived = True, {}
        try:
            other.choose(option)
        except Unmet:
            return None
        except EnoughSignal:
            pass
        return other.arrived

    def check(self, act: rb.Check, names: Names) -> None:
        if self.trials():
            self.trials()[-1].is_open = False
        if act.best:
            if self.is_trial:
                self.arrived = {
                    **self.arrived,
                    len(self.trials()): act.best * self.values.of(act.condition.holds, names),
                }
        elif not self.values.of(act.condition.holds, names):
            raise Unmet
        if self.is_trial and not self.trials():
            raise EnoughSignal

    def offered(self, ask: rb.Ask, names: Names) -> list[Any] | range | None:
        options: list[Any] | range
        match ask:
            case rb.AskThing():
                options = self.choosable(ask, names)
                if not isinstance(options, range):  # of equal things one is offered
                    options = list(dict.fromkeys(options))
            case rb.AskSeveral():
                chosen = names[ask.variable]
                options = list(dict.fromkeys(taking_away(self.choosable(ask, names), chosen)))
                if not options or (ask.most is not None and len(chosen) >= self.values.of(ask.most, names)):
                    return None
                least = self.values.of(ask.least, names) if ask.least is not None else 0
                return [*options, None] if len(chosen) >= least else options
            case rb.AskMenu():
                options = [
                    number
                    for number, entry in enumerate(ask.entries)
                    if self.is_available((*entry.lets, *entry.needs), entry.first, names)
                ]
            case rb.AskAction():
                options = [
                    number
                    for number, (routine, arguments) in enumerate(ask.actions)
                    if self.is_possible(routine, [self.values.of(term, names) for term in (ask.actor, *arguments)])
                ]
        return [*options, None] if ask.site.optional else options

    def choosable(self, ask: rb.AskThing | rb.AskSeveral, names: Names) -> list[Any] | range:
        items = self.values.of(ask.items, names)
        if isinstance(items, range) and ask.where is None and not ask.needs and getattr(ask, "then", None) is None:
            return items
        return [item for item in items if self.may_be_chosen(ask, item, names)]

    def may_be_chosen(self, ask: rb.AskThing | rb.AskSeveral, item: Any, names: Names) -> bool:
        inner = {**names, ask.item: item}
        if ask.where is not None and not self.values.of(ask.where, inner):
            return False
        if not self.values.holds(ask.needs, inner):
            return False
        if isinstance(ask, rb.AskThing) and ask.then is not None:
            ahead = {**inner, ask.variable: item}
            return any(self.may_be_chosen(ask.then, second, ahead) for second in self.values.of(ask.then.items, ahead))
        return True

    def is_possible(self, routine: rb.Routine, given: Sequence[Any]) -> bool:
        """May this action be taken?"""
        names: Names = dict(zip(routine.parameters, map(lasting, given), strict=True))
        return self.is_available((*routine.lets, *routine.needs), routine.first, names)

    def would_be_offered(self, routine: rb.Routine, given: Sequence[Any]) -> bool:
        """`can`: may it be taken, and is there some way through it that keeps every `must leave`?"""
        if not self.is_possible(routine, given):
            return False
        if not routine.tried:
            return True
        other = self.copy()
        other.is_trial, other.arrived, other.ask, other.pending = True, {}, None, []
        other.call(routine, given, {}, None)
        try:
            other.run()
        except Unmet:
            return False
        except EnoughSignal:
            return True
        return True

    def is_available(
        self,
        parts: tuple[rb.Assign | rb.Condition, ...],
        first: rb.AskThing | rb.AskSeveral | None,
        names: Names,
    ) -> bool:
        """Do its needs hold, in the order of the text, and is there something for its first choice?"""
        inner = dict(names)
        for part in sorted(parts, key=lambda part: (part.span.line, part.span.column)):
            if isinstance(part, rb.Assign):
                inner[part.variable] = lasting(self.values.of(part.value, inner))
            elif not self.values.of(part.holds, inner):
                return False
        return first is None or self.has_something(first, inner)

    def has_something(self, ask: rb.AskThing | rb.AskSeveral, names: Names) -> bool:
        answering = [law for law in ask.automatic if law.asked is None and law.where is not None]
        if any(law.where is not None and self.values.of(law.where, names) for law in answering):
            return True
        least = 1
        if isinstance(ask, rb.AskSeveral) and ask.least is not None:
            least = self.values.of(ask.least, names)
        return len(self.choosable(ask, names)) >= least

    def answered(self, ask: rb.Ask, names: Names, option: Any) -> None:
        match ask:
            case rb.AskThing():
                names[ask.variable] = option
            case rb.AskSeveral():
                if option is not None:
                    names[ask.variable] = (*names[ask.variable], option)
                    self.pending.append(Question(ask, names))
            case rb.AskMenu():
                if option is not None:
                    entry = ask.entries[option]
                    if entry.tried:
                        self.pending.append(Trial(True, names))
                    self.pending.append(Steps(entry.body, names))
            case rb.AskAction():
                if ask.taken is not None:
                    names[ask.taken] = option is not None
                if option is not None:
                    routine, arguments = ask.actions[option]
                    given = [self.values.of(term, names) for term in (ask.actor, *arguments)]
                    self.call(routine, given, {}, None)


def lasting(value: Any) -> Any:
    """A list that is remembered is the list as it is now."""
    return tuple(value) if isinstance(value, range | list) else value


def card_kind(zone: rb.Stored) -> str:
    assert isinstance(zone.keep.type, Zone | Grid)
    return zone.keep.type.kind


def is_menu(ask: rb.Ask) -> bool:
    return isinstance(ask, rb.AskMenu | rb.AskAction)


def is_tried(ask: rb.Ask, option: Any) -> bool:
    """Does this way hold a `must leave`?"""
    match ask:
        case rb.AskMenu():
            return option is not None and ask.entries[option].tried
        case rb.AskAction():
            return option is not None and ask.actions[option][0].tried
        case _:
            return False
