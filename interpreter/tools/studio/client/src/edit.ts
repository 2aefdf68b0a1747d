// The edit page: files and an editor beside the running table; what becomes of the table when something is saved.

import type { EditorView } from "@codemirror/view";
import { at, byId, make, ready, tell } from "./dom";
import { type Changed, type Problem, type Renewed, type Work, api } from "./edit_link";
import { Guide } from "./guide";
import { Editor, type Words } from "./editor";
import { CardTable } from "./card_table";
import { FileList } from "./files";
import { HistoryPanel } from "./history";
import { HouseForm } from "./house";
import { MapDrawing } from "./map_drawing";
import { NamesPanel } from "./names";
import { Numbers } from "./numbers";
import { Previews } from "./previews";
import { Scenarios } from "./scenarios";
import { wireShare } from "./share";
import { Search } from "./search";
import { fetched, wordsOf } from "./transport";

interface AboutEdit {
  title: string; game: string; table: string; owner: string; watch: string; seats: { name: string; token: string }[]; files: string[];
  read_only: string; variants: string[]; old: boolean; words: Words; made: number; can_return: boolean;
}

const token = location.pathname.split("/").pop() ?? "";

const PHONE = window.matchMedia("(max-width: 900px)"); // as in edit.css

class EditPage implements Work {
  private readonly editor: Editor;
  private readonly previews: Previews;
  private readonly list: FileList;
  private readonly scenarios: Scenarios;
  private readonly search: Search;
  private readonly history: HistoryPanel;
  private readonly numbers: Numbers;
  private readonly names: NamesPanel;
  private readonly cards: CardTable;
  private readonly map: MapDrawing;
  private readonly guide: Guide | null;
  private versions = new Map<string, string>();
  private saving = false;

