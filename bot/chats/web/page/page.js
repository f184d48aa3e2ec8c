// The page: joins the connection, the seat, the rooms and the line to type in.

import { arrivedBy, guestAddress, onArrival, takeStart } from "./arrival.js";
import { makeComposer } from "./composer.js";
import { showSeats } from "./host.js";
import { inviteElement } from "./invite.js";
import { connect, NOT_INVITED } from "./link.js";
import { makeRoom, plain } from "./messages.js";
import { firstRoom, freeSeatAddress, hold, isKept, keep, mySecret, newId, onTaken } from "./seat.js";
import { language, speak, word } from "./words.js";

// How the table closes when too many are there, or come, in all or from one address.
const CROWDED = 1013;

const find = (selector) => document.querySelector(selector);
const person = { account: null, name: null, areas: null, host: false, key: "", addressOf: (start) => guestAddress(person.key, start) };
const waiting = new Map();
const before = { table: null, me: null };
let room = firstRoom;
let unseen = false;
let reached = false;
let welcomed = false;
// The board that changed where it stands since something was typed, and the room in which one is waited for.
let changedBoard = null;
let lookingIn = null;

const rooms = Object.fromEntries(
  ["table", "me"].map((name) => {
    const panel = find(`[data-panel=${name}]`);
    const act = {
      press: (...pressed) => press(name, ...pressed),
      reply: (message) => composer.reply(message.id, short(message)),
      // Only at the common table somebody else can have said something.
      ...(name === "table" && { remove: (message) => moderate({ do: "remove", message }), unseat }),
    };
    return [name, makeRoom(panel, person, act)];
  }),
);

const link = connect({
  hello: () => ({ do: "hello", secret: mySecret(), language, key: arrivedBy() }),
  heard: (frame) => onFrame[frame.is]?.(frame),
  refused: (id) => settle(id, notice(word("web-trouble"))),
  changed: showConnection,
});

const composer = makeComposer(find("[data-composer]"), {
  complete: (id, text) => link.ask({ do: "complete", id, room, text }),
  send: say,
});

const onFrame = {
  welcome({ secret, account, name, areas, closed }) {
    welcomed = true;
    if (secret) hold(secret);
    person.areas = areas;
    if (account === null) person.host = false;
    find("[data-seats]").hidden = !person.host;
    seat(account, name);
    find("[data-closed]").hidden = !closed;
    find("[data-enter]").hidden = closed || account !== null;
    select(account === null ? "table" : room);
    if (account !== null) followLink();
  },
  rights({ host, key }) {
    const changed = host !== person.host;
    person.host = host;
    person.key = key;
    find("[data-invite]").hidden = key === "";
    document.body.classList.toggle("invited", key !== "");
    find("[data-seats]").hidden = !host;
    if (changed) Object.values(rooms).forEach((each) => each.refresh());
  },
  seats({ seats }) {
    showSeats(find("[data-seats] ul"), seats, person.account, unseat);
  },
  named({ id, account, name }) {
    const first = person.account === null;
    seat(account, name);
    settle(id);
    if (!first) return;
    select(firstRoom);
    composer.focus();
    if (!followLink()) begin("/start");
  },
  refused({ id, text }) {
    settle(id, text);
  },
  language({ language: spoken }) {
    // The page is opened anew for it, but not if that could lose the seat or what is being typed.
    if (spoken !== language && isKept() && composer.isEmpty() && waiting.size === 0) speak(spoken, room);
  },
  room({ room: name, messages, before: more }) {
    rooms[name].replaceAll(messages);
    showEarlier(name, more);
    showCalls();
  },
  earlier({ room: name, messages, before: more }) {
    rooms[name].addEarlier(messages);
    showEarlier(name, more);
  },
  message({ room: name, message }) {
    const fresh = rooms[name].put(message);
    rooms[name].clearUnder(message.id);
    const calls = message.waits_for.includes(person.account);
    if (fresh) lookingIn = null;
    else if (calls) showBoard(name, message.id);
    if (fresh && name !== room) find(`#tab-${name}`).dataset.news = "";
    if (fresh && message.rings.includes(person.account) && document.hidden) notify(message);
    if (calls && !fresh) find("[data-told]").textContent = plain(message.text);
    showCalls();
  },
  gone({ room: name, message }) {
    rooms[name].remove(message);
    showCalls();
  },
  done({ id, replies }) {
    settle(id, replies);
  },
  completions({ id, lines }) {
    composer.completions(id, lines);
  },
};

