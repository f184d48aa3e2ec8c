// Rooms: the two rooms of the talk behind their tabs, of which one is open.

import { find } from "./dom.js";
import { makeRoom } from "./room.js";

/** @import { Person } from "./body.js" */
/** @import { RoomName } from "./frames.js" */
/** @import { RoomActions } from "./room.js" */

/** @typedef {ReturnType<typeof makeRooms>} Rooms */

/**
 * @param {Person} person
 * @param {object} page
 * @param {(name: RoomName) => RoomActions} page.actionsIn returns the actions in a room.
 * @param {(name: RoomName) => void} page.go goes to the address of a room.
 * @param {(name: RoomName, before: string) => void} page.earlier requests the messages before a message.
 * @param {() => void} page.seen is called when another part of the page comes into view.
 */
export function makeRooms(person, { actionsIn, go, earlier, seen }) {
  const tabs = {
    table: find("#tab-table", HTMLButtonElement),
    me: find("#tab-me", HTMLButtonElement),
  };
  const rooms = { table: open("table"), me: open("me") };
  const every = /** @type {[RoomName, typeof rooms.table][]} */ (Object.entries(rooms));
  /** @type {Record<RoomName, string | null>} */
  const before = { table: null, me: null };
  const toTalk = find("[data-to-talk]", HTMLElement);
  /** @type {RoomName} */
  let chosen = "me";

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
    if (name === "table") delete toTalk.dataset.news;
    seen();
  }

  /** @param {RoomName} name */
  const earlierButton = (name) => find("[data-earlier]", HTMLButtonElement, rooms[name].panel);

  for (const [name, { panel }] of every) {
    tabs[name].addEventListener("click", () => go(name));
    tabs[name].addEventListener("keydown", (event) => {
      if (!["ArrowLeft", "ArrowRight"].includes(event.key) || person.account === null) return;
      go(chosen === "table" ? "me" : "table");
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
    /** The name of the open room. */
    name: () => chosen,
    /** The open room. */
    here: () => rooms[chosen],
    /** @param {RoomName} name */
    of: (name) => rooms[name],
    /** @param {RoomName} name */
    tab: (name) => tabs[name],
    /**
     * Show that there is a new message in a room that is not open.
     *
     * @param {RoomName} name
     */
    news(name) {
      tabs[name].dataset.news = "";
      if (name === "table") toTalk.dataset.news = "";
    },
    /** Show everything again, because the person has changed. */
    refresh: () => every.forEach(([, each]) => each.refresh()),
    /**
     * Offer to load earlier messages, if there are any.
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
