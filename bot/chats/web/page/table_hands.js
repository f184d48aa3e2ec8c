// Table hands: touch and mouse on the board: a tap on a point or on the dice, or a checker that is dragged.

import { OFF, diceSpots, placeAt } from "./table_layout.js";

/** @import { TableBoard } from "./table_board.js" */
/** @import { Spot } from "./table_layout.js" */

const A_DRAG = 7;
const DICE_ROOM = 44;
const ABOVE_THE_FINGER = 44;
/** The most milliseconds between the two taps of a double tap. */
const A_DOUBLE_TAP = 300;

/**
 * @param {TableBoard} board
 * @param {object} actions
 * @param {() => string} actions.side returns the side that sits below
 * @param {() => { isBelow: boolean, count: number } | null} actions.dice returns the dice that can be tapped, or null
 * @param {(place: number) => boolean} actions.mayHold returns true if a checker of a place can be dragged
 * @param {(place: number) => void} actions.tap
 * @param {(place: number) => void} actions.tapAgain is called for the second tap of a double tap.
 * @param {() => void} actions.tapDice
 * @param {(place: number | null) => void} actions.hold is called when a drag begins, and with null when it ends
 * @param {(from: number, to: number) => void} actions.drop
 */
export function listenToHands(board, { side, dice, mayHold, tap, tapAgain, tapDice, hold, drop }) {
  const { element } = board;
  /** @type {{ id: number, from: Spot, place: number | null, isTouch: boolean, piece: HTMLElement | null } | null} */
  let held = null;

  /** The last tap, if it may become a double tap. @type {{ place: number, at: number } | null} */
  let tapped = null;

  /** @param {PointerEvent} event */
  function spotOf(event) {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  /** @param {Spot} spot */
  function isOnDice(spot) {
    const shown = dice();
    if (!shown) return false;
    const { die } = board.layout();
    const { x, y, spots } = diceSpots(board.layout(), shown.isBelow, shown.count);
    const reach = Math.max(DICE_ROOM, die) / 2 + 2;
    return Math.abs(spot.y - y) < reach && Math.abs(spot.x - x) < (spots[spots.length - 1].x - spots[0].x) / 2 + reach;
  }

  element.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary) {
      // Two fingers enlarge and move the page, which the browser does.
      letGo();
      return;
    }
    if (event.button !== 0) return;
    // An earlier press whose end was lost must not block this one.
    letGo();
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    const from = spotOf(event);
    held = { id: event.pointerId, from, place: placeAt(board.layout(), side(), from), isTouch: event.pointerType !== "mouse", piece: null };
  });

  element.addEventListener("pointermove", (event) => {
    if (held?.id !== event.pointerId) return;
    const spot = spotOf(event);
    if (!held.piece) {
      if (Math.hypot(spot.x - held.from.x, spot.y - held.from.y) < A_DRAG) return;
      if (held.place === null || held.place === OFF || !mayHold(held.place)) return;
      held.piece = board.topOf(side(), held.place);
      if (!held.piece) return;
      held.piece.classList.add("held");
      hold(held.place);
    }
    const lift = held.isTouch ? ABOVE_THE_FINGER : 0;
    held.piece.style.transform = `translate(${spot.x}px, ${spot.y - lift}px) scale(${held.isTouch ? 1.3 : 1.1})`;
  });

  element.addEventListener("pointerup", (event) => {
    if (held?.id !== event.pointerId) return;
    const { from, place, piece } = held;
    const spot = spotOf(event);
    held = null;
    if (piece) {
      piece.classList.remove("held");
      hold(null);
      const to = placeAt(board.layout(), side(), spot);
      if (to !== null && place !== null) drop(place, to);
    } else if (isOnDice(from)) tapDice();
    else if (place !== null && tapped?.place === place && event.timeStamp - tapped.at < A_DOUBLE_TAP) {
      tapped = null;
      tapAgain(place);
    } else if (place !== null) {
      tapped = { place, at: event.timeStamp };
      tap(place);
    }
  });

  element.addEventListener("pointercancel", (event) => {
    if (held?.id === event.pointerId) letGo();
  });

  function letGo() {
    const piece = held?.piece;
    held = null;
    if (!piece) return false;
    piece.classList.remove("held");
    hold(null);
    return true;
  }

  return { letGo };
}
