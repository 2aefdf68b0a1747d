"""`rulewright lsp`: the language server.

In: an editor that speaks the Language Server Protocol, over standard input and output or a port. Out: the same.
Layer: tools. The analysis is in `interpreter.language`; here it is only translated to the protocol.
"""
