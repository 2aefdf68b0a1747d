"""The `lsp` command: the language server for editors.

In: a port, or none for standard input and output. Out: the protocol. Layer: tools.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from interpreter.tools.cli.output import wrong
from interpreter.tools.cli.parameters import whole_number


def lsp(
    tcp: Annotated[
        int | None,
        typer.Option(
            "--tcp", metavar="PORT", parser=whole_number("--tcp", 0, 65535), help="Serve on this port; 0: a free one."
        ),
    ] = None,
) -> int:
    """Serve an editor: what is wrong while you type, completion, hover, renaming and more. See docs/editors.md."""
    if find_spec("pygls") is None:
        raise wrong("R0913", "the language server needs pygls", 'pip install "rulewright[lsp]"')
    from interpreter.tools.lsp.server import serve

    try:
        serve(tcp)
    except OSError as error:
        message = f"the language server cannot listen on port {tcp}: {error.strerror}"
        raise wrong("R0915", message, "try --tcp 0: it picks a free port and prints it") from error
    return 0
