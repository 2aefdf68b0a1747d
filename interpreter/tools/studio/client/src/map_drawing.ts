// A map file as a drawing in the place of its text: places are added, moved and named, connections added, made one-way and deleted.
// Every change is written into the text by the server, line by line, and shown below. Everything can be done by keys.

import { byId, make, tell } from "./dom";
import { type Work, api } from "./edit_link";
import { fetched, lines as linesOf, wordsOf } from "./transport";

interface Row { line: number; cells: Record<string, string> }
interface Found { text: string; places: Row[]; connections: Row[] }
interface Placed { kind: string; places: Record<string, [number, number]> }
type Point = [number, number];
type Chosen = { place: string } | { way: number } | null;
interface Before { text: string; points: Map<string, Point> }

const SPACE = "http://www.w3.org/2000/svg";
const STEP = 2; // that an arrow key moves a place, in hundredths of the drawing
const SETTLED = 600; // milliseconds without a move before positions are written

const shape = (name: string, attributes: Record<string, string | number | null>, ...children: (Node | string)[]): SVGElement => {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
};
const round = (value: number): number => Math.round(value * 10) / 10;

/** Places without a position stand in a circle around the others. */
export function laidOut(names: string[], known: ReadonlyMap<string, Point>): Map<string, Point> {
  const points = names.flatMap((name): Point[] => { const found = known.get(name); return found ? [found] : []; });
  const low = (axis: 0 | 1): number => Math.min(...points.map((one) => one[axis])), high = (axis: 0 | 1): number => Math.max(...points.map((one) => one[axis]));
  const middle: Point = points.length ? [(low(0) + high(0)) / 2, (low(1) + high(1)) / 2] : [50, 50];
  const far = points.length ? Math.max(high(0) - low(0), high(1) - low(1), 20) * 0.6 : 40;
  const missing = names.filter((name) => !known.has(name));
  const found = new Map(names.filter((name) => known.has(name)).map((name) => [name, known.get(name) as Point]));
  missing.forEach((name, number) => {
    const turn = 2 * Math.PI * number / missing.length - Math.PI / 2;
    found.set(name, [round(middle[0] + far * Math.cos(turn)), round(middle[1] + far * Math.sin(turn))]);
  });
  return found;
}

/** Positions are written with one decimal, and all at once: those of a small drawing are made larger, so that none of it is lost. */
export function inHundreds(points: ReadonlyMap<string, Point>): Map<string, Point> {
  const all = [...points.values()], spread = (axis: 0 | 1): number => Math.max(...all.map((one) => one[axis])) - Math.min(...all.map((one) => one[axis]));
  const far = Math.max(spread(0), spread(1));
  const times = far > 0 && far < 20 ? 100 / far : 1;
  return new Map([...points].map(([name, [x, y]]) => [name, [round(x * times), round(y * times)]]));
}

/** What the direction of a connection becomes next: both ways, there, back. */
export const nextWay = (oneWay: boolean, turned: boolean): "there" | "back" | "both" => !oneWay ? "there" : turned ? "both" : "back";

export class MapDrawing {
  visible = false;
  private places: Row[] = [];
  private ways: Row[] = [];
  private points = new Map<string, Point>();
  private kind = "";
  private chosen: Chosen = null;
  private joining = "";
  private turned = new Set<string>(); // connections whose direction was turned once already
  private before: Before[] = [];
  private moved = false; // since positions were last written
  private placing = false; // until the board has said where its places are, nothing can be moved
  private timer = 0;
  private shownText = "";
  private size = 100;
  private readonly place = byId("grid");
  private readonly svg = shape("svg", { class: "map-drawing", role: "group", "aria-label": "the map" }) as SVGSVGElement;
  private readonly lines = make("pre", { class: "grid-lines", "aria-label": "the lines of this in the file" });
  private readonly title = make("input", { type: "text", "aria-label": "name of the place", maxlength: 80, placeholder: "its name" });
  private readonly hint = make("span", { class: "hint", role: "status" });

