// Link: the connection to the table, kept up by itself; nothing done is lost or done twice on the way.

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
/** After so long without a word it is asked whether the table is still there: while the page is seen, and else. */
const ASK_SEEN = 4000;
const ASK_HIDDEN = 20000;
const ANSWER_WITHIN = 4000;
/** A connection on which no welcome comes for so long is given up. */
const WELCOME_WITHIN = 10000;
/** What is being done may take so long before the connection is given up for it. */
const DONE_WITHIN = 20000;
/** After so long it is said that what was done waits. */
const SAID_AFTER = 1500;

// How the table closes on what it cannot read: doing the same again would only close it again.
const NOT_UNDERSTOOD = [1007, 1008, 1009];

/** How it closes for who may not even look: coming again with the same key would change nothing. */
export const NOT_INVITED = 4001;

/** How it closes the oldest tab of a person who has opened too many: coming again would close the next one. */
export const GAVE_WAY = 4002;

/** How it closes when too many are there, or come, in all or from one address. */
export const CROWDED = 1013;

/**
 * @param {object} page
 * @param {string} [page.path] where the socket is.
 * @param {() => Hello | OpenApp} page.hello gives the first frame of every connection.
 * @param {(frame: ToPage) => void} page.incoming is called with every frame that comes.
 * @param {(id: string) => void} page.refused is called with the id of what the table does not take.
 * @param {() => boolean} [page.mayReload] tells whether the page may be loaded once more for another version.
 * @param {(reached: boolean, code?: number) => void} page.changed is called with whether the table can be reached,
 *   and with how it closed if it did. One that has closed as by invitation, or gave way, is tried no more until `again` is called.
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
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new WebSocket(`${scheme}://${location.host}${path}`);
    socket = mine;
    lastOpened = Date.now();
    greeted = isShut = false;
    mine.onopen = () => mine.send(JSON.stringify(hello()));
    mine.onmessage = ({ data }) => {
      // What an older connection still brings was shown by the newer one already.
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
        // The table knows them by their ids, so that none is done twice.
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
      // Not all pages come back in the same moment after a restart.
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
   * Send a frame, if the table has said welcome. Return whether it was sent.
   *
   * @param {FromPage} frame
   */
  function send(frame) {
    if (!greeted || !socket) return false;
    socket.send(JSON.stringify(frame));
    return true;
  }

  // A connection that has died without a word looks open for minutes, unless something is asked over it.
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
     * Do something: sent now, and again after every reconnection until it is answered.
     *
     * @param {Action} frame
     */
    act(frame) {
      unanswered.set(frame.id, frame);
      lastAct = Date.now();
      send(frame);
    },
    /** Ask for something that is worthless later. Return whether it was asked. */
    ask: send,
    /** How many things were done that are not answered yet. */
    waiting: () => unanswered.size,
  };
}
