"""The pages that are shipped were built from the sources that lie beside them."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

STUDIO = Path(__file__).parents[2] / "interpreter" / "tools" / "studio"


def test_the_built_pages_are_from_these_sources() -> None:
    """`npm run build` in interpreter/tools/studio/client writes both."""
    sources = sorted((STUDIO / "client" / "src").glob("*.ts"))
    text = "\n".join(f"{file.name}\n{file.read_text(encoding='utf-8')}" for file in sources)
    assert hashlib.sha256(text.encode()).hexdigest() == (STUDIO / "static" / "built-from.txt").read_text().strip()


def test_no_page_has_script_in_it() -> None:
    for page in (STUDIO / "static").glob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert text.count("<script") == text.count('<script src="/static/')
        assert re.search(r"\son[a-z]+=", text) is None
