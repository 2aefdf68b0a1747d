// The log: one line per act with who, what and how much; folded by turn, the set-up folded away; a click shows the table as it was.

import { type Act, acts, followed, headline, plain, whoOf } from "./acts";
import { drawn, make } from "./dom";
import type { Happening, Said } from "./forms";

const LONGEST = 400;
const FOLLOWING = 4; // lines of what followed an act, before the others are folded
const OPEN = 3; // turns that are not folded

export interface Telling { marks: Record<string, string>; players: string[]; since: number; first: number; goTo(moment: number): void }

function line(act: Act, telling: Telling): HTMLElement[] {
  const { words, rest } = headline(act), who = whoOf(act);
  const fresh = telling.first + act.number + act.more.length + act.rest.length >= telling.since;
  const more = followed(rest, telling.players);
  const last = act.more.at(-1) ?? act.first, only = [act.first, ...act.more].every((one) => one.only);
  const moment = last.kind === "decision" ? last.after + 1 : last.after;
  const begins = who && words.startsWith(who) ? [make("b", { class: "name" }, who), words.slice(who.length)] : [words];
  const shown = more.length > FOLLOWING + 1 ? more.slice(0, FOLLOWING) : more, folded = more.slice(shown.length);
  const button = make("button", { type: "button", class: fresh ? "act fresh" : "act", "data-moment": moment, click: () => telling.goTo(moment) },
    who ? drawn(telling.marks[`player:${who}`] ?? "") : null, ...begins, only ? make("i", {}, " (the only choice)") : null,
    ...shown.map((words) => make("small", {}, words)));
  return folded.length ? [button, make("details", { class: "more-of" }, make("summary", {}, `and ${folded.length} more`), ...folded.map((words) => make("small", {}, words)))] : [button];
}

/** The newest first; an old turn is one line until it is opened. */
export function drawLog(place: HTMLElement, log: Happening[], said: Said[], telling: Telling): void {
  const lately = log.slice(-LONGEST);
  const found = acts(lately);
  const turns: { who: string; acts: Act[] }[] = [];
  for (const act of found) {
    const who = whoOf(act), last = turns.at(-1);
    if (last && last.who === who) last.acts.push(act); else turns.push({ who, acts: [act] });
  }
  const shown: HTMLElement[] = [];
  for (const [number, turn] of [...turns.entries()].reverse()) {
    const rows = turn.acts.map((act) => line(act, telling)).reverse().flat();
    const until = turns[number + 1]?.acts[0]?.first.after ?? Infinity, from = turn.acts[0]?.first.after ?? 0;
    const words = said.filter((one) => one.after >= from && one.after < until).map((one) => make("p", { class: "said" }, make("b", {}, `${one.who}: `), one.words)).reverse();
    if (turns.length - number <= OPEN && !(turn.who === "" && number === 0)) { shown.push(...words, ...rows); continue; }
    const title = turn.who ? `${turn.who}: ${turn.acts.length} ${turn.acts.length === 1 ? "act" : "acts"}` : number === 0 ? "Set-up" : turn.acts[0]?.first.text ?? "";
    if (turn.acts.length === 1 && turn.who) shown.push(...words, ...rows);
    else shown.push(...words, make("details", { class: "turn-of" }, make("summary", {}, title), ...rows));
  }
  place.replaceChildren(...shown);
}

const LATELY = 3; // lines above a question

/** What happened since this player decided last, besides passing: the latest of what others did, of what was announced, and of what
 * it brought them. */
export function latelyOf(log: Happening[], you: string | null): HTMLElement | null {
  const told = log.slice(-LONGEST), own = told.map((one) => one.kind === "decision" && one.who === you).lastIndexOf(true);
  const concerns = (one: Happening): boolean => one.kind === "announce" || (one.kind !== "decision" && you !== null && ` ${one.text} `.includes(` ${you} `));
  const lines = acts(told.slice(Math.max(0, own))).flatMap((act) => {
    const { words, rest } = headline(act), who = whoOf(act);
    const head = who && who !== you && act.first.text !== `${who} passes` ? [words] : who ? [] : [act.first].filter(concerns).map((one) => plain(one.text));
    return [...head, ...rest.filter(concerns).map((one) => plain(one.text))];
  });
  return lines.length ? make("p", { class: "lately" }, ...lines.slice(-LATELY).map((line) => make("span", {}, line))) : null;
}
