"""Taint flow through routines: which questions are asked because of a secret.

In: checked routines. Out: their acts with Quiet around questions that would reveal a secret by being asked; the Causes that
Quiet cannot hide, because the player asked does not know the secret either. Layer: check. Labels are propagated through
lets, searches, calls, card steps and control flow to a fixed point; then the acts are rewritten.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import assert_never

from interpreter.check.secrets.contents import Part, offered_if, parts_of
from interpreter.check.secrets.empty_questions import Unasked
from interpreter.check.secrets.fixpoint import NOTHING, ReadSet, Secrets
from interpreter.check.secrets.leaks import Cause, Doubts, Rests, Told, Written
from interpreter.check.secrets.observability import asks, asks_in_secret, everyone_notices, is_revealed, knows, sort_key
from interpreter.check.secrets.taint import (
    Labelled,
    Labels,
    Leaves,
    bookkeeping,
    card_origins,
    derived,
    in_callee_terms,
    is_never,
    located_at,
    substituted,
    without_lost,
)
from interpreter.ir import rulebook as rb
from interpreter.ir.effects import runs
from interpreter.ir.secrets import bound_in, without
from interpreter.ir.traversal import shape, walk
from interpreter.ir.types import PLAYER, Of, Zone
from interpreter.source import Span

MAX_ROUNDS = 30
UNSURE = (rb.ValueCall, rb.Formula, rb.CanTake)  # terms that may depend on anything on the table
GIVEN, ENTERED = "given", "entered"  # keys for a routine: the label of its result, and of its calls


@dataclass
class Leaving:
    """Secrets that decide an early exit, from the routine or from the loop."""

    routine: Secrets = NOTHING
    loop: Secrets = NOTHING

    def add(self, other: Leaving) -> None:
        self.routine |= other.routine
        self.loop |= other.loop


@dataclass
class Flow:
    """The flow analysis of one routine, repeated until no label grows."""

    labels: Labels
    routine: rb.Routine
    doubts: Doubts = field(default_factory=Doubts)
    writing: bool = False  # final pass: rewrite the acts and record leaks
    secret_turn_of: rb.Term | None = None  # the player whose turn it is in `secretly each`
    shown: bool = False  # something public has happened since the routine began
    shown_to: tuple[rb.ShowTo, ...] = ()  # `show` acts before this point
    same: dict[rb.Variable, rb.Term] = field(default_factory=dict)  # aliases: `each bearer in [player]`
    placed: dict[rb.Variable, rb.Stored] = field(default_factory=dict)  # where cards were put before this point
    answers: dict[rb.Variable, rb.Term] = field(default_factory=dict)  # the player who gave each answer
    unasked: Unasked | None = None  # how questions without anything to choose are left out, in the final pass

    # ---- sequences
    def sequence(self, acts: tuple[rb.Act, ...], pc: Secrets) -> tuple[tuple[rb.Act, ...], Leaving]:
        """Rewrite a sequence under program-counter label `pc`.

        An early exit taints what follows."""
        leaving, before, told_before, placed = Leaving(), self.shown, self.shown_to, self.placed
        found: list[rb.Act] = []
        for number, act in enumerate(acts):
            new, left = self.act(act, pc)
            found.append(new)
            if everyone_notices(act):
                pc, self.shown = NOTHING, True
            if isinstance(act, rb.MoveCards) and isinstance(act.what, rb.Local):
                self.placed = {**self.placed, act.what.variable: act.zone}
            if isinstance(act, rb.ShowTo) and isinstance(act.what, rb.Stored):
                self.shown_to = (*self.shown_to, act)
            leaving.add(left)
            why = (left.routine | left.loop) - pc
            if why:
                known = without_lost(without(secret, bound_in((act,))) for secret in why)
                rest, later = self.sequence(acts[number + 1 :], pc | known)
                leaving.add(later)
                found.extend(self.quiet(act.span, known, rest))
                break
        self.shown, self.shown_to, self.placed = before, told_before, placed
        return tuple(found), leaving

    def quiet(self, span: Span, secrets: Secrets, acts: tuple[rb.Act, ...]) -> tuple[rb.Act, ...]:
        """Wrap acts that may ask in Quiet.

        It masks their questions from players who do not know the secrets."""
        if not self.writing or not secrets or not any(asks(act) for act in rb.walk_acts(acts)):
            return acts
        ordered = sorted(secrets, key=sort_key)
        return (rb.Quiet(span, tuple(ordered), acts),)

    def _quietly(self, act: rb.Act, secrets: Secrets) -> rb.Act:
        return self.quiet(act.span, secrets, (act,))[0]

    def why(self, term: Labelled, span: Span) -> Secrets:
        """Return the secrets in a condition, each with the place where it enters."""
        found = self.labels.of(term)
        return frozenset(secret if secret.span else located_at(secret, span) for secret in found) if found else found

    @property
    def entered(self) -> Secrets:
        """The label of the calls of this routine, until something public happens."""
        return NOTHING if self.shown else self.labels.known.of((ENTERED, self.routine.name))

    # ---- acts
    def act(self, act: rb.Act, pc: Secrets) -> tuple[rb.Act, Leaving]:
        match act:
            case rb.Branching():
                return self._branching(act, pc)
            case rb.Loop():
                return self._loop(act, pc)
            case rb.ForEach():
                return self._for_each(act, pc)
            case rb.NamedStep():
                body, leaving = self.sequence(act.body, pc)
                return replace(act, body=body), leaving
            case rb.AskThing() | rb.AskSeveral() | rb.AskMenu() | rb.AskAction():
                return self._ask(act, pc)
            case rb.Return():
                self._give(act, pc)
                return act, Leaving(routine=pc)
            case rb.Break():
                return act, Leaving(loop=pc)
            case _:
                self._plain(act, pc)
                return act, Leaving()

    def _plain(self, act: rb.Act, pc: Secrets) -> None:  # noqa: C901 - one case per form
        """Update the labels of what an act writes; each act is listed here."""
        labels = self.labels
        match act:
            case rb.Assign():
                labels.put(act.variable, labels.of(act.value), labels.absence(act.value))
                labels.name(act.variable, act.value)
                labels.written.binds(act.variable, act.value)
                if act.value.type == PLAYER and self._stays(act.value):
                    self.same[act.variable] = act.value
            case rb.Store():
                self._store(act.keep, act.keys, labels.of(act.value) | pc)
                self._check_public_write(act, act.value)
            case rb.Alter():
                self._store(act.keep, act.keys, labels.of(act.amount) | pc)
                self._check_public_write(act, act.amount)
            case rb.Transfer():
                secrets = labels.of(act.amount) | pc
                self._store(act.keep, act.payer, secrets)
                if act.payee is not None:  # who is paid is as secret as the amount
                    self._store(act.keep, act.payee, secrets | labels.of(act.payee_optional))
                self._check_public_write(act, act.amount)
            case rb.DrawCards():
                if act.variable is not None:
                    labels.put(act.variable, self.drawn(act))
            case rb.RollDice():
                self._roll(act)
            case rb.PickRandom():
                labels.put(act.variable, labels.of(act.items))
                labels.written.binds(act.variable, act.items)
            case rb.CallRoutine():
                self._propagate_call(act.routine, act.arguments, pc)
                if act.result is not None:
                    labels.written.takes(act.result, act.routine)
                    given = dict(zip(act.routine.parameters, act.arguments, strict=False))
                    secrets = labels.known.of((GIVEN, act.routine.name))
                    found = without_lost(substituted(secret, given) for secret in secrets)
                    labels.put(act.result, found, frozenset(secret for secret in found if secret.card is None))
            case rb.CallColumn():
                why = pc | (self.why(act.member, act.span) - self._revealed_by_acting)
                for cell in act.column.cells:
                    if isinstance(cell, rb.Routine):
                        self._propagate_call(cell, (act.member, *act.arguments), why)
            case rb.MoveCards() | rb.RefillRow() | rb.ShuffleZone() | rb.LayTile() | rb.Lasting() | rb.Tick():
                pass  # a card is as secret as the place where it lies
            case rb.Climb():
                pass  # the keep is as secret as it is declared
            case rb.ShowTo() | rb.Tell() | rb.Winner() | rb.SetScore() | rb.Eliminate() | rb.EndGame():
                pass  # they show something on purpose, and write nothing that is read later
            case rb.Touch() | rb.Check() | rb.Quiet() | rb.GiveAnswer():
                pass  # they bind nothing; an answer is labelled where the question is
            case rb.Branching() | rb.Loop() | rb.ForEach() | rb.NamedStep() | rb.Return() | rb.Break():
                raise AssertionError("followed by `act`")
            case rb.AskThing() | rb.AskSeveral() | rb.AskMenu() | rb.AskAction():
                raise AssertionError("followed by `act`")
            case _:
                assert_never(act)

    @property
    def _revealed_by_acting(self) -> Secrets:
        """The secrets revealed by taking this action: needs known to its player."""
        if "action" not in self.routine.word:
            return NOTHING
        you = rb.Local(self.routine.parameters[0].type, self.routine.parameters[0])
        needed = self.labels.of(tuple(need.holds for need in self.routine.needs))
        return frozenset(secret for secret in needed if secret.card is None and self.knows(secret, you))

    def _store(self, keep: rb.Keep, keys: tuple[rb.Term, ...], secrets: Secrets) -> None:
        """Taint bookkeeping that nobody sees with what is stored in it."""
        if bookkeeping(keep) and secrets:
            own = dict(zip(keys, keep.parameters, strict=False))
            told = without_lost(in_callee_terms(secret, own) for secret in card_origins(secrets))
            self.labels.known.learn(keep, told)

    def _check_public_write(self, act: rb.Store | rb.Alter | rb.Transfer, value: rb.Term) -> None:
        """Record a leak if a public keep is set from a secret.

        Not if the secret was shown to everyone before, or if `seen by everyone` says that it is meant. `not shown` only omits a
        keep from the drawing; everyone can still look it up. What players do openly (choose an amount, play a card) they reveal
        by doing it."""
        if not self.writing or act.keep.seen:
            return
        with nullcontext() if act.keep.not_shown else self.labels.acting():
            secrets = self.labels.of(value)
        found = (
            secret for secret in derived(secrets) if not self.is_revealed(secret) and not self._was_shown(secret, None)
        )
        found = (secret for secret in found if not self._is_open(self._where_it_is(secret)))
        self.doubts.written += [Written(act.keep, secret, act.span) for secret in found]

    def _roll(self, act: rb.RollDice) -> None:
        alone = act.by if act.by is not None else self.secret_turn_of
        if alone is not None:
            self.labels.put(act.variable, frozenset((rb.Secret(known_to=alone),)))
        else:
            self.labels.put(act.variable, self.labels.of(act.into))

    def _give(self, act: rb.Return, pc: Secrets) -> None:
        if act.value is None:
            return
        given = self.labels.of(act.value)
        self.labels.written.gives(self.routine, act.value)
        if self.routine.gives is not None and not self.labels.is_card(self.routine.gives):
            given = derived(given)
        secrets = without_lost(without(secret, self._locals) for secret in given | pc)
        self.labels.known.learn((GIVEN, self.routine.name), secrets)

    @cached_property
    def _locals(self) -> set[rb.Variable]:
        """Variables bound in this routine."""
        return bound_in(self.routine.body)

    def _propagate_call(
        self, routine: rb.Routine, arguments: tuple[rb.Term, ...], pc: Secrets, by: rb.Term | None = None
    ) -> None:
        """Propagate the labels of the arguments and of the call.

        `by`: the player whose choice to call reveals what they know."""
        why = self.unknown_to(by, pc | self.entered)
        handed = [self.labels.of(argument) for argument in arguments]
        for parameter, argument in zip(routine.parameters, arguments, strict=False):
            self.labels.written.binds(parameter, argument)
        if not self.labels.is_new_call((routine.name, *map(id, arguments), *handed, why)):
            return
        own = {argument: parameter for parameter, argument in zip(routine.parameters, arguments, strict=False)}
        for parameter, secrets in zip(routine.parameters, handed, strict=False):
            carried = secrets if self.labels.is_card(parameter.type) else derived(secrets)
            self.labels.put(parameter, without_lost(in_callee_terms(secret, own) for secret in carried))
        found = without_lost(in_callee_terms(secret, own) for secret in why)
        self.labels.known.learn((ENTERED, routine.name), found)

    # ---- flow
    def _branching(self, act: rb.Branching, pc: Secrets) -> tuple[rb.Act, Leaving]:
        leaving, why = Leaving(), NOTHING
        cases = []
        for condition, body in act.cases:
            if is_never(condition):  # an option rules it out
                cases.append((condition, body))
                continue
            why |= self.why(condition, act.span)
            new, left = self.sequence(body, self._acting(condition, pc | why))
            cases.append((condition, new))
            leaving.add(left)
        otherwise, left = self.sequence(act.otherwise, pc | why)
        leaving.add(left)
        return self._quietly(replace(act, cases=tuple(cases), otherwise=otherwise), why - pc), leaving

    def _acting(self, condition: rb.Term, pc: Secrets) -> Secrets:
        """Remove from `pc` what acting reveals.

        After `if card is not none`, these are the secrets of the player who chose the card. A secret choice reveals nothing."""
        parts = condition.parts if isinstance(condition, rb.Logic) else (condition,)
        for part in parts:
            if (
                isinstance(part, rb.Comparison)
                and isinstance(part.left, rb.Local)
                and part.left.variable in self.answers
            ):
                alone = frozenset(secret for secret in pc if secret.known_to is not None)
                pc = self.unknown_to(self.answers[part.left.variable], pc) | alone
        return pc

    def who(self, player: rb.Term) -> rb.Term:
        """Resolve an alias such as `each bearer in [player]`."""
        return self.same.get(player.variable, player) if isinstance(player, rb.Local) else player

    def _stays(self, player: rb.Term) -> bool:
        """Is it the same player to the end of the routine?

        Found by seats, or kept where the routine writes nothing."""
        return not any(
            part.keep in self._written if isinstance(part, rb.Stored) else isinstance(part, UNSURE)
            for part in walk(player)
        )

    @cached_property
    def _written(self) -> set[rb.Keep]:
        """The values that this routine, and those that it calls, write."""
        found, waiting, seen = set[rb.Keep](), [self.routine], {self.routine.name}
        while waiting:
            for act in rb.walk_acts(waiting.pop().body):
                if isinstance(act, rb.Store | rb.Alter | rb.Transfer):
                    found.add(act.keep)
                for routine in runs(act):
                    if routine.name not in seen:
                        seen.add(routine.name)
                        waiting.append(routine)
        return found

    def unknown_to(self, player: rb.Term | None, secrets: Secrets) -> Secrets:
        """Drop the secrets that a player knows: acting on one's own secret reveals it."""
        if player is None:
            return secrets
        return frozenset(secret for secret in secrets if not self.knows(secret, player))

    def knows(self, secret: rb.Secret, player: rb.Term) -> bool:
        """Does the player know the secret, by the rules or because it was shown before?"""
        if secret.known_to is not None and shape(self.who(secret.known_to)) == shape(self.who(player)):
            return True
        secret = self._where_it_is(secret)
        return knows(secret, player, self.who(player)) or self._was_shown(secret, player) or self._is_open(secret)

    def is_revealed(self, secret: rb.Secret) -> bool:
        """Do the rules reveal it themselves, so that a question tells nothing?"""
        return is_revealed(secret)

    def drawn(self, act: rb.DrawCards) -> Secrets:
        """Return the secrets behind the cards that are drawn."""
        return self.labels.of(act.pile) | self.labels.of(act.zone)

    def _where_it_is(self, secret: rb.Secret) -> rb.Secret:
        """For what is written on a card: where the card was put."""
        key = secret.keys[0] if secret.keep is not None and secret.keep.is_written else None
        zone = self.placed.get(key.variable) if isinstance(key, rb.Local) else None
        return secret if zone is None else rb.Secret(zone.keep, zone.keys)

    def _is_open(self, secret: rb.Secret) -> bool:
        return secret.keep is not None and isinstance(secret.keep.type, Zone) and not secret.keep.hidden

    def _was_shown(self, secret: rb.Secret, player: rb.Term | None) -> bool:
        """Was it shown before, as in `show hand(rival) to player`? None: to everyone."""
        for act in self.shown_to:
            those = act.audience.items if isinstance(act.audience, rb.Listing) else (act.audience,)
            same = isinstance(act.what, rb.Stored) and (act.what.keep, act.what.keys) == (secret.keep, secret.keys)
            if same and (act.audience is None or player in those):
                return True
        return False

    def _loop(self, act: rb.Loop, pc: Secrets) -> tuple[rb.Act, Leaving]:
        """Taint each round with the condition, and with earlier early exits."""
        why = self.why(act.value, act.span) if act.value is not None else NOTHING
        return self._repeated(act, act.body, why, pc)

    def _for_each(self, act: rb.ForEach, pc: Secrets) -> tuple[rb.Act, Leaving]:
        items = self.why(act.items, act.span)
        self.labels.written.binds(act.variable, act.items)
        if self.labels.counted_openly(act.items):
            self.labels.put(act.variable, items)
            items = NOTHING  # the number of cards is public
        else:
            self.labels.put(act.variable, items)
        if isinstance(act.items, rb.Listing) and len(act.items.items) == 1:
            self.same[act.variable] = act.items.items[0]
        where = self.why(act.where, act.span) if act.where is not None else NOTHING
        before = self.secret_turn_of
        if act.veils:
            self.secret_turn_of = rb.Local(act.variable.type, act.variable)
        new, leaving = self._repeated(act, act.body, items, pc, where)
        self.secret_turn_of = before
        return new, leaving

    def _repeated(
        self, act: rb.Loop | rb.ForEach, body: tuple[rb.Act, ...], why: Secrets, pc: Secrets, where: Secrets = NOTHING
    ) -> tuple[rb.Act, Leaving]:
        new, left = self.sequence(body, pc | why | where)
        gone = bound_in((act,))
        again = why | without_lost(without(secret, gone) for secret in (left.routine | left.loop) - pc)
        if not again <= pc | why:  # an earlier early exit decides whether there is another round
            new, left = self.sequence(body, pc | again | where)
        new = self.quiet(
            act.span, (where | why) - pc, new
        )  # every round anew: what was public last round reveals nothing
        return self._quietly(replace(act, body=new), again - pc), Leaving(routine=left.routine)

    # ---- decisions
    def _ask(self, act: rb.Ask, pc: Secrets) -> tuple[rb.Act, Leaving]:
        why = NOTHING.union(*(self.why(law.where, act.span) for law in act.automatic if law.where is not None))
        alone = frozenset((rb.Secret(known_to=act.actor, span=act.span),)) if act.site.private else NOTHING
        self.labels.known.reads.met |= bool(alone)
        if isinstance(act, rb.AskSeveral):
            why |= self._whether_several(act)
        if self.writing:
            self._judge(act, pc | why)
            if not act.site.openly:
                self.tells(parts_of(act, self.labels), act.actor, act.site)
        if act.site.openly:  # openly: everyone sees the question being asked
            pc, why = NOTHING, NOTHING
        leaving, before, self.shown = Leaving(), self.shown, self.shown or act.site.openly
        laws = []
        for law in act.automatic:
            body, left = self.sequence(law.body, pc | why)
            leaving.add(left)
            laws.append(replace(law, body=body))
        new: rb.Act = replace(act, automatic=tuple(laws))
        match new:
            case rb.AskThing() | rb.AskSeveral():
                self._answer(new, alone)
            case rb.AskMenu():
                entries = []
                for entry in new.entries:
                    for let in entry.lets:
                        self._plain(let, pc)
                    body, left = self.sequence(entry.body, self.unknown_to(act.actor, pc | why) | alone)
                    leaving.add(left)
                    entries.append(replace(entry, body=self.quiet(act.span, alone, body)))
                new = replace(new, entries=tuple(entries))
            case rb.AskAction():
                for routine, arguments in new.actions:
                    self._propagate_call(routine, (new.actor, *arguments), pc | alone, new.actor)
        self.shown = before
        if self.unasked is not None and self.writing and self.secret_turn_of is None:
            new = self.unasked.around(new, self.labels)
        return self._quietly(new, why - pc), leaving

    def _whether_several(self, act: rb.AskSeveral) -> Secrets:
        """Return the label of whether a choice of several is asked at all.

        The number of cards is public."""
        zone = act.items
        counted = isinstance(zone, rb.Stored) and not zone.keep.count_hidden and not self.labels.sources
        if counted and act.where is None and not act.needs:
            return NOTHING
        tested = (act.items, act.where, tuple(need.holds for need in act.needs))
        return without_lost(without(secret, {act.item}) for secret in self.why(tested, act.span))

    def _answer(self, act: rb.AskThing | rb.AskSeveral, alone: Secrets) -> None:
        """Label an answer.

        An open choice is public; a card from a hidden place is known to those who see where it is."""
        self.answers[act.variable] = act.actor
        self.labels.written.binds(act.item, act.items)
        self.labels.written.binds(act.variable, act.items)
        self.labels.put(act.item, NOTHING)
        secrets = alone
        parts = [Of(part.kind) for part in act.site.parts if part.kind is not None]
        if any(map(self.labels.is_card, (act.variable.type, *parts))):
            secrets |= self.labels.of(act.items)
        self.labels.put(act.variable, secrets)

    def _judge(self, act: rb.Ask, pc: Secrets) -> None:
        """Record a Cause if the player is asked because of another player's secret."""
        if act.site.openly:
            return
        for secret in pc | self.entered:
            if secret.card is None and not self.knows(secret, act.actor) and not self.is_revealed(secret):
                self.doubts.causes.append(Cause(secret, secret.span or act.span, act.site))

    def tells(self, parts: Iterable[Part], actor: rb.Term, site: rb.Site | None = None) -> None:
        """Record what a question reveals to the player asked.

        Offering a card reveals it, so card secrets do not count; neither does the fact that this player is the one asked."""
        with self.labels.identity_public(actor), self.labels.read_by(actor):
            found = list(parts)
        for part in found:
            for secret in part.secrets:
                if secret.card is None and not self.knows(secret, actor) and not self.is_revealed(secret):
                    self.doubts.told.append(Told(secret, part.span, site, part.said))


