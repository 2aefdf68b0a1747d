// Written by `python -m interpreter.view.json_view.schema` from interpreter/view/json_view/forms.py. Change that, not this.

export const FORMAT = 1;

/** A number, yes or no, none, a name, or a list of these. The type of the value or column says which. */
export type Json = boolean | number | string | Json[] | null;

/** The type of a value. */
export interface TypeJson {
  type: "number" | "yes_no" | "words" | "spot" | "shape" | "thing" | "list" | "pile" | "row" | "grid";
  /** Of things, piles, rows and grids: of which kind. */
  kind?: string;
  low?: number;
  high?: number;
  /** Of a row: how many places it has. */
  size?: number;
  of?: TypeJson;
  /** It can be none. */
  maybe?: boolean;
}

/** A member of a kind; of the kind player, the player's name. */
export interface ThingJson {
  kind: string;
  name: string;
}

/** A member of a kind. */
export interface MemberJson {
  /** A name as rules and scenarios write it. */
  name: string;
  /** What people read. */
  title: string;
  /** What is printed on it; may be empty. */
  text: string;
  /** Its columns by their names. */
  cells: Record<string, Json>;
  /** By the names of the kind's amounts: a number for each member of their kind. A formula of the rules is left out. */
  amounts?: Record<string, Record<string, number>>;
  /** Of a tile: the cells of its drawing, column and row. */
  shape?: [number, number][];
  /** Of a part of a tile: three numbers for each of its edges, the left half, the middle and the right half, clockwise from the first edge, unturned. */
  edges?: number[];
}

/** A column of a kind's table. */
export interface ColumnJson {
  name: string;
  title: string;
  type: TypeJson;
}

/** A column with a number for each member of another kind: what a card costs in each stock. */
export interface AmountsJson {
  name: string;
  title: string;
  /** The kind that the numbers are for. */
  by: string;
}

/** Where the members of a kind lie on a board of cells. */
export interface LatticeJson {
  cells: "squares" | "hexes";
  /** The kind of the cells. */
  of: string;
  part: "cell" | "corner" | "edge";
  /** For each member a column and a row, counted in steps from corner to corner: a square is 2 by 2, its corners are even. A hexagon is 3 by 3, and each row lies half as far to the right as it lies up. Of an edge: of both its ends. */
  points: number[][];
}

/** A kind of things. */
export interface KindJson {
  name: string;
  /** How it is declared: names, table, cards, places, connections, grid, option. */
  word: string;
  plural: string;
  columns: ColumnJson[];
  amounts?: AmountsJson[];
  members: MemberJson[];
  /** Of places on a grid: columns and rows; the members go row by row from the first. */
  grid: [number, number] | null;
  /** Of the places of a board, its corners and edges: where they lie. */
  lattice: LatticeJson | null;
}

/** A connection between two places. */
export interface WayJson {
  name: string;
  start: string;
  end: string;
  one_way: boolean;
}

/** A kind of connections, the kind of places that it joins, and its ways. */
export interface MapJson {
  kind: string;
  joins: string;
  ways: WayJson[];
}

/** A value that the rules keep or work out. */
export interface ValueJson {
  name: string;
  title: string;
  /** The kinds for whose members there is one each. */
  keys: string[];
  type: TypeJson;
  worked_out: boolean;
  /** False: the rules keep it off the table; whoever asks is told. */
  shown: boolean;
  /** The procedure as long as which it lives; null: as long as the game. */
  during: string | null;
  /** Cards that lie here change the rules. */
  in_force: boolean;
}

/** An option and its value in this game. */
export interface OptionJson {
  name: string;
  title: string;
  value: Json;
}

/** All that does not change while a game is played; the same for every fingerprint. */
export interface DefinitionJson {
  format: 1;
  game: string;
  title: string;
  about: string;
  fingerprint: string;
  variants: string[];
  options: OptionJson[];
  kinds: KindJson[];
  maps: MapJson[];
  values: ValueJson[];
}

/** Where and how a tile lies. */
export interface TileJson {
  tile: string;
  column: number;
  row: number;
  /** Quarter turns. */
  turn: number;
  cells: [number, number][];
}

/** A value for these keys: `value`; of a pile or row `cards` (null: an empty place of a row), or only their `count`; of a grid `tiles`. */
export interface EntryJson {
  keys: string[];
  value?: Json;
  cards?: (string | null)[];
  count?: number;
  tiles?: TileJson[];
}

/** What this player sees of a value. */
export interface SeenJson {
  name: string;
  entries: EntryJson[];
  /** There is something that is not shown. */
  hidden: boolean;
}

/** A seat. */
export interface PlayerJson {
  name: string;
  /** Out of the game. */
  out: boolean;
  /** The rules play it. */
  automa: boolean;
}

/** How it ended. */
export interface ResultJson {
  winners: string[];
  scores: Record<string, number>;
  sheet: Record<string, Record<string, number>>;
}

/** The table as one player, or a spectator, may know it. */
export interface ViewJson {
  format: 1;
  fingerprint: string;
  /** null: a spectator. */
  you: string | null;
  players: PlayerJson[];
  values: SeenJson[];
  /** Whose decision it is, as far as this player may know. */
  waiting_for: string | null;
  /** Somebody decides in secret. */
  secret: boolean;
  over: boolean;
  result: ResultJson | null;
}

/** Amounts in even steps. */
export interface AmountJson {
  low: number;
  high: number;
  step: number;
}

/** Of a choice of several things: how many, and what is chosen already. */
export interface SeveralJson {
  least: number;
  most: number | null;
  chosen: ThingJson[];
}

/** One way to answer. */
export interface ChoiceJson {
  /** Its number among all choices, with which it is answered. */
  number: number;
  name: string;
  label: string;
  /** What the rules show beside it, such as a price. */
  beside: string;
  /** It is done beside the question, which is then put again. */
  free: boolean;
  /** What it means, if the one who is asked may know. */
  thing: ThingJson | null;
  /** Of several things decided together, such as where from and where to: each in order. */
  parts: ThingJson[];
  /** Of a spot on a grid: what would lie where. */
  laid: TileJson | null;
}

/** What cannot be chosen now, and why. */
export interface RefusalJson {
  name: string;
  label: string;
  reason: string;
  condition: string;
  values: string;
  /** Where the rule stands: file, line, column. */
  rule: string;
  clauses: string[];
  free: boolean;
  thing: ThingJson | null;
}

/** A question for the one who is asked. */
export interface RequestJson {
  format: 1;
  player: string;
  name: string;
  rule: string;
  kind: "menu" | "thing" | "amount";
  prompt: string;
  /** The things that the prompt names. */
  things: ThingJson[];
  /** The others do not see it. */
  secret: boolean;
  optional: boolean;
  /** The answer may be a number from this range; the choices are then what else can be answered. */
  amount: AmountJson | null;
  several: SeveralJson | null;
  choices: ChoiceJson[];
  refused: RefusalJson[];
}

/** A stored value for these keys. */
export interface WhereJson {
  value: string;
  keys: string[];
}

/** What happened, as far as this player was told. */
export interface EventJson {
  kind: "announce" | "show" | "move" | "gain" | "pay" | "roll" | "out" | "decision";
  text: string;
  /** How many decisions this player was told of before it. */
  after: number;
  who?: string;
  whom?: string;
  things?: ThingJson[];
  dice?: number[];
  amount?: number;
  value?: WhereJson;
  source?: WhereJson;
  target?: WhereJson;
}
