"""One mistake hides no other: what stands around a declaration that cannot be read is read and checked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from interpreter.source import Diagnostic
from interpreter.tools.check.problems import problems
from tests.support.bad_cases import BAD, expected
from tests.support.frame import FRAME, case_files, findings, lay_out, variants_in
from tests.support.sampling import sampled

RULES = """\
procedure play
  wurst
  repeat 2 times
    each player
      turn(player)

procedure turn(player
  take_it(player)

let goal = 100
let half = goall / 2 rounded up
let third = = 3
let sixth = third / 2 rounded up + quux
"""
VARIANT = """\
variant broken "Broken"
  change goal to 50 was
  after turn
    pig(player)
  before turn
    let x = nobodys_name
"""


def found(folder: Path) -> list[str]:
    return [f"{one.span.line}:{one.span.column} {one.code}" for one in errors(folder) if one.span is not None]


def errors(folder: Path) -> list[Diagnostic]:
    return [one for one in problems(folder) if one.severity == "error"]


def small(folder: Path, rules: str, variant: str = "") -> Path:
    files = {"game.yaml": "title: Small\nplayers: {min: 2, max: 2}\n", "rules/play.rules": rules}
    if variant:
        files["variants/broken.rules"] = variant
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_what_stands_around_a_mistake_is_checked(tmp_path: Path) -> None:
    """`turn` and `third` cannot be read, so nobody is told that they are unknown."""
    wanted = ["2:3 R0206", "7:15 R0111", "11:12 R0201", "12:13 R0101", "13:36 R0201"]
    assert found(small(tmp_path, RULES)) == wanted


def test_what_stands_around_a_mistake_in_a_variant_is_checked(tmp_path: Path) -> None:
    rules = "let goal = 100\nprocedure play\n  each player\n    turn(player)\nprocedure turn(player)\n  player wins\n"
    assert found(small(tmp_path, rules, VARIANT)) == ["2:24 R0112", "4:5 R0206", "6:13 R0201"]


def test_a_mistake_in_the_rules_does_not_hide_those_of_variants_and_scenarios(tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "game", {"rules/more.rules": "let a = = 1\n", "scenarios/a.scenario": "scenari\n"})
    (folder / "variants" / "slow.rules").write_text("variant slow\n  change nothing_like_it to 3\n", encoding="utf-8")
    assert {Path(one.span.source.path).name for one in errors(folder) if one.span} == {
        "more.rules", "a.scenario", "slow.rules",
    }  # fmt: skip


def test_a_lost_mechanic_takes_along_what_is_made_with_it(tmp_path: Path) -> None:
    rules = (
        "mechanic auction\n  blank minimum: number\n  procedure auction(player)\n    = player\n\n"
        'auction sale\n  minimum: 3\n\nprocedure play\n  each player\n    sale(player)\n  announce "{sale_minimum}"\n'
    )
    assert found(small(tmp_path, rules)) == ["4:5 R0101"]


def test_a_mistake_has_no_others_behind_it(tmp_path: Path) -> None:
    """A stray sign at the end of any line of a game with one of everything: that line is told, and nothing else."""
    lines = [(path, number) for path in sorted(FRAME.rglob("*.rules"))
             for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
             if line.strip() and not line.lstrip().startswith("#")]  # fmt: skip
    for path, number in sampled(lines, 6, "lost lines"):
        text = path.read_text(encoding="utf-8").split("\n")
        text[number - 1] += " ? ?"
        folder = lay_out(tmp_path / f"{path.stem}{number}", {path.relative_to(FRAME).as_posix(): "\n".join(text)})
        told = [(Path(one.span.source.path).name, one.span.line) for one in errors(folder) if one.span is not None]
        assert told == [(path.name, number)], text[number - 1]


# ---------------------------------------------------------------- declarations that can be read and are wrong

WITNESS = {"rules/zz_witness.rules": "procedure zz_witness\n  let it = nobodys_name\n"}
SEEN = ("rules/zz_witness.rules", 2, 12, "R0201")
LAST = ("R10", "R0507")  # found in rules in which every name and type is right
ENDS_ALL = {
    "R0004_path.manifest.yaml", "R0006_not_there.manifest.yaml",  # a file of rules is missing
    "R0609_excluded",  # variants that exclude each other are not checked together
}  # fmt: skip
DECLARATION = re.compile("(keep|let|procedure|action|free action|option|kind|cards|places) ")
TYPE = re.compile(r"(?<=[(:] )[a-z_]+|(?<=\()[a-z_]+|(?<=, )[a-z_]+(?=[,)])|(?<=gives )[a-z]+|(?<=of )[a-z_]+")


def test_no_case_hides_a_mistake_elsewhere(tmp_path: Path) -> None:
    """Whatever is wrong in a declaration, a table or the manifest: a wrong name in some procedure is told beside it."""
    cases = [case for case in BAD if case.name not in ENDS_ALL]
    for number, case in enumerate(sampled(cases, 30, "witness")):
        files = case_files(case)
        folder = lay_out(tmp_path / str(number), {**WITNESS, **files})
        told = sorted(places(findings(folder, variants_in(files)), folder))
        wanted = [place for place in expected(files) if not place[3].startswith(LAST)]
        assert told == sorted([*wanted, SEEN]), case.name


def test_who_uses_a_wrong_declaration_is_not_blamed(tmp_path: Path) -> None:
    """Each declaration of the frame once doubled and once with a kind that is not there: it is told, and nothing else."""
    wrong = [(path, number, how) for path in sorted((FRAME / "rules").glob("*.rules"))
             for number, line in enumerate(path.read_text(encoding="utf-8").split("\n")) if DECLARATION.match(line)
             for how in ("doubled", "no kind")]  # fmt: skip
    for path, number, how in sampled(wrong, 16, "wrong declarations"):
        lines = path.read_text(encoding="utf-8").split("\n")
        if how == "doubled":
            rest = lines[number + 1 :]
            end = number + 1 + next((at for at, line in enumerate(rest) if line[:1].strip()), len(rest))
            lines, allowed = [*lines[:end], *lines[number:end], *lines[end:]], range(end + 1, 2 * end - number + 1)
        elif lines[number].startswith(("kind", "option")) or not TYPE.search(lines[number]):
            continue
        else:
            lines[number], allowed = TYPE.sub("nobodys_kind", lines[number], count=1), range(number + 1, number + 2)
        folder = lay_out(tmp_path / f"{path.stem}{number}{how}", {f"rules/{path.name}": "\n".join(lines)})
        told = places(findings(folder, []), folder)
        assert {(place[0], place[1] in allowed) for place in told} == {(f"rules/{path.name}", True)}, told


def places(found: Iterable[Diagnostic], folder: Path) -> list[tuple[str, int, int, str]]:
    return [
        (Path(one.span.source.path).relative_to(folder).as_posix(), one.span.line, one.span.column, one.code)
        for one in found
        if one.span is not None
    ]


def test_what_a_doubled_procedure_and_a_law_without_a_place_say_is_checked(tmp_path: Path) -> None:
    rules = """\
procedure play
  each player
    turn(player)

procedure turn(player)
  let gain = 3
  player scores gain

procedure turn(player)
  player scores wurst

after trun
  player scores gain
  player scores quux
"""
    assert found(small(tmp_path, rules)) == ["9:11 R0202", "10:17 R0201", "12:7 R0602", "14:17 R0201"]


def test_a_manifest_that_cannot_be_read_hides_nothing(tmp_path: Path) -> None:
    folder = small(tmp_path, "procedure play\n  wurst\n")
    (folder / "game.yaml").write_text("title: Small\nplayers: {min: 2, max: 2}\nabot: x\n", encoding="utf-8")
    assert found(folder) == ["3:1 R0410", "2:3 R0206"]
