// Beside the editor: the cards as faces with what their texts get wrong, and the map, on which places are dragged.

import { byId, make, tell } from "./dom";
import { api } from "./edit_link";
import { fetched, lines } from "./transport";

interface Problem { message: string; path?: string | null; line?: number | null }
interface Preview {
  problems: Problem[]; warnings?: Problem[]; faces?: Record<string, string[]>; board?: string;
  map?: { kind: string; places: Record<string, [number, number]>; share: number } | null;
}
const PAUSE = 700; // milliseconds without a key before something is drawn again

export class Previews {
  private timer = 0;
  private asked: AbortController | null = null;
  private last: Preview | null = null;
  private visible = "table";
  private text = "";
  private title = "";

  constructor(
    private readonly now: () => { name: string; text: string }, private readonly writable: boolean, private readonly became: (found: unknown) => void,
  ) { byId("tab-map").addEventListener("pointerdown", (event) => this.grab(event as PointerEvent)); }

  /** The title of the card whose face is marked. */
  set chosen(title: string) {
    this.title = title;
    this.mark();
  }

  private mark(): void {
    const cards = [...byId("faces").querySelectorAll<HTMLElement>(".card")];
    for (const card of cards) card.classList.toggle("chosen-card", this.title !== "" && card.querySelector("header span:not(.times)")?.textContent === this.title);
    byId("faces").querySelector(".chosen-card")?.scrollIntoView({ block: "nearest" });
  }

  set shown(name: string) {
    this.visible = name;
    if (name === "cards" || name === "map") this.later(0);
  }

  later(pause: number = PAUSE): void {
    if (this.visible !== "cards" && this.visible !== "map") return;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.draw(), pause);
  }

  private async draw(again = false): Promise<void> {
    const { name, text } = this.now();
    const key = `${name}\n${text}`;
    if (this.last && key === this.text && !again) { this.show(); return; }
    this.asked?.abort();
    const mine = this.asked = new AbortController();
    byId("drawing").hidden = false;
    try {
      let whole: Preview | null = null;
      for await (const found of lines<Partial<Preview>>(api("/preview"), { name, text }, mine.signal)) {
        whole = { problems: [], ...(whole ?? {}), ...found };
        this.last = whole;
        this.text = key;
        this.show();
      }
    } catch (error) { if (!mine.signal.aborted) tell(error instanceof Error ? error.message : String(error)); }
    if (this.asked === mine) byId("drawing").hidden = true;
  }

  private show(): void {
    const found = this.last;
    if (!found) return;
    const wrong = found.problems.map((one) => make("li", { class: "red" }, place(one) + one.message));
    const warnings = (found.warnings ?? []).map((one) => make("li", {}, place(one) + one.message));
    byId("card-problems").replaceChildren(...wrong, ...warnings);
    byId("map-problems").replaceChildren(...wrong.map((one) => one.cloneNode(true)));
    if (found.problems.length) return;
    byId("faces").replaceChildren(...Object.entries(found.faces ?? {}).map(([kind, faces]) => {
      const cards = make("div", { class: "cards" });
      cards.innerHTML = faces.join("");
      return make("section", { class: "zone" }, make("h2", {}, `${kind.replaceAll("_", " ")} (${faces.length})`), cards);
    }));
    if (!Object.keys(found.faces ?? {}).length) byId("faces").replaceChildren(make("p", { class: "hint" }, "This game has no cards."));
    this.mark();
    byId("map").innerHTML = found.board ?? "";
    byId("map-hint").textContent = !found.map ? "The board of this game is not a map." : this.writable ? "Drag a place: look.yaml is written." : "";
    byId("map").classList.toggle("draggable", Boolean(found.map) && this.writable);
  }

  /** A place is moved as far as the pointer, and then written down. */
  private grab(event: PointerEvent): void {
    const map = this.last?.map;
    const part = (event.target as Element).closest<SVGGElement>("#map g.part");
    const svg = part?.ownerSVGElement;
    const [kind, name] = (part?.dataset["thing"] ?? "").split(":");
    const at = map?.places[name ?? ""];
    const turned = svg?.getScreenCTM()?.inverse();
    if (!map || !part || !at || !turned || kind !== map.kind || !this.writable || !name) return;
    event.preventDefault();
    const start = new DOMPoint(event.clientX, event.clientY).matrixTransform(turned);
    const away = (other: PointerEvent): [number, number] => {
      const point = new DOMPoint(other.clientX, other.clientY).matrixTransform(turned);
      return [point.x - start.x, point.y - start.y];
    };
    const move = (other: PointerEvent): void => { const [x, y] = away(other); part.setAttribute("transform", `translate(${x} ${y})`); };
    const drop = (other: PointerEvent): void => {
      document.removeEventListener("pointermove", move);
      const [x, y] = away(other);
      if (Math.hypot(x, y) < 3) return;
      void this.place(map.kind, { ...map.places, [name]: [round(at[0] + x / map.share), round(at[1] + y / map.share)] });
    };
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", drop, { once: true });
  }

  private async place(kind: string, places: Record<string, [number, number]>): Promise<void> {
    try {
      this.became(await fetched(api("/places"), { kind, places }));
      await this.draw(true);
    } catch (error) { tell(error instanceof Error ? error.message : String(error)); }
  }
}

const round = (value: number): number => Math.round(value * 10) / 10;
const place = (one: Problem): string => one.path ? `${one.path}${one.line ? `:${one.line}` : ""}: ` : "";
