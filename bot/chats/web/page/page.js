// Page: joins the connection, the account, the rooms and the line to type in.

import { arrivedBy, guestAddress, onArrival, takeStart } from "./arrival.js";
import { makeComposer } from "./composer.js";
import { find, findAll } from "./dom.js";
import { showAccounts } from "./host.js";
import { newId } from "./ids.js";
import { inviteElement } from "./invite.js";
import { connect, NOT_INVITED } from "./link.js";
import { makeLessons } from "./lessons.js";
import { makeRoom } from "./room.js";
import { makeTable } from "./table.js";
import { plain } from "./text.js";
import { firstRoom, holdSecret, isKept, keepSecret, mySecret, newAccountAddress, onSecretChanged } from "./web_account.js";
import { language, speak, word, zone } from "./words.js";

/** @import { Answer } from "./answer.js" */
/** @import { Person, Pressed } from "./body.js" */
/** @import { Attached, MessageView, ReplyView, RoomName, ToPage } from "./frames.js" */

// How the table closes when too many are there, or come, in all or from one address.
const CROWDED = 1013;

const accountsMenu = find("[data-accounts]", HTMLDetailsElement);
const announcement = find("[data-announcement]", HTMLElement);
const closedNote = find("[data-closed]", HTMLElement);
const composerForm = find("[data-composer]", HTMLFormElement);
const enterForm = find("[data-enter]", HTMLFormElement);
const inviteItem = find("[data-invite]", HTMLElement);
const menu = find("[data-person]", HTMLDetailsElement);
const newName = find("#new-name", HTMLInputElement);
const notifyButton = find("[data-notify]", HTMLButtonElement);
const offline = find("[data-offline]", HTMLElement);
const otherAccount = find("[data-other]", HTMLAnchorElement);
const personName = find(".person-name", HTMLElement);
const renameForm = find("[data-rename]", HTMLFormElement);
const toBoard = find("[data-to-board]", HTMLButtonElement);
const begins = findAll("[data-begin]", HTMLElement);
const tabs = {
  table: find("#tab-table", HTMLButtonElement),
  me: find("#tab-me", HTMLButtonElement),
};

/** @type {Person} */
const person = { account: null, name: null, areas: {}, host: false, key: "", addressOf: (start) => guestAddress(person.key, start) };

/**
 * What is to be done with the answers to an action, by its id.
 *
 * @type {Map<string, (replies: ReplyView[]) => void>}
 */
const waiting = new Map();

/** @type {Record<RoomName, string | null>} */
const before = { table: null, me: null };
let room = firstRoom;
let unseen = false;
let reached = false;
let welcomed = false;
// The language in which the person is answered.
let spoken = language;
// The board that changed where it stands since something was typed, and the room in which one is waited for.
/** @type {string | null} */
let changedBoard = null;
/** @type {RoomName | null} */
let lookingIn = null;

const rooms = { table: openRoom("table"), me: openRoom("me") };
const everyRoom = /** @type {[RoomName, typeof rooms.table][]} */ (Object.entries(rooms));

const link = connect({
  hello: () => ({ do: "hello", secret: mySecret(), language, key: arrivedBy(), zone }),
  // A table that is newer than this page may send what the page does not know.
  incoming: (frame) => /** @type {((frame: ToPage) => void) | undefined} */ (onFrame[frame.is])?.(frame),
  refused: (id) => settle(id, notice(word("web-trouble"))),
  changed: showConnection,
});

const composer = makeComposer(composerForm, {
  complete: (id, text) => link.ask({ do: "complete", id, room, text }),
  send: say,
});

const table = makeTable({
  person,
  press(name, data, done) {
    const id = newId();
    waiting.set(id, done);
    link.act({ do: "press", id, room: name, data, message: null });
  },
  say(name, text, done) {
    const id = newId();
    waiting.set(id, done);
    link.act({ do: "say", id, room: name, text, message: null });
  },
  said: (name) => rooms[name].said(),
  lookAt: (name, game, moment) => link.ask({ do: "look at", room: name, game, moment }),
});

// Who has no account yet is asked for a name instead.
const lessons = makeLessons({ finish: (line) => person.account !== null && begin(line) });

/** @typedef {"words" | "turned away" | "lobby"} ForTheApp what is sent to the Mini App alone */

