// The border: what comes from the server has the outer shape that the page counts on, or the page says what is wrong with it.

import type { About, Picture } from "./forms";
import { FORMAT } from "./table_json";

// The compiler wants every name here; what the server only adds is let through, as `format` promises.
const PICTURE: Record<keyof Picture, string> = {
  you: "string null", request: "object null", waiting_for: "string null", secret: "boolean", over: "boolean", result: "object null",
  moments: "number", trouble: "string", parts: "object", log: "array", log_from: "number", colours: "object", marks: "object", texts: "object",
  groups: "object", same: "array", gone: "boolean", ended: "string", patches: "object", here: "array", said: "array", asks_back: "string", again: "string", renamed: "boolean",
};
const ABOUT: Record<keyof About, string> = {
  table: "string", title: "string", role: "string", you: "string null", players: "array", variants: "array", kinds: "object",
  pauses: "string", has_rules: "boolean", practice: "boolean",
};

const sortOf = (value: unknown): string => value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

function expect(name: string, value: unknown, sorts: string): void {
  const is = sortOf(value);
  if (sorts.split(" ").includes(is)) return;
  throw new Error(`This page and the server do not fit together: ${name} is ${is}, not ${sorts.replace(" ", " or ")}. Reload the page.`);
}

function checked(found: unknown, sorts: Record<string, string>, partial: boolean): void {
  expect("the message", found, "object");
  const fields = found as Record<string, unknown>;
  for (const [name, sort] of Object.entries(sorts)) if (!partial || name in fields) expect(name, fields[name], sort);
}

/** All of a picture, or what has changed of it. */
export function pictureOf<Shape extends Partial<Picture>>(found: unknown): Shape {
  checked(found, PICTURE, true);
  const picture = found as Shape;
  if (picture.request && picture.request.format !== FORMAT) {
    throw new Error(`The server speaks format ${String(picture.request.format)}, this page ${FORMAT}. Reload the page.`);
  }
  return picture;
}

export function aboutOf(found: unknown): About {
  checked(found, ABOUT, false);
  return found as About;
}
