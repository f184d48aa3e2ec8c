// Table background: the empty board as an SVG of its size: frame, points, bar, tray and numbers.

import { spriteAt } from "./root.js";
import { columnOf, leftOf } from "./table_layout.js";

/** @import { TableView } from "./frames.js" */
/** @import { Layout } from "./table_layout.js" */

const SVG = "http://www.w3.org/2000/svg";
const POINT_LENGTH = 0.84;

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 */
export function drawn(tag, attributes, text = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text) element.textContent = text;
  return element;
}

/**
 * Return the empty board.
 *
 * @param {Layout} layout
 * @param {TableView} view
 */
export function drawBackground(layout, view) {
  const { width, height, frame, rail, bar, tray, stile, column, half } = layout;
  const side = view.below.side;
  const svg = drawn("svg", { class: "wood", width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  const right = frame + 6 * column + bar;
  for (const x of [frame, right]) svg.append(rectangle("felt", x, rail, 6 * column, 2 * half));
  const planks = drawn("pattern", { id: "planks", width: 240, height: 480, patternUnits: "userSpaceOnUse" });
  planks.append(drawn("image", { href: spriteAt(view.theme, "field.png"), width: 240, height: 480 }));
  svg.prepend(planks);
  view.homes.forEach((home, at) => {
    const { column: first, above } = columnOf(home, side);
    const last = columnOf(home + 5, side).column;
    const x = leftOf(layout, Math.min(first, last));
    svg.append(rectangle(at === 0 ? "home-w" : "home-b", x, above ? rail : rail + half, 6 * column, half));
  });
  for (const x of [frame, right]) {
    const grain = rectangle("grain", x, rail, 6 * column, 2 * half);
    grain.setAttribute("fill", "url(#planks)");
    svg.append(grain);
  }
  for (let point = 1; point <= 24; point++) svg.append(...onePoint(layout, view, point));
  for (const x of [frame, right]) svg.append(rectangle("lip", x + 0.75, rail + 0.75, 6 * column - 1.5, 2 * half - 1.5));
  svg.append(rectangle("bar", frame + 6 * column, 0, bar, height), hinge(layout, 0.22), hinge(layout, 0.78));
  if (tray) {
    const x = right + 6 * column + stile;
    for (const y of [rail, rail + half + 4]) svg.append(rectangle("tray", x, y, tray, half - 4, 4));
  }
  return svg;
}

/**
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} [rx]
 */
function rectangle(name, x, y, width, height, rx = 0) {
  return drawn("rect", { class: name, x, y, width, height, rx });
}

/**
 * @param {Layout} layout
 * @param {number} part
 */
function hinge({ frame, column, bar, height }, part) {
  const x = frame + 6 * column + bar / 2;
  return rectangle("hinge", x - Math.min(5, bar / 5), height * part - 12, Math.min(10, bar / 2.5), 24, 2);
}

/**
 * @param {Layout} layout
 * @param {TableView} view
 * @param {number} point
 */
function onePoint(layout, view, point) {
  const { height, rail, half, column } = layout;
  const where = columnOf(point, view.below.side);
  const x = leftOf(layout, where.column);
  const base = where.above ? rail : height - rail;
  const tip = base + (where.above ? 1 : -1) * half * POINT_LENGTH;
  const dark = where.column % 2 === (where.above ? 1 : 0);
  const triangle = drawn("path", {
    class: dark ? "point dark" : "point light",
    d: `M${x + column * 0.06} ${base}H${x + column * 0.94}L${x + column / 2} ${tip}Z`,
  });
  const middle = { x: x + column / 2, y: where.above ? rail / 2 : height - rail / 2 };
  const number = drawn("text", { class: "number", "data-number": point, ...middle, dy: ".36em" }, String(view.numbers[point - 1] ?? point));
  const head = view.heads.indexOf(point);
  if (head < 0) return [triangle, number];
  number.classList.add(head === 0 ? "on-white" : "on-black");
  const broad = Math.min(column, 38);
  const plate = rectangle(head === 0 ? "plate-w" : "plate-b", middle.x - broad / 2, middle.y - rail * 0.42, broad, rail * 0.84, rail * 0.42);
  return [triangle, plate, number];
}

/**
 * Return the last turn of the other side as arcs, one for each checker, from start to end.
 *
 * @param {{ x: number, y: number }[][]} legs
 * @param {Layout} layout
 * @param {"" | "better"} [kind] `better` for a better turn than the played one.
 * @param {boolean[]} [turned] true for each arc that bows to the other side, because it would lie on another one.
 */
export function drawArcs(legs, { width, height, checker }, kind = "", turned = []) {
  const svg = drawn("svg", { class: "arcs", width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  for (const [at, [from, to]] of legs.entries()) {
    const across = Math.abs(from.y - to.y) > height / 4;
    const aside = turned[at] ? -1 : 1;
    const up = from.y > height / 2 ? -1 : 1;
    const reach = across ? 0 : Math.min(1.6 * checker, Math.abs(from.x - to.x) * 0.3) + checker * 0.8;
    const bend = { x: (from.x + to.x) / 2 + (across ? aside * (to.x > width / 2 ? -1 : 1) * checker : 0), y: (from.y + to.y) / 2 + up * (turned[at] ? -checker : reach) };
    const length = Math.hypot(to.x - bend.x, to.y - bend.y) || 1;
    const end = { x: to.x - ((to.x - bend.x) / length) * checker * 0.55, y: to.y - ((to.y - bend.y) / length) * checker * 0.55 };
    const d = `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}`;
    const empty = kind ? to : from;
    svg.append(drawn("path", { class: `casing ${kind}`, d }), drawn("path", { class: `arc ${kind}`, d }), drawn("path", { class: `tip ${kind}`, d: tip(end, bend, checker) }));
    svg.append(drawn("circle", { class: `left ${kind}`, cx: empty.x, cy: empty.y, r: checker / 2 - 3 }));
  }
  return svg;
}

/**
 * @param {{ x: number, y: number }} end
 * @param {{ x: number, y: number }} bend
 * @param {number} checker
 */
function tip(end, bend, checker) {
  const angle = Math.atan2(end.y - bend.y, end.x - bend.x);
  const size = Math.max(7, checker * 0.2);
  const [a, b] = [angle + 2.6, angle - 2.6].map((each) => `${end.x + Math.cos(each) * size} ${end.y + Math.sin(each) * size}`);
  return `M${end.x} ${end.y}L${a}L${b}Z`;
}
