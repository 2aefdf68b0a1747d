"""Files with a mistake, and what is expected of each: where they are, how to read them.

A line that is wrong ends in a comment with what is said about it: `#! R0204 col 7`, several separated by commas.
"""

from __future__ import annotations

import re
from pathlib import Path

from interpreter.source import Diagnostic
from tests.support.frame import CASES

FOLDERS = (CASES, CASES.parent / "data", CASES.parent / "files")
BAD = [case for folder in FOLDERS for case in sorted((folder / "bad").iterdir())]
EXPECTED = re.compile(r"#! (?P<said>R\d{4} col \d+(?:, R\d{4} col \d+)*)\s*$")
TextOrigin = tuple[str, int, int, str]  # file, line, column, code


def expected(files: dict[str, str]) -> list[TextOrigin]:
    found: list[TextOrigin] = []
    for name, text in files.items():
        for number, line in enumerate(text.split("\n"), start=1):
            match = EXPECTED.search(line)
            assert match or "#!" not in line, f"{name}:{number}: what is expected cannot be read"
            for said in match["said"].split(", ") if match else ():
                code, _, column = said.split(" ")
                found.append((name, number, int(column), code))
    return sorted(found)


def placed(finding: Diagnostic, folder: Path) -> TextOrigin:
    assert finding.span is not None, f"{finding.code} has no place: {finding.message}"
    name = Path(finding.span.source.path).relative_to(folder).as_posix()
    return name, finding.span.line, finding.span.column, finding.code


def check_words(finding: Diagnostic) -> None:
    """A message is one sentence in the designer's words."""
    for words in (finding.message, finding.help or "", *(note.message for note in finding.notes)):
        assert not words.endswith((".", " ")) or words.endswith("..."), words
        assert "\n" not in words
        assert not re.search(r"None|True|False|Unknown|<|object at|[a-z]Type\b|Traceback|[A-Z][a-z]+[A-Z]", words), (
            words
        )


def without_expectations(text: str) -> str:
    return "\n".join(EXPECTED.sub("", line).rstrip() for line in text.split("\n"))
