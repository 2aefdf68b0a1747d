// The edit page: files and an editor beside the running table; what becomes of the table when something is saved.

import type { EditorView } from "@codemirror/view";
import { at, byId, make, ready, tell } from "./dom";
import { fetched, lines } from "./transport";
import { Editor, type Words } from "./editor";
import { HouseForm } from "./house";
import { Previews } from "./previews";

interface Problem { message: string; path?: string | null; line?: number | null; help?: string | null; severity?: string }
interface Renewed { changed: boolean; taken: boolean; divergence: string; answers: number; problems: Problem[] }
interface AboutEdit {
  title: string; game: string; table: string; owner: string; watch: string; seats: { name: string; token: string }[]; files: string[];
  read_only: string; variants: string[]; old: boolean; words: Words;
}
interface Result { name: string; file: string; line: number; passed: boolean; report: string; problems?: Problem[] }

const token = location.pathname.split("/").pop() ?? "";
export const api = (what: string): string => `/api/e/${token}${what}`;

class EditPage {
  private readonly editor: Editor;
  private readonly previews: Previews;
  private versions = new Map<string, string>();
  private results: Result[] = [];
  private running: AbortController | null = null;
  private saving = false;

  constructor(private readonly about: AboutEdit) {
    localStorage.setItem(`owner:${about.table}`, about.owner);
    document.title = `${about.title} · edit`;
    byId("title").textContent = about.title;
    byId("balance").setAttribute("href", at(`/balance/${token}`));
    const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${api("/language")}`;
    this.editor = new Editor(byId("editor"), about.words, address, nonce, about.read_only !== "", (name) => this.show(name), () => this.typed(), () => void this.save());
    this.previews = new Previews(() => ({ name: this.editor.name, text: this.editor.text }), about.read_only === "", (found) => this.became(found as Renewed));
    new HouseForm(about.read_only, (files, name) => { this.about.files = files; this.listFiles(); void this.show(name); }, (name) => void this.tableWith(name));
    this.seats();
    this.listFiles();
    this.wire();
    if (about.read_only) byId("status").replaceChildren(about.read_only, " ", make("button", { type: "button", class: "pass", click: () => void this.copy() }, "Make a copy"));
    else if (about.old) this.became({ changed: true, taken: false, divergence: "The rules on the disk are others than this table is played under.", answers: 0, problems: [] });
    const first = location.hash === "#new" ? this.pointOut() : this.show(about.files.find((name) => name.startsWith("rules/")) ?? about.files[0] ?? "game.yaml");
    void first;
    void this.runScenarios();
  }

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
    byId("run").addEventListener("click", () => void this.runScenarios());
    for (const tab of document.querySelectorAll<HTMLElement>("[role=tab]")) tab.addEventListener("click", () => this.tab(tab.dataset["tab"] ?? "table"));
    byId("tabs").addEventListener("keydown", (event) => this.tabKey(event as KeyboardEvent));
    window.addEventListener("beforeunload", (event) => { if (this.editor.dirty) event.preventDefault(); });
    document.addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "s" && !event.defaultPrevented) { event.preventDefault(); void this.save(); }
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
  }

  // ---- files
  private listFiles(): void {
    const rows: Node[] = [];
    let folder = "";
    for (const name of this.about.files) {
      const [inside, base] = name.includes("/") ? [name.slice(0, name.lastIndexOf("/")), name.slice(name.lastIndexOf("/") + 1)] : ["", name];
      if (inside !== folder) rows.push(make("li", { class: "folder" }, inside));
      folder = inside;
      const failed = this.results.some((one) => one.file === name && !one.passed);
      const open = name === this.editor.name;
      rows.push(make("li", {}, make("button", { type: "button", class: failed ? "file red" : "file", "aria-current": open ? "true" : null,
        click: () => void this.show(name) }, base, open && this.editor.dirty ? make("span", { title: "not saved" }, " ●") : null)));
    }
    byId("files").replaceChildren(...rows);
  }

  private async show(name: string): Promise<EditorView | null> {
    if (name === this.editor.name) return this.editor.view;
    if (this.editor.dirty && !window.confirm(`${this.editor.name} is not saved. Leave it?`)) return null;
    try {
      const { text, version } = await fetched<{ text: string; version: string }>(api(`/file?name=${encodeURIComponent(name)}`));
      this.versions.set(name, version);
      const view = this.editor.open(name, text);
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
    byId("save").toggleAttribute("disabled", !this.editor.dirty);
    const dot = document.querySelector('#files [aria-current] span');
    if (Boolean(dot) !== this.editor.dirty) this.listFiles();
    this.previews.later();
  }

  private async save(): Promise<void> {
    if (!this.editor.dirty || this.about.read_only || this.saving) return;
    this.saving = true;
    const { name, text } = this.editor;
    try {
      byId("status").textContent = "Saving…";
      const found = await fetched<Renewed & { version: string; files: string[] }>(api("/file"), { name, text, version: this.versions.get(name) ?? null });
      this.versions.set(name, found.version);
      this.about.files = found.files;
      this.editor.wasSaved();
      this.typed();
      this.listFiles();
      this.became(found);
      void this.runScenarios();
    } catch (error) { this.say(error instanceof Error ? error.message : "The server does not answer.", "red"); }
    this.saving = false;
  }

  // ---- the table after it
  private say(words: string, colour: "red" | "green" | "" = ""): void { byId("status").replaceChildren(make("span", { class: colour }, words)); }

  private became(found: Renewed): void {
    if (found.problems.length) {
      byId("status").replaceChildren(make("span", { class: "red" }, "The table goes on under the old rules. "), ...found.problems.slice(0, 3).map((one) => this.problem(one)));
    } else if (found.taken) this.say(found.changed ? `The table was played again under the new rules (${found.answers} answers).` : "Saved. The rules of the table are the same.", "green");
    else {
      byId("status").replaceChildren(make("span", { class: "red" }, `${found.divergence} The table goes on under the old rules. `),
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
    try { this.became(await fetched<Renewed>(api("/take"), { accept: true })); } catch (error) { tell(String(error)); }
  }

  private async copy(): Promise<void> {
    try {
      const links = await fetched<{ table: string; owner: string }>(api("/copy"), {});
      localStorage.setItem(`owner:${links.table}`, links.owner);
      location.href = at(`/edit/${links.owner}`);
    } catch (error) { tell(error instanceof Error ? error.message : String(error)); }
  }

  /** A new table with a variant more, for the same seats. */
  private async tableWith(variant: string): Promise<void> {
    try {
      const links = await fetched<{ table: string; owner: string }>(api("/with"), { variant });
      localStorage.setItem(`owner:${links.table}`, links.owner);
      location.href = at(`/edit/${links.owner}`);
    } catch (error) { tell(error instanceof Error ? error.message : String(error)); }
  }

  // ---- scenarios
  private async runScenarios(): Promise<void> {
    this.running?.abort();
    const mine = this.running = new AbortController();
    this.results = [];
    byId("scenario-count").textContent = "running…";
    try {
      for await (const found of lines<Result>(api("/scenarios"), {}, mine.signal)) {
        this.results.push(found);
        if (this.results.length % 10 === 0) this.listResults(true);
      }
      this.listResults(false);
      this.markResults();
      this.listFiles();
    } catch { if (!mine.signal.aborted) byId("scenario-count").textContent = "could not be run"; }
  }

  private listResults(running: boolean): void {
    const told = this.results.filter((one) => one.name);
    const failed = told.filter((one) => !one.passed);
    const broken = this.results.some((one) => one.problems);
    byId("scenario-count").textContent = broken ? "not while there is a mistake" : `${told.length - failed.length} ✓  ${failed.length} ✗${running ? " …" : ""}`;
    byId("scenario-count").className = broken || failed.length ? "red" : "green";
    byId("failures").replaceChildren(...failed.slice(0, 40).map((one) => make("li", {},
      make("button", { type: "button", class: "problem", title: one.report, click: () => void this.show(one.file).then(() => { this.editor.goTo(one.line); this.report(one); }) }, `✗ ${one.name}`))));
  }

  private report(one: Result): void {
    byId("report").textContent = one.report;
    byId("report").hidden = false;
  }

  private markResults(): void {
    this.editor.mark(this.results.filter((one) => one.file === this.editor.name).map((one) => ({ line: one.line, passed: one.passed, words: one.passed ? "passes" : one.report })));
  }
}

fetched<AboutEdit>(api("")).then((about) => new EditPage(about)).catch((error: unknown) => {
  byId("title").textContent = error instanceof Error ? error.message : "The server does not answer.";
}).finally(ready);
