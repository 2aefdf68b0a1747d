// A table: the stream of what this seat may know, the decision, the time line. Nothing here knows a game.

import { BoardView } from "./board";
import { aboutOf, pictureOf } from "./border";
import { Decision, type Given } from "./decision";
import { byId, fetched, make, tell } from "./dom";
import { type About, type Happening, type Links, type Picture, keyOf } from "./forms";

const PARTS = ["facts", "sheet", "held", "board", "shelf", "own"] as const;
const PAUSES = {
  short: "This table sometimes pauses for a few seconds, so that nobody can tell from the time whether a player was asked something in secret.",
  real: "This table sometimes pauses for as long as its players usually think, so that nobody can tell from the time whether a player was asked something in secret.",
};
const SEAM = '<g class="part'; // where every part of a board begins; the server cuts there, too
const token = location.pathname.split("/").pop() ?? "";
const api = (what: string): string => `/api/t/${token}${what}`;

/** Large parts of which only some pieces are different: cut at their seams, the new pieces put in. */
function patched(parts: Record<string, string>, patches: Record<string, [number, string][]>): Record<string, string> {
  return Object.fromEntries(Object.entries(patches).map(([name, patch]) => {
    const pieces = (parts[name] ?? "").split(SEAM);
    for (const [number, piece] of patch) pieces[number] = piece;
    return [name, pieces.join(SEAM)];
  }));
}

class Page {
  private now: Picture | null = null; // what the server said last
  private past: Picture | null = null; // an earlier moment that is looked at
  private decision: Decision | null = null;
  private readonly board = new BoardView(byId("board"));
  private marks = new Map<string, string>(); // how everything looked when this seat last decided
  private before = new Map<string, string>(); // how it looked at the moment before, on the time line
  private since = 0; // entries of the log that there were then
  private sending = false;
  private playing = 0; // the timer of the time line, while it plays
  private watches = location.hash === "#watch"; // begins at the beginning
  private answered = ""; // the question that was answered last: until the next comes, it is not put again
  private colours: Record<string, string> = {};

  constructor(private readonly about: About) {
    byId("title").textContent = about.title;
    document.title = about.you ? `${about.title} · ${about.you}` : about.title;
    byId("seat").textContent = about.you ?? "spectator";
    byId("pauses").hidden = about.pauses === "off";
    byId("pauses").textContent = about.pauses === "off" ? "" : PAUSES[about.pauses];
    this.listen();
    this.wire();
  }

  // ---- the stream
  private listen(): void {
    const source = new EventSource(api("/stream"));
    source.addEventListener("message", (event) => {
      let message: Partial<Picture>;
      try { message = pictureOf(JSON.parse(event.data as string)); } catch (error) { message = { ended: String((error as Error).message) }; }
      if (message.ended) { source.close(); this.end(message.ended); } else this.receive(message);
    });
    source.addEventListener("open", () => { byId("offline").hidden = true; });
    source.addEventListener("error", () => { byId("offline").hidden = false; if (source.readyState === EventSource.CLOSED) void this.refused(); });
  }

  /** The server does not want to send anything any more, and says why. */
  private end(words: string): void {
    byId("offline").textContent = words;
    byId("offline").hidden = false;
  }

  private async refused(): Promise<void> {
    try {
      const response = await fetch(api("/stream"));
      if (response.ok) { await response.body?.cancel(); location.reload(); return; }
      this.end(((await response.json()) as { message?: string }).message ?? "The server does not answer.");
    } catch { /* it does not answer: the page says so already */ }
  }

  private receive(message: Partial<Picture>): void {
    if (message.gone) { tell("The owner has deleted this table."); return; }
    const before = this.now;
    const log = message.log ? [...(before?.log ?? []).slice(0, message.log_from), ...message.log] : before?.log ?? [];
    const whole = message.parts && "request" in message && "moments" in message && !before;
    const changed = { ...(message.parts ?? {}), ...patched(before?.parts ?? {}, message.patches ?? {}) };
    this.now = { ...(before ?? {}), ...message, log: whole ? message.log ?? [] : log, parts: { ...(before?.parts ?? {}), ...changed } } as Picture;
    if (!before) this.since = this.now.log.length;
    if (!this.past) this.show(this.now, changed);
    this.timeline();
    if (this.watches && this.now.moments > 0) { this.watches = false; void this.goTo(0); }
  }

