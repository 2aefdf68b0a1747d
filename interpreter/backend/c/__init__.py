"""The Program as C: `layout` says where everything lies in the struct, `terms` and `acts` print, `module` puts it together.

`prelude.h` is the counterpart of interpreter/runtime; `building` compiles and keeps what was compiled.
"""

from interpreter.backend.c.module import write_c
from interpreter.backend.c.unit import Unsupported

__all__ = ["Unsupported", "write_c"]
