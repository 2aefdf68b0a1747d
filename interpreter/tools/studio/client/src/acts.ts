// The log by acts: one for each thing that somebody does, with who, what and how much.

import { sentence } from "./dom";
import type { Happening } from "./forms";

export interface Act { first: Happening; more: Happening[]; rest: Happening[]; number: number } // `more`: what the same player chose next, with nothing in between

/** The happenings in acts: decisions with all that follows them, or what happens without one. What a player chooses to complete a
 * choice, such as a place after "Build", belongs to the same act. */
export function acts(log: Happening[]): Act[] {
  const found: Act[] = [];
  for (const [number, one] of log.entries()) {
    const last = found.at(-1);
    if (last && completes(one, last)) last.more.push(one);
    else if (one.kind === "decision" || !last) found.push({ first: one, more: [], rest: [], number });
    else last.rest.push(one);
  }
  return found;
}

/** A way that is chosen from a menu, or passing, begins an act of its own. */
function completes(one: Happening, last: Act): boolean {
  return one.kind === "decision" && last.first.kind === "decision" && !last.rest.length && last.first.who === one.who && one.text.startsWith(`${one.who} chooses `);
}

export const whoOf = (act: Act): string => act.first.kind === "decision" ? act.first.who ?? "" : "";

/** What the act was: if the rules say it themselves, in their words. */
export function headline(act: Act): { words: string; rest: Happening[] } {
  const who = whoOf(act);
  const chosen = [act.first, ...act.more].map((one) => answer(one.text, who));
  const said = who ? act.rest.filter((one) => one.text.startsWith(`${who} `)) : [];
  const told = said.find((one) => one.kind === "announce") ?? said.find((one) => one.kind === "move" && chosen.some((words) => one.text.endsWith(` ${words}`)));
  if (told) return { words: plain(told.text), rest: act.rest.filter((one) => one !== told) };
  return { words: plain([act.first.text, ...act.more.map((one) => answer(one.text, who))].join(" · ")), rest: act.rest };
}

/** What followed, in as few words: lines that begin alike are one. */
export function followed(rest: Happening[], players: string[] = []): string[] {
  const found: { begins: string; ends: string[] }[] = [];
  for (const one of rest) {
    const begins = (one.who && ["gain", "pay"].includes(one.kind) ? /^\S+ \S+ / : /^[^:]+: /).exec(one.text)?.[0] ?? "";
    const last = found.at(-1);
    if (begins && last?.begins === begins) last.ends.push(one.text.slice(begins.length)); else found.push({ begins, ends: [one.text.slice(begins.length)] });
  }
  return found.map((one) => sentence(plain(one.begins + one.ends.join(", ")), players));
}

/** Numbers below nought with the sign that people write. */
export const plain = (words: string): string => words.replace(/(^|[\s(])-(?=\d)/g, "$1−");

/** What was chosen, without who chose it. */
function answer(words: string, who: string): string {
  return words.startsWith(`${who} chooses `) ? words.slice(who.length + 9) : words;
}

/** Why a game is over that no score decides: the reason that the rules told at the end, else what was done last. */
export function lastly(log: Happening[], players: string[]): string {
  const last = acts(log).at(-1);
  if (!last) return "";
  const end = last.rest.filter((one) => one.kind !== "out").at(-1); // who is out of the game follows from the reason
  if (end?.kind === "announce") return `${sentence(plain(end.text), players)}.`.replace(/([.!?])\.$/, "$1");
  const { words } = headline(last), who = whoOf(last);
  if (!who) return "";
  return words.startsWith(`${who}: `) ? `The last act was ${who}'s: ${words.slice(who.length + 2)}.` : `The last act: ${words}.`;
}
