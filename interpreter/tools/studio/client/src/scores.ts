// The end of a game: who won and by how much, and what the points are made of.

import { drawn, make } from "./dom";
import type { ResultJson } from "./table_json";

/** Ann, Bob and Cyd. */
export const listed = (names: string[]): string => names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;

/** Winners first, then the others as near as they came: where the least wins, from below. */
export function ranked(result: ResultJson): string[] {
  const names = Object.keys(result.scores), of = (name: string): number => result.scores[name] ?? 0;
  const won = names.filter((name) => result.winners.includes(name)), rest = names.filter((name) => !result.winners.includes(name));
  const least = won.length > 0 && rest.length > 0 && Math.max(...won.map(of)) < Math.min(...rest.map(of));
  const better = (one: string, other: string): number => least ? of(one) - of(other) : of(other) - of(one);
  return [...won.sort(better), ...rest.sort(better)];
}

/** A line of the sheet that is the score is the score; what comes after it breaks ties. */
export function scores(result: ResultJson, marks: Record<string, string>): HTMLElement | string {
  const order = ranked(result), sheet = Object.entries(result.sheet);
  if (!order.length) return "";
  const total = sheet.findIndex(([, column]) => order.every((name) => column[name] === result.scores[name]));
  const number = (value: number | undefined): string => value === undefined ? "" : String(value).replace("-", "−");
  const row = ([title, column]: [string, Record<string, number>], kind: string | null): HTMLElement =>
    make("tr", { class: kind }, make("th", { scope: "row" }, title), ...order.map((name) => make("td", {}, number(column[name]))));
  const before = total < 0 ? sheet : sheet.slice(0, total), after = total < 0 ? [] : sheet.slice(total + 1);
  return make("div", { class: "scores-of" }, make("table", { class: "scores" },
    make("tr", {}, make("td"), ...order.map((name) => make("th", { scope: "col", class: result.winners.includes(name) ? "won" : null }, drawn(marks[`player:${name}`] ?? ""), name))),
    ...before.map((one) => row(one, null)), row([sheet[total]?.[0] ?? "Score", result.scores], "total"), ...after.map((one) => row(one, "after"))));
}
