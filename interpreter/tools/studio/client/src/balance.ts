// The balance page: many games between bots, two sides compared, a search for trouble; and any of these games to be watched.

import { simulated } from "./guide";
import { at, byId, make, ready, tell } from "./dom";
import { fetched } from "./transport";

interface Variant { name: string; title: string; chosen: boolean; why_not: string }
interface AboutBalance { title: string; table: string; owner: string; variants: Variant[]; people: number[]; usual: number; bots: string[]; most_games: number; most_seconds: number; most_minutes: number; reports: boolean }
interface Game { seed: number; outcome: string; decisions: number; rounds: number | null; fault: string | null; bots: string[]; winners: number[]; scores: (number | null)[] }
interface Finding { code: string; message: string; stack: string[]; players: number; seed: number; choices: number[]; text?: string }
interface Side { value: number; low: number; high: number }
interface Figure { name: string; share: boolean; clear: boolean; first: Side; second: Side }
interface Told {
  id: string; what: "report" | "simulate" | "compare" | "explore"; done: number; total: number; running: boolean; wrong: string; report: boolean; games?: Game[];
  result?: { findings?: Finding[]; decisions?: number; games?: number; sides?: string[]; figures?: Figure[]; wins?: number[]; intervals?: [number, number][]; bots?: string[]; finished?: number; faults?: number; endless?: number } | null;
}

const token = location.pathname.split("/").pop() ?? "";
const api = (what: string): string => `/api/b/${token}${what}`;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

class BalancePage {
  private job: Told | null = null;
  private variants: string[] = [];
  private readonly what = (): Told["what"] => (document.querySelector<HTMLInputElement>('[name="what"]:checked')?.value ?? "simulate") as Told["what"];

  constructor(private readonly about: AboutBalance) {
    localStorage.setItem(`owner:${about.table}`, about.owner);
    byId("title").textContent = about.title;
    document.title = `${about.title} · balance`;
    byId("edit").setAttribute("href", at(`/edit/${token}`));
    this.form();
    byId("stop").addEventListener("click", () => { if (this.job) void fetched(api(`/job/${this.job.id}/stop`), {}); });
  }

  private form(): void {
    const judged: [Told["what"], string][] = this.about.reports ? [["report", "Is it a good game? Fair, skilful, the right length, close, all of it used"]] : [];
    const sorts: [Told["what"], string][] = [...judged, ["simulate", "Simulate: who wins, how long, what is chosen"], ["compare", "Compare two sides"], ["explore", "Explore: look for trouble"]];
    const field = (words: string, input: HTMLElement, only = ""): HTMLElement => make("label", { class: "field", "data-only": only }, make("span", {}, words), input);
    byId("form").replaceChildren(make("form", { id: "wanted", submit: (event) => { event.preventDefault(); void this.run(); } },
      make("fieldset", {}, make("legend", {}, "What should be measured?"), ...sorts.map(([name, words], number) =>
        make("label", {}, make("input", { type: "radio", name: "what", value: name, checked: number === 0, change: () => this.show() }), ` ${words}`))),
      this.variantsOf("Variants", "variants"), this.variantsOf("Against these", "against"),
      field("Players", make("select", { name: "players" }, ...this.about.people.map((one) => make("option", { value: one, selected: one === this.about.usual }, String(one)))), "report simulate compare"),
      field("Minutes", make("input", { type: "number", name: "minutes", min: 1, max: this.about.most_minutes, value: 2 }), "report"),
      field("Bots", make("select", { name: "bot" }, make("option", { value: "" }, this.about.reports ? "the strongest that fit a minute" : "greedy where quick, else random"), ...this.about.bots.map((one) => make("option", { value: one }, one))), "simulate compare"),
      field("Games", make("input", { type: "number", name: "games", min: 1, max: this.about.most_games, value: 200 }), "simulate compare"),
      field("Seconds", make("input", { type: "number", name: "seconds", min: 1, max: this.about.most_seconds, value: 30 }), "explore"),
      field("Seed", make("input", { type: "number", name: "seed", min: 0, value: 0 }), "report simulate compare"),
      make("div", { class: "foot" }, make("button", { type: "submit", class: "confirm", id: "begin" }, "Begin"))));
    this.show();
  }

