// Table chart: the chances over a game as a line, with luck and mistakes; a touch goes to its turn.

import { make } from "./dom.js";
import { drawn } from "./table_background.js";

/** @import { AnalysedTurnView } from "./frames.js" */

/** @typedef {object} Charted
 * @property {number[]} chances before the first turn and after each, in thousandths
 * @property {number} of the number of turns of the whole game; those after the last chance are not known yet.
 * @property {AnalysedTurnView[]} turns
 * @property {string} side the side whose mistakes are marked
 */

/** Room for the labels at the left, in pixels. */
const LEFT = 34;
const RIGHT = 12;
const TOP = 8;
/** Room for the turn numbers below. */
const NUMBERS = 18;
/** The height of the bars of luck, and from which height of the chart they have room. */
const LUCK = 26;
const LUCK_FROM = 150;
/** The luck, in thousandths of a point, of the longest bar. */
const MOST_LUCK = 800;
/** The fewest milliseconds between two turns that a drag goes to. */
const PACE = 150;
/** The distances between labelled turns, in turns. */
const STEPS = [5, 10, 20, 25, 50, 100, 200];

/** @param {(turn: number) => void} go goes to the board after a turn; 0 is the board before the first. */
export function makeChart(go) {
  const element = make("div", "chart");
  element.setAttribute("role", "img");
  /** @type {Charted} */
  let data = { chances: [], of: 0, turns: [], side: "w" };
  let current = -1;
  /** @type {ReturnType<typeof setTimeout> | null} */
  let waiting = null;
  let isHeld = false;
  let aimed = -1;
  const cursor = drawn("g", { class: "chart-cursor" });

  const inner = () => ({ width: Math.max(1, element.clientWidth - LEFT - RIGHT), height: Math.max(1, element.clientHeight - TOP - NUMBERS - luckRoom()) });
  const luckRoom = () => (element.clientHeight >= LUCK_FROM && data.turns.length ? LUCK : 0);
  const last = () => Math.max(1, data.of);
  const across = (/** @type {number} */ turn) => LEFT + (turn / last()) * inner().width;
  const down = (/** @type {number} */ chance) => TOP + (1 - chance / 1000) * inner().height;

  function draw() {
    const { clientWidth: width, clientHeight: height } = element;
    if (!width || !height) return;
    const svg = drawn("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
    for (const percent of [0, 50, 100]) {
      const y = down(percent * 10);
      svg.append(drawn("path", { class: percent === 50 ? "chart-rule even" : "chart-rule", d: `M${LEFT} ${y}H${width - RIGHT}` }));
      svg.append(drawn("text", { class: "chart-label", x: LEFT - 6, y: y + 4, "text-anchor": "end" }, String(percent)));
    }
    const points = data.chances.map((chance, turn) => `${across(turn).toFixed(1)} ${down(chance).toFixed(1)}`);
    if (points.length > 1) {
      const [start, end] = [LEFT, across(points.length - 1)];
      svg.append(drawn("path", { class: "chart-area", d: `M${start} ${down(500)}L${points.join("L")}L${end} ${down(500)}Z` }));
      svg.append(drawn("path", { class: "chart-line", d: `M${points.join("L")}` }));
    }
    drawLuck(svg);
    const step = STEPS.find((each) => last() / each <= inner().width / 48) ?? last();
    for (let turn = step; turn <= last(); turn += step) {
      svg.append(drawn("text", { class: "chart-label", x: across(turn), y: height - 4, "text-anchor": "middle" }, String(turn)));
    }
    data.turns.forEach((turn, at) => {
      if (turn.mark && turn.side === data.side) svg.append(drawn("circle", { class: "chart-mistake", cx: across(at + 1), cy: down(turn.chance), r: turn.large ? 5 : 3.5 }));
    });
    svg.append(cursor);
    element.replaceChildren(svg);
    drawCursor();
  }

  /** @param {SVGElement} svg */
  function drawLuck(svg) {
    if (!luckRoom()) return;
    const middle = TOP + inner().height + LUCK / 2 + 2;
    data.turns.forEach(({ luck }, at) => {
      const length = (Math.min(Math.abs(luck), MOST_LUCK) / MOST_LUCK) * (LUCK / 2 - 2);
      if (length >= 0.5) svg.append(drawn("path", { class: luck > 0 ? "chart-luck" : "chart-luck bad", d: `M${across(at + 1)} ${middle}v${luck > 0 ? -length : length}` }));
    });
  }

  function drawCursor() {
    cursor.replaceChildren();
    if (current < 0 || current >= data.chances.length) return;
    const turn = data.turns[current - 1];
    const isMistake = Boolean(turn?.mark) && turn.side === data.side;
    const x = across(current);
    cursor.append(drawn("path", { d: `M${x} ${TOP}V${element.clientHeight - NUMBERS}` }));
    cursor.append(drawn("circle", { class: isMistake ? "mistake" : "", cx: x, cy: down(data.chances[current]), r: 6 }));
  }

  /** @param {PointerEvent} event */
  function aim({ clientX }) {
    const box = element.getBoundingClientRect();
    const turn = Math.round(((clientX - box.left - LEFT) / inner().width) * last());
    const wanted = Math.max(0, Math.min(data.chances.length - 1, turn));
    if (data.chances.length === 0 || wanted === aimed) return;
    aimed = current = wanted;
    drawCursor();
    // The server limits how many boards one may ask for in a second.
    waiting ??= setTimeout(settle, PACE);
  }

  function settle() {
    if (waiting !== null) clearTimeout(waiting);
    waiting = null;
    if (aimed >= 0) go(aimed);
  }

  element.addEventListener("pointerdown", (event) => {
    isHeld = true;
    aimed = -1;
    element.setPointerCapture(event.pointerId);
    aim(event);
  });
  element.addEventListener("pointermove", (event) => isHeld && aim(event));
  const release = () => {
    if (isHeld) settle();
    isHeld = false;
  };
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", release);
  new ResizeObserver(draw).observe(element);

  return {
    element,
    /**
     * @param {Charted} shown
     * @param {string} says the chart in a sentence
     */
    show(shown, says) {
      data = shown;
      element.setAttribute("aria-label", says);
      draw();
    },
    /** @param {number} turn the turn after which the board is shown; -1 for none. */
    mark(turn) {
      if (isHeld || turn === current) return;
      current = turn;
      drawCursor();
    },
  };
}