def follow(
    routines: Mapping[str, rb.Routine],
    kinds: Mapping[str, rb.Kind],
    keeps: Iterable[rb.Keep],
    values: Iterable[rb.Value],
    leaves: Leaves,
    unasked: bool = False,
) -> Doubts:
    """Rewrite the routines; return the leaks that Quiet cannot prevent.

    `leaves`: a cache that can be reused.
    `empty_questions`: leave `may choose` from nothing out, where everyone sees that there is nothing."""
    doubts = Doubts()
    hidden = any(keep.hidden for keep in keeps) or any(asks_in_secret(routine) for routine in routines.values())
    if not hidden and not unasked:
        return doubts
    left_out = Unasked(tuple(one for one in routines.values() if one.word == "free action")) if unasked else None
    labels = Labels(kinds, leaves=leaves)
    read_sets = learn(labels, routines, values)
    not_open = _not_openly_taken(routines)
    for name, routine in routines.items():
        flow = Flow(labels, routine, doubts, writing=True, unasked=left_out)
        if routine in not_open:
            you = routine.parameters[0]
            flow.tells(offered_if(routine, labels, routine.span), rb.Local(you.type, you))
        if read_sets[name].met or _puts_questions(routine):  # other routines need no Quiet and leak nothing
            routine.body, _ = flow.sequence(routine.body, NOTHING)
    doubts.rests = _rests(labels)
    return doubts


