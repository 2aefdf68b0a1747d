// What a strong bot thinks: a hint for a player who practises against bots, and the line of chances of a finished game.

import { capital, drawn, make, tell } from "./dom";
import type { Chances, Hint, Picture } from "./forms";
import { type TableLink, wordsOf } from "./transport";

const WIDE = 276, HIGH = 96; // of the line of chances
const BESTS = 3; // choices that a hint names
const DASHES = ["", "7 3", "2 3", "9 3 2 3"]; // a line is told from others by more than its colour

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A button, and what it brings: the best choices with their chances. A click takes one of them over. */
export function hintButton(link: TableLink, choose: (name: string) => void): HTMLElement {
  const place = make("span", { class: "hint-place" });
  const ask = make("button", { type: "button", class: "tool", click: () => void show() }, "Hint");
  const show = async (): Promise<void> => {
    ask.disabled = true;
    ask.textContent = "Thinking…";
    try {
      const hint = await link.hint();
      place.replaceChildren(hintList(hint, choose));
    } catch (error) { tell(wordsOf(error)); }
    ask.disabled = false;
    ask.textContent = "Hint";
  };
  place.append(ask);
  return place;
}

function hintList(hint: Hint, choose: (name: string) => void): HTMLElement {
  const rows = hint.choices.slice(0, BESTS).map((one) => make("li", {}, make("button", { type: "button", class: "tool", click: () => choose(one.choice) }, capital(one.label)),
    make("i", { class: "share", style: `--share:${one.chance}`, "aria-hidden": "true" }), make("b", {}, percent(one.chance))));
  return make("div", { class: "hints" }, make("p", {}, "Chances to win, as a strong bot sees them:"), make("ol", {}, ...rows));
}

/** The line as points of a drawing: from the first decision to the last, from no chance at the bottom to certainty at the top. */
export function pointsOf(line: Chances["line"], player: number): [number, number][] {
  const last = Math.max(1, line.at(-1)?.after ?? 1);
  return line.map((one) => [(one.after / last) * WIDE, (1 - (one.chances[player] ?? 0)) * HIGH]);
}

/** A button that draws how the chances went, with the choices that cost most; a click shows the table then. */
export function chancesButton(link: TableLink, picture: Picture, goTo: (moment: number) => void): HTMLElement {
  const place = make("div", { class: "chances" });
  const ask = make("button", { type: "button", class: "pass", click: () => void show() }, "How the game went");
  const show = async (): Promise<void> => {
    ask.disabled = true;
    ask.textContent = "A strong bot looks at the game: a minute or two…";
    try { place.replaceChildren(...chart(await link.chances(), picture, goTo)); } catch (error) { tell(wordsOf(error)); ask.remove(); }
  };
  place.append(ask);
  return place;
}

function chart(found: Chances, picture: Picture, goTo: (moment: number) => void): HTMLElement[] {
  const last = Math.max(1, found.line.at(-1)?.after ?? 1);
  const lines = found.players.map((name, number) => {
    const words = pointsOf(found.line, number).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    return `<polyline points="${words}" fill="none" stroke="${picture.colours[`player:${name}`] ?? "#6b6558"}" stroke-width="2.2" stroke-dasharray="${DASHES[number % DASHES.length] ?? ""}"/>`;
  });
  const rules = [0, 0.5, 1].map((share) => `<line x1="0" x2="${WIDE}" y1="${share * HIGH}" y2="${share * HIGH}" class="rule"/>`);
  const svg = `<svg viewBox="0 -3 ${WIDE} ${HIGH + 6}" role="img" aria-label="the chances to win, from the beginning to the end">${rules.join("")}${lines.join("")}</svg>`;
  const box = drawn(svg, "div", { class: "chart", title: "click: the table at this moment" });
  box.addEventListener("click", (event) => {
    const room = box.getBoundingClientRect();
    goTo(Math.round(((event.clientX - room.left) / room.width) * last));
  });
  const names = make("p", { class: "chart-names" }, ...found.players.map((name, number) => make("span", {},
    drawn(picture.marks[`player:${name}`] ?? ""), name, drawn(`<svg viewBox="0 0 24 6" aria-hidden="true"><line x1="0" x2="24" y1="3" y2="3" stroke="${picture.colours[`player:${name}`] ?? ""}" stroke-width="2.5" stroke-dasharray="${DASHES[number % DASHES.length] ?? ""}"/></svg>`))));
  const turns = found.turns.map((turn) => make("li", {}, make("button", { type: "button", class: "act", click: () => goTo(turn.after) },
    make("b", { class: "name" }, turn.player), ` chose ${turn.chosen} instead of ${turn.better}, and lost ${turn.points} points of chance.`)));
  return [make("h3", {}, "Chances to win"), box, names, turns.length ? make("h3", {}, "What cost most") : null, turns.length ? make("ol", { class: "turns" }, ...turns) : null]
    .filter((one): one is HTMLElement => one !== null);
}
