// Page: connect the link, the account, the rooms and the input line.

import { makeActions } from "./actions.js";
import { arrivedBy, codeArrivedBy, guestAddress, onArrival, startBrought, takeStart } from "./arrival.js";
import { makeCalls, short } from "./calls.js";
import { makeComposer } from "./composer.js";
import { find, findAll } from "./dom.js";
import { makeFinished } from "./finished.js";
import { makeInvitation } from "./invitation.js";
import { connect, CROWDED, GAVE_WAY, NOT_INVITED } from "./link.js";
import { makeLessons } from "./lessons.js";
import { makeNewGame } from "./new_game.js";
import { makeNextGame } from "./next_game.js";
import { makeNotifier } from "./notify.js";
import { makePageLobby } from "./page_lobby.js";
import { makePersonMenu } from "./person_menu.js";
import { makePlaces } from "./places.js";
import { countAnswer } from "./puzzle.js";
import { makeProfile } from "./profile.js";
import { makePuzzleBoard } from "./puzzle_board.js";
import { makePuzzles } from "./puzzle_table.js";
import { makeQr } from "./qr.js";
import { makeRooms } from "./rooms.js";
import { makeOtherDevice } from "./other_device.js";
import { at, root } from "./root.js";
import { makeSettings } from "./settings.js";
import { makeShare } from "./share.js";
import { makeTable } from "./table.js";
import { plain } from "./text.js";
import { types } from "./upgrade.js";
import { accountNumber, holdSecret, isKept, keepAside, keepSecret, mySecret, onSecretChanged } from "./web_account.js";
import { askedForSettings, language, speak, word, zone } from "./words.js";

/** @import { Person } from "./body.js" */
/** @import { LandingView, MessageView, ReplyView, RoomName, ToPage } from "./frames.js" */
/** @import { RoomActions } from "./room.js" */

const announcement = find("[data-announcement]", HTMLElement);
const composerForm = find("[data-composer]", HTMLFormElement);
const offline = find("[data-offline]", HTMLElement);

/** @type {Person} */
const person = { account: null, name: null, areas: {}, host: false, key: "", addressOf: (start) => guestAddress(person.key, start) };

let reached = false;
let welcomed = false;
/** True at an address that serves boards alone, where there is no table to connect to. */
let isWithoutTable = false;
// The language of the answers to the person.
let spoken = language();

const link = connect({
  hello: () => ({ do: "hello", secret: mySecret(), language: language(), key: arrivedBy(), zone, code: codeArrivedBy(), types }),
  // A newer server may send frames that this page does not know.
  incoming: (frame) => /** @type {((frame: ToPage) => void) | undefined} */ (onFrame[frame.is])?.(frame),
  refused: (id) => actions.refuse(id, word("web-trouble")),
  changed: showConnection,
  // If the browser does not store the secret, the next page would not know the account.
  mayReload: () => person.account === null || isKept(),
});
const actions = makeActions({ act: link.act, rooms: () => rooms, reached: () => reached, open: (panel) => panelOf(panel).open() });
const menu = makePersonMenu(person, actions, () => link.ask({ do: "accounts" }));
const otherDevice = makeOtherDevice(person, actions, () => link.again());
const calls = makeCalls(() => rooms);
const notifier = makeNotifier(person, followAddress);
const rooms = makeRooms(person, {
  actionsIn,
  go: (name) => places.go(name),
  earlier: (name, before) => link.ask({ do: "earlier", room: name, before }),
  seen: calls.show,
});
const composer = makeComposer(composerForm, {
  complete: (id, text) => link.ask({ do: "complete", id, room: rooms.name(), text }),
  send: actions.say,
});
const qr = makeQr({ act: link.act, newId: () => actions.waitFor(() => {}) });
const table = makeTable({
  person,
  press: pressFor,
  say: (name, text, done) => link.act({ do: "say", id: actions.waitFor(done), room: name, text, message: null }),
  said: (name) => rooms.of(name).said(),
  lookAt: (name, game, moment) => link.ask({ do: "look at", room: name, game, moment }),
  rename: menu.rename,
  openShare: makeShare({ press: pressFor, qr }),
  analyse: (name, game) => link.ask({ do: "analyse", room: name, game }),
  chooseGame: () => newGame.open("computer"),
});

const lessons = makeLessons({ finish: playComputer });
const settings = makeSettings({
  ask: () => link.ask({ do: "settings" }),
  say: (name, text, done) => link.act({ do: "say", id: actions.waitFor(done), room: name, text, message: null }),
  ofBrowser: () => [notifier.element()],
});
const openProfile = find("[data-open-profile]", HTMLButtonElement);
const openFinished = find("[data-open-finished]", HTMLButtonElement);
const openSettings = find("[data-open-settings]", HTMLButtonElement);

