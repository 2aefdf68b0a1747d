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

/** By how much a single winner was ahead, and of what: the line of the sheet that made the most of it. */
export function decided(result: ResultJson): string {
  const [first = "", second] = ranked(result), of = (name: string): number => result.scores[name] ?? 0;
  if (result.winners.length !== 1 || second === undefined) return "";
  const ahead = Math.abs(of(first) - of(second)), least = of(first) < of(second);
  const told = `${number(of(first))} to ${second}'s ${number(of(second))}`;
  const total = totalOf(result);
  const parts = Object.entries(result.sheet).slice(0, total < 0 ? undefined : total);
  const lead = parts.map(([title, column]) => ({ title, by: ((column[first] ?? 0) - (column[second] ?? 0)) * (least ? -1 : 1), column })).sort((one, other) => other.by - one.by)[0];
  if (ahead === 0) {
    const tie = Object.entries(result.sheet).slice(total + 1).find(([, column]) => column[first] !== column[second]);
    return tie ? `Level at ${number(of(first))}; decided by ${tie[0]}: ${number(tie[1][first] ?? 0)} to ${second}'s ${number(tie[1][second] ?? 0)}.` : `Level at ${number(of(first))}.`;
  }
  if (parts.length < 2 || !lead || lead.by <= 0) return `${told}.`;
  return `${told}. Most of it came from ${lead.title}: ${number(lead.column[first] ?? 0)} to ${number(lead.column[second] ?? 0)}.`;
}

const number = (value: number | undefined): string => value === undefined ? "" : String(value).replace("-", "−");

/** Which line of the sheet is the score; -1 if none. */
const totalOf = (result: ResultJson): number => {
  const names = Object.keys(result.scores);
  return Object.values(result.sheet).findIndex((column) => names.every((name) => column[name] === result.scores[name]));
};

/** A line of the sheet that is the score is the score; what comes after it breaks ties. */
export function scores(result: ResultJson, marks: Record<string, string>): HTMLElement | string {
  const order = ranked(result), sheet = Object.entries(result.sheet);
  if (!order.length) return "";
  const total = totalOf(result);
  const row = ([title, column]: [string, Record<string, number>], kind: string | null): HTMLElement =>
    make("tr", { class: kind }, make("th", { scope: "row" }, title), ...order.map((name) => make("td", {}, number(column[name]))));
  const before = total < 0 ? sheet : sheet.slice(0, total), after = total < 0 ? [] : sheet.slice(total + 1);
  return make("div", { class: "scores-of" }, make("table", { class: "scores" },
    make("tr", {}, make("td"), ...order.map((name) => make("th", { scope: "col", class: result.winners.includes(name) ? "won" : null }, drawn(marks[`player:${name}`] ?? ""), name))),
    ...before.map((one) => row(one, null)), row([sheet[total]?.[0] ?? "Score", result.scores], "total"), ...after.map((one) => row(one, "after"))));
}
