"""The heads of variants, read without their rules, say what the whole variants say."""

from __future__ import annotations

import shutil
from pathlib import Path

from interpreter.tools.variants.matrix import heads, variants

ROOT = Path(__file__).resolve().parents[2]
FILES = {
    "short": 'variant short "A short game"\n  excludes long, odd  # they change the same number\n  change goal to 50 was 100\n',
    "long": 'variant long "A long game"\n  change goal to 200 was 100\n',
    "odd": 'variant odd "Odd"\n  requires base\n  excludes long\n  change goal to 77 was 100\n',
    "base": 'variant base "Base"\n  after turn\n    announce "excludes nobody"\n',
    "more": 'variant more "More"\n  extends base\n  after turn\n    announce "more"\n',
}


def test_heads_are_those_of_the_whole_variants(tmp_path: Path) -> None:
    game = Path(shutil.copytree(ROOT / "games" / "pig", tmp_path / "hog"))
    shutil.rmtree(game / "variants", ignore_errors=True)
    (game / "variants").mkdir()
    for name, text in FILES.items():
        (game / "variants" / f"{name}.rules").write_text(text, encoding="utf-8")
    found = {head.name: head for head in heads(game)}
    assert found["odd"].requires == ("base",)
    assert set(found["odd"].excludes) == {"long", "short"}
    assert set(found["long"].excludes) == {"short", "odd"}
    assert found["more"].extends == ("base",)
    for info in variants(game):
        head = found.pop(info.name)
        same = (info.title, info.requires, info.excludes, info.extends)
        assert (head.title, head.requires, head.excludes, head.extends) == same
    assert not found
