// Places: the views of the page, each with an address: the landing, and the two rooms of the talk.

import { find } from "./dom.js";

/** @import { RoomName } from "./frames.js" */

/** @typedef {RoomName | "landing"} Place */

/** What covers the place from which it was opened. */
const COVERS = ["game", "learn", "puzzle"];
/** The places by their addresses; every other address is that of the landing. */
const ROOMS = /** @type {RoomName[]} */ (["table", "me"]);

const named = () => new URLSearchParams(location.hash.slice(1));

/** Return the place that the address names; null if it names what covers a place. */
function asked() {
  const hash = named();
  if (COVERS.some((name) => hash.has(name))) return null;
  return ROOMS.find((room) => room === hash.get("room")) ?? "landing";
}

/** @param {Place} place */
const addressOf = (place) => location.pathname + location.search + (place === "landing" ? "" : `#room=${place}`);

/** Rewrite an address of an earlier version, which had `#lobby`, and the room as a parameter: people have bookmarks. */
function adoptOldAddress() {
  const query = new URLSearchParams(location.search);
  const room = query.get("room");
  if (room === null && location.hash !== "#lobby") return;
  query.delete("room");
  const hash = location.hash === "#lobby" || location.hash === "" ? (room ? `#room=${room}` : "") : location.hash;
  history.replaceState(history.state, "", `${location.pathname}${query.size ? `?${query}` : ""}${hash}`);
}

/**
 * @param {object} page
 * @param {(room: RoomName) => void} page.select opens a room of the talk.
 * @param {(place: Place) => void} page.shown is called when the address was followed.
 */
export function makePlaces({ select, shown }) {
  const landing = find("[data-lobby]", HTMLElement);
  const talk = find("[data-talk]", HTMLElement);
  const title = find("[data-talk-title]", HTMLElement);
  const home = find("[data-to-lobby]", HTMLAnchorElement);
  /** @type {Place} */
  let place = "landing";

  function follow() {
    place = asked() ?? place;
    landing.hidden = place !== "landing";
    talk.hidden = !landing.hidden;
    home.href = addressOf("landing");
    if (place !== "landing") select(place);
    shown(place);
  }

  /** @param {Place} next */
  function go(next) {
    if (asked() === next) return;
    // The back button leads from either room to where the person came from.
    const isTurned = next !== "landing" && ROOMS.some((room) => room === asked());
    history[isTurned ? "replaceState" : "pushState"](null, "", addressOf(next));
    follow();
    if (!isTurned) (next === "landing" ? find("h1", HTMLElement, landing) : title).focus();
  }

  home.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go("landing");
  });
  // The table follows the address first.
  for (const kind of ["popstate", "hashchange"]) {
    addEventListener(kind, () => {
      if (location.hash === "#lobby") adoptOldAddress();
      setTimeout(follow);
    });
  }
  adoptOldAddress();

  return {
    here: () => place,
    follow,
    go,
    /** Show a place instead of the one that the address names. @param {Place} next */
    turnTo(next) {
      if (asked() === next) return;
      history.replaceState(history.state, "", addressOf(next));
      follow();
    },
  };
}
