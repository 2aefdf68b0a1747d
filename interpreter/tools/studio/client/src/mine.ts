// The tables of this browser: every link that was opened here, so that none is lost.

import { besideEditor } from "./dom";
import type { About } from "./forms";

export interface Kept { token: string; table: string; title: string; you: string | null; role: string; seen: number }

const NAME = document.documentElement.dataset["apart"] ? "tables-apart" : "tables"; // what came in a link is kept apart
const MOST = 60;

export function kept(): Kept[] {
  try { return JSON.parse(localStorage.getItem(NAME) ?? "[]") as Kept[]; } catch { return []; }
}

function keep(tables: Kept[]): void { localStorage.setItem(NAME, JSON.stringify(tables.slice(0, MOST))); }

export function remember(token: string, about: About): void {
  if (besideEditor()) return;
  const one: Kept = { token, table: about.table, title: about.title, you: about.you, role: about.role, seen: Date.now() };
  keep([one, ...kept().filter((other) => other.token !== token)]);
}

export function forget(token: string): void { keep(kept().filter((one) => one.token !== token)); }
