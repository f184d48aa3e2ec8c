// Table beside: the switches, the record and the chat beside the board, or over it in a small window, behind a button.

import { make, makeButton } from "./dom.js";
import { makeLog } from "./table_log.js";
import { makeTalk } from "./table_talk.js";
import { word } from "./words.js";

/** @import { Person, Pressed } from "./body.js" */
/** @import { MessageView, ReplyView } from "./frames.js" */

/**
 * @param {HTMLElement} table
 * @param {Person} person
 * @param {HTMLElement} tools the element above both
 * @param {object} actions
 * @param {(line: number) => void} actions.lookBack shows the board after a line of the record.
 * @param {() => void} actions.read is called when the chat comes into view.
 * @param {(text: string) => void} actions.say
 * @param {(pressed: Pressed, done: (replies: ReplyView[]) => void) => void} actions.press
 * @param {() => void} actions.settled is called when a pending answer is finished.
 */
export function makeBeside(table, person, tools, { lookBack, say, press, settled, read }) {
  const element = make("div", "beside");
  element.id = "table-beside";
  const log = makeLog(lookBack);
  const talk = makeTalk(person, { say, press, settled });
  element.append(tools, log.element, talk.element);
  const more = makeButton("table-more", "", () => open(!isOpen()));
  more.setAttribute("aria-controls", element.id);
  more.setAttribute("aria-label", word("web-table-more"));
  more.title = word("web-table-more");

  const isOpen = () => table.classList.contains("with-beside");

  /**
   * Show or hide the panel in a window without room for it beside the board.
   *
   * @param {boolean} isShown
   */
  function open(isShown) {
    table.classList.toggle("with-beside", isShown);
    element.classList.remove("with-answer");
    more.setAttribute("aria-expanded", String(isShown));
    if (!isShown) return;
    delete more.dataset.news;
    read();
  }

  open(false);

  return {
    element,
    more,
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
      open(true);
      // An answer takes up the whole panel until it is dismissed or the panel is opened again.
      element.classList.add("with-answer");
      talk.answer(typed, replies);
    },
    /**
     * Show a message; if it is out of view, mark that there is something new. Return true if it is new here.
     *
     * @param {MessageView} message
     */
    hear(message) {
      const isNew = talk.show(message);
      if (isNew && message.author?.account !== person.account && !isOpen()) more.dataset.news = "";
      return isNew;
    },
  };
}