// What is done, and what comes back for this person alone.

function say(text, message, attached) {
  // Talk comes back from the table as everybody sees it; all else is shown as typed until it is answered.
  const isShown = /^[/\d]/.test(text) || !reached;
  const id = awaitAnswer(room, isShown ? text : null, null);
  link.act({ do: "say", id, room, text, message, ...(attached && { attached }) });
  rooms[room].toEnd();
}

function press(name, button, message, from) {
  const id = newId();
  if (message !== null) rooms[name].clearUnder(message);
  waiting.set(id, (replies) => {
    button.settle();
    if (!replies.length && from) rooms[name].dropAnswer(from);
    else if (replies.length) showReplies(from ?? rooms[name].addAnswer(null, message), replies);
  });
  link.act({ do: "press", id, room: name, data: button.data, message });
}

// What the host does.

function moderate(asked) {
  const id = newId();
  waiting.set(id, (replies) => {
    if (replies.length) showReplies(rooms[room].addAnswer(null, null), replies);
    else listSeats();
  });
  link.act({ ...asked, id });
}

function unseat(account) {
  moderate({ do: "unseat", account });
}

function listSeats() {
  if (find("[data-seats]").open) link.ask({ do: "seats" });
}

/** Show what a link invites to, if this tab came by one; say whether it did. */
function followLink() {
  const start = takeStart();
  if (!start) return false;
  select("me");
  begin(`/start ${start}`);
  return true;
}

function begin(line) {
  link.act({ do: "say", id: awaitAnswer(room, null, null), room, text: line, message: null });
}

function awaitAnswer(name, typed, under) {
  const id = newId();
  const echo = typed === null ? null : rooms[name].addAnswer(typed, under);
  changedBoard = lookingIn = null;
  echo?.element.classList.add("waiting");
  waiting.set(id, (replies) => {
    echo?.element.classList.remove("waiting");
    if (replies.length) showReplies(echo ?? rooms[name].addAnswer(null, under), replies);
    else if (echo) {
      rooms[name].dropAnswer(echo);
      // What was typed is done. A board that comes of it stands at the end; one that it changes may be out of sight.
      lookingIn = name;
      if (changedBoard !== null) showBoard(name, changedBoard);
    }
  });
  return id;
}

function showBoard(name, id) {
  changedBoard = id;
  if (lookingIn !== name) return;
  lookingIn = null;
  if (name === room) rooms[name].element(id)?.scrollIntoView({ block: "nearest" });
}

function showReplies(answer, replies) {
  answer.show(replies);
  answer.element.scrollIntoView({ block: "nearest" });
}

function settle(id, answer) {
  const settled = waiting.get(id);
  waiting.delete(id);
  settled?.(answer);
}

const notice = (text) => [{ text: [text], board: null, film: null, buttons: [], invites: [], rings: [], waits_for: [] }];

// Who sits here.

function seat(account, name) {
  const changed = account !== person.account;
  person.account = account;
  person.name = name;
  find(".person-name").textContent = name ?? word("web-watcher");
  find("[data-enter]").hidden = account !== null;
  find("[data-composer]").hidden = account === null;
  find("[data-rename]").hidden = account === null;
  find("#tab-me").hidden = account === null;
  for (const begin of document.querySelectorAll("[data-begin]")) begin.hidden = account === null;
  find(".rooms").classList.toggle("alone", account === null);
  if (changed) Object.values(rooms).forEach((each) => each.refresh());
  showNotify();
}

const otherSeatAddress = () => freeSeatAddress() + (person.key && `#table=${person.key}`);

function takeName(form, done) {
  const input = form.querySelector("input");
  const fault = form.querySelector(".fault");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const id = newId();
    fault.textContent = "";
    keep();
    waiting.set(id, (refusal) => {
      fault.textContent = typeof refusal === "string" ? refusal : refusal ? plain(refusal[0].text) : "";
      input.setAttribute("aria-invalid", String(refusal !== undefined));
      if (refusal === undefined) done(input);
      else input.focus();
    });
    link.act({ do: "name", id, name: input.value });
  });
}

