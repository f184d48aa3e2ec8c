// Table marks: arrows of a hint, and the points that are the reason for it or for a refused move, on the board.

import { drawn } from "./table_background.js";
import { BAR, OFF, columnOf, leftOf } from "./table_layout.js";
import { word } from "./words.js";

/** @import { BoardHintView, HintedTurnView, ObjectionView } from "./frames.js" */
/** @import { TableBoard } from "./table_board.js" */
/** @import { Layout, Spot } from "./table_layout.js" */
/** @import { TableState } from "./table_state.js" */

/** @typedef {ReturnType<typeof makeMarks>} TableMarks */

/** The length of a point, relative to half the board. */
const LENGTH = 0.84;
const ARROW = 4.5;

/**
 * @param {TableBoard} board
 * @param {TableState} state
 */
export function makeMarks(board, state) {
  /** @type {Element | null} */
  let under = null;
  /** @type {Element | null} */
  let over = null;
  /** @type {ObjectionView | null} */
  let objection = null;

  function clear() {
    under?.remove();
    over?.remove();
    under = over = null;
  }

  function draw(/** @type {number[]} */ points, /** @type {Element[]} */ above) {
    const layout = board.layout();
    const { width, height } = layout;
    const size = { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" };
    clear();
    under = drawn("svg", { class: "marked", ...size });
    under.append(...points.filter((point) => point !== OFF && point !== BAR).flatMap((point) => marked(layout, point)));
    over = drawn("svg", { class: "hinted", ...size });
    over.append(...above);
    // Marked points lie below the checkers, arrows above them.
    board.element.querySelector(".wood")?.after(under);
    board.element.append(over);
  }

  /**
   * @param {Layout} layout
   * @param {number} point
   */
  function marked(layout, point) {
    const { height, rail, half, column } = layout;
    const where = columnOf(point, side());
    const x = leftOf(layout, where.column);
    const base = where.above ? rail : height - rail;
    const tip = base + (where.above ? 1 : -1) * half * LENGTH;
    const y = where.above ? rail / 2 : height - rail / 2;
    const broad = Math.min(column, 38);
    return [
      drawn("path", { class: "marked-point", "data-marked": point, d: `M${x + column * 0.04} ${base}H${x + column * 0.96}L${x + column / 2} ${tip}Z` }),
      drawn("rect", { class: "marked-plate", x: x + column / 2 - broad / 2, y: y - rail * 0.42, width: broad, height: rail * 0.84, rx: rail * 0.42 }),
      drawn("text", { class: "number marked-number", x: x + column / 2, y, dy: ".36em" }, nameOf(point)),
    ];
  }

  const side = () => state.view?.below.side ?? "w";

  /** @param {number} point */
  function nameOf(point) {
    if (point === OFF) return word("web-table-off");
    return point === BAR ? word("web-table-bar") : String(state.view?.numbers[point - 1] ?? point);
  }

  /**
   * Return the place of a mover's checker.
   *
   * @param {number} place
   * @param {number[]} counts the mover's checkers by place
   * @param {boolean} lands true for the place where the next checker comes to lie
   */
  function spot(place, counts, lands) {
    const colour = state.view?.mover === "b" ? "b" : "w";
    return board.spot(side(), colour, place, Math.max(1, counts[place] + (lands ? 1 : 0)));
  }

  /** Draw what explains a refused move. */
  function drawObjection() {
    if (!objection || !state.view) return;
    const { refused } = objection;
    const layout = board.layout();
    /** @type {Element[]} */
    const rings = [];
    if (refused !== null && refused !== OFF) {
      const counts = state.turn?.standing();
      const all = counts ? counts.white.map((count, place) => count + counts.black[place]) : [];
      const { x, y } = board.spot(side(), side(), refused, Math.max(1, all[refused] ?? 1));
      rings.push(drawn("circle", { class: "refused-edge", cx: x, cy: y, r: layout.checker / 2 + 1 }), drawn("circle", { class: "refused", cx: x, cy: y, r: layout.checker / 2 + 1 }));
    }
    draw(objection.marks, rings);
  }

  return {
    nameOf,
    /**
     * Draw a hinted turn; null removes it.
     *
     * @param {HintedTurnView | null} turn
     * @param {BoardHintView | null} [hint]
     * @param {number} [made] the number of moves that a preview has shown: then the arrows are gone.
     */
    hint(turn, hint = null, made = 0) {
      if (!turn || !hint) {
        clear();
        return;
      }
      const counts = state.view?.mover === "b" ? hint.black : hint.white;
      const landed = [...counts];
      const layout = board.layout();
      const legs = turn.arrows.map(({ start, stop, count }) => {
        const from = spot(start, landed, false);
        landed[start] = Math.max(0, landed[start] - count);
        const to = spot(stop, landed, true);
        landed[stop] += count;
        return { from, to, count };
      });
      const numbered = turn.arrows.length > 1;
      const above = made ? [] : legs.flatMap((leg, at) => arrow(layout, leg, numbered ? String(at + 1) : ""));
      draw(turn.marks, above);
    },
    /**
     * Draw why a move was refused; null removes it.
     *
     * @param {ObjectionView | null} wanted
     */
    object(wanted) {
      if (!wanted && !objection) return;
      objection = wanted;
      if (wanted) drawObjection();
      else clear();
    },
    /** Draw again, in the present size. */
    again: drawObjection,
  };
}

/**
 * @param {Layout} layout
 * @param {{ from: Spot, to: Spot, count: number }} leg
 * @param {string} number
 */
function arrow({ width, height, checker }, { from, to, count }, number) {
  const isAcross = Math.abs(from.y - to.y) > height / 4;
  const up = from.y > height / 2 ? -1 : 1;
  const reach = isAcross ? 0 : Math.min(1.6 * checker, Math.abs(from.x - to.x) * 0.3) + checker * 0.8;
  const aside = isAcross ? ((from.x + to.x) / 2 > width / 2 ? -1 : 1) * checker : 0;
  const bend = { x: (from.x + to.x) / 2 + aside, y: (from.y + to.y) / 2 + up * reach };
  const angle = Math.atan2(to.y - bend.y, to.x - bend.x);
  const size = Math.max(12, checker * 0.36);
  const end = { x: to.x - Math.cos(angle) * size * 0.5, y: to.y - Math.sin(angle) * size * 0.5 };
  const line = `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}`;
  const [a, b] = [angle + 2.55, angle - 2.55].map((each) => `${to.x + Math.cos(each) * size} ${to.y + Math.sin(each) * size}`);
  const middle = { x: from.x / 4 + bend.x / 2 + to.x / 4, y: from.y / 4 + bend.y / 2 + to.y / 4 };
  const label = [number, count > 1 ? `×${count}` : ""].filter(Boolean).join(" ");
  const parts = [
    drawn("path", { class: "hint-edge", d: line, "stroke-width": ARROW + 3 }),
    drawn("circle", { class: "hint-start", cx: from.x, cy: from.y, r: 5 }),
    drawn("path", { class: "hint-line", d: line, "stroke-width": ARROW }),
    drawn("path", { class: "hint-tip", d: `M${to.x} ${to.y}L${a}L${end.x} ${end.y}L${b}Z` }),
    drawn("circle", { class: "hint-end", cx: to.x, cy: to.y, r: checker / 2 - 2 }),
  ];
  if (label) {
    const broad = 10 + 9 * label.length;
    parts.push(drawn("rect", { class: "hint-plate", x: middle.x - broad / 2, y: middle.y - 10, width: broad, height: 20, rx: 10 }), drawn("text", { class: "hint-number", x: middle.x, y: middle.y, dy: ".36em" }, label));
  }
  return parts;
}
