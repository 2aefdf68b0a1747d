// The decision: the question, what can be answered, what cannot and why. One click selects, Confirm decides.

import { make } from "./dom";
import { type Choice, type Question, type Refusal, keyOf } from "./forms";

const MANY = 12;
const DECLINES = ["pass", "done"];

export interface Given { choice?: number; amount?: number }

export class Decision {
  selected: Choice | null = null;
  amount: number | null = null;
  turn = 0;
  private readonly confirm = make("button", { class: "confirm", type: "button", disabled: true }, "Confirm");
  private readonly buttons = new Map<number, HTMLElement>();
  private number: HTMLOutputElement | null = null;
  private slider: HTMLInputElement | null = null;

  constructor(
    readonly request: Question,
    private readonly colours: Record<string, string>,
    private readonly decide: (given: Given) => void,
    private readonly pointed: (key: string | null) => void,
    private readonly changed: () => void,
  ) {
    this.confirm.addEventListener("click", () => this.answer());
    const turns = [...new Set(this.spots.map((choice) => choice.laid?.turn ?? 0))];
    this.turn = turns[0] ?? 0;
    if (request.amount) this.amount = request.amount.low;
  }

  get spots(): Choice[] { return this.request.choices.filter((choice) => choice.laid); }
  get ordinary(): Choice[] {
    return this.request.choices.filter((choice) => !choice.free && !choice.laid && !this.declines(choice));
  }
  private declines(choice: Choice): boolean { return this.request.optional && DECLINES.includes(choice.name) && !choice.thing; }

  draw(colour: string, running: string): HTMLElement {
    const request = this.request;
    const head = make("div", { class: "asked" },
      make("i", { class: "dot", style: `--seat:${colour}` }), make("span", {}, "Your decision"),
      request.secret && make("span", { class: "secret" }, "secret: the others do not see it"));
    const facts = make("div", { class: "running" });
    facts.innerHTML = running;
    const panel = make("div", { class: "panel" }, head, make("h2", { id: "prompt" }, request.prompt), facts, this.progress(),
      this.answers(), this.refusals(), this.foot());
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
    const box = make("div", { class: "answers", role: "radiogroup", "aria-labelledby": "prompt" });
    if (this.request.amount) box.append(this.amounts());
    if (this.spots.length) box.append(this.placing());
    const ordinary = this.ordinary;
    if (ordinary.length > MANY) box.append(this.finder(ordinary));
    else box.append(...ordinary.map((choice, number) => this.button(choice, number + 1)));
    const free = this.request.choices.filter((choice) => choice.free);
    if (free.length) box.append(make("p", { class: "hint" }, "Beside it you may also:"), ...free.map((choice) => this.button(choice)));
    return box;
  }

  private button(choice: Choice, key?: number): HTMLElement {
    const swatch = choice.thing && this.colours[keyOf(choice.thing)];
    const button = make("button", { type: "button", class: "choice", role: "radio", "aria-checked": "false" },
      key !== undefined && key < 10 && make("kbd", {}, String(key)),
      swatch ? make("i", { class: "swatch", style: `--fill:${swatch};--edge:${swatch}` }) : null,
      make("span", {}, choice.label), choice.beside ? make("small", {}, choice.beside) : null);
    button.addEventListener("click", () => this.select(choice));
    button.addEventListener("dblclick", () => { this.select(choice); this.answer(); });
    button.addEventListener("pointerenter", () => this.pointed(choice.thing && keyOf(choice.thing)));
    button.addEventListener("pointerleave", () => this.pointed(null));
    this.buttons.set(choice.number, button);
    return button;
  }

  private finder(choices: Choice[]): HTMLElement {
    const list = make("div", { class: "many" }, ...choices.map((choice) => this.button(choice)));
    const find = make("input", { type: "search", placeholder: "type to find…", "aria-label": "find a choice" });
    find.addEventListener("input", () => {
      const wanted = find.value.toLowerCase();
      for (const choice of choices) {
        const button = this.buttons.get(choice.number);
        if (button) button.hidden = !choice.label.toLowerCase().includes(wanted);
      }
    });
    return make("div", {}, make("p", { class: "hint" }, `${choices.length} are possible: click one on the table, or find it here.`), find, list);
  }

