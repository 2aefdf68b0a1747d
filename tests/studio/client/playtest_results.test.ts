// What is worth a stop on the walk through a table, and how times and deadlines read.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deadlineWords } from "../../../interpreter/tools/studio/client/src/mail";
import { isWorthAStop, plural, seconds } from "../../../interpreter/tools/studio/client/src/playtest_results";

test("coming and leaving alone are no stop", () => {
  assert.equal(isWorthAStop({ usual: null, marks: [{ kind: "came" }, { kind: "left" }] }), false);
  assert.equal(isWorthAStop({ usual: null, marks: [{ kind: "came" }, { kind: "note" }] }), true);
  assert.equal(isWorthAStop({ usual: 2, marks: [] }), true);
});

test("times and numbers in words", () => {
  assert.deepEqual([seconds(0.2), seconds(1.4), seconds(20), seconds(125)], ["1 second", "1 second", "20 seconds", "2 min 5 s"]);
  assert.deepEqual([plural(1, "try", "tries"), plural(2, "try", "tries"), plural(0, "note")], ["1 try", "2 tries", "0 notes"]);
});

test("a deadline in words", () => {
  assert.equal(deadlineWords(null, null), "");
  assert.equal(deadlineWords(1, "bot"), "If somebody does not answer for 1 hour, a bot decides once.");
  assert.equal(deadlineWords(48, "vote"), "If somebody does not answer for 48 hours, the others vote whether a bot decides once.");
});
