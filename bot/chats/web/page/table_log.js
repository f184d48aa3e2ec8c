// Table log: the events of a game as a list; a press on a line shows the board after it.

import { make, makeButton } from "./dom.js";
import { word } from "./words.js";

/** @import { LogLineView, TableView } from "./frames.js" */

/**
 * @param {(line: number) => void} go shows the board after a line.
 */
export function makeLog(go) {
  const element = make("section", "log");
  element.setAttribute("aria-label", word("web-table-log"));
  const list = make("ol", "log-lines");
  element.append(make("h3", "log-head", word("web-table-log")), list);
  /** @type {HTMLButtonElement[]} */
  let lines = [];
  let filled = "";
  let current = 0;

  /**
   * @param {TableView} view the live game.
   * @param {number | null} moment the line of the log after which the board is shown; null for the live board.
   */
  function show(view, moment) {
    const wanted = JSON.stringify(view.log);
    const isOther = wanted !== filled;
    if (isOther) fill(view.log);
    filled = wanted;
    current = moment ?? view.log.length;
    lines.forEach((line, at) => {
      if (at + 1 === current) line.setAttribute("aria-current", "true");
      else line.removeAttribute("aria-current");
    });
    if (isOther || moment !== null) bringCurrent();
  }

  /** Bring the line of the board that is shown into sight. */
  const bringCurrent = () => bringIntoSight(lines[current - 1] ?? lines[0]);

  /** @param {HTMLElement | undefined} line */
  function bringIntoSight(line) {
    if (!line) return;
    // Scroll only the list, never the page around it.
    const { offsetTop, offsetHeight } = line;
    if (offsetTop < list.scrollTop) list.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = offsetTop + offsetHeight - list.clientHeight;
  }

  /** @param {LogLineView[]} log */
  function fill(log) {
    const left = log[0]?.side ?? "w";
    let row = 0;
    let taken = 2;
    lines = [];
    const items = log.map((line, at) => {
      const column = line.side === left ? 1 : 2;
      if (column <= taken) row++;
      taken = column;
      const button = lineButton(line, () => go(at + 1));
      lines.push(button);
      const item = make("li");
      item.style.gridArea = `${row} / ${column}`;
      item.append(button);
      return item;
    });
    list.replaceChildren(...items);
  }

  // A list that was hidden, or has another height now, shows its first lines.
  new ResizeObserver(() => bringCurrent()).observe(list);

  return { element, show, bringCurrent };
}

/**
 * @param {LogLineView} line
 * @param {() => void} press
 */
function lineButton({ side, roll, text, mark, judged }, press) {
  const button = makeButton(`log-line ${side}`, "", press);
  button.append(make("b", "", roll), make("span", "", text));
  if (mark) button.append(make("strong", "log-mark", mark), make("small", "log-judged", judged));
  return button;
}