  // ---- showing
  private show(picture: Picture, changed: Partial<Record<string, string>>): void {
    this.colours = picture.colours;
    for (const name of PARTS) {
      const markup = changed[name];
      if (markup !== undefined) byId(name).innerHTML = markup;
    }
    byId("centre").className = `shape-${picture.parts["shape"] ?? "none"}`;
    if (changed["board"] !== undefined) this.board.settle();
    document.body.classList.toggle("past", this.past !== null);
    this.drawLog(picture.log);
    this.drawDecision(picture);
    if (!this.marks.size) this.remember();
    this.mark();
    this.markChanges();
  }

  private drawLog(log: Happening[]): void {
    const lines = log.slice(-150).map((one, number) => {
      const fresh = Math.max(0, log.length - 150) + number >= this.since;
      return make("li", { class: fresh ? "fresh" : null }, ...this.named(one.text));
    });
    byId("happened").replaceChildren(...lines.reverse());
  }

  /** A text with the players in it in their colours. */
  private named(words: string): (Node | string)[] {
    const names = this.about.players.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const parts = words.split(new RegExp(`(?<![\\w])(${names.join("|")})(?![\\w])`));
    return parts.map((part) => this.about.players.includes(part) ? make("b", { class: "name", style: `--seat:${this.seat(part)}` }, part) : part);
  }

  private seat(name: string | null): string { return this.colours[`player:${name ?? ""}`] ?? "#87837a"; }

  private drawDecision(picture: Picture): void {
    const place = byId("decision");
    const request = this.past || picture.request?.question === this.answered ? null : picture.request;
    place.classList.toggle("mine", request !== null);
    document.body.classList.toggle("my-turn", request !== null);
    if (request && this.decision?.request.question === request.question) return;
    this.decision = null;
    if (!request) { place.replaceChildren(...this.waiting(picture)); return; }
    this.decision = new Decision(request, picture.colours, (given) => void this.decide(given), (key) => this.point(key), () => this.mark());
    place.replaceChildren(this.decision.draw(this.seat(picture.you), picture.parts["running"] ?? ""));
  }

  private waiting(picture: Picture): (Node | string)[] {
    if (this.past) return this.pastNodes();
    if (picture.trouble) return [make("p", { class: "trouble" }, picture.trouble)];
    if (picture.over) return this.ending(picture);
    if (picture.secret) {
      return [make("p", { class: "asked" }, "A secret decision is being made"),
        make("h2", {}, "Players decide in secret; what they choose is shown when the rules reveal it.")];
    }
    return [make("p", { class: "asked" }, make("i", { class: "dot", style: `--seat:${this.seat(picture.waiting_for)}` }), "Waiting"),
      make("h2", {}, picture.waiting_for ? `${picture.waiting_for} decides.` : "The game goes on.")];
  }

  private ending(picture: Picture): (Node | string)[] {
    const result = picture.result;
    const winners = result?.winners ?? [];
    const rows = Object.entries(result?.scores ?? {}).sort((one, other) => other[1] - one[1]);
    const sheet = Object.entries(result?.sheet ?? {});
    return [make("p", { class: "asked" }, "The game is over"),
      make("h2", {}, winners.length ? `${winners.join(" and ")} ${winners.length > 1 ? "win" : "wins"}.` : "Nobody wins."),
      rows.length === 0 ? "" : make("table", { class: "scores" },
        make("tr", {}, make("td"), ...rows.map(([name]) => make("th", { scope: "col" }, name))),
        ...sheet.map(([row, column]) => make("tr", {}, make("th", { scope: "row" }, row), ...rows.map(([name]) => make("td", {}, String(column[name] ?? ""))))),
        make("tr", { class: "total" }, make("th", { scope: "row" }, "score"), ...rows.map(([, score]) => make("td", {}, String(score)))))];
  }

