// Small board: a small picture of a board with points, checkers and dice only.

import { drawn } from "./table_background.js";
import { BAR, OFF, columnOf } from "./table_layout.js";

/** @import { SmallBoardView } from "./frames.js" */

const WIDTH = 152;
const HEIGHT = 104;
const FRAME = 4;
const COLUMN = 11;
const BAR_WIDTH = WIDTH - 2 * FRAME - 12 * COLUMN;
const POINT = 38;
const RADIUS = 4.6;
/** The greatest height of a stack, to the centre of its last checker. */
const STACK = 36;
const DIE = 13;
/** The positions of the pips by the value of a die. @type {[number, number][][]} */
const PIPS = [
  [],
  [[0, 0]],
  [[-1, 1], [1, -1]],
  [[-1, 1], [0, 0], [1, -1]],
  [[-1, -1], [-1, 1], [1, -1], [1, 1]],
  [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]],
  [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]],
];

/** @param {SmallBoardView} view */
export function drawSmallBoard({ side, white, black, mover, dice }) {
  const svg = drawn("svg", { class: "wood small-board", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
  const half = 6 * COLUMN;
  svg.append(drawn("rect", { class: "bar", width: WIDTH, height: HEIGHT, rx: 5 }));
  for (const x of [FRAME, FRAME + half + BAR_WIDTH]) svg.append(drawn("rect", { class: "felt", x, y: FRAME, width: half, height: HEIGHT - 2 * FRAME }));
  for (let point = 1; point <= 24; point++) {
    const { column, above } = columnOf(point, side);
    const x = leftOf(column);
    const base = above ? FRAME : HEIGHT - FRAME;
    const tip = base + (above ? POINT : -POINT);
    const tone = column % 2 === (above ? 1 : 0) ? "dark" : "light";
    svg.append(drawn("path", { class: `point ${tone}`, d: `M${x} ${base}h${COLUMN}L${x + COLUMN / 2} ${tip}Z` }));
  }
  for (const [colour, counts] of Object.entries({ w: white, b: black })) {
    counts.forEach((count, place) => {
      if (place !== OFF) svg.append(...stack(colour, place, count, side));
    });
  }
  // As on the large board, the dice of the side below are at the right, and are blank until they are rolled.
  const middle = FRAME + half / 2 + (mover === side ? half + BAR_WIDTH : 0);
  if (mover) svg.append(...[0, 1].flatMap((at) => die(mover, middle + (at - 0.5) * (DIE + 3), dice[at] ?? 0)));
  return svg;
}

/**
 * @param {string} colour
 * @param {number} x
 * @param {number} value
 */
function die(colour, x, value) {
  const [left, top] = [x - DIE / 2, (HEIGHT - DIE) / 2];
  const pips = (PIPS[value] ?? []).map(([across, down]) => drawn("circle", { class: `small-pip-${colour}`, cx: x + across * DIE * 0.27, cy: HEIGHT / 2 + down * DIE * 0.27, r: 1.3 }));
  return [drawn("rect", { class: `small-${colour} small-die`, x: left, y: top, width: DIE, height: DIE, rx: 2.5 }), ...pips];
}

/**
 * @param {string} colour
 * @param {number} place
 * @param {number} count
 * @param {string} side
 */
function stack(colour, place, count, side) {
  const isBar = place === BAR;
  const { column, above } = isBar ? { column: 6, above: colour === side } : columnOf(place, side);
  const x = isBar ? WIDTH / 2 : leftOf(column) + COLUMN / 2;
  const edge = isBar ? HEIGHT / 2 + (above ? RADIUS : -RADIUS) : above ? FRAME + RADIUS + 0.5 : HEIGHT - FRAME - RADIUS - 0.5;
  const step = count > 1 ? Math.min(2 * RADIUS, STACK / (count - 1)) : 0;
  return Array.from({ length: count }, (_, at) => drawn("circle", { class: `small-${colour}`, cx: x, cy: edge + (above ? step : -step) * at, r: RADIUS }));
}

/** @param {number} column */
function leftOf(column) {
  return FRAME + column * COLUMN + (column >= 6 ? BAR_WIDTH : 0);
}
