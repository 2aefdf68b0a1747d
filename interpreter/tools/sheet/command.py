"""The `sheet` command: the cards, tiles, boards, markers and money of a game, to print and cut.

In: a game and where to write. Out: a page of HTML, a PDF, a table of values, or a folder of pictures. Layer: tools.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from interpreter.tools.cli.files import check_writable, reason, write_text
from interpreter.tools.cli.opening import chosen_variants
from interpreter.tools.cli.output import clip, count, say, wrong
from interpreter.tools.cli.parameters import GameWord, VariantWords

if TYPE_CHECKING:
    from interpreter.tools.sheet.kit import Kit
    from interpreter.tools.sheet.paper import Page
    from interpreter.tools.sheet.pieces import Piece

FORMS = (".html", ".pdf", ".csv")
FOLDERS = ("png", "svg", "tabletop")
SORTS = {"cards": "card", "tiles": "tile", "markers": "marker", "money": "money", "board": "board"}
DOTS = (30, 1200)
WAIT = 0.7  # seconds between two looks at the files


def sheet(
    game: GameWord,
    out: Annotated[
        Path, typer.Option("-o", "--out", metavar="F", help="cards.html, cards.pdf or cards.csv; with --as a folder.")
    ],
    as_: Annotated[
        str | None, typer.Option("--as", metavar="FORM", help="png, svg or tabletop: write a folder of pictures.")
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="SORT", help="cards, tiles, board, markers or money; repeatable."),
    ] = None,
    table: Annotated[
        list[str] | None, typer.Option("--table", metavar="NAME", help="Only this kind of card; repeatable.")
    ] = None,
    size: Annotated[
        str | None, typer.Option("--size", metavar="SIZE", help="poker, bridge, tarot, mini, square, large or 63x88.")
    ] = None,
    bleed: Annotated[float | None, typer.Option("--bleed", metavar="MM", help="Colour beyond the cut, 0 to 5.")] = None,
    backs: Annotated[bool, typer.Option("--backs/--no-backs", help="A sheet of backs behind each sheet.")] = True,
    dots: Annotated[int, typer.Option("--dpi", metavar="N", help="Dots an inch of PNG files.")] = 300,
    url: Annotated[
        str | None, typer.Option("--url", metavar="URL", help="Where the images of --as tabletop will be.")
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Write the page again whenever a file of the game changes.")
    ] = False,
    variant: VariantWords = None,
) -> int:
    """Write everything of a game that is printed: cards with their backs, tiles, boards, markers and money.

    PDF and PNG output need extra libraries (pip install "rulewright[sheet]"). look.yaml sets sizes and layout.
    A CSV has one row per card, for other programs.
    """
    _check_words(out, as_, only, watch)
    if not DOTS[0] <= dots <= DOTS[1]:
        raise wrong("R0901", f"--dpi is a number from {DOTS[0]} to {DOTS[1]}")
    variants = chosen_variants(game, variant)
    if out.suffix == ".csv" and as_ is None:
        return _csv(game, out, variants, table)
    made = _kit(game, variants, _size(size), bleed)
    pieces = _chosen(made, only, table)
    board = _board(made) if not table and (not only or "board" in only) else ""
    if not pieces and not board:
        raise wrong(
            "R0901", "this game has nothing of that to print", "leave out --only and --table to print everything"
        )
    if as_ is not None:
        return _folder(out, as_, made, pieces, board, dots, bleed, url)
    pages = _pages(made, pieces, board, backs)
    _write_sheets(out, made, pages, watch)
    say(f"{_counted(pieces, board)} on {count(len(pages), 'sheet')} written to {out}")
    _say_what_does_not_fit(pieces)
    if watch:
        _watch(game, out, lambda: _again(game, out, variants, (size, bleed, only, table, backs)))
    return 0


def _check_words(out: Path, as_: str | None, only: Sequence[str] | None, watch: bool) -> None:
    if as_ is not None and as_ not in FOLDERS:
        raise wrong("R0901", f'--as is one of {", ".join(FOLDERS)}, not "{clip(as_)}"')
    if as_ is None and out.suffix not in FORMS:
        help = f"or write a folder of pictures: --as {' or '.join(FOLDERS)}"
        raise wrong("R0901", f'-o takes a file that ends in {", ".join(FORMS)}, not "{clip(out.name)}"', help)
    for word in only or ():
        if word not in SORTS:
            raise wrong("R0901", f'--only is one of {", ".join(SORTS)}, not "{clip(word)}"')
    if watch and (as_ is not None or out.suffix != ".html"):
        raise wrong("R0901", "--watch writes a page", "name a file that ends in .html")
    if as_ is None:
        check_writable(out)


def _size(word: str | None) -> tuple[float, float] | None:
    from interpreter.view.drawing.print_look import SIZES

    if word is None or word in SIZES:
        return None if word is None else SIZES[word]
    parts = word.lower().replace("×", "x").split("x")
    try:
        wide, high = (float(part) for part in parts)
    except ValueError:
        wide = high = 0.0
    if not (10 <= wide <= 400 and 10 <= high <= 400):
        raise wrong("R0901", f'"{clip(word)}" is no size of a card', f"write {', '.join(SIZES)}, or millimetres: 63x88")
    return wide, high


def _kit(
    game: str | Path, variants: Sequence[str | Path], size: tuple[float, float] | None, bleed: float | None
) -> Kit:
    from interpreter.tools.sheet.kit import kit
    from interpreter.tools.sheet.template import TemplateTrouble

    if bleed is not None and not 0 <= bleed <= 5:
        raise wrong("R0901", "--bleed is a number of millimetres from 0 to 5")
    try:
        return kit(game, variants, bleed, size)
    except TemplateTrouble as trouble:
        raise wrong("R0442", str(trouble)) from None


def _chosen(made: Kit, only: Sequence[str] | None, table: Sequence[str] | None) -> list[Piece]:
    known = list(dict.fromkeys(piece.kind for piece in made.pieces if piece.sort in ("card", "tile")))
    for name in table or ():
        if name not in known:
            help = f"the kinds are {', '.join(known)}" if known else "this game has no cards"
            raise wrong("R0901", f'there are no cards called "{clip(name)}"', help)
    sorts = {SORTS[word] for word in only or SORTS}
    return [piece for piece in made.pieces if piece.sort in sorts and (not table or piece.kind in table)]


def _board(made: Kit) -> str:
    from interpreter.tools.sheet.board import board_to_print

    return board_to_print(made.table)


def _pages(made: Kit, pieces: Sequence[Piece], board: str, backs: bool) -> list[Page]:
    from interpreter.tools.sheet.board import poster_size
    from interpreter.tools.sheet.paper import poster, sheets

    paper = made.look.paper.paper
    pages = sheets(made.title, pieces, paper, backs)
    return (
        [*pages, *poster(made.title, board, poster_size(made.table), paper, bool(made.look.paper.board))]
        if board
        else pages
    )


def _write_sheets(out: Path, made: Kit, pages: Sequence[Page], again: bool) -> None:
    from interpreter.tools.sheet.output import html, pdf

    if out.suffix == ".html":
        write_text(out, html(made.title, pages, again))
        return
    try:
        content = pdf(pages)
    except ImportError:
        help = 'pip install "rulewright[sheet]", or write a page: -o cards.html'
        raise wrong("R0913", "a PDF needs libraries that are not installed", help) from None
    _write(out, content)


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise wrong("R0905", f'"{path}" cannot be written: {reason(error)}') from None


def _folder(out: Path, form: str, made: Kit, pieces: Sequence[Piece], board: str, dots: int, bleed: float | None,
            url: str | None) -> int:  # fmt: skip
    from interpreter.tools.sheet.output import pictures, png
    from interpreter.tools.sheet.tabletop import tabletop

    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise wrong("R0905", f'"{out}" cannot be written: {reason(error)}') from None
    try:
        if form == "tabletop":
            files = tabletop(made.title, pieces, board, url or out.resolve().as_uri())
        else:
            drawn = {**dict(pictures(pieces, bleed is None or bleed > 0)), **({"board": board} if board else {})}
            files = {f"{name}.{form}": svg.encode() if form == "svg" else png(svg, dots) for name, svg in drawn.items()}
    except ImportError:
        help = 'pip install "rulewright[sheet]", or write a page: -o cards.html'
        raise wrong("R0913", "PNG files need libraries that are not installed", help) from None
    for name, content in files.items():
        _write(out / name, content)
    say(f"{_counted(pieces, board)}: {count(len(files), 'file')} written to {out}")
    _say_what_does_not_fit(pieces)
    return 0


def _counted(pieces: Sequence[Piece], board: str) -> str:
    nouns = {"card": "card", "tile": "tile", "marker": "marker", "money": "note"}
    found = [count(number, noun) for sort, noun in nouns.items()
             if (number := sum(piece.copies for piece in pieces if piece.sort == sort))]  # fmt: skip
    return ", ".join([*found, *(["the board"] if board else [])])


def _say_what_does_not_fit(pieces: Sequence[Piece]) -> None:
    tight = [piece.title for piece in pieces if not piece.fits]
    if tight:
        say(f"The text does not fit on {', '.join(tight[:5])}{' and others' if len(tight) > 5 else ''}: "
            "give them a larger size in look.yaml (rulewright explain R0441).")  # fmt: skip


def _csv(game: str | Path, out: Path, variants: Sequence[str | Path], table: Sequence[str] | None) -> int:
    from interpreter.tools.sheet.faces import csv_text
    from interpreter.tools.sheet.faces import faces as card_faces_of

    faces = card_faces_of(game, variants)
    known = list(dict.fromkeys(face.table for face in faces))
    for name in table or ():
        if name not in known:
            raise wrong("R0901", f'there are no cards called "{clip(name)}"', f"the kinds are {', '.join(known)}")
    faces = [face for face in faces if not table or face.table in table]
    if not faces:
        raise wrong("R0901", "this game has no cards")
    write_text(out, csv_text(faces))
    cards = sum(face.copies for face in faces)
    say(f"{count(cards, 'card')} of {count(len({face.table for face in faces}), 'table')} written to {out}")
    return 0


# ---------------------------------------------------------------- while the game is edited
Asked = tuple[str | None, float | None, Sequence[str] | None, Sequence[str] | None, bool]


def _again(game: str | Path, out: Path, variants: Sequence[str | Path], asked: Asked) -> None:
    size, bleed, only, table, backs = asked
    made = _kit(game, variants, _size(size), bleed)
    pieces = _chosen(made, only, table)
    board = _board(made) if not table and (not only or "board" in only) else ""
    _write_sheets(out, made, _pages(made, pieces, board, backs), again=True)
    _say_what_does_not_fit(pieces)


def _watch(game: str | Path, out: Path, write: Callable[[], None]) -> None:
    """Write the page again after each change, until Ctrl-C.

    A mistake is reported, and the page stays as it was."""
    from interpreter.finding import find_game
    from interpreter.source import Problems

    folder = find_game(game)
    say(f"Open {out} in a browser; it follows your changes. Ctrl-C ends this.")
    before = _times(folder, out)
    while True:
        time.sleep(WAIT)
        now = _times(folder, out)
        if now != before:
            before = now
            try:
                write()
                say(f"{out} is written again.")
            except (Problems, typer.Exit) as found:
                say(str(found))


def _times(folder: Path, out: Path) -> dict[Path, int]:
    found = {}
    for path in folder.rglob("*"):
        try:
            if path.is_file() and path.resolve() != out.resolve():
                found[path] = path.stat().st_mtime_ns
        except OSError:
            continue
    return found
