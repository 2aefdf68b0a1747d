// The decision: the question, what can be answered, what cannot and why. One click selects, Confirm decides.

import { plain } from "./acts";
import { capital, drawn, make, sentence } from "./dom";
import { type Choice, type Picture, type Question, type Refusal, keyOf } from "./forms";

const MANY = 12;
const SHORT = 14; // letters that fit beside a choice; more stand below it
const DECLINES = ["pass", "done"];

export interface Given { choice?: number; amount?: number }
export interface Answering {
  decide(given: Given): void;
  pointed(key: string | null): void;
  changed(): void;
  /** What a place for a tile means, in words. */
  told(choice: Choice): string;
  /** What is printed on the one card of the reader's own that these words name. */
  printed(words: string): string;
  /** What happened since the last answer, for a page on which the log is out of sight. */
  lately(): HTMLElement | null;
  /** The rules about this question. */
  rules(): void;
}

export class Decision {
  selected: Choice | null = null;
  amount: number | null = null;
  turn = 0;
  private picked: string[] = []; // of things decided together, such as where from and where to: those that were pointed at
  private readonly confirm = make("button", { class: "confirm", type: "button", disabled: true }, "Confirm");
  private readonly buttons = new Map<number, HTMLElement>();
  private readonly left = make("p", { class: "hint", "aria-live": "polite" });
  private readonly spot = make("p", { class: "hint", "aria-live": "polite" });
  private readonly stands: Map<number, number>; // choices that make no difference: each with the first of them
  private number: HTMLOutputElement | null = null;
  private slider: HTMLInputElement | null = null;

  constructor(readonly request: Question, private readonly picture: Picture, private readonly page: Answering) {
    this.confirm.addEventListener("click", () => this.answer());
    this.stands = new Map(picture.same.flatMap((numbers) => numbers.map((number) => [number, numbers[0] ?? number] as const)));
    this.turn = this.turns[0] ?? 0;
    if (request.amount) this.amount = request.amount.low;
    else if (request.choices.length === 1) this.selected = request.choices[0] ?? null; // there is nothing to choose: only to confirm
  }

  get spots(): Choice[] { return this.request.choices.filter((choice) => choice.laid); }
  private get turns(): number[] { return [...new Set(this.spots.map((choice) => choice.laid?.turn ?? 0))].sort(); }
  /** What keys 1 to 9 choose: buttons, else the places for a tile as it is turned. */
  get numbered(): Choice[] {
    const ordinary = this.ordinary;
    return ordinary.length ? ordinary : this.spots.filter((choice) => choice.laid?.turn === this.turn);
  }
  get ordinary(): Choice[] {
    return this.request.choices.filter((choice) => !choice.free && !choice.laid && !this.declines(choice) && this.isFirst(choice));
  }
  private isFirst(choice: Choice): boolean { return (this.stands.get(choice.number) ?? choice.number) === choice.number; }
  private times(choice: Choice): number { return [...this.stands.values()].filter((first) => first === choice.number).length || 1; }
  private declines(choice: Choice): boolean { return this.request.optional && DECLINES.includes(choice.name) && !choice.thing; }

  private get names(): string[] { return Object.keys(this.picture.marks).filter((key) => key.startsWith("player:")).map((key) => key.slice("player:".length)); }
  /** Whether what is selected says by itself what is done, such as "Roll": then the button says just this. */
  private get isWay(): boolean { return this.selected !== null && this.request.kind === "menu" && !this.selected.thing && !this.selected.parts.length && this.selected.label.length < 40; }

  // ---- several things in one choice: pointed at one after the other
  private fits(choice: Choice, picked: string[]): boolean { return choice.parts.length > 0 && picked.every((key, place) => choice.parts[place] && keyOf(choice.parts[place]) === key); }
  private next(picked: string[]): Set<string> {
    const parts = this.ordinary.filter((choice) => this.fits(choice, picked)).map((choice) => choice.parts[picked.length]);
    return new Set(parts.flatMap((part) => part ? [keyOf(part)] : []));
  }
  /** What can be pointed at now: the next part of a choice, and what was picked, to put it back. */
  get pickable(): Set<string> { return new Set([...this.next(this.picked), ...this.picked]); }
  /** What is chosen, as far as it is. */
  get marked(): Set<string> { return new Set(this.selected?.thing ? [keyOf(this.selected.thing)] : this.picked); }

