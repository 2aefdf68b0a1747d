// A map as a drawing: where places without a position stand, and what becomes of a direction.

import assert from "node:assert/strict";
import { test } from "node:test";

import { MapDrawing, inHundreds, laidOut, nextWay } from "../../../interpreter/tools/studio/client/src/map_drawing";

test("places that nobody has placed stand in a circle, the others where they were", () => {
  assert.deepEqual([...laidOut(["a", "b"], new Map())], [["a", [50, 10]], ["b", [50, 90]]]);
  const found = laidOut(["a", "b", "c"], new Map([["a", [0, 0]], ["c", [100, 0]], ["gone", [7, 7]]]));
  assert.deepEqual(found.get("a"), [0, 0]);
  assert.deepEqual(found.get("b"), [50, -60]);
  assert.equal(found.has("gone"), false);
});

test("a small drawing is made larger, a large one stays", () => {
  assert.deepEqual([...inHundreds(new Map([["a", [-1, 0]], ["b", [1, 0.5]]]))], [["a", [-50, 0]], ["b", [50, 25]]]);
  assert.deepEqual([...inHundreds(new Map([["a", [5, 5]], ["b", [95, 50]]]))], [["a", [5, 5]], ["b", [95, 50]]]);
});

test("a direction goes from both ways to there, back and both again", () => {
  assert.deepEqual([nextWay(false, false), nextWay(true, false), nextWay(true, true)], ["there", "back", "both"]);
});

test("a map is known by its lists", () => {
  const map = "about: A map.\nplaces:\n  # first\n  - {id: a}\nconnections: []\n";
  assert.ok(MapDrawing.fits("map.yaml", map));
  assert.ok(!MapDrawing.fits("look.yaml", map));
  assert.ok(!MapDrawing.fits("cards.yaml", "rows:\n  - {id: a, places: b}\n"));
  assert.ok(!MapDrawing.fits("more.yaml", "places:\n  town:\n    a: [1, 2]\n"));
});
