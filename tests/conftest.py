"""For all tests: helpers explain their assertions as tests do, and Ctrl-C can be heard.

A shell that starts pytest in the background lets it ignore SIGINT, and so would every command that a test starts.
"""

from __future__ import annotations

import signal

import pytest

pytest.register_assert_rewrite("tests.support", "tests.hard.table", "tests.hard.playing")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
