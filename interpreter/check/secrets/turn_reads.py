"""Find questions of a `secretly each` that depend on what other players have done in it.

In: checked routines. Out: warnings. Layer: check. The machine asks one player after another and carries out each turn at
once, so who is offered what the turns before have left learns what was decided there. What is stored for the player who is
asked is theirs alone, unless another turn writes into it. Cards that everybody draws from a pile that nobody sees give
nothing away; how many are left there does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace

from interpreter.check.secrets.fixpoint import NOTHING, Secrets
from interpreter.check.secrets.leaks import Doubts
from interpreter.check.secrets.taint import Labels, seen_by_nobody
from interpreter.check.secrets.taint_flow import Flow, learn
from interpreter.ir import rulebook as rb
from interpreter.source import Note, Reporter, Span

# Fields of acts that hold what an act only reads.
READ = frozenset({"value", "amount", "count", "what", "items", "where", "condition", "audience", "member", "player"})
HELP = (
    "ask for what is the player's own here, and carry out after the loop what was decided; or ask one after another "
    "with `each`, where everybody sees what is done"
)


@dataclass
class Written:
    """The keeps that the turns of a loop write.

    `foreign`: those in which a turn writes what belongs to another player."""

    keeps: set[rb.Keep] = field(default_factory=set)
    foreign: set[rb.Keep] = field(default_factory=set)
    routines: dict[str, rb.Routine] = field(default_factory=dict)  # that run in the loop


@dataclass
class TurnFlow(Flow):
    """The flow of what turns write.

    A player knows what is their own and what no other turn touches."""

    written: Written = field(default_factory=Written)

    def knows(self, secret: rb.Secret, player: rb.Term) -> bool:
        if secret.keep not in self.written.keeps:
            return True
        own = self.who(player) in map(self.who, (key for key in secret.keys if key is not None))
        return own and secret.keep not in self.written.foreign

    def is_revealed(self, _secret: rb.Secret) -> bool:
        """Nothing that is revealed later may be read before."""
        return False

    def drawn(self, act: rb.DrawCards) -> Secrets:
        """Return the secrets behind the cards that are drawn.

        From a pile that nobody sees, they depend on nothing that others did."""
        return self.labels.of(act.zone) if seen_by_nobody(act.pile.keep) else super().drawn(act)


def report_turn_reads(
    routines: Mapping[str, rb.Routine], kinds: Mapping[str, rb.Kind], values: Iterable[rb.Value], reporter: Reporter
) -> None:
    """Warn of questions in a secret turn that depend on other turns of the loop."""
    doubts = Doubts()
    for routine in routines.values():
        for loop in rb.walk_acts(routine.body):
            if isinstance(loop, rb.ForEach) and loop.veils:
                _follow(loop, routine, kinds, values, doubts)
    _report(doubts, reporter)


def _follow(
    loop: rb.ForEach, around: rb.Routine, kinds: Mapping[str, rb.Kind], values: Iterable[rb.Value], doubts: Doubts
) -> None:
    written = Written()
    _collect(loop.body, frozenset({loop.variable}), written, {})
    for keep in written.foreign:
        keep.others_change = True
    if not written.keeps:
        return
    labels = Labels(kinds, sources=frozenset(written.keeps))
    routines = {
        around.name: replace(around, body=loop.body),
        **written.routines,
    }  # what was done before the loop is known
    learn(labels, routines, values)
    for routine in routines.values():
        TurnFlow(labels, routine, doubts, writing=True, written=written).sequence(routine.body, NOTHING)


# ---------------------------------------------------------------- what turns write


def _collect(
    acts: tuple[rb.Act, ...],
    own: frozenset[rb.Variable],
    written: Written,
    sources: dict[rb.Variable, tuple[rb.Stored, ...]],
) -> None:
    """Collect what acts write, in the routines they run as well.

    `own`: the variables that hold the player whose turn it is; `sources`: the piles from which cards were chosen."""
    for act in rb.walk_acts(acts):
        if isinstance(act, rb.AskThing | rb.AskSeveral):
            sources[act.variable] = (act.items,) if isinstance(act.items, rb.Stored) else ()
        if isinstance(act, rb.ForEach) and isinstance(act.items, rb.Listing) and _all_own(act.items.items, own):
            own |= {act.variable}
        for keep, keys in _targets(act, sources):
            written.keeps.add(keep)
            if not any(_all_own((key,), own) for key in keys):
                written.foreign.add(keep)
        for routine, arguments in _runs(act):
            if routine.name not in written.routines:
                written.routines[routine.name] = routine
                handed = zip(routine.parameters, arguments, strict=False)
                _collect(
                    routine.body, frozenset(one for one, term in handed if _all_own((term,), own)), written, sources
                )


def _runs(act: rb.Act) -> Iterator[tuple[rb.Routine, tuple[rb.Term, ...]]]:
    match act:
        case rb.CallRoutine():
            yield act.routine, act.arguments
        case rb.CallColumn():
            cells = (cell for cell in act.column.cells if isinstance(cell, rb.Routine))
            yield from ((cell, (act.member, *act.arguments)) for cell in cells)
        case rb.AskAction():
            yield from ((routine, (act.actor, *arguments)) for routine, arguments in act.actions)
        case _:
            pass


def _all_own(terms: tuple[rb.Term, ...], own: frozenset[rb.Variable]) -> bool:
    return all(isinstance(term, rb.Local) and term.variable in own for term in terms)


def _targets(
    act: rb.Act, sources: Mapping[rb.Variable, tuple[rb.Stored, ...]]
) -> Iterator[tuple[rb.Keep, tuple[rb.Term, ...]]]:
    """Yield the keeps that an act changes, with their keys.

    Places that it names are changed unless they are only read."""
    match act:
        case rb.Store() | rb.Alter():
            yield act.keep, act.keys
        case rb.Climb():
            yield act.height, act.keys
        case rb.Transfer():
            yield act.keep, act.payer
            if act.payee is not None:
                yield act.keep, act.payee
        case rb.MoveCards():
            yield act.zone.keep, act.zone.keys
            left = sources.get(act.what.variable, ()) if isinstance(act.what, rb.Local) else (act.what,)
            yield from ((zone.keep, zone.keys) for zone in left if isinstance(zone, rb.Stored))
        case rb.Assign() | rb.CallRoutine():
            pass
        case _:
            places = (getattr(act, one.name) for one in fields(act) if one.name not in READ)
            yield from ((place.keep, place.keys) for place in places if isinstance(place, rb.Stored))


# ---------------------------------------------------------------- warnings


def _report(doubts: Doubts, reporter: Reporter) -> None:
    """One warning for each place, with all that it depends on."""
    found: dict[str, tuple[Span, set[str], str, list[Note]]] = {}
    for cause in doubts.causes:
        _note(found, cause.span, cause.secret, "whether a player is asked here", cause.site.span)
    for told in doubts.told:
        what = "this text" if told.said else "what can be chosen here"
        _note(found, told.span, told.secret, what, None)
    for span, names, what, notes in found.values():
        message = (
            f"{what} depends on {' and '.join(sorted(names))}, which another player may have changed in a turn "
            "that is still secret"
        )
        reporter.warning("R1006", span, message, HELP, notes)


def _note(
    found: dict[str, tuple[Span, set[str], str, list[Note]]],
    span: Span,
    secret: rb.Secret,
    what: str,
    question: Span | None,
) -> None:
    if secret.keep is None:
        return
    _, names, _, notes = found.setdefault(str(span), (span, set(), what, []))
    names.add(f'"{secret.keep.name}"')
    if question is not None and not notes:
        notes.append(Note("this question", question))