takeName(find("[data-enter]"), () => {});
takeName(find("[data-rename]"), (input) => {
  input.value = "";
  find("[data-person]").open = false;
});
onTaken(() => link.again());
onArrival(() => link.again());
find("[data-person]").addEventListener("toggle", () => {
  find("[data-other]").href = otherSeatAddress();
  find("#new-name").placeholder = person.name ?? "";
});
find("[data-seats]").addEventListener("toggle", listSeats);
find("[data-other]").addEventListener("click", () => {
  find("[data-other]").href = otherSeatAddress();
  find("[data-person]").open = false;
});
find("[data-invite]").append(inviteElement(word("web-invite"), "", () => guestAddress(person.key)));
document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("[data-person]")) find("[data-person]").open = false;
});

// Rooms.

function select(name) {
  room = name;
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const chosen = tab.dataset.room === name;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    if (chosen) delete tab.dataset.news;
    const { panel } = rooms[tab.dataset.room];
    const opened = chosen && panel.hidden;
    panel.hidden = !chosen;
    if (opened) rooms[name].toEnd();
  }
  showCalls();
}

for (const tab of document.querySelectorAll("[role=tab]")) {
  tab.addEventListener("click", () => select(tab.dataset.room));
  tab.addEventListener("keydown", (event) => {
    if (!["ArrowLeft", "ArrowRight"].includes(event.key) || person.account === null) return;
    select(room === "table" ? "me" : "table");
    find(`#tab-${room}`).focus();
  });
}

for (const [name, { panel }] of Object.entries(rooms)) {
  panel.querySelector("[data-earlier]").addEventListener("click", () => {
    link.ask({ do: "earlier", room: name, before: before[name] });
  });
  panel.addEventListener("scroll", showCalls, { passive: true });
}
addEventListener("resize", showCalls);

for (const begin of document.querySelectorAll("[data-begin] button")) {
  begin.addEventListener("click", () => composer.begin(begin.textContent));
}

function showEarlier(name, more) {
  before[name] = more;
  rooms[name].panel.querySelector("[data-earlier]").hidden = more === null;
  rooms[name].panel.querySelector(".empty").hidden = rooms[name].panel.querySelector(".messages").children.length > 0;
}

// Being called.

function showCalls() {
  const calling = Object.fromEntries(Object.entries(rooms).map(([name, each]) => [name, each.calling()]));
  for (const [name, message] of Object.entries(calling)) find(`#tab-${name}`).toggleAttribute("data-calls", message !== null);
  const called = unseen || Object.values(calling).some((message) => message !== null);
  document.title = called ? word("web-title-called") : word("web-title");
  const here = calling[room];
  find("[data-to-board]").hidden = here === null || isSeen(here.element);
}

function isSeen(element) {
  const { top, bottom } = element.getBoundingClientRect();
  const view = rooms[room].panel.getBoundingClientRect();
  return bottom > view.top + 120 && top < view.bottom - 120;
}

find("[data-to-board]").addEventListener("click", () => {
  const message = rooms[room].calling();
  message?.element.scrollIntoView({ block: "end" });
  message?.element.focus({ preventScroll: true });
});

function notify(message) {
  unseen = true;
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const notice = new Notification(word("web-title"), { body: short(message), tag: `nardy-${person.account}` });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

function showNotify() {
  const possible = "Notification" in window && window.isSecureContext && Notification.permission === "default";
  find("[data-notify]").hidden = !possible || person.account === null;
}

find("[data-notify]").addEventListener("click", () => Notification.requestPermission().then(showNotify));
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  unseen = false;
  showCalls();
});

function short(message) {
  const lines = plain(message.text).split("\n");
  return lines.at(-1).slice(0, 120);
}

// The connection and the keyboard.

function showConnection(now, code) {
  reached = now;
  const offline = find("[data-offline]");
  // Whoever needs an invitation has read so already.
  offline.hidden = reached || code === NOT_INVITED;
  offline.textContent = reached ? "" : word(code === CROWDED ? "web-crowded" : welcomed ? "web-offline" : "web-connecting");
  document.body.classList.toggle("unreached", !reached);
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey && person.account !== null) {
    event.preventDefault();
    composer.begin("/");
  } else if (event.key === "Escape") {
    if (find("[data-person]").open) {
      find("[data-person]").open = false;
      find("[data-person] summary").focus();
    } else if (!rooms[room].letGo() && !typing) {
      composer.focus();
    }
  }
});
