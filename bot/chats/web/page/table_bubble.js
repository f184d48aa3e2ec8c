// Table bubble: a short text that is shown at the point that it is about.

import { make } from "./dom.js";
import { OFF } from "./table_layout.js";

/** @import { TableBoard } from "./table_board.js" */
/** @import { TableState } from "./table_state.js" */

const STAYS = 6000;
const ROOM = 8;

/**
 * @param {TableBoard} board
 * @param {TableState} state
 * @param {() => void} [hidden] is called when the text goes.
 */
export function makeBubble(board, state, hidden = () => {}) {
  const element = make("div", "bubble");
  element.setAttribute("role", "alert");
  element.hidden = true;
  board.element.append(element);
  let timer = 0;

  function hide() {
    clearTimeout(timer);
    const was = !element.hidden;
    element.hidden = true;
    if (was) hidden();
    return was;
  }

  /**
   * Return the position of the top checker of a place; without a place, the middle of the board.
   *
   * @param {number | null} place
   */
  function spotOf(place) {
    const { width, height } = board.layout();
    if (place === null || !state.view || !state.turn) return { x: width / 2, y: height / 2 };
    const { white, black } = state.turn.standing();
    const counts = { w: white, b: black };
    const side = state.view.below.side === "w" ? "w" : "b";
    const other = side === "w" ? "b" : "w";
    const colour = counts[other][place] && place !== OFF ? other : side;
    return board.spot(side, colour, place, counts[colour][place]);
  }

  return {
    hide,
    /**
     * @param {string} text
     * @param {number | null} place
     */
    tell(text, place) {
      clearTimeout(timer);
      if (!state.view) return;
      const spot = spotOf(place);
      const layout = board.layout();
      element.textContent = text;
      element.hidden = false;
      const width = Math.min(340, layout.width - 2 * ROOM);
      element.style.width = `${width}px`;
      const left = Math.max(ROOM, Math.min(layout.width - width - ROOM, spot.x - width / 2));
      const isAbove = spot.y < layout.height / 2;
      const reach = layout.checker * 0.6 + ROOM;
      const top = isAbove ? spot.y + reach : spot.y - reach - element.offsetHeight;
      const lowest = layout.height - element.offsetHeight - ROOM;
      element.style.left = `${left}px`;
      element.style.top = `${Math.max(ROOM, Math.min(lowest, top))}px`;
      element.style.setProperty("--tail", `${Math.max(14, Math.min(width - 14, spot.x - left))}px`);
      element.classList.toggle("under", isAbove);
      timer = setTimeout(hide, STAYS + text.length * 30);
    },
  };
}
