"""Rulewright starts and runs without make and without POSIX: what only one kind of system has is called in one module.

Every module is read, not run: a name that Windows lacks is found on Linux as well.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.limits import PATIENCE

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / "interpreter" / "source" / "operating_system.py"

# Modules of the standard library that only one kind of system has; and select, which takes only sockets on Windows.
MODULES = {"fcntl", "grp", "msvcrt", "posix", "pty", "pwd", "resource", "select", "selectors", "syslog", "termios", "tty",
           "winreg"}  # fmt: skip
NAMES = {
    "os": {
        "O_NOFOLLOW", "O_NONBLOCK", "O_BINARY", "O_CLOEXEC", "O_DIRECTORY", "WNOHANG",
        "chown", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getloadavg", "getpgid", "getpgrp",
        "getsid", "getuid", "kill", "killpg", "lchown", "memfd_create", "mkfifo", "mknod", "nice", "openpty", "posix_spawn",
        "pread", "pwrite", "register_at_fork", "sched_getaffinity", "sched_setaffinity", "set_blocking", "setpgid", "setsid",
        "setuid", "sysconf", "tcgetpgrp", "tcsetpgrp", "uname", "wait", "waitpid",
    },
    "signal": {
        "SIGALRM", "SIGBREAK", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP", "SIGTSTP",
        "SIGUSR1", "SIGUSR2", "SIGWINCH", "alarm", "pause", "pthread_kill", "pthread_sigmask", "setitimer", "siginterrupt",
        "sigpending", "sigtimedwait", "sigwait",
    },
    "socket": {"AF_UNIX"},
}  # fmt: skip
ARGUMENTS = {"preexec_fn", "start_new_session", "process_group", "pass_fds", "dir_fd"}
METHODS = {"add_signal_handler", "remove_signal_handler"}  # of a loop of asyncio
PLACES = ("/dev/", "/tmp", "/proc/", "/var/", "/etc/")


def posix_only(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The line and the name of each thing that not every system has."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                yield from ((node.lineno, alias.name) for alias in aliases if alias.name in MODULES)
            case ast.ImportFrom(module=str(module), names=aliases):
                if module in MODULES:
                    yield node.lineno, module
                yield from ((node.lineno, alias.name) for alias in aliases if alias.name in NAMES.get(module, ()))
            case ast.Attribute(value=ast.Name(id=module), attr=name) if name in NAMES.get(module, ()):
                yield node.lineno, f"{module}.{name}"
            case ast.Attribute(attr=name) if name in METHODS:
                yield node.lineno, name
            case ast.Call(
                func=ast.Name(id="getattr" | "hasattr"), args=[ast.Name(id=module), ast.Constant(value=str(name)), *_]
            ) if name in NAMES.get(module, ()):
                yield node.lineno, f"{module}.{name}"
            case ast.keyword(arg=str(name)) if name in ARGUMENTS:
                yield node.value.lineno, f"{name}="
            case ast.Constant(value=str(text)) if text.startswith(PLACES):
                yield node.lineno, text
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=":"), attr="join")):
                yield node.lineno, '":".join'


def test_what_only_one_kind_of_system_has_is_called_in_one_module() -> None:
    paths = [path for path in (ROOT / "rulewright.py", *(ROOT / "interpreter").rglob("*.py")) if path != HOME]
    assert len(paths) > 300
    found = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in paths
        for line, name in posix_only(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("import fcntl", "fcntl"),
        ("from termios import tcgetattr", "termios"),
        ("from os import fork", "fork"),
        ("import os\nos.killpg(1, 2)", "os.killpg"),
        ("import signal\nsignal.SIGHUP", "signal.SIGHUP"),
        ("import os\nx = getattr(os, 'O_NOFOLLOW', 0)", "os.O_NOFOLLOW"),
        ("run(c, start_new_session=True)", "start_new_session="),
        ("open('/dev/null')", "/dev/null"),
        ("p = ':'.join(sys.path)", '":".join'),
    ],
)
def test_each_kind_of_name_is_found(text: str, name: str) -> None:
    assert [found for _, found in posix_only(ast.parse(text))] == [name]


def test_the_command_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", "list"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert "tic-tac-toe" in done.stdout
