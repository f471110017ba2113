// The peer: a game of boardgame.io in which two players move in turns, kept in memory alone.
const { Server } = require("boardgame.io/server");

const counting = {
  name: "counting",
  setup: () => ({ moved: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { move: ({ G }) => { G.moved += 1; } },
};

Server({ games: [counting], origins: ["*"] }).run(Number(process.argv[2]));
