// Table moves: what a press on the board does in the person's turn, or why it does nothing.

import { BAR, OFF } from "./table_layout.js";

/** @import { StepView } from "./frames.js" */
/** @import { TableState } from "./table_state.js" */

/**
 * @param {TableState} state
 * @param {object} actions
 * @param {(line: string, at: number | null) => void} actions.send carries out an action in this turn; a
 *   place says where the answer is shown.
 * @param {(move: string, at: number) => void} actions.why asks why a move is not legal; the answer is shown at the place.
 * @param {boolean} actions.asksAnywhere true if it is also asked for places without the person's checkers.
 * @param {() => void} actions.hush removes the text at a point.
 * @param {() => void} actions.moved is called when checkers are moved.
 * @param {() => void} actions.draw
 */
export function makeMoves(state, { send, why, asksAnywhere, hush, moved, draw }) {
  let smallFirst = false;
  /** @type {number | null} */
  let chosen = null;
  /** @type {number | null} */
  let aim = null;

  /** The checker that was just tapped and could be borne off; `path` is how, unless the tap has done it. @type {{ place: number, path: StepView[] | null } | null} */
  let bearing = null;

  /** Return true if the person can move now. */
  const isFree = () => Boolean(state.view && state.turn?.isMine() && !state.isEnding);

  /** @param {number} place */
  function tap(place) {
    hush();
    bearing = null;
    if (!state.turn || !isFree()) return;
    const off = state.turn.routesFrom(place).get(OFF);
    const steps = state.turn.stepsFrom(place);
    const wanted = aim === null ? undefined : steps.find((step) => step.stop === aim);
    aim = null;
    const step = wanted ?? steps.find((each) => each.die === nextDie()) ?? steps[0];
    if (step) {
      play([step]);
      if (off) bearing = { place, path: step.stop === OFF ? null : off };
    } else if (!land(place)) ask(place);
    draw();
  }

  /**
   * Handle the second tap of a double tap: bear off the checker that the first tap only moved, and no other one.
   *
   * @param {number} place
   */
  function tapAgain(place) {
    const first = bearing;
    bearing = null;
    if (first?.place !== place) tap(place);
    else if (first.path) {
      undo();
      play(first.path);
      draw();
    }
  }

  /**
   * Move a checker to a place if only one can go there; if several can, the next tap chooses.
   *
   * @param {number} place
   */
  function land(place) {
    const steps = state.turn?.steps().filter((step) => step.stop === place) ?? [];
    if (steps.length === 1) play(steps);
    else if (steps.length) aim = place;
    return steps.length > 0;
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  function drop(from, to) {
    if (!state.turn || !isFree() || from === to || to === BAR) {
      draw();
      return;
    }
    const path = state.turn.routesFrom(from).get(to);
    const made = state.turn.standing().made;
    if (path) play(path);
    else if (made.at(-1)?.[0] === to && made.at(-1)?.[1] === from) undo();
    else why(`${written(from)}/${written(to)}`, to === OFF ? from : to);
    draw();
  }

  function tapDice() {
    hush();
    if (!state.turn || !isFree()) return;
    if (state.turn.isComplete()) end();
    else swap();
  }

  /** Switch the order of the dice. */
  function swap() {
    if (!isFree()) return;
    smallFirst = !smallFirst;
    draw();
  }

  /** Return the die that a tap plays, of those that are left. */
  function nextDie() {
    const left = state.turn?.standing().left ?? [];
    return left.length ? (smallFirst ? Math.min(...left) : Math.max(...left)) : null;
  }

  /** @param {StepView[]} path */
  function play(path) {
    if (!state.view || !state.turn) return;
    for (const step of path) state.turn.play(step);
    moved();
    send(`/move ${state.view.game} ${path.map((step) => step.text).join(" ")}`, path[path.length - 1].stop);
  }

  function undo() {
    if (!state.view || !state.turn?.canUndo() || state.isEnding) return;
    hush();
    aim = null;
    state.turn.undo();
    send(`/undo ${state.view.game}`, null);
    draw();
  }

  function end() {
    if (!state.view || state.isEnding) return;
    state.isEnding = true;
    send(`/done ${state.view.game}`, null);
    draw();
  }

  /**
   * Ask why the person's checker on a place cannot move; or, if there is none, why none can come there.
   *
   * @param {number} place
   */
  function ask(place) {
    if ((asksAnywhere || state.turn?.holds(place)) && place !== OFF && !state.turn?.isComplete()) why(written(place), place);
  }

  /**
   * Return a place as the person calls it.
   *
   * @param {number} place
   */
  function written(place) {
    if (place === OFF) return "off";
    return place === BAR ? "bar" : String(state.view?.numbers[place - 1] ?? place);
  }

  /**
   * Return the place of a name: a number, `bar` or `off`; null if there is none.
   *
   * @param {string} name
   */
  function placeNamed(name) {
    if (name === "off") return OFF;
    if (name === "bar") return BAR;
    for (let place = 1; place < BAR; place++) if (written(place) === name) return place;
    return null;
  }

  return {
    placeNamed,
    tap,
    tapAgain,
    drop,
    tapDice,
    swap,
    undo,
    end,
    /**
     * Note that a checker of a place is being dragged; with null, that the drag has ended.
     *
     * @param {number | null} place
     */
    hold(place) {
      hush();
      chosen = place;
      aim = null;
      draw();
    },
    /** Forget what was chosen, because another turn is shown. */
    forget() {
      smallFirst = false;
      chosen = aim = bearing = null;
    },
    /** Return the marks on the board. */
    marks() {
      const { turn } = state;
      const landings = chosen === null || !turn ? [] : [...turn.routesFrom(chosen).keys()];
      return { chosen, landings, aim, next: turn?.isMine() && !turn.isComplete() ? nextDie() : null };
    },
  };
}