  private variantsOf(words: string, name: string): HTMLElement | null {
    if (!this.about.variants.length) return null;
    return make("details", { "data-only": name === "against" ? "compare" : "" , open: name === "against" }, make("summary", {}, words),
      ...this.about.variants.map((one) => make("label", {}, make("input", { type: "checkbox", name, value: one.name, checked: name === "variants" && one.chosen }), ` ${one.title}`)));
  }

  private show(): void {
    for (const part of document.querySelectorAll<HTMLElement>("[data-only]")) {
      const only = part.dataset["only"] ?? "";
      part.hidden = only !== "" && !only.split(" ").includes(this.what());
    }
  }

  private async run(): Promise<void> {
    const form = new FormData(byId("wanted") as HTMLFormElement);
    const number = (name: string): number => Math.trunc(Number(form.get(name)));
    this.variants = form.getAll("variants").map(String);
    const wanted = { what: this.what(), variants: this.variants, against: form.getAll("against").map(String), players: number("players"), bot: String(form.get("bot")),
      games: number("games"), seconds: number("seconds"), minutes: number("minutes"), seed: number("seed") };
    try {
      this.job = await fetched<Told>(api("/run"), wanted);
      byId("begin").toggleAttribute("disabled", true);
      byId("results").replaceChildren();
      const lasts = wanted.what === "explore" ? wanted.seconds * 1000 : wanted.what === "report" ? wanted.minutes * 60_000 : null;
      const until = Date.now() + (lasts ?? 0);
      while (this.job.running) {
        this.progress(this.job, lasts === null ? null : 1 - Math.max(0, until - Date.now()) / lasts);
        await new Promise((later) => window.setTimeout(later, 500));
        this.job = await fetched<Told>(api(`/job/${this.job.id}`));
      }
      this.finished(this.job);
    } catch (error) { tell(error instanceof Error ? error.message : "The server does not answer."); }
    byId("progress").hidden = true;
    byId("begin").toggleAttribute("disabled", false);
  }

  private progress(job: Told, share: number | null): void {
    byId("progress").hidden = false;
    const bar = byId("bar") as HTMLProgressElement;
    const now = share ?? (job.total ? job.done / job.total : null);
    if (now === null) bar.removeAttribute("value"); else bar.value = now;
    byId("far").textContent = share !== null ? `${Math.round(share * 100)} % of the time` : job.total ? `${job.done} of ${job.total} games` : "beginning…";
  }

  // ---- what came out
  private finished(job: Told): void {
    const place = byId("results");
    place.replaceChildren();
    if (job.wrong) place.append(make("p", { class: "red" }, job.wrong));
    if (job.what === "simulate" && job.result) place.append(this.wins(job));
    if (job.what === "report" || job.what === "simulate") simulated();
    if (job.what === "compare" && job.result?.figures) place.append(this.figures(job));
    if (job.what === "explore" && job.result) place.append(this.findings(job));
    if (job.what === "report" && job.report) place.append(this.pageOf(job, "judged"));
    else if (job.report) place.append(make("details", { open: true }, make("summary", {}, "Figures"), this.pageOf(job, null)));
    if (job.games?.length) place.append(this.games(job.games));
  }

  private pageOf(job: Told, kind: string | null): HTMLElement {
    return make("iframe", { class: kind, src: api(`/job/${job.id}/report`), title: "the report's figures", sandbox: "" });
  }

  private wins(job: Told): HTMLElement {
    const { wins = [], intervals = [], bots = [], finished = 0, faults = 0, endless = 0 } = job.result ?? {};
    return make("section", {}, make("h2", {}, `${finished} games finished${faults ? `, ${faults} with a rule that went wrong` : ""}${endless ? `, ${endless} without an end` : ""}`),
      make("table", { class: "numbers" }, make("tr", {}, ...["seat", "bot", "wins", "share", "95 % interval"].map((name) => make("th", { scope: "col" }, name))),
        ...wins.map((count, seat) => make("tr", {}, make("th", { scope: "row" }, String(seat + 1)), make("td", {}, bots[seat] ?? ""), make("td", {}, String(count)),
          make("td", {}, percent(finished ? count / finished : 0)), make("td", {}, `${percent(intervals[seat]?.[0] ?? 0)} – ${percent(intervals[seat]?.[1] ?? 0)}`)))));
  }

