"""Which modules of the program a web page can reach: what its entrances import, now or later.

In: the package's folder and the entrances. Out: the modules' names. Layer: tools. An import inside a function counts as well; one
for a type checker counts in an `__init__.py` alone, which imports its parts when somebody names them.
"""

from __future__ import annotations

import ast
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


def reachable(package: Path, entrances: Iterable[str] = ENTRANCES) -> frozenset[str]:
    files = {_name(package, file): file for file in package.rglob("*.py")}
    found: set[str] = set()
    waiting = list(entrances)
    while waiting:
        name = waiting.pop()
        if name not in files or name in found or name in NEVER:
            continue
        found.add(name)
        waiting += [name.rpartition(".")[0], *_imports(name, files[name])]
    return frozenset(found)


def unreachable(package: Path, entrances: Iterable[str] = ENTRANCES) -> Iterator[Path]:
    """The files of all other modules."""
    there = reachable(package, entrances)
    return (file for file in sorted(package.rglob("*.py")) if _name(package, file) not in there)


def _name(package: Path, file: Path) -> str:
    parts = file.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(name: str, file: Path) -> Iterator[str]:
    home = name if file.name == "__init__.py" else name.rpartition(".")[0]
    parsed = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(parsed) if file.name == "__init__.py" else _run(parsed):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = home.split(".")[: len(home.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{one.name}" for one in node.names)


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those that only a type checker reads."""
    yield node
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return
    for child in ast.iter_child_nodes(node):
        yield from _run(child)
