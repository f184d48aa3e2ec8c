// Table address: how the page's address names the open game and the moment of it that is shown.

/** @import { Person } from "./body.js" */
/** @import { RoomName } from "./frames.js" */

/**
 * @typedef {object} TableAddress
 * @property {() => { room: RoomName, game: string, moment: number | null } | null} read reads the address;
 *   null if it names no game that may be opened.
 * @property {(room: RoomName, game: string, moment: number | null) => string} of returns the address of a game, possibly after
 *   a line of its log.
 * @property {() => void} leave goes back to where the game was opened from.
 */

const asked = () => new URLSearchParams(location.hash.slice(1));

/** @param {URLSearchParams} named */
function momentIn(named) {
  const turn = named.get("turn") ?? "";
  return /^\d{1,4}$/.test(turn) ? Number(turn) : null;
}

/**
 * @param {string} named
 * @param {number | null} moment
 */
const addressOf = (named, moment) => `${location.pathname}${location.search}#${named}${moment === null ? "" : `&turn=${moment}`}`;

/**
 * The address of a game in a room, for a person with an account.
 *
 * @param {Person} person
 * @returns {TableAddress}
 */
export function ofGames(person) {
  return {
    read() {
      const named = asked();
      const game = named.get("game") ?? "";
      if (person.account === null || !/^[a-z0-9]{1,16}$/.test(game)) return null;
      return { room: named.get("room") === "me" ? "me" : "table", game, moment: momentIn(named) };
    },
    of: (room, game, moment) => addressOf(`room=${room}&game=${game}`, moment),
    leave() {
      // A person who came by a link has no earlier page here to go back to.
      if (history.state?.within) history.back();
      else {
        history.replaceState(null, "", location.pathname + location.search);
        dispatchEvent(new PopStateEvent("popstate"));
      }
    },
  };
}

/** The token of the shared board that the address names, or an empty string. */
export const sharedToken = () => asked().get("share") ?? "";

/**
 * The address of the one game that a shared board's link opens, for anyone.
 *
 * @param {string} token
 * @returns {TableAddress}
 */
export function ofShare(token) {
  return {
    read: () => ({ room: "table", game: token.split("-")[0].toLowerCase(), moment: momentIn(asked()) }),
    of: (_room, _game, moment) => addressOf(`share=${token}`, moment),
    leave() {},
  };
}
