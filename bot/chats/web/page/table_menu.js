// Table menu: everything a person can do in a game besides moving, as a list that rises from its button.

import { make, makeButton } from "./dom.js";
import { drawn } from "./table_background.js";
import { word } from "./words.js";

/** @import { MenuEntryView } from "./frames.js" */

/** The pixels between the list and what it rises from. */
const GAP = 8;

/** The signs beside the labels, as paths on a square of 24. @type {Record<MenuEntryView["icon"], string>} */
const SIGNS = {
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5 1 1.2 1 2V16h5.2v-.2c0-.8.4-1.5 1-2A6 6 0 0 0 12 3z",
  double: "M6 3h12a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3zM9.5 9.6a2.5 2.5 0 1 1 4.4 1.7L9.5 16h5",
  draw: "M5 9h14M5 15h14",
  pause: "M9 5v14M15 5v14",
  resign: "M5 21V4h12l-2 4 2 4H5",
  new: "M12 5v14M5 12h14",
  record: "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01",
  talk: "M4 5h16v11H10l-4 4v-4H4z",
  share: "M12 15V4M8 8l4-4 4 4M5 12v8h14v-8",
  flip: "M4 11a8 8 0 0 1 14-5l2 2M20 4v4h-4M20 13a8 8 0 0 1-14 5l-2-2M4 20v-4h4",
  sound: "M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a9 9 0 0 1 0 12",
  rules: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
  settings: "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  block: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM5.6 5.6l12.8 12.8",
};

/**
 * @param {HTMLElement} table the element that the list lies in
 * @param {object} actions
 * @param {(entry: MenuEntryView) => void} actions.choose carries out an entry.
 * @param {{ isOn: () => boolean, canSound: () => boolean }} actions.sound
 */
export function makeMenu(table, { choose, sound }) {
  const button = makeButton("button more", "", () => (isOpen() ? close() : open()));
  button.append(make("span", "unseen", word("web-table-more")), make("i", "dots"));
  button.setAttribute("aria-haspopup", "menu");
  button.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-controls", "table-menu");
  const cover = make("div", "menu-cover");
  const list = make("div", "table-menu");
  list.id = "table-menu";
  list.setAttribute("role", "menu");
  list.setAttribute("aria-label", word("web-table-more"));
  cover.append(list);
  cover.hidden = true;
  let shown = "";

  const isOpen = () => !cover.hidden;
  const items = () => [...list.querySelectorAll("button")].filter((each) => each.offsetParent !== null);

  function open() {
    cover.hidden = false;
    button.setAttribute("aria-expanded", "true");
    place();
    list.scrollTop = 0;
    focus(items().find((each) => each.ariaDisabled !== "true") ?? items()[0]);
  }

  /** Let the list rise from its button, fall where there is more room below, or stand beside the row of buttons. */
  function place() {
    const from = button.getBoundingClientRect();
    const around = table.getBoundingClientRect();
    const row = button.parentElement?.getBoundingClientRect() ?? from;
    const above = from.top - around.top - 2 * GAP;
    const below = around.bottom - from.bottom - 2 * GAP;
    list.style.maxHeight = "";
    const needed = list.offsetHeight;
    // The width of what lies beside the column with the row; a row as wide as the table has nothing beside it.
    const across = row.left - around.left;
    const isColumn = across > list.offsetWidth + 2 * GAP;
    const isBeside = isColumn && needed > Math.max(above, below);
    const rises = needed <= above || above >= below;
    const room = isBeside ? around.height - 2 * GAP : rises ? above : below;
    list.style.maxHeight = `${room}px`;
    list.style.top = isBeside || rises ? "" : `${from.bottom - around.top + GAP}px`;
    list.style.bottom = isBeside ? `${GAP}px` : rises ? `${around.bottom - from.top + GAP}px` : "";
    list.style.right = `${isBeside ? around.right - row.left + GAP : Math.max(GAP, around.right - from.right)}px`;
    // The button's row, what is below it, and the column in which it stands stay as they are.
    cover.style.setProperty("--covered", rises && !isColumn ? `${from.top - around.top - GAP}px` : "100%");
    cover.style.setProperty("--across", isColumn ? `${across}px` : "100%");
  }

  function close() {
    if (!isOpen()) return;
    const hadFocus = list.contains(document.activeElement);
    cover.hidden = true;
    button.setAttribute("aria-expanded", "false");
    if (hadFocus) button.focus({ preventScroll: true });
  }

  /** @param {HTMLElement | undefined} item */
  const focus = (item) => item?.focus({ preventScroll: false });

  /** @param {KeyboardEvent} event */
  function key(event) {
    const all = items();
    const at = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    // The board's own keys must not hear what is pressed here.
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") close();
    else if (event.key === "ArrowDown") focus(all[(at + 1) % all.length]);
    else if (event.key === "ArrowUp") focus(all[(at + all.length - 1) % all.length]);
    else if (event.key === "Home") focus(all[0]);
    else if (event.key === "End") focus(all.at(-1));
    else if (event.key.length === 1 && event.key !== " ") focus(beginning(event.key, all, at));
    else return;
    event.preventDefault();
  }

  list.addEventListener("keydown", key);
  cover.addEventListener("click", ({ target }) => target === cover && close());
  addEventListener("resize", () => isOpen() && place());

  /**
   * @param {MenuEntryView} entry
   */
  function itemOf(entry) {
    const item = makeButton("menu-item", "", () => {
      if (entry.when) return;
      close();
      choose(entry);
    });
    const sign = drawn("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
    sign.append(drawn("path", { d: SIGNS[entry.icon] }));
    item.append(sign, make("span", "", entry.label));
    if (entry.when) item.append(make("small", "", entry.when));
    item.ariaDisabled = String(Boolean(entry.when));
    item.classList.toggle("danger", entry.danger);
    item.dataset.entry = entry.icon;
    item.tabIndex = -1;
    item.setAttribute("role", entry.does === "sound" ? "menuitemcheckbox" : "menuitem");
    if (entry.does === "sound") item.setAttribute("aria-checked", String(sound.isOn()));
    return item;
  }

  return {
    button,
    /** The list with what covers the rest of the table. */
    element: cover,
    isOpen,
    close,
    /**
     * Mark that something in the chat is unread, which a low window shows nowhere else.
     *
     * @param {boolean} isUnread
     */
    mark: (isUnread) => void (isUnread ? (button.dataset.news = "") : delete button.dataset.news),
    /** @param {MenuEntryView[][]} groups */
    show(groups) {
      const wanted = JSON.stringify([groups, sound.isOn()]);
      if (wanted === shown) return;
      shown = wanted;
      button.hidden = groups.length === 0;
      const at = items().indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      const made = groups.map((group) => {
        const part = make("div", "menu-group");
        part.setAttribute("role", "group");
        part.append(...group.filter(({ does }) => does !== "sound" || sound.canSound()).map(itemOf));
        return part;
      });
      list.replaceChildren(...made);
      if (isOpen() && at >= 0) focus(items()[at] ?? items()[0]);
    },
  };
}

/**
 * Return the next item after one that begins with a letter.
 *
 * @param {string} letter
 * @param {HTMLElement[]} items
 * @param {number} at
 */
function beginning(letter, items, at) {
  const wanted = letter.toLowerCase();
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find((each) => each.querySelector("span")?.textContent?.toLowerCase().startsWith(wanted));
}
