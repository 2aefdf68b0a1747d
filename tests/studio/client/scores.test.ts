// The end of a game: winners first, also where the least wins, with the others as near as they came.

import assert from "node:assert/strict";
import { test } from "node:test";

import { listed, ranked } from "../../../interpreter/tools/studio/client/src/scores";

const result = (winners: string[], scores: Record<string, number>): Parameters<typeof ranked>[0] => ({ winners, scores, sheet: {} });

test("the most points win", () => {
  assert.deepEqual(ranked(result(["bob"], { ann: 3, bob: 9, eve: 5 })), ["bob", "eve", "ann"]);
});

test("the fewest points win", () => {
  assert.deepEqual(ranked(result(["bob"], { ann: 91, bob: 20, eve: 75 })), ["bob", "eve", "ann"]);
});

test("a tie that something else decides leaves the winner first", () => {
  assert.deepEqual(ranked(result(["eve"], { ann: 9, bob: 4, eve: 9 })), ["eve", "ann", "bob"]);
});

test("everybody wins, or nobody", () => {
  assert.deepEqual(ranked(result(["ann", "bob"], { ann: 1, bob: 2 })), ["bob", "ann"]);
  assert.deepEqual(ranked(result([], { ann: 1, bob: 2 })), ["bob", "ann"]);
});

test("names in a sentence", () => {
  assert.deepEqual([[], ["Ann"], ["Ann", "Bob"], ["Ann", "Bob", "Eve"]].map(listed), ["", "Ann", "Ann and Bob", "Ann, Bob and Eve"]);
});
