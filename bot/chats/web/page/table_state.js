// Table state: the open game and its current state.

/** @import { RoomName, TableView } from "./frames.js" */
/** @import { Turn } from "./table_turn.js" */

/**
 * @typedef {object} TableState
 * @property {{ room: RoomName, game: string } | null} opened
 * @property {TableView | null} view the game as it is shown
 * @property {TableView | null} latest the live game
 * @property {Turn | null} turn
 * @property {number} pending the number of pending answers
 * @property {boolean} isEnding true while the turn is being ended
 * @property {boolean} isFlipped true if a person who only watches has turned the board around
 * @property {number | null} moment the line of the log after which the game is shown; null for the live game
 */

/** The state without an open game. */
const NOTHING = { opened: null, view: null, latest: null, turn: null, pending: 0, isEnding: false, isFlipped: false, moment: null };

/** @returns {TableState} */
export const makeState = () => ({ ...NOTHING });

/**
 * Reset the state for a game that is opened and still to be loaded.
 *
 * @param {TableState} state
 * @param {{ room: RoomName, game: string }} opened
 * @param {number | null} moment
 */
export function begin(state, opened, moment) {
  Object.assign(state, NOTHING, { opened, moment });
}
