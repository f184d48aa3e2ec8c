// Table board: draw the board; checkers slide to their new places, and marks show what can be pressed.

import { make } from "./dom.js";
import { drawArcs, drawBackground } from "./table_background.js";
import { makeCheckers } from "./table_checkers.js";
import { OFF, diceSpots, layoutIn, spotOf } from "./table_layout.js";

/** @import { TableView } from "./frames.js" */
/** @import { Marks } from "./table_checkers.js" */
/** @import { Spot } from "./table_layout.js" */
/** @import { Turn } from "./table_turn.js" */

/** @typedef {ReturnType<typeof makeTableBoard>} TableBoard */

const COLOURS = /** @type {const} */ (["w", "b"]);
const MOST_ARCS = 2;

/** @param {HTMLElement} element the element in which the board is drawn. */
export function makeTableBoard(element) {
  let layout = layoutIn(320, 320);
  let background = "";
  /** The roll that is shown; null before the first one. @type {string | null} */
  let rolled = null;
  /** @type {SVGElement | null} */
  let wood = null;
  /** @type {SVGElement | null} */
  let arcs = null;
  const marks = make("div", "marks");
  const dice = make("div", "dice");
  const trays = make("div", "trays");
  const cube = make("div", "cube");
  element.append(trays, marks, dice, cube);
  const checkers = makeCheckers(dice);

  /**
   * Lay out the largest board that fits into an area.
   *
   * @param {number} width
   * @param {number} height
   */
  function fit(width, height) {
    layout = layoutIn(width, height);
    element.style.width = `${layout.width}px`;
    element.style.height = `${layout.height}px`;
    element.style.setProperty("--checker", `${layout.checker}px`);
    element.style.setProperty("--die", `${layout.die}px`);
    element.style.setProperty("--number", `${Math.max(12, Math.min(17, layout.rail * 0.58))}px`);
    background = "";
  }

  /**
   * Draw a turn in its current state.
   *
   * @param {TableView} view
   * @param {Turn} turn
   * @param {Marks} marked
   */
  function show(view, turn, marked) {
    const look = JSON.stringify([layout.width, layout.height, view.below.side, view.numbers, view.heads, view.theme]);
    if (look !== background) {
      const isNew = background === "" || checkers.isEmpty();
      background = look;
      wood?.remove();
      wood = drawBackground(layout, view);
      element.prepend(wood);
      if (isNew) still();
    }
    const standing = turn.standing();
    const stacks = { w: standing.white, b: standing.black };
    checkers.show(layout, view, turn, marked);
    showMarks(view, stacks, marked);
    showDice(view, turn, marked);
    showTrays(view, stacks);
    showCube(view);
    showArcs(view, stacks, standing.made);
  }

  /** Turn off sliding until the next frame, because all sizes have changed. */
  function still() {
    element.classList.add("still");
    requestAnimationFrame(() => requestAnimationFrame(() => element.classList.remove("still")));
  }

  /**
   * @param {TableView} view
   * @param {{ w: number[], b: number[] }} stacks
   * @param {Marks} marked
   */
  function showMarks(view, stacks, { landings, aim }) {
    const side = view.below.side === "w" ? "w" : "b";
    const places = aim === null ? landings : [aim];
    marks.replaceChildren(
      ...places.map((place) => {
        const mark = make("div", place === OFF ? "landing off" : "landing");
        const count = place === OFF ? 0 : stacks[side][place];
        const { x, y } = spotOf(layout, side, side, place, count, count + 1);
        mark.style.transform = `translate(${x}px, ${y}px)`;
        mark.dataset.place = String(place);
        return mark;
      }),
    );
  }

  /**
   * @param {TableView} view
   * @param {Turn} turn
   * @param {Marks} marked
   */
  function showDice(view, turn, { next }) {
    const left = [...turn.standing().left];
    const isDouble = view.dice.length === 2 && view.dice[0] === view.dice[1];
    const values = isDouble && view.used.length > 2 ? view.used.map(() => view.dice[0]) : view.dice;
    const { spots } = diceSpots(layout, view.mover === view.below.side, values.length);
    dice.classList.toggle("done", turn.isMine() && turn.isComplete());
    // With doubles the last dice are played first, so that the remaining ones stay in place.
    const isUsed = values.map((value) => {
      const found = left.indexOf(value);
      if (found >= 0) left.splice(found, 1);
      return view.used.length > 0 && found < 0;
    });
    const roll = [view.turn, view.mover, ...view.dice].join(" ");
    if (roll !== rolled || dice.children.length !== values.length) {
      dice.replaceChildren(...values.map(() => make("div", rolled === null || rolled === roll ? "die" : "die rolled")));
      rolled = roll;
    }
    values.forEach((value, at) => {
      const die = /** @type {HTMLElement} */ (dice.children[at]);
      die.style.backgroundImage = `var(--die_${view.mover}${value})`;
      die.style.transform = `translate(${spots[at].x}px, ${spots[at].y}px)`;
      die.classList.toggle("used", isUsed[at]);
      die.classList.toggle("next", !isDouble && !isUsed[at] && value === next);
    });
  }

  /**
   * @param {TableView} view
   * @param {{ w: number[], b: number[] }} stacks
   */
  function showTrays(view, stacks) {
    if (!layout.tray) {
      trays.replaceChildren();
      return;
    }
    const pitch = Math.min(16, (layout.half - 12) / 15);
    /** @type {HTMLElement[]} */
    const slabs = [];
    for (const colour of COLOURS) {
      for (let at = 0; at < stacks[colour][OFF]; at++) {
        const slab = make("div", `slab ${colour}`);
        const depth = layout.rail + 6 + at * pitch;
        const y = colour === view.below.side ? layout.height - depth - pitch : depth;
        slab.style.transform = `translate(${layout.width - layout.tray - layout.frame + 5}px, ${y}px)`;
        slab.style.width = `${layout.tray - 10}px`;
        slab.style.height = `${pitch - 2}px`;
        slabs.push(slab);
      }
    }
    trays.replaceChildren(...slabs);
  }

  /** @param {TableView} view */
  function showCube(view) {
    cube.hidden = view.cube === null;
    if (view.cube === null) return;
    const { frame, column, bar, height, rail } = layout;
    const owner = view.cube.owner;
    const y = owner === null ? height / 2 : owner === view.below.side ? height - rail - 22 : rail + 22;
    cube.textContent = String(view.cube.value);
    cube.style.transform = `translate(${frame + 6 * column + bar / 2}px, ${y}px)`;
  }

  /**
   * Show the last turn of the other side until the person begins to move.
   *
   * @param {TableView} view
   * @param {{ w: number[], b: number[] }} stacks
   * @param {[number, number][]} made
   */
  function showArcs(view, stacks, made) {
    arcs?.remove();
    arcs = null;
    if (view.last.length && (view.moment !== null || (view.better.length && !made.length))) {
      showReplayed(view, stacks);
      return;
    }
    const isTheirs = view.mover === view.below.side || view.mover === null;
    if (view.over || made.length || !isTheirs || !view.last.length || view.last.length > MOST_ARCS) return;
    const colour = view.above.side === "w" ? "w" : "b";
    const legs = view.last.map(([from, to]) => {
      const there = Math.max(0, stacks[colour][to] - 1);
      const gone = from === OFF ? 0 : stacks[colour][from];
      return [spotOf(layout, view.below.side, colour, from, gone, gone + 1), spotOf(layout, view.below.side, colour, to, there, there + 1)];
    });
    if (view.last.some(([, to]) => to !== OFF && !stacks[colour][to])) return;
    arcs = drawArcs(legs, layout);
    element.insertBefore(arcs, dice);
  }

  /**
   * Show the turn of the selected log line, and beside it the better turn if it was a mistake.
   *
   * @param {TableView} view
   * @param {{ w: number[], b: number[] }} stacks
   */
  function showReplayed(view, stacks) {
    const colour = view.mover === "b" ? "b" : "w";
    const { better } = view;
    const isShared = (/** @type {[number, number]} */ [from, to]) => better.some((leg) => leg[0] === from && leg[1] === to);
    const own = view.last.filter((leg) => !better.length || !isShared(leg));
    const others = better.filter(([from, to]) => !view.last.some((leg) => leg[0] === from && leg[1] === to));
    const spot = (/** @type {number} */ place, /** @type {number} */ at) => spotOf(layout, view.below.side, colour, place, at, Math.max(at + 1, stacks[colour][place]));
    const played = own.map(([from, to]) => [spot(from, from === OFF ? 0 : stacks[colour][from]), spot(to, Math.max(0, stacks[colour][to] - 1))]);
    const best = others.map(([from, to]) => [spot(from, Math.max(0, stacks[colour][from] - 1)), spot(to, stacks[colour][to])]);
    // Two arcs from or to the same point would lie on each other, so one of them bows to the other side.
    const isNear = (/** @type {[number, number]} */ [from, to]) => own.some((leg) => leg[0] === from || leg[1] === to);
    arcs = drawArcs(played, layout);
    arcs.append(...drawArcs(best, layout, "better", others.map(isNear)).children);
    element.insertBefore(arcs, dice);
  }

  return {
    element,
    fit,
    show,
    layout: () => layout,
    topOf: checkers.topOf,
    /** Remove all pieces, because another game is shown. */
    clear() {
      checkers.clear();
      background = "";
      rolled = null;
    },
    /**
     * Return the position of a side's top checker on a place.
     *
     * @param {string} side
     * @param {string} colour
     * @param {number} place
     * @param {number} count
     * @returns {Spot}
     */
    spot: (side, colour, place, count) => spotOf(layout, side, colour, place, Math.max(0, count - 1), Math.max(1, count)),
  };
}
