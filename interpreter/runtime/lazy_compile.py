"""Generated code whose functions are compiled on their first call.

In: the text of a generated module. Out: its tables at once, its functions as they are needed. Layer: runtime. Rules loaded
for a few scenarios use a small part of a rulebook; compiling the rest would be most of the work.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType
from typing import Any

from interpreter.runtime.faults import PYTHONS_LIMITS, is_limit, nested_too_deeply

Names = dict[str, Any]


class LateModule:
    """The text of a module.

    Each function is compiled once, even if several tables are linked with it."""

    def __init__(self, text: str, filename: str) -> None:
        self._filename = filename
        head: list[str] = []
        self._functions: dict[str, tuple[int, list[str]]] = {}  # the line number before each, and its lines
        lines = head
        for number, line in enumerate(text.split("\n")):
            if line.startswith("def "):
                lines = []
                self._functions[line[4 : line.index("(")]] = number, lines
            elif line and line[0] != " ":
                lines = head
            lines.append(line)
        self._head = compile("\n".join(head), filename, "exec")
        self._compiled: dict[str, CodeType] = {}

    def bind(self, names: Names) -> None:
        """Bind everything that the module defines."""
        names.update({name: Late(self, name, names) for name in self._functions})
        exec(self._head, names)

    def compiled(self, name: str) -> CodeType:
        if name not in self._compiled:
            before, lines = self._functions[name]
            try:
                self._compiled[name] = _moved(compile("\n".join(lines), self._filename, "exec"), before)
            except PYTHONS_LIMITS as error:
                raise nested_too_deeply() if is_limit(error) else error from None
        return self._compiled[name]


class Late:
    """A stub that compiles its function on the first call, then replaces itself."""

    __slots__ = ("_function", "_module", "_name", "_names")

    def __init__(self, module: LateModule, name: str, names: Names) -> None:
        self._module, self._name, self._names = module, name, names
        self._function: Callable[..., Any] | None = None

    def __call__(self, *given: Any) -> Any:
        if self._function is None:
            exec(self._module.compiled(self._name), self._names)
            self._function = self._names[self._name]
        return self._function(*given)


def _moved(code: CodeType, lines: int) -> CodeType:
    """Shift line numbers, so that faults refer to lines of the whole module."""
    inner = tuple(_moved(part, lines) if isinstance(part, CodeType) else part for part in code.co_consts)
    return code.replace(co_firstlineno=code.co_firstlineno + lines, co_consts=inner)
