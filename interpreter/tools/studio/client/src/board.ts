// Looking at a board: nearer, farther, aside. The picture itself comes from the server.

interface Box { x: number; y: number; width: number; height: number }

const boxOf = (words: string): Box => {
  const [x = 0, y = 0, width = 1, height = 1] = words.split(" ").map(Number);
  return { x, y, width, height };
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
  }

  private get svg(): SVGSVGElement | null { return this.place.querySelector<SVGSVGElement>("svg.board"); }

  /** After the picture changed: what was looked at stays, unless the server points somewhere else. */
  settle(): void {
    const svg = this.svg;
    if (!svg) return;
    const wanted = `${svg.dataset["focus"] ?? ""}|${svg.dataset["whole"] ?? ""}`;
    if (wanted !== this.seen || !this.box) this.box = boxOf(svg.dataset["focus"] ?? svg.dataset["whole"] ?? "0 0 1 1");
    this.seen = wanted;
    this.apply();
  }

  zoom(factor: number, x?: number, y?: number): void {
    const box = this.box, whole = this.svg && boxOf(this.svg.dataset["whole"] ?? "0 0 1 1");
    if (!box || !whole) return;
    const width = Math.min(whole.width * 1.1, Math.max(whole.width / 14, box.width * factor));
    const share = width / box.width, cx = x ?? box.x + box.width / 2, cy = y ?? box.y + box.height / 2;
    this.box = { x: cx - (cx - box.x) * share, y: cy - (cy - box.y) * share, width, height: box.height * share };
    this.apply();
  }

  all(): void {
    if (this.svg) this.box = boxOf(this.svg.dataset["whole"] ?? "0 0 1 1");
    this.apply();
  }

  private apply(): void {
    const { svg, box } = this;
    if (!svg || !box) return;
    svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    const near = this.place.querySelector(".inset .near");
    for (const name of ["x", "y", "width", "height"] as const) near?.setAttribute(name, String(box[name]));
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
