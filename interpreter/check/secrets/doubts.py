"""Report what leaks a secret: questions, texts, bookkeeping.

In: a checked game. Out: its routines with Quiet inserted, and warnings. Layer: check. Quiet helps where the player who is
asked knows the secret; where they do not, the designer has to decide how the table handles it.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.check.secrets.leaks import Cause, Rests, Told, Written
from interpreter.check.secrets.taint import Leaves
from interpreter.check.secrets.taint_flow import follow
from interpreter.ir import rulebook as rb
from interpreter.source import Help, Note, Reporter
from interpreter.source.fixes import cut

MAX_NAMED = 3


def keep_secrets(
    routines: Mapping[str, rb.Routine],
    kinds: Mapping[str, rb.Kind],
    keeps: Mapping[str, rb.Keep],
    values: Mapping[str, rb.Value],
    reporter: Reporter,
    leaves: Leaves,
    unasked: bool = False,
) -> Rests:
    """Insert Quiet and report leaks.

    Returns the secrets behind variables and bookkeeping, which bots need for determinization."""
    found = follow(routines, kinds, keeps.values(), values.values(), leaves, unasked)
    _report_questions(found.causes, reporter)
    _report_bookkeeping(found.written, reporter)
    _report_contents(found.told, reporter)
    return found.rests


def _report_bookkeeping(written: list[Written], reporter: Reporter) -> None:
    for keep in {one.keep.name: one.keep for one in written}.values():
        first = next(one for one in written if one.keep is keep)
        message = f'"{keep.name}" is calculated here from {secret_in_words(first.secret)}, but everyone can look it up'
        ways = "add `, seen by owner` or `, seen by nobody` to its line, or `, seen by everyone` if that is meant"
        help = f"`not shown` only leaves it out of the drawing: {ways}" if keep.not_shown else ways
        reporter.warning("R1003", first.span, message, help, [Note("it is kept here", keep.span)])


def _report_contents(told: list[Told], reporter: Reporter) -> None:
    """Report one warning per place, naming all secrets revealed there."""
    grouped: dict[tuple[str, bool], list[Told]] = {}
    for one in told:
        grouped.setdefault((str(one.span), one.said), []).append(one)
    for (_, said), group in grouped.items():
        names = " and ".join(sorted({secret_in_words(one.secret) for one in group}))
        if said:
            code, message = "R1005", f"this text reveals {names}, which the player who reads it may not see"
            help = "leave it out, or `show` it to that player first"
        else:
            code, message = (
                "R1004",
                f"what can be chosen here depends on {names}, which the player who chooses may not see",
            )
            help = "offer what could be possible as far as that player knows, or `show` the secret to that player first"
        openly = "; if the question is meant to reveal it, say so with `openly` before `chooses`, `may` or `takes`"
        reporter.warning(code, group[0].span, message, Help(help + openly, cut) if said else help + openly)


def _report_questions(causes_found: list[Cause], reporter: Reporter) -> None:
    grouped: dict[tuple[str, str], list[Cause]] = {}
    for cause in causes_found:
        grouped.setdefault((str(cause.span), secret_in_words(cause.secret)), []).append(cause)
    for (_, name), causes in grouped.items():
        sites = {str(cause.site.span): cause.site for cause in causes}
        first = causes[0]
        message = f"whether a player is asked here depends on {name}, which that player may not see"
        help = (
            "ask in either case, and let the rules decide afterwards what follows; or write `openly` "
            "before `chooses`, `may` or `takes` if the whole table may see that the question is asked"
        )
        notes = [
            Note(f"this question: {site.name} in {site.routine}", site.span)
            for site in list(sites.values())[:MAX_NAMED]
        ]
        reporter.warning("R1002", first.span, message, help, notes)


def secret_in_words(secret: rb.Secret) -> str:
    if secret.keep is not None:
        return f"the {secret.keep.title} of a sealed card" if secret.keep.is_written else f'"{secret.keep.name}"'
    if secret.origins:
        return " and ".join(sorted({secret_in_words(origin) for origin in secret.origins}))
    return "what another player decided or rolled in secret"
