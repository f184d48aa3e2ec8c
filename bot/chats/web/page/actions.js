// Actions: send what the person types and presses in the rooms, and show the answers.

import { newId } from "./ids.js";

/** @import { Answer } from "./answer.js" */
/** @import { Pressed } from "./body.js" */
/** @import { Attached, ReplyView, RoomName } from "./frames.js" */
/** @import { Action } from "./link.js" */
/** @import { Rooms } from "./rooms.js" */

/** @typedef {(replies: ReplyView[]) => void} Done takes the answers to an action */

/** @typedef {ReturnType<typeof makeActions>} Actions */

/**
 * @param {object} page
 * @param {(frame: Action) => void} page.act sends an action.
 * @param {() => Rooms} page.rooms returns the rooms.
 * @param {() => boolean} page.reached returns true if the server can be reached.
 * @param {(panel: string) => void} page.open opens the panel that an answer asks for.
 */
export function makeActions({ act, rooms, reached, open }) {
  /**
   * The callback for the answers to each pending action, by the action's id.
   *
   * @type {Map<string, Done>}
   */
  const waiting = new Map();
  // The board that the last typed line changed in place, and the room in which such a board is awaited.
  /** @type {string | null} */
  let changedBoard = null;
  /** @type {RoomName | null} */
  let lookingIn = null;

  /**
   * Return the id of an action whose answers go to a callback.
   *
   * @param {Done} done
   */
  function waitFor(done) {
    const id = newId();
    waiting.set(id, done);
    return id;
  }

  /**
   * @param {string} id
   * @param {ReplyView[]} replies
   */
  function settle(id, replies) {
    const settled = waiting.get(id);
    waiting.delete(id);
    const shown = replies.filter(({ opens }) => opens === "");
    if (settled) settled(shown);
    // Answers to actions from before a reload are shown in the open room.
    else if (shown.length) show(rooms().here().addAnswer(null, null), shown);
    for (const { opens } of replies) if (opens) open(opens);
  }

  /**
   * Return the id of an action whose answers are shown in a room.
   *
   * @param {RoomName} name
   * @param {string | null} typed the typed line, if it is shown until the answer comes.
   */
  function answeredIn(name, typed) {
    const room = rooms().of(name);
    const echo = typed === null ? null : room.addAnswer(typed, null);
    changedBoard = lookingIn = null;
    echo?.element.classList.add("waiting");
    return waitFor((replies) => {
      echo?.element.classList.remove("waiting");
      if (replies.length) show(echo ?? room.addAnswer(null, null), replies);
      else if (echo) {
        room.dropAnswer(echo);
        // The line is done. A new board is at the end of the room; a board that it changed in place may be out of sight.
        lookingIn = name;
        if (changedBoard !== null) boardChanged(name, changedBoard);
      }
    });
  }

  /**
   * @param {Answer} answer
   * @param {ReplyView[]} replies
   */
  function show(answer, replies) {
    answer.show(replies);
    answer.element.scrollIntoView({ block: "nearest" });
  }

  /**
   * Scroll to a board that the typed line changed, if it waits for the person.
   *
   * @param {RoomName} name
   * @param {string} id
   */
  function boardChanged(name, id) {
    changedBoard = id;
    if (lookingIn !== name) return;
    lookingIn = null;
    if (name === rooms().name()) rooms().of(name).element(id)?.scrollIntoView({ block: "nearest" });
  }

  return {
    act,
    waitFor,
    settle,
    boardChanged,
    /** The typed line brought a new message, which is at the end of the room. */
    cameAnew: () => (lookingIn = null),
    /** Return true if no action is pending. */
    isIdle: () => waiting.size === 0,
    /**
     * Show why an action was refused.
     *
     * @param {string} id
     * @param {string} text
     */
    refuse: (id, text) => settle(id, notice(text)),
    /**
     * Show answers in the open room.
     *
     * @param {ReplyView[]} replies
     */
    answerHere: (replies) => show(rooms().here().addAnswer(null, null), replies),
    /**
     * Post a line in the open room.
     *
     * @param {string} text
     * @param {string | null} message the message that the line replies to.
     * @param {Attached | null} attached
     */
    say(text, message, attached) {
      const room = rooms().name();
      // Talk comes back from the server as everyone sees it; any other line is shown as typed until it is answered.
      const isShown = /^[/\d]/.test(text) || !reached();
      const id = answeredIn(room, isShown ? text : null);
      act({ do: "say", id, room, text, message, ...(attached && { attached }) });
      rooms().here().toEnd();
    },
    /**
     * Carry out a command that the person did not type.
     *
     * @param {string} text
     */
    begin(text) {
      const room = rooms().name();
      act({ do: "say", id: answeredIn(room, null), room, text, message: null });
    },
    /**
     * Press a button in a room.
     *
     * @param {RoomName} name
     * @param {Pressed} pressed
     * @param {string | null} message the message that the button belongs to, or null.
     * @param {Answer | null} from the answer that the button belongs to, or null.
     */
    press(name, pressed, message, from) {
      const room = rooms().of(name);
      if (message !== null) room.clearUnder(message);
      const id = waitFor((replies) => {
        pressed.settle();
        if (!replies.length && from) room.dropAnswer(from);
        else if (replies.length) show(from ?? room.addAnswer(null, message), replies);
      });
      act({ do: "press", id, room: name, data: pressed.data, message });
    },
  };
}


/**
 * @param {string} text
 * @returns {ReplyView[]}
 */
function notice(text) {
  return [{ text: [text], board: null, animation: null, document: null, buttons: [], invites: [], notifies: [], waits_for: [], pending: null, opens: "", offered_at: null, invitation: null, hint: null, objection: null }];
}
