"""`lsp`: the language server for editors.

In: where an editor is to be served. Out: the protocol, on standard output or a port. Layer: tools.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from .speech import wrong


def lsp(
    tcp: Annotated[
        int | None, typer.Option("--tcp", metavar="PORT", min=0, max=65535, help="Serve on this port; 0: a free one.")
    ] = None,
) -> int:
    """Serve an editor: what is wrong while you type, completion, hover, renaming and more. See docs/editors.md."""
    if find_spec("pygls") is None:
        raise wrong("R0913", "the language server needs pygls", 'pip install "rulewright[lsp]"')
    from interpreter.tools.lsp import serve

    try:
        serve(tcp)
    except OSError as error:
        message = f"the language server cannot listen at port {tcp}: {error.strerror}"
        raise wrong("R0915", message, "try --tcp 0: it takes a free port and says which") from error
    return 0