  // ---- pointing and choosing
  private mark(): void {
    const legal = new Map<string, number>(), refused = new Map<string, string>();
    for (const choice of this.decision?.request.choices ?? []) if (choice.thing) legal.set(keyOf(choice.thing), choice.number);
    for (const one of this.decision?.request.refused ?? []) if (one.thing) refused.set(keyOf(one.thing), one.reason);
    const chosen = new Set((this.decision?.request.several?.chosen ?? []).map(keyOf));
    const selected = this.decision?.selected;
    for (const element of document.querySelectorAll<HTMLElement | SVGElement>("#left [data-thing], #centre [data-thing], #own [data-thing]")) {
      const key = this.meant(element, legal);
      const is = key !== null;
      element.classList.toggle("legal", is);
      element.classList.toggle("selected", is && selected?.thing ? key === keyOf(selected.thing) : false);
      element.classList.toggle("taken", chosen.has(element.dataset["thing"] ?? ""));
      const reason = is ? undefined : refused.get(element.dataset["thing"] ?? "") ?? refused.get(element.dataset["also"] ?? "");
      element.classList.toggle("refused", reason !== undefined);
      if (reason !== undefined) element.dataset["reason"] = reason; else delete element.dataset["reason"];
      if (is) { element.setAttribute("tabindex", "0"); element.setAttribute("role", "button"); }
      else if (element.getAttribute("tabindex")) { element.removeAttribute("tabindex"); element.removeAttribute("role"); }
    }
    for (const ghost of document.querySelectorAll<SVGElement>(".ghost")) {
      ghost.classList.toggle("other", Number(ghost.dataset["turn"]) !== this.decision?.turn);
      ghost.classList.toggle("selected", Number(ghost.dataset["choice"]) === selected?.number);
    }
  }

  private meant(element: HTMLElement | SVGElement, legal: Map<string, number>): string | null {
    for (const key of [element.dataset["thing"], element.dataset["also"]]) if (key && legal.has(key)) return key;
    return null;
  }

  private point(key: string | null): void {
    for (const element of document.querySelectorAll(".pointed")) element.classList.remove("pointed");
    if (!key) return;
    const same = CSS.escape(key);
    for (const element of document.querySelectorAll(`[data-thing="${same}"], [data-also="${same}"]`)) element.classList.add("pointed");
  }

  private clicked(event: Event): void {
    if (this.board.moved && (event.target as Element).closest("svg")) return;
    const decision = this.decision;
    const start = event.target as Element;
    const ghost = start.closest<SVGElement>(".ghost");
    if (decision && ghost) {
      const choice = decision.request.choices.find((one) => one.number === Number(ghost.dataset["choice"]));
      if (choice) decision.select(choice);
      return;
    }
    for (let at = start.closest<HTMLElement | SVGElement>("[data-thing]"); at; at = at.parentElement?.closest<HTMLElement>("[data-thing]") ?? null) {
      const keys = [at.dataset["thing"], at.dataset["also"]];
      const choice = decision?.request.choices.find((one) => one.thing && keys.includes(keyOf(one.thing)));
      if (choice) { decision?.select(choice); return; }
      if (at.dataset["reason"]) { tell(at.dataset["reason"]); return; }
    }
  }

  private async decide(given: Given): Promise<void> {
    const decision = this.decision;
    if (!decision || this.sending) return;
    this.sending = true;
    document.body.classList.add("sending");
    this.remember();
    try {
      await fetched(api("/decide"), { question: decision.request.question, ...given });
      this.answered = decision.request.question;
      if (this.now && !this.past) { this.drawDecision(this.now); this.mark(); }
    } catch (error) {
      tell(error instanceof Error ? error.message : "The server does not answer.");
    }
    this.sending = false;
    document.body.classList.remove("sending");
  }

