// A board: its picture, and over it a real button for every point that can be pressed.

import { word } from "./words.js";

const OFF = 0;
const BAR = 25;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param areas for each side where the points lie, in percent.
 * @param press is called with the button that a press on the picture means.
 */
export function makeBoard(areas, press) {
  const element = document.createElement("div");
  element.className = "board";
  const picture = document.createElement("img");
  picture.decoding = "async";
  const overlay = document.createElement("div");
  overlay.className = "points";
  overlay.setAttribute("role", "group");
  overlay.setAttribute("aria-label", word("web-points"));
  element.append(picture, overlay);

  let shown = null;
  let moves = [];
  let chosen = null;
  let wanted = "";

  function boxOf(point) {
    return areas[shown.side][point === OFF ? `off-${shown.mover ?? shown.side}` : String(point)];
  }

  function show(board, buttons) {
    shown = board;
    moves = buttons.flat().filter((button) => button.source !== null);
    if (!moves.some((move) => move.source === chosen)) chosen = null;
    picture.width = board.width;
    picture.height = board.height;
    element.classList.toggle("tall", board.height > board.width);
    const failed = picture.complete && picture.naturalWidth === 0;
    if (board.address === wanted && !failed) picture.alt = board.alt;
    else swap(board);
    draw();
  }

  // The new picture takes the old one's place once it is there, so that nothing flickers.
  function swap(board) {
    wanted = board.address;
    element.setAttribute("aria-busy", "true");
    const settle = () => {
      if (wanted !== board.address) return;
      element.removeAttribute("aria-busy");
      picture.src = board.address;
      picture.alt = board.alt;
    };
    if (!picture.naturalWidth) {
      settle();
      return;
    }
    const next = new Image();
    next.src = board.address;
    next.decode().then(settle, () => {
      if (wanted !== board.address) return;
      element.removeAttribute("aria-busy");
      wanted = "";
      picture.alt = board.alt;
    });
  }

  function draw() {
    const focused = overlay.contains(document.activeElement) ? document.activeElement.dataset.point : null;
    const points = new Map();
    for (const move of moves) {
      points.set(move.source, { ...points.get(move.source), from: true });
      if (move.target !== null) points.set(move.target, { ...points.get(move.target), to: true });
    }
    const marked = new Set(moves.filter((move) => move.source === chosen).map((move) => move.target));
    overlay.replaceChildren(...[...points].map(([point, use]) => pointButton(point, use, marked.has(point))));
    overlay.hidden = points.size === 0;
    const stops = [...overlay.children];
    stops.forEach((stop, index) => (stop.tabIndex = index ? -1 : 0));
    if (focused !== null) focusOn(stops.find((stop) => stop.dataset.point === focused) ?? stops[0]);
  }

  function pointButton(point, use, landing) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "point";
    button.dataset.point = point;
    const [left, top, width, height] = boxOf(point);
    Object.assign(button.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
    button.classList.add(top < 50 && height <= 50 ? "above" : "below");
    const name = point === OFF ? "web-point-off" : point === BAR ? "web-point-bar" : "web-point";
    button.setAttribute("aria-label", word(name, { point: shown.numbers?.[point - 1] ?? point }));
    const meant = moves.filter((move) => (chosen === null ? move.source === point : move.source === chosen && move.target === point));
    button.setAttribute("aria-description", meant.map((move) => move.label).join(", "));
    if (use.from) button.setAttribute("aria-pressed", String(point === chosen));
    if (landing) button.dataset.landing = "";
    if (use.from) button.dataset.source = "";
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      pressPoint(point);
    });
    return button;
  }

  function pressPoint(point) {
    if (chosen !== null) {
      const from = chosen;
      chosen = null;
      // Single moves stand before journeys, so the first that lands there is the plainest.
      const move = moves.find((each) => each.source === from && each.target === point);
      draw();
      if (move) return press(move);
      if (point === from) return undefined;
    }
    const leaving = moves.filter((move) => move.source === point);
    if (leaving.length === 1) return press(leaving[0]);
    if (leaving.length > 1) return choose(point);
    const landing = moves.filter((move) => move.target === point);
    if (landing.length === 1) return press(landing[0]);
    return undefined;
  }

  function choose(point) {
    chosen = point;
    draw();
  }

  function focusOn(stop) {
    if (!stop) return;
    for (const each of overlay.children) each.tabIndex = each === stop ? 0 : -1;
    stop.focus({ preventScroll: true });
  }

  // An arrow goes to the nearest point that lies that way.
  function step(from, [right, down]) {
    const middle = (stop) => [parseFloat(stop.style.left) + parseFloat(stop.style.width) / 2, parseFloat(stop.style.top)];
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const stop of overlay.children) {
      const [across, along] = middle(stop).map((value, axis) => value - [x, y][axis]);
      const ahead = across * right + along * down;
      if (stop === from || ahead <= 0.5) continue;
      const distance = ahead + 3 * Math.abs(across * down + along * right);
      if (distance < least) [best, least] = [stop, distance];
    }
    focusOn(best);
  }

  element.addEventListener("click", () => chosen !== null && choose(null));
  overlay.addEventListener("keydown", (event) => {
    if (event.key in STEPS && event.target.dataset.point !== undefined) {
      event.preventDefault();
      step(event.target, STEPS[event.key]);
    }
  });

  return {
    element,
    show,
    /** Let go of the chosen point. Return whether one was chosen. */
    letGo() {
      if (chosen === null) return false;
      choose(null);
      return true;
    },
  };
}
