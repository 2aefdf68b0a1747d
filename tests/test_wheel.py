"""The distribution works outside the checkout: build, install into an empty environment, list, play."""

import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.limits import PATIENCE

ROOT = Path(__file__).resolve().parent.parent
DATA_FOLDERS = ("grammars", "schemas", "games")

# One worker of a parallel run builds for all tests of this file.
pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path) -> str:
    """The output of a command that must succeed, without a terminal and without Python's variables."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        check=False,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )
    shown = " ".join(str(part) for part in command)
    assert done.returncode == 0, f"{shown}\nexit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@dataclass(frozen=True)
class Distribution:
    sdist: Path
    wheel: Path


@dataclass(frozen=True)
class Installation:
    environment: Path
    elsewhere: Path

    def run(self, command: str, *arguments: str) -> str:
        return run(self.environment / "bin" / command, *arguments, cwd=self.elsewhere)


@pytest.fixture(scope="module")
def distribution(tmp_path_factory: pytest.TempPathFactory) -> Distribution:
    """Without --wheel, `build` makes the wheel from the sdist: both are proven complete."""
    target = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", target, ROOT, cwd=target)
    [sdist], [wheel] = target.glob("*.tar.gz"), target.glob("*.whl")
    return Distribution(sdist, wheel)


@pytest.fixture(scope="module")
def installation(distribution: Distribution, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """Dependencies come from the package index, so that one left undeclared is noticed."""
    environment = tmp_path_factory.mktemp("environment")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    venv.create(environment)
    interpreter = environment / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", interpreter, "--disable-pip-version-check")
    run(*pip, "install", "--quiet", distribution.wheel, cwd=elsewhere)
    return Installation(environment, elsewhere)


def files_of_checkout(folder: str) -> set[str]:
    """What git knows or would add; every file where there is no git, as in an unpacked sdist."""
    if (ROOT / ".git").exists():
        listed = run("git", "ls-files", "-co", "--exclude-standard", "--", folder, cwd=ROOT).splitlines()
        return {name for name in listed if (ROOT / name).is_file()}
    return {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*") if path.is_file()}


@pytest.mark.parametrize("folder", DATA_FOLDERS)
def test_the_wheel_carries_the_data(distribution: Distribution, folder: str) -> None:
    packed = set(zipfile.ZipFile(distribution.wheel).namelist())
    expected = {f"interpreter/_data/{name}" for name in files_of_checkout(folder)}
    assert expected
    assert expected == {name for name in packed if name.startswith(f"interpreter/_data/{folder}/")}


def test_the_wheel_carries_nothing_else(distribution: Distribution) -> None:
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(distribution.wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"interpreter", "rulewright.py"}


def test_the_sdist_is_a_whole_checkout(distribution: Distribution) -> None:
    with tarfile.open(distribution.sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        ".editorconfig",
        ".pre-commit-config.yaml",
        "CODE_OF_CONDUCT.md",
        "Makefile",
        "README.md",
        "SECURITY.md",
        "pyproject.toml",
        ".ci/run",
        "tests/test_wheel.py",
        *files_of_checkout(".github"),
        *files_of_checkout("docs"),
        *files_of_checkout("editors"),
    } <= packed


def test_the_package_comes_from_the_wheel(installation: Installation) -> None:
    shown = installation.run("python", "-c", "import interpreter; print(interpreter.__file__)")
    assert Path(shown.strip()).is_relative_to(installation.environment)


def test_list_names_every_game(installation: Installation) -> None:
    shown = installation.run("rulewright", "list")
    assert "tic-tac-toe" in shown
    games = [path.parent.name for path in ROOT.glob("games/*/game.yaml")]
    assert [game for game in games if game not in shown] == []


def test_the_command_runs_as_a_module(installation: Installation) -> None:
    assert installation.run("python", "-m", "rulewright", "list") == installation.run("rulewright", "list")


def test_bots_play_a_whole_game_without_a_terminal(installation: Installation) -> None:
    first = installation.run("rulewright", "play", "tic-tac-toe", "--seed", "7")
    assert re.search(r"\b(wins?|won|draws?|drawn|ties?|tied)\b", first, re.IGNORECASE), first
    assert "\x1b" not in first
    assert installation.run("rulewright", "play", "tic-tac-toe", "--seed", "7") == first
