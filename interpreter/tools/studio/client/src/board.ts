// Looking at a board: nearer, farther, aside, and a small map of the whole. The picture itself comes from the server.

import { make } from "./dom";

interface Box { x: number; y: number; width: number; height: number }

const SVG = "http://www.w3.org/2000/svg";
const ASIDE = 0.035; // of a map's width
const GROWN = 1.35; // names on a map are written so much larger at most, before a part of it is shown only
const SMALLEST = 7.2; // pixels: smaller letters on a ring are left out; its road has them
const PIECE = 16, GREATER = 1.4; // pixels of a piece, and how much larger it is drawn at most
const COORDINATE = 14; // the size of a coordinate inside its cell
const LEAST = 11.2; // pixels: letters that one decides by are at least so large
const boxOf = (words: string): Box => {
  const [x = 0, y = 0, width = 1, height = 1] = words.split(" ").map(Number);
  return { x, y, width, height };
};
const union = (boxes: Box[]): Box | null => {
  if (!boxes.length) return null;
  const x = Math.min(...boxes.map((one) => one.x)), y = Math.min(...boxes.map((one) => one.y));
  return { x, y, width: Math.max(...boxes.map((one) => one.x + one.width)) - x, height: Math.max(...boxes.map((one) => one.y + one.height)) - y };
};

export class BoardView {
  private box: Box | null = null;
  private seen = "";
  private readonly fingers = new Map<number, PointerEvent>();
  moved = false;

