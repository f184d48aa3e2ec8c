// The part of benchmarks/long_nardy_engine.py that runs in Node.js. It reads questions as JSON, one a line, and
// answers each with the mover's boards after every turn that npm's long-nardy-engine allows.

const { Game, GameType } = require(process.argv[2]);

const say = console.log;
console.log = console.debug = () => {}; // the engine logs to standard output, which carries the answers

function answer({ mine, theirs, dice, number }) {
  const moves = dice[0] === dice[1] ? [dice[0], dice[0], dice[0], dice[0]] : [...dice];
  const game = Game.ImportGame({
    board: { whiteBoard: [...mine], blackBoard: [...theirs] },
    ended: false,
    gameType: GameType.LongNardy,
    moveState: {
      isPlayerWhite: true,
      moveNumber: number,
      dices: dice,
      doneMoves: [],
      remainingMoves: moves,
      isEnded: false,
    },
  });
  const tree = game.GetMoveState().getMovesTree();
  tree.filterMovesTree();
  const ends = new Set();
  for (const list of tree.allMovesToArray()) {
    const end = [...mine];
    for (const [from, to] of list) {
      end[from] -= 1;
      if (to < 24) end[to] += 1;
    }
    ends.add(end.join(","));
  }
  return [...ends];
}

const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => say(JSON.stringify(answer(JSON.parse(line)))));
