"""The language server over the protocol: every feature, on a small game and on a rulebook.

One server is started for all tests of this file; each test opens what it needs and closes it again.
"""

from __future__ import annotations

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

from tests.lsp.desk import Open, edited, renamed, text_at
from tests.support.market import Market, market

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client() -> AsyncIterator[LanguageClient]:
    server = make_test_lsp_client()
    await server.start_io(sys.executable, "-m", "interpreter.tools.cli", "lsp")
    capabilities = client_capabilities("visual-studio-code")
    await server.initialize_session(lsp.InitializeParams(capabilities=capabilities, root_uri=ROOT.as_uri()))
    yield server
    await server.shutdown_session()


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Market:
    return market(tmp_path_factory.mktemp("games") / "market")


# ---------------------------------------------------------------- diagnostics


async def test_nothing_is_wrong_with_what_is_right(client: LanguageClient, game: Market) -> None:
    for path in (game.play, game.variant, game.scenario, game.cards, game.map, game.manifest):
        async with Open(client, path) as file:
            await file.told()


async def test_a_mistake_is_told_while_typing_and_goes_when_it_is_put_right(
    client: LanguageClient, game: Market
) -> None:
    async with Open(client, game.play) as file:
        await file.told()
        where = file.at("price")
        file.type(where, "x")
        (found,) = await file.told("R0201")
        assert found.range.start == where
        assert 'did you mean "price"?' in found.message
        file.type(where, "", lsp.Position(where.line, where.character + 1))
        await file.told()


async def test_a_broken_line_does_not_hide_the_rest(client: LanguageClient, game: Market) -> None:
    changes = (("  shuffle deck", "  shuffle shuffle"), ("player gains cost coins", "player gains cost coyns"))
    async with Open(client, game.play, *changes) as file:
        found = await file.told("R0105", "R0201")
        assert sorted(one.range.start.line for one in found) == [2, 15]


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        ("cards", "colour: red_goods", "colour: red_godos", "R0426"),
        ("cards", "player gains 1 coins", "player gains 1 coyns", "R0201"),
        ("map", "to: south", "to: soth", "R0501"),
        ("manifest", "{quick: no}", "{quik: no}", "R0606"),
        ("variant", "after new_good in turn", "after newgood in turn", "R0602"),
        ("variant", "red's coins is 9", "red's coyns is 9", "R0201"),
        ("scenario", "red's hand is [cloth]", "red's hand is [clot]", "R0201"),
    ],
)
async def test_mistakes_in_every_sort_of_file(
    client: LanguageClient, game: Market, name: str, old: str, new: str, code: str
) -> None:
    path: Path = getattr(game, name)
    async with Open(client, path, (old, new)) as file:
        (found,) = await file.told(code)
        assert found.range.start.line == file.at(new).line


async def test_a_mistake_in_a_table_is_told_where_it_is_while_rules_are_open(
    client: LanguageClient, game: Market
) -> None:
    async with (
        Open(client, game.play) as rules,
        Open(client, game.goods, ("  price: 1 to 9", "  prize: 1 to 9")) as file,
    ):
        await file.told()
        cards = Open(client, game.cards)
        await cards.told("R0423", "R0423")
        await rules.told("R0201")


# ---------------------------------------------------------------- looking


async def test_hover_says_what_it_is_its_clause_and_what_changes_it(client: LanguageClient, game: Market) -> None:
    async with Open(client, game.goods) as file:
        found = await client.text_document_hover_async(lsp.HoverParams(file.named, file.at("begins_with")))
        assert found is not None
        assert isinstance(found.contents, lsp.MarkupContent)
        text = found.contents.value
        assert "let begins_with = 5" in text
        assert "calculated: a number" in text
        assert "What each player begins with." in text
        assert "MAR-002" in text
        assert "variant rich: `change begins_with to 9 was 5`" in text
        assert "card tea: `change begins_with to normal + 1`" in text
        assert found.range is not None
        assert text_at(game.goods, found.range) == "begins_with"


async def test_hover_says_why(client: LanguageClient, game: Market) -> None:
    async with Open(client, game.play) as file:
        found = await client.text_document_hover_async(lsp.HoverParams(file.named, file.at("sell")))
        assert found is not None
        assert isinstance(found.contents, lsp.MarkupContent)
        assert 'because "you have nothing to sell"' in found.contents.value
        nothing = await client.text_document_hover_async(lsp.HoverParams(file.named, file.at("nothing to sell")))
        assert nothing is None


