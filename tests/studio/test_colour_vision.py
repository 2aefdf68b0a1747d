"""Nothing is told apart by colour alone: what is drawn differs in form for people who see fewer colours, or none.

Chromium shows the page as these people see it. Each mark is then dark on light: marks of different meaning cover different
points of their squares.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.decisions import RULEBOOKS, loaded, people_of
from tests.support.sampling import EVERYTHING
from tests.support.serving import Served, served

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

NAMES = RULEBOOKS if EVERYTHING else ("dystopolis", "tycoon-india-1981")
VISIONS = ("deuteranopia", "protanopia", "tritanopia", "achromatopsia")
GRID = 16  # points of a mark that are compared, across and down
APART = 10  # points of them in which two marks differ at least

# Every mark beside a colour: of a seat, and of a member of a kind; each with what it means and where it is.
MARKS = """() => {
  const found = {};
  const put = (group, meaning, svg) => {
    svg.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = svg.getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (box.width < 10 || !there || !(svg.contains(there) || there.contains(svg))) return;
    (found[group] ??= {})[meaning] ??= { x: box.x, y: box.y, width: box.width, height: box.height };
  };
  for (const one of document.querySelectorAll("#left [data-player]")) put("player", one.dataset.player, one.querySelector("svg"));
  for (const one of document.querySelectorAll(".legend .entry, #left .pair-cell, #shelf .chip")) {
    const [kind, name] = (one.dataset.thing ?? ":").split(":"), svg = one.querySelector("svg");
    if (svg && kind !== "player") put(kind, name, svg);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("vision"), *NAMES) as found:
        yield found


def points_of(png: bytes) -> list[list[float]]:
    """The brightness of every point of a picture: truecolour of 8 bits, as browsers write it."""
    at, data, head = 8, b"", (0, 0, 0)
    while at < len(png):
        length, sort = struct.unpack(">I4s", png[at : at + 8])
        part = png[at + 8 : at + 8 + length]
        if sort == b"IHDR":
            wide, high, _, colours = struct.unpack(">IIBB", part[:10])
            head = (wide, high, 4 if colours == 6 else 3)
        elif sort == b"IDAT":
            data += part
        at += 12 + length
    wide, high, size = head
    raw, rows, before = zlib.decompress(data), [], bytearray(wide * size)
    for number in range(high):
        start = number * (wide * size + 1)
        line = _unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + wide * size]), before, size)
        rows.append([0.299 * line[i] + 0.587 * line[i + 1] + 0.114 * line[i + 2] for i in range(0, wide * size, size)])
        before = line
    return rows


def _unfiltered(way: int, line: bytearray, before: bytearray, size: int) -> bytearray:
    for i in range(len(line)):
        left, up, corner = (line[i - size] if i >= size else 0), before[i], (before[i - size] if i >= size else 0)
        guess = left + up - corner
        paeth = min((abs(guess - one), number, one) for number, one in enumerate((left, up, corner)))[2]
        line[i] = (line[i] + (0, left, up, (left + up) // 2, paeth)[way]) % 256
    return line


def form_of(rows: list[list[float]]) -> tuple[bool, ...]:
    """Which points of a mark's square are dark, compared with the middle between its lightest and its darkest point."""
    high, wide = len(rows), len(rows[0])
    taken = [rows[int((y + 0.5) * high / GRID)][int((x + 0.5) * wide / GRID)] for y in range(GRID) for x in range(GRID)]
    middle = (min(taken) + max(taken)) / 2
    return tuple(one < middle for one in taken)


def alike(page: Page, groups: dict[str, Any]) -> list[str]:
    """The pairs of marks of one group that cannot be told apart as the page looks now."""
    found = []
    for group, marks in groups.items():
        forms = {meaning: form_of(points_of(page.screenshot(clip=box))) for meaning, box in marks.items()}
        for one, other in combinations(forms, 2):
            if sum(a != b for a, b in zip(forms[one], forms[other], strict=True)) < APART:
                found.append(f"{group}: {one} and {other}")
    return found


ONE_FORM = """() => {
  for (const path of document.querySelectorAll("#left .seat-mark path")) path.setAttribute("d", "M3 3h18v18H3z");
  for (const text of document.querySelectorAll("#left .seat-mark text")) text.remove();
}"""


@pytest.mark.parametrize("name", NAMES)
def test_no_two_marks_look_alike(context: BrowserContext, studio: Served, name: str) -> None:
    names = people_of(loaded(name))
    links = studio.open_table(name, names, dict.fromkeys(names[1:], "random"), seed=5)
    page = context.new_page()
    page.goto(f"{studio.address}t/{links['seats'][0]['token']}")
    page.locator("#decision.mine .confirm").wait_for()
    groups = page.evaluate(MARKS)
    assert len(groups["player"]) == len(names), json.dumps(groups)
    assert sum(len(marks) for marks in groups.values()) > len(names)
    session = page.context.new_cdp_session(page)
    for vision in VISIONS:
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
        assert alike(page, groups) == [], vision
    page.evaluate(ONE_FORM)  # seats of one form, by colour alone: nobody can tell them apart now
    assert len([pair for pair in alike(page, groups) if pair.startswith("player: ")]) == len(
        list(combinations(names, 2))
    )
