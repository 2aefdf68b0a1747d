"""The settings that docs/editors.md gives for Neovim, in a Neovim: diagnostics, hover, rename, and a server that was killed.

Needs `nvim` 0.11 or newer; without one there is nothing to try.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.limits import PATIENCE
from tests.support.market import market

ROOT = Path(__file__).resolve().parents[2]
NVIM = os.environ.get("RULEWRIGHT_NVIM") or shutil.which("nvim")
SETTINGS = re.compile(r"```lua\n(.*?)```", re.DOTALL)


@pytest.mark.skipif(NVIM is None, reason="there is no nvim")
def test_neovim_with_the_settings_of_the_docs(tmp_path: Path) -> None:
    game = market(tmp_path / "market")
    text = game.goods.read_text(encoding="utf-8")
    game.goods.write_text(text.replace("is more than 7", "is more than sevn"), encoding="utf-8")
    [settings] = SETTINGS.findall((ROOT / "docs" / "editors.md").read_text(encoding="utf-8"))
    (tmp_path / "init.lua").write_text(settings, encoding="utf-8")
    found = _driven(tmp_path, game.goods)
    assert [(one["line"], one["code"]) for one in found["diagnostics"]] == [(16, "R0201")]
    assert "coins" in found["hover"]
    assert "number" in found["hover"]
    assert "keep money(player): number" in found["renamed"]
    assert {"goods.rules", "play.rules"} <= set(found["buffers"])  # every place is in the editor, to look at
    assert "coins" in found["on_disk"]  # and nothing is written
    assert found["again"]


def _driven(folder: Path, file: Path) -> dict[str, Any]:
    """What the script saw. The command is found as the settings name it."""
    assert NVIM is not None
    commands = folder / "bin"
    commands.mkdir()
    (commands / "rulewright").symlink_to(Path(sys.executable).with_name("rulewright"))
    state = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    out = folder / "out.json"
    given = {**os.environ, **state, "PATH": f"{commands}:{os.environ['PATH']}", "FILE": str(file), "OUT": str(out)}
    script = Path(__file__).with_name("neovim.lua")
    begin = f"lua vim.schedule(function() vim.cmd.luafile('{script}') end)"  # when Neovim has come up, as for a person
    words = [NVIM, "--headless", "-n", "-u", str(folder / "init.lua"), "-c", begin]
    ended = subprocess.run(words, env=given, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert out.exists(), ended.stderr
    found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    assert "late" not in found, found
    return found