/**
 * @type {{ [K in Exclude<ToPage["is"], ForTheApp>]: (frame: Extract<ToPage, { is: K }>) => void } &
 *   { [K in ForTheApp]?: undefined }}
 */
const onFrame = {
  welcome({ secret, account, name, areas, closed }) {
    welcomed = true;
    if (secret) holdSecret(secret);
    person.areas = areas;
    if (account === null) person.host = false;
    accountsMenu.hidden = !person.host;
    showPerson(account, name);
    closedNote.hidden = !closed;
    enterForm.hidden = closed || account !== null;
    select(account === null ? "table" : room);
    if (account !== null) followLink();
  },
  rights({ host, key }) {
    const changed = host !== person.host;
    person.host = host;
    person.key = key;
    inviteItem.hidden = key === "";
    document.body.classList.toggle("invited", key !== "");
    accountsMenu.hidden = !host;
    if (changed) everyRoom.forEach(([, each]) => each.refresh());
  },
  accounts({ accounts }) {
    showAccounts(find("ul", HTMLElement, accountsMenu), accounts, person.account, removeAccount);
  },
  named({ id, account, name }) {
    const first = person.account === null;
    showPerson(account, name);
    if (id !== null) settle(id, []);
    if (!first) return;
    select(firstRoom);
    composer.focus();
    if (!followLink()) begin("/start");
    table.again();
  },
  refused({ id, text }) {
    settle(id, notice(text));
  },
  language({ language: told }) {
    spoken = told;
    followLanguage();
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
    const isMine = person.account !== null;
    const calls = isMine && message.waits_for.includes(person.account ?? "");
    if (fresh) lookingIn = null;
    else if (calls) showBoard(name, message.id);
    if (fresh && name !== room) tabs[name].dataset.news = "";
    if (fresh && isMine && message.notifies.includes(person.account ?? "") && document.hidden) notify(message);
    if (calls && !fresh) announcement.textContent = plain(message.text);
    showCalls();
    table.changed(name, message, calls);
  },
  removed({ room: name, message }) {
    rooms[name].remove(message);
    table.removed(name, message);
    showCalls();
  },
  done({ id, replies }) {
    settle(id, replies);
  },
  completions({ id, lines }) {
    composer.completions(id, lines);
  },
  table(frame) {
    table.show(frame);
  },
  here() {
    // That it came is all that it says: see `link.js`.
  },
};

// What is done, and what comes back for this person alone.

/** @param {RoomName} name */
function openRoom(name) {
  return makeRoom(find(`[data-panel=${name}]`, HTMLElement), person, {
    press: (pressed, message) => press(name, pressed, message, null),
    pressAnswer: (pressed, answer) => press(name, pressed, null, answer),
    reply: (message) => composer.reply(message.id, short(message)),
    openTable: (game) => table.open(name, game),
    // Only at the common table somebody else can have said something.
    moderation: name === "table" ? { removeLine, removeAccount } : undefined,
  });
}

/**
 * @param {string} text
 * @param {string | null} message
 * @param {Attached | null} attached
 */
function say(text, message, attached) {
  // Talk comes back from the table as everybody sees it; all else is shown as typed until it is answered.
  const isShown = /^[/\d]/.test(text) || !reached;
  const id = awaitAnswer(room, isShown ? text : null, null);
  link.act({ do: "say", id, room, text, message, ...(attached && { attached }) });
  rooms[room].toEnd();
}

/**
 * @param {RoomName} name
 * @param {Pressed} pressed
 * @param {string | null} message the message whose button it is, or null.
 * @param {Answer | null} from the answer whose button it is, or null.
 */
function press(name, pressed, message, from) {
  const id = newId();
  if (message !== null) rooms[name].clearUnder(message);
  waiting.set(id, (replies) => {
    pressed.settle();
    if (!replies.length && from) rooms[name].dropAnswer(from);
    else if (replies.length) showReplies(from ?? rooms[name].addAnswer(null, message), replies);
  });
  link.act({ do: "press", id, room: name, data: pressed.data, message });
}

// What the host does.

/** @param {string} message */
function removeLine(message) {
  link.act({ do: "remove line", id: awaitRemoval(), message });
}

/** @param {string} account */
function removeAccount(account) {
  link.act({ do: "remove account", id: awaitRemoval(), account });
}

/** Return the id of an action after which the list of accounts is shown anew, unless it is refused. */
function awaitRemoval() {
  const id = newId();
  waiting.set(id, (replies) => {
    if (replies.length) showReplies(rooms[room].addAnswer(null, null), replies);
    else listAccounts();
  });
  return id;
}

