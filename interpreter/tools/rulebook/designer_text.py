"""Write the designer's words as HTML: paragraphs, lists, emphasis.

In: a text of rulebook.yaml. Out: HTML. Layer: tools. Paragraphs are separated by an empty line; lines that begin with `- ` or
`1. ` are a list; `*words*` are emphasized, `**words**` strongly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import groupby

ITEM = re.compile(r"^(?P<sign>-|\d+\.)\s+(?P<text>.*)$")
STRONG = re.compile(r"\*\*(.+?)\*\*")
EMPHASIS = re.compile(r"\*(\S.*?)\*")


def html_of(text: str) -> str:
    return "".join(blocks_of(text))


def blocks_of(text: str) -> list[str]:
    """Write each paragraph and each list for itself."""
    return [_block(block) for block in re.split(r"\n\s*\n", text.strip()) if block.strip()]


def plain_text(text: str) -> str:
    """Return the words alone, in one line, without signs of lists and emphasis."""
    words = " ".join(item for block in re.split(r"\n\s*\n", text.strip()) for _, item in _joined(block))
    return EMPHASIS.sub(r"\1", STRONG.sub(r"\1", words))


def _block(block: str) -> str:
    """Write a paragraph, or a list with the sentence that leads to it."""
    found = []
    for sign, group in groupby(_joined(block), key=lambda one: one[0]):
        texts = [_words(text) for _, text in group]
        if sign == "":
            found += [f'<p class="said">{text}</p>' for text in texts]
        else:
            tag, kind = ("ul", "clauses") if sign == "-" else ("ol", "steps")
            found.append(f'<{tag} class="{kind}">{"".join(f"<li>{text}</li>" for text in texts)}</{tag}>')
    return "".join(found)


def _joined(block: str) -> Iterator[tuple[str, str]]:
    """Yield each paragraph or item with its sign: nothing, "-" or "1".

    A line without a sign continues the one before."""
    sign, words = "", list[str]()
    for line in block.splitlines():
        item = ITEM.match(line.strip())
        if item is None:
            words.append(line.strip())
            continue
        if words:
            yield sign, " ".join(words)
        sign, words = ("-" if item["sign"] == "-" else "1"), [item["text"]]
    if words:
        yield sign, " ".join(words)


def _words(text: str) -> str:
    return EMPHASIS.sub(r"<i>\1</i>", STRONG.sub(r"<b>\1</b>", escape(text, quote=False)))
