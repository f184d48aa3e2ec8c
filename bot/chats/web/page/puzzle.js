// Puzzle: fetch the puzzle of the day and the result of turns, and keep the day's answer in the browser.

import { at } from "./root.js";
import { BAR, OFF } from "./table_layout.js";
import { preferredTheme } from "./table_theme.js";
import { keepAside, keptAside } from "./web_account.js";
import { language } from "./words.js";

/** @import { PuzzleStepView, TableView } from "./frames.js" */

const KEPT = "puzzle";

/**
 * Fetch a puzzle, or the result of moves in it; null if the server cannot be reached.
 *
 * @param {object} asked
 * @param {string} [asked.name] by default the puzzle of the day.
 * @param {string[]} [asked.made] the moves made so far.
 * @param {string} [asked.move] one more move to try.
 * @param {boolean} [asked.isAnswer] true if the moves made are the answer.
 * @returns {Promise<PuzzleStepView | null>}
 */
export async function askPuzzle({ name = "", made = [], move = "", isAnswer = false }) {
  const query = new URLSearchParams({ lang: language(), theme: preferredTheme() });
  if (name) query.set("name", name);
  if (made.length) query.set("made", made.join(" "));
  if (move) query.set("move", move);
  if (isAnswer) query.set("answer", "1");
  try {
    const answer = await fetch(at(`/puzzle.json?${query}`));
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/**
 * Return a puzzle's board with the turn that was answered, to be shown beside the best one.
 *
 * @param {PuzzleStepView} step
 * @param {string[]} made
 * @returns {TableView}
 */
export const withTurn = ({ table }, made) => (table.better.length ? { ...table, last: made.map(legOf) } : table);

/**
 * Return the start and end of a typed move.
 *
 * @param {string} move
 * @returns {[number, number]}
 */
function legOf(move) {
  const [start, stop] = move.split("/").map((place) => (place === "bar" ? BAR : place === "off" ? OFF : parseInt(place)));
  return [start, stop];
}

/**
 * The answer to a day's puzzle, which is stored before there is a player to whom it counts.
 *
 * @typedef {{ day: string, made: string[], isCounted: boolean }} KeptAnswer
 */

/** @returns {KeptAnswer | null} */
export function keptAnswer() {
  try {
    return JSON.parse(keptAside(KEPT) || "null");
  } catch {
    return null;
  }
}

/**
 * Keep the first answer to a day's puzzle.
 *
 * @param {string} day the date of the puzzle; empty for a puzzle of no present day, which is not kept.
 * @param {string[]} made
 */
export function keepAnswer(day, made) {
  if (day && keptAnswer()?.day !== day) keepAside(KEPT, JSON.stringify({ day, made, isCounted: false }));
}

/**
 * Count the kept answer for the player, once.
 *
 * @param {(data: string, done: () => void) => void} press
 */
export function countAnswer(press) {
  const kept = keptAnswer();
  if (!kept || kept.isCounted) return;
  press(`:/puzzle ${kept.day} ${kept.made.join(" ")}`, () => keepAside(KEPT, JSON.stringify({ ...kept, isCounted: true })));
}