  // ---- what changed since this seat last decided
  private looks(): Map<string, string> {
    const found = new Map<string, string>();
    for (const part of document.querySelectorAll<SVGElement>("#board .part")) {
      const pieces = [...part.querySelectorAll(".piece, .stone")].map((piece) => piece.textContent).join("|");
      found.set(part.dataset["thing"] ?? "", pieces);
    }
    for (const [number, cell] of [...document.querySelectorAll("#sheet td")].entries()) found.set(`cell ${number}`, cell.textContent ?? "");
    return found;
  }

  private remember(): void { this.marks = this.looks(); this.since = this.now?.log.length ?? 0; }

  private markChanges(): void {
    const now = this.looks(), marks = this.past ? this.before : this.marks;
    const cells = [...document.querySelectorAll("#sheet td")];
    for (const [number, cell] of cells.entries()) {
      const before = marks.get(`cell ${number}`);
      cell.classList.toggle("changed", before !== undefined && before !== now.get(`cell ${number}`));
    }
    for (const part of document.querySelectorAll<SVGElement>("#board .part")) {
      const key = part.dataset["thing"] ?? "";
      part.classList.toggle("changed", marks.has(key) && marks.get(key) !== now.get(key));
    }
  }

  // ---- the time line
  private timeline(): void {
    const slider = byId("moment") as HTMLInputElement;
    slider.max = String(this.now?.moments ?? 0);
    if (!this.past) slider.value = slider.max;
    byId("moment-words").textContent = `${slider.value} / ${slider.max}`;
  }

  private async goTo(moment: number): Promise<void> {
    const most = this.now?.moments ?? 0;
    if (moment >= most) { this.backToNow(); return; }
    try {
      const picture = pictureOf<Picture>(await fetched(api(`/moment/${Math.max(0, moment)}`)));
      this.before = this.looks(); // what is different from the moment that was looked at before is marked
      this.past = picture;
      (byId("moment") as HTMLInputElement).value = String(Math.max(0, moment));
      this.show(picture, picture.parts);
      this.timeline();
    } catch (error) { tell(error instanceof Error ? error.message : "The server does not answer."); }
  }

  private backToNow(): void {
    this.past = null;
    if (this.now) this.show(this.now, this.now.parts);
    this.timeline();
  }

  /** One decision after the other, as on a film. */
  private playOn(on: boolean): void {
    window.clearInterval(this.playing);
    this.playing = 0;
    if (on) {
      if (!this.past) void this.goTo(0);
      this.playing = window.setInterval(() => {
        const at = Number((byId("moment") as HTMLInputElement).value);
        if (this.past && !document.hidden) void this.goTo(at + 1);
        if (at + 1 >= (this.now?.moments ?? 0)) this.playOn(false);
      }, 900);
    }
    byId("play").textContent = on ? "❚❚" : "▶";
    byId("play").setAttribute("aria-pressed", String(on));
  }

  private get owner(): string | null { return localStorage.getItem(`owner:${this.about.table}`); }

  private pastNodes(): Node[] {
    const moment = Number((byId("moment") as HTMLInputElement).value);
    const owner = this.owner;
    return [make("p", { class: "asked" }, "You look at an earlier moment"), make("h2", {}, `After decision ${moment}`),
      make("div", { class: "foot" },
        owner ? make("button", { type: "button", class: "pass", click: () => void this.byOwner("back", moment) }, "Go back to here") : null,
        owner ? make("button", { type: "button", class: "pass", click: () => void this.byOwner("fork", moment) }, "New table from here") : null,
        owner ? make("button", { type: "button", class: "pass", click: () => void this.scenario(moment) }, "As a scenario") : null,
        make("button", { type: "button", class: "confirm", click: () => this.backToNow() }, "Back to now"))];
  }

