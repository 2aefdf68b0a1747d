"""The whole check: from trees and tables to a Rulebook.

In: the modules of a game, of the library and of the chosen variants, readers for data files, option values. Out: a
Rulebook, or Problems with everything that is wrong. Layer: check. The order of the passes is the order of `check_game`;
each pass is a function over the Checker, which holds what is known so far.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter.check.apply_laws import weave
from interpreter.check.check_state import Checker, OnDemand, Reuse, Sources
from interpreter.check.collect import read_kinds
from interpreter.check.declarations.bodies import check_bodies
from interpreter.check.declarations.declare import declare
from interpreter.check.declarations.made_in_play import check_made
from interpreter.check.declarations.range_ends import warn_of_range_ends
from interpreter.check.declarations.values import value_named
from interpreter.check.names.calling import check_words
from interpreter.check.names.memory import Memory
from interpreter.check.names.recorder import Recorder
from interpreter.check.recovery.lost_names import doubtful
from interpreter.check.secrets import Secrecy, report_turn_reads
from interpreter.check.tables.auto_texts import make_texts
from interpreter.check.tables.cell_changes import column_value, fill_cells
from interpreter.ir import rulebook as rb
from interpreter.ir.effects import mark_effects, mark_secrets, mark_trials
from interpreter.ir.openings import mark_openings
from interpreter.source import Reporter
from interpreter.syntax import nodes as n

UNASKED_SINCE = 3  # the edition in which `may choose` from nothing is not put

ON_DEMAND = OnDemand(value_named, column_value)


def check_game(sources: Sources, reporter: Reporter) -> tuple[rb.Rulebook, Checker]:
    """Run all passes; raise Problems if anything is wrong.

    The checker can go on to check what is asked about the game."""
    checker = new_checker(sources, reporter)
    read_kinds(checker)
    weave(checker)
    declare(checker)
    declared = len(reporter.found)
    fill_cells(checker)
    check_bodies(checker)
    check_made(checker.kinds, checker.keeps, reporter)
    check_words(checker)
    forget_what_follows(checker, declared)
    if reporter.has_errors and not any(found.severity == "error" for found in reporter.found[:declared]):
        _maps(checker.kinds, reporter)  # they do not depend on what is wrong in the bodies
    reporter.raise_if_errors()
    make_texts(checker)
    maps = finish(checker)
    return _rulebook(checker, maps), checker


def new_checker(
    sources: Sources,
    reporter: Reporter,
    recorder: Recorder | None = None,
    reuse: Reuse | None = None,
    memory: Memory | None = None,
) -> Checker:
    """Return the state for a check of these sources; nothing is checked yet."""
    return Checker(sources, reporter, ON_DEMAND, recorder, reuse, memory)


def finish(checker: Checker) -> dict[str, rb.Map]:
    """Run the passes over rules in which every name and type is right.

    The maps are the last of them."""
    reporter = checker.reporter
    mark_openings(checker.routines)
    mark_effects(checker.routines)
    mark_trials(checker.routines)
    mark_secrets(checker.routines)
    report_turn_reads(checker.routines, checker.kinds, checker.values.values(), reporter)
    checker.secrecy = Secrecy(
        checker.routines, checker.kinds, checker.keeps, checker.values, unasked=checker.sources.edition >= UNASKED_SINCE
    )
    with checker.noting_options() as checker.secrets_follow:
        checker.secrecy.keep(reporter)
    warn_of_range_ends(checker)
    maps = _maps(checker.kinds, reporter)
    reporter.raise_if_errors()
    return maps


def _maps(kinds: Mapping[str, rb.Kind], reporter: Reporter) -> dict[str, rb.Map]:
    """Compute the maps.

    NetworkX is slow to import, so a game without places does not load it."""
    if not any(kind.word in ("places", "grid") for kind in kinds.values()):
        return {}
    from interpreter.check.declarations.maps import check_maps

    return dict(check_maps(kinds, reporter))


def forget_what_follows(checker: Checker, declared: int) -> None:
    """Drop findings that may only follow from a wrong declaration.

    The check goes on after one; what refers to it may be wrong only for that reason. `declared`: the number of findings when
    everything was declared."""
    early, late = checker.reporter.found[:declared], checker.reporter.found[declared:]
    if checker.reporter.has_errors:
        modules = (*checker.sources.library, *checker.sources.base)
        written = [node for module in modules for node in module.declarations]
        lost = doubtful(early, late, [*written, *(node for node, _ in checker.declared)])
        checker.reporter.forget(found for found in late if lost.explains(found))


def _rulebook(checker: Checker, maps: Mapping[str, rb.Map]) -> rb.Rulebook:
    return rb.Rulebook(
        checker.kinds, checker.ordered_keeps, checker.values, checker.routines, checker.options, tuple(checker.invariants), maps,
        tuple(_citations(checker)), checker.sources.player_limit,
        frozenset(said.origin.card for said in checker.laws if said.origin.card), checker.shown,
        tuple(checker.requirements), checker.sources.has_automas, checker.judge, checker.secrecy.rests,
    )  # fmt: skip


def _citations(checker: Checker) -> list[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = []
    modules = [*checker.sources.base, *(module for _, module in checker.sources.variants)]
    for module in modules:
        spans = [(node.span, _title(node)) for node in _flat(module.declarations)]
        for citation in module.citations:
            rule = next((name for span, name in spans if span.line <= citation.line <= span.end_line), "")
            found.extend((clause, rule, str(citation.span)) for clause in citation.clauses)
    for name, rows in checker.rows.items():
        seen = set()
        for row in rows.rows:
            if row.id not in seen:
                seen.add(row.id)
                found.extend((clause, f"{name} {row.id}", str(row.span)) for clause in row.cites)
    return found


def _flat(declarations: Sequence[n.Declaration]) -> list[n.Declaration]:
    return [inner for node in declarations for inner in (node.declarations if isinstance(node, n.Variant) else (node,))]


def _title(node: n.Declaration) -> str:
    for part in (getattr(node, "head", None), node, getattr(node, "target", None)):
        name = getattr(part, "name", None)
        if isinstance(name, str):
            return f"{type(node).__name__.lower()} {name}"
    return type(node).__name__.lower()


__all__ = ["Checker", "Sources", "check_game", "new_checker"]
