"""Build the documentation site from the pages of the repository.

    .venv/bin/python docs/make_site.py [FOLDER]     # build/site if no folder is named

In: README, docs/, the READMEs of games, folders and the interpreter, the variants of games. Out: static pages with search, ready
for any web server; a link that leads nowhere ends the build. The pages keep their places, so that their links work here as they
do in the repository.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
FENCE = re.compile(r"^(```[a-z]+)[ \t][^\n]*$", re.MULTILINE)  # what tests read after the language is not for readers
FOLDER_LINK = re.compile(r"\]\(((?:\.\./)*)(?!https?:)([\w./-]+?)/?\)")
SOURCE = ROOT / "build" / "site-source"
ALONE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "SECURITY.md", "LICENSE")


def pages() -> Iterator[Path]:
    """Every file of the site, by its path in the repository."""
    for pattern in (*ALONE, "docs/**/*.md", "docs/pictures/*", "games/**/*.md", "games/*/variants/*.rules",
                    "interpreter/README.md", "grammars/README.md", "tests/README.md",
                    "benchmarks/README.md", "editors/**/README.md"):  # fmt: skip
        for path in ROOT.glob(pattern):
            if "node_modules" not in path.parts:
                yield path.relative_to(ROOT)


def assemble(target: Path) -> None:
    """Copy the pages into one folder, as MkDocs wants them."""
    shutil.rmtree(target, ignore_errors=True)
    for page in pages():
        copy = target / page
        copy.parent.mkdir(parents=True, exist_ok=True)
        if page.suffix == ".md":
            copy.write_text(_for_readers((ROOT / page).read_text(encoding="utf-8"), page), encoding="utf-8")
        else:
            shutil.copyfile(ROOT / page, copy)


def _for_readers(text: str, page: Path) -> str:
    """Leave out what only tests read, and links to folders, which a site does not have."""

    def link(match: re.Match[str]) -> str:
        target = (ROOT / page).parent / f"{match[1]}{match[2]}"
        if target.is_dir() and (target / "README.md").is_file():
            return f"]({match[1]}{match[2]}/README.md)"
        return match[0]

    return FOLDER_LINK.sub(link, FENCE.sub(r"\1", text))


def build(site: Path) -> None:
    from mkdocs.commands.build import build as build_site
    from mkdocs.config import load_config

    assemble(SOURCE)
    build_site(load_config(str(HERE / "mkdocs.yml"), docs_dir=str(SOURCE), site_dir=str(site), strict=True))


def main(words: Sequence[str]) -> None:
    build(Path(words[0]).resolve() if words else ROOT / "build" / "site")


if __name__ == "__main__":
    main(sys.argv[1:])
