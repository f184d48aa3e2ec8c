// Board: a board's picture, with a real button over each point that can be pressed.

import { make } from "./dom.js";
import { at } from "./root.js";
import { word } from "./words.js";

/** @import { Areas, BoardView, ButtonView } from "./frames.js" */

/**
 * A button that has a point on the picture, too.
 *
 * @typedef {ButtonView & { source: number }} Move
 */

const OFF = 0;
const BAR = 25;

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {Areas} areas the areas of the points for each layout and side, in percent.
 * @param {(button: ButtonView) => void} press is called with the button that a press on the picture stands for.
 */
export function makeBoard(areas, press) {
  const element = make("div", "board");
  const picture = make("img");
  picture.decoding = "async";
  picture.loading = "lazy";
  const overlay = make("div", "points");
  overlay.setAttribute("role", "group");
  overlay.setAttribute("aria-label", word("web-points"));
  element.append(picture, overlay);

  /** @type {BoardView | null} */
  let shown = null;
  /** @type {Move[]} */
  let moves = [];
  /** @type {HTMLButtonElement[]} */
  let stops = [];
  /** @type {number | null} */
  let chosen = null;
  let wanted = "";
  // The state from which the pressable points were built, as JSON.
  let drawn = "";

  /**
   * @param {BoardView} board
   * @param {ButtonView[][]} buttons
   */
  function show(board, buttons) {
    shown = board;
    moves = buttons.flat().filter(isMove);
    if (!moves.some((move) => move.source === chosen)) chosen = null;
    picture.width = board.width;
    picture.height = board.height;
    element.classList.toggle("tall", board.height > board.width);
    const failed = picture.complete && picture.naturalWidth === 0;
    if (board.address === wanted && !failed) picture.alt = board.alt;
    else swap(board);
    draw(board);
  }

  /**
   * Load the new picture first and then replace the old one, so that nothing flickers.
   *
   * @param {BoardView} board
   */
  function swap(board) {
    wanted = board.address;
    element.setAttribute("aria-busy", "true");
    const settle = () => {
      // A newer board may have been requested in the meantime.
      if (wanted !== board.address) return;
      element.removeAttribute("aria-busy");
      picture.src = at(board.address);
      picture.alt = board.alt;
    };
    if (!picture.naturalWidth) {
      settle();
      return;
    }
    const next = new Image();
    next.src = at(board.address);
    next.decode().then(settle, () => {
      if (wanted !== board.address) return;
      element.removeAttribute("aria-busy");
      wanted = "";
      picture.alt = board.alt;
    });
  }

  /** @param {BoardView} board */
  function draw(board) {
    // Points that did not change are not rebuilt, because one of them may be pressed at this moment.
    const now = JSON.stringify([board.layout, board.side, board.mover, board.numbers, moves, chosen]);
    if (now === drawn) return;
    drawn = now;
    const focused = stops.find((stop) => stop === document.activeElement)?.dataset.point;
    /** @type {Map<number, { from?: boolean, to?: boolean }>} */
    const points = new Map();
    for (const move of moves) {
      points.set(move.source, { ...points.get(move.source), from: true });
      if (move.target !== null) points.set(move.target, { ...points.get(move.target), to: true });
    }
    const marked = new Set(moves.filter((move) => move.source === chosen).map((move) => move.target));
    stops = [...points].map(([point, use]) => pointButton(board, point, use.from === true, marked.has(point)));
    overlay.replaceChildren(...stops);
    overlay.hidden = points.size === 0;
    // All points together are one stop of the Tab key; the arrow keys move between points.
    stops.forEach((stop, index) => (stop.tabIndex = index ? -1 : 0));
    if (focused !== undefined) focusOn(stops.find((stop) => stop.dataset.point === focused) ?? stops[0]);
  }

  /**
   * @param {BoardView} board
   * @param {number} point
   * @param {boolean} isSource true if a checker can leave it.
   * @param {boolean} isLanding true if the chosen checker can land on it.
   */
  function pointButton(board, point, isSource, isLanding) {
    const name = point === OFF ? "web-point-off" : point === BAR ? "web-point-bar" : "web-point";
    const button = make("button", "point");
    button.type = "button";
    button.dataset.point = String(point);
    const [left, top, width, height] = boxOf(board, point);
    Object.assign(button.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
    button.classList.add(top < 50 && height <= 50 ? "above" : "below");
    button.setAttribute("aria-label", word(name, { point: board.numbers[point - 1] ?? point }));
    const meant = moves.filter((move) => (chosen === null ? move.source === point : move.source === chosen && move.target === point));
    button.setAttribute("aria-description", meant.map((move) => move.label).join(", "));
    if (isSource) button.setAttribute("aria-pressed", String(point === chosen));
    if (isLanding) button.dataset.landing = "";
    if (isSource) button.dataset.source = "";
    button.addEventListener("click", (event) => {
      // A press beside the points deselects the chosen checker.
      event.stopPropagation();
      pressPoint(point);
    });
    return button;
  }

  /**
   * @param {BoardView} board
   * @param {number} point
   */
  function boxOf(board, point) {
    return areas[`${board.layout}-${board.side}`][point === OFF ? `off-${board.mover ?? board.side}` : String(point)];
  }

  /** @param {number} point */
  function pressPoint(point) {
    if (chosen !== null) {
      const from = chosen;
      choose(null);
      // Moves by one die come before those by several, so the first one that lands there is the simplest.
      const move = moves.find((each) => each.source === from && each.target === point);
      if (move) {
        press(move);
        return;
      }
      if (point === from) return;
    }
    const leaving = moves.filter((move) => move.source === point);
    const landing = moves.filter((move) => move.target === point);
    if (leaving.length === 1) press(leaving[0]);
    else if (leaving.length > 1) choose(point);
    else if (landing.length === 1) press(landing[0]);
  }

  /** @param {number | null} point */
  function choose(point) {
    chosen = point;
    if (shown) draw(shown);
  }

  /** @param {HTMLButtonElement | undefined} stop */
  function focusOn(stop) {
    if (!stop) return;
    for (const each of stops) each.tabIndex = each === stop ? 0 : -1;
    stop.focus({ preventScroll: true });
  }

  /**
   * Move the focus to the nearest point in a direction.
   *
   * @param {HTMLButtonElement} from
   * @param {[number, number]} direction right and down.
   */
  function step(from, [right, down]) {
    const [x, y] = middleOf(from);
    /** @type {HTMLButtonElement | undefined} */
    let best;
    let least = Infinity;
    for (const stop of stops) {
      const [left, top] = middleOf(stop);
      const [across, along] = [left - x, top - y];
      const ahead = across * right + along * down;
      if (stop === from || ahead <= 0.5) continue;
      // Sideways distance counts more than distance ahead, so that an arrow key stays in its row first.
      const distance = ahead + 3 * Math.abs(across * down + along * right);
      if (distance < least) [best, least] = [stop, distance];
    }
    focusOn(best);
  }

  element.addEventListener("click", () => chosen !== null && choose(null));
  overlay.addEventListener("keydown", (event) => {
    const stop = stops.find((each) => each === event.target);
    const direction = STEPS[event.key];
    if (!stop || !direction) return;
    event.preventDefault();
    step(stop, direction);
  });

  return {
    element,
    show,
    /** Deselect the chosen point. Return true if one was chosen. */
    letGo() {
      if (chosen === null) return false;
      choose(null);
      return true;
    },
  };
}

/**
 * @param {ButtonView} button
 * @returns {button is Move}
 */
function isMove(button) {
  return button.source !== null;
}

/**
 * @param {HTMLElement} stop
 * @returns {[number, number]}
 */
function middleOf(stop) {
  return [parseFloat(stop.style.left) + parseFloat(stop.style.width) / 2, parseFloat(stop.style.top)];
}
