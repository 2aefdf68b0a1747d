// What a playtest has brought, for the host: its tables, the time line of each with the table at every moment, report and export.

import { at, byId, make, tell } from "./dom";
import { fetched, wordsOf } from "./transport";

interface Table {
  id: string; number: number; side: string; opened: string; players: string[]; seats: string[]; over: boolean; hidden: boolean; winners: string[];
  decisions: number; answers: number; minutes: number | null; rules: string; differs: number | null; notes: number; tried: number; hesitations: number;
}
interface Results { name: string; game: string; title: string; people: number; tables: Table[] }
interface Mark { kind: string; mood: string; who: string; seat: number; at: number; words: string; undone: boolean }
interface Step { answers: number; who: string; seat: number | null; rule: string; choice: string; prompt: string; seconds: number | null; usual: number | null; marks: Mark[] }
interface Walk extends Table { playtest: string; steps: Step[] }
interface Job { id: string; running: boolean; done: number; total: number; wrong: string; report: boolean }

const SLOW = 400, OFTEN = 700; // milliseconds
const BRIEF = ["came", "left"]; // marks that alone do not make a moment worth a stop
export const plural = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;
export const seconds = (found: number): string => found < 90 ? plural(Math.max(1, Math.round(found)), "second") : `${Math.floor(found / 60)} min ${Math.round(found % 60)} s`;

/** A moment at which something was written, tried or taken back, or somebody hesitated. */
export const isWorthAStop = (step: Pick<Step, "usual"> & { marks: Pick<Mark, "kind">[] }): boolean => step.usual !== null || step.marks.some((one) => !BRIEF.includes(one.kind));

const show = (...children: (HTMLElement | null)[]): void => byId("page").replaceChildren(...children.filter((one): one is HTMLElement => one !== null));
const card = (...children: (HTMLElement | string | null)[]): HTMLElement => make("section", { class: "sheet-card" }, ...children);
const link = (path: string, words: string): HTMLElement => make("a", { class: "pass", href: at(path) }, words);

// ---- all tables
export async function results(id: string): Promise<void> {
  const found = await fetched<Results>(`/api/host/playtests/${id}/tables`);
  document.title = `${found.name}: results`;
  byId("page").className = "wide";
  const report = make("div", { "aria-live": "polite" });
  const write = make("button", { type: "button", class: "confirm", click: () => void reported(id, write, report) }, "Write the report");
  show(make("div", { class: "lobby-head" }, make("h1", {}, found.name, " ", make("small", {}, found.title)), link("/playtests", "All playtests")),
    make("p", {}, `${plural(found.people, "person", "people")} came, ${plural(found.tables.length, "table")}.`),
    card(make("h2", {}, "What it says"), make("p", {}, "The report says how long games took, whether the seats are equal, what was never used and what people misunderstood, beside what bots do. Bots play for half a minute first."), make("div", { class: "foot" }, write), report),
    found.tables.length ? make("ul", { class: "playtest-list" }, ...found.tables.map((one) => listed(id, one))) : card(make("p", {}, "Nobody has played yet.")),
    found.tables.length ? card(make("h2", {}, "Take it along"), make("p", {}, "Everything recorded as tables for a spreadsheet, and each game that is over as a save and a scenario."),
      make("div", { class: "foot" }, link(`/api/host/playtests/${id}/export?format=csv`, "As CSV"), link(`/api/host/playtests/${id}/export?format=parquet`, "As Parquet"))) : null);
}

function listed(id: string, one: Table): HTMLElement {
  const counts = [plural(one.decisions, "decision"), one.minutes === null ? "" : `${one.minutes} min`, plural(one.notes, "note"), one.hesitations ? plural(one.hesitations, "hesitation") : "", one.tried ? plural(one.tried, "refused try", "refused tries") : ""];
  return make("li", { class: "sheet-card" }, make("h2", {}, `Table ${one.number}`, one.side ? make("small", {}, ` ${one.side}`) : null),
    make("p", {}, one.players.join(", ")), make("p", { class: "hint" }, one.over ? `${one.winners.join(" and ") || "Nobody"} won.` : one.hidden ? "Still running." : "It has no end."),
    make("p", { class: "counts" }, ...counts.filter(Boolean).map((words) => make("span", {}, words))),
    one.rules ? make("p", { class: "hint" }, `Rules since then: ${one.rules}`) : null,
    make("div", { class: "foot" }, make("a", { class: "confirm", href: at(`/playtests/${id}/${one.id}`) }, "Walk through it")));
}

