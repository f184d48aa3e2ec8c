// The connection to the table: kept up by itself, and nothing done is lost or done twice on the way.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const ASK_EVERY = 20000;
const ANSWER_WITHIN = 8000;

// How the table closes on what it cannot read: doing the same again would only close it again.
const NOT_UNDERSTOOD = [1007, 1008, 1009];

/** How it closes for who may not even look: coming again with the same key would change nothing. */
export const NOT_INVITED = 4001;

/**
 * @param hello gives the first frame of every connection.
 * @param heard is called with every frame that comes.
 * @param refused is called with the id of what the table does not take.
 * @param changed is called with whether the table can be reached, and with how it closed if it did. One that has
 *   closed as by invitation is tried no more until `again` is called.
 */
export function connect({ hello, heard, refused, changed }) {
  const unanswered = new Map();
  let socket = null;
  let greeted = false;
  let isShut = false;
  let wait = FIRST_WAIT;
  let retry = 0;
  let lastHeard = 0;

  function open() {
    clearTimeout(retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new WebSocket(`${scheme}://${location.host}/socket`);
    socket = mine;
    greeted = isShut = false;
    mine.onopen = () => mine.send(JSON.stringify(hello()));
    mine.onmessage = ({ data }) => {
      if (mine !== socket) return;
      lastHeard = Date.now();
      const frame = JSON.parse(data);
      if (frame.id) unanswered.delete(frame.id);
      heard(frame);
      if (frame.is === "welcome") {
        greeted = true;
        wait = FIRST_WAIT;
        changed(true);
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
      isShut = code === NOT_INVITED;
      changed(false, code);
      if (isShut) return;
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

  setInterval(() => {
    if (!greeted) return;
    if (Date.now() - lastHeard > ASK_EVERY + ANSWER_WITHIN) {
      changed(false);
      again();
    } else if (Date.now() - lastHeard > ASK_EVERY) {
      socket.send(JSON.stringify({ do: "still there" }));
    }
  }, 4000);
  addEventListener("online", () => socket || isShut || open());
  document.addEventListener("visibilitychange", () => document.hidden || socket || isShut || open());

  open();
  return {
    again,
    /** Do something: sent now, and again after every reconnection until it is answered. */
    act(frame) {
      unanswered.set(frame.id, frame);
      if (greeted) socket.send(JSON.stringify(frame));
    },
    /** Ask for something that is worthless later. Return whether it was asked. */
    ask(frame) {
      if (greeted) socket.send(JSON.stringify(frame));
      return greeted;
    },
  };
}
