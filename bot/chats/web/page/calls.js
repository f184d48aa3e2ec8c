// Calls: show that something waits for the person, in the page's title and on the tabs of the rooms.

import { find } from "./dom.js";
import { plain } from "./text.js";
import { word } from "./words.js";

/** @import { MessageView } from "./frames.js" */
/** @import { Rooms } from "./rooms.js" */

/**
 * @param {() => Rooms} rooms returns the rooms.
 */
export function makeCalls(rooms) {
  const toBoard = find("[data-to-board]", HTMLButtonElement);
  let unseen = false;
  let count = 0;

  function show() {
    let isCalled = unseen;
    for (const [name, each] of rooms().every) {
      const calls = each.calling() !== null;
      rooms().tab(name).toggleAttribute("data-calls", calls);
      isCalled ||= calls;
    }
    document.title = `${count ? `(${count}) ` : ""}${word(isCalled ? "web-title-called" : "web-title")}`;
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

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    unseen = false;
    show();
  });

  return {
    show,
    /**
     * Show how many games and challenges wait for the person.
     *
     * @param {number} waiting
     */
    count(waiting) {
      count = waiting;
      show();
    },
    /** Note that a board came to wait for the person while the page is hidden. */
    unseen() {
      unseen = true;
    },
  };
}

/**
 * Return a short form of the latest part of a message.
 *
 * @param {MessageView} message
 */
export function short(message) {
  return (plain(message.text).split("\n").at(-1) ?? "").slice(0, 120);
}
