// Page lobby: the games on the landing, and the number of those that wait in the header.

import { find } from "./dom.js";
import { makeLobby } from "./lobby.js";
import { word } from "./words.js";

/** @import { LobbyView } from "./frames.js" */
/** @import { LobbyActions } from "./lobby.js" */

const ASK_EVERY = 15000;
const ASK_SOON = 400;
/** The minimum interval of requests for other people's games, with a random part to spread the load. */
const ASK_OF_OTHERS = 3000;

/** @param {LobbyActions & { isSeen: () => boolean }} actions `isSeen` returns true if nothing covers the landing. */
export function makePageLobby({ isSeen, ...actions }) {
  const badge = find("[data-waiting]", HTMLElement);
  const badgeSays = find("[data-waiting-says]", HTMLElement);
  const lobby = makeLobby(find("[data-games]", HTMLElement), actions);
  let isPlayer = false;
  let soon = 0;
  let later = 0;

  /** Request the lobby unless the page is hidden; it is requested when the person comes back. */
  function ask() {
    if (isPlayer && !document.hidden) actions.ask();
  }

  /** Request the lobby if the person sees it. */
  function seen() {
    if (isPlayer && isSeen()) actions.ask();
  }

  document.addEventListener("visibilitychange", ask);
  setInterval(ask, ASK_EVERY);

  return {
    seen,
    /** @param {LobbyView} frame */
    show(frame) {
      lobby.show(frame);
      const count = lobby.waiting().length;
      badge.hidden = count === 0;
      badge.textContent = String(count);
      badgeSays.textContent = count ? word("web-lobby-waiting") : "";
    },
    waiting: lobby.waiting,
    awaitGame: lobby.awaitGame,
    answered: lobby.answered,
    /**
     * Note if a person with an account is in front of the page.
     *
     * @param {boolean} plays
     */
    met(plays) {
      isPlayer = plays;
      if (!plays) lobby.clear();
      else actions.ask();
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
    /** Request the lobby later, because something happened in other people's games; only a lobby in view shows that. */
    othersChanged() {
      if (later || !isSeen()) return;
      later = setTimeout(() => {
        later = 0;
        ask();
      }, ASK_OF_OTHERS * (1 + Math.random()));
    },
  };
}
