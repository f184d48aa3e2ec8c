// Table turn: a turn while it is being made on the page, along the graph of moves that the server allows.

import { BAR } from "./table_layout.js";

/** @import { NodeView, StepView, TableView } from "./frames.js" */

/**
 * The state of the board within a turn.
 *
 * @typedef {object} Standing
 * @property {NodeView[]} graph
 * @property {number} node the turn's node in the graph
 * @property {number[]} white White's checkers, by place
 * @property {number[]} black
 * @property {number[]} left the dice that are not played yet
 * @property {[number, number][]} made the moves so far, as start and end
 */

/** @typedef {ReturnType<typeof makeTurn>} Turn */

/** @param {TableView} view */
export function makeTurn(view) {
  /** @type {Standing} */
  let now = standingOf(view);
  /** @type {Standing[]} */
  let before = [];
  const mine = view.below.side === "w" ? "white" : "black";
  const theirs = mine === "white" ? "black" : "white";

  const node = () => now.graph[now.node];

  /** @param {StepView} step */
  function play(step) {
    before.push(now);
    const after = { ...now, white: [...now.white], black: [...now.black], left: [...now.left] };
    after[mine][step.start]--;
    after[mine][step.stop]++;
    if (step.hit) {
      after[theirs][step.stop]--;
      after[theirs][BAR]++;
    }
    const used = now.left.indexOf(step.die);
    if (used >= 0) after.left.splice(used, 1);
    now = { ...after, node: step.after, made: [...now.made, [step.start, step.stop]] };
  }

  return {
    standing: () => now,
    /** True if it is the person's turn and the possible moves are known. */
    isMine: () => now.graph.length > 0,
    isComplete: () => node()?.complete ?? false,
    /** @param {number} place */
    holds: (place) => now[mine][place] > 0,
    steps: () => node()?.moves ?? [],
    /** @param {number} start */
    stepsFrom: (start) => (node()?.moves ?? []).filter((step) => step.start === start),
    play,
    /** The number of pips moved here that the server has not confirmed yet. */
    gained: () => sum(diceLeft(view)) - sum(now.left),
    /** True if a move can be taken back. */
    canUndo: () => now.made.length > 0,
    /** Take back the last move, if the state before it is known. Return true if it was. */
    undo() {
      const last = before.pop();
      if (last) now = last;
      return last !== undefined;
    },
    /**
     * Return the places that one checker can reach, each with the moves to it.
     *
     * @param {number} start
     */
    routesFrom(start) {
      /** @type {Map<number, StepView[]>} */
      const found = new Map();
      /** @type {{ at: number, path: StepView[] }[]} */
      let ahead = [{ at: now.node, path: [] }];
      while (ahead.length) {
        /** @type {typeof ahead} */
        const further = [];
        for (const { at, path } of ahead) {
          const from = path.at(-1)?.stop ?? start;
          for (const step of now.graph[at]?.moves ?? []) {
            if (step.start !== from) continue;
            const longer = [...path, step];
            if (!found.has(step.stop)) found.set(step.stop, longer);
            further.push({ at: step.after, path: longer });
          }
        }
        ahead = further;
      }
      return found;
    },
    /**
     * Take over the server's state; keep the moves that can be taken back if it confirms the state shown here.
     *
     * @param {TableView} sent
     */
    adopt(sent) {
      const same = sent.turn === view.turn && String(sent.made) === String(now.made);
      view = sent;
      now = standingOf(sent);
      if (!same) before = [];
    },
  };
}

/**
 * @param {TableView} view
 * @returns {Standing}
 */
function standingOf(view) {
  const { graph, white, black, made } = view;
  return { graph, node: 0, white, black, left: diceLeft(view), made };
}

/** @param {TableView} view */
function diceLeft({ dice, used }) {
  if (used.length > dice.length) return used.filter((done) => !done).map(() => dice[0]);
  return dice.filter((_, at) => !used[at]);
}

/** @param {number[]} dice */
const sum = (dice) => dice.reduce((all, die) => all + die, 0);
