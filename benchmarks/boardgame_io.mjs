// Random games in boardgame.io, as its own guide writes games: moves change G, endIf looks who has won.
//   node boardgame_io.mjs FOLDER GAME SECONDS     FOLDER: where `npm install boardgame.io` was done
// Prints how many decisions a second of processor time made. benchmarks/others.py asks for it.
import { createRequire } from "node:module";
import { join } from "node:path";

const [folder, name, seconds] = process.argv.slice(2);
const { Client } = createRequire(join(folder, "here.js"))("boardgame.io/client");
const { INVALID_MOVE } = createRequire(join(folder, "here.js"))("boardgame.io/core");

const lines = (wide, high, length) => {
  const found = [];
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x++)
      for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
        const [ex, ey] = [x + dx * (length - 1), y + dy * (length - 1)];
        if (ex < wide && ey < high && ey >= 0) found.push([...Array(length).keys()].map((i) => (y + dy * i) * wide + x + dx * i));
      }
  return found;
};
const range = (n) => [...Array(n).keys()];
const inARow = (rows) => ({ G, ctx }) => {
  for (const row of rows) if (G.cells[row[0]] !== null && row.every((i) => G.cells[i] === G.cells[row[0]])) return { winner: G.cells[row[0]] };
  if (!G.cells.includes(null)) return { draw: true };
};
const grid = (wide, high, length, landing, ways) => ({
  setup: () => ({ cells: Array(wide * high).fill(null) }),
  moves: { put: ({ G, playerID }, x) => { const i = landing(G, x); if (i < 0) return INVALID_MOVE; G.cells[i] = playerID; } },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: inARow(lines(wide, high, length)),
  ai: { enumerate: (G) => range(ways).filter((x) => landing(G, x) >= 0).map((x) => ({ move: "put", args: [x] })) },
});
const COLUMN = (G, x) => { for (let y = 0; y < 6; y++) if (G.cells[y * 7 + x] === null) return y * 7 + x; return -1; };

// Breakthrough, 8 by 8: one step forward, straight onto an empty square or slanting onto any that is not one's own.
const steps = (G, player) => {
  const [up, found] = [player === "0" ? 8 : -8, []];
  for (let i = 0; i < 64; i++) {
    if (G.cells[i] !== player || i + up < 0 || i + up > 63) continue;
    if (G.cells[i + up] === null) found.push([i, i + up]);
    if (i % 8 > 0 && G.cells[i + up - 1] !== player) found.push([i, i + up - 1]);
    if (i % 8 < 7 && G.cells[i + up + 1] !== player) found.push([i, i + up + 1]);
  }
  return found;
};
// Othello: what a disc at i would turn.
const turned = (G, i, player) => {
  const found = [];
  if (G.cells[i] !== null) return found;
  for (const [dx, dy] of [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]]) {
    let [x, y] = [(i % 8) + dx, Math.floor(i / 8) + dy];
    const line = [];
    for (; x >= 0 && x < 8 && y >= 0 && y < 8 && G.cells[y * 8 + x] !== null && G.cells[y * 8 + x] !== player; x += dx, y += dy) line.push(y * 8 + x);
    if (line.length && x >= 0 && x < 8 && y >= 0 && y < 8 && G.cells[y * 8 + x] === player) found.push(...line);
  }
  return found;
};
const flips = (G, player) => range(64).filter((i) => turned(G, i, player).length);
const other = (player) => (player === "0" ? "1" : "0");

const GAMES = {
  "tic-tac-toe": grid(3, 3, 3, (G, x) => (G.cells[x] === null ? x : -1), 9),
  "connect-four": grid(7, 6, 4, COLUMN, 7),
  pig: {
    setup: () => ({ scores: [0, 0], stake: 0 }),
    moves: {
      roll: ({ G, random, events }) => { const die = random.D6(); if (die === 1) { G.stake = 0; events.endTurn(); } else G.stake += die; },
      hold: ({ G, events, playerID }) => { G.scores[playerID] += G.stake; G.stake = 0; events.endTurn(); },
    },
    endIf: ({ G }) => { const winner = G.scores.findIndex((score) => score >= 100); if (winner >= 0) return { winner }; },
    ai: { enumerate: () => [{ move: "roll" }, { move: "hold" }] },
  },
  "kuhn-poker": {
    setup: ({ random }) => ({ cards: random.Shuffle([0, 1, 2]), said: "" }),
    moves: { bet: ({ G }) => { G.said += "b"; }, pass: ({ G }) => { G.said += "p"; } },
    turn: { minMoves: 1, maxMoves: 1 },
    endIf: ({ G }) => {
      const best = G.cards[0] > G.cards[1] ? 0 : 1;
      if (["pp", "bb", "pbb"].includes(G.said)) return { winner: best };
      if (G.said === "bp") return { winner: 0 };
      if (G.said === "pbp") return { winner: 1 };
    },
    ai: { enumerate: () => [{ move: "bet" }, { move: "pass" }] },
  },
  breakthrough: {
    setup: () => ({ cells: range(64).map((i) => (i < 16 ? "0" : i > 47 ? "1" : null)) }),
    moves: { step: ({ G, playerID }, from, to) => { G.cells[to] = playerID; G.cells[from] = null; } },
    turn: { minMoves: 1, maxMoves: 1 },
    endIf: ({ G, ctx }) => {
      if (G.cells.slice(56).includes("0") || !G.cells.includes("1")) return { winner: "0" };
      if (G.cells.slice(0, 8).includes("1") || !G.cells.includes("0")) return { winner: "1" };
    },
    ai: { enumerate: (G, ctx) => steps(G, ctx.currentPlayer).map((args) => ({ move: "step", args })) },
  },
  othello: {
    setup: () => ({ cells: range(64).map((i) => ({ 27: "0", 28: "1", 35: "1", 36: "0" })[i] ?? null) }),
    moves: {
      put: ({ G, playerID }, i) => { for (const one of [...turned(G, i, playerID), i]) G.cells[one] = playerID; },
      pass: () => {},
    },
    turn: { minMoves: 1, maxMoves: 1 },
    endIf: ({ G }) => { if (!flips(G, "0").length && !flips(G, "1").length) return { over: true }; },
    ai: {
      enumerate: (G, ctx) => {
        const found = flips(G, ctx.currentPlayer).map((i) => ({ move: "put", args: [i] }));
        return found.length || !flips(G, other(ctx.currentPlayer)).length ? found : [{ move: "pass" }];
      },
    },
  },
};

const game = GAMES[name];
let [decisions, games] = [0, 0];
const spent = () => { const used = process.cpuUsage(); return (used.user + used.system) / 1e6; };
const begun = spent();
while (spent() - begun < Number(seconds)) {
  const client = Client({ game: { ...game, name, seed: games++ }, numPlayers: 2, debug: false });
  client.start();
  for (let state = client.getState(); state.ctx.gameover === undefined; state = client.getState()) {
    const ways = game.ai.enumerate(state.G, state.ctx);
    const way = ways[Math.floor(Math.random() * ways.length)];
    client.moves[way.move](...(way.args ?? []));
    decisions++;
  }
  client.stop();
}
console.log(JSON.stringify({ decisions, games, rate: decisions / (spent() - begun) }));