const lobby = makePageLobby({
  ask: () => link.ask({ do: "lobby" }),
  press: pressFor,
  open(name, game) {
    invitation.hide();
    table.open(name, game);
  },
  askFinished: () => link.ask({ do: "finished", shown: "all", page: 1 }),
  openFinished: () => finished.open(),
  isSeen: () => places.here() === "landing" && !table.isOpen(),
  count: calls.count,
});
const invitation = makeInvitation({
  ask: (start) => link.ask({ do: "invited", start }),
  accept(data, done) {
    asPlayer(() => {
      lobby.awaitGame();
      pressFor("me", data, done);
    }, done);
  },
});
const places = makePlaces({ select: rooms.select, shown: lobby.seen });
const puzzle = makePuzzleBoard(handIn);
// A newcomer sees the puzzle without waiting for the server's greeting.
if (mySecret() === "") puzzle.want(true);
const puzzles = makePuzzles(handIn);
const nextGame = makeNextGame(table, lobby);
places.follow();
const newGame = makeNewGame({
  ask: () => link.ask({ do: "new game" }),
  askLobby: () => link.ask({ do: "lobby" }),
  findFriends: (id, text) => link.ask({ do: "friends", id, text }),
  say: (name, text, done) => link.act({ do: "say", id: actions.waitFor(done), room: name, text, message: null }),
  press: pressFor,
  open: (name, game) => table.open(name, game),
  asPlayer,
  addressOf: person.addressOf,
  qr,
});
const finished = makeFinished({
  ask: (shown, page, opponent) => link.ask({ do: "finished", shown, page, opponent }),
  open: (game, place) => table.open("me", game, place),
  play: () => newGame.open("computer"),
});
const profile = makeProfile({ ask: () => link.ask({ do: "profile" }), listGames: finished.open, openSettings: settings.open });
for (const each of [newGame, finished, profile]) addEventListener("hashchange", each.followAddress);

/** @typedef {"words" | "turned away"} ForTheApp the frames that only the Mini App gets */

/**
 * @type {{ [K in Exclude<ToPage["is"], ForTheApp>]: (frame: Extract<ToPage, { is: K }>) => void } &
 *   { [K in ForTheApp]?: undefined }}
 */
const onFrame = {
  welcome({ secret, account, name, guest, areas, closed, offer }) {
    welcomed = true;
    if (secret) holdSecret(secret);
    person.areas = areas;
    if (account === null) person.host = false;
    menu.showRights();
    showPerson(account, name, guest);
    menu.showClosed(closed);
    otherDevice.offer(offer ?? null);
    if (closed) places.turnTo("landing");
    else if (account === null && invitation.begin()) places.turnTo("landing");
    // What else a link brings is carried out in the private chat, where a newcomer chooses a name first.
    else if (account === null && startBrought()) places.turnTo("me");
    else places.follow();
    newGame.followAddress();
    finished.followAddress();
    profile.followAddress();
    if (account === null) return;
    followLink();
    if (askedForSettings()) settings.open();
  },
  "sign-in code"(frame) {
    otherDevice.show(frame);
  },
  "qr code"(frame) {
    actions.settle(frame.id, []);
    qr.show(frame);
  },
  rights({ host, key }) {
    const changed = host !== person.host;
    person.host = host;
    person.key = key;
    menu.showRights();
    if (changed) rooms.refresh();
  },
  accounts({ accounts }) {
    menu.showAccounts(accounts);
  },
  named({ id, account, name, guest }) {
    const first = person.account === null;
    showPerson(account, name, guest);
    if (id !== null) actions.settle(id, []);
    if (!first) {
      table.again();
      return;
    }
    if (!followLink() && places.here() !== "landing") {
      actions.begin("/start");
      composer.focus();
    }
    table.again();
  },
  refused({ id, text }) {
    actions.refuse(id, text);
  },
  language({ language: next }) {
    spoken = next;
    followLanguage();
  },
  room({ room: name, messages, before: more }) {
    rooms.of(name).replaceAll(messages);
    rooms.showEarlier(name, more);
    calls.show();
  },
  earlier({ room: name, messages, before: more }) {
    rooms.of(name).addEarlier(messages);
    rooms.showEarlier(name, more);
  },
  message({ room: name, message }) {
    const isFresh = rooms.of(name).put(message);
    rooms.of(name).clearUnder(message.id);
    const { account } = person;
    const isCalled = account !== null && message.waits_for.includes(account);
    if (isFresh) actions.cameAnew();
    else if (isCalled) actions.boardChanged(name, message.id);
    if (isFresh && name !== places.here()) rooms.news(name);
    const isNotified = account !== null && message.notifies.includes(account);
    if (isFresh && isNotified && document.hidden) {
      calls.unseen();
      notifier.notify(`${name} ${message.id}`, short(message), addressOf(name, message));
    }
    if (isCalled && !isFresh) announcement.textContent = plain(message.text);
    calls.show();
    table.changed(name, message, isCalled);
    // In other people's games there is nothing for the person to press.
    if (message.buttons.length) lobby.changed(isCalled || isNotified);
    else if (message.game !== null) lobby.othersChanged();
  },
  removed({ room: name, message }) {
    rooms.of(name).remove(message);
    table.removed(name, message);
    calls.show();
  },
  done({ id, replies }) {
    actions.settle(id, replies);
    followLanguage();
  },
  completions({ id, lines }) {
    composer.completions(id, lines);
  },
  analysis: (frame) => table.analysed(frame),
  table(frame) {
    table.show(frame);
    nextGame.looked(frame);
  },
  lobby(frame) {
    lobby.show(frame);
    nextGame.show();
    newGame.lobby(frame);
  },
  profile(frame) {
    profile.show(frame);
  },
  finished(frame) {
    finished.show(frame);
    lobby.showFinished(frame);
  },
  "new game"(frame) {
    newGame.show(frame);
  },
  friends(frame) {
    newGame.found(frame);
  },
  invited(frame) {
    invitation.show(frame);
  },
  landing(frame) {
    lobby.showLanding(frame);
  },
  settings(frame) {
    settings.show(frame);
  },
  theme({ theme }) {
    keepAside("theme", theme);
    document.dispatchEvent(new CustomEvent("theme", { detail: theme }));
    settings.again();
  },
  here() {
    // Its arrival is all that it says: see `link.js`.
  },
};