async def test_hover_explains_a_word_of_the_language(client: LanguageClient, game: Market) -> None:
    async with Open(client, game.play) as file:
        found = await client.text_document_hover_async(lsp.HoverParams(file.named, file.at("repeat")))
        assert found is not None
        assert isinstance(found.contents, lsp.MarkupContent)
        assert "repeat until C" in found.contents.value
        assert found.range == lsp.Range(
            file.at("repeat"), lsp.Position(file.at("repeat").line, file.at("repeat").character + 6)
        )


@pytest.mark.parametrize(
    ("name", "text", "wanted", "there"),
    [
        ("play", "price", "goods", "price: 1 to 9"),
        ("play", "turn(player)", "play", "turn(player)\n  step"),
        ("scenario", "cloth", "cards", "cloth"),
        ("cards", "is_rich", "goods", "is_rich(player) ="),
        ("variant", "new_good", "play", "new_good"),
        ("scenario", "rich", "variant", "rich"),
        ("goods", "cards/goods.yaml", "cards", ""),
        ("map", "from: north", "map", ""),
    ],
)
async def test_definitions(client: LanguageClient, game: Market, name: str, text: str, wanted: str, there: str) -> None:
    async with Open(client, getattr(game, name)) as file:
        found = await client.text_document_definition_async(lsp.DefinitionParams(file.named, file.at(text)))
        if text == "from: north":
            assert found is None  # `from` is a word of the format
            return
        assert isinstance(found, lsp.Location)
        path: Path = getattr(game, wanted)
        assert found.uri == path.as_uri()
        assert found.range.start == Open(client, path).at(there)


async def test_references_are_found_in_all_files(client: LanguageClient, game: Market) -> None:
    async with Open(client, game.goods) as file:
        params = lsp.ReferenceParams(lsp.ReferenceContext(True), file.named, file.at("begins_with"))
        found = await client.text_document_references_async(params)
        assert found is not None
        names = sorted(Path(uris.to_fs_path(one.uri) or "").name for one in found)
        assert names == ["goods.rules", "goods.rules", "goods.yaml", "rich.rules", "selling.scenario"]


# ---------------------------------------------------------------- completion


@pytest.mark.parametrize(
    ("name", "old", "new", "wanted", "unwanted"),
    [
        ("play", "drawn's price", "drawn's ", "price", "coins"),
        ("play", "set stands_in(you) to town", "set stands_in(you) to ", "north", "cloth"),
        ("play", "takes one of sell, walk", "takes one of sell, ", "walk", "turn"),
        ("goods", "keep deck: pile of good", "keep deck: pile of ", "good", "town"),
        ("goods", "player's coins is more than 7", "player's coins ", "is at least", "coins"),
        ("variant", "after new_good in turn", "after ", "new_good", "coins"),
        ("variant", "change begins_with to 9 was 5", "change ", "begins_with", "deck"),
        ("scenario", "red's hand is [cloth]", "red's hand is [", "tea", "north"),
        ("scenario", "red chooses sell", "red chooses ", "sell", "turn"),
        ("scenario", "  variants rich", "  variants ", "rich", "deck"),
        ("cards", "colour: red_goods", "colour: ", "blue_goods", "north"),
        ("map", "to: south", "to: ", "north", "cloth"),
        ("manifest", "options: {quick: no}", "options: {", "quick", "deck"),
    ],
)  # fmt: skip
async def test_completion_offers_what_fits(
    client: LanguageClient, game: Market, name: str, old: str, new: str, wanted: str, unwanted: str
) -> None:
    async with Open(client, getattr(game, name), (old, new)) as file:
        where = file.at(new, behind=True)
        found = await client.text_document_completion_async(lsp.CompletionParams(file.named, where))
        assert isinstance(found, lsp.CompletionList)
        labels = [item.label for item in found.items]
        assert wanted in labels
        assert unwanted not in labels


async def test_what_fits_comes_first(client: LanguageClient, game: Market) -> None:
    async with Open(client, game.play, ("  if drawn is not none", "  if ")) as file:
        found = await client.text_document_completion_async(
            lsp.CompletionParams(file.named, file.at("  if ", behind=True))
        )
        assert isinstance(found, lsp.CompletionList)
        by_sort = sorted(found.items, key=lambda item: item.sort_text or "")
        assert [item.label for item in by_sort[:2]] == ["is_rich", "quick"]  # what is yes or no


