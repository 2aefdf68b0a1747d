"""`rulewright lsp`: the language server.

In: an editor that speaks the Language Server Protocol, over standard input and output or a port. Out: the same.
Layer: tools. What is known about rules is worked out in `interpreter.language`; here it is only put into the protocol.
"""

from interpreter.tools.lsp.server import serve

__all__ = ["serve"]
