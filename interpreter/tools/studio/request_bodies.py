"""Validate the JSON of a request, which anybody may have written.

In: a value and a word for it. Out: the value with its checked type, or Malformed with a sentence. Layer: tools.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

LARGEST_SEED = 2**53 - 1  # JavaScript numbers beyond this are inexact
MOST = 1000  # items of a list
LONGEST = 2000  # characters
_UNWRITABLE = re.compile("[\\0\ud800-\udfff]")


class Malformed(Exception):
    """The value is not what a page must send; the message says what that is."""


def text(value: object, what: str, most: int = LONGEST) -> str:
    """Check a string that can be stored: no lone surrogates, no NUL."""
    if not isinstance(value, str) or len(value) > most or _UNWRITABLE.search(value):
        raise Malformed(f"{what} must be text of at most {most} letters.")
    return value


def texts(value: object, what: str) -> list[str]:
    return [text(one, f"Every item of {what[0].lower()}{what[1:]}") for one in listed(value, what)]


def listed(value: object, what: str, most: int = MOST) -> list[Any]:
    """Check a list; null is an empty one."""
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > most:
        raise Malformed(f"{what} must be a list of at most {most} items.")
    return value


def by_name(value: object, what: str) -> dict[str, Any]:
    """Check an object; null is an empty one."""
    if value is None:
        return {}
    if not isinstance(value, dict) or len(value) > MOST:
        raise Malformed(f"{what} must be an object with at most {MOST} entries.")
    return {text(key, f"Every name in {what[0].lower()}{what[1:]}"): one for key, one in value.items()}


def plain(value: object, what: str) -> str | int | bool:
    """Check the value of an option."""
    if isinstance(value, str):
        return text(value, what)
    if isinstance(value, int):
        return value
    raise Malformed(f"{what} must be a word or a whole number.")


def seed(value: object) -> int | None:
    if value is None:
        return None
    if type(value) is not int or not 0 <= value <= LARGEST_SEED:
        raise Malformed(
            f"A seed must be a whole number from 0 to {LARGEST_SEED}. Leave it out, and nobody can predict chance."
        )
    return value


def options(value: object) -> dict[str, object]:
    return {name: plain(one, f"The option {name[:80]}") for name, one in by_name(value, "The options").items()}


def seats(value: object) -> list[Mapping[str, Any]]:
    found = listed(value, "The seats", 100)
    if not all(isinstance(one, dict) for one in found):
        raise Malformed("Every seat must be an object with a name.")
    return found
