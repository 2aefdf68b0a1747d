"""Trees that are kept between runs: the same as those that are read anew, and only of texts that have not changed."""

from __future__ import annotations

import gc
import hashlib
import pickle
import shutil
from pathlib import Path
from weakref import ref

import pytest

from interpreter.source import Problems, Source
from interpreter.source.bundled import games_dir, grammars_dir
from interpreter.source.user_cache import cache_dir, keep
from interpreter.syntax import Parser
from interpreter.syntax import nodes as n
from interpreter.syntax.build import TextOrigin
from interpreter.syntax.readings import Reading
from interpreter.syntax.scenario import ScenarioParser

RULES = "let goal = 4\n\nprocedure play\n  end game\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with nothing in it but the grammars, which take seconds to build."""
    assert Parser(grammars_dir()).words
    assert ScenarioParser(grammars_dir()).words
    tables, cache = list((cache_dir() or tmp_path).glob("*.tables")), tmp_path / "cache"
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(cache))
    for file in tables:
        cache.mkdir(0o700, exist_ok=True)
        shutil.copyfile(file, cache / file.name)
        (cache / file.name).chmod(0o600)
    return cache


class Forgetful(Parser):
    """Cannot read anything; it only knows what was kept."""

    def _read_anew(self, text: str, start: str, origin: TextOrigin) -> Reading:
        raise AssertionError(f"{origin.source.path} is read anew: {start}, {text}")


class ForgetfulOfScenarios(Forgetful, ScenarioParser):
    """The same for scenarios."""


def read_and_kept(source: Source) -> n.Module:
    parser = Parser(grammars_dir())
    module = parser.module(source)
    parser.keep()
    return module


def test_the_trees_of_a_rulebook_come_back_as_they_were() -> None:
    files = sorted((games_dir() / "tycoon-india-1981").glob("rules/*.rules"))
    parser, later = Parser(grammars_dir()), Forgetful(grammars_dir())
    found = [parser.module(Source.read(file)) for file in files]
    parser.keep()
    for file, before in zip(files, found, strict=True):
        source = Source.read(file)
        module = later.module(source)
        assert repr(module) == repr(before)  # with every place
        assert module.declarations[0].span.source is source


def test_the_trees_of_scenarios_come_back_as_they_were() -> None:
    file = next((games_dir() / "pig").glob("scenarios/*.scenario"))
    parser = ScenarioParser(grammars_dir())
    found = parser.scenarios(Source.read(file))
    parser.keep()
    later = ForgetfulOfScenarios(grammars_dir())
    assert repr(later.scenarios(Source.read(file))) == repr(found)


def test_a_cell_of_a_table_is_kept_with_its_place() -> None:
    parser, table = Parser(grammars_dir()), Source("cards/spy.yaml", "- rules: player's points + 1\n")
    found = parser.formula("points + 1", TextOrigin(table, 1, 10))
    parser.keep()
    later, again = Forgetful(grammars_dir()), Source(table.path, table.text)
    assert repr(later.formula("points + 1", TextOrigin(again, 1, 10))) == repr(found)
    with pytest.raises(AssertionError, match="read anew"):
        later.formula("points + 1", TextOrigin(again, 1, 11))


def test_a_changed_text_is_read_anew() -> None:
    read_and_kept(Source("play.rules", RULES))
    with pytest.raises(AssertionError, match="read anew"):
        Forgetful(grammars_dir()).module(Source("play.rules", RULES.replace("4", "5")))
    with pytest.raises(AssertionError, match="read anew"):
        Forgetful(grammars_dir()).module(Source("other.rules", RULES))


def test_only_the_latest_text_of_a_file_stays_in_memory() -> None:
    """Trees point to their source: a program that runs for days must not hold every text that was ever saved."""
    parser, texts = Parser(grammars_dir()), []
    for goal in range(5):
        source = Source("play.rules", RULES.replace("4", str(goal)))
        parser.module(source)
        texts.append(ref(source))
        del source
    parser._known.clear()  # which holds a limited number of them
    gc.collect()
    assert [text() is not None for text in texts] == [False] * 4 + [True]


def test_what_is_wrong_is_told_in_every_run() -> None:
    for _ in range(2):
        parser = Parser(grammars_dir())
        with pytest.raises(Problems) as caught:
            parser.module(Source("play.rules", "procedure play\n  ech player\n    stop\n"))
        parser.keep()
        assert caught.value.diagnostics[0].help is not None


def call(module: str, name: str, argument: str) -> bytes:
    """A pickle that calls a function by its name."""
    words = b"".join(pickle.SHORT_BINUNICODE + bytes([len(word)]) + word.encode() for word in (module, name))
    text = pickle.SHORT_BINUNICODE + bytes([len(argument.encode())]) + argument.encode()
    return pickle.PROTO + b"\4" + words + pickle.STACK_GLOBAL + text + pickle.TUPLE1 + pickle.REDUCE + pickle.STOP


@pytest.mark.parametrize(("module", "name"), [("os", "mkdir"), ("interpreter.source.user_cache", "os.mkdir")])
def test_a_file_that_makes_anything_else_is_not_opened(folder: Path, tmp_path: Path, module: str, name: str) -> None:
    read_and_kept(Source("play.rules", RULES))
    (kept,) = folder.glob("*.trees")
    mark = tmp_path / "mark"
    trap = call(module, name, str(mark))
    keep(kept.name, trap)
    read = Parser(grammars_dir()).module(Source("play.rules", RULES))
    assert read.declarations
    assert not mark.exists()
    pickle.loads(trap)  # the trap would work
    assert mark.exists()


def test_a_damaged_file_costs_only_time(folder: Path) -> None:
    source = Source("play.rules", RULES)
    found = read_and_kept(source)
    (kept,) = folder.glob("*.trees")
    body = kept.read_bytes()[32:-5]
    kept.write_bytes(hashlib.sha256(body).digest() + body)
    assert repr(Parser(grammars_dir()).module(Source("play.rules", RULES))) == repr(found)
