// A table of a playtest: notes at any moment, questions whose moment has come, and what is looked up or tried.

import { at, byId, make, tell } from "./dom";
import type { About } from "./forms";
import { type Asked, field } from "./questions";
import { type TableLink, fetched, wordsOf } from "./transport";

interface InPlaytest { name: string; mine: string; records: string[] }
const MOODS: [string, string][] = [["fun", "Fun"], ["boring", "Boring"], ["confusing", "Confusing"], ["idea", "An idea"]];
const LATER = 400; // milliseconds until the server is asked for questions, after something has changed

export class Playtesting {
  private timer = 0;
  private over = false;
  private due: Asked[] = [];
  private readonly put = new Set<string>(); // questions that were shown by themselves
  private readonly pill = make("button", { type: "button", class: "asks-pill", hidden: true, click: () => this.ask() });

  private constructor(private readonly link: TableLink, private readonly playtest: InPlaytest) {
    const note = make("button", { type: "button", id: "note-button", class: "small-link", click: () => this.note() }, "Note");
    byId("table-menu").before(note);
    document.body.append(this.pill);
    document.addEventListener("visibilitychange", () => this.did(document.hidden ? "hidden" : "looking"));
    document.addEventListener("click", (event) => {
      const refused = (event.target as Element).closest<HTMLElement>(".refusal")?.dataset["tried"];
      if (refused) this.did("tried", refused);
    });
    document.addEventListener("toggle", (event) => {
      const list = event.target as HTMLElement;
      if (list instanceof HTMLDetailsElement && list.open && list.matches(".refused-list")) this.did("looked_up", "what is not possible");
    }, true);
    this.changed(false);
  }

  /** Nothing where no playtest is. */
  static at(link: TableLink, about: About): Playtesting | null {
    const playtest = (about as About & { playtest?: InPlaytest }).playtest;
    return playtest ? new Playtesting(link, playtest) : null;
  }

  /** Something that is recorded if the plan says so; the game does not wait for it. */
  did(what: "tried" | "looked_up" | "hidden" | "looking", thing = ""): void {
    void this.link.act("playtest/did", { what, thing }).catch(() => undefined);
  }

  /** The table has changed: perhaps the moment of a question has come. */
  changed(over: boolean): void {
    this.over = over;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.look(), LATER);
  }

  private async look(): Promise<void> {
    try { this.due = (await fetched<{ questions: Asked[] }>(`/api/t/${this.link.token}/playtest`)).questions; } catch { return; }
    this.pill.hidden = this.due.length === 0;
    this.pill.textContent = this.due.length === 1 ? "A question for you" : `${this.due.length} questions for you`;
    const fresh = this.due.filter((one) => !this.put.has(one.name));
    for (const one of this.due) this.put.add(one.name);
    if (this.over && fresh.length && !document.querySelector("dialog[open]")) this.ask();
  }

  private dialog(title: string, ...children: (HTMLElement | string)[]): HTMLDialogElement {
    const dialog = make("dialog", { class: "playtest-dialog", "aria-label": title }, make("h2", {}, title), ...children);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
  }

  private about(): HTMLElement {
    return make("p", { class: "hint" }, `This table is part of the playtest “${this.playtest.name}”. `, make("a", { href: at(`/my-data/${this.playtest.mine}`), target: "_blank" }, "What is recorded of you"));
  }

  private note(): void {
    const words = make("textarea", { rows: 3, maxlength: 2000, "aria-label": "your note", placeholder: "What is on your mind? Only the designer reads it." });
    const moods = MOODS.map(([mood, label]) => make("label", { class: "step" }, make("input", { type: "radio", name: "mood", value: mood }), make("span", {}, label)));
    const dialog = this.dialog("A note on this moment", make("form", { method: "dialog", submit: (event) => { event.preventDefault(); void send(); } },
      make("span", { class: "steps", role: "radiogroup", "aria-label": "how it is" }, ...moods), words, this.about(),
      make("div", { class: "foot" }, make("button", { type: "button", class: "pass", click: () => dialog.close() }, "Cancel"), make("button", { type: "submit", class: "confirm" }, "Keep the note"))));
    const send = async (): Promise<void> => {
      const mood = dialog.querySelector<HTMLInputElement>("input:checked")?.value ?? "";
      try { await this.link.act("playtest/note", { mood, words: words.value }); dialog.close(); tell("Noted. Thank you."); } catch (error) { tell(wordsOf(error)); }
    };
    words.focus();
  }

  private ask(): void {
    const fields = this.due.map((question) => ({ question, ...field(question) }));
    if (!fields.length) return;
    const dialog = this.dialog(fields.length === 1 ? "A question for you" : "Some questions for you", make("form", { method: "dialog", submit: (event) => { event.preventDefault(); void send(); } },
      ...fields.map((one) => one.element), this.about(),
      make("div", { class: "foot" }, make("button", { type: "button", class: "pass", click: () => dialog.close() }, "Later"), make("button", { type: "submit", class: "confirm" }, "Send"))));
    const send = async (): Promise<void> => {
      try {
        for (const one of fields) await this.link.act("playtest/answer", { question: one.question.name, answer: one.value() });
        dialog.close();
        tell("Thank you.");
      } catch (error) { tell(wordsOf(error)); }
      await this.look();
    };
  }
}