  /** True if this thing is a part of a choice: it is picked, put back, or where another choice begins. */
  pick(key: string): boolean {
    const place = this.picked.indexOf(key);
    if (place >= 0) this.picked = this.picked.slice(0, place);
    else if (this.next(this.picked).has(key)) this.picked.push(key);
    else if (this.next([]).has(key)) this.picked = [key];
    else return false;
    const those = this.picked.length ? this.ordinary.filter((choice) => this.fits(choice, this.picked)) : [];
    this.selected = null;
    if (those.length === 1 && those[0]) { this.select(those[0]); return true; }
    this.narrow(those);
    this.show();
    this.page.changed();
    return true;
  }

  /** The list holds what goes with what was picked. */
  private narrow(those: Choice[]): void {
    const stay = new Set(those.map((choice) => choice.number));
    for (const [number, button] of this.buttons) button.hidden = stay.size > 0 && !stay.has(number);
    this.left.textContent = stay.size ? `${stay.size} of ${this.ordinary.length} fit what you picked.` : "";
  }

  draw(mark: string, running: string): HTMLElement {
    const request = this.request;
    const head = make("div", { class: "asked" }, drawn(mark), make("span", {}, "Your decision"),
      make("button", { type: "button", class: "why", "aria-label": "the rules about this", click: () => this.page.rules() }, "?"),
      request.secret && make("span", { class: "secret" }, "secret: the others do not see it"));
    const panel = make("div", { class: "panel" }, head, this.page.lately(), make("h2", { id: "prompt" }, sentence(request.prompt, this.names)), drawn(running, "div", { class: "running" }),
      this.progress(), this.left, this.answers(), this.refusals(), this.foot());
    this.show();
    return panel;
  }

  private progress(): HTMLElement | null {
    const several = this.request.several;
    if (!several) return null;
    const most = several.most === null ? "as many as you like" : several.most === several.least ? `${several.most}` : `${several.least} to ${several.most}`;
    const chosen = several.chosen.length ? `, ${several.chosen.length} chosen already` : "";
    return make("p", { class: "hint" }, `Choose ${most}, one after the other${chosen}.`);
  }

  private answers(): HTMLElement {
    const ordinary = this.ordinary;
    const faces = ordinary.length > 1 && ordinary.length <= MANY && ordinary.every((choice) => this.text(choice));
    const box = make("div", { class: faces ? "answers faces" : "answers", role: "radiogroup", "aria-labelledby": "prompt" });
    if (this.request.amount) box.append(this.amounts());
    if (this.spots.length) box.append(this.placing());
    if (ordinary.length > MANY) box.append(this.finder(ordinary));
    else box.append(...ordinary.map((choice, number) => this.button(choice, number + 1)));
    const free = this.request.choices.filter((choice) => choice.free);
    if (free.length) box.append(make("p", { class: "hint" }, "You may also:"), ...free.map((choice) => this.button(choice)));
    return box;
  }

  private text(choice: Choice): string { return choice.thing ? this.picture.texts[keyOf(choice.thing)] ?? "" : this.page.printed(choice.label); }

  private button(choice: Choice, key?: number, short = false): HTMLElement {
    const mark = choice.thing && this.picture.marks[keyOf(choice.thing)];
    const times = this.times(choice), text = short ? "" : this.text(choice);
    const label = plain(capital(times > 1 ? `${choice.label} ×${times}` : choice.label));
    const button = make("button", { type: "button", class: "choice", role: "radio", "aria-checked": "false", "data-thing": choice.thing ? keyOf(choice.thing) : null, "data-times": times },
      key !== undefined && key < 10 && make("kbd", { "aria-hidden": "true" }, String(key)), mark ? drawn(mark) : null,
      make("span", { class: "what" }, label, text && text !== choice.label ? make("small", {}, text) : null),
      choice.beside ? make("span", { class: choice.beside.length > SHORT ? "beside below" : "beside" }, choice.beside) : null);
    button.addEventListener("click", () => this.select(choice));
    button.addEventListener("dblclick", () => { this.select(choice); this.answer(); });
    button.addEventListener("pointerenter", () => this.page.pointed(choice.thing && keyOf(choice.thing)));
    button.addEventListener("pointerleave", () => this.page.pointed(null));
    this.buttons.set(choice.number, button);
    return button;
  }