  private placing(): HTMLElement {
    const turns = new Set(this.spots.map((choice) => choice.laid?.turn)).size;
    const words = `${this.spots.length} places on the board. Point at a + to see how it would lie.`;
    const turn = turns > 1 ? make("button", { type: "button", class: "turn", click: () => this.turnIt() }, "⟳ turn (R)") : null;
    return make("div", { class: "placing" }, make("p", { class: "hint" }, words), turn);
  }

  turnIt(): void {
    const turns = [...new Set(this.spots.map((choice) => choice.laid?.turn ?? 0))].sort();
    this.turn = turns[(turns.indexOf(this.turn) + 1) % turns.length] ?? 0;
    this.selected = null;
    this.show();
    this.changed();
  }

  private amounts(): HTMLElement {
    const { low, high, step } = this.request.amount ?? { low: 0, high: 0, step: 1 };
    this.number = make("output", { class: "amount", "aria-live": "polite" }, String(low));
    this.slider = make("input", { type: "range", min: low, max: high, step, value: low, "aria-label": "amount" });
    this.slider.addEventListener("input", () => this.setAmount(Number(this.slider?.value)));
    const quick = [...new Set([0, 0.25, 0.5, 1].map((share) => low + Math.round(((high - low) * share) / step) * step))];
    return make("div", { class: "amounts" },
      make("div", { class: "stepper" },
        make("button", { type: "button", "aria-label": "less", click: () => this.step(-1) }, "−"), this.number,
        make("button", { type: "button", "aria-label": "more", click: () => this.step(1) }, "+")),
      high > low ? this.slider : null,
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
    if (choice.laid) this.turn = choice.laid.turn;
    this.show();
    this.changed();
  }

  answer(): void {
    if (this.selected) this.decide({ choice: this.selected.number });
    else if (this.amount !== null) this.decide({ amount: this.amount });
  }

  private show(): void {
    for (const [number, button] of this.buttons) {
      const is = this.selected?.number === number;
      button.classList.toggle("selected", is);
      button.setAttribute("aria-checked", String(is));
    }
    if (this.number) this.number.textContent = String(this.amount);
    if (this.slider && this.amount !== null) this.slider.value = String(this.amount);
    const ready = this.selected !== null || this.amount !== null;
    this.confirm.toggleAttribute("disabled", !ready);
    const what = this.selected ? this.selected.label : this.amount !== null ? String(this.amount) : "";
    this.confirm.textContent = what && what.length < 30 ? `Confirm ${what}` : "Confirm";
  }

  private foot(): HTMLElement {
    const decline = this.request.choices.find((choice) => this.declines(choice));
    return make("div", { class: "foot" },
      decline ? make("button", { type: "button", class: "pass", click: () => this.decide({ choice: decline.number }) }, decline.label) : null,
      this.confirm);
  }

  /** What cannot be chosen, one line for each reason. */
  private refusals(): HTMLElement | null {
    const refused = this.request.refused;
    if (!refused.length) return null;
    const groups = new Map<string, Refusal[]>();
    for (const one of refused) groups.set(one.reason, [...(groups.get(one.reason) ?? []), one]);
    const entries = [...groups].map(([reason, those]) => make("div", { class: "refusal" },
      make("span", {}, names(those)), make("p", {}, reason), rule(those[0])));
    return make("details", { class: "refused-list" }, make("summary", {}, `${refused.length} not possible now`), ...entries);
  }
}

function names(those: Refusal[]): string {
  const labels = those.map((one) => one.label);
  return labels.length > 6 ? `${labels.slice(0, 5).join(", ")} and ${labels.length - 5} more` : labels.join(", ");
}

function rule(refusal: Refusal | undefined): HTMLElement | null {
  if (!refusal?.condition) return null;
  const values = refusal.values ? ` (${refusal.values})` : "";
  const clauses = refusal.clauses.length ? ` · ${refusal.clauses.join(", ")}` : "";
  return make("details", { class: "rule" }, make("summary", {}, "the rule"),
    make("code", {}, refusal.condition + values), make("small", {}, refusal.rule + clauses));
}
