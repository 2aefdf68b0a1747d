"""Explain a wrong command line in our own words.

In: what Typer raises about a command line. Out: a Diagnostic that says what was expected. Layer: tools.
Typer does not export its exception classes, so they are distinguished by name and attributes.
"""

from __future__ import annotations

import re
from typing import Any

from interpreter.source import Diagnostic, did_you_mean
from interpreter.tools.cli.output import clip

NAME = "rulewright"
_QUOTED = re.compile(r"'([^']*)'")
_EXTRA = re.compile(r"unexpected extra argument\S* \((.*)\)", re.DOTALL)


def as_diagnostic(misuse: Exception) -> Diagnostic:
    """Convert Typer's usage error to a diagnostic."""
    context: Any = getattr(misuse, "ctx", None)
    command = str(getattr(context, "command_path", NAME))
    tellers = {
        "NoSuchOption": _unknown_option,
        "MissingParameter": _missing,
        "BadOptionUsage": _bad_option,
        "BadParameter": _bad_value,
    }
    told = tellers.get(type(misuse).__name__, _other)(misuse, command)
    message, help = told if told is not None else (_plain(misuse), None)
    return Diagnostic("R0901", message, help=help or f'"{command} --help" shows an example')


Told = tuple[str, str | None] | None  # the message, and a help that fits better than a pointer to --help


def _unknown_option(misuse: Any, command: str) -> Told:
    typed = str(misuse.option_name)
    parameters = misuse.ctx.command.get_params(misuse.ctx) if misuse.ctx is not None else ()
    known = [word for parameter in parameters for word in parameter.opts if word.startswith("-")]
    return f'"{command}" has no option "{clip(typed)}"', did_you_mean(typed, known) or _listed(known)


def _listed(options: list[str]) -> str | None:
    return f"its options are {', '.join(options)}" if options else None


def _missing(misuse: Any, command: str) -> Told:
    parameter = misuse.param
    if parameter is None:
        return None
    metavar = str(getattr(parameter, "metavar", None) or parameter.name).strip("[]").removesuffix("...")
    if parameter.param_type_name == "option":
        return f'"{command}" needs {parameter.opts[0]} {metavar}', None
    return f'"{command}" needs {_article(metavar)}{metavar}', None


def _article(metavar: str) -> str:
    return "one of " if "|" in metavar else "a " if metavar.isupper() else ""


def _bad_option(misuse: Any, _command: str) -> Told:
    stands_alone = "not take" in _plain(misuse)
    return (
        f"{misuse.option_name} {'takes no value' if stands_alone else 'needs a value'}",
        None,
    )


def _bad_value(misuse: Any, command: str) -> Told:
    """Explain a value that is not one of the allowed words."""
    words = _QUOTED.findall(str(misuse.message))
    if len(words) < 2 or misuse.param is None:
        return None
    typed, *known = words
    option = next((word for word in misuse.param.opts if word.startswith("-")), "")
    what = f"{option} takes" if option else f'"{command}" takes'
    return f'{what} {", ".join(known[:-1])} or {known[-1]}, not "{clip(typed)}"', did_you_mean(typed, known)


def _other(misuse: Any, command: str) -> Told:
    extra = _EXTRA.search(_plain(misuse))
    return (f'"{command}" does not take "{clip(extra[1])}"', None) if extra else None


def _plain(misuse: Exception) -> str:
    text = str(misuse.format_message()) if hasattr(misuse, "format_message") else str(misuse)
    return " ".join(text.split()).rstrip(".")
