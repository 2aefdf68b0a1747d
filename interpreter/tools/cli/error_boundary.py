"""Error boundary: every way a command can end, in one place.

In: a command to run. Out: its exit status, with errors reported on standard error, never as a Python traceback.
Layer: tools.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, cast

import typer
from typer.core import TyperCommand, TyperGroup

from interpreter.source import Diagnostic, Problems, nearest
from interpreter.tools.cli.output import complain, forget_notes, lenient_streams, misused, wrong
from interpreter.tools.cli.usage_errors import NAME, as_diagnostic

WELL, FOUND, MISUSED = 0, 1, 2
STOPPED = 130  # Typer's status for Ctrl-C

# Typer does not export the base class of its usage errors, but BadParameter derives from it.
Misuse = cast(type[Exception], typer.BadParameter.__mro__[2])


class Quick:
    """A command that starts fast.

    A help flag without a default makes recent Typers import a library to convert it."""

    def get_help_option(self, ctx: object) -> Any:
        option = super().get_help_option(ctx)  # type: ignore[misc]
        if option is not None:
            option.default = False
        return option


class Command(Quick, TyperCommand):
    """One command."""


class Front(Quick, TyperGroup):
    """The group of all commands. Each command returns its exit status."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,  # noqa: ARG002 - the signature of click
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: object,
    ) -> Any:
        if not open_streams():
            sys.exit(MISUSED)
        lenient_streams()
        forget_notes()
        run = partial(super().main, args, NAME, complete_var, False, windows_expand_args, **extra)
        status = guarded(run)
        if standalone_mode:
            sys.exit(status)
        return status

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Suggest the nearest name for an unknown command."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            close = nearest(args[0], self.commands)
            hint = f'did you mean "{close}"?' if close else f'"{NAME} --help" lists the commands'
            raise wrong("R0901", f'there is no command "{args[0]}"', hint)
        return super().resolve_command(ctx, args)


def guarded(run: Callable[[], object]) -> int:
    """Run a command and turn anything it raises into a message and a status."""
    try:
        status = run()
        sys.stdout.flush()
        if status == STOPPED:
            raise KeyboardInterrupt
        return status if isinstance(status, int) else WELL
    except Problems as problems:
        complain(problems.diagnostics)
        return MISUSED if misused(problems) else FOUND
    except (KeyboardInterrupt, typer.Abort):
        with suppress(OSError, ValueError):
            print("Stopped.", file=sys.stderr)
        return FOUND
    except BrokenPipeError:
        _forget_output()
        return FOUND
    except Misuse as misuse:
        complain([as_diagnostic(misuse)])
        return MISUSED
    except Exception as error:  # noqa: BLE001 - the last place: a designer never sees a traceback
        if isinstance(error, OSError) and (reason := _why_nothing_is_written()):
            complain([Diagnostic("R0905", f"standard output cannot be written: {reason}")])
            return MISUSED
        complain([_own_mistake()])
        return FOUND


def open_streams() -> bool:
    """Replace streams that were closed before the start.

    False if there is no standard output."""
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(io.FileIO(os.devnull, "w"), encoding="utf-8")
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(os.devnull)), encoding="utf-8")
    if sys.stdout is None:
        complain([Diagnostic("R0905", "standard output cannot be written: it is closed")])
        return False
    return True


def version() -> str:
    """Return the version of the installed distribution."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(NAME)
    except PackageNotFoundError:
        return "(not installed)"


def _forget_output() -> None:
    """Discard further output.

    Its reader is gone, and even Python's flush at exit would fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _why_nothing_is_written() -> str:
    """Return why standard output cannot be written (a full disk); empty if it can."""
    try:
        print(flush=True)
    except OSError as error:
        _forget_output()
        return (error.strerror or "the disk may be full").lower()
    return ""


def _own_mistake() -> Diagnostic:
    error = sys.exception()
    message = f"Rulewright itself went wrong ({type(error).__name__})"
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", prefix="rulewright-", suffix=".txt", delete=False
        ) as file:
            file.write(f"rulewright {version()}: {sys.argv[1:]}\n{traceback.format_exc()}")
        return Diagnostic("R0999", message, help=f"please send {file.name} to the maintainers")
    except OSError:
        return Diagnostic("R0999", message)
