// A page as full as its table: what is too much for its place is drawn closer, what leaves room is drawn larger. Phones scroll.

import { byId } from "./dom";
import { shelfTabs } from "./shelf_tabs";

type Way = readonly [number, boolean];
const CLOSER = ["left", "shelf", "own"] as const;
const STEPS = ["dense", "denser", "densest"] as const;
const LARGER = [1.6, 1.45, 1.3, 1.15];
const SHELF = [270, 390] as const; // pixels: cards beside a board
const USUAL: Way = [0, false], WAYS: Way[] = [[40, false], [80, false], [0, true], [40, true], [80, true]]; // how much wider, and whether cards move
const TABBED = [0, 40, 80]; // how much wider with tabs: as few of them as can be
const NARROW = 0.8; // of the width that the board needs at its height: less would cut names at its edges
const WORTH = 100; // pixels: what has to come into sight for another arrangement
const LEAST = 300; // pixels: a board that is lower stands beside its cards instead of above them

/** What is still too much for its place shows its titles only, the last first; never the first, nor what can be chosen now. */
function fold(part: HTMLElement): void {
  for (const zone of [...part.querySelectorAll<HTMLElement>(".zone:not([hidden]):has(.card:not(.small, .rank-card), .line)")].slice(1).reverse()) {
    if (!overflows(part)) return;
    if (!zone.querySelector(".legal")) zone.classList.add("folded");
  }
}

/** Width by height of the board. */
const ratioOf = (): number => parseFloat(document.querySelector<HTMLElement>("#board .picture")?.style.getPropertyValue("--ratio") ?? "") || 1;

/** A board that would be low, with cards below it, stands beside them. */
function turn(centre: HTMLElement): void {
  const low = byId("frame").clientHeight < LEAST || (centre.matches(".shape-middling") && window.innerHeight <= 820);
  centre.classList.toggle("turned", low);
  if (low && byId("frame").clientHeight < LEAST * 0.75) centre.classList.remove("turned");
  const needs = byId("frame").clientHeight * ratioOf() + 16; // a board that is high leaves room for wider cards
  centre.style.setProperty("--shelf", `${Math.max(SHELF[0], Math.min(SHELF[1], centre.clientWidth - needs))}px`);
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

/** Cards that found room beside one's own, and those in tabs, go back to where the next picture expects them. */
export function gather(): void {
  shelfTabs.clear();
  byId("shelf").classList.remove("tabbed");
  const shelf = byId("shelf"), row = document.querySelector<HTMLElement>("#own > .spilled");
  if (!row) return;
  row.classList.remove("spilled");
  shelf.insertBefore(row, shelf.children[Number(row.dataset["place"])] ?? null);
}

/** The first row of cards of the shelf stands beside one's own. */
function spill(): void {
  const shelf = byId("shelf"), row = shelf.querySelector<HTMLElement>(":scope > .zone:has(.card ~ .card)");
  if (!row || byId("own").childElementCount === 0) return;
  row.dataset["place"] = String([...shelf.children].indexOf(row));
  row.classList.add("spilled");
  byId("own").prepend(row);
}

const boardFits = (): boolean => byId("frame").clientHeight >= LEAST * 0.75 && byId("frame").clientWidth >= NARROW * ratioOf() * byId("board").clientHeight;

/** If the shelf is too full: a wider one, its first row of cards beside one's own, or both, as far as it takes to show all of it. */
function spread(centre: HTMLElement): void {
  const shelf = byId("shelf"), usual = shelf.offsetWidth;
  const arrange = (wider: number, spilled: boolean): void => {
    gather();
    if (spilled) spill();
    centre.style.setProperty("--shelf", `${usual + wider}px`);
    closer(centre, false);
  };
  const hidden = (): number => shelf.scrollHeight - shelf.clientHeight;
  if (!overflows(shelf)) return;
  let best = USUAL, least = hidden();
  for (const way of WAYS) {
    arrange(...way);
    const own = byId("own");
    const works = boardFits() && !overflows(own) && !(way[1] && own.querySelector(".folded")); // one's own cards do not pay for it
    if (works && !overflows(shelf)) return;
    if (works && hidden() + WORTH < least) { best = way; least = hidden(); }
  }
  const counts = TABBED.map((wider) => { arrange(wider, false); return wider === 0 || boardFits() ? separate() || Infinity : Infinity; });
  const fewest = Math.min(...counts);
  if (fewest === Infinity) { arrange(...best); return; }
  arrange(TABBED[counts.indexOf(fewest)] ?? 0, false);
  separate();
}

/** What is still too much is shared out over tabs, each as close as it needs to be by itself. How many there are. */
function separate(): number {
  const shelf = byId("shelf");
  if (!overflows(shelf)) return 0;
  for (const zone of shelf.querySelectorAll(".folded")) zone.classList.remove("folded");
  shelf.classList.add("tabbed");
  const count = shelfTabs.lay(overflows, () => press(shelf));
  shelf.classList.toggle("tabbed", count > 0);
  if (count === 0) fold(shelf);
  return count;
}

/** One part step by step closer, until it fits. */
function press(part: HTMLElement): void {
  part.classList.remove(...STEPS);
  for (const zone of part.querySelectorAll(".folded")) zone.classList.remove("folded");
  for (const step of STEPS) if (overflows(part)) part.classList.add(step);
  if (part.classList.contains("densest")) fold(part);
  part.classList.toggle("more", overflows(part));
}

/** Each part as close as it needs to be, and no closer. */
function closer(centre: HTMLElement, turning = true): void {
  for (const name of CLOSER) byId(name).classList.remove(...STEPS, "short", "marks");
  for (const zone of document.querySelectorAll("#shelf .folded, #own .folded")) zone.classList.remove("folded");
  if (turning && !centre.matches(".shape-none, .shape-ring, .shape-beside") && byId("shelf").childElementCount > 0) turn(centre);
  for (const name of CLOSER) {
    const part = byId(name);
    for (const step of name === "own" ? STEPS.slice(0, 2) : STEPS) if (overflows(part)) part.classList.add(step);
  }
  for (const step of ["short", "marks"]) if (overflows(byId("left"))) byId("left").classList.add(step);
  if (byId("shelf").classList.contains("densest")) fold(byId("shelf"));
  if (byId("own").classList.contains("denser") && !centre.matches(".shape-none")) fold(byId("own"));
}

/** After every picture, and when the page has another size. */
export function fit(narrow: boolean): void {
  gather();
  const centre = byId("centre");
  centre.classList.remove("turned");
  centre.style.removeProperty("--shelf");
  for (const name of CLOSER) byId(name).classList.remove(...STEPS, "short", "marks");
  if (narrow) { enlarge(false); return; }
  enlarge(true);
  closer(centre);
  if (centre.matches(".shape-ring")) separate();
  else if (!centre.matches(".shape-none")) spread(centre);
  byId("shelf").classList.toggle("more", overflows(byId("shelf")));
  shelfTabs.settle();
}
