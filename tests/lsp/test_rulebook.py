"""Every feature of the language server on a rulebook, over a port: Discover Pune as it is, in a folder of its own.

What the game says is read in its files: clauses, numbers and names are those of the rulebook. One server for all tests of this
file; it serves one editor and ends with it.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import make_test_lsp_client

from tests.lsp.desk import Open, edited, renamed_files
from tests.support.limits import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
LSP = [sys.executable, "-m", "interpreter.tools.cli", "lsp"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def pune(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(ROOT / "games" / "discover-pune", tmp_path_factory.mktemp("games") / "pune"))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client(pune: Path) -> AsyncIterator[LanguageClient]:
    """An editor of a port; its setting says that house rules are those of this game."""
    server = subprocess.Popen([*LSP, "--tcp", "0"], cwd=ROOT, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    port = int((await asyncio.to_thread(server.stderr.readline)).rsplit(":", 1)[1])  # it says where it is
    editor = make_test_lsp_client()
    await connected(editor, port)
    capabilities, settings = client_capabilities("visual-studio-code"), {"game": str(pune)}
    await editor.initialize_session(
        lsp.InitializeParams(capabilities=capabilities, root_uri=pune.as_uri(), initialization_options=settings)
    )
    yield editor
    await editor.shutdown_session()
    assert await asyncio.to_thread(server.wait, PATIENCE) == 0


async def connected(editor: LanguageClient, port: int) -> None:
    for _ in range(int(PATIENCE / 0.05)):
        try:
            await editor.start_tcp("127.0.0.1", port)
        except ConnectionError:
            await asyncio.sleep(0.05)
        else:
            return
    raise AssertionError("nobody listens")


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


async def test_mistakes_are_told_while_typing_with_a_broken_line_elsewhere(client: LanguageClient, pune: Path) -> None:
    async with Open(client, pune / "rules" / "scoring.rules") as file:
        await file.told()
        broken = file.at("    set is_last_round to yes")
        file.type(broken, "    set set\n")
        await file.told("R0105")
        wrong = file.at("location's stars")
        file.type(lsp.Position(wrong.line + 1, wrong.character + len("location's star")), "t")
        found = await file.told("R0105", "R0201")
        assert sorted(one.range.start.line for one in found) == [broken.line, wrong.line + 1]


@pytest.mark.parametrize(
    ("name", "old", "new", "wanted", "unwanted"),
    [
        ("rules/scoring.rules", "sum(location's stars", "sum(location's ", {"stars", "rent", "site"}, {"loan", "h01"}),
        ("rules/scoring.rules", "set is_last_round to yes", "set is_last_round to ", {"yes", "no"}, {"shw", "h01"}),
        ("rules/things.rules", "keep pin(player): intersection", "keep pin(player): ", {"intersection"}, {"money"}),
        ("cards/locations.yaml", "colour: blue", "colour: ", {"blue", "orange"}, {"ferry", "shw"}),
        ("map.yaml", "from: shw", "from: ", {"shw", "dag"}, {"blue"}),
        ("variants/two_players.rules", "change fewest_players to 2 was 3", "change ", {"fewest_players"}, {"pin"}),
        ("scenarios/06_rent.scenario", "contracts(bela) is [h18]", "contracts(bela) is [", {"h18"}, {"shw"}),
    ],
)  # fmt: skip
async def test_completion_of_words_names_and_members_by_type(
    client: LanguageClient, pune: Path, name: str, old: str, new: str, wanted: set[str], unwanted: set[str]
) -> None:
    async with Open(client, pune / name, (old, new)) as file:
        params = lsp.CompletionParams(file.named, file.at(new, behind=True))
        found = await client.text_document_completion_async(params)
        assert isinstance(found, lsp.CompletionList)
        labels = {item.label for item in found.items}
        assert wanted <= labels
        assert not unwanted & labels


async def test_hover(client: LanguageClient, pune: Path) -> None:
    async def said(file: Open, text: str) -> str:
        found = await client.text_document_hover_async(lsp.HoverParams(file.named, file.at(text)))
        assert found is not None
        assert isinstance(found.contents, lsp.MarkupContent)
        return found.contents.value

    async with (
        Open(client, pune / "rules" / "scoring.rules") as scoring,
        Open(client, pune / "rules" / "always.rules") as always,
    ):
        text = await said(scoring, "contracts_to_end")
        assert "calculated: a number" in text
        assert "PUN-164" in text
        assert "variant two_players: `change contracts_to_end to two_player_threshold" in text
        text = await said(always, "one_contractor")
        assert "must hold at all times" in text
        assert 'because "a location has one contractor"' in text
        assert "PUN-073" in text


@pytest.mark.parametrize(
    ("name", "text", "wanted", "there"),
    [
        ("rules/scoring.rules", "stars over", "rules/things.rules", "stars: 1 to 7"),
        ("variants/two_players.rules", "contracts_to_end", "rules/scoring.rules", "contracts_to_end"),
        ("scenarios/06_rent.scenario", "h18", "cards/locations.yaml", "h18"),
        ("cards/locations.yaml", "phd", "map.yaml", "phd"),
        ("map.yaml", "shivaji_road", "cards/roads.yaml", "shivaji_road"),
        ("scenarios/14_strategic.scenario", "strategic", "variants/strategic.rules", "strategic \""),
    ],
)  # fmt: skip
async def test_definition(client: LanguageClient, pune: Path, name: str, text: str, wanted: str, there: str) -> None:
    async with Open(client, pune / name) as file:
        found = await client.text_document_definition_async(lsp.DefinitionParams(file.named, file.at(text)))
        assert isinstance(found, lsp.Location)
        assert (found.uri, found.range.start) == ((pune / wanted).as_uri(), Open(client, pune / wanted).at(there))


async def test_references_are_all_places_and_no_other(client: LanguageClient, pune: Path) -> None:
    """The same as a search for the word: it means one thing in this game."""
    word = "contracts_to_end"
    async with Open(client, pune / "rules" / "scoring.rules") as file:
        params = lsp.ReferenceParams(lsp.ReferenceContext(True), file.named, file.at(word))
        found = await client.text_document_references_async(params)
    searched = sorted(
        (path.name, number)
        for path in pune.rglob("*")
        if path.suffix in (".rules", ".scenario", ".yaml")
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"))
        for _ in range(line.split("#")[0].count(word))
    )
    assert len(searched) > 10
    assert sorted((Path(uris.to_fs_path(one.uri) or "").name, one.range.start.line) for one in found or ()) == searched


async def test_rename_reaches_rules_cards_variants_and_scenarios(client: LanguageClient, pune: Path) -> None:
    async with Open(client, pune / "rules" / "things.rules") as file:
        where = lsp.PrepareRenameParams(file.named, file.at("money(player)"))
        asked = await client.text_document_prepare_rename_async(where)
        assert isinstance(asked, lsp.PrepareRenamePlaceholder)
        assert asked.placeholder == "money"
        texts = await renamed_files(client, file, "money(player)", "rupees")
        assert {path.parent.name for path in texts} == {"rules", "cards", "variants", "scenarios"}
        assert "player gains 50 rupees" in texts[pune / "cards" / "mystery.yaml"]
        assert "change start of rupees to 2000 was 2500" in texts[pune / "variants" / "strategic.rules"]
        for path, text in texts.items():
            assert text.replace("rupees", "money") == path.read_text(encoding="utf-8")


async def test_rename_reaches_the_map(client: LanguageClient, pune: Path) -> None:
    async with Open(client, pune / "cards" / "roads.yaml") as file:
        texts = await renamed_files(client, file, "tulshibaug_lane", "tulsi_lane")
        assert {pune / "map.yaml", file.path} <= set(texts)
        for path, text in texts.items():
            assert "tulshibaug_lane" not in text
            assert text.replace("tulsi_lane", "tulshibaug_lane") == path.read_text(encoding="utf-8")


async def test_rename_reaches_the_look(client: LanguageClient, pune: Path) -> None:
    """A value; and from the look on, a sort of route: not the card of the same name."""
    look = pune / "look.yaml"
    async with Open(client, pune / "rules" / "things.rules") as file:
        texts = await renamed_files(client, file, "arrived_by", "came_by")
        assert "hidden: [came_by, trail, is_under_way]" in texts[look]
    async with Open(client, look) as file:
        params = lsp.DefinitionParams(file.named, file.at("ferry"))
        found = await client.text_document_definition_async(params)
        things = pune / "rules" / "things.rules"
        assert isinstance(found, lsp.Location)
        assert (found.uri, found.range.start) == (things.as_uri(), Open(client, things).at("ferry"))


async def test_words_for_cards_name_what_they_are_words_for(client: LanguageClient, pune: Path) -> None:
    words, things = pune / "rules" / "words.rules", pune / "rules" / "things.rules"
    async with Open(client, words) as file:
        found = await client.text_document_definition_async(lsp.DefinitionParams(file.named, file.at("closure says")))
        assert isinstance(found, lsp.Location)
        assert (found.uri, found.range.start) == (things.as_uri(), Open(client, things).at("closure"))
        texts = await renamed_files(client, file, "closure says", "shut_down")
    for path in pune.rglob("*"):
        if path.suffix in (".rules", ".scenario", ".yaml"):
            text = path.read_text(encoding="utf-8")
            assert texts.get(path, text) == re.sub(r"\bclosure\b(?! lasts)", "shut_down", text)


async def test_the_variants_that_a_variant_speaks_of(client: LanguageClient, pune: Path) -> None:
    async with Open(client, pune / "variants" / "strategic.rules") as file:
        where = file.at("two_players")
        found = await client.text_document_definition_async(lsp.DefinitionParams(file.named, where))
        assert isinstance(found, lsp.Location)
        assert found.uri.endswith("/variants/two_players.rules")
        said = await client.text_document_hover_async(lsp.HoverParams(file.named, where))
        assert said is not None
        assert "is a variant of" in str(said.contents)


async def test_rename_of_a_place_reaches_the_streets_that_are_called_like_their_ends(
    client: LanguageClient, pune: Path
) -> None:
    """`dag_bel` leads from `dag` to `bel`: no file declares that name, and scenarios choose by it."""
    async with Open(client, pune / "map.yaml") as file:
        texts = await renamed_files(client, file, "dag, title", "dagdusheth")
        assert {"map.yaml", "look.yaml", "06_rent.scenario"} <= {path.name for path in texts}
        assert "anna chooses dagdusheth_bel\n" in texts[pune / "scenarios" / "06_rent.scenario"]
        assert "anna chooses shw_dagdusheth\n" in texts[pune / "scenarios" / "06_rent.scenario"]
        for path in pune.rglob("*"):
            if path.suffix in (".rules", ".scenario", ".yaml"):
                text = path.read_text(encoding="utf-8")
                assert texts.get(path, text) == re.sub(
                    r"\b((?:[a-z]{3}_)?)dag((?:_[a-z]{3})?)\b", r"\1dagdusheth\2", text
                )


async def test_a_rename_that_collides_is_refused_with_the_place(client: LanguageClient, pune: Path) -> None:
    async with Open(client, pune / "rules" / "things.rules") as file:
        line = file.at("keep loan(player)").line + 1
        with pytest.raises(JsonRpcException, match=rf'"loan" is already .* \(things\.rules:{line}:6\)'):
            await client.text_document_rename_async(lsp.RenameParams(file.named, file.at("money(player)"), "loan"))


async def test_outline_and_folding(client: LanguageClient, pune: Path) -> None:
    async with Open(client, pune / "rules" / "scoring.rules") as file:
        found = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(file.named))
        assert [one.name for one in found or ()][:4] == [
            "contracts_to_end",
            "end_is_near",
            "is_last_round",
            "check_end",
        ]
        folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(file.named))
        begin = file.at("procedure check_end").line
        assert (begin, begin + 4) in [(one.start_line, one.end_line) for one in folds or ()]


async def test_format(client: LanguageClient, pune: Path) -> None:
    async with Open(
        client, pune / "rules" / "scoring.rules", ("set is_last_round to", "set   is_last_round  to")
    ) as file:
        params = lsp.DocumentFormattingParams(file.named, lsp.FormattingOptions(2, True))
        edits = await client.text_document_formatting_async(params)
        assert edits is not None
        assert edited(file.text, edits) == file.path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("rules/scoring.rules", "location's stars", "location's starts"),
        ("cards/locations.yaml", "category: forts_and_wadas", "category: forts_and_wades"),
        ("map.yaml", "road: shivaji_road", "road: shivaj_road"),
        ("variants/two_players.rules", "change contracts_to_end", "change contract_to_end"),
        ("variants/two_players.rules", "was 3", "was 4"),
        ("scenarios/06_rent.scenario", "popularity(bela)", "popularty(bela)"),
    ],
)
async def test_what_a_help_names_can_be_done(client: LanguageClient, pune: Path, name: str, old: str, new: str) -> None:
    async with Open(client, pune / name, (old, new)) as file:
        [problem] = await file.told_one()
        params = lsp.CodeActionParams(file.named, problem.range, lsp.CodeActionContext([problem]))
        [done, explained] = await client.text_document_code_action_async(params) or ()
        assert explained.title == f"Explain {problem.code}"
        assert isinstance(done, lsp.CodeAction)
        assert done.edit is not None
        assert done.edit.changes is not None
        assert edited(file.text, done.edit.changes[file.uri]) == file.path.read_text(encoding="utf-8")


async def test_hints_say_what_a_variant_changes(client: LanguageClient, pune: Path) -> None:
    everything = lsp.Range(lsp.Position(0, 0), lsp.Position(1000, 0))
    async with Open(client, pune / "rules" / "scoring.rules") as file:
        found = await client.text_document_inlay_hint_async(lsp.InlayHintParams(file.named, everything))
        labels = {(str(one.label), one.position.line) for one in found or ()}
        assert ("⟵ strategic: no", file.at("let end_is_near").line) in labels
        assert any("two_players" in label and line == file.at("let contracts_to_end").line for label, line in labels)


async def test_the_setting_says_the_game_of_a_house_rule(client: LanguageClient, tmp_path: Path) -> None:
    house = tmp_path / "evening.rules"
    house.write_text("variant evening\n  change milestone_pins to 70 was count(locations)\n", encoding="utf-8")
    async with Open(client, house) as file:
        await file.told()
    async with Open(client, house, ("was count(locations)", "was 64")) as file:
        await file.told("R0604")
    async with Open(client, house, ("variant", "# game: pig\nvariant")) as file:  # the file itself is asked first
        await file.told("R0602")


async def test_nothing_is_written_that_was_not_asked_for(client: LanguageClient, pune: Path) -> None:
    """Neither by the tests above nor by questions and edits on the screen: only the editor writes."""
    async with Open(client, pune / "rules" / "things.rules") as file:
        await renamed_files(client, file, "money(player)", "rupees")
        file.type(lsp.Position(0, 0), "keep keep\n")
        client.text_document_did_save(lsp.DidSaveTextDocumentParams(file.named))
        await file.told_one()
    here, there = contents(pune), contents(ROOT / "games" / "discover-pune")
    assert {path.relative_to(pune): text for path, text in here.items()} == {
        path.relative_to(ROOT / "games" / "discover-pune"): text for path, text in there.items()
    }