function listAccounts() {
  if (accountsMenu.open) link.ask({ do: "accounts" });
}

/** Show what a link invites to, if this tab came by one; say whether it did. */
function followLink() {
  const start = takeStart();
  if (!start) return false;
  select("me");
  begin(`/start ${start}`);
  return true;
}

/** @param {string} line */
function begin(line) {
  link.act({ do: "say", id: awaitAnswer(room, null, null), room, text: line, message: null });
}

/**
 * Return the id of an action whose answers are shown in a room.
 *
 * @param {RoomName} name
 * @param {string | null} typed what was typed, if it is shown until then.
 * @param {string | null} under the message that the answers stand under, if any.
 */
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

/**
 * @param {RoomName} name
 * @param {string} id
 */
function showBoard(name, id) {
  changedBoard = id;
  if (lookingIn !== name) return;
  lookingIn = null;
  if (name === room) rooms[name].element(id)?.scrollIntoView({ block: "nearest" });
}

/**
 * @param {Answer} answer
 * @param {ReplyView[]} replies
 */
function showReplies(answer, replies) {
  answer.show(replies);
  answer.element.scrollIntoView({ block: "nearest" });
}

/** Open the page anew in the language of the answers, unless that could lose the account or what is being done. */
function followLanguage() {
  if (spoken !== language && isKept() && composer.isEmpty() && waiting.size === 0 && !table.isOpen()) speak(spoken, room);
}

// What stood in its way may be gone now: what was being typed, or the board.
composerForm.addEventListener("input", followLanguage);
addEventListener("popstate", followLanguage);
addEventListener("hashchange", followLanguage);

/**
 * @param {string} id
 * @param {ReplyView[]} replies
 */
function settle(id, replies) {
  const settled = waiting.get(id);
  waiting.delete(id);
  settled?.(replies);
}

/**
 * @param {string} text
 * @returns {ReplyView[]}
 */
function notice(text) {
  return [{ text: [text], board: null, animation: null, buttons: [], invites: [], notifies: [], waits_for: [], pending: null }];
}

// Who is here.

/**
 * @param {string | null} account
 * @param {string | null} name
 */
function showPerson(account, name) {
  const changed = account !== person.account;
  person.account = account;
  person.name = name;
  personName.textContent = name ?? word("web-watcher");
  enterForm.hidden = account !== null;
  composerForm.hidden = account === null;
  renameForm.hidden = account === null;
  tabs.me.hidden = account === null;
  for (const each of begins) each.hidden = account === null;
  find(".rooms", HTMLElement).classList.toggle("alone", account === null);
  if (changed) everyRoom.forEach(([, each]) => each.refresh());
  showNotify();
}

const otherAccountAddress = () => newAccountAddress() + (person.key && `#table=${person.key}`);

/**
 * Ask for the name that is said in a form.
 *
 * @param {HTMLFormElement} form
 * @param {(input: HTMLInputElement) => void} done is called when it could be had.
 */
function takeName(form, done) {
  const input = find("input", HTMLInputElement, form);
  const fault = find(".fault", HTMLElement, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const id = newId();
    fault.textContent = "";
    keepSecret();
    waiting.set(id, (refusal) => {
      fault.textContent = refusal.length ? plain(refusal[0].text) : "";
      input.setAttribute("aria-invalid", String(refusal.length > 0));
      if (refusal.length) input.focus();
      else done(input);
    });
    link.act({ do: "name", id, name: input.value });
  });
}

takeName(enterForm, () => {});
takeName(renameForm, (input) => {
  input.value = "";
  menu.open = false;
});
onSecretChanged(() => link.again());
onArrival(() => link.again());
menu.addEventListener("toggle", () => {
  otherAccount.href = otherAccountAddress();
  newName.placeholder = person.name ?? "";
});
accountsMenu.addEventListener("toggle", listAccounts);
otherAccount.addEventListener("click", () => {
  // Another tab may have taken that number since the menu was opened.
  otherAccount.href = otherAccountAddress();
  menu.open = false;
});
inviteItem.append(inviteElement(word("web-invite"), "", () => guestAddress(person.key)));
document.addEventListener("pointerdown", (event) => {
  if (event.target instanceof Element && !event.target.closest("[data-person]")) menu.open = false;
});

