// Table keys: the keyboard shortcuts while a game is open.

/** @import { ButtonView } from "./frames.js" */
/** @import { makeMoves } from "./table_moves.js" */
/** @import { makePoints } from "./table_points.js" */
/** @import { TableState } from "./table_state.js" */
/** @import { makeTools } from "./table_tools.js" */

/** The most milliseconds between two digits of the same number. */
const ONE_NUMBER = 1200;
const HIGHEST = 24;
/** @type {Record<string, "first" | "before" | "after" | "last">} where keys lead in a game that is looked back at. */
const STEPS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last" };

/**
 * @param {TableState} state
 * @param {object} actions
 * @param {() => void} actions.escape goes back by one step.
 * @param {(where: "first" | "before" | "after" | "last") => void} actions.step steps through the record.
 * @param {(button: ButtonView) => void} actions.press
 * @param {() => void} actions.next goes to the next game that waits for the person.
 * @param {() => void} actions.flip
 * @param {ReturnType<typeof makeMoves>} actions.moves
 * @param {ReturnType<typeof makePoints>} actions.points
 * @param {ReturnType<typeof makeTools>} actions.tools
 */
export function listenToKeys(state, { escape, step, press, next, flip, moves, points, tools }) {
  /** @type {Record<string, () => void>} */
  const letters = {
    u: moves.undo,
    z: moves.undo,
    Backspace: moves.undo,
    s: moves.swap,
    b: () => pick("bar"),
    f: flip,
    n: next,
    m: tools.toggleSound,
    "?": tools.showKeys,
  };
  let typed = "";
  let typedAt = 0;

  /** Choose a place. @param {string} name its number, `bar` or `off`. */
  function pick(name) {
    const place = moves.placeNamed(name);
    if (place !== null) points.focus(place);
  }

  /** Roll, or end the turn. Return true if one of them was possible. */
  function goOn() {
    const roll = state.view?.buttons.find(({ data }) => /:\/roll /.test(data));
    if (roll) press(roll);
    else if (isComplete()) moves.end();
    else return false;
    return true;
  }

  const isComplete = () => Boolean(state.turn?.isMine() && state.turn.isComplete());

  /** @param {KeyboardEvent} event */
  function digit({ key, timeStamp }) {
    const longer = typed + key;
    typed = timeStamp - typedAt < ONE_NUMBER && Number(longer) <= HIGHEST ? longer : key;
    typedAt = timeStamp;
    pick(typed === "0" ? "off" : typed);
    if (typed === "0") typed = "";
  }

  document.addEventListener("keydown", (event) => {
    if (!state.opened || tools.areKeysShown() || event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    const { key } = event;
    const letter = letterOf(event);
    if (/^\d$/.test(key)) {
      digit(event);
      return;
    }
    typed = "";
    if (key === "Escape") escape();
    else if (key === "PageUp" || key === "PageDown") {
      event.preventDefault();
      step(key === "PageUp" ? "before" : "after");
    } else if (STEPS[key] && (state.moment !== null || state.view?.over) && !event.defaultPrevented) {
      event.preventDefault();
      step(STEPS[key]);
    } else if (key === "Enter" || key === " ") {
      // A held key must not repeat the move.
      if (event.repeat || (mayConfirm(event.target, isComplete()) && goOn())) event.preventDefault();
    } else if (key === "Backspace" || key === "?") {
      event.preventDefault();
      letters[key]?.();
    } else letters[letter]?.();
  });
}

/**
 * Return true if Enter ends the turn, and does not press the focused button.
 *
 * @param {EventTarget | null} target
 * @param {boolean} isComplete
 */
function mayConfirm(target, isComplete) {
  if (!(target instanceof HTMLButtonElement) || target.classList.contains("table-back")) return true;
  // The turn is complete, so Enter has no other use on a point.
  return isComplete && target.classList.contains("place");
}

/**
 * Return a key's letter; on a non-Latin layout, the Latin letter of the same key on most keyboards.
 *
 * @param {KeyboardEvent} event
 */
function letterOf({ key, code }) {
  return /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, "").toLowerCase();
}