  /** Many choices: found by typing, and in groups if things of this kind have any. */
  private finder(choices: Choice[]): HTMLElement {
    const groups = new Map<string, Choice[]>();
    for (const choice of choices) {
      const group = choice.thing ? this.picture.groups[keyOf(choice.thing)] ?? "" : "";
      groups.set(group, [...(groups.get(group) ?? []), choice]);
    }
    const list = make("div", { class: "many" }, ...[...groups].flatMap(([group, those]) => [
      group ? make("h3", {}, group) : null, ...those.map((choice) => this.button(choice, undefined, true))].filter((one): one is HTMLElement => one !== null)));
    const find = make("input", { type: "search", placeholder: "type to find…", "aria-label": "find a choice" });
    find.addEventListener("input", () => {
      const wanted = find.value.toLowerCase();
      for (const choice of choices) {
        const button = this.buttons.get(choice.number);
        if (button) button.hidden = !choice.label.toLowerCase().includes(wanted);
      }
    });
    const beside = new Set(choices.map((choice) => choice.beside));
    const all = beside.size === 1 && choices[0]?.beside ? `, all ${choices[0].beside}` : "";
    if (all) list.classList.add("one-price");
    return make("div", {}, make("p", { class: "hint" }, `${choices.length} are possible${all}: choose on the table, or find one here.`), find, list);
  }

  private placing(): HTMLElement {
    const now = this.spots.filter((choice) => choice.laid?.turn === this.turn).length;
    const turn = this.turns.length > 1 ? make("button", { type: "button", class: "turn", click: () => this.turnIt() }, "⟳ turn (R)") : null;
    this.spot.textContent = `${now} ${now === 1 ? "place" : "places"}: choose a dashed square on the board.`;
    return make("div", { class: "placing" }, this.spot, turn);
  }

  turnIt(): void {
    const turns = this.turns;
    if (turns.length < 2) return;
    this.turn = turns[(turns.indexOf(this.turn) + 1) % turns.length] ?? 0;
    this.selected = null;
    const now = this.spots.filter((choice) => choice.laid?.turn === this.turn).length;
    this.spot.textContent = `${now} ${now === 1 ? "place" : "places"}: choose a dashed square on the board.`;
    this.show();
    this.page.changed();
  }

  private amounts(): HTMLElement {
    const { low, high, step } = this.request.amount ?? { low: 0, high: 0, step: 1 };
    this.number = make("output", { class: "amount", "aria-live": "polite" }, String(low));
    this.slider = make("input", { type: "range", min: low, max: high, step, value: low, "aria-label": "amount" });
    this.slider.addEventListener("input", () => this.setAmount(Number(this.slider?.value)));
    if (low === high) return make("div", { class: "amounts" }, make("div", { class: "stepper only" }, this.number));
    const quick = [...new Set([0, 0.25, 0.5, 1].map((share) => low + Math.round(((high - low) * share) / step) * step))];
    return make("div", { class: "amounts" },
      make("div", { class: "stepper" },
        make("button", { type: "button", "aria-label": "less", click: () => this.step(-1) }, "−"), this.number,
        make("button", { type: "button", "aria-label": "more", click: () => this.step(1) }, "+")),
      this.slider,
      make("div", { class: "quick" }, ...quick.map((value) =>
        make("button", { type: "button", click: () => this.setAmount(value) }, String(value)))));
  }

