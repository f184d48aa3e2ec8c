// Table watch: show turns of the other side as they would be played: first the roll, then one checker after another.

import { BAR } from "./table_layout.js";
import { makeTurn } from "./table_turn.js";

/** @import { LogLineView, TableView } from "./frames.js" */
/** @import { Turn } from "./table_turn.js" */

/**
 * A board that is shown for a moment.
 *
 * @typedef {object} Scene
 * @property {TableView} view
 * @property {Turn} turn
 */

/** @typedef {{ scene: Scene, lasts: number, sound: "dice" | "checker" | null, isQuick: boolean }} Step */

/** The milliseconds for which a roll is shown, and in which a checker slides. */
const ROLL = 700;
const SLIDE = 300;
/** The share of that time while later turns wait. */
const QUICK = 0.4;
const MOST_WAITING = 2;

const BY_THE_BROWSER = {
  now: () => performance.now(),
  /** @param {() => void} then @param {number} milliseconds */
  later: (then, milliseconds) => void setTimeout(then, milliseconds),
};

/**
 * @param {object} actions
 * @param {(view: TableView) => void} actions.adopt shows a live board for good.
 * @param {(view: TableView) => void} actions.receive shows a live board after the turn that led to it.
 * @param {(isQuick: boolean) => void} actions.draw draws the scene.
 * @param {(what: "dice" | "checker") => void} actions.play plays a sound.
 * @param {() => boolean} actions.isStill returns true if nothing should move.
 * @param {typeof BY_THE_BROWSER} [time]
 */
export function makeWatch({ adopt, receive, draw, play, isStill }, time = BY_THE_BROWSER) {
  /** @type {Scene | null} */
  let scene = null;
  /** @type {TableView[]} the live boards to show, the one that is being shown first */
  let waiting = [];
  let run = 0;
  /** The roll that is shown, and since when. */
  let rolled = { key: "", at: 0 };

  /**
   * Show a live board after the turn that led to it. Return false if there is no such turn to show.
   *
   * @param {TableView | null} view the live board that is shown.
   * @param {Turn | null} turn
   * @param {TableView} incoming
   */
  function take(view, turn, incoming) {
    const last = waiting.at(-1);
    if (last?.game === incoming.game) {
      if (incoming.version < last.version) return true;
      if (incoming.turn === last.turn) waiting[waiting.length - 1] = incoming;
      else waiting.push(incoming);
      if (waiting.length > MOST_WAITING) finish();
      return true;
    }
    const steps = view && turn && !isStill() ? stepsTo(view, turn, incoming) : [];
    if (!steps.length) return false;
    waiting = [incoming];
    run++;
    go(run, steps);
    return true;
  }

  /**
   * @param {number} mine
   * @param {Step[]} steps
   */
  function go(mine, steps) {
    if (mine !== run) return;
    const [step, ...others] = steps;
    if (!step) {
      const [reached, ...further] = waiting;
      cancel();
      adopt(reached);
      further.forEach(receive);
      return;
    }
    const isQuick = step.isQuick || waiting.length > 1;
    scene = step.scene;
    note(scene.view);
    if (step.sound) play(step.sound);
    draw(isQuick);
    time.later(() => go(mine, others), step.lasts * (isQuick ? QUICK : 1));
  }

  /** Stop, and show the newest board at once. Return true if a turn was being shown. */
  function finish() {
    const newest = waiting.at(-1);
    cancel();
    if (newest) adopt(newest);
    return newest !== undefined;
  }

  /** Stop without showing anything else. */
  function cancel() {
    run++;
    waiting = [];
    scene = null;
  }

  /**
   * Note since when a roll is shown.
   *
   * @param {TableView} view
   */
  function note(view) {
    const key = keyOf(view);
    if (key !== rolled.key) rolled = { key, at: time.now() };
  }

  /**
   * Return the steps from the board that is shown to a later one; none if there is no turn to show between.
   *
   * @param {TableView} view
   * @param {Turn} turn
   * @param {TableView} incoming
   * @returns {Step[]}
   */
  function stepsTo(view, turn, incoming) {
    if (incoming.game !== view.game || incoming.turn <= view.turn || view.moment !== null) return [];
    const lines = incoming.log.slice(view.log.length).filter(({ roll }) => roll !== "");
    // The board shows the person's own turn already, unless they passed or made it on another device.
    return stepsOf(lines, view, turn, incoming) ?? stepsOf(lines.slice(1), view, turn, incoming) ?? [];
  }

  /**
   * Return the steps of turns, all but the last one quick; null if they do not lead to the incoming board. The log
   * has the moves of the latest turns only.
   *
   * @param {LogLineView[]} lines
   * @param {TableView} view
   * @param {Turn} turn
   * @param {TableView} incoming
   * @returns {Step[] | null}
   */
  function stepsOf(lines, view, turn, incoming) {
    const standing = turn.standing();
    const stacks = { white: [...standing.white], black: [...standing.black] };
    /** @type {Step[]} */
    const steps = [];
    lines.forEach(({ side, roll, legs }, at) => {
      const [own, others] = side === "w" ? /** @type {const} */ (["white", "black"]) : /** @type {const} */ (["black", "white"]);
      const dice = roll.split("-").map(Number);
      const used = Array(dice[0] === dice[1] ? 4 : 2).fill(false);
      const isQuick = at < lines.length - 1;
      /** @param {[number, number][]} last @returns {Scene} */
      const sceneAfter = (last) => {
        const shown = { ...view, turn: view.turn + at, white: [...stacks.white], black: [...stacks.black], dice, used, mover: side, graph: [], made: [], last };
        return { view: shown, turn: makeTurn(shown) };
      };
      const before = sceneAfter([]);
      const isRolled = at === 0 && keyOf(before.view) === rolled.key;
      steps.push({ scene: before, lasts: Math.max(0, ROLL - (isRolled ? time.now() - rolled.at : 0)), sound: isRolled ? null : "dice", isQuick });
      for (const [from, to] of legs) {
        stacks[own][from]--;
        stacks[own][to]++;
        if (to !== BAR && to > 0 && stacks[others][to] === 1) {
          stacks[others][to]--;
          stacks[others][BAR]++;
        }
        steps.push({ scene: sceneAfter([[from, to]]), lasts: SLIDE, sound: "checker", isQuick });
      }
    });
    return String([stacks.white, stacks.black]) === String([incoming.white, incoming.black]) ? steps : null;
  }

  return { take, finish, cancel, note, scene: () => scene };
}

/** @param {TableView} view */
const keyOf = ({ game, turn, mover, dice }) => [game, turn, mover, ...dice].join(" ");
