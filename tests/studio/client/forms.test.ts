// What the edit page's forms compute without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { wanted } from "../../../interpreter/tools/studio/client/src/arriving";
import { columnsOf } from "../../../interpreter/tools/studio/client/src/card_table";
import { placeOf } from "../../../interpreter/tools/studio/client/src/files";
import { STEPS, after, type Happened } from "../../../interpreter/tools/studio/client/src/guide";
import { ago } from "../../../interpreter/tools/studio/client/src/history";
import { edited } from "../../../interpreter/tools/studio/client/src/scenarios";
import { linkTo } from "../../../interpreter/tools/studio/client/src/share";
import { matching, wordBefore } from "../../../interpreter/tools/studio/client/src/suggesting";

test("what was found is written in the place of what was expected", () => {
  const edit = (line: number, column: number, end: number, text: string) => ({ file: "f", line, column, end_line: line, end_column: end, text });
  assert.equal(edited("a is 1\nb is 2\n", [edit(1, 1, 7, "a is 3"), edit(2, 6, 7, "é4")]), "a is 3\nb is é4\n");
  assert.equal(edited("😀 is 1\n", [edit(1, 6, 7, "2")]), "😀 is 2\n");
});

test("an uploaded file goes where it belongs", () => {
  assert.equal(placeOf("my rules.rules"), "rules/my_rules.rules");
  assert.equal(placeOf("../deck.yaml"), "cards/deck.yaml");
  assert.equal(placeOf("Towers 2.csv"), "Towers_2.csv");
  assert.equal(placeOf("t.scenario"), "scenarios/t.scenario");
});

test("words are offered that begin with what is typed, then those that hold it", () => {
  const words = ["goal", "money", "gold", "my_goal"].map((name) => ({ name, sort: "" }));
  assert.equal(wordBefore("player gains go", 15), "go");
  assert.deepEqual(matching(words, "go").map((one) => one.name), ["goal", "gold", "my_goal"]);
  assert.deepEqual(matching(words, ""), []);
});

test("a table shows declared columns, and what the rows have besides", () => {
  const column = (name: string, required = false) => ({ name, type: "text", choices: [], required });
  const rows = [{ line: 1, cells: { id: "a", note: "x" } }];
  assert.deepEqual(columnsOf([column("id", true), column("text"), column("cost")], rows).map((one) => one.name), ["id", "cost", "note"]);
});

test("what an address asks for", () => {
  assert.deepEqual(wanted(new URL("https://a.b/c/#share=aB-_9")), { packed: "aB-_9" });
  assert.deepEqual(wanted(new URL("https://a.b/?game=pig")), { game: "pig" });
  assert.deepEqual(wanted(new URL("https://a.b/?game=https://x.y/z.zip")), { zip: "https://x.y/z.zip" });
  assert.deepEqual(wanted(new URL("https://a.b/#share=<script>")), {});
  assert.equal(linkTo("https://a.b/#old", "x"), "https://a.b/#share=x");
});

test("the guide goes on by what happens, in order", () => {
  let now = { step: 0, seen: [] as Happened[] };
  now = after(now, "card");
  assert.deepEqual(now, { step: 0, seen: [] });
  for (const what of ["saved", "mended", "broken", "mended", "card", "scenario", "simulated"] as Happened[]) now = after(now, what);
  assert.equal(now.step, STEPS.length);
  assert.deepEqual(after(now, "saved"), now);
});

test("how long ago", () => {
  const now = new Date(2026, 0, 2, 12, 0);
  assert.equal(ago(new Date(2026, 0, 2, 11, 59, 50), now), "just now");
  assert.equal(ago(new Date(2026, 0, 2, 11, 30), now), "30 min ago");
  assert.equal(ago(new Date(2026, 0, 2, 9, 0), now), "3 h ago");
});