async function reported(id: string, button: HTMLButtonElement, into: HTMLElement): Promise<void> {
  button.disabled = true;
  try {
    let job = await fetched<Job>(`/api/host/playtests/${id}/report`, {});
    while (job.running) {
      into.replaceChildren(make("p", { class: "hint" }, job.total ? `Bots are playing: ${job.done} of ${job.total}.` : "Bots are playing."));
      await new Promise((go) => window.setTimeout(go, OFTEN));
      job = await fetched<Job>(`/api/host/playtests/${id}/report/${job.id}`);
    }
    if (!job.report) throw new Error(job.wrong || "The report could not be written.");
    const address = at(`/api/host/playtests/${id}/report/${job.id}/page`);
    into.replaceChildren(make("p", {}, make("a", { class: "pass", href: address, target: "_blank" }, "Open it as a page of its own")), make("iframe", { class: "report-frame", title: "the report", src: address }));
  } catch (error) { into.replaceChildren(); tell(wordsOf(error)); }
  button.disabled = false;
}

// ---- one table, moment by moment
export async function walk(id: string, table: string): Promise<void> {
  const found = await fetched<Walk>(`/api/host/playtests/${id}/tables/${table}`);
  document.title = `${found.playtest}: table ${found.number}`;
  byId("page").className = "wide walk";
  new Walking(id, found).begin();
}

class Walking {
  private now = 0;
  private timer = 0;
  private readonly rows: HTMLElement[] = [];
  private readonly stops: number[];
  private readonly frame = make("iframe", { class: "table-frame", title: "the table at this moment" });
  private readonly where = make("span", { class: "hint", "aria-live": "polite" });
  private readonly prompt = make("p", { class: "own-words asked" });
  private readonly eyes: HTMLSelectElement;

  constructor(private readonly id: string, private readonly found: Walk) {
    this.stops = found.steps.flatMap((step, number) => isWorthAStop(step) ? [number] : []);
    const seats = found.hidden ? [] : found.players.map((name, seat) => make("option", { value: seat }, `As ${name} saw it`));
    this.eyes = make("select", { "aria-label": "whose view", change: () => this.draw() }, make("option", { value: "" }, "As spectators saw it"), make("option", { value: "asked" }, "As the player saw it whose turn it was"), ...seats);
    if (!found.hidden) this.eyes.value = "asked"; else this.eyes.disabled = true;
  }

  begin(): void {
    const { found } = this;
    const only = make("input", { type: "checkbox", change: () => this.list.classList.toggle("only-stops", only.checked) });
    const many = found.steps.length > 40 && this.stops.length > 0;
    only.checked = many;
    this.list.classList.toggle("only-stops", many);
    show(make("div", { class: "lobby-head" }, make("h1", {}, `Table ${found.number} `, make("small", {}, `${found.playtest}${found.side ? `, ${found.side}` : ""}`)), link(`/playtests/${this.id}`, "All tables")),
      make("p", {}, `${found.players.join(", ")}. ${found.over ? `${found.winners.join(" and ") || "Nobody"} won after ${plural(found.decisions, "decision")}.` : found.hidden ? "The game still runs: you see what people wrote, and the table as spectators do. Close the playtest to see everything." : "The game has no end."}`),
      found.rules ? make("p", { class: "rules-since" }, `The rules have changed since then: ${found.rules.replace(/^changed; /, "")}`) : null,
      this.strip(),
      make("div", { class: "walk-columns" },
        make("section", { class: "moments" }, make("div", { class: "moments-head" }, make("h2", {}, "Time line"), make("label", { class: "only" }, only, "only moments with notes, hesitations and tries")), this.list),
        make("section", { class: "seen" }, make("div", { class: "seen-head" },
          make("button", { type: "button", class: "pass", "aria-label": "the moment before", click: () => this.go(this.now - 1) }, "‹"), make("button", { type: "button", class: "pass", "aria-label": "the next moment", click: () => this.go(this.now + 1) }, "›"),
          make("button", { type: "button", class: "confirm", disabled: !this.stops.length, click: () => this.next() }, "Next mark"), this.eyes, this.where), this.prompt, this.frame)));
    this.list.append(...found.steps.map((step, number) => this.row(step, number)));
    this.go(this.stops[0] ?? 0, false);
  }

