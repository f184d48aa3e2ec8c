// Table checkers: the checkers on the board, which slide to their new places.

import { make } from "./dom.js";
import { BAR, OFF, spotOf } from "./table_layout.js";

/** @import { TableView } from "./frames.js" */
/** @import { Layout } from "./table_layout.js" */
/** @import { Turn } from "./table_turn.js" */

/**
 * A checker's element, with its side and place.
 *
 * @typedef {object} Checker
 * @property {HTMLElement} element
 * @property {"w" | "b"} colour
 * @property {number} place
 */

/**
 * The marks on the board.
 *
 * @typedef {object} Marks
 * @property {number | null} chosen the place of the chosen checker
 * @property {number[]} landings the places where it can go
 * @property {number | null} aim the place to reach with a checker that is still to be chosen
 * @property {number | null} next the die that a tap plays
 */

const COLOURS = /** @type {const} */ (["w", "b"]);

/** @param {HTMLElement} under the element that follows the checkers. */
export function makeCheckers(under) {
  /** @type {Checker[]} */
  const checkers = [];

  /**
   * Move a side's checkers to their new places, first those that the legs name.
   *
   * @param {"w" | "b"} colour
   * @param {number[]} counts
   * @param {[number, number][]} legs
   */
  function arrange(colour, counts, legs) {
    const mine = checkers.filter((checker) => checker.colour === colour);
    if (!mine.length) {
      counts.forEach((count, place) => {
        for (let at = 0; at < count; at++) checkers.push(newChecker(colour, place));
      });
      return;
    }
    const missing = counts.map((count, place) => count - mine.filter((checker) => checker.place === place).length);
    /** @param {number} from @param {number} to */
    const bring = (from, to) => {
      const moved = mine.filter((checker) => checker.place === from).at(-1);
      if (!moved) return;
      moved.place = to;
      missing[from]++;
      missing[to]--;
      // The checker that arrived last is on top.
      checkers.splice(checkers.indexOf(moved), 1);
      checkers.push(moved);
      mine.splice(mine.indexOf(moved), 1);
      mine.push(moved);
    };
    for (const [from, to] of legs) if (missing[from] < 0 && missing[to] > 0) bring(from, to);
    for (;;) {
      const from = missing.findIndex((count) => count < 0);
      const to = missing.findIndex((count) => count > 0);
      if (from < 0 || to < 0) return;
      bring(from, to);
    }
  }

  /**
   * @param {"w" | "b"} colour
   * @param {number} place
   * @returns {Checker}
   */
  function newChecker(colour, place) {
    const piece = make("div", `checker ${colour}`);
    under.before(piece);
    return { element: piece, colour, place };
  }

  /**
   * Show each checker at its place, marked if it can move.
   *
   * @param {Layout} layout
   * @param {TableView} view
   * @param {{ w: number[], b: number[] }} stacks
   * @param {Turn} turn
   * @param {Marks} marked
   */
  function settle(layout, view, stacks, turn, marked) {
    const side = view.below.side;
    const movable = new Set(turn.steps().map((step) => step.start));
    const aimed = new Set(turn.steps().filter((step) => step.stop === marked.aim).map((step) => step.start));
    /** @type {Record<string, number>} */
    const seen = {};
    checkers.forEach((checker, order) => {
      const { place, colour, element: piece } = checker;
      const at = (seen[colour + place] = (seen[colour + place] ?? -1) + 1);
      const count = stacks[colour][place];
      const isTop = at === count - 1;
      const isMine = colour === side && isTop;
      const { x, y } = spotOf(layout, side, colour, place, at, count);
      if (!piece.classList.contains("held")) piece.style.transform = `translate(${x}px, ${y}px)`;
      piece.style.zIndex = String(order);
      piece.classList.toggle("off", place === OFF);
      piece.classList.toggle("can", isMine && (marked.aim === null ? movable : aimed).has(place) && marked.chosen === null);
      piece.classList.toggle("chosen", isMine && marked.chosen === place);
      const isCounted = isTop && !piece.classList.contains("held") && count > (place === BAR ? 3 : layout.free) && place !== OFF;
      piece.textContent = isCounted ? String(count) : "";
      piece.classList.toggle("counted", isCounted);
    });
  }

  return {
    isEmpty: () => checkers.length === 0,
    /**
     * @param {Layout} layout
     * @param {TableView} view
     * @param {Turn} turn
     * @param {Marks} marked
     */
    show(layout, view, turn, marked) {
      const { white, black, made } = turn.standing();
      const stacks = { w: white, b: black };
      for (const colour of COLOURS) arrange(colour, stacks[colour], made.length ? made : view.last);
      settle(layout, view, stacks, turn, marked);
    },
    /**
     * Return the top checker of a place.
     *
     * @param {string} colour
     * @param {number} place
     */
    topOf: (colour, place) => checkers.filter((each) => each.colour === colour && each.place === place).at(-1)?.element ?? null,
    /** Remove all checkers, because another game is shown. */
    clear() {
      for (const { element } of checkers.splice(0)) element.remove();
    },
  };
}
