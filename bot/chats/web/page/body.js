// Body: the parts below the text of a message: a board or an animation, buttons and links.

import { makeAnimation } from "./animation.js";
import { makeBoard } from "./board.js";
import { arrange, findAll, make, makeButton } from "./dom.js";
import { downloadElement } from "./download.js";
import { inviteElement } from "./invite.js";

/** @import { AnimationView, Areas, BoardView, ButtonView, DocumentView, InviteView } from "./frames.js" */

/**
 * The person in front of the page, as far as messages need to know.
 *
 * @typedef {object} Person
 * @property {string | null} account null for a person who only watches
 * @property {string | null} name
 * @property {boolean} [guest] true if the bot chose the name
 * @property {Areas} areas the areas of a board's points
 * @property {boolean} host true if the person administers the table
 * @property {string} key the key for invitation links, or an empty string
 * @property {(start: string) => string} addressOf returns the link of an invitation
 */

/**
 * A button that was pressed.
 *
 * @typedef {object} Pressed
 * @property {string} data
 * @property {() => void} settle is called when the press was answered
 */

/**
 * The contents of the body of a message or an answer.
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
  // The buttons in the rows, as JSON.
  let offered = "";
  let invited = "";
  element.append(rows, invites);

  /** @param {Contents} contents */
  function show(contents) {
    animation?.remove();
    animation = contents.animation ? makeAnimation(contents.animation) : null;
    if (animation) element.prepend(animation);
    download?.remove();
    download = contents.document ? downloadElement(contents.document) : null;
    if (download) element.prepend(download);
    // A person who only watches sees the board, but nothing to press.
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
    showInvites(person.account === null ? [] : contents.invites);
  }

  /** @param {InviteView[]} links */
  function showInvites(links) {
    const wanted = JSON.stringify([person.key, links]);
    if (wanted === invited) return;
    invited = wanted;
    invites.replaceChildren(
      ...links.map(({ label, text, start }) => inviteElement(label, text, () => person.addressOf(start))),
    );
  }

  /**
   * While a turn is being made the rows keep their height, so that the board does not jump under the finger.
   *
   * @param {ButtonView[][]} buttons
   */
  function showRows(buttons) {
    // Buttons that did not change stay the same elements, because one of them may be pressed at this moment.
    const wanted = JSON.stringify(buttons);
    if (wanted === offered) return;
    offered = wanted;
    const focused = rows.contains(document.activeElement) ? document.activeElement?.textContent : null;
    rows.style.minHeight = buttons.length && board && isPlayedHere && rows.offsetHeight ? `${rows.offsetHeight}px` : "";
    const left = findAll("button", HTMLButtonElement, rows);
    /** @param {ButtonView} button */
    const elementOf = (button) => {
      const same = left.findIndex((each) => each.dataset.data === button.data && each.textContent === button.label && each.classList.contains(button.style));
      return same < 0 ? buttonElement(button, pressed) : left.splice(same, 1)[0];
    };
    /** @type {Element[]} */
    const lines = [];
    for (const row of buttons) {
      const wantedHere = row.map(elementOf);
      // A button that is moved into another row would lose the press, too.
      const same = wantedHere.map((each) => each.parentElement).find((line) => line && !lines.includes(line));
      lines.push(same ?? make("div", "row"));
      arrange(lines[lines.length - 1], wantedHere);
    }
    arrange(rows, lines);
    if (focused === null || rows.contains(document.activeElement)) return;
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