/**
 * @param {RoomName} name
 * @returns {RoomActions}
 */
function actionsIn(name) {
  return {
    press: (pressed, message) => actions.press(name, pressed, message, null),
    pressAnswer: (pressed, answer) => actions.press(name, pressed, null, answer),
    reply: (message) => composer.reply(message.id, short(message)),
    openTable: (game) => table.open(name, game),
    // Only at the common table another person can have posted something.
    moderation: name === "table" ? menu : undefined,
  };
}

/** Return the panel that an answer asks for. @param {string} name */
function panelOf(name) {
  if (name === "settings") return settings;
  if (name === "finished") return finished;
  return name === "profile" ? profile : newGame;
}

/**
 * Press a button that belongs to no message.
 *
 * @param {RoomName} name
 * @param {string} data
 * @param {(replies: ReplyView[]) => void} done
 */
function pressFor(name, data, done) {
  link.act({ do: "press", id: actions.waitFor(done), room: name, data, message: null });
}

/**
 * Go on as soon as the person has an account. A visitor becomes a guest.
 *
 * @param {() => void} go
 * @param {(replies: ReplyView[]) => void} refused
 */
function asPlayer(go, refused) {
  if (person.account !== null) {
    go();
    return;
  }
  keepSecret();
  link.act({ do: "guest", id: actions.waitFor((replies) => (replies.length ? refused(replies) : go())) });
}

/**
 * Return the address of a message: that of its game's board, if that can be opened.
 *
 * @param {RoomName} name
 * @param {MessageView} message
 */
function addressOf(name, { game }) {
  return `${root}?seat=${accountNumber}#room=${name}${game === null ? "" : `&game=${game}`}`;
}

/** @param {string} address the address that a notification is about. */
function followAddress(address) {
  const asked = new URLSearchParams(new URL(address, root).hash.slice(1));
  const game = asked.get("game");
  const name = asked.get("room") === "me" ? "me" : "table";
  if (game === null) places.go(name);
  else table.open(name, game);
}

/** Carry out the invitation of the link that opened this tab; return true if there was one. */
function followLink() {
  const start = takeStart();
  if (!start) return false;
  places.turnTo("me");
  // The board opens as soon as the accepted game begins.
  if (start.startsWith("accept")) lobby.awaitGame();
  actions.begin(`/start ${start}`);
  return true;
}

/** Return true if the person is typing in another field than the rooms' input line: beside a board, or a name. */
function isTyping() {
  return findAll("input:not([type=checkbox], [type=radio])", HTMLInputElement).some((input) => input.offsetParent !== null && !input.closest("dialog") && input.value !== "");
}