  step(way: number): void {
    const amount = this.request.amount;
    if (amount && this.amount !== null) this.setAmount(this.amount + way * amount.step);
  }

  private setAmount(value: number): void {
    const amount = this.request.amount;
    if (!amount) return;
    this.amount = Math.min(amount.high, Math.max(amount.low, value));
    this.selected = null;
    this.show();
  }

  select(choice: Choice): void {
    this.selected = choice;
    this.picked = choice.parts.map(keyOf);
    if (this.picked.length) this.narrow([]);
    if (choice.laid) { this.turn = choice.laid.turn; this.spot.textContent = this.page.told(choice); }
    this.show();
    this.page.changed();
  }

  /** A hint is taken over: the choice of this name, or this amount. */
  take(name: string): void {
    const choice = this.request.choices.find((one) => one.name === name);
    if (choice) this.select(choice); else if (this.request.amount) this.setAmount(Number(name));
  }

  /** The focus goes to what is selected, so that Enter confirms it and nothing else. */
  focus(): void {
    if (!this.selected) return;
    const button = this.buttons.get(this.stands.get(this.selected.number) ?? this.selected.number);
    (button ?? document.querySelector<SVGElement>(`.ghost[data-choice="${this.selected.number}"]`))?.focus();
  }

  answer(): void {
    if (this.selected) this.page.decide({ choice: this.selected.number });
    else if (this.amount !== null) this.page.decide({ amount: this.amount });
  }

  private show(): void {
    const first = this.selected ? this.stands.get(this.selected.number) ?? this.selected.number : null;
    for (const [number, button] of this.buttons) {
      const is = first === number;
      button.classList.toggle("selected", is);
      button.setAttribute("aria-checked", String(is));
    }
    if (this.number) this.number.textContent = String(this.amount);
    if (this.slider && this.amount !== null) this.slider.value = String(this.amount);
    const ready = this.selected !== null || this.amount !== null;
    this.confirm.toggleAttribute("disabled", !ready);
    const what = this.selected ? this.selected.label : this.amount !== null ? String(this.amount) : "";
    const only = this.selected !== null && this.declines(this.selected);
    this.confirm.toggleAttribute("data-declines", only);
    this.confirm.textContent = only ? what : this.selected?.laid ? "Place it here" : this.isWay ? capital(what) : what && what.length < 30 ? `Confirm ${what}` : "Confirm";
  }

  private foot(): HTMLElement {
    const decline = this.request.choices.find((choice) => this.declines(choice));
    return make("div", { class: "foot" },
      decline && this.request.choices.length > 1 ? make("button", { type: "button", class: "pass", click: () => this.page.decide({ choice: decline.number }) }, decline.label) : null,
      this.confirm);
  }

  /** What cannot be chosen, one line for each reason. */
  private refusals(): HTMLElement | null {
    const refused = this.request.refused;
    if (!refused.length) return null;
    const groups = new Map<string, Refusal[]>();
    for (const one of refused) groups.set(one.reason, [...(groups.get(one.reason) ?? []), one]);
    const entries = [...groups].map(([reason, those]) => make("div", { class: "refusal", "data-tried": those[0]?.thing ? keyOf(those[0].thing) : those[0]?.name },
      make("span", {}, names(those)), make("p", {}, reason), rule(those[0])));
    return make("details", { class: "refused-list" }, make("summary", {}, `${refused.length} not possible now`), ...entries);
  }
}

function names(those: Refusal[]): string {
  const labels = [...new Set(those.map((one) => one.label))];
  return labels.length > 6 ? `${labels.slice(0, 5).join(", ")} and ${labels.length - 5} more` : labels.join(", ");
}

function rule(refusal: Refusal | undefined): HTMLElement | null {
  if (!refusal?.condition) return null;
  const values = refusal.values ? ` (${refusal.values})` : "";
  const clauses = refusal.clauses.length ? ` · ${refusal.clauses.join(", ")}` : "";
  return make("details", { class: "rule" }, make("summary", {}, "the rule"),
    make("code", {}, refusal.condition + values), make("small", {}, refusal.rule + clauses));
}
