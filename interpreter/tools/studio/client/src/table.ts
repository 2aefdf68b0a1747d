// A table: the stream of what this seat may know, the decision, the time line. Nothing here knows a game.

import { BoardView } from "./board";
import { aboutOf, pictureOf } from "./border";
import { Decision, type Given } from "./decision";
import { at, besideEditor, byId, copy, drawn, make, ready, tell } from "./dom";
import { ending } from "./ending";
import { fit, gather } from "./fit";
import { Focus } from "./focus";
import { type About, type Choice, type Links, type Picture, keyOf } from "./forms";
import { drawLog, latelyOf } from "./log";
import { hintButton } from "./insight";
import { TableMenu } from "./menu";
import { Notice } from "./notice";
import { Playtesting } from "./playtesting";
import { remember } from "./mine";
import { Sheet } from "./sheet";
import { shelfTabs } from "./shelf_tabs";
import { Refused, TableLink, wordsOf } from "./transport";

const PARTS = ["facts", "strip", "left", "board", "road", "shelf", "own"] as const;
const NAMED: Partial<Record<(typeof PARTS)[number], string>> = { left: "players" }; // where the part has another name
const PAUSES = {
  short: "This table sometimes pauses for a few seconds, so that nobody can tell from the time whether a player was asked something in secret.",
  real: "This table sometimes pauses for as long as its players usually think, so that nobody can tell from the time whether a player was asked something in secret.",
};
const SEAM = 'class="part'; // where every part of a board begins; the server cuts there, too
const ON_TABLE = "#left [data-thing], #centre [data-thing], #own [data-thing], #strip [data-thing]";
const FACES = ".part, .card, .line, .player, .seat-card, .track li, .chip-cell"; // the thing itself; chips only name it

