"""What silence cannot keep: `check` warns at the lines that say so, and nowhere else; every sentence has a case."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter.tools.check.problems import problems
from tests.secrecy.cases import CASES, FOLDER, MANIFEST, SCRIPT, cited, sentences

FILES = sorted((FOLDER / "warned").glob("*.rules"))
SECRECY = "R10"  # the codes of these warnings


def cites(file: Path) -> list[str]:
    begins = f"{SCRIPT} cites: "
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(begins) for line in lines if line.startswith(begins)]


def expected(file: Path) -> list[tuple[str, int]]:
    lines = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    return [(line.rpartition(SCRIPT)[2].strip(), number) for number, line in lines if f"{SCRIPT} {SECRECY}" in line]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_check_warns_where_silence_cannot_help(file: Path, tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    shutil.copytree(FOLDER / "cards", tmp_path / "cards")
    shutil.copy(file, tmp_path / "rules" / "case.rules")
    (tmp_path / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    found = [finding for finding in problems(tmp_path) if finding.code.startswith(SECRECY)]
    assert sorted((finding.code, finding.span.line) for finding in found if finding.span) == sorted(expected(file))
    if file.stem == "options":  # the message begins with the choice under which it is so
        assert all(finding.message.startswith("with open_traps no: ") for finding in found)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_names_its_sentences(file: Path) -> None:
    assert all(len(cited(words)) == 1 for words in cites(file))


def test_every_sentence_has_a_case() -> None:
    words = [one for case in CASES for one in case.cites] + [one for file in FILES for one in cites(file)]
    found = {sentence for one in words for sentence in cited(one)}
    assert [sentence for sentence in sentences() if sentence not in found] == []