  constructor(private readonly place: HTMLElement) {
    place.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    place.addEventListener("pointerdown", (event) => { this.fingers.set(event.pointerId, event); this.moved = false; });
    place.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"] as const) {
      place.addEventListener(name, (event) => this.fingers.delete((event as PointerEvent).pointerId));
    }
    new ResizeObserver(() => { if (this.svg) this.focus(); }).observe(place);
  }

  private get svg(): SVGSVGElement | null { return this.place.querySelector<SVGSVGElement>("svg.board"); }
  /** All of the board; names that may be written larger need some room at the sides. */
  private get whole(): Box {
    const { x, y, width, height } = boxOf(this.svg?.dataset["whole"] ?? "0 0 1 1"), aside = this.grows ? width * ASIDE : 0;
    return { x: x - aside, y, width: width + 2 * aside, height };
  }

  /** After the picture changed: what was looked at stays, unless the server points somewhere else. */
  settle(): void {
    const svg = this.svg;
    if (!svg) return;
    const wanted = `${svg.dataset["focus"] ?? ""}|${svg.dataset["whole"] ?? ""}`;
    if (wanted !== this.seen || !this.box) { this.seen = wanted; this.focus(); } else this.apply();
  }

  /** The buttons share a row with the legend, so that they cost the board no height and cover nothing. */
  hold(buttons: HTMLElement): void {
    if (!this.svg || this.svg.classList.contains("ring")) return;
    let row = this.place.querySelector(".legend");
    if (!row) this.place.append(row = make("div", { class: "legend" }));
    if (buttons.parentElement !== row) row.prepend(buttons);
  }

  private boxes(selector: string): Box[] {
    return [...(this.svg?.querySelectorAll<SVGGraphicsElement>(selector) ?? [])].map((part) => {
      const { x, y, width, height } = (part.querySelector<SVGGraphicsElement>(".shape, .ghost-cell") ?? part).getBBox();
      return { x, y, width, height };
    });
  }

  /** A large map, of which only a part is shown anyway, has no room for larger names. */
  private get grows(): boolean { return this.svg?.classList.contains("map") === true && !this.svg.dataset["focus"]; }

  /** Names on a map are as large as letters need; those on a ring that nobody could read are left out. */
  private letters(): void {
    const { svg, box } = this;
    const room = svg?.getBoundingClientRect();
    if (!svg || !box || !room?.width) return;
    const scale = Math.min(room.width / box.width, room.height / box.height), font = Number(svg.dataset["font"] ?? 0);
    svg.style.setProperty("--piece", String(Math.min(GREATER, Math.max(1, PIECE / (20 * scale)))));
    if (svg.classList.contains("coordinates")) svg.classList.toggle("few-letters", COORDINATE * GROWN * scale < LEAST);
    if (this.grows) svg.style.setProperty("--grow", String(Math.min(GROWN, Math.max(1, LEAST / (Math.min(font, COORDINATE) * scale)))));
    if (svg.classList.contains("cells")) {
      svg.style.setProperty("--grow", String(Math.max(1, LEAST / (COORDINATE * scale))));
      svg.classList.toggle("few-letters", COORDINATE * scale < LEAST);
    }
    svg.classList.toggle("tiny", svg.classList.contains("ring") && 9.5 * scale < SMALLEST);
  }

  /** The widest look at which letters can be read: all of the board if that is enough. */
  private readable(): { width: number; height: number; near: boolean } {
    const svg = this.svg, whole = this.whole;
    const room = svg?.getBoundingClientRect();
    const font = Number(svg?.dataset["font"] ?? Infinity);
    if (!room || !room.width || !room.height) return { width: whole.width, height: whole.height, near: false };
    const fit = Math.min(room.width / whole.width, room.height / whole.height);
    const scale = Math.max(fit, LEAST / (font * (this.grows ? GROWN : 1)));
    return { width: room.width / scale, height: room.height / scale, near: scale > fit * 1.02 };
  }

  /** What can be chosen in the middle, else what is one's own, as near as letters need. */
  focus(on = ".selected, .ghost.selected", then = ".legal, .ghost:not(.other)"): void {
    const svg = this.svg;
    if (!svg) return;
    const { width, height, near } = this.readable();
    const told = svg.dataset["focus"] ? boxOf(svg.dataset["focus"]) : null;
    if (told && svg.classList.contains("cells")) { this.box = told; this.apply(); return; }
    if (!near) { this.all(); return; }
    const about = union(this.boxes(on)) ?? union(this.boxes(then)) ?? union(this.boxes(".asked-about")) ?? told ?? union(this.boxes(".part:has(.piece)")) ?? this.whole;
    this.box = this.kept({ x: about.x + about.width / 2 - width / 2, y: about.y + about.height / 2 - height / 2, width, height });
    this.apply();
  }

  /** Not beyond the edge of the board, where it is larger than the look. */
  private kept(box: Box): Box {
    const whole = this.whole;
    const inside = (at: number, size: number, start: number, length: number): number =>
      size >= length ? start + (length - size) / 2 : Math.min(Math.max(at, start), start + length - size);
    return { ...box, x: inside(box.x, box.width, whole.x, whole.width), y: inside(box.y, box.height, whole.y, whole.height) };
  }

  /** Brings a part into sight, if it is not. */
  show(part: Element): void {
    const box = this.box;
    if (!box || !(part instanceof SVGGraphicsElement) || part.ownerSVGElement !== this.svg) return;
    const at = (part.querySelector<SVGGraphicsElement>(".shape, .ghost-cell") ?? part).getBBox();
    const sees = at.x >= box.x && at.y >= box.y && at.x + at.width <= box.x + box.width && at.y + at.height <= box.y + box.height;
    if (sees) return;
    this.box = this.kept({ ...box, x: at.x + at.width / 2 - box.width / 2, y: at.y + at.height / 2 - box.height / 2 });
    this.apply();
  }

  zoom(factor: number, x?: number, y?: number): void {
    const box = this.box, whole = this.whole;
    if (!box) return;
    const width = Math.min(whole.width * 1.6, Math.max(whole.width / 14, box.width * factor));
    const share = width / box.width, cx = x ?? box.x + box.width / 2, cy = y ?? box.y + box.height / 2;
    this.box = { x: cx - (cx - box.x) * share, y: cy - (cy - box.y) * share, width, height: box.height * share };
    this.apply();
  }

  all(): void {
    if (this.svg) this.box = this.whole;
    this.apply();
  }

  private apply(): void {
    const { svg, box } = this;
    if (!svg || !box) return;
    svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    this.letters();
    this.mini(svg, box);
  }

  /** The whole board, small, with a frame around what is in sight; in the corner where it covers least. */
  private mini(svg: SVGSVGElement, box: Box): void {
    this.place.querySelector("#mini")?.remove();
    const whole = this.whole;
    if (box.width >= whole.width * 0.98 && box.height >= whole.height * 0.9) return;
    const small = document.createElementNS(SVG, "svg");
    small.id = "mini";
    small.setAttribute("aria-hidden", "true");
    small.setAttribute("viewBox", `${whole.x} ${whole.y} ${whole.width} ${whole.height}`);
    for (const shape of svg.querySelectorAll<SVGGraphicsElement>(".ground path, .part > .shape, .ghost:not(.other) > .ghost-cell")) {
      const copy = shape.cloneNode() as SVGElement;
      copy.setAttribute("class", shape.getAttribute("class")?.replace("shape", "") ?? "");
      small.append(copy);
    }
    const frame = document.createElementNS(SVG, "rect");
    frame.setAttribute("class", "near");
    for (const name of ["x", "y", "width", "height"] as const) frame.setAttribute(name, String(box[name]));
    small.append(frame);
    svg.parentElement?.append(small);
    const room = svg.getBoundingClientRect(), own = small.getBoundingClientRect();
    const parts = [...svg.querySelectorAll(".legal > .shape, .ghost:not(.other) > .ghost-cell, .part .piece, .part text")].map((one) => one.getBoundingClientRect());
    const corners = [[room.width - own.width - 8, 8], [8, 8], [8, room.height - own.height - 8], [room.width - own.width - 8, room.height - own.height - 8]] as const;
    const covered = corners.map(([x, y]) => parts.filter((one) => {
      const left = room.left + x, top = room.top + y;
      return one.left < left + own.width && one.right > left && one.top < top + own.height && one.bottom > top;
    }).length);
    const [x, y] = corners[covered.indexOf(Math.min(...covered))] ?? corners[0];
    small.style.left = `${x}px`;
    small.style.top = `${y}px`;
    if (Math.min(...covered) > 3) small.style.opacity = ".55";
  }

  private at(event: { clientX: number; clientY: number }): DOMPoint | null {
    const turned = this.svg?.getScreenCTM()?.inverse();
    return turned ? new DOMPoint(event.clientX, event.clientY).matrixTransform(turned) : null;
  }

  private wheel(event: WheelEvent): void {
    if (!this.svg || !(event.target as Element).closest("svg.board")) return;
    event.preventDefault();
    const at = this.at(event);
    this.zoom(event.deltaY > 0 ? 1.18 : 0.85, at?.x, at?.y);
  }

  private drag(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before || !this.box || !(event.target as Element).closest("svg.board")) return;
    const others = [...this.fingers.values()].filter((one) => one.pointerId !== event.pointerId);
    const other = others[0];
    if (other) {
      const apart = (one: PointerEvent): number => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
      this.zoom(apart(before) / apart(event));
    } else {
      const from = this.at(before), to = this.at(event);
      if (Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < 4 && !this.moved) return;
      if (from && to) this.box = { ...this.box, x: this.box.x - (to.x - from.x), y: this.box.y - (to.y - from.y) };
      this.apply();
    }
    this.moved = true;
    this.fingers.set(event.pointerId, event);
  }
}
