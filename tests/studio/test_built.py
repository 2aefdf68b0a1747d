"""The pages that are shipped are what the sources beside them give."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.limits import PATIENCE

STUDIO = Path(__file__).parents[2] / "interpreter" / "tools" / "studio"
BUILT = ("lobby", "table", "edit", "balance", "playtest")


def test_the_built_pages_are_from_these_sources() -> None:
    """`npm run build` in interpreter/tools/studio/client writes both."""
    sources = sorted((STUDIO / "client" / "src").glob("*.ts"))
    text = "\n".join(f"{file.name}\n{file.read_text(encoding='utf-8')}" for file in sources)
    assert hashlib.sha256(text.encode()).hexdigest() == (STUDIO / "static" / "built-from.txt").read_text().strip()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources beside what they are built with: RULEWRIGHT_PAGES names the folder into which `npm ci` fetched that, as
    .ci/run does; else it may lie where `npm ci` puts it for whoever works on the pages."""
    sources = STUDIO / "client"
    fetched = Path(os.environ.get("RULEWRIGHT_PAGES", sources)) / "node_modules"
    if (shutil.which("node") is None or not fetched.is_dir()) and "RULEWRIGHT_PAGES" not in os.environ:
        pytest.skip("node, or what `npm ci` fetches, is not on this machine")
    found = tmp_path_factory.mktemp("client")
    shutil.copytree(sources / "src", found / "src")
    for name in ("package.json", "tsconfig.json"):
        shutil.copy(sources / name, found)
    (found / "node_modules").symlink_to(fetched.resolve())
    return found


def test_building_again_gives_the_same_pages(client: Path, tmp_path: Path) -> None:
    """Byte for byte."""
    build = str(json.loads((client / "package.json").read_text(encoding="utf-8"))["scripts"]["build"])
    words = build.partition(" && ")[0].replace("--outdir=../static", f"--outdir={tmp_path}").split()
    command = [
        str(client / "node_modules" / ".bin" / words[0]),
        *words[1:],
        "--preserve-symlinks",
        "--log-level=warning",
    ]
    subprocess.run(command, cwd=client, check=True, timeout=PATIENCE)
    for name in BUILT:
        assert (tmp_path / f"{name}.js").read_bytes() == (STUDIO / "static" / f"{name}.js").read_bytes(), name
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(f"{name}.js" for name in BUILT)


def test_the_sources_keep_to_their_types(client: Path) -> None:
    words = [str(client / "node_modules" / ".bin" / "tsc"), "--noEmit", "--preserveSymlinks"]
    found = subprocess.run(words, cwd=client, check=False, capture_output=True, text=True, timeout=PATIENCE)
    assert found.returncode == 0, found.stdout


ABOUT: dict[str, object] = {
    "table": "t", "title": "T", "role": "seat", "you": None, "players": [], "variants": [], "kinds": {}, "pauses": "off",
    "has_rules": False, "practice": False,
}  # fmt: skip
FIT = "This page and the server do not fit together: "
MESSAGES: list[tuple[str, object, str]] = [
    ("pictureOf", {"moments": 3, "you": None, "added": 1}, ""),
    ("pictureOf", {"request": {"format": 1}}, ""),
    ("pictureOf", {"request": {"format": 2}}, "The server speaks format 2, this page 1. Reload the page."),
    ("pictureOf", {"log": None}, FIT + "log is null, not array. Reload the page."),
    ("pictureOf", {"you": 3}, FIT + "you is number, not string or null. Reload the page."),
    ("pictureOf", [], FIT + "the message is array, not object. Reload the page."),
    ("aboutOf", ABOUT, ""),
    ("aboutOf", {**ABOUT, "players": "ann"}, FIT + "players is string, not array. Reload the page."),
    ("aboutOf", {"table": "t"}, FIT + "title is undefined, not string. Reload the page."),
]


def test_a_message_of_another_shape_is_refused_in_words(client: Path, tmp_path: Path) -> None:
    words = [str(client / "node_modules" / ".bin" / "esbuild"), "src/border.ts", "--bundle", "--format=esm"]
    subprocess.run(
        [*words, f"--outfile={tmp_path / 'border.mjs'}", "--log-level=warning"],
        cwd=client,
        check=True,
        timeout=PATIENCE,
    )
    script = """
        import * as border from "./border.mjs";
        const said = ([name, message]) => { try { border[name](message); return ""; } catch (error) { return error.message; } };
        console.log(JSON.stringify(JSON.parse(process.argv[2]).map(said)));
    """
    (tmp_path / "run.mjs").write_text(script, encoding="utf-8")
    run = ["node", "run.mjs", json.dumps([[name, message] for name, message, _ in MESSAGES])]
    found = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert json.loads(found.stdout) == [said for _, _, said in MESSAGES]


def test_the_client_by_its_own_tests(client: Path, tmp_path: Path) -> None:
    """`tests/studio/client/*.test.ts` under `node --test`."""
    sources = sorted(map(str, (Path(__file__).parent / "client").glob("*.test.ts")))
    bundle = [
        str(client / "node_modules" / ".bin" / "esbuild"), *sources, "--bundle", "--platform=node", "--format=esm",
        "--out-extension:.js=.mjs", f"--outdir={tmp_path}", "--log-level=warning",
    ]  # fmt: skip
    subprocess.run(bundle, cwd=client, check=True, timeout=PATIENCE)
    words = ["node", "--test", *map(str, sorted(tmp_path.glob("*.mjs")))]
    found = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert found.returncode == 0, found.stdout


def test_no_page_has_script_in_it() -> None:
    for page in (STUDIO / "static").glob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert text.count("<script") == text.count('<script src="/static/')
        assert re.search(r"\son[a-z]+=", text) is None


GENERAL = {
    "mark",
    "note",
    "refused",
    "said",
    "here",
    "step",
    "strip",
}  # words that several pages have for different things
ALONE = re.compile(r"\.([\w-]+)(::?[\w-]+(\([^)]*\))?)*")


def styled_alone(text: str) -> set[str]:
    """Find the classes that a style sheet styles wherever they stand: `.step span` counts, `.steps .step` does not."""
    rules = re.findall(r"([^{}]+)\{[^{}]*\}", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    firsts = [re.split(r"[\s>+~]", one.strip())[0] for rule in rules for one in rule.split(",")]
    return {found[1] for one in firsts if (found := ALONE.fullmatch(one))}


@pytest.mark.parametrize("page", ["edit", "playtest"])
def test_what_all_pages_share_styles_no_class_of_one_page(page: str) -> None:
    """Every page has studio.css: a general class there changed what another page calls by the same word."""
    sheets = {name: (STUDIO / "static" / f"{name}.css").read_text(encoding="utf-8") for name in ("studio", page)}
    assert styled_alone(sheets["studio"]) & GENERAL == set()
    assert styled_alone(sheets["studio"]) & styled_alone(sheets[page]) == set()
