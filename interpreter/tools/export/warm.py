"""Fill the caches that a web page is shipped with: the grammar's tables and the compiled games.

In: names of bundled games. Out: files in the cache folder. Layer: tools. Run by the Python that will read them.
"""

from __future__ import annotations

from collections.abc import Iterable

import interpreter


def warm(names: Iterable[str]) -> None:
    """Load and start each game once; what that compiles is cached."""
    for name in names:
        interpreter.load(name).start(events=False)
