"""Which modules of the program a web page can reach: what its entrances import, now or later.

In: the package's folder and the entrances. Out: the modules' names, and which module leads to each. Layer: tools. An import in a
function counts as well; one for a type checker counts in an `__init__.py` alone: it imports its parts when somebody names them.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

ENTRANCES = (
    "interpreter", "interpreter.tools.export.boot", "interpreter.tools.export.stand_in_rpds",
    "interpreter.tools.export.late_archive", "interpreter.tools.export.warm", "interpreter.tools.export.workbench",
    "interpreter.tools.export.first_tables",
)  # fmt: skip
NEVER = frozenset({  # a page has no compiler, and no other servers
    "interpreter.backends.c.module", "interpreter.backends.c.unit",
    "interpreter.tools.studio.cluster", "interpreter.tools.studio.forwarding", "interpreter.tools.studio.postgres_database",
})  # fmt: skip
LATER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def reached(package: Path, entrances: Iterable[str] = ENTRANCES, never: frozenset[str] = NEVER) -> dict[str, str]:
    """Name each module with the one that leads to it first; an entrance with none."""
    files = {_name(package, file): file for file in package.rglob("*.py")}
    found: dict[str, str] = {}
    waiting = deque((name, "") for name in entrances)
    while waiting:
        name, by = waiting.popleft()
        if name not in files or name in found or name in never:
            continue
        found[name] = by
        waiting += [(name.rpartition(".")[0], name), *((other, name) for other in imports(name, files[name]))]
    return found


def reachable(package: Path, entrances: Iterable[str] = ENTRANCES) -> frozenset[str]:
    return frozenset(reached(package, entrances))


def unreachable(package: Path, entrances: Iterable[str] = ENTRANCES) -> Iterator[Path]:
    """The files of all other modules."""
    there = reachable(package, entrances)
    return (file for file in sorted(package.rglob("*.py")) if _name(package, file) not in there)


def _name(package: Path, file: Path) -> str:
    parts = file.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(name: str, file: Path, *, at_once: bool = False) -> Iterator[str]:
    """What a module imports, and what may be modules there; `at_once`: only what its own import cannot do without."""
    home = name if file.name == "__init__.py" else name.rpartition(".")[0]
    parsed = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(parsed) if file.name == "__init__.py" and not at_once else _run(parsed, at_once):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = home.split(".")[: len(home.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{one.name}" for one in node.names)


def _run(node: ast.AST, at_once: bool) -> Iterator[ast.AST]:
    """All nodes but those that only a type checker reads; `at_once`: nor those that run later or may fail."""
    yield node
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return
    if at_once and (isinstance(node, LATER) or (isinstance(node, ast.Try) and _expects_missing(node))):
        return
    for child in ast.iter_child_nodes(node):
        yield from _run(child, at_once)


def _expects_missing(node: ast.Try) -> bool:
    caught = [
        one.id
        for handler in node.handlers
        if handler.type
        for one in ast.walk(handler.type)
        if isinstance(one, ast.Name)
    ]
    return bool({"ImportError", "ModuleNotFoundError"} & {*caught})