# ---------------------------------------------------------------- renaming


async def test_rename_reaches_rules_cards_map_variants_and_scenarios(client: LanguageClient, game: Market) -> None:
    async with Open(client, game.goods) as file:
        texts = await renamed(client, file, "coins", "money")
        assert sorted(texts) == ["goods.rules", "goods.yaml", "play.rules", "rich.rules", "selling.scenario"]
        assert "player gains 1 money" in texts["goods.yaml"]
        assert "keep money(player)" in texts["goods.rules"]
        assert all("coin" not in text for text in texts.values())
    async with Open(client, game.map) as file:
        texts = await renamed(client, file, "north", "far_north")
        assert sorted(texts) == ["goods.rules", "map.yaml"]
        assert "from: far_north" in texts["map.yaml"]


async def test_rename_reaches_what_was_there_before(client: LanguageClient, tmp_path: Path) -> None:
    """What stands behind `was` is compared as it is written: with the old name it would be wrong."""
    game = market(tmp_path / "market")
    text = game.variant.read_text(encoding="utf-8")
    new = "  change start of coins to 9 was begins_with\n  after new_good"
    game.variant.write_text(text.replace("  after new_good", new), encoding="utf-8")
    async with Open(client, game.goods) as file:
        texts = await renamed(client, file, "begins_with", "purse")
        assert "change start of coins to 9 was purse\n" in texts["rich.rules"]


async def test_rename_shows_first_what_it_is(client: LanguageClient, game: Market) -> None:
    async with Open(client, game.scenario) as file:
        found = await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(file.named, file.at("cloth")))
        assert isinstance(found, lsp.PrepareRenamePlaceholder)
        assert found.placeholder == "cloth"


@pytest.mark.parametrize(
    ("text", "new", "reason"),
    [
        ("coins", "deck", '"deck" is already a value that is kept (goods.rules:13:6)'),
        ("price", "worth", '"worth" is already a column of good (goods.rules:5:3)'),
        ("coins", "is", '"is" is a word of the language'),
        ("coins", "Coins", "is not a name"),
        ("player", "person", "is not declared in this game"),
    ],
)
async def test_a_rename_that_would_collide_is_refused_with_the_place(
    client: LanguageClient, game: Market, text: str, new: str, reason: str
) -> None:
    async with Open(client, game.goods) as file:
        with pytest.raises(JsonRpcException, match="is") as refused:
            await client.text_document_rename_async(lsp.RenameParams(file.named, file.at(text), new))
        assert reason in str(refused.value)


async def test_a_rename_that_a_name_nearby_would_take_is_refused(client: LanguageClient, game: Market) -> None:
    async with Open(client, game.play) as file:
        with pytest.raises(JsonRpcException, match=r'"drawn" already means something here \(play.rules:15:9\)'):
            await client.text_document_rename_async(lsp.RenameParams(file.named, file.at("cost"), "drawn"))


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("look.yaml", "hidden: [coins", "look.yaml:1:10"),
        ("scenarios/broken.scenario", 'scenario "broken"\n  given given coins', "broken.scenario:2:15"),
    ],
)
async def test_a_rename_is_refused_where_a_text_with_the_name_cannot_be_read(
    client: LanguageClient, tmp_path: Path, name: str, text: str, place: str
) -> None:
    """Such a text would be passed over, and stay behind with the old name."""
    game = market(tmp_path / "market")
    (game.play.parent.parent / name).write_text(text + "\n", encoding="utf-8")
    async with Open(client, game.goods) as goods:
        with pytest.raises(JsonRpcException, match="cannot be read") as refused:
            await client.text_document_rename_async(lsp.RenameParams(goods.named, goods.at("coins"), "money"))
        assert f"({place})" in str(refused.value)


# ---------------------------------------------------------------- shape, form, ways out, hints


