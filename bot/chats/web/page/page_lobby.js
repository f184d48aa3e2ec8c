// Page lobby: the games on the landing, and the number of those that wait in the header.

import { find, make } from "./dom.js";
import { makeLastFinished } from "./last_finished.js";
import { makeLobby } from "./lobby.js";
import { word } from "./words.js";

/** @import { LandingView, LobbyView } from "./frames.js" */
/** @import { LobbyActions } from "./lobby.js" */

const ASK_EVERY = 15000;
const ASK_SOON = 400;
/** The minimum interval of requests for other people's games, with a random part to spread the load. */
const ASK_OF_OTHERS = 3000;

/**
 * @typedef {object} LandingActions
 * @property {() => void} askFinished requests the last finished games.
 * @property {() => void} openFinished opens the list of all finished games.
 * @property {() => boolean} isSeen returns true if nothing covers the landing.
 * @property {(waiting: number) => void} count is called with the number of games and challenges that wait for the person.
 */

/** @param {LobbyActions & LandingActions} actions */
export function makePageLobby({ askFinished, openFinished, isSeen, count: showCount, ...actions }) {
  const badge = find("[data-waiting]", HTMLElement);
  const badgeSays = find("[data-waiting-says]", HTMLElement);
  const home = find("[data-lobby]", HTMLElement);
  const title = find("[data-landing-title]", HTMLElement);
  const games = find("[data-games]", HTMLElement);
  const begin = find("[data-begin]", HTMLElement);
  const closed = find("[data-closed]", HTMLElement);
  const lobby = makeLobby(games, actions, "");
  const main = find(".lobby-main", HTMLElement, games);
  const last = makeLastFinished({ open: (game) => actions.open("me", game), openAll: openFinished });
  find(".lobby-side", HTMLElement, games).before(last.element);
  const promise = [...title.childNodes];
  let isPlayer = false;
  let soon = 0;
  let later = 0;

  /** Request the lobby unless the page is hidden; it is requested when the person comes back. */
  function ask() {
    if ((isPlayer || isSeen()) && !document.hidden) actions.ask();
  }

  /** Request the lobby if the person sees it. */
  function seen() {
    if (!isSeen()) return;
    actions.ask();
    if (isPlayer) askFinished();
  }

  /**
   * Arrange the landing: games that wait come before what else can be begun.
   *
   * @param {boolean} isBusy true if a game or an invitation waits for the person.
   */
  function arrange(isBusy) {
    if (home.classList.toggle("busy", isBusy) !== (main.nextElementSibling === begin)) {
      if (isBusy) main.after(begin);
      else games.prepend(begin);
    }
    const [play] = begin.children;
    play.classList.toggle("primary", !isBusy);
  }

  /** @param {number} waiting the number of games and challenges that wait for the person. */
  function count(waiting) {
    badge.hidden = waiting === 0;
    badge.textContent = String(waiting);
    badgeSays.textContent = waiting ? word("web-lobby-waiting") : "";
    showCount(waiting);
  }

  document.addEventListener("visibilitychange", ask);
  setInterval(ask, ASK_EVERY);

  /** Show the landing of a person who was here before: what waits for them is known, or cannot be known now. */
  function uncover() {
    document.documentElement.classList.remove("returning");
  }

  return {
    seen,
    uncover,
    /** @param {LobbyView} frame */
    show(frame) {
      uncover();
      lobby.show(frame);
      count([...frame.games, ...frame.invitations].filter(({ waits }) => waits).length);
      title.textContent = frame.says;
      const isAsked = frame.invitations.some(({ buttons }) => buttons.some(({ style }) => style === "primary"));
      arrange(isAsked || frame.games.some(({ waits, press }) => waits || press !== ""));
    },
    /**
     * Show a visitor what is played here, or how to be invited.
     *
     * @param {LandingView} frame
     */
    showLanding({ may_begin: mayBegin, says, games: others, links }) {
      uncover();
      lobby.show({ is: "lobby", games: [], invitations: [], others, says: "", awaits: "" });
      home.classList.toggle("by-invitation", !mayBegin);
      closed.hidden = mayBegin;
      const row = make("div", "row");
      row.append(
        ...links.map(({ platform, address }) => {
          const link = make("a", "button", platform);
          link.href = address;
          return link;
        }),
      );
      closed.replaceChildren(make("p", "", says), row);
    },
    showFinished: last.show,
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
      if (plays) {
        actions.ask();
        askFinished();
        return;
      }
      last.hide();
      lobby.clear();
      count(0);
      title.replaceChildren(...promise);
      arrange(false);
    },
    /** Request the lobby again, because the server can be reached again. */
    again() {
      if (isPlayer || isSeen()) actions.ask();
      if (isPlayer) askFinished();
    },
    /**
     * Request the lobby soon, because something happened that concerns the person.
     *
     * @param {boolean} [calls] true if it waits for them: a hidden page then shows it in its title.
     */
    changed(calls = false) {
      clearTimeout(soon);
      soon = setTimeout(calls ? actions.ask : ask, ASK_SOON);
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