  /** What followed this moment, as a scenario to copy. */
  private async scenario(moment: number): Promise<void> {
    try {
      const { text } = await fetched<{ text: string }>(`/api/t/${this.owner ?? ""}/scenario`, { moment, seen_by: token });
      const dialog = make("dialog", { "aria-label": "scenario" }, make("h2", {}, "A scenario from here"),
        make("textarea", { rows: 18, readonly: true, "aria-label": "the text of the scenario" }, text),
        make("div", { class: "foot" }, make("button", { type: "button", class: "confirm", click: () => { dialog.close(); dialog.remove(); } }, "Close")));
      document.body.append(dialog);
      dialog.showModal();
      dialog.querySelector("textarea")?.select();
    } catch (error) { tell(error instanceof Error ? error.message : "The server does not answer."); }
  }

  private async byOwner(what: "back" | "fork", moment: number): Promise<void> {
    if (what === "back" && !window.confirm("Take back everything after this moment, for everybody at the table?")) return;
    try {
      const answer = await fetched<Links>(`/api/t/${this.owner ?? ""}/${what}`, { moment, seen_by: token });
      if (what === "fork") { localStorage.setItem(`owner:${answer.table}`, answer.owner); location.href = `/t/${answer.seats[0]?.token ?? answer.watch}`; }
      else this.backToNow();
    } catch (error) { tell(error instanceof Error ? error.message : "The server does not answer."); }
  }

  private async links(): Promise<void> {
    const links = await fetched<Links>(`/api/t/${this.owner ?? ""}/links`);
    const address = (one: string): string => `${location.origin}/t/${one}`;
    const rows = [...links.seats.map((seat) => [seat.name, seat.token]), ["spectators", links.watch]];
    byId("links").replaceChildren(...rows.map(([name = "", one = ""]) => make("li", {}, make("b", {}, name),
      make("a", { href: address(one), target: "_blank", rel: "noreferrer" }, address(one)),
      make("button", { type: "button", click: () => void navigator.clipboard.writeText(address(one)).then(() => tell("Copied.")) }, "Copy"),
      make("button", { type: "button", "aria-label": `new link for ${name}`, click: () => void this.newLink(name, one) }, "New link"))),
      make("li", {}, make("b", {}, "hand over to"), ...links.seats.map((seat) =>
        make("button", { type: "button", click: () => void this.handOver(seat.name, address(seat.token)) }, seat.name))));
    if (links.divergence) byId("links").prepend(make("li", { class: "trouble" }, links.divergence));
    if (links.old) {
      byId("links").prepend(make("li", {}, make("span", {}, "The rules of this game have changed. This table is played under the old ones. "),
        make("button", { type: "button", click: () => void this.newRules(false) }, "Play under the new rules")));
    }
    byId("save").setAttribute("href", `/api/t/${this.owner ?? ""}/save`);
    (byId("table-dialog") as HTMLDialogElement).showModal();
  }

  /** Another link for a seat: whoever holds the old one is out. */
  private async newLink(name: string, link: string): Promise<void> {
    if (!window.confirm(`Replace the link of ${name}? The old link stops working at once.`)) return;
    try {
      const { link: other } = await fetched<{ link: string }>(`/api/t/${this.owner ?? ""}/new-link`, { link });
      if (link === token) location.href = `/t/${other}`;
      else await this.links();
    } catch (error) { tell(error instanceof Error ? error.message : "The server does not answer."); }
  }

  /** Somebody else gets the right to take back, save and delete; this browser loses it. */
  private async handOver(name: string, address: string): Promise<void> {
    if (!window.confirm(`Hand this table over to ${name}? You can no longer take back, save or delete it.`)) return;
    try {
      const { owner } = await fetched<{ owner: string }>(`/api/t/${this.owner ?? ""}/hand-over`, {});
      localStorage.removeItem(`owner:${this.about.table}`);
      byId("table-menu").hidden = byId("edit-link").hidden = true;
      const link = `${address}#owner=${owner}`;
      byId("links").replaceChildren(make("li", {}, make("b", {}, `Send this link to ${name}`), make("a", { href: link, target: "_blank", rel: "noreferrer" }, link),
        make("button", { type: "button", click: () => void navigator.clipboard.writeText(link).then(() => tell("Copied.")) }, "Copy")));
    } catch (error) { tell(error instanceof Error ? error.message : "The server does not answer."); }
  }

