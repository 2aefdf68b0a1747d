"""A stranger's game can write markup wherever people write: none of it reaches a page as markup."""

from __future__ import annotations

import json
from dataclasses import asdict
from html.parser import HTMLParser
from pathlib import Path

import pytest

import interpreter
from interpreter.source import Problems
from interpreter.tools.studio.tasks import results
from tests.support.market import Market, market

ATTACKS = (
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "<svg/onload=alert(1)>",
    "x' onmouseover='alert(1)",
    'x\\" onfocus=\\"alert(1)',
    "[click](javascript:alert(1))",
    "</style><script>alert(1)</script>",
)
DANGEROUS = ("script", "iframe", "object", "embed", "img", "foreignobject", "base", "form")


class Looking(HTMLParser):
    """Collects what a browser would run or load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own_picture = tag == "img" and (dict(attrs).get("src") or "").startswith("data:image/")
        if tag in DANGEROUS and not own_picture:
            self.found.append(tag)
        self.found += [f"{tag} {name}" for name, value in attrs if name.startswith("on") or ("alert" in (value or "")
                       and name in ("href", "src", "xlink:href", "style"))]  # fmt: skip


def harm(markup: str) -> list[str]:
    looking = Looking()
    looking.feed(markup)
    return looking.found


@pytest.fixture(params=ATTACKS)
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Market:
    """Its title, its goods and places, its prompts and its rulebook carry the attack."""
    attack = str(request.param)
    found = market(tmp_path / "market")
    plain = json.dumps(attack.replace('\\"', '"'))
    in_rules = attack.replace("\\", "").replace('"', "'").replace("{", "").replace("}", "")
    manifest = found.folder / "game.yaml"
    manifest.write_text(
        manifest.read_text("utf-8").replace("title: Market", f"title: {plain}\nabout: {plain}"), encoding="utf-8"
    )
    cards = found.cards.read_text("utf-8")
    cards = cards.replace("- id: cloth\n", f"- id: cloth\n    title: {plain}\n    text: {plain}\n")
    found.cards.write_text(cards, encoding="utf-8")
    found.map.write_text(found.map.read_text("utf-8").replace("{id: north}", f"{{id: north, title: {plain}}}"), "utf-8")
    found.play.write_text(found.play.read_text("utf-8").replace('"Sell"', f'"{in_rules}"'), encoding="utf-8")
    text = json.dumps(f"{attack} and *more* {attack}")
    (found.folder / "rulebook.yaml").write_text(
        f"rules:\n  - title: {plain}\n    tells: [turn]\n    text: {text}\n", encoding="utf-8"
    )
    return found


def test_nothing_of_it_is_run_by_a_page(game: Market) -> None:
    loaded = interpreter.load(game.folder)
    definition = interpreter.definition(loaded)
    look = interpreter.read_look(loaded.path, definition)
    state = loaded.start(seed=1)
    state.choose("sell")
    view = interpreter.view_form(state, 0)
    assert harm(interpreter.board_svg(definition, view, None, look)) == []
    faces = interpreter.card_faces(definition, look)
    assert faces
    assert [bad for some in faces.values() for face in some for bad in harm(face)] == []
    assert state.request is not None
    table = asdict(interpreter.draw_table(definition, view, interpreter.request_form(state, 0), look))
    markup = [part for part in table.values() if isinstance(part, str)]
    markup += [part for name in ("marks", "texts") for part in table[name].values()]
    assert markup
    assert [bad for part in markup for bad in harm(part)] == []


def test_nothing_of_it_is_run_by_the_rulebook(game: Market) -> None:
    [book] = list(results("book", game.folder, {"variants": [], "options": {}, "players": 2}))
    assert "html" in book
    assert harm(book["html"]) == []


@pytest.mark.parametrize("colour", ["red;background:url(//x)", "#fff}</style><script>", "expression(alert(1))"])
def test_a_colour_is_a_colour(colour: str, tmp_path: Path) -> None:
    found = market(tmp_path / "market")
    (found.folder / "look.yaml").write_text(f"colours: {{town: {json.dumps(colour)}}}\n", encoding="utf-8")
    loaded = interpreter.load(found.folder)
    with pytest.raises(Problems):
        interpreter.read_look(loaded.path, interpreter.definition(loaded))


def test_harm_is_noticed() -> None:
    assert harm(ATTACKS[0]) == ["img", "img onerror"]
    assert harm(f"<b title='{ATTACKS[3]}'>x</b>") == ["b onmouseover"]
    assert harm('<a href="javascript:alert(1)">x</a>') == ["a href"]
    assert harm('<img src="data:image/png;base64,AA"><p style="color:#fff">x</p>') == []
