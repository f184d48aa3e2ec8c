// Calls: how the person is told that a board waits for him, by the title, the tabs of the rooms and a notification.

import { find } from "./dom.js";
import { plain } from "./text.js";
import { word } from "./words.js";

/** @import { Person } from "./body.js" */
/** @import { MessageView } from "./frames.js" */
/** @import { Rooms } from "./rooms.js" */

/**
 * @param {Person} person
 * @param {() => Rooms} rooms gives the rooms.
 */
export function makeCalls(person, rooms) {
  const toBoard = find("[data-to-board]", HTMLButtonElement);
  const notifyButton = find("[data-notify]", HTMLButtonElement);
  let unseen = false;

  function show() {
    let isCalled = unseen;
    for (const [name, each] of rooms().every) {
      const calls = each.calling() !== null;
      rooms().tab(name).toggleAttribute("data-calls", calls);
      isCalled ||= calls;
    }
    document.title = isCalled ? word("web-title-called") : word("web-title");
    const here = rooms().here().calling();
    toBoard.hidden = here === null || isSeen(here.element);
  }

  /** @param {Element} element */
  function isSeen(element) {
    const { top, bottom } = element.getBoundingClientRect();
    const view = rooms().here().panel.getBoundingClientRect();
    return bottom > view.top + 120 && top < view.bottom - 120;
  }

  toBoard.addEventListener("click", () => {
    const message = rooms().here().calling();
    message?.element.scrollIntoView({ block: "end" });
    message?.element.focus({ preventScroll: true });
  });

  function showNotify() {
    const possible = "Notification" in window && window.isSecureContext && Notification.permission === "default";
    notifyButton.hidden = !possible || person.account === null;
  }

  notifyButton.addEventListener("click", () => Notification.requestPermission().then(showNotify));
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    unseen = false;
    show();
  });

  return {
    show,
    showNotify,
    /**
     * Call the person to a message, while the page is not seen.
     *
     * @param {MessageView} message
     */
    notify(message) {
      unseen = true;
      if (!("Notification" in window) || Notification.permission !== "granted") return;
      // One tag for each person: of several notifications the newest takes the place of those before.
      const shown = new Notification(word("web-title"), { body: short(message), tag: `nardy-${person.account}` });
      shown.onclick = () => {
        window.focus();
        shown.close();
      };
    },
  };
}

/**
 * What a message says last, in few words.
 *
 * @param {MessageView} message
 */
export function short(message) {
  return (plain(message.text).split("\n").at(-1) ?? "").slice(0, 120);
}