  /** The rules as they are now; what does not fit them is shown before it is taken back. */
  private async newRules(accept: boolean): Promise<void> {
    try {
      const found = await fetched<{ taken: boolean; divergence: string }>(`/api/t/${this.owner ?? ""}/renew`, { accept });
      if (found.taken) { (byId("table-dialog") as HTMLDialogElement).close(); tell("The table is played under the new rules."); }
      else if (window.confirm(`${found.divergence} Take back this answer and all that follow?`)) await this.newRules(true);
    } catch (error) { tell(error instanceof Error ? error.message : "The server does not answer."); }
  }

  // ---- keys and clicks
  private wire(): void {
    for (const id of ["left", "centre", "own"]) {
      byId(id).addEventListener("click", (event) => this.clicked(event));
      byId(id).addEventListener("pointerover", (event) => this.hover(event));
    }
    byId("earlier").addEventListener("click", () => void this.goTo(Number((byId("moment") as HTMLInputElement).value) - 1));
    byId("later").addEventListener("click", () => void this.goTo(Number((byId("moment") as HTMLInputElement).value) + 1));
    byId("moment").addEventListener("change", () => void this.goTo(Number((byId("moment") as HTMLInputElement).value)));
    byId("play").addEventListener("click", () => this.playOn(!this.playing));
    byId("near").addEventListener("click", () => this.board.zoom(0.75));
    byId("far").addEventListener("click", () => this.board.zoom(1.33));
    byId("all").addEventListener("click", () => this.board.all());
    byId("table-menu").hidden = byId("edit-link").hidden = this.owner === null || window.parent !== window;
    byId("edit-link").setAttribute("href", `/edit/${this.owner ?? ""}`);
    byId("table-menu").addEventListener("click", () => void this.links());
    byId("close-dialog").addEventListener("click", () => (byId("table-dialog") as HTMLDialogElement).close());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  private hover(event: Event): void {
    const at = (event.target as Element).closest<HTMLElement | SVGElement>("[data-thing]");
    const tip = byId("tip");
    tip.hidden = !at?.dataset["reason"];
    if (!at?.dataset["reason"]) return;
    tip.textContent = at.dataset["reason"];
    const box = at.getBoundingClientRect();
    tip.style.left = `${Math.min(window.innerWidth - 260, box.left)}px`;
    tip.style.top = `${box.bottom + 6}px`;
  }

  private key(event: KeyboardEvent): void {
    const typing = event.target instanceof HTMLInputElement && event.target.type === "search";
    const decision = this.decision;
    if (!decision || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") {
      const on = event.target as Element;
      if (on.matches("[data-thing][tabindex]:not(.selected)")) { on.dispatchEvent(new MouseEvent("click", { bubbles: true })); return; }
      if (!on.matches("button, a, summary")) decision.answer();
    } else if (!typing && /^[1-9]$/.test(event.key) && !decision.request.amount) {
      const choice = decision.ordinary[Number(event.key) - 1];
      if (choice) decision.select(choice);
    } else if (!typing && event.key.toLowerCase() === "r") decision.turnIt();
    else if (!typing && event.key === "+") decision.step(1);
    else if (!typing && event.key === "-") decision.step(-1);
  }
}

/** A link with which a table is handed over: this browser keeps the right, and takes it out of the address. */
function takeOver(about: About): About {
  const owner = /^#owner=([\w-]+)$/.exec(location.hash)?.[1];
  if (owner) {
    localStorage.setItem(`owner:${about.table}`, owner);
    history.replaceState(null, "", location.pathname);
  }
  return about;
}

fetched(api("")).then((about) => new Page(takeOver(aboutOf(about)))).catch((error: unknown) => {
  byId("title").textContent = error instanceof Error ? error.message : "The server does not answer.";
});
