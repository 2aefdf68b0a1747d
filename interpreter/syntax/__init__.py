"""Text becomes a tree: the node classes, the Lark front end, and messages for what cannot be read.

`nodes` says what there is; `layout`, `build` and `parser` make it; `printer` writes any node back as text; `formatter`
lays out a whole file. Where reading stops is a `stumble`; `errors` explains it, trying `repairs` (of `phrases` that the
language says in another way, of spelling, of `missing` parts); `recovery` says where reading goes on, `broken` what
is lost; `words` are the words of the grammar as people say them. A tree knows nothing about what its names mean.
"""

from interpreter.syntax.broken import BrokenText, declared_in, files_in, mentioned_in
from interpreter.syntax.build import TextOrigin
from interpreter.syntax.parser import Parser, clause_names

__all__ = ["BrokenText", "Parser", "TextOrigin", "clause_names", "declared_in", "files_in", "mentioned_in"]
