// A page as full as its table: what is too much for its place is drawn closer, what leaves room is drawn larger. Phones scroll.

import { byId } from "./dom";

const CLOSER = ["left", "shelf", "own"] as const;
const STEPS = ["dense", "denser", "densest"] as const;
const LARGER = [1.6, 1.45, 1.3, 1.15];
const LEAST = 300; // pixels: a board that is lower stands beside its cards instead of above them

/** What is still too much for the shelf shows its titles only, the last first; never the first, nor what can be chosen now. */
function fold(shelf: HTMLElement): void {
  for (const zone of [...shelf.querySelectorAll<HTMLElement>(".zone:has(.card, .line)")].slice(1).reverse()) {
    if (!overflows(shelf)) return;
    if (!zone.querySelector(".legal")) zone.classList.add("folded");
  }
}

/** A board that would be low, with cards below it, stands beside them. */
function turn(centre: HTMLElement): void {
  const low = byId("frame").clientHeight < LEAST || (centre.matches(".shape-middling") && window.innerHeight <= 820);
  centre.classList.toggle("turned", low);
  if (low && byId("frame").clientHeight < LEAST * 0.75) centre.classList.remove("turned");
}

const overflows = (one: HTMLElement): boolean => one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 2;

function enlarge(wide: boolean): void {
  const parts = [byId("shelf"), byId("own")];
  for (const part of parts) part.style.removeProperty("zoom");
  if (!wide || !byId("centre").classList.contains("shape-none")) return;
  const room = byId("left").getBoundingClientRect().bottom;
  for (const size of LARGER) {
    for (const part of parts) part.style.setProperty("zoom", String(size));
    const low = Math.max(...parts.flatMap((part) => [...part.children]).map((one) => one.getBoundingClientRect().bottom), 0);
    if (low <= room && !parts.some(overflows)) return;
  }
  for (const part of parts) part.style.removeProperty("zoom");
}

/** After every picture, and when the page has another size. */
export function fit(narrow: boolean): void {
  for (const name of CLOSER) byId(name).classList.remove(...STEPS, "marks");
  const centre = byId("centre");
  centre.classList.remove("turned");
  if (narrow) { enlarge(false); return; }
  enlarge(true);
  if (!centre.matches(".shape-none, .shape-ring, .shape-beside") && byId("shelf").childElementCount > 0) turn(centre);
  for (const name of CLOSER) {
    const part = byId(name);
    for (const step of name === "own" ? STEPS.slice(0, 2) : STEPS) if (overflows(part)) part.classList.add(step);
  }
  byId("left").classList.toggle("marks", overflows(byId("left")));
  byId("shelf").classList.remove("more");
  for (const zone of document.querySelectorAll("#shelf .folded")) zone.classList.remove("folded");
  if (byId("shelf").classList.contains("densest")) fold(byId("shelf"));
  byId("shelf").classList.toggle("more", overflows(byId("shelf")));
}
