// Table last said: the last line of talk below the board, which opens the chat, and how many lines are unread.

import { make, makeButton } from "./dom.js";
import { plain } from "./text.js";
import { word } from "./words.js";

/** @import { MessageView } from "./frames.js" */

/** @param {() => void} open opens the chat. */
export function makeLastSaid(open) {
  const element = makeButton("last-said", "", open);
  const line = make("span", "line");
  const badge = make("span", "badge");
  element.append(line, badge);
  let last = "";
  let unread = 0;

  function clear() {
    last = "";
    line.textContent = word("web-table-talk");
    read();
  }

  /** Note that the chat was read. */
  function read() {
    unread = 0;
    badge.hidden = true;
  }

  clear();

  return {
    element,
    clear,
    read,
    /**
     * Show a message, which is counted if it is unread.
     *
     * @param {MessageView} message
     * @param {boolean} isUnread
     */
    show(message, isUnread) {
      if (message.author === null) return;
      last = message.id;
      line.replaceChildren(make("bdi", "", message.author.name), plain(message.text));
      if (!isUnread) return;
      unread++;
      badge.textContent = String(unread);
      badge.hidden = false;
    },
    /**
     * Show no message that was removed.
     *
     * @param {string} id
     */
    remove(id) {
      if (id === last) clear();
    },
  };
}