async def test_outline(client: LanguageClient, game: Market) -> None:
    async with (
        Open(client, game.play) as file,
        Open(client, game.variant) as variant,
        Open(client, game.cards) as cards,
    ):
        found = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(file.named))
        assert found is not None
        assert [one.name for one in found] == ["play", "turn", "sell", "your_hand", "walk", "best"]
        turn = found[1]
        assert isinstance(turn, lsp.DocumentSymbol)
        assert [one.name for one in turn.children or ()] == ["new_good"]
        inside = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(variant.named))
        assert inside is not None
        assert isinstance(inside[0], lsp.DocumentSymbol)
        assert [one.name for one in inside[0].children or ()][1] == "change cloth's price to 4"
        rows = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(cards.named))
        assert rows is not None
        assert isinstance(rows[1], lsp.DocumentSymbol)
        assert [one.name for one in rows[1].children or ()] == ["cloth", "tea"]


async def test_folding(client: LanguageClient, game: Market) -> None:
    async with Open(client, game.play) as file:
        found = await client.text_document_folding_range_async(lsp.FoldingRangeParams(file.named))
        assert found is not None
        assert (0, 8) in [(one.start_line, one.end_line) for one in found]
        assert (4, 5) in [(one.start_line, one.end_line) for one in found]


async def test_format_changes_only_what_must_be_changed(client: LanguageClient, game: Market) -> None:
    options = lsp.FormattingOptions(2, True)
    async with Open(client, game.play, ("  shuffle deck", "  shuffle   deck"), ("end game", "end   game")) as file:
        params = lsp.DocumentFormattingParams(file.named, options)
        edits = await client.text_document_formatting_async(params)
        assert edits is not None
        assert "\n  move goods to deck\n  shuffle deck\n" in edited(file.text, edits)
        assert [edit.range.start.line for edit in edits][:2] == [2, 8]
    async with Open(client, game.play, ("  shuffle deck", "  shuffle shuffle")) as file:
        assert await client.text_document_formatting_async(lsp.DocumentFormattingParams(file.named, options)) is None


EFFECT = 'Write "drawn\'s effect(player)" instead of "drawn\'s effect"'


@pytest.mark.parametrize(
    ("name", "old", "new", "code", "title"),
    [
        ("play", "drawn's price", "drawn's prise", "R0201", 'Write "price" instead of "prise"'),
        ("play", "  shuffle deck", "  shufle deck", "R0104", 'Write "shuffle" instead of "shufle"'),
        ("play", "    drawn's effect(player)", "    drawn's effect", "R0302", EFFECT),
        ("goods", ", starts at north", "", "R0317", 'Write ", starts at north"'),
        ("variant", "was 5", "was 6", "R0604", 'Write "5" instead of "6"'),
        ("cards", "colour: red_goods", "colour: red_godos", "R0426", 'Write "red_goods" instead of "red_godos"'),
        ("scenario", "red's hand is [cloth]", "red's hand is [clot]", "R0201", 'Write "cloth" instead of "clot"'),
    ],
)  # fmt: skip
async def test_what_a_help_names_can_be_done(
    client: LanguageClient, game: Market, name: str, old: str, new: str, code: str, title: str
) -> None:
    async with Open(client, getattr(game, name), (old, new)) as file:
        (problem,) = await file.told(code)
        params = lsp.CodeActionParams(file.named, problem.range, lsp.CodeActionContext([problem]))
        found = await client.text_document_code_action_async(params)
        assert found is not None
        assert [one.title for one in found] == [title, f"Explain {code}"]
        assert isinstance(found[0], lsp.CodeAction)
        assert found[0].edit is not None
        assert found[0].edit.changes is not None
        assert edited(file.text, found[0].edit.changes[file.uri]) == getattr(game, name).read_text(encoding="utf-8")
        text = await client.workspace_execute_command_async(lsp.ExecuteCommandParams("rulewright.explain", [code]))
        assert f"{code}: " in str(text)


async def test_hints_say_what_a_variant_changes(client: LanguageClient, game: Market) -> None:
    everything = lsp.Range(lsp.Position(0, 0), lsp.Position(1000, 0))
    async with Open(client, game.goods) as file, Open(client, game.variant) as variant:
        found = await client.text_document_inlay_hint_async(lsp.InlayHintParams(file.named, everything))
        assert [(hint.label, hint.position) for hint in found or ()] == [
            ("⟵ rich: 9", file.at("begins_with", behind=True)),
        ]
        before = await client.text_document_inlay_hint_async(lsp.InlayHintParams(variant.named, everything))
        assert [hint.label for hint in before or ()] == ["was 3"]


