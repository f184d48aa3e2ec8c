// Table layout: compute the positions and sizes of everything on a board from its width and height.

/**
 * The measures of a board in pixels.
 *
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {number} frame the width of the frame at the left and right
 * @property {number} rail the height of the frame above and below, which has the numbers
 * @property {number} bar the width of the bar
 * @property {number} tray the width of the tray at the right; 0 if there is no room for one
 * @property {number} stile the width of the frame between the points and the tray
 * @property {number} column the width of a point
 * @property {number} half the height of half the board
 * @property {number} checker the diameter of a checker
 * @property {number} die the side of a die
 * @property {number} free the most checkers on a point without overlap
 */

/** @typedef {{ x: number, y: number }} Spot */

export const OFF = 0;
export const BAR = 25;

const COLUMNS = 12;
const NARROW = 480;
const DICE_GAP = 10;

/** The height that the cube takes in the middle of the bar. */
const CUBE = 38;

/** The least and greatest height of a board, relative to its width. */
const LOWEST = 0.6;
const HIGHEST = 1.38;

/**
 * Return the largest board that fits into an area.
 *
 * @param {number} width
 * @param {number} height
 * @returns {Layout}
 */
export function layoutIn(width, height) {
  const wide = Math.floor(Math.min(width, height / LOWEST));
  const high = Math.floor(Math.min(height, wide * HIGHEST));
  const isNarrow = wide < NARROW;
  const frame = isNarrow ? 7 : within(wide * 0.014, 9, 16);
  const rail = isNarrow ? 24 : within(high * 0.042, 22, 30);
  const bar = isNarrow ? 16 : within(wide * 0.032, 18, 36);
  const tray = isNarrow ? 0 : within(wide * 0.066, 36, 78);
  const stile = isNarrow ? 0 : frame;
  const column = (wide - 2 * frame - bar - tray - stile) / COLUMNS;
  const half = high / 2 - rail;
  // Half the board has room for five checkers and half a die, so that the dice cover no checker.
  const checker = Math.min(column - 2, (half - 2) / 5.45);
  const die = within(0.86 * checker, 28, 56);
  const free = Math.max(3, Math.floor((half - 2 - 0.4 * die) / checker));
  return { width: wide, height: high, frame, rail, bar, tray, stile, column, half, checker, die, free };
}

/**
 * @param {number} size
 * @param {number} least
 * @param {number} most
 */
function within(size, least, most) {
  return Math.round(Math.min(most, Math.max(least, size)));
}

/**
 * Return a point's column from the left, and true if it is in the upper half, if a side sits below.
 *
 * @param {number} point 1 to 24
 * @param {string} side
 */
export function columnOf(point, side) {
  const above = point > COLUMNS;
  const column = above ? point - COLUMNS - 1 : COLUMNS - point;
  return side === "w" ? { column, above } : { column: COLUMNS - 1 - column, above: !above };
}

/**
 * Return the left edge of a column.
 *
 * @param {Layout} layout
 * @param {number} column
 */
export function leftOf(layout, column) {
  return layout.frame + column * layout.column + (column >= COLUMNS / 2 ? layout.bar : 0);
}

/**
 * Return the centre of a checker.
 *
 * @param {Layout} layout
 * @param {string} side the side that sits below
 * @param {string} colour the side of the checker
 * @param {number} place 1 to 24, the bar or off
 * @param {number} at the checker's index in its stack, from 0
 * @param {number} count the number of checkers on the place
 * @returns {Spot}
 */
export function spotOf(layout, side, colour, place, at, count) {
  const { checker, height, rail, half, frame, column, bar } = layout;
  if (place === OFF) return { x: layout.width - layout.tray / 2 - frame, y: colour === side ? height - rail / 2 : rail / 2 };
  if (place === BAR) {
    const up = colour === side ? -1 : 1;
    const step = stepOf(checker, count, 3);
    const first = checker / 2 + Math.max(checker * 0.4, CUBE / 2);
    return { x: frame + 6 * column + bar / 2, y: height / 2 + up * (first + at * step) };
  }
  const where = columnOf(place, side);
  const depth = 1 + checker / 2 + at * stepOf(checker, count, layout.free);
  const x = leftOf(layout, where.column) + column / 2;
  return { x, y: where.above ? rail + depth : rail + 2 * half - depth };
}

/**
 * Return the distance between neighbours in a stack; more than `free` checkers overlap within the same length.
 *
 * @param {number} checker
 * @param {number} count
 * @param {number} free
 */
function stepOf(checker, count, free) {
  return count <= free ? checker : ((free - 1) * checker) / (count - 1);
}

/**
 * Return the place at a position, or null.
 *
 * @param {Layout} layout
 * @param {string} side
 * @param {Spot} spot
 * @returns {number | null}
 */
export function placeAt(layout, side, { x, y }) {
  const { width, height, frame, column, bar, tray, stile } = layout;
  // Without a tray, checkers are borne off over the edge, on the strip below or above.
  if (y < 0 || y > height || (tray && x > width - tray - frame - stile / 2)) return OFF;
  const inside = x - frame;
  const isRight = inside > 6 * column + bar / 2;
  if (Math.abs(inside - 6 * column - bar / 2) < bar / 2) return BAR;
  const at = Math.min(11, Math.max(0, Math.floor((inside - (isRight ? bar : 0)) / column)));
  const point = y < height / 2 ? at + 13 : 12 - at;
  // For Black the board is turned by 180 degrees: each point is where the one twelve further on was.
  return side === "w" ? point : ((point + 11) % 24) + 1;
}

/**
 * Return the positions of the dice: at the right for the side below, at the left for the other.
 *
 * @param {Layout} layout
 * @param {boolean} isBelow
 * @param {number} count
 * @returns {{ x: number, y: number, spots: Spot[] }}
 */
export function diceSpots(layout, isBelow, count) {
  const { frame, column, bar, die, height } = layout;
  const x = frame + 3 * column + (isBelow ? 6 * column + bar : 0);
  const y = height / 2;
  const pitch = die + DICE_GAP;
  const spots = Array.from({ length: count }, (_, at) => ({ x: x + (at - (count - 1) / 2) * pitch, y }));
  return { x, y, spots };
}
