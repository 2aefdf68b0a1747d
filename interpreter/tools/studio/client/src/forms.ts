// The JSON that comes from the server: what the engine says of a table (generated, in table_json.ts), and what the studio adds.

import type { ChoiceJson, EventJson, RefusalJson, RequestJson, ResultJson, ThingJson } from "./table_json";

export type Thing = ThingJson;
export type Choice = ChoiceJson;
export type Refusal = RefusalJson;
export interface Happening extends EventJson { only?: boolean }
export interface Question extends RequestJson { question: string }
export interface Said { who: string; words: string; after: number }
export interface Picture {
  you: string | null; request: Question | null; waiting_for: string | null; secret: boolean; over: boolean;
  result: ResultJson | null; moments: number; trouble?: string; parts: Record<string, string>; log: Happening[]; log_from: number;
  colours: Record<string, string>; marks: Record<string, string>; texts: Record<string, string>; groups: Record<string, string>; same: number[][];
  gone?: boolean; ended?: string; patches?: Record<string, [number, string][]>; here?: string[]; said?: Said[]; asks_back?: string; again?: string; renamed?: boolean;
}
export interface About {
  table: string; title: string; role: "seat" | "watch" | "owner"; you: string | null; players: string[]; variants: string[];
  kinds: Record<string, Record<string, string>>; pauses: "off" | "short" | "real"; has_rules: boolean; practice: boolean;
}
/** What a strong bot would choose, the best first. */
export interface Hint { choices: { choice: string; label: string; chance: number }[] }
/** The chances of all players along a finished game, and the choices that cost most. */
export interface Chances {
  players: string[]; line: { after: number; chances: number[] }[];
  turns: { after: number; player: string; chosen: string; better: string; points: number }[];
}
export interface Links {
  divergence: string; old?: boolean; table: string; game: string; owner: string; watch: string; invite?: string;
  seats: { name: string; token: string; taken?: boolean }[]; addresses?: string[];
}
export interface Looked { title: string; face: string; lines: string[]; clauses: { id: string; text: string; section: string }[] }
/** The rulebook for players, as pages with their style; empty where none can be made. */
export interface BookText { html: string; style: string; kind: string }
export interface RuleText { sections: { title: string; level: number; clauses: { id: string; text: string }[] }[]; now: string[] }

export const keyOf = (thing: Thing): string => `${thing.kind}:${thing.name}`;
