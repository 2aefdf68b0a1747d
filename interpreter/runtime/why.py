"""Explain why something is not among the choices, in the words of the rules.

In: a state that waits for a decision, the player who asks, and their name for the thing. Out: sentences. Layer: runtime.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.runtime.event_log import name_in_words
from interpreter.runtime.position import Position
from interpreter.runtime.refusals import Refusal, left_out, need_words, nothing_left
from interpreter.runtime.requests import Request
from interpreter.runtime.tables import Frame
from interpreter.runtime.views import waits_for

LONGEST = 400  # digits of a number


def why_not(state: Position, player: int, words: str, in_full: bool = True) -> str:
    """Return the rule's reason.

    With `in_full` its condition, the values in it, its location and its clauses as well."""
    if state.options is None:
        return "The game is over." if state.over else "You have nothing to decide just now."
    request = Request(state)
    if player != request.player:
        named = waits_for(state, player)
        return f"It is {'another player' if named is None else state.player_names[named]}'s decision."
    wanted = name_in_words(words.strip().lower())
    if request.is_range and wanted.lstrip("-").isdigit() and len(wanted) < LONGEST and int(wanted) in request.options:
        return f"{wanted} is allowed."
    for choice in request.choices[len(request.options) if request.is_range else 0 :]:  # a range may be endless
        if wanted in (name_in_words(choice.name), choice.label.lower()):
            return f"{choice.label} is allowed."
    matching = _matching(request.refused, wanted) or _matching(left_out(state), wanted)
    if matching:
        return "\n".join(_told(refusal, in_full) for refusal in matching)
    if request.kind == "amount" and wanted.lstrip("-").isdigit():
        by = f" in steps of {request.step}" if request.step != 1 else ""
        return f"{wanted} is not possible: the amount is {request.low} to {request.high}{by}."
    found = _not_among(state, wanted, in_full) or _not_offered(state, player, wanted, in_full)
    return found or f'Nothing here is called "{wanted}".'


def _matching(refused: Iterable[Refusal], wanted: str) -> list[Refusal]:
    """Find refusals with that name; else those whose label contains it."""
    found = list(refused)
    exact = [refusal for refusal in found if wanted in (name_in_words(refusal.name), refusal.label.lower())]
    return exact or [refusal for refusal in found if wanted and wanted in refusal.label.lower()]


def _told(refusal: Refusal, in_full: bool) -> str:
    lines = [f"{refusal.label}: {refusal.reason}"]
    if not in_full:
        return lines[0]
    if refusal.condition:
        values = f" ({refusal.values})" if refusal.values else ""
        lines.append(f"  the rule needs: {refusal.condition}{values}")
    if refusal.location:
        cited = f" ({', '.join(refusal.clauses)})" if refusal.clauses else ""
        lines.append(f"  {refusal.location}{cited}")
    return "\n".join(lines)


def _not_among(state: Position, wanted: str, in_full: bool) -> str | None:
    """Explain a thing of the right kind that the question does not cover."""
    site = state.code.SITES[state.site]
    if site.kind is None or site.kind == "player" or not site.among:
        return None
    kind = state.code.KINDS[site.kind]
    for name, title in zip(kind.members, kind.titles, strict=True):
        if wanted in (name_in_words(name), title.lower()):
            rule = f"\n  the rule says: {site.among}\n  {site.location}" if in_full else ""
            return f"{title}: it is not one of the choices here{rule}"
    return None


def _not_offered(state: Position, player: int, wanted: str, in_full: bool) -> str | None:
    """Explain an action that exists but is not part of the current question."""
    for name, action in state.code.ACTIONS.items():
        if name_in_words(name) != wanted:
            continue
        frame: Frame = [0, player]
        if state.code.ROUTINES[name].parameters == 1:
            need = action.why(state, frame)
            if need is not None and need >= 0:
                return _told(Refusal(name, name_in_words(name), *need_words(state, need, frame, None)), in_full)
            if need is not None:
                return _told(Refusal(name, name_in_words(name), nothing_left(state, need, frame)), in_full)
        return f"{name_in_words(name)} is not offered at this decision."
    return None
