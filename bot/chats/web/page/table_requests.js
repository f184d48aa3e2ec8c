// Table requests: what is asked of the table, and where its answers are shown.

import { plain } from "./text.js";

/** @import { ReplyView, RoomName } from "./frames.js" */
/** @import { TableState } from "./table_state.js" */

/** So long a text is more than a sentence at a point. */
const A_SENTENCE = 200;

/**
 * @param {TableState} state
 * @param {object} actions
 * @param {(room: RoomName, data: string, done: (replies: ReplyView[]) => void) => void} actions.press
 * @param {(room: RoomName, text: string, done: (replies: ReplyView[]) => void) => void} actions.say
 * @param {(text: string, place: number | null) => void} actions.tell shows a sentence at a place.
 * @param {(typed: string | null, replies: ReplyView[]) => void} actions.answer shows more than that beside the board.
 * @param {() => void} actions.settled is called when nothing is waited for any more.
 */
export function makeRequests(state, { press, say, tell, answer, settled }) {
  /**
   * Do something; what is refused goes back, with the reason where it was done.
   *
   * @param {string} data
   * @param {number | null} at where a short answer is shown
   * @param {(replies: ReplyView[]) => void} [answered] who else takes the answers
   */
  function act(data, at, answered) {
    if (!state.opened) return;
    const { game } = state.opened;
    state.pending++;
    press(state.opened.room, data, (replies) => {
      state.pending--;
      if (state.opened?.game !== game) return;
      if (answered) answered(replies);
      else if (replies.some(needsRoom)) answer(null, replies);
      else if (replies.length) tell(plain(replies[0].text), at);
      if (state.pending > 0) return;
      state.isEnding = false;
      settled();
    });
  }

  return {
    act,
    /**
     * Do something in the turn that is shown.
     *
     * @param {string} line
     * @param {number | null} at
     */
    inTurn(line, at) {
      if (state.view) act(`${state.view.turn}:${line}`, at);
    },
    /**
     * Ask why a move is none.
     *
     * @param {string} move
     * @param {number} at where the answer is shown
     */
    why(move, at) {
      if (!state.view || !state.opened) return;
      const { game } = state.view;
      press(state.opened.room, `:/why ${game} ${move}`, (replies) => {
        if (state.view?.game === game && replies.length) tell(plain(replies[0].text), at);
      });
    },
    /**
     * Say something in the room.
     *
     * @param {string} text
     */
    say(text) {
      if (!state.opened) return;
      const { game } = state.opened;
      say(state.opened.room, text, (replies) => {
        if (state.opened?.game === game && replies.length) answer(/^[/\d]/.test(text) ? text : null, replies);
      });
    },
  };
}

/**
 * Whether an answer is more than a sentence.
 *
 * @param {ReplyView} reply
 */
function needsRoom(reply) {
  return reply.buttons.length > 0 || reply.board !== null || reply.animation !== null || reply.document !== null || reply.pending !== null || plain(reply.text).length > A_SENTENCE;
}
