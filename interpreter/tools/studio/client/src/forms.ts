// The JSON that comes from the server; schemas/table.schema.json describes it.

export interface Thing { kind: string; name: string }
export interface Laid { tile: string; column: number; row: number; turn: number; cells: number[][] }
export interface Choice {
  number: number; name: string; label: string; beside: string; free: boolean; thing: Thing | null; laid: Laid | null;
}
export interface Refusal {
  name: string; label: string; reason: string; condition: string; values: string; rule: string; clauses: string[];
  free: boolean; thing: Thing | null;
}
export interface Question {
  question: string; player: string; name: string; kind: "menu" | "thing" | "amount"; prompt: string; things: Thing[];
  secret: boolean; optional: boolean;
  amount: { low: number; high: number; step: number } | null;
  several: { least: number; most: number | null; chosen: Thing[] } | null;
  choices: Choice[]; refused: Refusal[];
}
export interface Happening { kind: string; text: string; after: number; who?: string }
export interface Result { winners: string[]; scores: Record<string, number>; sheet: Record<string, Record<string, number>> }
export interface Picture {
  you: string | null; request: Question | null; waiting_for: string | null; secret: boolean; over: boolean;
  result: Result | null; moments: number; trouble?: string; parts: Record<string, string>; log: Happening[]; log_from: number;
  colours: Record<string, string>; gone?: boolean; patches?: Record<string, [number, string][]>;
}
export interface About {
  table: string; title: string; role: "seat" | "watch" | "owner"; you: string | null; players: string[]; variants: string[];
  kinds: Record<string, Record<string, string>>;
}
export interface Links { divergence: string; old?: boolean; table: string; game: string; owner: string; watch: string; seats: { name: string; token: string }[] }

export const keyOf = (thing: Thing): string => `${thing.kind}:${thing.name}`;
