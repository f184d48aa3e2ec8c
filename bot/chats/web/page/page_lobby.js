// Page lobby: the lobby as a view of the page with its own address, and the number of waiting games on its button.

import { find } from "./dom.js";
import { makeLobby } from "./lobby.js";
import { word } from "./words.js";

/** @import { LobbyView } from "./frames.js" */
/** @import { LobbyActions } from "./lobby.js" */

const ADDRESS = "#lobby";
const ASK_EVERY = 15000;
const ASK_SOON = 400;
/** The minimum interval of requests for other people's games, with a random part to spread the load. */
const ASK_OF_OTHERS = 3000;

/**
 * @param {LobbyActions} actions returns true if a board covers the page.
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

  /** Request the lobby unless the page is hidden; it is requested when the person comes back. */
  function ask() {
    if (isPlayer && !document.hidden) actions.ask();
  }

  const isOpen = () => isPlayer && location.hash === ADDRESS;

  function showWhere() {
    // A lobby that is covered by a board is not updated.
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
  // The commands that begin a game are typed in the room, which must be loaded first.
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
     * Note if a person with an account is in front of the page.
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
    /** Request the lobby again, because the server can be reached again. */
    again() {
      if (isPlayer) actions.ask();
    },
    /** Request the lobby soon, because something happened that concerns the person. */
    changed() {
      clearTimeout(soon);
      soon = setTimeout(ask, ASK_SOON);
    },
    /** Request the lobby later, because something happened in other people's games; only an open lobby shows that. */
    othersChanged() {
      if (later || !isOpen() || isCovered()) return;
      later = setTimeout(() => {
        later = 0;
        ask();
      }, ASK_OF_OTHERS * (1 + Math.random()));
    },
  };
}
