// Page lobby: the lobby as a view of the page, at an address of its own, and what waits there told at its button.

import { find } from "./dom.js";
import { makeLobby } from "./lobby.js";
import { word } from "./words.js";

/** @import { LobbyView } from "./frames.js" */
/** @import { LobbyActions } from "./lobby.js" */

const ADDRESS = "#lobby";
const ASK_EVERY = 15000;
const ASK_SOON = 400;
/** What others play is asked for at most so often, and not by all who look at the same moment. */
const ASK_OF_OTHERS = 3000;

/**
 * @param {LobbyActions} actions
 * @param {() => boolean} isCovered whether a board covers the page.
 */
export function makePageLobby(actions, isCovered) {
  const element = find("[data-lobby]", HTMLElement);
  const button = find("[data-to-lobby]", HTMLButtonElement);
  const badge = find("[data-waiting]", HTMLElement);
  const lobby = makeLobby(find("[data-games]", HTMLElement), actions);
  let isPlayer = false;
  let soon = 0;
  let later = 0;

  /** Ask, unless nobody looks: whoever comes back is shown the lobby anew. */
  function ask() {
    if (isPlayer && !document.hidden) actions.ask();
  }

  const isOpen = () => isPlayer && location.hash === ADDRESS;

  function showWhere() {
    // What a board covers stays as it is behind it.
    if (isCovered()) return;
    element.hidden = !isOpen();
    document.body.classList.toggle("in-lobby", isOpen());
    button.setAttribute("aria-expanded", String(isOpen()));
    if (isOpen()) actions.ask();
  }

  function leave() {
    if (!isOpen()) return;
    history.pushState(null, "", location.pathname + location.search);
    showWhere();
  }

  button.addEventListener("click", () => {
    if (isOpen()) {
      leave();
      return;
    }
    history.pushState(null, "", location.pathname + location.search + ADDRESS);
    showWhere();
    find("h1", HTMLElement, element).focus();
  });
  find(".rooms", HTMLElement).addEventListener("click", leave);
  // What begins a game is typed in the room: that has to be there first.
  find("[data-begin]", HTMLElement, element).addEventListener("click", leave, { capture: true });
  addEventListener("popstate", () => setTimeout(showWhere));
  addEventListener("hashchange", () => setTimeout(showWhere));

  document.addEventListener("visibilitychange", ask);
  setInterval(ask, ASK_EVERY);

  return {
    /** @param {LobbyView} frame */
    show(frame) {
      lobby.show(frame);
      const count = lobby.waiting().length;
      badge.hidden = count === 0;
      badge.textContent = String(count);
      button.setAttribute("aria-label", count ? word("web-lobby-open-waiting", { count }) : word("web-lobby-open"));
    },
    waiting: lobby.waiting,
    /**
     * Take note of whether somebody looks who can play.
     *
     * @param {boolean} plays
     */
    met(plays) {
      isPlayer = plays;
      button.hidden = !plays;
      if (!plays) lobby.clear();
      else actions.ask();
      showWhere();
    },
    /** Ask again, because the table can be reached again. */
    again() {
      if (isPlayer) actions.ask();
    },
    /** Ask again soon, because something has happened that concerns the person. */
    changed() {
      clearTimeout(soon);
      soon = setTimeout(ask, ASK_SOON);
    },
    /** Ask again later, because something has happened among others: only an open lobby tells of that. */
    othersChanged() {
      if (later || !isOpen() || isCovered()) return;
      later = setTimeout(() => {
        later = 0;
        ask();
      }, ASK_OF_OTHERS * (1 + Math.random()));
    },
  };
}
