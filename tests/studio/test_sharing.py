"""Games that come and go: as links, as zip files; what is not a game is refused in words."""

from __future__ import annotations

import base64
import io
import json
import time
import zipfile
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from interpreter.tools.studio.game_files import NotHereError
from interpreter.tools.studio.sharing import of_zip, packed, unpacked, zipped
from tests.support.serving import Listening, Served, served

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

PIG = {
    "game.yaml": "title: Pig\n",
    "rules/play.rules": "let goal = 100\n" * 9,
    "rules/b.rules": "let b = 1\n",
    "README.md": "Pig",
}
BUNDLED = {"pig": PIG, "nim": {"game.yaml": "title: Nim\n", "rules/play.rules": "let n = 1\n"}}


def test_a_house_rule_is_a_short_link() -> None:
    mine = {**PIG, "game.yaml": "title: Mine\n", "variants/short.rules": "variant short\n  change goal to 50 was 100\n"}
    del mine["README.md"]
    text = packed("Mine", mine, BUNDLED, None)
    shared = unpacked(text)
    assert (shared.base, sorted(shared.texts)) == ("pig", ["game.yaml", "variants/short.rules"])
    assert shared.whole(BUNDLED) == mine
    assert len(text) < 300
    with pytest.raises(NotHereError, match="begins with the game pig, which is not here"):
        shared.whole({})


def test_a_game_of_its_own_is_whole() -> None:
    mine = {"game.yaml": "title: Own\n", "rules/own.rules": "let own = 1\n"}
    shared = unpacked(packed("Own", mine, BUNDLED, {"players": ["a"], "seed": 2**127}))
    assert (shared.base, shared.whole({}), shared.save) == ("", mine, {"players": ["a"], "seed": 2**127})


def link(form: object) -> str:
    return base64.urlsafe_b64encode(zlib.compress(json.dumps(form).encode())).decode()


GOOD: dict[str, Any] = {"format": 1, "title": "A", "base": "", "texts": {}, "without": [], "save": None}


WRONG: list[object] = [
    [], {}, {**GOOD, "format": 2}, {**GOOD, "texts": []}, {**GOOD, "save": 3}, {**GOOD, "texts": {"../evil.rules": ""}},
    {**GOOD, "texts": {"a.py": ""}}, {**GOOD, "texts": {"a.rules": 3}},
    {**GOOD, "texts": {f"r{number}.rules": "" for number in range(401)}},
    {**GOOD, "texts": {"a.rules": "x" * 2**21}}, {**GOOD, "texts": {"a.rules": "x" * 2**23}},
]  # fmt: skip


@pytest.mark.parametrize("text", ["", "!!!", "AAAA", "A" * 200, *map(link, WRONG)])
def test_what_is_no_game_is_refused(text: str) -> None:
    with pytest.raises(NotHereError):
        unpacked(text)


def test_zip_files() -> None:
    assert of_zip(zipped("pig", PIG)) == PIG
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in (
            "deep/er/game.yaml",
            "deep/er/rules/a.rules",
            "deep/er/x.exe",
            "deep/er/.git/config",
            "other.rules",
        ):
            archive.writestr(name, name)
        archive.writestr("deep/er/../../../evil.rules", "no")
    assert sorted(of_zip(packed.getvalue())) == ["game.yaml", "rules/a.rules"]
    for data in (b"", b"PK", zipped("x", {"a.rules": ""})):
        with pytest.raises(NotHereError):
            of_zip(data)


# ---- through the server


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("sharing") / "data", "pig") as found:
        yield found


def asked(studio: Served, path: str, wanted: object) -> tuple[int, Any]:
    while (found := studio.ask(path, wanted))[0] == 429:
        time.sleep(0.1)
    return found


def test_a_position_is_opened_elsewhere(studio: Served) -> None:
    mine = studio.open_table("pig", ["red", "blue"], seed=9)
    red = Listening(studio, mine["seats"][0]["token"])
    red.until_asked()
    assert red.decide("roll_on")[0] == 200
    red.wait()
    shared = studio.ask(f"/api/e/{mine['owner']}/share?what=position")[1]
    assert len(shared["packed"]) < 1200
    about = asked(studio, "/api/host/shared/about", {"packed": shared["packed"]})[1]
    assert (about["title"], about["base"], about["position"]) == ("Pig", "Pig", True)
    status, links = asked(studio, "/api/host/shared", {"packed": shared["packed"]})
    assert status == 200, links
    there = studio.ask(f"/api/e/{links['owner']}")[1]
    assert (there["title"], there["made"], there["read_only"]) == ("Copy of Pig", 1, "")


def test_secret_dice_are_not_shared(studio: Served) -> None:
    seats = [{"name": name, "who": "person"} for name in ("red", "blue")]
    wanted = {"game": "pig", "variants": [], "options": {}, "seats": seats}
    links = asked(studio, "/api/tables", wanted)[1]
    status, refused = studio.ask(f"/api/e/{links['owner']}/share?what=position")
    assert (status, refused["message"][:30]) == (409, "This table runs with dice that")
    assert studio.ask(f"/api/e/{links['owner']}/share?what=game")[0] == 200
    assert studio.ask(f"/api/e/{links['seats'][0]['token']}/share")[0] == 403
    for path in ("/api/host/shared", "/api/host/shared/about", "/api/host/zip"):
        assert studio.ask(path, {"packed": "x"}, cookie="")[0] == 403


def test_a_zip_comes_back(studio: Served) -> None:
    texts = {"game.yaml": "title: Zipped\nplayers: {min: 2, max: 2}\n", "rules/p.rules": "procedure play\n  end game\n"}
    while (found := studio.ask("/api/host/zip", zipped("zipped", texts), content_type="application/zip"))[0] == 429:
        time.sleep(0.1)
    status, links = found
    assert status == 200, links
    assert studio.ask(f"/api/e/{links['owner']}")[1]["title"] == "Zipped"
    status, refused = asked(studio, "/api/host/shared", {"packed": "nothing"})
    assert (status, refused["message"][:30]) == (409, "This link does not hold a game")


def test_a_link_is_made_and_opened(studio: Served, context: BrowserContext) -> None:
    links = studio.open_table("pig", ["red", "blue"], seed=9)
    page = context.new_page()
    page.goto(studio.entrance)
    page.goto(f"{studio.address}edit/{links['owner']}")
    page.get_by_role("button", name="Share").click()
    field = page.get_by_label("the link")
    page.locator(".share [role=status]", has_text="letters").wait_for()
    link = field.input_value()
    assert link.startswith(f"{studio.address}#share=")
    other = context.new_page()
    other.goto(link)
    other.get_by_role("button", name="Open it").click()
    other.wait_for_url("**/edit/*")
    other.locator("h1", has_text="Copy of Pig").wait_for()