/** Reload the page in the language of the answers, unless that could lose the account or a pending action. */
function followLanguage() {
  if (spoken === language() || !isKept() || !composer.isEmpty() || link.waiting() || !actions.isIdle() || isTyping()) return;
  speak(spoken, settings.isOpen());
}

// The obstacle to a reload may be gone now.
addEventListener("input", followLanguage);
onSecretChanged(() => link.again());
onArrival(() => link.again());

/** Begin a game against the computer, and open its board. */
function playComputer() {
  asPlayer(
    () => {
      lobby.awaitGame();
      pressFor("me", ":/play", lobby.answered);
    },
    lobby.answered,
  );
}

/** Count the answer to the puzzle of the day, if there is a player to whom it counts. */
function handIn() {
  if (person.account !== null) countAnswer((data, done) => pressFor("me", data, done));
}

/**
 * @param {string | null} account
 * @param {string | null} name
 * @param {boolean} isGuest true if the bot chose the name.
 */
function showPerson(account, name, isGuest) {
  const changed = account !== person.account;
  person.account = account;
  person.name = name;
  person.guest = isGuest;
  menu.showPerson(isGuest);
  otherDevice.showPerson();
  composerForm.hidden = account === null;
  for (const shown of findAll(".rooms, [data-to-private]", HTMLElement)) shown.hidden = account === null;
  if (changed) rooms.refresh();
  openSettings.hidden = openFinished.hidden = openProfile.hidden = account === null;
  lobby.met(account !== null);
  puzzle.want(account === null);
  handIn();
}

openProfile.addEventListener("click", () => {
  menu.close();
  profile.open();
});
openFinished.addEventListener("click", () => {
  menu.close();
  finished.open();
});
openSettings.addEventListener("click", () => {
  menu.close();
  settings.open();
});
find("[data-begin-computer]", HTMLButtonElement).addEventListener("click", playComputer);
find("[data-begin-friend]", HTMLButtonElement).addEventListener("click", () => newGame.open("friend"));
find("[data-begin-puzzle]", HTMLButtonElement).addEventListener("click", puzzles.open);
find("[data-skip]", HTMLAnchorElement).addEventListener("click", (event) => {
  event.preventDefault();
  find("[data-begin-computer]", HTMLButtonElement).focus();
});

/** @param {number} [code] the WebSocket close code, if the connection closed. */
function whyUnreached(code) {
  if (code === CROWDED) return "web-crowded";
  if (code === GAVE_WAY) return "web-gave-way";
  return welcomed ? "web-offline" : "web-connecting";
}

/**
 * @param {boolean} now
 * @param {number} [code] the WebSocket close code, if the connection closed.
 */
function showConnection(now, code) {
  reached = now;
  // Without an invitation the page already shows another message.
  offline.hidden = reached || code === NOT_INVITED || isWithoutTable;
  offline.textContent = reached ? "" : word(whyUnreached(code));
  const count = reached ? 0 : link.waiting();
  if (!offline.hidden && count) offline.textContent += ` ${word("web-waiting", { count })}`;
  table.banner(offline.hidden ? "" : (offline.textContent ?? ""));
  document.body.classList.toggle("unreached", !reached);
  if (!reached && !welcomed && code !== undefined) askLanding();
  if (!reached) {
    lobby.uncover();
    return;
  }
  // Requests from before the welcome were not sent.
  table.again();
  invitation.again();
  lobby.again();
  settings.again();
  newGame.again();
  finished.again();
  profile.again();
}

/** Show how to play elsewhere, if this address serves no table. */
async function askLanding() {
  try {
    const answer = await fetch(at(`/landing.json?lang=${language()}`));
    /** @type {LandingView} */
    const frame = await answer.json();
    if (!answer.ok || frame.may_begin || welcomed) return;
    isWithoutTable = offline.hidden = true;
    menu.showClosed(true);
    lobby.showLanding(frame);
    puzzle.want(true);
  } catch {
    // The server cannot be reached, as the page says already.
  }
}

document.addEventListener("keydown", (event) => {
  if (table.isOpen() || lessons.isOpen() || puzzles.isOpen() || settings.isOpen()) return;
  const typing = event.target instanceof HTMLInputElement;
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey && person.account !== null) {
    event.preventDefault();
    if (places.here() === "landing") places.go("me");
    composer.begin("/");
  } else if (event.key === "Escape") {
    if (!menu.close() && places.here() !== "landing" && !rooms.here().letGo() && !typing) composer.focus();
  }
});
