"""Absolute secrecy: hand-written cases for every sentence of "What players see", on both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.secrecy.cases import CASES, Case, Table, cases_in, cited, game_of

ENGINES = ("python", "native")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("secrecy")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_everybody_gets_what_the_sentence_says(case: Case, engine: str, folder: Path) -> None:
    number = [str(one) for one in cases_in(case.file)].index(str(case))
    Table(game_of(case.file, folder), case, number, engine).play()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_case_names_its_sentence(case: Case) -> None:
    assert case.cites
    for words in case.cites:
        assert len(cited(words)) == 1, words


def test_there_are_enough() -> None:
    assert len(CASES) >= 60
