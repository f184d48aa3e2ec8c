// Table visit: open and close games as the page's address says.

import { begin } from "./table_state.js";

/** @import { RoomName } from "./frames.js" */
/** @import { Place, TableAddress } from "./table_address.js" */
/** @import { TableState } from "./table_state.js" */

/**
 * @param {HTMLElement} element
 * @param {TableState} state
 * @param {TableAddress} address
 * @param {object} actions
 * @param {HTMLElement} actions.focus the element that gets the focus when a game is opened
 * @param {(room: RoomName, game: string, moment: number | null) => void} actions.lookAt
 * @param {(moment: number | null) => void} actions.lookBack
 * @param {(room: RoomName, place: Place) => void} actions.begun is called when a game is opened, before anything of it is loaded.
 */
export function makeVisit(element, state, address, { focus, lookAt, lookBack, begun }) {
  /** The rest of the page, which is inert while a game is open; dialogs are exempt. */
  const rest = [...document.body.children].filter((each) => each !== element && !each.matches("script, dialog")).map((each) => /** @type {HTMLElement} */ (each));
  /** @type {Element | null} */
  let before = null;

  function followAddress() {
    const asked = address.read();
    const { opened } = state;
    if (asked === null) close();
    else if (opened?.game !== asked.game || opened.room !== asked.room) enter(asked);
    else lookBack(asked.moment);
  }

  /** @param {NonNullable<ReturnType<TableAddress["read"]>>} asked */
  function enter({ room, game, moment, place }) {
    if (!state.opened) before = document.activeElement;
    begin(state, { room, game }, moment);
    begun(room, place);
    element.hidden = false;
    element.classList.add("empty");
    for (const each of rest) each.inert = true;
    document.documentElement.classList.add("at-table");
    focus.focus({ preventScroll: true });
    askForGame();
  }

  /** Request the live game, and the moment that is shown. */
  function askForGame() {
    const { opened, moment } = state;
    if (!opened) return;
    lookAt(opened.room, opened.game, null);
    if (moment !== null) lookAt(opened.room, opened.game, moment);
  }

  function close() {
    if (!state.opened) return;
    state.opened = state.view = state.latest = state.turn = null;
    element.hidden = true;
    // Opened again, the board takes no touch until the game has come.
    element.classList.add("empty");
    for (const each of rest) each.inert = false;
    document.documentElement.classList.remove("at-table");
    lookAt("table", "", null);
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }

  addEventListener("popstate", followAddress);
  addEventListener("hashchange", followAddress);

  return {
    /**
     * Open a game, so that the browser's back button leads here.
     *
     * @param {RoomName} room
     * @param {string} game
     * @param {Place} [place] what to show beside it, if it is finished.
     */
    open(room, game, place) {
      history.pushState({ within: true }, "", address.of(room, game, null, place));
      followAddress();
    },
    /**
     * Go on to another game, so that the back button leads to before both.
     *
     * @param {RoomName} room
     * @param {string} game
     */
    goTo(room, game) {
      history.replaceState(history.state, "", address.of(room, game, null));
      followAddress();
    },
    /** Open the game that the address names, or request it again after a reconnection. */
    again() {
      if (!state.opened) followAddress();
      else askForGame();
    },
  };
}
