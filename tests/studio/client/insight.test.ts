// The line of chances: from the first decision at the left to the last at the right, certainty at the top.

import assert from "node:assert/strict";
import { test } from "node:test";

import { percent, pointsOf } from "../../../interpreter/tools/studio/client/src/insight";

test("each player's chances as points of a drawing of 276 by 96", () => {
  const line = [{ after: 0, chances: [0.5, 0.5] }, { after: 3, chances: [0.25, 0.75] }, { after: 4, chances: [1, 0] }];
  assert.deepEqual(pointsOf(line, 0), [[0, 48], [207, 72], [276, 0]]);
  assert.deepEqual(pointsOf(line, 1), [[0, 48], [207, 24], [276, 96]]);
});

test("a chance in per cent", () => {
  assert.deepEqual([0, 0.333, 1].map(percent), ["0 %", "33 %", "100 %"]);
});
