// The end of a game: who won and why, how the game went, and what can be done next.

import { lastly } from "./acts";
import { at, drawn, make } from "./dom";
import type { Picture } from "./forms";
import { chancesButton } from "./insight";
import type { TableMenu } from "./menu";
import { decided, listed, scores } from "./scores";
import type { TableLink } from "./transport";

const PIECES = 14; // that fall, once, for joy

export interface Replay { link: TableLink; menu: TableMenu; goTo(moment: number): void; play(): void }

/** The winners large, with their marks; for somebody who won, their marks rain. */
function finale(picture: Picture, winners: string[]): HTMLElement {
  const you = picture.you ?? "", won = winners.includes(you);
  const marks = winners.map((name) => drawn(picture.marks[`player:${name}`] ?? ""));
  const words = winners.length ? `${listed(winners)} ${winners.length > 1 ? "win" : "wins"}.` : "Nobody wins.";
  const why = picture.result && Object.keys(picture.result.scores).length ? decided(picture.result) : lastly(picture.log, Object.keys(picture.marks).filter((one) => one.startsWith("player:")).map((one) => one.slice(7)));
  const rain = won ? Array.from({ length: PIECES }, (_, number) => drawn(picture.marks[`player:${you}`] ?? "", "span", { class: "falling", "aria-hidden": "true", style: `--at:${(number * 37) % 100}%;--late:${(number * 0.19) % 1.7}s` })) : [];
  return make("div", { class: won ? "finale won" : "finale", style: `--winner:${picture.colours[`player:${winners[0] ?? ""}`] ?? "#6b6558"}` }, ...rain,
    make("p", { class: "asked" }, won ? "The game is over, and you win" : "The game is over"),
    make("h2", {}, ...marks, words), why ? make("p", { class: "decided" }, why) : null);
}

export function ending(picture: Picture, replay: Replay): (Node | string)[] {
  const result = picture.result;
  return [finale(picture, result?.winners ?? []), result ? scores(result, picture.marks) : "",
    ...picture.moments > 0 ? [chancesButton(replay.link, picture, replay.goTo)] : [],
    make("div", { class: "foot" }, ...replay.menu.afterwards(),
      make("button", { type: "button", class: "pass", click: () => replay.play() }, "Watch it again"),
      make("a", { class: "pass", href: at("/") }, "All games"))];
}