// Rooms.

/** @param {RoomName} name */
function select(name) {
  room = name;
  for (const [each, { panel, toEnd }] of everyRoom) {
    const tab = tabs[each];
    const isChosen = each === name;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    if (isChosen) delete tab.dataset.news;
    const opened = isChosen && panel.hidden;
    panel.hidden = !isChosen;
    if (opened) toEnd();
  }
  showCalls();
}

for (const [name, { panel }] of everyRoom) {
  tabs[name].addEventListener("click", () => select(name));
  tabs[name].addEventListener("keydown", (event) => {
    if (!["ArrowLeft", "ArrowRight"].includes(event.key) || person.account === null) return;
    select(room === "table" ? "me" : "table");
    tabs[room].focus();
  });
  earlierButton(name).addEventListener("click", () => {
    const asked = before[name];
    if (asked !== null) link.ask({ do: "earlier", room: name, before: asked });
  });
  panel.addEventListener("scroll", showCalls, { passive: true });
}
addEventListener("resize", showCalls);

for (const button of findAll("[data-begin] button", HTMLButtonElement)) {
  button.addEventListener("click", () => composer.begin(button.textContent ?? ""));
}

/** @param {RoomName} name */
function earlierButton(name) {
  return find("[data-earlier]", HTMLButtonElement, rooms[name].panel);
}

/**
 * @param {RoomName} name
 * @param {string | null} more
 */
function showEarlier(name, more) {
  before[name] = more;
  earlierButton(name).hidden = more === null;
  find(".empty", HTMLElement, rooms[name].panel).hidden = !rooms[name].isEmpty();
}

// Being called.

function showCalls() {
  let isCalled = unseen;
  for (const [name, each] of everyRoom) {
    const calls = each.calling() !== null;
    tabs[name].toggleAttribute("data-calls", calls);
    isCalled ||= calls;
  }
  document.title = isCalled ? word("web-title-called") : word("web-title");
  const here = rooms[room].calling();
  toBoard.hidden = here === null || isSeen(here.element);
}

/** @param {Element} element */
function isSeen(element) {
  const { top, bottom } = element.getBoundingClientRect();
  const view = rooms[room].panel.getBoundingClientRect();
  return bottom > view.top + 120 && top < view.bottom - 120;
}

toBoard.addEventListener("click", () => {
  const message = rooms[room].calling();
  message?.element.scrollIntoView({ block: "end" });
  message?.element.focus({ preventScroll: true });
});

/** @param {MessageView} message */
function notify(message) {
  unseen = true;
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  // One tag for each person: of several notifications the newest takes the place of those before.
  const shown = new Notification(word("web-title"), { body: short(message), tag: `nardy-${person.account}` });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

function showNotify() {
  const possible = "Notification" in window && window.isSecureContext && Notification.permission === "default";
  notifyButton.hidden = !possible || person.account === null;
}

notifyButton.addEventListener("click", () => Notification.requestPermission().then(showNotify));
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  unseen = false;
  showCalls();
});

/** @param {MessageView} message */
function short(message) {
  return (plain(message.text).split("\n").at(-1) ?? "").slice(0, 120);
}

// The connection and the keyboard.

/**
 * @param {boolean} now
 * @param {number} [code] how the connection closed, if it did.
 */
function showConnection(now, code) {
  reached = now;
  // Whoever needs an invitation has read so already.
  offline.hidden = reached || code === NOT_INVITED;
  offline.textContent = reached ? "" : word(code === CROWDED ? "web-crowded" : welcomed ? "web-offline" : "web-connecting");
  const count = reached ? 0 : link.waiting();
  if (!offline.hidden && count) offline.textContent += ` ${word("web-waiting", { count })}`;
  table.banner(offline.hidden ? "" : (offline.textContent ?? ""));
  document.body.classList.toggle("unreached", !reached);
  if (reached) table.again();
}

document.addEventListener("keydown", (event) => {
  if (table.isOpen() || lessons.isOpen()) return;
  const typing = event.target instanceof HTMLInputElement;
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey && person.account !== null) {
    event.preventDefault();
    composer.begin("/");
  } else if (event.key === "Escape") {
    if (menu.open) {
      menu.open = false;
      find("summary", HTMLElement, menu).focus();
    } else if (!rooms[room].letGo() && !typing) {
      composer.focus();
    }
  }
});
