"""Emit invariants, requirements, visibility and shown values as Python functions and tables.

In: the invariants, requirements and stored values of a Program. Out: functions and tables in an Emission. Layer: backends.
"""

from __future__ import annotations

from interpreter.backends.python.context import Context
from interpreter.backends.python.emission import Part
from interpreter.backends.python.failing import Stretches, write_failing
from interpreter.backends.python.terms import write_term
from interpreter.ir import rulebook as rb
from interpreter.ir.traversal import known, walk
from interpreter.ir.types import ListOf, Of
from interpreter.runtime.identifiers import made


class WatchingPart(Part):
    """Emits `always` rules, requirements before the game, and visibility."""

    def write(self) -> None:
        self.invariants()
        self.requirements()
        self.visibility()
        self.worth_showing()

    def invariants(self) -> None:
        """Emit ALWAYS: (name, holds, because, span, why not, bits of the ranges it depends on); WATCHED: the ranges."""
        written, stretches = [], Stretches(self.rulebook, self.layout)
        for invariant in self.program.invariants:
            context = Context(self.shared)
            name = made("always", invariant.name)
            self.out.function(f"{name}(s)", [f"    return {write_term(invariant.holds, context)}"], invariant.span)
            because, why = (
                self.text_function(invariant.because, context, invariant.span),
                made("why_not", invariant.name),
            )
            lines = [*write_failing(invariant.failing, context, 1), "    return '; '.join(found[:6])"]
            self.out.function(f"{why}(s)", ["    found = []", *lines], invariant.span)
            bits = stretches.bits(invariant.holds)
            written.append(f"Always({invariant.name!r}, {name}, {because}, {str(invariant.span)!r}, {why}, {bits})")
        self.out.line(f"ALWAYS = ({''.join(text + ', ' for text in written)})")
        self.out.line(f"WATCHED = {tuple(stretches.found)!r}")

    def requirements(self) -> None:
        """Emit REQUIRED: what must hold before anything is played, each with its reason and its span."""
        written = []
        for number, needed in enumerate(self.program.requirements):
            context = Context(self.shared)
            name = f"required_{number}"
            self.out.function(f"{name}(s)", [f"    return {write_term(needed.holds, context)}"], needed.span)
            because = self.text_function(needed.because, context, needed.span)
            written.append(f"Required({name}, {because}, {str(needed.span)!r})")
        self.out.line(f"REQUIRED = ({''.join(text + ', ' for text in written)})")

    def visibility(self) -> None:
        """Emit KEEPS: name, address, type, visibility and lifetime of each keep; RESETS: their reset functions."""
        written = []
        height_of = {keep.height: keep.name for keep in self.rulebook.keeps.values() if keep.height is not None}
        for keep in self.rulebook.keeps.values():
            spot = self.layout.keeps[keep.name]
            kinds = tuple(parameter.type.kind for parameter in keep.parameters if isinstance(parameter.type, Of))
            sight = self._sight(keep)
            written.append(
                f"Keep({keep.name!r}, {spot.base}, {spot.steps}, {kinds!r}, {keep.type!r}, {sight}, {keep.count_hidden}, "
                f"{keep.in_force}, {_lives_with(keep)!r}, {str(keep.span)!r}, {keep.not_shown}, "
                f"{keep.absence_seen}, {any(seen.all_but is not None for seen in keep.seen)}, {keep.title!r}, "
                f"{height_of.get(keep)!r}, {keep.counted!r}, {self._is_fixed(keep)})"
            )
        self.out.line(f"KEEPS = ({''.join(text + ', ' for text in written)})")
        resets = "".join(f"{made('reset', keep.name)}, " for keep in self.rulebook.keeps.values())
        self.out.line(f"RESETS = ({resets})")

    def worth_showing(self) -> None:
        """Emit SHOWN: derived values that are displayed with the table."""
        written = []
        for one in self.rulebook.shown:
            value = one.value
            kinds = tuple(parameter.type.kind for parameter in value.parameters if isinstance(parameter.type, Of))
            written.append(
                f"Shown({value.name!r}, {one.title!r}, {kinds!r}, {value.type!r}, {made('value', value.name)}, {one.owner}, "
                f"{one.when_asked})"
            )
        self.out.line(f"SHOWN = ({''.join(text + ', ' for text in written)})")

    def _sight(self, keep: rb.Keep) -> str:
        """Print 'everyone', or the name of a function (s, viewer, keys...) -> may the viewer see it."""
        if not keep.seen:
            return "'everyone'"
        names = {parameter: f"k{i}" for i, parameter in enumerate(keep.parameters)}
        context = Context(self.shared, dict(names))
        tests = [self._seen(seen, context) for seen in self.program.sight[keep.name]]
        if "True" in tests:
            return "'everyone'"
        name = made("sees", keep.name)
        self.out.function(
            f"{name}({', '.join(['s', 'viewer', *names.values()])})", [f"    return {' or '.join(tests)}"], keep.span
        )
        return name

    def _is_fixed(self, keep: rb.Keep) -> bool:
        """Does its visibility depend on nothing but the keys?"""
        sight = self.program.sight[keep.name]
        terms = [term for seen in sight for term in (*seen.by, seen.when, seen.all_but) if term is not None]
        return all(isinstance(part, rb.Local | rb.Constant) for term in terms for part in walk(term))

    def _seen(self, seen: rb.Seen, context: Context) -> str:
        always = seen.when is None or known(seen.when) is True
        when = "True" if seen.when is None else write_term(seen.when, context)
        if seen.everyone:
            return when
        if seen.all_but is not None:  # the other players, excluding a spectator (-1)
            who = f"(0 <= viewer != {write_term(seen.all_but, context)})"
        elif seen.by:
            who = f"({' or '.join(_is_one_of(by, context) for by in seen.by)})"
        else:
            return "False"
        return who if always else f"({who} and {when})"


def _is_one_of(by: rb.Term, context: Context) -> str:
    text = write_term(by, context)
    return f"viewer in {text}" if isinstance(by.type, ListOf) else f"viewer == {text}"


def _lives_with(keep: rb.Keep) -> str | None:
    """Name the routine whose lifetime a keep shares; None: the whole game; empty: internal to the rules."""
    return "" if keep.implicit and keep.belongs_to is None else keep.belongs_to
