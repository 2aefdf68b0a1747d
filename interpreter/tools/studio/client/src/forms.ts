// The JSON that comes from the server: what the engine says of a table (generated, in table_json.ts), and what the studio adds.

import type { ChoiceJson, EventJson, RefusalJson, RequestJson, ResultJson, ThingJson } from "./table_json";

export type Thing = ThingJson;
export type Choice = ChoiceJson;
export type Refusal = RefusalJson;
export type Happening = EventJson;
export interface Question extends RequestJson { question: string }
export interface Picture {
  you: string | null; request: Question | null; waiting_for: string | null; secret: boolean; over: boolean;
  result: ResultJson | null; moments: number; trouble?: string; parts: Record<string, string>; log: Happening[]; log_from: number;
  colours: Record<string, string>; gone?: boolean; ended?: string; patches?: Record<string, [number, string][]>;
}
export interface About {
  table: string; title: string; role: "seat" | "watch" | "owner"; you: string | null; players: string[]; variants: string[];
  kinds: Record<string, Record<string, string>>; pauses: "off" | "short" | "real";
}
export interface Links { divergence: string; old?: boolean; table: string; game: string; owner: string; watch: string; seats: { name: string; token: string }[] }

export const keyOf = (thing: Thing): string => `${thing.kind}:${thing.name}`;