# ---------------------------------------------------------------- house rules


HOUSE = 'variant my_rule "Mine"\n  change goal to 50 was 100\n'


async def test_a_house_rule_belongs_to_a_game_that_somebody_names(client: LanguageClient, tmp_path: Path) -> None:
    path = tmp_path / "my_rule.rules"
    path.write_text(HOUSE, encoding="utf-8")
    async with Open(client, path) as file:
        (asked,) = await file.told("R0007")
        params = lsp.CodeActionParams(file.named, asked.range, lsp.CodeActionContext([asked]))
        found = await client.text_document_code_action_async(params)
        pig = next(one for one in found or () if one.title == "This belongs to pig")
        assert isinstance(pig, lsp.CodeAction)
        assert pig.edit is not None
        assert pig.edit.changes is not None
        assert edited(file.text, pig.edit.changes[file.uri]) == "# game: pig\n" + HOUSE
        file.type(lsp.Position(0, 0), "# game: pig\n")
        await file.told()
    async with Open(client, path, text="# game: pig\n" + HOUSE.replace("goal", "gaol")) as file:
        await file.told("R0602")
    async with Open(client, path) as file:
        await file.told("R0007")
        settings = lsp.DidChangeConfigurationParams({"rulewright": {"game": "pig"}})
        client.workspace_did_change_configuration(settings)
        await file.told()
        client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams({"rulewright": {}}))
        await file.told("R0007")


async def test_a_house_rule_beside_a_game(client: LanguageClient, game: Market) -> None:
    path = game.folder.parent / "house.rules"
    path.write_text("variant house\n  change begins_with to 1\n", encoding="utf-8")
    async with Open(client, path) as file:
        await file.told()
        found = await client.text_document_definition_async(lsp.DefinitionParams(file.named, file.at("begins_with")))
        assert isinstance(found, lsp.Location)
        assert found.uri == game.goods.as_uri()
        client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams({"rulewright": {"game": "pig"}}))
        found = await client.text_document_definition_async(lsp.DefinitionParams(file.named, file.at("begins_with")))
        assert isinstance(found, lsp.Location)  # a setting is for rules of which nothing else says it
        client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams({"rulewright": {}}))


# ---------------------------------------------------------------- a rulebook


async def test_a_whole_rulebook(client: LanguageClient) -> None:
    """The largest one: a mistake is told, a name is renamed in all its files, and nothing else is touched."""
    folder = ROOT / "games" / "expensive-investments"
    path = folder / "rules" / "money.rules"
    async with Open(client, path) as file:
        await file.told()
        end = file.text.count("\n")
        file.type(lsp.Position(end, 0), "let too_much = no_such_thing + 1\n")
        (found,) = await file.told("R0201")
        assert found.range.start == lsp.Position(end, 15)
        file.type(lsp.Position(end, 0), "", lsp.Position(end + 1, 0))
        await file.told()
        texts = await renamed(client, file, "bank_money", "money_of_the_bank")
        assert len(texts) > 3
        before = {name: next(folder.glob(f"**/{name}")).read_text(encoding="utf-8") for name in texts}
        assert {name: text.replace("money_of_the_bank", "bank_money") for name, text in texts.items()} == before
        assert not any("bank_money" in line.split("#")[0] for text in texts.values() for line in text.split("\n"))


# ---------------------------------------------------------------- lines


@pytest.mark.parametrize("sign", ["\u2028", "\u0085", "\f"])
async def test_a_line_ends_where_editors_end_it(client: LanguageClient, game: Market, sign: str) -> None:
    """Python splits lines at signs that are letters for editors: what is typed below them goes to its place all the same."""
    changes = ("procedure play", f"# a{sign}b{sign}c\nprocedure play"), ("  shuffle deck", "  shuffle   deck")
    async with Open(client, game.play, *changes) as file:
        where = file.at("price")
        file.type(where, "x")
        (found,) = await file.told("R0201")
        assert found.range.start == where
        params = lsp.DocumentFormattingParams(file.named, lsp.FormattingOptions(2, True))
        edits = await client.text_document_formatting_async(params)
        assert edits is not None
        assert (file.at("  shuffle").line, "  shuffle deck\n") in [
            (one.range.start.line, one.new_text) for one in edits
        ]
