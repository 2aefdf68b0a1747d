// A phone: the tabs below, the decision as a sheet of three heights, and holding a finger on a thing.

import { byId } from "./dom";

const PHONE = window.matchMedia("(max-width: 820px)");
const HEIGHTS = ["line", "half", "full"] as const;
const HOLD = 450; // milliseconds

export class Sheet {
  tab = "table";

  constructor(private readonly changed: () => void) {
    byId("handle").addEventListener("click", () => this.next());
    for (const button of document.querySelectorAll<HTMLElement>("#tabs button")) button.addEventListener("click", () => { this.go(button.dataset["tab"] ?? "table"); this.changed(); });
    new ResizeObserver(() => this.measure()).observe(byId("decision"));
  }

  get isPhone(): boolean { return PHONE.matches; }

  /** Beside the other parts of the table the question is one line, so that there is room to read them. */
  go(tab: string): void {
    if (tab !== this.tab) byId("decision").dataset["height"] = tab === "table" ? "half" : "line";
    this.tab = tab;
    document.body.dataset["tab"] = tab;
    for (const button of document.querySelectorAll<HTMLElement>("#tabs button")) button.toggleAttribute("aria-current", button.dataset["tab"] === tab);
  }

  /** A new question: the sheet is as high as choosing needs. */
  asked(): void { if (this.tab === "table" && byId("decision").dataset["height"] === "line") byId("decision").dataset["height"] = "half"; this.measure(); }

  private next(): void {
    const now = byId("decision").dataset["height"] ?? "half";
    byId("decision").dataset["height"] = HEIGHTS[(HEIGHTS.indexOf(now as (typeof HEIGHTS)[number]) + 2) % 3] ?? "half";
    this.measure();
  }

  /** The board ends where the sheet begins. */
  measure(): void { document.documentElement.style.setProperty("--sheet", this.isPhone ? `${byId("decision").offsetHeight}px` : "0px"); }

  /** A finger held on a thing asks about it. */
  held(place: HTMLElement, ask: (thing: string) => void): void {
    let timer = 0;
    place.addEventListener("pointerdown", (event) => {
      const at = (event.target as Element).closest<HTMLElement>("[data-thing]");
      const thing = at?.dataset["also"] ?? at?.dataset["thing"];
      if (event.pointerType === "touch" && thing) timer = window.setTimeout(() => ask(thing), HOLD);
    });
    for (const name of ["pointerup", "pointermove", "pointercancel"]) place.addEventListener(name, () => window.clearTimeout(timer));
  }
}
