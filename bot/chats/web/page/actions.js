// Actions: what the person types and presses in the rooms, and where the answers to it are shown.

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
 * @param {(frame: Action) => void} page.act sends what is done.
 * @param {() => Rooms} page.rooms gives the rooms.
 * @param {() => boolean} page.reached says whether the table can be reached.
 * @param {() => void} page.open opens the settings, where an answer does so.
 */
export function makeActions({ act, rooms, reached, open }) {
  /**
   * What is to be done with the answers to an action, by its id.
   *
   * @type {Map<string, Done>}
   */
  const waiting = new Map();
  // The board that changed where it stands since something was typed, and the room in which one is waited for.
  /** @type {string | null} */
  let changedBoard = null;
  /** @type {RoomName | null} */
  let lookingIn = null;

  /**
   * Return the id of an action whose answers are taken.
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
    const shown = replies.filter(({ opens }) => opens !== "settings");
    if (settled) settled(shown);
    // What was done before the page was loaded once more is answered in the open room.
    else if (shown.length) show(rooms().here().addAnswer(null, null), shown);
    if (shown.length < replies.length) open();
  }

  /**
   * Return the id of an action whose answers are shown in a room.
   *
   * @param {RoomName} name
   * @param {string | null} typed what was typed, if it is shown until then.
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
        // What was typed is done. A board that comes of it stands at the end; one that it changes may be out of sight.
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
   * Bring a board that waits for the person into sight, if it changed by what was typed.
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
    /** What was typed has brought something new, which stands at the end. */
    cameAnew: () => (lookingIn = null),
    /** Whether nothing is being done. */
    isIdle: () => waiting.size === 0,
    /**
     * Say why an action was not taken.
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
     * Say something in the open room.
     *
     * @param {string} text
     * @param {string | null} message the message that it replies to.
     * @param {Attached | null} attached
     */
    say(text, message, attached) {
      const room = rooms().name();
      // Talk comes back from the table as everybody sees it; all else is shown as typed until it is answered.
      const isShown = /^[/\d]/.test(text) || !reached();
      const id = answeredIn(room, isShown ? text : null);
      act({ do: "say", id, room, text, message, ...(attached && { attached }) });
      rooms().here().toEnd();
    },
    /**
     * Have a line carried out that the person did not type.
     *
     * @param {string} text
     */
    begin(text) {
      const room = rooms().name();
      act({ do: "say", id: answeredIn(room, null), room, text, message: null });
    },
    /**
     * Press a button of a room.
     *
     * @param {RoomName} name
     * @param {Pressed} pressed
     * @param {string | null} message the message whose button it is, or null.
     * @param {Answer | null} from the answer whose button it is, or null.
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
  return [{ text: [text], board: null, animation: null, document: null, buttons: [], invites: [], notifies: [], waits_for: [], pending: null, opens: "", offered_at: null }];
}
