// Table state: which game is open, and how it stands.

/** @import { RoomName, TableView } from "./frames.js" */
/** @import { Turn } from "./table_turn.js" */

/**
 * @typedef {object} TableState
 * @property {{ room: RoomName, game: string } | null} opened
 * @property {TableView | null} view the game as it is shown
 * @property {TableView | null} latest the game as it stands now
 * @property {Turn | null} turn
 * @property {number} pending how many answers are waited for
 * @property {boolean} isEnding whether the turn is being ended
 * @property {boolean} isFlipped whether who looks on sees it from the other side
 * @property {number | null} moment after which line of the log the game is shown; null, if as it stands now
 */

/** Nothing is open. */
const NOTHING = { opened: null, view: null, latest: null, turn: null, pending: 0, isEnding: false, isFlipped: false, moment: null };

/** @returns {TableState} */
export const makeState = () => ({ ...NOTHING });

/**
 * Open a game, of which nothing is known yet.
 *
 * @param {TableState} state
 * @param {{ room: RoomName, game: string }} opened
 * @param {number | null} moment
 */
export function begin(state, opened, moment) {
  Object.assign(state, NOTHING, { opened, moment });
}
