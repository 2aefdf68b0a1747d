"""Parsing: the node classes, the Lark front end, and messages for syntax errors.

`nodes` defines the tree; `layout`, `build` and `parser` build it; `printer` writes any node back as text; `formatter`
formats a whole file. A syntax error is a `parse_failure`; `errors` explains it by trying `repairs` (of `common_mistakes`,
of spelling, of `missing` parts); `recovery` says where parsing resumes, `broken` what is lost; `words` are the words of the
grammar as people say them. A tree knows nothing about what its names mean.
"""

from interpreter.syntax.broken import BrokenText, declared_in, files_in, mentioned_in
from interpreter.syntax.build import TextOrigin
from interpreter.syntax.parser import Parser, clause_names

__all__ = ["BrokenText", "Parser", "TextOrigin", "clause_names", "declared_in", "files_in", "mentioned_in"]
