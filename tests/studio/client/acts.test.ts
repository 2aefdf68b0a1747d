// The log: what one player does without anything in between is one line.

import assert from "node:assert/strict";
import { test } from "node:test";

import { acts, followed, headline, lastly } from "../../../interpreter/tools/studio/client/src/acts";
import type { Happening } from "../../../interpreter/tools/studio/client/src/forms";

const decided = (who: string, text: string, after: number): Happening => ({ kind: "decision", text, after, who });
const lines = (log: Happening[]): string[] => acts(log).map((act) => headline(act).words);

test("a choice that completes another stands in its line", () => {
  const log = [decided("ann", "ann: Build", 0), decided("ann", "ann chooses Pune", 1), decided("ann", "ann chooses 2", 2)];
  assert.deepEqual(lines(log), ["ann: Build · Pune · 2"]);
});

test("another way, passing, another player and what happens begin a line of their own", () => {
  const log: Happening[] = [
    decided("ann", "ann: Build", 0), decided("ann", "ann: Sell", 1), decided("ann", "ann passes", 2), decided("bob", "bob chooses Pune", 3),
    { kind: "gain", text: "bob gains 1 point", after: 4 }, decided("bob", "bob chooses Goa", 4),
  ];
  assert.deepEqual(lines(log), ["ann: Build", "ann: Sell", "ann passes", "bob chooses Pune", "bob chooses Goa"]);
});

test("what the rules say of an act stands for its answers", () => {
  const log: Happening[] = [
    decided("ann", "ann: Build", 0), decided("ann", "ann chooses Pune", 1), { kind: "announce", text: "ann builds a port in Pune", after: 2 },
    { kind: "pay", text: "ann pays 3 coins", after: 2 },
  ];
  assert.deepEqual(lines(log), ["ann builds a port in Pune"]);
  assert.deepEqual(acts(log).map((act) => headline(act).rest.map((one) => one.text)), [["ann pays 3 coins"]]);
});

test("a card that was chosen and then moved is one line, a payment is none", () => {
  const log: Happening[] = [
    decided("ann", "ann chooses bob", 0), { kind: "pay", text: "ann pays 3 coins to bob", after: 1, who: "ann" },
    decided("bob", "bob chooses six of hearts", 1), { kind: "move", text: "bob plays six of hearts", after: 2 }, { kind: "move", text: "eve takes the trick: six of hearts", after: 2 },
  ];
  assert.deepEqual(lines(log), ["ann chooses bob", "bob plays six of hearts"]);
});

test("lines that begin alike are one", () => {
  const log: Happening[] = [
    { kind: "gain", text: "ann gains 1 gem (red)", after: 1, who: "ann" }, { kind: "gain", text: "ann gains 1 gem (blue)", after: 1, who: "ann" },
    { kind: "gain", text: "bob gains 1 gem (blue)", after: 1, who: "bob" }, { kind: "move", text: "Prosperity card: Europe", after: 1 },
    { kind: "move", text: "Prosperity card: Africa", after: 1 }, { kind: "announce", text: "The year ends", after: 1 },
  ];
  assert.deepEqual(followed(log, ["ann"]), ["ann gains 1 gem (red), 1 gem (blue)", "Bob gains 1 gem (blue)", "Prosperity card: Europe, Africa", "The year ends"]);
});

test("a game that no score decides says why it is over", () => {
  const drop = decided("ann", "ann chooses e", 8), four: Happening = { kind: "announce", text: "four in a row", after: 9 };
  assert.equal(lastly([decided("bob", "bob chooses d", 7), drop, four], ["ann", "bob"]), "Four in a row.");
  assert.equal(lastly([drop, { ...four, text: "the wolf eats you all!" }, { kind: "out", text: "ann is out of the game", after: 9 }], ["ann"]), "The wolf eats you all!");
});

test("where the rules give no reason it is the last act, and nothing is made up", () => {
  const log: Happening[] = [decided("ann", "ann: Buy", 3), decided("ann", "ann chooses mine", 4), { kind: "pay", text: "ann pays 2 gems", after: 5 }];
  assert.equal(lastly(log, ["ann"]), "The last act was ann's: Buy · mine.");
  const told: Happening[] = [decided("ann", "ann chooses e", 8), { kind: "announce", text: "round 3", after: 9 }, { kind: "pay", text: "ann pays 1", after: 9 }];
  assert.equal(lastly(told, ["ann"]), "The last act: ann chooses e.");
  assert.equal(lastly([], ["ann"]), "");
});
