// Table log: what happened in a game as a list, each line of which shows the board as it stood then.

import { make, makeButton } from "./dom.js";
import { word } from "./words.js";

/** @import { LogLineView, TableView } from "./table_frames.js" */

/**
 * @param {(moment: number | null) => void} lookAt shows the board after a line; null for how it stands now.
 */
export function makeLog(lookAt) {
  const element = make("section", "log");
  element.setAttribute("aria-label", word("web-table-log"));
  const head = make("div", "log-head");
  const list = make("ol", "log-lines");
  /** @type {HTMLButtonElement[]} */
  let lines = [];
  let last = -1;
  /** @type {number | null} */
  let shown = null;

  const first = step("«", "web-table-first", () => 0);
  const before = step("‹", "web-table-before", () => (shown ?? last) - 1);
  const after = step("›", "web-table-after", () => (shown ?? last) + 1);
  const now = step("»", "web-table-now", () => last);
  head.append(make("h3", "", word("web-table-log")), first, before, after, now);
  element.append(head, list);

  /**
   * @param {string} sign
   * @param {string} label
   * @param {() => number} to
   */
  function step(sign, label, to) {
    const button = makeButton("log-step", sign, () => go(to()));
    button.setAttribute("aria-label", word(label));
    button.title = word(label);
    return button;
  }

  /** @param {number} moment */
  function go(moment) {
    lookAt(moment >= last ? null : Math.max(0, moment));
  }

  /**
   * @param {TableView} view the game as it stands now.
   * @param {number | null} moment after which line it is looked at.
   */
  function show(view, moment) {
    const isLonger = view.log.length !== last;
    if (isLonger) fill(view.log);
    last = view.log.length;
    shown = moment;
    first.disabled = before.disabled = (moment ?? last) === 0;
    after.disabled = now.disabled = moment === null;
    const current = moment ?? last;
    lines.forEach((line, at) => {
      if (at + 1 === current) line.setAttribute("aria-current", "true");
      else line.removeAttribute("aria-current");
    });
    const line = lines[current - 1];
    // Only the list itself is scrolled, never the page around it.
    if (line && (isLonger || moment !== null)) {
      const { offsetTop, offsetHeight } = line;
      if (offsetTop < list.scrollTop) list.scrollTop = offsetTop;
      else if (offsetTop + offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = offsetTop + offsetHeight - list.clientHeight;
    }
  }

  /** @param {LogLineView[]} told */
  function fill(told) {
    const left = told[0]?.side ?? "w";
    let row = 0;
    let filled = 2;
    lines = [];
    const items = told.map(({ side, roll, text }, at) => {
      const column = side === left ? 1 : 2;
      if (column <= filled) row++;
      filled = column;
      const line = makeButton(`log-line ${side}`, "", () => go(at + 1));
      line.append(make("b", "", roll), make("span", "", text));
      lines.push(line);
      const item = make("li");
      item.style.gridArea = `${row} / ${column}`;
      item.append(line);
      return item;
    });
    list.replaceChildren(...items);
  }

  return {
    element,
    show,
    /** @param {-1 | 1} by how many lines to go on. */
    step: (by) => (by < 0 ? before : after).click(),
  };
}