const MANY_LEGAL = 40; // places: their outlines would be a net of lines, so they are thin
const VALUES = ".pair-cell, dd, .fact"; // what is kept for somebody, told in a word: nothing to choose there

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
  private readonly focus: Focus;
  private readonly menu: TableMenu;
  private readonly sheet = new Sheet(() => this.tabbed());
  private readonly notice = new Notice();
  private readonly playtest: Playtesting | null;
  private marks = new Map<string, string>(); // how everything looked when this seat last decided
  private before = new Map<string, string>(); // how it looked at the moment before, on the time line
  private since = 0; // entries of the log that there were then
  private sending = false;
  private playing = 0; // the timer of the time line, while it plays
  private readonly from = Number(/^#at=(\d+)$/.exec(location.hash)?.[1] ?? 0); // the moment at which it begins, if it does not with now
  private watches = location.hash === "#watch" || location.hash.startsWith("#at=");
  private answered = ""; // the question that was answered last: until the next comes, it is not put again
  private hovering = 0;
  private eyes = ""; // when the game is over: as this player saw it
  private pace = 900; // milliseconds of a decision, when the time line plays
  private readonly zoom = byId("zoom"); // its buttons, which stand in the picture of the board
  private waits = Date.now(); // since when the same player is waited for

  constructor(private readonly link: TableLink, private readonly about: About) {
    byId("title").textContent = about.title;
    byId("seat").textContent = about.you ?? "spectator";
    byId("pauses").hidden = about.pauses === "off";
    byId("pauses").textContent = about.pauses === "off" ? "" : PAUSES[about.pauses];
    byId("say").hidden = about.role !== "seat";
    this.focus = new Focus(link, about.has_rules);
    this.menu = new TableMenu(link, about, this.notice);
    this.playtest = Playtesting.at(link, about);
    remember(link.token, about);
    link.listen({
      message: (found) => this.message(pictureOf(found)),
      open: () => { byId("offline").hidden = true; },
      lost: () => { byId("offline").hidden = false; },
      refused: (words) => this.end(words),
    });
    this.wire();
  }

  // ---- the stream
  private message(message: Partial<Picture>): void {
    if (message.ended) { this.link.close(); this.end(message.ended); } else this.receive(message);
  }

  /** The server does not want to send anything any more, and says why. */
  private end(words: string): void {
    byId("offline").textContent = words;
    byId("offline").hidden = false;
  }

  private receive(message: Partial<Picture>): void {
    if (message.gone) { tell("The owner has deleted this table."); return; }
    if (message.renamed) { location.reload(); return; }
    if (message.again) { this.follow(message.again); return; }
    const before = this.now;
    const log = message.log ? [...(before?.log ?? []).slice(0, message.log_from), ...message.log] : before?.log ?? [];
    const whole = message.parts && "request" in message && "moments" in message;
    if (!before && !whole) return; // who is here is told again with the whole table
    const changed = { ...(message.parts ?? {}), ...patched(before?.parts ?? {}, message.patches ?? {}) };
    this.now = { ...(before ?? {}), ...message, log: whole && !before ? message.log ?? [] : log, parts: { ...(before?.parts ?? {}), ...changed } } as Picture;
    if (!before) this.since = this.now.log.length;
    if (before && this.now.moments < before.moments) this.answered = ""; // taken back: the question is put again
    if (before?.waiting_for !== this.now.waiting_for || before?.moments !== this.now.moments) this.waits = Date.now();
    if (message.parts || message.patches || "request" in message) this.focus.forget();
    if (!this.past) this.show(this.now, changed);
    this.timeline();
    this.playtest?.changed(this.now.over);
    this.notice.say(this.about.title, this.about.you, this.now.request !== null && this.now.request.question !== this.answered, this.now.over);
    if (this.watches && this.now.moments > 0) { this.watches = false; void this.goTo(this.from); }
  }

  // ---- showing
  private show(picture: Picture, changed: Partial<Record<string, string>>): void {
    const kept = document.activeElement instanceof Element ? document.activeElement.getAttribute("data-thing") : null;
    const held = this.zoom.contains(document.activeElement) ? document.activeElement as HTMLElement : null;
    gather();
    for (const name of PARTS) {
      const markup = changed[NAMED[name] ?? name];
      if (markup === undefined) continue;
      byId(name).innerHTML = markup;
      if (name === "board") this.board.hold(this.zoom);
    }
    held?.focus();
    byId("centre").className = `shape-${picture.parts["shape"] ?? "none"}`;
    document.body.classList.toggle("past", this.past !== null);
    this.drawLog(picture);
    this.drawDecision(picture);
    if (!this.marks.size) this.remember();
    this.mark();
    this.markChanges();
    this.present(picture);
    const facts = byId("facts");
    facts.classList.remove("none");
    for (const one of facts.children) one.classList.toggle("cut", one.scrollWidth > one.clientWidth + 1);
    facts.classList.toggle("none", facts.firstElementChild?.classList.contains("cut") === true);
    document.body.classList.toggle("facts-cut", facts.scrollHeight > facts.clientHeight + 4 || facts.querySelector(".cut") !== null);
    fit(this.sheet.isPhone);
    if (changed["board"] !== undefined) this.board.settle();
    if (kept && document.activeElement === document.body) document.querySelector<HTMLElement>(`[data-thing="${CSS.escape(kept)}"][tabindex]`)?.focus({ preventScroll: true });
    this.sheet.measure();
  }

  /** The same people play again: the way there. */
  private follow(link: string): void {
    const dialog = make("dialog", { "aria-label": "a new game" }, make("h2", {}, "A new game with the same people has begun."),
      make("div", { class: "foot" }, make("button", { type: "button", class: "pass", click: () => { dialog.close(); dialog.remove(); } }, "Stay here"),
        make("a", { class: "confirm", href: at(`/t/${link}`) }, "Go there")));
    document.body.append(dialog);
    dialog.showModal();
  }

  private drawLog(picture: Picture): void {
    drawLog(byId("happened"), picture.log, this.now?.said ?? [], {
      marks: picture.marks, players: this.about.players, since: this.since, first: Math.max(0, picture.log.length - 400), goTo: (moment) => void this.goTo(moment),
    });
  }

  /** Who has a page open, and whose decision it is. */
  private present(picture: Picture): void {
    const here = new Set(this.now?.here ?? []);
    for (const card of document.querySelectorAll<HTMLElement>("[data-player]")) {
      const name = card.dataset["player"] ?? "";
      card.classList.toggle("decides", picture.waiting_for === name);
      card.classList.toggle("is-here", here.has(name));
      const place = card.querySelector("h2");
      place?.querySelector(".here")?.remove();
      const words = picture.waiting_for === name && !picture.over ? "decides now" : here.has(name) && name !== this.about.you ? "here" : "";
      if (place && words) place.append(make("span", { class: "here" }, ` ${words}`));
    }
  }

  private drawDecision(picture: Picture): void {
    const place = byId("question");
    const request = this.past || picture.request?.question === this.answered ? null : picture.request;
    byId("decision").classList.toggle("mine", request !== null);
    document.body.classList.toggle("my-turn", request !== null);
    byId("seat").replaceChildren(...request ? ["Your turn", make("span", { class: "me" }, this.about.you ? `, ${this.about.you}` : "")] : [this.about.you ?? "spectator"]);
    if (request && this.decision?.request.question === request.question && place.querySelector(".panel")) return;
    this.decision = null;
    if (!request) { place.replaceChildren(...this.waiting(picture), ...this.back()); return; }
    this.decision = new Decision(request, picture, {
      decide: (given) => void this.decide(given), pointed: (key) => this.point(key), changed: () => { this.mark(); this.reveal(); },
      told: (choice) => this.told(choice), printed: (words) => this.printed(words), lately: () => this.sheet.isPhone ? latelyOf(picture.log, this.about.you) : null, rules: () => void this.focus.read(),
    });
    place.replaceChildren(this.decision.draw(picture.marks[`player:${picture.you ?? ""}`] ?? "", picture.parts["running"] ?? ""), ...this.back());
    this.sheet.asked();
    shelfTabs.asked();
    window.requestAnimationFrame(() => this.bring());
    this.zoom.querySelector("#mine")?.toggleAttribute("hidden", byId("board").querySelector(".part") === null);
  }

  private told(choice: Choice): string {
    const ghost = document.querySelector<SVGElement>(`.ghost[data-choice="${choice.number}"]`);
    const words = ghost?.dataset["told"] ?? "";
    return words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}.` : "";
  }

  private printed(words: string): string {
    const named = [...byId("own").querySelectorAll(".card:has(p)")].filter((card) => {
      const title = card.querySelector("header > span:not(.times)")?.textContent ?? "";
      return title.length > 3 && ` ${words} `.includes(` ${title} `);
    });
    return named.length === 1 ? named[0]?.querySelector("p")?.textContent ?? "" : "";
  }

  private waiting(picture: Picture): (Node | string)[] {
    if (this.past) return this.pastNodes();
    if (picture.trouble) return [make("p", { class: "trouble" }, picture.trouble)];
    if (picture.over) return ending(picture, { link: this.link, menu: this.menu, goTo: (moment) => void this.goTo(moment), play: () => this.playOn(true) });
    if (picture.secret) {
      return [make("p", { class: "asked" }, "A secret decision is being made"),
        make("h2", {}, "Players decide in secret; what they choose is shown when the rules reveal it.")];
    }
    return [make("p", { class: "asked" }, drawn(picture.marks[`player:${picture.waiting_for ?? ""}`] ?? ""), "Waiting", make("span", { id: "clock", role: "timer" })),
      make("h2", {}, picture.waiting_for ? `${picture.waiting_for} decides.` : "The game continues.")];
  }

  /** Taking back the last answer: asked for, and agreed to by the others. */
  private back(): HTMLElement[] {
    const asks = this.now?.asks_back ?? "", you = this.about.you;
    if (this.past || !you || this.about.role !== "seat" || !this.now || this.now.over) return [];
    const button = (label: string, answer: "ask" | "agree" | "refuse"): HTMLElement =>
      make("button", { type: "button", class: "tool", click: () => void this.link.takeBack(answer).catch((error: unknown) => tell(wordsOf(error))) }, label);
    const hint = this.decision && this.about.practice ? hintButton(this.link, (name) => this.decision?.take(name)) : null;
    if (!asks) return this.now.moments > 0 || hint ? [make("div", { class: "back-line" }, hint, this.now.moments > 0 ? button("Take back my last answer", "ask") : null)] : [];
    if (asks === you) return [make("p", { class: "back-line hint" }, "You asked to take back your last answer; the others decide. ", button("Never mind", "refuse"))];
    return [make("p", { class: "back-line" }, `${asks} asks to take back their last answer. `, button("Agree", "agree"), button("Refuse", "refuse"))];
  }

  // ---- pointing and choosing
  private mark(): void {
    const legal = new Map<string, number>(), refused = new Map<string, string>();
    for (const choice of this.decision?.request.choices ?? []) if (choice.thing) legal.set(keyOf(choice.thing), choice.number);
    for (const one of this.decision?.request.refused ?? []) if (one.thing) refused.set(keyOf(one.thing), one.reason);
    for (const key of this.decision?.pickable ?? []) legal.set(key, -1);
    const chosen = new Set((this.decision?.request.several?.chosen ?? []).map(keyOf));
    const selected = this.decision?.selected, marked = this.decision?.marked ?? new Set<string>();
    const elements = [...document.querySelectorAll<HTMLElement | SVGElement>(ON_TABLE)];
    // A word that names a thing in several places is no thing to click: only faces are, or a single name.
    const named = new Map<string, number>();
    for (const element of elements) {
      const key = this.meant(element, legal);
      if (key) named.set(key, (named.get(key) ?? 0) + (element.matches(FACES) ? 100 : 1));
    }
    for (const element of elements) {
      const key = this.meant(element, legal), face = element.matches(FACES);
      const is = key !== null && (face || (named.get(key) === 1 && !element.closest(VALUES)));
      element.classList.toggle("legal", is);
      element.classList.toggle("selected", is && key !== null && marked.has(key));
      element.classList.toggle("taken", chosen.has(element.dataset["thing"] ?? ""));
      const reason = key !== null ? undefined : refused.get(element.dataset["thing"] ?? "") ?? refused.get(element.dataset["also"] ?? "");
      element.classList.toggle("refused", reason !== undefined && face);
      if (reason !== undefined) element.dataset["reason"] = reason; else delete element.dataset["reason"];
      if (is) { element.setAttribute("tabindex", "0"); element.setAttribute("role", "button"); element.setAttribute("aria-pressed", String(element.classList.contains("selected"))); }
      else if (element.getAttribute("tabindex")) {
        for (const name of ["tabindex", "role", "aria-pressed"]) element.removeAttribute(name);
        if (element instanceof SVGElement) element.setAttribute("role", "img");
      }
    }
    for (const ghost of document.querySelectorAll<SVGElement>(".ghost")) {
      const other = Number(ghost.dataset["turn"]) !== this.decision?.turn, is = Number(ghost.dataset["choice"]) === selected?.number;
      ghost.classList.toggle("other", other);
      ghost.classList.toggle("selected", is);
      ghost.setAttribute("role", "button");
      ghost.setAttribute("aria-pressed", String(is));
      if (other) ghost.removeAttribute("tabindex"); else ghost.setAttribute("tabindex", "0");
    }
    const about = new Set(this.decision?.request.things.map(keyOf) ?? []);
    for (const part of document.querySelectorAll<HTMLElement | SVGElement>("#board .part, #shelf [data-thing]")) part.classList.toggle("asked-about", about.has(part.dataset["thing"] ?? "") || about.has(part.dataset["also"] ?? ""));
    const places = document.querySelectorAll("#board .legal, #board .ghost:not(.other)").length;
    byId("board").querySelector("svg")?.classList.toggle("many-legal", places > MANY_LEGAL);
    const button = this.zoom.querySelector<HTMLElement>("#legal");
    if (button) { button.hidden = places === 0; button.textContent = `Legal ${places}`; }
  }

  /** What can be chosen comes into sight, where a row or a list is longer than its room; else, on a road, one's own pawn. */
  private bring(): void {
    for (const place of ["shelf", "own"]) byId(place).querySelector(".legal")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const named = document.querySelector("#board .asked-about");
    if (named && !document.querySelector("#board .legal, #board .ghost")) this.board.show(named);
    const own = `.part:has([aria-label^="${CSS.escape(this.about.you ?? "")}'s"])`;
    (byId("road").querySelector(".legal") ?? byId("road").querySelector(own))?.scrollIntoView({ block: "center" });
  }

  /** What was chosen in the panel comes into sight on the board. */
  private reveal(): void {
    const part = document.querySelector("#board .selected, #board .ghost.selected");
    if (part) this.board.show(part);
    shelfTabs.reveal();
    document.querySelector("#road .selected")?.scrollIntoView({ block: "nearest" });
  }

  /** The choice that a thing on the table means. A trick that was taken is only looked at. */
  private meant(element: HTMLElement | SVGElement, legal: Map<string, number>): string | null {
    if (element.closest(".trick.taken")) return null;
    for (const key of [element.dataset["thing"], element.dataset["also"]]) if (key && legal.has(key)) return key;
    return null;
  }

  private point(key: string | null): void {
    for (const element of document.querySelectorAll(".pointed")) element.classList.remove("pointed");
    if (!key) return;
    const same = CSS.escape(key);
    for (const element of document.querySelectorAll(`[data-thing="${same}"], [data-also="${same}"]`)) element.classList.add("pointed");
    this.look(key);
  }

  /** After a moment, everything about what the pointer or the focus rests on. */
  private look(key: string | null): void {
    window.clearTimeout(this.hovering);
    if (!key || this.past || this.sheet.isPhone) return;
    this.hovering = window.setTimeout(() => void this.focus.show(key), 350);
  }

  private clicked(event: Event): void {
    if (this.board.moved && (event.target as Element).closest("svg.board")) return;
    const decision = this.decision;
    const start = event.target as Element;
    const ghost = start.closest<SVGElement>(".ghost");
    if (decision && ghost) {
      const choice = decision.request.choices.find((one) => one.number === Number(ghost.dataset["choice"]));
      if (choice) decision.select(choice);
      return;
    }
    let first: string | null = null;
    for (let at = start.closest<HTMLElement | SVGElement>("[data-thing]"); at; at = at.parentElement?.closest<HTMLElement>("[data-thing]") ?? null) {
      const keys = [at.dataset["thing"], at.dataset["also"]];
      first ??= at.dataset["also"] ?? at.dataset["thing"] ?? null;
      const choice = at.classList.contains("legal") ? decision?.request.choices.find((one) => one.thing && keys.includes(keyOf(one.thing))) : undefined;
      if (choice) { decision?.select(choice); this.look(first); return; }
      if (!at.closest(VALUES) && keys.some((key) => key && decision?.pick(key))) { this.look(first); return; }
      if (at.dataset["reason"]) { tell(at.dataset["reason"]); this.playtest?.did("tried", at.dataset["thing"]); break; }
    }
    if (first && !this.past) { this.playtest?.did("looked_up", first); void this.focus.show(first); }
  }

  private async decide(given: Given): Promise<void> {
    const decision = this.decision;
    if (!decision || this.sending) return;
    this.sending = true;
    document.body.classList.add("sending");
    this.remember();
    try {
      await this.link.decide(decision.request.question, given);
      this.answered = decision.request.question;
      this.focus.close();
      if (this.now && !this.past) { this.drawDecision(this.now); this.mark(); }
    } catch (error) { tell(wordsOf(error)); }
    this.sending = false;
    document.body.classList.remove("sending");
  }

  // ---- what changed since this seat last decided: cells by their value and keys, parts of a board by their name
  private looks(): Map<string, string> {
    const found = new Map<string, string>();
    for (const part of document.querySelectorAll<SVGElement>("#board .part")) {
      const pieces = [...part.querySelectorAll(".piece")].map((piece) => piece.textContent).join("|");
      found.set(part.dataset["thing"] ?? "", pieces);
    }
    for (const cell of document.querySelectorAll<HTMLElement>("#left [data-cell], #facts [data-cell]")) found.set(`cell ${cell.dataset["cell"] ?? ""}`, cell.textContent ?? "");
    return found;
  }

  private remember(): void { this.marks = this.looks(); this.since = this.now?.log.length ?? 0; }

  private markChanges(): void {
    const now = this.looks(), marks = this.past ? this.before : this.marks;
    const differs = (key: string): boolean => marks.has(key) && marks.get(key) !== now.get(key);
    for (const cell of document.querySelectorAll<HTMLElement>("#left [data-cell], #facts [data-cell]")) cell.classList.toggle("changed", differs(`cell ${cell.dataset["cell"] ?? ""}`));
    for (const part of document.querySelectorAll<SVGElement>("#board .part")) part.classList.toggle("changed", differs(part.dataset["thing"] ?? ""));
  }

  // ---- the time line
  private get slider(): HTMLInputElement { return byId("moment") as HTMLInputElement; }

  private timeline(): void {
    this.slider.max = String(this.now?.moments ?? 0);
    if (!this.past) this.slider.value = this.slider.max;
    byId("moment-words").textContent = `${this.slider.value} / ${this.slider.max}`;
  }

  private async goTo(moment: number): Promise<void> {
    const most = this.now?.moments ?? 0;
    if (moment >= most) { this.backToNow(); return; }
    try {
      const picture = pictureOf<Picture>(await this.link.moment(Math.max(0, moment), this.eyes));
      this.before = this.looks(); // what is different from the moment that was looked at before is marked
      this.past = picture;
      this.slider.value = String(Math.max(0, moment));
      this.show(picture, picture.parts);
      this.timeline();
    } catch (error) { tell(wordsOf(error)); }
  }

  private backToNow(): void {
    this.past = null;
    this.eyes = "";
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
        const at = Number(this.slider.value);
        if (this.past && !document.hidden) void this.goTo(at + 1);
        if (at + 1 >= (this.now?.moments ?? 0)) this.playOn(false);
      }, this.pace);
    }
    byId("play").textContent = on ? "❚❚" : "▶";
    byId("play").setAttribute("aria-pressed", String(on));
  }

  private pastNodes(): Node[] {
    const moment = Number(this.slider.value);
    const owner = this.menu.owner;
    const pace = make("select", { "aria-label": "pace of the time line", change: () => { this.pace = Number(pace.value); if (this.playing) this.playOn(true); } },
      ...([[2400, "slow"], [900, "usual pace"], [300, "fast"]] as const).map(([time, words]) => make("option", { value: time, selected: time === this.pace }, words)));
    const eyes = this.now?.over ? make("select", { "aria-label": "as seen by", change: () => { this.eyes = eyes?.value ?? ""; void this.goTo(Math.min(moment, (this.now?.moments ?? 1) - 1)); } },
      make("option", { value: "" }, "as you saw it"), ...this.about.players.map((name) => make("option", { value: name, selected: name === this.eyes }, `as ${name} saw it`))) : null;
    return [make("p", { class: "asked" }, "You are looking at an earlier moment"), make("h2", {}, `After decision ${moment}`),
      make("p", { class: "film" }, pace, eyes, owner ? make("button", { type: "button", class: "tool", click: () => void this.share(moment) }, "Copy a link to it") : null),
      make("div", { class: "foot" },
        owner ? make("button", { type: "button", class: "pass", click: () => void this.byOwner("back", moment) }, "Go back to here") : null,
        owner ? make("button", { type: "button", class: "pass", click: () => void this.byOwner("fork", moment) }, "New table from here") : null,
        owner ? make("button", { type: "button", class: "pass", click: () => void this.scenario(moment) }, "As a scenario") : null,
        make("button", { type: "button", class: "confirm", click: () => this.backToNow() }, "Back to now"))];
  }

  /** For spectators: the time line, opened here. */
  private async share(moment: number): Promise<void> {
    try {
      const links = await this.menu.owner!.links();
      await copy(`${this.menu.origin(links)}/t/${links.watch}#at=${moment}`);
    } catch (error) { tell(wordsOf(error)); }
  }

  /** What followed this moment, as a scenario to copy. */
  private async scenario(moment: number): Promise<void> {
    try {
      const { text } = await this.menu.owner!.act<{ text: string }>("scenario", { moment, seen_by: this.link.token });
      const dialog = make("dialog", { "aria-label": "scenario" }, make("h2", {}, "A scenario from here"),
        make("textarea", { rows: 18, readonly: true, "aria-label": "the text of the scenario" }, text),
        make("div", { class: "foot" }, make("button", { type: "button", class: "confirm", click: () => { dialog.close(); dialog.remove(); } }, "Close")));
      document.body.append(dialog);
      dialog.showModal();
      dialog.querySelector("textarea")?.select();
    } catch (error) { tell(wordsOf(error)); }
  }

  private async byOwner(what: "back" | "fork", moment: number): Promise<void> {
    if (what === "back" && !window.confirm("Take back everything after this moment, for everybody at the table?")) return;
    try {
      const answer = await this.menu.owner!.act<Links>(what, { moment, seen_by: this.link.token });
      if (what === "fork") { localStorage.setItem(`owner:${answer.table}`, answer.owner); location.href = at(`/t/${answer.seats[0]?.token ?? answer.watch}`); }
      else this.backToNow();
    } catch (error) { tell(wordsOf(error)); }
  }

  // ---- keys and clicks
  private wire(): void {
    for (const id of ["left", "centre", "own", "strip"]) {
      byId(id).addEventListener("click", (event) => this.clicked(event));
      byId(id).addEventListener("pointerover", (event) => this.hover(event));
      byId(id).addEventListener("focusin", (event) => {
        const at = (event.target as Element).closest<HTMLElement>("[data-thing], .ghost");
        if (at?.matches(":focus-visible")) this.board.show(at); // a finger or the mouse is on it already: it must not run away
        this.look(at?.dataset["also"] ?? at?.dataset["thing"] ?? null);
      });
      this.sheet.held(byId(id), (thing) => void this.focus.show(thing));
    }
    byId("earlier").addEventListener("click", () => void this.goTo(Number(this.slider.value) - 1));
    byId("later").addEventListener("click", () => void this.goTo(Number(this.slider.value) + 1));
    byId("moment").addEventListener("change", () => void this.goTo(Number(this.slider.value)));
    byId("play").addEventListener("click", () => this.playOn(!this.playing));
    byId("near").addEventListener("click", () => this.board.zoom(0.75));
    byId("far").addEventListener("click", () => this.board.zoom(1.33));
    byId("all").addEventListener("click", () => this.board.all());
    byId("legal").addEventListener("click", () => this.board.focus(".legal, .ghost:not(.other)"));
    byId("mine").addEventListener("click", () => this.board.focus(`.part:has(.piece[data-who="${CSS.escape(this.about.you ?? "")}"])`, ".part:has(.piece)"));
    byId("rules-button").addEventListener("click", () => this.read());
    byId("table-menu").addEventListener("click", () => void this.menu.open());
    byId("edit-link").hidden = this.menu.owner === null || besideEditor();
    byId("edit-link").setAttribute("href", at(`/edit/${this.menu.owner?.token ?? ""}`));
    byId("say").addEventListener("submit", (event) => { event.preventDefault(); void this.say(); });
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("resize", () => fit(this.sheet.isPhone));
    window.setInterval(() => this.tick(), 1000);
  }

  /** How long whoever is waited for has been thinking, from a quarter of a minute on. */
  private tick(): void {
    const clock = document.getElementById("clock"), seconds = Math.floor((Date.now() - this.waits) / 1000);
    if (clock && seconds >= 15) clock.textContent = ` · ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  private read(): void {
    this.playtest?.did("looked_up", "rules");
    void this.focus.read();
  }

  private async say(): Promise<void> {
    const field = byId("words") as HTMLInputElement;
    if (!field.value.trim()) return;
    try { await this.link.say(field.value.trim()); field.value = ""; } catch (error) { tell(wordsOf(error)); }
  }

  private tabbed(): void {
    if (this.sheet.tab === "rules") { this.sheet.go("table"); this.read(); return; }
    this.focus.close();
    if (this.sheet.tab === "table") this.board.settle();
  }

  private hover(event: Event): void {
    const at = (event.target as Element).closest<HTMLElement | SVGElement>("[data-thing]");
    const tip = byId("tip");
    if ((event as PointerEvent).pointerType !== "touch") this.look(at?.dataset["also"] ?? at?.dataset["thing"] ?? null);
    tip.hidden = !at?.dataset["reason"];
    if (!at?.dataset["reason"]) return;
    tip.textContent = at.dataset["reason"];
    const box = at.getBoundingClientRect();
    tip.style.left = `${Math.max(4, Math.min(window.innerWidth - 290, box.left))}px`;
    tip.style.top = `${Math.min(window.innerHeight - 60, box.bottom + 6)}px`;
  }

  /** From the thing that has the focus to the nearest one in this direction. */
  private walk(from: Element, key: string): boolean {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
    const middle = (one: Element): [number, number] => { const box = (one.querySelector(".shape, .ghost-cell") ?? one).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [x, y] = middle(from);
    let best: HTMLElement | null = null, least = Infinity;
    for (const one of document.querySelectorAll<HTMLElement>(`:is(${ON_TABLE}, .ghost)[tabindex]`)) {
      const [ox, oy] = middle(one), along = (ox - x) * dx! + (oy - y) * dy!, aside = Math.abs((ox - x) * dy!) + Math.abs((oy - y) * dx!);
      if (one !== from && one.getClientRects().length > 0 && along > 2 && along + 2 * aside < least) { best = one; least = along + 2 * aside; }
    }
    best?.focus({ preventScroll: true });
    return best !== null;
  }

  private key(event: KeyboardEvent): void {
    const on = event.target as HTMLElement;
    const typing = on instanceof HTMLTextAreaElement || (on instanceof HTMLInputElement && on.type !== "range");
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (!typing && event.key === "?") { event.preventDefault(); this.read(); return; }
    if (event.key === "Escape") { this.focus.close(); return; }
    if (!typing && event.key === "i") { const thing = on.closest<HTMLElement>("[data-thing]")?.dataset["thing"]; if (thing) void this.focus.show(thing); return; }
    if (event.key.startsWith("Arrow") && on.matches("[data-thing][tabindex], .ghost[tabindex]")) { if (this.walk(on, event.key)) event.preventDefault(); return; }
    const decision = this.decision;
    if (!decision) return;
    if (event.key.startsWith("Arrow") && on.matches(".choice")) {
      const all = [...document.querySelectorAll<HTMLElement>("#decision .choice:not([hidden])")];
      const next = all[all.indexOf(on) + (event.key === "ArrowDown" || event.key === "ArrowRight" ? 1 : -1)];
      if (next) { event.preventDefault(); next.focus(); next.click(); }
    } else if (event.key === "Enter" || (event.key === " " && on.matches("[data-thing][tabindex], .ghost"))) {
      if (on.matches("[data-thing][tabindex]:not(.selected), .ghost:not(.selected)")) { event.preventDefault(); on.dispatchEvent(new MouseEvent("click", { bubbles: true })); return; }
      if (on.matches(".choice.selected")) { event.preventDefault(); decision.answer(); } else if (event.key === "Enter" && !on.matches("button, a, summary, #words")) decision.answer();
    } else if (!typing && /^[1-9]$/.test(event.key)) {
      const choice = decision.numbered[Number(event.key) - 1];
      if (choice && !(decision.request.amount && choice.laid)) { decision.select(choice); decision.focus(); }
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

/** A link that leads nowhere says so, and how to go on. */
function noTable(words: string, lost: boolean): void {
  document.body.className = "lobby";
  document.title = "No table";
  document.body.replaceChildren(make("main", { class: "no-table" }, make("h1", {}, words),
    make("p", {}, lost ? "Ask the person who opened the table for a new link, or look among your tables." : "Is the studio still running? This page can be reloaded."),
    make("div", { class: "foot" }, make("a", { class: "confirm", href: at("/") }, "My tables and all games"), make("button", { type: "button", class: "pass", click: () => location.reload() }, "Reload"))));
}

const link = new TableLink(location.pathname.split("/").pop() ?? "");
link.about().then((about) => new Page(link, takeOver(aboutOf(about)))).catch((error: unknown) => noTable(wordsOf(error), error instanceof Refused && error.status === 404)).finally(ready);
