// Table requests: send actions on the board to the server, and show the answers.

import { plain } from "./text.js";

/** @import { ObjectionView, ReplyView, RoomName } from "./frames.js" */
/** @import { TableState } from "./table_state.js" */

/** The length from which a text is too long to show at a point. */
const A_SENTENCE = 200;

/**
 * @param {TableState} state
 * @param {object} actions
 * @param {(room: RoomName, data: string, done: (replies: ReplyView[]) => void) => void} actions.press
 * @param {(room: RoomName, text: string, done: (replies: ReplyView[]) => void) => void} actions.say
 * @param {(text: string, place: number | null, objection?: ObjectionView | null) => void} actions.tell shows a short
 *   text at a place, and the points that it speaks of.
 * @param {(replies: ReplyView[]) => boolean} actions.onBoard draws an answer on the board. Returns false if it cannot.
 * @param {(typed: string | null, replies: ReplyView[]) => void} actions.answer shows a longer answer beside the board.
 * @param {() => void} actions.settled is called when no answer is pending any more.
 */
export function makeRequests(state, { press, say, tell, onBoard, answer, settled }) {
  /**
   * Carry out an action. If it is refused, take it back and show the reason at its place.
   *
   * @param {string} data
   * @param {number | null} at the place where a short answer is shown
   * @param {(replies: ReplyView[]) => void} [answered] a further callback for the answers
   */
  function act(data, at, answered) {
    const { opened } = state;
    if (!opened) return;
    state.pending++;
    press(opened.room, data, (replies) => {
      // Also the same game, opened again, counts its own answers only.
      if (state.opened !== opened) return;
      state.pending--;
      if (answered) answered(replies);
      else if (!onBoard(replies)) show(replies, at);
      if (state.pending > 0) return;
      state.isEnding = false;
      settled();
    });
  }

  /**
   * Show answers: a short one on the board, others beside it.
   *
   * @param {ReplyView[]} replies
   * @param {number | null} at
   */
  function show(replies, at) {
    if (replies.some(needsRoom)) answer(null, replies);
    else if (replies.length) tell(plain(replies[0].text), at);
  }

  return {
    act,
    show,
    /**
     * Carry out an action in the turn that is shown.
     *
     * @param {string} line
     * @param {number | null} at
     */
    inTurn(line, at) {
      if (state.view) act(`${state.view.turn}:${line}`, at);
    },
    /**
     * Ask why a move is not legal.
     *
     * @param {string} move
     * @param {number} at the place where the answer is shown
     */
    why(move, at) {
      if (!state.view || !state.opened) return;
      const { game } = state.view;
      press(state.opened.room, `:/why ${game} ${move}`, (replies) => {
        if (state.view?.game === game && replies.length) tell(plain(replies[0].text), at, replies[0].objection);
      });
    },
    /**
     * Post a line in the room.
     *
     * @param {string} text
     */
    say(text) {
      if (!state.opened) return;
      const { game } = state.opened;
      say(state.opened.room, text, (replies) => {
        if (state.opened?.game === game && replies.length && !onBoard(replies)) answer(/^[/\d]/.test(text) ? text : null, replies);
      });
    },
  };
}

/**
 * Return true if an answer is too long to show at a point.
 *
 * @param {ReplyView} reply
 */
function needsRoom(reply) {
  return reply.buttons.length > 0 || reply.board !== null || reply.animation !== null || reply.document !== null || reply.pending !== null || plain(reply.text).length > A_SENTENCE;
}