  private figures(job: Told): HTMLElement {
    const [one = "", other = ""] = job.result?.sides ?? [];
    const figures = [...job.result?.figures ?? []].sort((a, b) => Number(b.clear) - Number(a.clear)).slice(0, 40);
    const said = (figure: Figure, value: number): string => figure.share ? percent(value) : value.toFixed(2);
    const side = (figure: Figure, at: Side): HTMLElement => make("td", {}, `${said(figure, at.value)} `, make("small", {}, `${said(figure, at.low)} – ${said(figure, at.high)}`));
    const clear = figures.filter((figure) => figure.clear).length;
    return make("section", {}, make("h2", {}, clear ? `${clear} ${clear > 1 ? "figures differ" : "figure differs"} more than by chance` : "No figure differs more than it could by chance"),
      make("table", { class: "numbers" }, make("tr", {}, ...["figure", one, other].map((name) => make("th", { scope: "col" }, name))),
        ...figures.map((figure) => make("tr", { class: figure.clear ? "clear" : null }, make("th", { scope: "row" }, figure.name), side(figure, figure.first), side(figure, figure.second)))));
  }

  private findings(job: Told): HTMLElement {
    const found = job.result?.findings ?? [];
    return make("section", {}, make("h2", {}, found.length ? `${found.length} findings in ${job.result?.games ?? 0} games` : `Nothing was found in ${job.result?.games ?? 0} games with ${job.result?.decisions ?? 0} decisions`),
      make("ol", { class: "findings" }, ...found.map((one) => make("li", {}, make("b", {}, one.message), make("small", {}, ` ${one.code}, after ${one.choices.length} decisions of ${one.players} players`),
        make("button", { type: "button", class: "pass", click: () => void this.watch({ seed: one.seed, players: one.players, choices: one.choices, variants: this.variants }, false) }, "Sit down before it")))));
  }

  private games(games: Game[]): HTMLElement {
    const rows = games.map((game, number) => make("tr", { class: game.outcome === "finished" ? null : "red" }, make("th", { scope: "row" }, String(number + 1)),
      make("td", {}, game.outcome === "finished" ? game.winners.length ? `seat ${game.winners.join(", ")}` : "nobody" : game.fault ?? game.outcome),
      make("td", {}, game.scores.every((score) => score === null) ? "" : game.scores.map((score) => score ?? "–").join(" · ")), make("td", {}, String(game.decisions)), make("td", {}, String(game.seed)),
      make("td", {}, make("button", { type: "button", class: "pass", "aria-label": `watch game ${number + 1}`, click: () => void this.watch({ seed: game.seed, bots: game.bots, variants: this.variants }, true) }, "Watch"))));
    return make("section", {}, make("h2", {}, "Games"), make("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": "games" },
      make("table", { class: "numbers" }, make("tr", {}, ...["", "won by", "scores", "decisions", "seed", ""].map((name) => make(name ? "th" : "td", name ? { scope: "col" } : {}, name))), ...rows)));
  }

  private async watch(wanted: Record<string, unknown>, bots: boolean): Promise<void> {
    try {
      const links = await fetched<{ table: string; owner: string; watch: string; seats: { token: string }[] }>(api("/watch"), wanted);
      localStorage.setItem(`owner:${links.table}`, links.owner);
      window.open(at(bots ? `/t/${links.watch}#watch` : `/t/${links.seats[0]?.token ?? links.watch}`), "_blank", "noopener");
    } catch (error) { tell(error instanceof Error ? error.message : "The server does not answer."); }
  }
}

fetched<AboutBalance>(api("")).then((about) => new BalancePage(about)).catch((error: unknown) => {
  byId("title").textContent = error instanceof Error ? error.message : "The server does not answer.";
}).finally(ready);
