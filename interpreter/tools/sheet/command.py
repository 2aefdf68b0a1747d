"""The `sheet` command: the cards of a game as pages to print and cut.

In: a game and an output file. Out: a page of HTML, a PDF or a table of values. Layer: tools.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from interpreter.tools.cli.files import check_writable, write_text
from interpreter.tools.cli.opening import chosen_variants
from interpreter.tools.cli.output import clip, count, say, wrong
from interpreter.tools.cli.parameters import GameWord, VariantWords

FORMS = (".html", ".pdf", ".csv")


def sheet(
    game: GameWord,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="F", help="cards.html, cards.pdf or cards.csv.")],
    table: Annotated[
        list[str] | None, typer.Option("--table", metavar="NAME", help="Only this table; repeatable.")
    ] = None,
    look: Annotated[
        str, typer.Option("--look", metavar="NAME", help="poker, mini or large, or a JSON file.")
    ] = "poker",
    variant: VariantWords = None,
) -> int:
    """Write the cards of a game as pages to print and cut, each card as often as it has copies.

    PDF output needs an extra library (pip install "rulewright[sheet]"). A CSV has one row per card, for table-top simulators.
    """
    from interpreter.tools.sheet.faces import faces as card_faces_of
    from interpreter.tools.sheet.page import csv_text, look_named, page, pdf

    if out.suffix not in FORMS:
        raise wrong("R0901", f'-o takes a file that ends in {", ".join(FORMS)}, not "{clip(out.name)}"')
    check_writable(out)
    try:
        chosen = look_named(look)
    except ValueError as error:
        raise wrong("R0901", str(error)) from None
    faces = card_faces_of(game, chosen_variants(game, variant))
    known = list(dict.fromkeys(face.table for face in faces))
    for name in table or ():
        if name not in known:
            raise wrong("R0901", f'there are no cards called "{clip(name)}"', f"the tables are {', '.join(known)}")
    faces = [face for face in faces if not table or face.table in table]
    if not faces:
        raise wrong("R0901", "this game has no cards")
    if out.suffix == ".csv":
        write_text(out, csv_text(faces))
    else:
        text = page(str(game), faces, chosen)
        if out.suffix == ".html":
            write_text(out, text)
        else:
            try:
                made = pdf(text)
            except (ImportError, OSError):
                help = 'pip install "rulewright[sheet]", or write a page: -o cards.html'
                raise wrong("R0913", "a PDF needs the library weasyprint, which is not installed", help) from None
            out.write_bytes(made)
    cards = sum(face.copies for face in faces)
    say(f"{count(cards, 'card')} of {count(len({face.table for face in faces}), 'table')} written to {out}")
    return 0
