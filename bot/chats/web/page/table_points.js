// Table points: a real button for every place on the board, for keyboards and screen readers.

import { make, makeButton } from "./dom.js";
import { BAR, OFF, columnOf, diceSpots, leftOf } from "./table_layout.js";
import { word } from "./words.js";

/** @import { TableView } from "./frames.js" */
/** @import { Layout } from "./table_layout.js" */
/** @import { Turn } from "./table_turn.js" */

/**
 * @param {(place: number) => void} tap
 * @param {() => void} tapDice
 */
export function makePoints(tap, tapDice) {
  const element = make("div", "places");
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", word("web-points"));
  const buttons = Array.from({ length: 26 }, (_, place) => {
    const button = makeButton("place", "", () => tap(place));
    button.dataset.place = String(place);
    return button;
  });
  // In the Tab order from the person's first point in the direction of play; the bar and the tray come last.
  const dice = makeButton("place-dice", "", tapDice);
  element.append(...buttons.slice(1).reverse(), buttons[OFF], dice);

  let side = "w";

  // The arrow keys follow the points as they lie on the board.
  element.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-1, false], ArrowRight: [1, false], ArrowUp: [0, true], ArrowDown: [0, false] }[event.key];
    const from = event.target instanceof HTMLElement ? Number(event.target.dataset.place) : OFF;
    if (!step || from === OFF || from === BAR) return;
    event.preventDefault();
    const at = columnOf(from, side);
    const column = Math.min(11, Math.max(0, at.column + Number(step[0])));
    const above = step[0] === 0 ? step[1] : at.above;
    const to = buttons.findIndex((_, place) => place > OFF && place < BAR && columnOf(place, side).column === column && columnOf(place, side).above === above);
    buttons[to]?.focus();
  });

  /**
   * @param {Layout} layout
   * @param {TableView} view
   * @param {Turn} turn
   * @param {number[]} landings
   */
  function show(layout, view, turn, landings) {
    side = view.below.side;
    const { white, black } = turn.standing();
    const movable = new Set(turn.steps().map((step) => step.start));
    const { frame, column, bar, height, rail, tray, width } = layout;
    for (let place = 0; place <= BAR; place++) {
      const button = buttons[place];
      const parts = [describe(view, place, white[place], black[place])];
      if (movable.has(place)) parts.push(word("web-table-movable"));
      if (landings.includes(place)) parts.push(word("web-table-landing"));
      const label = parts.join(", ");
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
      const style = button.style;
      style.width = `${column}px`;
      style.height = `${height / 2}px`;
      if (place === OFF) {
        style.left = `${width - Math.max(tray, 1)}px`;
        style.width = `${Math.max(tray, 1)}px`;
        style.top = `${height / 2}px`;
      } else if (place === BAR) {
        style.left = `${frame + 6 * column}px`;
        style.width = `${bar}px`;
        style.top = `${rail}px`;
      } else {
        const where = columnOf(place, view.below.side);
        style.left = `${leftOf(layout, where.column)}px`;
        style.top = where.above ? "0" : `${height / 2}px`;
      }
    }
    showDice(layout, view, turn);
  }

  /**
   * @param {Layout} layout
   * @param {TableView} view
   * @param {Turn} turn
   */
  function showDice(layout, view, turn) {
    dice.hidden = !turn.isMine() || view.dice.length === 0;
    if (dice.hidden) return;
    const { x, y, spots } = diceSpots(layout, view.mover === view.below.side, Math.max(2, view.used.length));
    const width = spots[spots.length - 1].x - spots[0].x + layout.die;
    Object.assign(dice.style, { left: `${x - width / 2}px`, top: `${y - layout.die / 2}px`, width: `${width}px`, height: `${layout.die}px` });
    const label = word(turn.isComplete() ? "web-table-dice-end" : "web-table-dice-swap", { dice: view.dice.join(" ") });
    if (dice.getAttribute("aria-label") !== label) dice.setAttribute("aria-label", label);
  }

  return {
    element,
    show,
    /** @param {number} place */
    focus: (place) => buttons[place].focus({ preventScroll: true }),
  };
}

/**
 * @param {TableView} view
 * @param {number} place
 * @param {number} white
 * @param {number} black
 */
function describe(view, place, white, black) {
  const name = place === OFF ? word("web-point-off") : place === BAR ? word("web-point-bar") : word("web-point", { point: view.numbers[place - 1] ?? place });
  const parts = [name];
  if (white) parts.push(word("web-table-white", { count: white }));
  if (black) parts.push(word("web-table-black", { count: black }));
  if (!white && !black) parts.push(word("web-table-empty"));
  return parts.join(", ");
}