  constructor(private readonly about: AboutEdit) {
    localStorage.setItem(`owner:${about.table}`, about.owner);
    document.title = `${about.title} · edit`;
    byId("title").textContent = about.title;
    byId("balance").setAttribute("href", at(`/balance/${token}`));
    const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${api("/language")}`;
    this.editor = new Editor(byId("editor"), about.words, address, nonce, about.read_only !== "", (name) => this.show(name), () => this.typed(), () => void this.save());
    this.list = new FileList(this);
    this.scenarios = new Scenarios(this, () => { this.markResults(); this.listFiles(); }, () => this.about.made);
    this.search = new Search(this);
    this.history = new HistoryPanel(this);
    this.numbers = new Numbers(this);
    this.names = new NamesPanel(this);
    this.cards = new CardTable(this, (title) => { this.previews.chosen = title; }, () => this.names.words());
    this.map = new MapDrawing(this, (found) => this.became(found as Renewed));
    this.previews = new Previews(() => ({ name: this.editor.name, text: this.editor.text }), about.read_only === "", (found) => this.became(found as Renewed));
    new HouseForm(about.read_only, (files, name) => { this.about.files = files; this.listFiles(); void this.show(name); }, (name) => void this.tableWith(name));
    this.guide = this.readOnly ? null : Guide.of(about.game, location.hash === "#new");
    this.seats();
    this.listFiles();
    this.wire();
    wireShare();
    if (about.read_only) byId("status").replaceChildren(about.read_only, " ", make("button", { type: "button", class: "pass", click: () => void this.copy() }, "Make a copy"));
    else if (about.old) this.became({ changed: true, taken: false, divergence: "The rules on disk differ from those of this table.", answers: 0, problems: [] });
    const first = location.hash === "#new" ? this.pointOut() : this.show(about.files.find((name) => name.startsWith("rules/")) ?? about.files[0] ?? "game.yaml");
    void first;
    void this.scenarios.run();
  }

  get readOnly(): boolean { return this.about.read_only !== ""; }
  get files(): string[] { return this.about.files; }
  get open(): string { return this.editor.name; }
  get text(): string { return this.editor.text; }

  private seats(): void {
    const choose = byId("seat-of-frame") as HTMLSelectElement;
    choose.replaceChildren(...this.about.seats.map((seat) => make("option", { value: seat.token }, seat.name)), make("option", { value: this.about.watch }, "spectator"));
    const frame = byId("frame-table") as HTMLIFrameElement;
    const go = (): void => { frame.src = at(`/t/${choose.value}`); };
    choose.addEventListener("change", go);
    go();
  }

  private wire(): void {
    byId("save").addEventListener("click", () => void this.save());
    byId("as-table").addEventListener("click", () => void this.asTable(!this.cards.visible && !this.map.visible));
    byId("open-history").addEventListener("click", () => this.tab("history"));
    byId("open-search").addEventListener("click", () => this.tab("search"));
    for (const tab of document.querySelectorAll<HTMLElement>("[role=tab]")) tab.addEventListener("click", () => this.tab(tab.dataset["tab"] ?? "table"));
    byId("tabs").addEventListener("keydown", (event) => this.tabKey(event as KeyboardEvent));
    window.addEventListener("beforeunload", (event) => { if (this.editor.dirty) event.preventDefault(); });
    document.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      if (event.key === "s") { event.preventDefault(); void this.save(); }
      if (event.shiftKey && event.key.toLowerCase() === "f") { event.preventDefault(); this.tab("search"); }
    });
  }

  private tabKey(event: KeyboardEvent): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const tabs = [...document.querySelectorAll<HTMLElement>("[role=tab]")];
    const at = tabs.indexOf(document.activeElement as HTMLElement);
    if (!step || at < 0) return;
    const next = tabs[(at + step + tabs.length) % tabs.length];
    next?.focus();
    this.tab(next?.dataset["tab"] ?? "table");
  }

  private tab(name: string): void {
    for (const tab of document.querySelectorAll<HTMLElement>("[role=tab]")) {
      const is = tab.dataset["tab"] === name;
      tab.setAttribute("aria-selected", String(is));
      tab.tabIndex = is ? 0 : -1;
      byId(`tab-${tab.dataset["tab"] ?? ""}`).hidden = !is;
    }
    this.previews.shown = name;
    document.querySelector<HTMLElement>(".seat-choice")?.toggleAttribute("hidden", name !== "table");
    if (name === "history") void this.history.show();
    if (name === "search") this.search.begin();
    if (name === "numbers") void this.numbers.show();
    if (name === "names") void this.names.show();
    if (PHONE.matches) byId("beside").scrollIntoView({ block: "start" }); // it begins below the text
  }

  // ---- files
  private listFiles(): void { this.list.draw(this.scenarios.failing, this.editor.dirty); }

  /** A card table as a spreadsheet, a map as a drawing, or either as its text. */
  private async asTable(on: boolean): Promise<void> {
    if (!on && !this.cards.visible && !this.map.visible) return;
    const isMap = MapDrawing.fits(this.open, this.text);
    const shown = on && await (isMap ? this.map : this.cards).show();
    this.cards.visible = shown && !isMap;
    this.map.visible = shown && isMap;
    document.body.classList.toggle("as-table", shown);
    byId("grid").hidden = !shown;
    byId("editor").hidden = shown;
    byId("as-table").textContent = shown ? "As text" : isMap ? "As a drawing" : "As a table";
    if (this.cards.visible) this.tab("cards");
  }

  async go(name: string, line = 0): Promise<void> {
    if (!await this.show(name) || !line) return;
    await this.asTable(false);
    this.editor.goTo(line);
  }

  write(text: string): void { this.editor.replace(text); }

  /** Sends a change of files, after what is open has been saved; then shows the files as they are. */
  async change(what: string, body: object): Promise<Changed | null> {
    if (this.editor.dirty && !this.readOnly) await this.save();
    if (this.editor.dirty) return null;
    try {
      const found = await fetched<Changed>(api(what), body);
      this.about.files = found.files;
      const next = found.show ?? (found.files.includes(this.editor.name) ? this.editor.name : found.files[0] ?? "game.yaml");
      this.editor.close();
      await this.show(next);
      this.became(found);
      this.offerUndo(found.step);
      void this.scenarios.run();
      if (what === "/record") this.guide?.happened("scenario");
      return found;
    } catch (error) {
      this.say(wordsOf(error), "red");
      return null;
    }
  }

  /** What changed files can be undone at once, whichever files it were; undoing is a change as well. */
  private offerUndo(step: number): void {
    byId("status").append(" ", make("button", { type: "button", class: "pass", title: "All files as they were before", click: () => void this.change("/restore", { step: step - 1 }) }, "Undo"));
  }

  private async show(name: string): Promise<EditorView | null> {
    if (name === this.editor.name) return this.editor.view;
    if (this.editor.dirty && !window.confirm(`${this.editor.name} is not saved. Leave it?`)) return null;
    try {
      const { text, version } = await fetched<{ text: string; version: string }>(api(`/file?name=${encodeURIComponent(name)}`));
      this.versions.set(name, version);
      await this.asTable(false);
      const view = this.editor.open(name, text);
      byId("as-table").hidden = !CardTable.fits(name);
      byId("as-table").textContent = MapDrawing.fits(name, text) ? "As a drawing" : "As a table";
      byId("file-name").textContent = name;
      this.listFiles();
      this.markResults();
      this.typed();
      return view;
    } catch (error) { tell(error instanceof Error ? error.message : "The server does not answer."); return null; }
  }

  /** In a new game: the first number of its rules is a good first thing to change. */
  private async pointOut(): Promise<void> {
    history.replaceState(null, "", location.pathname);
    const rules = this.about.files.filter((name) => name.startsWith("rules/"));
    for (const name of [...rules, this.about.files[0] ?? "game.yaml"]) {
      await this.show(name);
      const at = this.editor.text.split("\n").findIndex((line) => /^let \w+ = \d+/.test(line));
      if (at < 0) continue;
      this.editor.goTo(at + 1);
      const [, what, number] = /^let (\w+) = (\d+)/.exec(this.editor.text.split("\n")[at] ?? "") ?? [];
      this.say(`Your game runs. A first thing to change: ${what ?? ""} is ${number ?? ""} in line ${at + 1}. Write another number and save: the table beside it follows.`, "green");
      return;
    }
    this.say("Your game runs. Change a line and save: the table beside it follows.", "green");
  }

  private typed(): void {
    void this.cards.follow();
    void this.map.follow();
    byId("save").toggleAttribute("disabled", !this.editor.dirty);
    const dot = document.querySelector('#files [aria-current] span');
    if (Boolean(dot) !== this.editor.dirty) this.listFiles();
    this.previews.later();
  }

  async save(): Promise<void> {
    if (!this.editor.dirty || this.about.read_only || this.saving) return;
    this.saving = true;
    const { name, text } = this.editor;
    try {
      byId("status").textContent = "Saving…";
      const found = await fetched<Renewed & { version: string; files: string[] }>(api("/file"), { name, text, version: this.versions.get(name) ?? null });
      this.versions.set(name, found.version);
      this.about.files = found.files;
      this.editor.wasSaved();
      this.names.forget();
      this.guide?.saved(!found.problems.length);
      if (name.startsWith("cards/") && !found.problems.length) this.guide?.happened("card");
      this.typed();
      this.listFiles();
      this.became(found);
      if (!found.problems.length) this.map.saved();
      void this.scenarios.run();
    } catch (error) { this.say(error instanceof Error ? error.message : "The server does not answer.", "red"); }
    this.saving = false;
  }

  // ---- the table after it
  private say(words: string, colour: "red" | "green" | "" = ""): void { byId("status").replaceChildren(make("span", { class: colour }, words)); }

  private became(found: Renewed): void {
    this.about.made = found.answers || this.about.made;
    if (found.problems.length) {
      byId("status").replaceChildren(make("span", { class: "red" }, "The table continues under the old rules. "), ...found.problems.slice(0, 3).map((one) => this.problem(one)));
    } else if (found.taken) this.say(found.changed ? `The table was played again under the new rules (${found.answers} answers).` : "Saved. The rules of the table are the same.", "green");
    else {
      byId("status").replaceChildren(make("span", { class: "red" }, `${found.divergence} The table continues under the old rules. `),
        make("button", { type: "button", class: "pass", click: () => void this.accept() }, "Play under the new ones from there"));
    }
  }

  private problem(one: Problem): HTMLElement {
    const place = one.path ? `${one.path}${one.line ? `:${one.line}` : ""}: ` : "";
    const words = `${place}${one.message}${one.help ? ` — ${one.help}` : ""}`;
    if (!one.path) return make("span", {}, words);
    return make("button", { type: "button", class: "problem", click: () => void this.show(one.path ?? "").then(() => this.editor.goTo(one.line ?? 1)) }, words);
  }

  private async accept(): Promise<void> {
    try {
      const found = await fetched<Renewed>(api("/take"), { accept: true });
      this.became(found);
      if (found.taken && found.can_return) byId("status").append(" ", make("button", { type: "button", class: "pass", click: () => void this.turnBack() }, "Undo"));
    } catch (error) { tell(wordsOf(error)); }
  }

  /** Back to the old rules, with all the answers that were dropped. */
  private async turnBack(): Promise<void> {
    try {
      const { answers } = await fetched<{ answers: number }>(api("/untake"), {});
      this.became({ changed: true, taken: false, divergence: `All ${answers} answers are back.`, answers, problems: [] });
    } catch (error) { tell(wordsOf(error)); }
  }

  private async copy(): Promise<void> {
    try {
      const links = await fetched<{ table: string; owner: string }>(api("/copy"), {});
      localStorage.setItem(`owner:${links.table}`, links.owner);
      location.href = at(`/edit/${links.owner}`);
    } catch (error) { tell(wordsOf(error)); }
  }

  /** A new table with a variant more, for the same seats. */
  private async tableWith(variant: string): Promise<void> {
    try {
      const links = await fetched<{ table: string; owner: string }>(api("/with"), { variant });
      localStorage.setItem(`owner:${links.table}`, links.owner);
      location.href = at(`/edit/${links.owner}`);
    } catch (error) { tell(wordsOf(error)); }
  }

  private markResults(): void {
    this.editor.mark(this.scenarios.results.filter((one) => one.name && one.file === this.editor.name).map((one) => ({ line: one.line, passed: one.passed, words: one.passed ? "passes" : one.report })));
  }
}

fetched<AboutEdit>(api("")).then((about) => new EditPage(about)).catch((error: unknown) => {
  byId("title").textContent = error instanceof Error ? error.message : "The server does not answer.";
}).finally(ready);
