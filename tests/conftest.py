"""For all tests: helpers explain their assertions as tests do, long files begin first, and Ctrl-C can be heard.

A shell that starts pytest in the background lets it ignore SIGINT, and so would every command that a test starts. Thousands of
collected tests stay to the end of a run: the garbage collector leaves them alone, which is a tenth of the time of small tests.
"""

from __future__ import annotations

import gc
import signal

import pytest

pytest.register_assert_rewrite("tests.support", "tests.hard.table", "tests.hard.playing")

# Folders and files with long tests: they begin first, so that short ones fill what is left at the end.
LONG = ("studio", "tools", "lockstep", "native", "random_games", "test_layers.py", "secrecy")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: next((at for at, name in enumerate(LONG) if name in item.path.parts), len(LONG)))


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
