// Table beside: the record and the chat beside the board, or one of them over it in a small window.

import { make, makeButton } from "./dom.js";
import { makeLog } from "./table_log.js";
import { makeTalk } from "./table_talk.js";
import { word } from "./words.js";

/** @import { Person, Pressed } from "./body.js" */
/** @import { ReplyView } from "./frames.js" */

/**
 * @param {HTMLElement} table
 * @param {Person} person
 * @param {object} actions
 * @param {(line: number) => void} actions.lookBack shows the board after a line of the record.
 * @param {() => void} actions.read is called when the chat comes into view.
 * @param {(text: string) => void} actions.say
 * @param {(pressed: Pressed, done: (replies: ReplyView[]) => void) => void} actions.press
 * @param {() => void} actions.settled is called when a pending answer is finished.
 */
export function makeBeside(table, person, { lookBack, say, press, settled, read }) {
  const element = make("div", "beside");
  element.id = "table-beside";
  const log = makeLog(lookBack);
  const talk = makeTalk(person, { say, press, settled });
  const away = makeButton("close beside-close", "", () => open(null));
  away.setAttribute("aria-label", word("web-dismiss"));
  element.append(away, log.element, talk.element);
  const isOpen = () => table.classList.contains("with-beside");

  /** What had the focus before the panel covered the board. @type {Element | null} */
  let before = null;

  /**
   * Show the record or the chat in a window without room for both beside the board; null hides the panel.
   *
   * @param {"log" | "talk" | null} wanted
   */
  function open(wanted) {
    if (wanted && !isOpen()) before = document.activeElement;
    const hadFocus = element.contains(document.activeElement);
    table.classList.toggle("with-beside", wanted !== null);
    element.dataset.shows = wanted ?? "";
    if (wanted === "log") log.bringCurrent();
    if (wanted === "talk") read();
    if (wanted && element.offsetParent) away.focus({ preventScroll: true });
    else if (hadFocus && before instanceof HTMLElement) before.focus({ preventScroll: true });
  }

  open(null);

  return {
    element,
    log,
    talk,
    isOpen,
    open,
    /**
     * Show private answers.
     *
     * @param {string | null} typed
     * @param {ReplyView[]} replies
     */
    answer(typed, replies) {
      if (isOpen()) element.dataset.shows = "talk";
      else open("talk");
      talk.answer(typed, replies);
    },
    /**
     * Show a message. Return true if it is new here.
     *
     * @param {MessageView} message
     */
    hear: talk.show,
  };
}
