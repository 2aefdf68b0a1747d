"""Parse what a person typed.

In: a line and the Request that it answers. Out: a command to the table ("undo"), or an answer as State.choose takes it.
Layer: tools. Input that cannot be understood raises UnclearError, with one sentence for the person.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.source import nearest

if TYPE_CHECKING:
    from interpreter import Choice, Request

ANSWER = "answer"
ORDERS = {
    "help": "help", "?": "help", "h": "help", "table": "table", "look": "look", "card": "look", "log": "log", "why": "why",
    "undo": "undo", "save": "save", "record": "record", "quit": "quit", "exit": "quit", "q": "quit",
}  # fmt: skip
WITH_MORE = {"why", "save", "look", "log", "record"}  # commands that take an argument

_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")


class UnclearError(Exception):
    """The input is not an answer; the sentence says why."""


def understand(line: str) -> tuple[str, str]:
    """Parse a command and its argument; anything else is an answer."""
    text = line.strip()
    first, _, rest = text.partition(" ")
    order = ORDERS.get(first.casefold())
    if order is None or (rest and order not in WITH_MORE):
        return ANSWER, text
    return order, rest.strip().removesuffix("?").strip()


def keys(request: Request) -> list[str]:
    """Return what to type for each choice: its number in the list.

    If labels are numbers themselves, a number means that label and nothing else; the other choices are then typed by name.

    Choices that read alike, such as copies of a card, share one number: nobody could tell them apart."""
    labels = [choice.label for choice in request.choices]
    if any(_NUMBER.fullmatch(label) for label in labels):
        return [label if _NUMBER.fullmatch(label) else _plain(label) for label in labels]
    labels = [in_full(request, choice) for choice in request.choices]
    numbers: dict[str, int] = {}
    return [str(numbers.setdefault(label, len(numbers) + 1)) for label in labels]


def in_full(request: Request, choice: Choice) -> str:
    """Format a choice with what the rules show beside it: `Fusion Spire (5 MD)`."""
    beside = request.beside(choice)
    return f"{choice.label} ({beside})" if beside else choice.label


def is_choice(request: Request, text: str) -> bool:
    """Whether a choice has exactly this label.

    Then it is meant, even if the text could be a command."""
    word = _plain(text)
    return request.kind != "amount" and any(word == _plain(choice.label) for choice in request.choices)


def answer(request: Request, text: str) -> int | Choice:
    """Return the answer that a person meant."""
    if request.kind != "amount":
        return _place(request, text)
    return _amount(request, text) if _NUMBER.fullmatch(text) else _beside(request, text)


def _amount(request: Request, text: str) -> int:
    low, high, step = request.low or 0, request.high or 0, request.step or 1
    amount = int(text)
    if not low <= amount <= high or (amount - low) % step:
        refused = [refusal for refusal in request.refused if refusal.label == text]
        reason = refused[0].reason if refused else f"type {limits(request)}."
        raise UnclearError(f"{amount} is not possible: {reason}")
    return amount


def _beside(request: Request, text: str) -> Choice:
    """Parse an answer other than an amount to a question for an amount."""
    choices = beside(request)
    found = _named(choices, text)
    if len(found) == 1:
        return choices[found[0]]
    names = "".join(f", or {choice.label}" for choice in choices)
    raise UnclearError(f'"{text}" is not a number: type {limits(request)}{names}.')


def beside(request: Request) -> list[Choice]:
    """List the choices other than amounts in a question for an amount.

    Passing, or a free action."""
    amounts = ((request.high or 0) - (request.low or 0)) // (request.step or 1) + 1
    if len(request.choices) == amounts:
        return []
    return [choice for choice in request.choices if choice.free or not isinstance(choice.value, int)]


def limits(request: Request) -> str:
    """Describe the limits: `an amount from 5 to 40 in steps of 5`."""
    low, high, step = request.low or 0, request.high or 0, request.step or 1
    if low == high:
        return f"the amount {low}"
    return f"an amount from {low} to {high}" + (f" in steps of {step}" if step != 1 else "")


def _place(request: Request, text: str) -> int:
    typed = keys(request)
    if _NUMBER.fullmatch(text):
        if text in typed:
            return typed.index(text)
        raise UnclearError(_no_such_number(request, text, typed))
    found = _named(request.choices, text)
    if found and len({typed[number] for number in found}) == 1:
        return found[0]
    if found:
        names = ", ".join(f"{typed[number]} ({request.choices[number].label})" for number in found[:6])
        raise UnclearError(f'"{text}" may mean several choices: {names}. Type the number.')
    raise UnclearError(_no_such_choice(request, text))


def _named(choices: Sequence[Choice], text: str) -> list[int]:
    """Find the choices with this name; failing that, those whose name begins with it."""
    word = _plain(text)
    names = [{_plain(choice.label), _plain(choice.name)} for choice in choices]
    exact = [number for number, called in enumerate(names) if word in called]
    return exact or [number for number, called in enumerate(names) if any(name.startswith(word) for name in called)]


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").split())


def _no_such_number(request: Request, text: str, typed: Sequence[str]) -> str:
    refused = [refusal for refusal in request.refused if refusal.label == text]
    if refused:
        return f"{text} is not possible now: {refused[0].reason}"
    known = list(dict.fromkeys(typed))
    if known == [str(number) for number in range(1, len(known) + 1)]:
        return f"There is no choice {text}: type {'1' if len(known) == 1 else f'a number from 1 to {len(known)}'}."
    return f"There is no choice {text}: type one of {', '.join(known)}."


def _no_such_choice(request: Request, text: str) -> str:
    for refusal in request.refused:
        if _plain(refusal.label) == _plain(text):
            return f"{refusal.label} is not possible now: {refusal.reason}"
    close = nearest(text, [choice.label for choice in request.choices])
    hint = f'did you mean "{close}"?' if close else 'type a number, or "help".'
    return f'There is no choice "{text}": {hint}'