def _rests(labels: Labels) -> Rests:
    """Return the secrets behind variables and bookkeeping.

    Not those that the rules reveal themselves."""
    found: Rests = {}
    for thing, secrets in labels.known.everything().items():
        if isinstance(thing, rb.Variable | rb.Keep):
            kept = frozenset(
                secret for secret in card_origins(secrets) if labels.is_card(thing.type) or not is_revealed(secret)
            )
            found.update({thing: kept} if kept else {})
    return found


def _puts_questions(routine: rb.Routine) -> bool:
    """Does it ask anything? Texts and choices are judged only in the final pass."""
    return any(isinstance(act, rb.Ask) for act in rb.walk_acts(routine.body))


def learn(labels: Labels, routines: Mapping[str, rb.Routine], values: Iterable[rb.Value]) -> dict[str, ReadSet]:
    """Iterate to a fixed point; revisit a routine if a label it read has grown."""
    read_sets: dict[str, ReadSet] = {}
    for _ in range(MAX_ROUNDS):
        labels.begin_round(values)
        waiting = [name for name in routines if name not in read_sets or labels.known.is_stale(read_sets[name])]
        for name in waiting:
            read_sets[name] = labels.known.new_read_set()
            with labels.known.recording_reads(read_sets[name]):
                Flow(labels, routines[name]).sequence(routines[name].body, NOTHING)
        if not waiting:
            break
    return read_sets


def _not_openly_taken(routines: Mapping[str, rb.Routine]) -> set[rb.Routine]:
    """Return the actions offered in a question not marked `openly`.

    Free actions are among them: they are offered beside every question."""
    found = {routine for routine in routines.values() if routine.word == "free action"}
    for routine in routines.values():
        for act in rb.walk_acts(routine.body):
            if isinstance(act, rb.AskAction) and not act.site.openly:
                found.update(action for action, _ in act.actions)
    return found