  constructor(private readonly work: Work, private readonly became: (found: unknown) => void) {
    this.title.addEventListener("change", () => void this.name());
    this.title.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); this.title.blur(); this.focus(); } });
    this.svg.addEventListener("pointerdown", (event) => this.grab(event));
    this.svg.addEventListener("dblclick", (event) => { if (event.target === this.svg) void this.add(this.at(event)); });
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("focusin", (event) => this.focused(event.target as Element));
  }

  /** Whether a text lists places and connections. */
  static fits(name: string, text: string): boolean { return /\.ya?ml$/.test(name) && name !== "look.yaml" && /^(places|connections):[ \t]*(\[\][ \t]*)?(#.*)?\n([ \t]*(#.*)?\n)*[ \t]*- /m.test(text) && !/^rows:/m.test(text); }

  async show(): Promise<boolean> {
    try {
      const found = await fetched<Found>(api("/map"), { text: this.work.text });
      this.before = [];
      this.chosen = null;
      this.joining = "";
      this.points = new Map();
      const act = (label: string, what: () => void): HTMLElement => make("button", { type: "button", class: "pass", click: what }, label);
      const tools = this.work.readOnly ? [] : [act("+ Place", () => void this.add(null)), this.title, act("Connect", () => this.join()), act("Direction", () => void this.turn()), act("Delete", () => void this.remove()), act("Undo", () => void this.undo())];
      this.place.replaceChildren(make("div", { class: "grid-tools" }, ...tools, this.hint), make("div", { class: "grid-scroll map-scroll" }), this.lines);
      this.place.querySelector(".map-scroll")?.append(this.svg);
      this.visible = true;
      this.take(found);
      void this.positions();
      return true;
    } catch (error) { tell(wordsOf(error)); return false; }
  }

  /** After the text has changed elsewhere. */
  async follow(): Promise<void> {
    if (!this.visible || this.work.text === this.shownText) return;
    try { this.take(await fetched<Found>(api("/map"), { text: this.work.text })); } catch { /* no map just now */ }
  }

  /** Once the map is saved, positions of new places can be written. */
  saved(): void { if (this.visible && this.moved) this.settle(0); }

  /** Where the board draws the places. */
  private async positions(): Promise<void> {
    this.placing = true;
    this.svg.setAttribute("aria-busy", "true");
    try {
      for await (const found of linesOf<{ map?: Placed | null }>(api("/preview"), { name: this.work.open, text: this.work.text })) {
        if (!found.map || !this.visible) continue;
        const there = Object.entries(found.map.places).filter(([name]) => this.places.some((row) => row.cells["id"] === name));
        if (!there.length) continue; // the places of another map
        this.kind = found.map.kind;
        this.points = inHundreds(new Map(there));
      }
    } catch (error) { tell(wordsOf(error)); }
    this.placing = false;
    this.svg.removeAttribute("aria-busy");
    this.draw();
  }

  private take(found: Found): void {
    this.shownText = found.text;
    this.places = found.places;
    this.ways = found.connections;
    const names = new Set(this.places.map((row) => row.cells["id"] ?? ""));
    if (this.chosen && "place" in this.chosen && !names.has(this.chosen.place)) this.chosen = null;
    if (this.chosen && "way" in this.chosen && this.chosen.way >= this.ways.length) this.chosen = null;
    this.draw();
  }

  private titleOf(name: string): string { return this.places.find((row) => row.cells["id"] === name)?.cells["title"] || name.replaceAll("_", " "); }

  // ---- drawing
  private draw(): void {
    const had = this.svg.contains(document.activeElement);
    this.points = laidOut(this.places.map((row) => row.cells["id"] ?? ""), this.points);
    const all = [...this.points.values()], xs = all.map((one) => one[0]), ys = all.map((one) => one[1]);
    const left = Math.min(...xs, Infinity), top = Math.min(...ys, Infinity), wide = Math.max(...xs) - left, high = Math.max(...ys) - top;
    this.size = all.length > 1 ? Math.max(wide, high, 1) : 100;
    const edge = this.size * 0.09, unit = this.size / 100, [x, y] = all.length > 1 ? [left, top] : all[0]?.map((one) => one - 50) ?? [0, 0];
    this.svg.setAttribute("viewBox", [(x ?? 0) - edge, (y ?? 0) - edge, (all.length > 1 ? wide : 100) + 2 * edge, (all.length > 1 ? high : 100) + 2 * edge].map(round).join(" "));
    const tip = shape("marker", { id: "tip", viewBox: "0 0 6 6", refX: 5, refY: 3, markerWidth: 5, markerHeight: 5, orient: "auto-start-reverse" }, shape("path", { d: "M0,0 6,3 0,6z", class: "tip" }));
    this.svg.replaceChildren(shape("defs", {}, tip), ...this.ways.map((row, number) => this.way(row, number, unit)), ...this.places.map((row) => this.spot(row, unit)));
    this.mark(had);
  }

  private way(row: Row, number: number, unit: number): SVGElement {
    const start = this.points.get(row.cells["from"] ?? ""), end = this.points.get(row.cells["to"] ?? "");
    const oneWay = row.cells["one_way"] === "yes";
    if (!start || !end) return shape("g", {});
    const far = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1, short = Math.min(2.6 * unit / far, 0.4);
    const between = (share: number): Point => [start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share];
    const [x1, y1] = between(short), [x2, y2] = between(1 - short), ends = { x1, y1, x2, y2 };
    const words = `from ${this.titleOf(row.cells["from"] ?? "")} to ${this.titleOf(row.cells["to"] ?? "")}, ${oneWay ? "one way" : "both ways"}`;
    return shape("g", { class: "way", tabindex: -1, role: "button", "aria-label": words, "data-way": number },
      shape("line", { ...ends, class: "wide", "stroke-width": 3.2 * unit }), shape("line", { ...ends, class: "thin", "stroke-width": 0.6 * unit, "marker-end": oneWay ? "url(#tip)" : null }));
  }

  private spot(row: Row, unit: number): SVGElement {
    const name = row.cells["id"] ?? "", [x, y] = this.points.get(name) ?? [0, 0];
    const next = this.ways.filter((way) => way.cells["from"] === name || way.cells["to"] === name).map((way) => this.titleOf((way.cells["from"] === name ? way.cells["to"] : way.cells["from"]) ?? ""));
    return shape("g", { class: "spot", tabindex: -1, role: "button", "aria-label": `${this.titleOf(name)}${next.length ? `, connected with ${next.join(", ")}` : ", not connected"}`, "data-place": name, transform: `translate(${x} ${y})` },
      shape("circle", { r: 2.1 * unit, "stroke-width": 0.5 * unit }), shape("text", { y: 5 * unit, "font-size": 2.7 * unit, "text-anchor": "middle" }, this.titleOf(name)));
  }

  private element(): SVGElement | null {
    if (!this.chosen) return null;
    const found = "place" in this.chosen ? `[data-place="${CSS.escape(this.chosen.place)}"]` : `[data-way="${this.chosen.way}"]`;
    return this.svg.querySelector<SVGElement>(found);
  }

  private focus(): void { this.element()?.focus(); }

  private mark(focus: boolean): void {
    for (const one of this.svg.querySelectorAll("g[tabindex]")) { one.setAttribute("tabindex", "-1"); one.classList.remove("chosen", "joining"); }
    const element = this.element() ?? this.svg.querySelector<SVGElement>("g.spot");
    element?.setAttribute("tabindex", "0");
    this.element()?.classList.add("chosen");
    if (this.joining) this.svg.querySelector(`[data-place="${CSS.escape(this.joining)}"]`)?.classList.add("joining");
    const row = this.chosen && ("place" in this.chosen ? this.places.find((one) => one.cells["id"] === (this.chosen as { place: string }).place) : this.ways[this.chosen.way]);
    this.title.disabled = !this.chosen || !("place" in this.chosen);
    if (document.activeElement !== this.title) this.title.value = this.chosen && "place" in this.chosen ? row?.cells["title"] ?? "" : "";
    this.lines.textContent = row ? `${String(row.line).padStart(4)}  ${this.shownText.split("\n")[row.line - 1] ?? ""}` : "";
    this.hint.textContent = this.work.readOnly ? "" : this.joining ? `Choose the place to connect ${this.titleOf(this.joining)} with.` : this.chosen ? "Arrows move a place; C connects, O turns, Delete deletes" : "Double-click for a new place; drag to move; Tab and arrows choose";
    if (focus) this.focus();
  }

  // ---- choosing and moving
  private focused(target: Element): void {
    const part = target.closest<SVGElement>("[data-place], [data-way]");
    if (!part) return;
    const { place, way } = part.dataset;
    const now = this.chosen;
    if (now && ("place" in now ? now.place === place : String(now.way) === way)) return;
    this.chosen = place !== undefined ? { place } : { way: Number(way) };
    this.mark(false);
  }

  private at(event: MouseEvent): Point {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM()?.inverse());
    return [round(point.x), round(point.y)];
  }

  private grab(event: PointerEvent): void {
    const part = (event.target as Element).closest<SVGElement>("[data-place]");
    const name = part?.dataset["place"];
    if (!part || name === undefined) return;
    if (this.joining) { event.preventDefault(); void this.connect(name); return; }
    part.focus();
    const start = this.at(event), was = this.points.get(name) ?? start;
    if (this.work.readOnly) return;
    const to = (other: PointerEvent): Point => { const [x, y] = this.at(other); return [round(was[0] + x - start[0]), round(was[1] + y - start[1])]; };
    const move = (other: PointerEvent): void => part.setAttribute("transform", `translate(${to(other).join(" ")})`);
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", (other) => {
      document.removeEventListener("pointermove", move);
      const [x, y] = to(other);
      if (Math.hypot(x - was[0], y - was[1]) > this.size / 150) this.moveTo(name, [x, y]);
    }, { once: true });
  }

  private moveTo(name: string, point: Point): void {
    if (this.placing) { tell("The board is being drawn. Move it in a moment."); return; }
    this.remember();
    this.points.set(name, point);
    this.draw();
    this.settle();
    if (!this.kind) tell("The board does not draw this map, so its positions are not kept.");
  }

  /** Writes where the places are, when nothing has moved for a moment and the rules know them all. */
  private settle(pause = SETTLED): void {
    this.moved = true;
    window.clearTimeout(this.timer);
    if (!this.kind || this.work.text !== this.shownText || this.dirty()) return;
    this.timer = window.setTimeout(() => void this.writePositions(), pause);
  }

  private dirty(): boolean { return !byId("save").hasAttribute("disabled"); }

  private async writePositions(): Promise<void> {
    try {
      this.became(await fetched(api("/places"), { kind: this.kind, places: Object.fromEntries(this.points) }));
      this.moved = false;
    } catch (error) { tell(wordsOf(error)); }
  }

  private key(event: KeyboardEvent): void {
    if ((event.ctrlKey || event.metaKey) && event.key === "z") { event.preventDefault(); void this.undo(); return; }
    const steps: Record<string, Point> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const step = steps[event.key], acts: Record<string, () => void> = {
      c: () => this.join(), o: () => void this.turn(), n: () => void this.add(null), Delete: () => void this.remove(), Backspace: () => void this.remove(),
      F2: () => this.title.focus(), Escape: () => { this.joining = ""; this.mark(true); },
      Enter: () => { if (this.joining && this.chosen && "place" in this.chosen) void this.connect(this.chosen.place); else this.title.focus(); },
    };
    if (step && this.chosen && "place" in this.chosen && !this.joining && !event.shiftKey && !this.work.readOnly) {
      event.preventDefault();
      const by = STEP * this.size / 100, [x, y] = this.points.get(this.chosen.place) ?? [0, 0];
      this.moveTo(this.chosen.place, [round(x + step[0] * by), round(y + step[1] * by)]);
    } else if (step || event.key === "Tab") {
      const parts = [...this.svg.querySelectorAll<SVGElement>("g.spot, g.way[data-way]")], now = parts.indexOf(this.element() ?? this.svg as never);
      const next = parts[now + (event.key === "Tab" ? (event.shiftKey ? -1 : 1) : (step as Point)[0] + (step as Point)[1])];
      if (!next) return;
      event.preventDefault();
      next.focus();
    } else if (!event.ctrlKey && !event.metaKey && acts[event.key] && (!this.work.readOnly || event.key === "Escape")) { event.preventDefault(); acts[event.key]?.(); }
  }

  // ---- changes
  private async add(point: Point | null): Promise<void> {
    const known = new Set(this.places.map((row) => row.cells["id"]));
    if (!await this.change({ what: "add place", id: "", title: "New place" })) return;
    const name = this.places.find((row) => !known.has(row.cells["id"]))?.cells["id"] ?? "";
    if (point && !this.placing) this.points.set(name, point);
    this.moved = true;
    this.chosen = { place: name };
    this.draw();
    this.focus();
    this.title.focus();
    this.title.select();
  }

  /** The first name of a new place gives it its id as well. */
  private async name(): Promise<void> {
    if (!this.chosen || !("place" in this.chosen)) return;
    const { place } = this.chosen, number = this.places.findIndex((row) => row.cells["id"] === place), at = this.points.get(place);
    if (!await this.change({ what: "name place", id: place, title: this.title.value })) return;
    const own = this.places[number]?.cells["id"] ?? place;
    if (own !== place && at) this.points.set(own, at);
    this.chosen = { place: own };
    this.draw();
  }

  private join(): void {
    this.joining = this.chosen && "place" in this.chosen ? this.chosen.place : "";
    if (!this.joining) tell("Choose a place first.");
    this.mark(true);
  }

  private async connect(other: string): Promise<void> {
    const start = this.joining;
    this.joining = "";
    if (await this.change({ what: "connect", from: start, to: other })) this.chosen = { way: this.ways.length - 1 };
    this.mark(true);
  }

  private async turn(): Promise<void> {
    if (!this.chosen || !("way" in this.chosen)) { tell("Choose a connection first."); return; }
    const row = this.ways[this.chosen.way], ends = [row?.cells["from"], row?.cells["to"]].sort().join(" ");
    const way = nextWay(row?.cells["one_way"] === "yes", this.turned.has(ends));
    if (await this.change({ what: "direct", row: this.chosen.way, way })) { if (way === "back") this.turned.add(ends); else this.turned.delete(ends); }
    this.mark(true);
  }

  private async remove(): Promise<void> {
    if (!this.chosen) return;
    await this.change("place" in this.chosen ? { what: "delete place", id: this.chosen.place } : { what: "disconnect", row: this.chosen.way });
    this.mark(true);
  }

  private remember(): void { this.before.push({ text: this.shownText, points: new Map(this.points) }); }

  private async undo(): Promise<void> {
    const last = this.before.pop();
    if (!last) { tell("There is nothing to undo."); return; }
    this.points = last.points;
    if (last.text !== this.shownText) this.work.write(last.text);
    this.shownText = "";
    await this.follow();
    this.settle();
    this.mark(true);
  }

  private async change(change: object): Promise<boolean> {
    if (this.work.readOnly) return false;
    try {
      const found = await fetched<Found>(api("/map"), { text: this.work.text, change });
      this.remember();
      this.shownText = found.text;
      this.work.write(found.text);
      this.take(found);
      return true;
    } catch (error) { tell(wordsOf(error)); return false; }
  }
}
