// A playtest's questions, as fields of a form, and what was answered.

import { make } from "./dom";

export interface Asked { name: string; ask: string; scale: string[]; choice: string[]; steps: number }
export type Answer = string | number | null;

/** One question; `value` says what was answered: null while nothing is. */
export function field(question: Asked): { element: HTMLElement; value: () => Answer } {
  const name = `question-${question.name}`;
  if (!question.scale.length && !question.choice.length) {
    const words = make("textarea", { rows: 2, maxlength: 2000, "aria-label": question.ask });
    return { element: make("label", { class: "asks" }, question.ask, words), value: () => words.value.trim() || null };
  }
  const steps = question.scale.length ? Array.from({ length: question.steps }, (_, at) => String(at + 1)) : question.choice;
  const buttons = steps.map((step) => make("input", { type: "radio", name, value: step }));
  const row = make("span", { class: question.scale.length ? "steps scale" : "steps" }, question.scale.length ? make("small", {}, question.scale[0] ?? "") : null,
    ...buttons.map((button, at) => make("label", { class: "step" }, button, make("span", {}, steps[at] ?? ""))),
    question.scale.length ? make("small", {}, question.scale[1] ?? "") : null);
  return {
    element: make("fieldset", { class: "asks" }, make("legend", {}, question.ask), row),
    value: () => { const chosen = buttons.find((one) => one.checked)?.value; return chosen === undefined ? null : question.scale.length ? Number(chosen) : chosen; },
  };
}
