// Table address: how the page's address names the open game and the moment of it that is shown.

/** @import { Person } from "./body.js" */
/** @import { RoomName } from "./frames.js" */

/** What stands beside a finished game: its result, or what the address names. @typedef {"" | "replay" | "analysis"} Place */

/**
 * @typedef {object} TableAddress
 * @property {() => { room: RoomName, game: string, moment: number | null, place: Place } | null} read reads the address;
 *   null if it names no game that may be opened.
 * @property {(room: RoomName, game: string, moment: number | null, place?: Place) => string} of returns the address of a
 *   game, possibly after a line of its log.
 * @property {() => void} leave goes back to where the game was opened from.
 */

const asked = () => new URLSearchParams(location.hash.slice(1));

/** @param {URLSearchParams} named */
function momentIn(named) {
  const turn = named.get("turn") ?? "";
  return /^\d{1,4}$/.test(turn) ? Number(turn) : null;
}

/**
 * @param {URLSearchParams} named
 * @returns {Place}
 */
function placeIn(named) {
  const place = named.get("show");
  return place === "replay" || place === "analysis" ? place : "";
}

/**
 * @param {string} named
 * @param {number | null} moment
 * @param {Place} [place]
 */
function addressOf(named, moment, place = "") {
  const more = `${moment === null ? "" : `&turn=${moment}`}${place && `&show=${place}`}`;
  const hash = `${named}${more}`.replace(/^&/, "");
  return location.pathname + location.search + (hash && `#${hash}`);
}

/**
 * The address of a game in a room; only a person with an account has a private one.
 *
 * @param {Person} person
 * @returns {TableAddress}
 */
export function ofGames(person) {
  return {
    read() {
      const named = asked();
      const game = named.get("game") ?? "";
      const room = named.get("room") === "me" ? "me" : "table";
      // Visitors may watch the games of the common table.
      if ((person.account === null && room === "me") || !/^[a-z0-9]{1,16}$/.test(game)) return null;
      return { room, game, moment: momentIn(named), place: placeIn(named) };
    },
    of: (room, game, moment, place) => addressOf(`room=${room}&game=${game}`, moment, place),
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

const inPath = () => location.pathname.match(/\/b\/([\w-]+)$/)?.[1];

/** The token of the shared board that the address names, or an empty string. */
export const sharedToken = () => inPath() ?? asked().get("share") ?? "";

/**
 * The address of the one game that a shared board's link opens, for anyone.
 *
 * @param {string} token
 * @returns {TableAddress}
 */
export function ofShare(token) {
  return {
    read: () => ({ room: "table", game: token.split("-")[0].toLowerCase(), moment: momentIn(asked()), place: placeIn(asked()) }),
    of: (_room, _game, moment, place) => addressOf(inPath() ? "" : `share=${token}`, moment, place),
    leave() {},
  };
}
