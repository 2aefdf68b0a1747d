"""Whatever the web page ships, it can import: no module of the program needs at once what only an installed edition has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

import interpreter
from interpreter.tools.export.reachable import NEVER, imports, reached
from interpreter.tools.export.staging import libraries
from interpreter.tools.export.standard_library import is_there

PACKAGE = Path(interpreter.__file__).parent


@pytest.fixture(scope="module")
def shipped() -> frozenset[str]:
    """The top names of the libraries that the page brings along."""
    files = (PurePosixPath(str(file)) for found in libraries() for file in found.files or ())
    return frozenset({"rpds", *(file.parts[0].removesuffix(".py") for file in files if file.suffix == ".py")})


def missing(shipped: frozenset[str], never: frozenset[str] = NEVER) -> Iterator[str]:
    """The chains of imports from an entrance of the page to what it does not have."""
    there = reached(PACKAGE, never=never)
    for name in there:
        for needed in imports(name, _file(name), at_once=True):
            own = _top(needed) == _top(name)
            if needed in never if own else not (_top(needed) in shipped or is_there(needed)):
                yield " → ".join([*_way_to(name, there), needed])


def _top(name: str) -> str:
    return name.partition(".")[0]


def _file(name: str) -> Path:
    path = PACKAGE.parent / name.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _way_to(name: str, there: dict[str, str]) -> list[str]:
    return [*(_way_to(there[name], there) if there[name] else ()), name]


def test_nothing_that_is_shipped_needs_at_once_what_a_page_lacks(shipped: frozenset[str]) -> None:
    """Mend a chain by an import inside the function that needs it, or by a module in NEVER of reachable.py."""
    assert list(missing(shipped)) == []


def test_without_the_exclusions_the_chain_to_each_foreign_package_is_told(shipped: frozenset[str]) -> None:
    found = list(missing(shipped, frozenset()))
    assert {one.rpartition(" → ")[2] for one in found} >= {"h11", "psycopg"}
    assert all(one.startswith("interpreter.tools.export.boot → interpreter.tools.studio.assembly → ") for one in found)
