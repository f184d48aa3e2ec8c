// Rooms: the two rooms of the page behind their tabs, one of them open.

import { find } from "./dom.js";
import { makeRoom } from "./room.js";
import { firstRoom } from "./web_account.js";

/** @import { Person } from "./body.js" */
/** @import { RoomName } from "./frames.js" */
/** @import { RoomActions } from "./room.js" */

/** @typedef {ReturnType<typeof makeRooms>} Rooms */

/**
 * @param {Person} person
 * @param {object} page
 * @param {(name: RoomName) => RoomActions} page.actionsIn gives what can be done in a room.
 * @param {(name: RoomName, before: string) => void} page.earlier asks for what was said before.
 * @param {() => void} page.seen is called when something else is in sight than before.
 */
export function makeRooms(person, { actionsIn, earlier, seen }) {
  const tabs = {
    table: find("#tab-table", HTMLButtonElement),
    me: find("#tab-me", HTMLButtonElement),
  };
  const rooms = { table: open("table"), me: open("me") };
  const every = /** @type {[RoomName, typeof rooms.table][]} */ (Object.entries(rooms));
  /** @type {Record<RoomName, string | null>} */
  const before = { table: null, me: null };
  let chosen = firstRoom;

  /** @param {RoomName} name */
  function open(name) {
    return makeRoom(find(`[data-panel=${name}]`, HTMLElement), person, actionsIn(name));
  }

  /** @param {RoomName} name */
  function select(name) {
    chosen = name;
    for (const [each, { panel, toEnd }] of every) {
      const tab = tabs[each];
      const isChosen = each === name;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      if (isChosen) delete tab.dataset.news;
      const opened = isChosen && panel.hidden;
      panel.hidden = !isChosen;
      if (opened) toEnd();
    }
    seen();
  }

  /** @param {RoomName} name */
  const earlierButton = (name) => find("[data-earlier]", HTMLButtonElement, rooms[name].panel);

  for (const [name, { panel }] of every) {
    tabs[name].addEventListener("click", () => select(name));
    tabs[name].addEventListener("keydown", (event) => {
      if (!["ArrowLeft", "ArrowRight"].includes(event.key) || person.account === null) return;
      select(chosen === "table" ? "me" : "table");
      tabs[chosen].focus();
    });
    earlierButton(name).addEventListener("click", () => {
      const asked = before[name];
      if (asked !== null) earlier(name, asked);
    });
    panel.addEventListener("scroll", seen, { passive: true });
  }
  addEventListener("resize", seen);

  return {
    every,
    select,
    /** The room that is open. */
    name: () => chosen,
    /** The room that is open. */
    here: () => rooms[chosen],
    /** @param {RoomName} name */
    of: (name) => rooms[name],
    /** @param {RoomName} name */
    tab: (name) => tabs[name],
    /** Show everything anew, because who is looking has changed. */
    refresh: () => every.forEach(([, each]) => each.refresh()),
    /**
     * Offer what was said before, if there is anything.
     *
     * @param {RoomName} name
     * @param {string | null} more
     */
    showEarlier(name, more) {
      before[name] = more;
      earlierButton(name).hidden = more === null;
      find(".empty", HTMLElement, rooms[name].panel).hidden = !rooms[name].isEmpty();
    },
  };
}
