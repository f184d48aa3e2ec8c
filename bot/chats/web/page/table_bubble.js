// Table bubble: a sentence that is shown at the point that it is about.

import { make } from "./dom.js";

/** @import { Layout, Spot } from "./table_layout.js" */

const STAYS = 6000;
const ROOM = 8;

/** @param {HTMLElement} board */
export function makeBubble(board) {
  const element = make("div", "bubble");
  element.setAttribute("role", "alert");
  element.hidden = true;
  board.append(element);
  let timer = 0;

  function hide() {
    clearTimeout(timer);
    const was = !element.hidden;
    element.hidden = true;
    return was;
  }

  return {
    hide,
    /**
     * @param {string} text
     * @param {Spot} spot
     * @param {Layout} layout
     */
    show(text, spot, layout) {
      clearTimeout(timer);
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
