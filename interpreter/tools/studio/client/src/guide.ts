// The first five steps, one at a time, beside the game that was just begun: change a number, break a rule and mend it, add a card,
// write a test, let bots play. Each is ticked off by what happens, and the whole can be left at any time.

import { at, byId, make } from "./dom";

export type Happened = "saved" | "broken" | "mended" | "card" | "scenario" | "simulated";
interface Step { title: string; words: string; until: Happened[] }
const KEPT = "guide";

export const STEPS: Step[] = [
  { title: "Change a number", words: "Write another number in the marked line, then press Save. The table beside it replays under your rule.", until: ["saved"] },
  { title: "Break a rule and fix it", words: "Delete the = in that line and save: you are told what is wrong and where, and the table continues under the old rules. Put the = back and save again.", until: ["broken", "mended"] },
  { title: "Add a card", words: "Press + Cards at the left and give them a name. Then open the table with “As a table”, press + Card, and save.", until: ["card"] },
  { title: "Write a test", words: "Make a move at the table, then press Record from here: what you played becomes a scenario. It is run after every save.", until: ["scenario"] },
  { title: "Let bots play", words: "Open Balance, at the top, and let bots play 1,000 games: who wins, how long it takes, what nobody ever uses.", until: ["simulated"] },
];

export interface Progress { step: number; seen: Happened[] }

/** What comes of something that happened; other things than those that a step waits for change nothing. */
export function after(now: Progress, happened: Happened): Progress {
  const step = STEPS[now.step];
  const next = step?.until[now.seen.length];
  if (!step || next !== happened) return now;
  const seen = [...now.seen, happened];
  return seen.length === step.until.length ? { step: now.step + 1, seen: [] } : { step: now.step, seen };
}

export class Guide {
  private readonly box = make("section", { id: "guide", role: "status", "aria-label": "first steps" });
  private now: Progress;
  private broken = false;

  private constructor(private readonly game: string, now: Progress) {
    this.now = now;
    byId("top").append(this.box); // in a row of its own: it must not cover what it speaks of
    this.draw();
  }

  /** For a game that was just begun, and where the guide was left open. */
  static of(game: string, isNew: boolean): Guide | null {
    const kept = read();
    if (kept?.game === game) return new Guide(game, kept.now);
    if (!isNew || localStorage.getItem(`${KEPT}-skipped`)) return null;
    const guide = new Guide(game, { step: 0, seen: [] });
    guide.keep();
    return guide;
  }

  happened(what: Happened): void {
    this.now = after(this.now, what);
    this.keep();
    this.draw();
  }

  /** After a save: whether the rules could be read. */
  saved(isRead: boolean): void {
    if (!isRead) this.happened("broken");
    else if (this.broken) this.happened("mended");
    else this.happened("saved");
    this.broken = !isRead;
  }

  private keep(): void { localStorage.setItem(KEPT, JSON.stringify({ game: this.game, now: this.now })); }

  private end(): void {
    localStorage.setItem(`${KEPT}-skipped`, "yes");
    localStorage.removeItem(KEPT);
    this.box.remove();
  }

  private draw(): void {
    const step = STEPS[this.now.step];
    const dots = make("span", { class: "guide-dots", "aria-hidden": "true" }, ...STEPS.map((_, number) => make("i", { class: number < this.now.step ? "done" : number === this.now.step ? "now" : "" })));
    const leave = make("button", { type: "button", class: "pass", click: () => this.end() }, step ? "Skip the guide" : "Close");
    this.box.replaceChildren(make("div", { class: "guide-head" }, make("b", {}, step ? `${this.now.step + 1} of ${STEPS.length}: ${step.title}` : "You have made a game."), dots, leave),
      make("p", {}, step ? step.words : "From here on: write the rules you have in mind. Words, beside the table, has the language on one page.", step ? null : make("span", {}, " "), step ? null : make("a", { href: at("/") }, "All games")));
  }
}

interface Kept { game: string; now: Progress }
function read(): Kept | null {
  try { return JSON.parse(localStorage.getItem(KEPT) ?? "null") as Kept | null; } catch { return null; }
}

/** On the balance page: the last step is done. */
export function simulated(): void {
  const kept = read();
  if (kept) localStorage.setItem(KEPT, JSON.stringify({ ...kept, now: after(kept.now, "simulated") }));
}
