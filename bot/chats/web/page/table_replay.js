// Table replay: the buttons that step through a game and play it back.

import { make, makeButton } from "./dom.js";
import { word } from "./words.js";

/** @import { TableView } from "./frames.js" */

/** Milliseconds for which each board is shown during playback. */
const EACH = 1300;

/** @typedef {"first" | "before" | "after" | "last"} Where */

/**
 * @param {(moment: number | null) => void} lookAt shows the board after a line of the log; null shows the live board.
 */
export function makeReplay(lookAt) {
  const element = make("div", "replay");
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", word("web-table-replay"));
  const stillness = matchMedia("(prefers-reduced-motion: reduce)");
  let last = 0;
  /** @type {number | null} */
  let shown = null;
  /** @type {ReturnType<typeof setInterval> | null} */
  let playing = null;

  const buttons = {
    first: step("«", "web-table-first", "first"),
    before: step("‹", "web-table-before", "before"),
    play: makeButton("log-step play", "", () => (playing === null ? play() : pause())),
    after: step("›", "web-table-after", "after"),
    last: step("»", "web-table-now", "last"),
  };
  element.append(...Object.values(buttons));
  stillness.addEventListener("change", pause);
  pause();

  /**
   * @param {string} sign
   * @param {string} label
   * @param {Where} where
   */
  function step(sign, label, where) {
    const button = makeButton("log-step", sign, () => go(where));
    name(button, word(label));
    return button;
  }

  /** @param {Where} where */
  function go(where) {
    pause();
    goOn(where);
  }

  /** @param {Where} where */
  function goOn(where) {
    const current = shown ?? last;
    const moment = { first: 0, before: current - 1, after: current + 1, last }[where];
    lookAt(moment >= last ? null : Math.max(0, moment));
  }

  /** Play the game back from the first line, or from the line that is shown. */
  function play() {
    if (shown === null) goOn("first");
    playing = setInterval(() => {
      goOn("after");
      // Playback stops at the end, and while the page is hidden.
      if (shown === null || element.offsetParent === null) pause();
    }, EACH);
    namePlay();
  }

  function pause() {
    if (playing !== null) clearInterval(playing);
    playing = null;
    namePlay();
  }

  function namePlay() {
    buttons.play.hidden = stillness.matches;
    buttons.play.textContent = playing === null ? "▶\ufe0e" : "⏸\ufe0e";
    name(buttons.play, word(playing === null ? "web-table-play" : "web-table-pause"));
  }

  return {
    element,
    go,
    pause,
    /** Play the game back from its beginning, unless motion is reduced; then show its beginning. */
    play() {
      pause();
      goOn("first");
      if (!stillness.matches) play();
    },
    /**
     * @param {TableView} view the live game.
     * @param {number | null} moment the line of the log after which the board is shown; null for the live board.
     */
    show(view, moment) {
      last = view.log.length;
      shown = moment;
      buttons.first.disabled = buttons.before.disabled = (moment ?? last) === 0;
      buttons.after.disabled = buttons.last.disabled = moment === null;
      buttons.play.disabled = last === 0;
    },
  };
}

/**
 * @param {HTMLButtonElement} button
 * @param {string} label
 */
function name(button, label) {
  button.setAttribute("aria-label", label);
  button.title = label;
}
