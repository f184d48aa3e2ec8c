// Body: what stands below the words of a message, a board or an animation, buttons and links.

import { makeAnimation } from "./animation.js";
import { makeBoard } from "./board.js";
import { findAll, make, makeButton } from "./dom.js";
import { downloadElement } from "./download.js";
import { inviteElement } from "./invite.js";

/** @import { AnimationView, Areas, BoardView, ButtonView, DocumentView, InviteView } from "./frames.js" */

/**
 * Who is looking, as the messages need to know.
 *
 * @typedef {object} Person
 * @property {string | null} account null for somebody who only watches
 * @property {string | null} name
 * @property {Areas} areas where the points of a board lie
 * @property {boolean} host whether the person administers the table
 * @property {string} key what a link for others needs, if anything
 * @property {(start: string) => string} addressOf gives the link of an invitation
 */

/**
 * A button that was pressed.
 *
 * @typedef {object} Pressed
 * @property {string} data
 * @property {() => void} settle is called when the press was answered
 */

/**
 * What a body shows: of a message, or of an answer.
 *
 * @typedef {object} Contents
 * @property {BoardView | null} board
 * @property {AnimationView | null} [animation]
 * @property {DocumentView | null} [document]
 * @property {ButtonView[][]} buttons
 * @property {InviteView[]} invites
 */

/**
 * @param {Person} person
 * @param {(pressed: Pressed) => void} press
 */
export function makeBody(person, press) {
  const element = make("div", "body");
  const rows = make("div", "buttons");
  const invites = make("div", "invites");
  /** @type {ReturnType<typeof makeBoard> | null} */
  let board = null;
  /** @type {HTMLElement | null} */
  let animation = null;
  /** @type {HTMLElement | null} */
  let download = null;
  let isPlayedHere = false;
  // The buttons that stand in the rows, as text.
  let offered = "";
  element.append(rows, invites);

  /** @param {Contents} contents */
  function show(contents) {
    animation?.remove();
    animation = contents.animation ? makeAnimation(contents.animation) : null;
    if (animation) element.prepend(animation);
    download?.remove();
    download = contents.document ? downloadElement(contents.document) : null;
    if (download) element.prepend(download);
    // Somebody who only watches sees the board, and nothing to press.
    const usable = person.account === null ? [] : contents.buttons;
    if (contents.board) {
      if (!board) {
        board = makeBoard(person.areas, pressed);
        element.prepend(board.element);
      }
      board.show(contents.board, usable);
    } else {
      board?.element.remove();
      board = null;
    }
    showRows(usable);
    const links = person.account === null ? [] : contents.invites;
    invites.replaceChildren(
      ...links.map(({ label, text, start }) => inviteElement(label, text, () => person.addressOf(start))),
    );
  }

  /**
   * Where a turn is being made the rows keep their height, so that the board does not jump under the finger.
   *
   * @param {ButtonView[][]} buttons
   */
  function showRows(buttons) {
    // What is being pressed just now must not be replaced by the same.
    const wanted = JSON.stringify(buttons);
    if (wanted === offered) return;
    offered = wanted;
    const focused = rows.contains(document.activeElement) ? document.activeElement?.textContent : null;
    rows.style.minHeight = buttons.length && board && isPlayedHere && rows.offsetHeight ? `${rows.offsetHeight}px` : "";
    rows.replaceChildren(
      ...buttons.map((row) => {
        const line = make("div", "row");
        line.append(...row.map((button) => buttonElement(button, pressed)));
        return line;
      }),
    );
    if (focused === null) return;
    const all = findAll("button", HTMLButtonElement, rows);
    (all.find((button) => button.textContent === focused) ?? all[0] ?? element.closest("li"))?.focus({ preventScroll: true });
  }

  /** @param {ButtonView} button */
  function pressed(button) {
    isPlayedHere = true;
    const pressedElement = findAll("button", HTMLButtonElement, rows).find((each) => each.dataset.data === button.data);
    pressedElement?.classList.add("waiting");
    press({ data: button.data, settle: () => pressedElement?.classList.remove("waiting") });
  }

  return { element, show, letGo: () => board?.letGo() ?? false };
}

/**
 * @param {ButtonView} button
 * @param {(button: ButtonView) => void} pressed
 */
function buttonElement(button, pressed) {
  const element = makeButton(`button ${button.style}`, button.label, () => pressed(button));
  element.dataset.data = button.data;
  return element;
}