  private readonly list = make("ol", { class: "time-line" });

  private row(step: Step, number: number): HTMLElement {
    const last = number === this.found.steps.length - 1;
    const what = step.who ? [make("b", {}, step.who), ` ${step.rule}: ${step.choice}`] : [make("b", {}, last ? "The table as it is" : `After ${plural(step.answers, "answer")}`)];
    const time = step.seconds === null ? null : make("span", { class: step.usual === null ? "took" : "took slow" }, step.usual === null ? seconds(step.seconds) : `hesitated ${seconds(step.seconds)}, usual ${seconds(step.usual)}`);
    const marks = step.marks.map((one) => make("li", { class: `did did-${one.kind}` }, make("b", {}, one.who), ` ${one.kind === "note" ? (one.mood && one.mood !== one.words ? `(${one.mood}) ` : "") : ""}`, make("span", {}, one.words), one.undone ? make("small", {}, " (this moment was taken back later)") : null));
    const differs = this.found.differs === step.answers ? make("span", { class: "differs" }, "Under the present rules the game differs from here") : null;
    const button = make("button", { type: "button", class: "step-button", click: () => this.go(number) }, ...what, time);
    const row = make("li", { class: isWorthAStop(step) || differs ? "stop" : "", value: number + 1 }, button, differs, marks.length ? make("ul", { class: "marks" }, ...marks) : null);
    this.rows[number] = row;
    return row;
  }

  /** The whole game at a glance: how long each decision took, and where the marks are. */
  private strip(): HTMLElement {
    const most = Math.max(...this.found.steps.map((step) => step.seconds ?? 0), 1);
    const bars = this.found.steps.map((step, number) => make("span", { class: `bar${step.usual !== null ? " slow" : ""}${step.marks.some((one) => one.kind === "note") ? " has-note" : ""}${step.marks.some((one) => one.kind === "refused") ? " has-try" : ""}`, style: `--h:${Math.round(100 * Math.sqrt((step.seconds ?? 0) / most))}%`, click: () => this.go(number) }));
    return make("div", { class: "strip", "aria-hidden": "true" }, ...bars);
  }

  private next(): void {
    const following = this.stops.find((stop) => stop > this.now) ?? this.stops[0];
    if (following !== undefined) this.go(following);
  }

  private go(number: number, scroll = true): void {
    this.rows[this.now]?.removeAttribute("aria-current");
    this.now = Math.max(0, Math.min(number, this.found.steps.length - 1));
    const row = this.rows[this.now];
    row?.setAttribute("aria-current", "step");
    if (scroll) row?.scrollIntoView({ block: "nearest" });
    document.querySelectorAll(".strip .bar").forEach((bar, at) => bar.classList.toggle("here", at === this.now));
    this.where.textContent = `Moment ${this.now + 1} of ${this.found.steps.length}`;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.draw(), this.frame.hasAttribute("src") ? SLOW / 2 : 0);
  }

  private draw(): void {
    const step = this.found.steps[this.now];
    if (!step) return;
    this.prompt.textContent = step.who ? `${step.who} is asked: ${step.prompt}` : "";
    const seat = this.eyes.value === "asked" ? step.seat : this.eyes.value;
    this.frame.setAttribute("src", at(`/api/host/playtests/${this.id}/tables/${this.found.id}/seen/${step.answers}${seat === null || seat === "" ? "" : `?seat=${seat}`}`));
  }
}
