// What comes from the server is let in, or refused with words that say what to do.

import assert from "node:assert/strict";
import { test } from "node:test";

import { aboutOf, pictureOf } from "../../../interpreter/tools/studio/client/src/border";
import { keyOf } from "../../../interpreter/tools/studio/client/src/forms";
import { FORMAT } from "../../../interpreter/tools/studio/client/src/table_json";

const ABOUT = {
  table: "t", title: "T", role: "seat", you: null, players: [], variants: [], kinds: {}, pauses: "off", has_rules: false, practice: false,
};
const refused = (words: RegExp) => (error: unknown): boolean => error instanceof Error && words.test(error.message);

test("a part of a picture is let in as it is", () => {
  const part = { moments: 3, you: null };
  assert.equal(pictureOf(part), part);
});

test("what the server adds is let through", () => {
  assert.doesNotThrow(() => pictureOf({ moments: 3, brand_new: ["anything"] }));
  assert.doesNotThrow(() => aboutOf({ ...ABOUT, brand_new: 1 }));
});

test("a field of another sort is named with what it should be", () => {
  assert.throws(() => pictureOf({ moments: "3" }), refused(/moments is string, not number\. Reload the page\.$/));
  assert.throws(() => pictureOf({ you: 3 }), refused(/you is number, not string or null\./));
  assert.throws(() => pictureOf({ log: {} }), refused(/log is object, not array\./));
});

test("what is no message at all is refused", () => {
  for (const found of [null, [], "text", 7, undefined]) assert.throws(() => pictureOf(found), refused(/the message is/));
});

test("a question of another format asks for a new page", () => {
  assert.doesNotThrow(() => pictureOf({ request: { format: FORMAT } }));
  assert.throws(() => pictureOf({ request: { format: FORMAT + 1 } }), refused(/speaks format .* Reload the page\.$/));
});

test("about a table nothing may be missing", () => {
  for (const name of Object.keys(ABOUT)) {
    const { [name as keyof typeof ABOUT]: _, ...rest } = ABOUT;
    if (name === "has_rules") continue;
    assert.throws(() => aboutOf(rest), refused(new RegExp(`${name} is undefined`)));
  }
});

test("things of different kinds with one name have different keys", () => {
  const city = { kind: "city", name: "pune" }, player = { kind: "player", name: "pune" };
  assert.notEqual(keyOf(city as never), keyOf(player as never));
});
