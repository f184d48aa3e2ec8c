// Link: the WebSocket to the server. It reconnects by itself, and each action is carried out exactly once.

import { at } from "./root.js";
import { keepOver, upgrade } from "./upgrade.js";

/** @import { FromPage, Hello, OpenApp, ToPage } from "./frames.js" */

/**
 * A frame that is answered under its id.
 *
 * @typedef {Extract<FromPage, { id: string }>} Action
 */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const LOOK_EVERY = 500;
/** Milliseconds of silence after which the page asks if the server is still there: while it is visible, and while hidden. */
const ASK_SEEN = 4000;
const ASK_HIDDEN = 20000;
const ANSWER_WITHIN = 4000;
/** Milliseconds to wait for the welcome before a connection is given up. */
const WELCOME_WITHIN = 10000;
/** Milliseconds to wait for the answer to an action before the connection is given up. */
const DONE_WITHIN = 20000;
/** Milliseconds after which the page says that an action is waiting. */
const SAID_AFTER = 1500;

// The close codes for an invalid frame. Pending actions are then given up, because they would only be refused again.
const NOT_UNDERSTOOD = [1007, 1008, 1009];

/** The close code for a person who may not even look; the page must not reconnect with the same key. */
export const NOT_INVITED = 4001;

/** The close code for the oldest tab of an account with too many; if it reconnected, the next one would close. */
export const GAVE_WAY = 4002;

/** The close code for too many connections or tabs, in all or from one address. */
export const CROWDED = 1013;

/**
 * @param {object} page
 * @param {string} [page.path] the path of the WebSocket.
 * @param {() => Hello | OpenApp} page.hello returns the first frame of every connection.
 * @param {(frame: ToPage) => void} page.incoming is called with every frame that arrives.
 * @param {(id: string) => void} page.refused is called with the id of an action that the server refused.
 * @param {() => boolean} [page.mayReload] returns true if the page may reload for another version.
 * @param {(reached: boolean, code?: number) => void} page.changed is called when the server becomes reachable or not,
 *   with the close code if there is one. After a code that forbids it the page reconnects only when `again` is called.
 */
export function connect({ path = "/socket", hello, incoming, refused, changed, mayReload = () => true }) {
  /** @type {Map<string, Action>} */
  const unanswered = new Map();
  for (const waiting of keepOver("unanswered", () => [...unanswered.values()]) ?? []) unanswered.set(waiting.id, waiting);
  /** @type {WebSocket | null} */
  let socket = null;
  let greeted = false;
  let isShut = false;
  let wait = FIRST_WAIT;
  let retry = 0;
  let lastOpened = 0;
  let lastIncoming = 0;
  let lastAct = 0;
  let lastAsked = 0;
  let isSilent = false;

  function open() {
    clearTimeout(retry);
    const mine = new WebSocket(at(path).replace(/^http/, "ws"));
    socket = mine;
    lastOpened = Date.now();
    greeted = isShut = false;
    mine.onopen = () => mine.send(JSON.stringify(hello()));
    mine.onmessage = ({ data }) => {
      // Frames of an older connection are ignored, because the newer one has shown everything already.
      if (mine !== socket) return;
      lastIncoming = Date.now();
      if (isSilent && greeted) {
        isSilent = false;
        changed(true);
      }
      /** @type {ToPage} */
      const frame = JSON.parse(data);
      if (frame.is === "welcome" && mayReload() && upgrade(frame.types)) return;
      if ("id" in frame && frame.id !== null) unanswered.delete(frame.id);
      incoming(frame);
      if (frame.is === "welcome") {
        greeted = true;
        isSilent = false;
        wait = FIRST_WAIT;
        changed(true);
        // The server knows resent actions by their ids, so none is carried out twice.
        for (const waiting of unanswered.values()) mine.send(JSON.stringify(waiting));
      }
    };
    mine.onclose = ({ code }) => {
      if (mine !== socket) return;
      if (NOT_UNDERSTOOD.includes(code)) {
        const lost = [...unanswered.keys()];
        unanswered.clear();
        lost.forEach(refused);
      }
      socket = null;
      greeted = false;
      isShut = code === NOT_INVITED || code === GAVE_WAY;
      changed(false, code);
      if (isShut) return;
      // A random delay, so that after a restart not all pages reconnect at the same moment.
      retry = setTimeout(open, wait * (0.75 + Math.random() / 2));
      wait = Math.min(LONGEST_WAIT, wait * 1.7);
    };
  }

  function again() {
    if (socket) {
      const old = socket;
      socket = null;
      old.close();
    }
    open();
  }

  /**
   * Send a frame if the server has welcomed this connection. Return true if it was sent.
   *
   * @param {FromPage} frame
   */
  function send(frame) {
    if (!greeted || !socket) return false;
    socket.send(JSON.stringify(frame));
    return true;
  }

  // A connection that broke silently looks open for minutes unless something is sent over it.
  setInterval(() => {
    const now = Date.now();
    if (!greeted) {
      if (socket && now - lastOpened > WELCOME_WITHIN) again();
      return;
    }
    const silence = now - lastIncoming;
    const asked = document.hidden ? ASK_HIDDEN : ASK_SEEN;
    if (silence > Math.max(asked + ANSWER_WITHIN, unanswered.size ? DONE_WITHIN : 0)) {
      changed(false);
      again();
      return;
    }
    if (silence > asked && lastAsked <= lastIncoming) {
      lastAsked = now;
      send({ do: "still there" });
    }
    const isOwed = unanswered.size > 0 && lastAct > lastIncoming && now - lastAct > SAID_AFTER;
    if (!isSilent && (isOwed || silence > asked + ANSWER_WITHIN)) {
      isSilent = true;
      changed(false);
    }
  }, LOOK_EVERY);

  const openIfLost = () => {
    if (!socket && !isShut) open();
  };
  addEventListener("online", () => (socket ? again() : openIfLost()));
  addEventListener("offline", () => {
    isSilent = true;
    changed(false);
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) openIfLost();
  });

  open();
  return {
    again,
    /**
     * Carry out an action: send it now, and again after each reconnection until it is answered.
     *
     * @param {Action} frame
     */
    act(frame) {
      unanswered.set(frame.id, frame);
      lastAct = Date.now();
      send(frame);
    },
    /** Send a request that is worthless later. Return true if it was sent. */
    ask: send,
    /** Return the number of actions that are not answered yet. */
    waiting: () => unanswered.size,
  };
}
