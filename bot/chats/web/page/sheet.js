// Sheet: a panel with a title that comes up over the page, or over one element of it, and gives the focus back.

import { make, makeButton } from "./dom.js";
import { word } from "./words.js";

/** The pixels by which a sheet is pulled down to close it. */
const PULL = 72;
let count = 0;

/**
 * What a sheet shows.
 *
 * @typedef {object} SheetPage
 * @property {string} title
 * @property {HTMLElement} content gets the focus where it has the attribute `autofocus`; otherwise the title gets it.
 * @property {HTMLElement | null} [foot] stays in sight below the content.
 * @property {HTMLElement[]} [acts] buttons in the head.
 * @property {(() => void) | null} [back] returns to what the sheet showed before; a button in the head calls it.
 */

/** @typedef {ReturnType<typeof openSheet>} Sheet */

/**
 * Open a sheet.
 *
 * @param {SheetPage & { within?: HTMLElement, onClose?: () => void }} options
 *   `within` is the element that the sheet covers, and all that it makes inert; by default the whole page.
 *   `onClose` is called once, when the sheet is closed in any way.
 */
export function openSheet({ within, onClose = () => {}, ...first }) {
  const element = make("dialog", "sheet");
  const head = make("div", "sheet-head");
  const grip = make("div", "sheet-grip");
  const toBack = makeButton("sheet-back", "", () => back());
  toBack.setAttribute("aria-label", word("web-sheet-back"));
  const title = make("h2");
  title.id = `sheet-${++count}`;
  title.tabIndex = -1;
  const toClose = makeButton("close", "", close);
  toClose.setAttribute("aria-label", word("web-sheet-close"));
  const body = make("div", "sheet-body");
  const below = make("div", "sheet-foot");
  const acts = make("div", "sheet-acts-above");
  head.append(grip, toBack, title, acts, toClose);
  element.append(head, body, below);
  element.setAttribute("aria-labelledby", title.id);
  let back = () => {};

  const cover = within ? make("div", "sheet-cover") : null;
  const beside = cover ?? element;
  const covered = within ? [...within.children].flatMap((each) => (each instanceof HTMLElement && !each.inert ? [each] : [])) : [];

  /** @param {SheetPage} page */
  function show(page) {
    title.textContent = page.title;
    back = page.back ?? (() => {});
    toBack.hidden = !page.back;
    body.replaceChildren(page.content);
    body.scrollTop = 0;
    acts.replaceChildren(...(page.acts ?? []));
    below.replaceChildren(...(page.foot ? [page.foot] : []));
    const wanted = page.content.querySelector("[autofocus]");
    (wanted instanceof HTMLElement ? wanted : title).focus({ preventScroll: true });
  }

  function close() {
    element.close();
  }

  element.addEventListener("close", () => {
    for (const each of covered) each.inert = false;
    beside.remove();
    onClose();
  });
  // The board's and the page's own keys must not hear what is pressed here.
  element.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (toBack.hidden) close();
    else back();
  });
  // A press on the backdrop has the dialog itself as its target; a press inside the sheet never has.
  let isBeside = false;
  beside.addEventListener("pointerdown", ({ target }) => (isBeside = target === beside));
  // Closed by the click, so that nothing behind the sheet gets one.
  beside.addEventListener("click", ({ target }) => isBeside && target === beside && close());
  pullDown(head, element, close);

  if (within && cover) {
    cover.append(element);
    within.append(cover);
    element.show();
    for (const each of covered) each.inert = true;
  } else {
    document.body.append(element);
    element.showModal();
  }
  show(first);
  return {
    element,
    /** Show something else in the same sheet. */
    show,
    close,
    isOpen: () => element.open,
  };
}

/**
 * Let a sheet be pulled down by its head, and close it if it is pulled far enough.
 *
 * @param {HTMLElement} head
 * @param {HTMLElement} sheet
 * @param {() => void} close
 */
function pullDown(head, sheet, close) {
  /** @type {number | null} */
  let from = null;
  let down = 0;

  /** @param {number} pixels */
  function move(pixels) {
    down = Math.max(0, pixels);
    sheet.style.translate = down ? `0 ${down}px` : "";
  }

  head.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Element && event.target.closest("button")) return;
    from = event.clientY;
    head.setPointerCapture(event.pointerId);
  });
  head.addEventListener("pointermove", (event) => from !== null && move(event.clientY - from));
  const release = () => {
    if (from === null) return;
    from = null;
    if (down > PULL) close();
    else move(0);
  };
  head.addEventListener("pointerup", release);
  head.addEventListener("pointercancel", release);
}
