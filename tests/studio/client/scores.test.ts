// The end of a game: winners first, also where the least wins, with the others as near as they came.

import assert from "node:assert/strict";
import { test } from "node:test";

import { decided, listed, ranked } from "../../../interpreter/tools/studio/client/src/scores";

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

test("why somebody won: how far ahead, and what made the most of it", () => {
  const sheet = { Towns: { ann: 12, bob: 4 }, Money: { ann: 3, bob: 9 }, Points: { ann: 15, bob: 13 } };
  assert.equal(decided({ winners: ["ann"], scores: { ann: 15, bob: 13 }, sheet }), "15 to bob's 13. Most of it came from Towns: 12 to 4.");
  assert.equal(decided(result(["bob"], { ann: 91, bob: 20 })), "20 to ann's 91.");
});

test("a tie is decided by what comes after the score", () => {
  const sheet = { Points: { ann: 15, bob: 15 }, Coins: { ann: 2, bob: 7 } };
  assert.equal(decided({ winners: ["bob"], scores: { ann: 15, bob: 15 }, sheet }), "Level at 15; decided by Coins: 7 to ann's 2.");
});

test("where several win, or there is one player, nothing is said of a lead", () => {
  assert.equal(decided(result(["ann", "bob"], { ann: 4, bob: 4 })), "");
  assert.equal(decided(result(["ann"], { ann: 4 })), "");
});
