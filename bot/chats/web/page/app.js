// App: the page of the Mini App, with a board for one game and a lobby.

import { dressUp } from "./app_theme.js";
import { find } from "./dom.js";
import { newId } from "./ids.js";
import { makeFinished } from "./finished.js";
import { lessonAsked, makeLessons } from "./lessons.js";
import { connect, CROWDED, GAVE_WAY, NOT_INVITED } from "./link.js";
import { makeLobby } from "./lobby.js";
import { makeNewGame } from "./new_game.js";
import { makeNextGame } from "./next_game.js";
import { makeProfile } from "./profile.js";
import { makeQr } from "./qr.js";
import { makeSettings } from "./settings.js";
import { makeShare } from "./share.js";
import { makeTable } from "./table.js";
import { telegram } from "./telegram.js";
import { types } from "./upgrade.js";
import { adoptWords, language, word, zone } from "./words.js";

/** @import { Person } from "./body.js" */
/** @import { ReplyView, ToPage } from "./frames.js" */

const LOBBY_EVERY = 10000;
const A_GAME = /^[a-z0-9]{1,16}$/;

const banner = find("[data-banner]", HTMLElement);
const note = find("[data-note]", HTMLElement);

/** @type {Person} */
const person = { account: null, name: null, areas: {}, host: false, key: "", addressOf: () => "" };
/** @type {Map<string, (replies: ReplyView[]) => void>} */
const waiting = new Map();
/** @typedef {ReturnType<typeof makeTable>} Table */
/** @type {Table | null} */
let table = null;
/** @type {ReturnType<typeof makeLobby> | null} */
let lobby = null;
/** @type {ReturnType<typeof makeNextGame> | null} */
let nextGame = null;
/** @type {ReturnType<typeof makeProfile> | null} */
let profile = null;
/** @type {ReturnType<typeof makeFinished> | null} */
let finished = null;
/** @type {ReturnType<typeof makeNewGame> | null} */
let newGame = null;
/** @type {ReturnType<typeof makeLessons> | null} */
let lessons = null;
/** True after a press that begins a game, until that game is opened. */
let after = "";
let isLost = false;

/**
 * @param {string} data
 * @param {(replies: ReplyView[]) => void} done
 */
function press(data, done) {
  const id = newId();
  const isPlayed = /:\/move /.test(data);
  const isAsked = /:\/why /.test(data);
  if (isPlayed) telegram.landed();
  if (/:\/(continue |play$)/.test(data)) after = data;
  waiting.set(id, (replies) => {
    if (replies.length && (isPlayed || isAsked)) telegram.refused();
    if (after === data) {
      after = "";
      if (!replies.length) lobby?.awaitGame();
    }
    done(replies);
  });
  link.act({ do: "press", id, room: "me", data, message: null });
}

/**
 * @param {string} text
 * @param {(replies: ReplyView[]) => void} done
 */
function say(text, done) {
  const id = newId();
  waiting.set(id, done);
  link.act({ do: "say", id, room: "me", text, message: null });
}

const settings = makeSettings({
  ask: () => link.ask({ do: "settings" }),
  say: (_room, line, done) => say(line, done),
});

/** @param {string} game */
function open(game) {
  if (table?.isOpen()) table.goTo("me", game);
  else table?.open("me", game);
  showWhere();
}

const ask = () => link.ask({ do: "lobby" });

function showWhere() {
  const isOpen = (table?.isOpen() || lessons?.isOpen()) ?? false;
  telegram.showBack(isOpen);
  if (!isOpen) ask();
}

/** The request in the link or button that opened the app; it is taken once. */
let asked = new URLSearchParams(location.search).get("game") ?? "";

const link = telegram.initData
  ? connect({
      path: "/app/socket",
      hello: () => ({ do: "open app", data: telegram.initData, language: language(), zone, types }),
      incoming: hear,
      refused: (id) => settle(id, []),
      changed: showConnection,
    })
  : { again() {}, act() {}, ask: () => false };

const qr = makeQr({
  act: link.act,
  newId() {
    const id = newId();
    waiting.set(id, () => {});
    return id;
  },
});

if (!telegram.initData) note.textContent = word("web-app-elsewhere");

/** @param {ToPage} frame */
function hear(frame) {
  switch (frame.is) {
    case "words":
      adoptWords(frame.language, frame.words);
      // The token of a shared board begins with the game's id.
      asked = table ? "" : frame.start.split("-")[0].toLowerCase() || asked;
      break;
    case "welcome":
      person.account = frame.account;
      person.name = frame.name;
      person.areas = frame.areas;
      break;
    case "turned away":
      note.hidden = false;
      note.textContent = frame.text;
      lobby?.clear();
      shut(frame.text);
      break;
    case "lobby":
      note.hidden = true;
      lobby?.show(frame);
      nextGame?.show();
      newGame?.lobby(frame);
      break;
    case "table":
      table?.show(frame);
      nextGame?.looked(frame);
      break;
    case "profile":
      profile?.show(frame);
      break;
    case "finished":
      finished?.show(frame);
      break;
    case "new game":
      newGame?.show(frame);
      break;
    case "friends":
      newGame?.found(frame);
      break;
    case "qr code":
      waiting.delete(frame.id);
      qr.show(frame);
      break;
    case "analysis":
      table?.analysed(frame);
      break;
    case "settings":
      settings.show(frame);
      break;
    case "done":
      // Invitation links are in the chat with the bot, from where people can forward them.
      settle(frame.id, frame.replies.map((reply) => ({ ...reply, invites: [] })));
      break;
  }
}

/** Show the open board or the request of the link, once the server can be asked. */
function begin() {
  find("h1", HTMLElement).textContent = word("web-app-games");
  find("[data-learn]", HTMLElement).textContent = word("web-learn");
  find("[data-new-game]", HTMLElement).textContent = word("web-new-title");
  find("[data-finished]", HTMLElement).textContent = word("web-finished");
  find("[data-profile]", HTMLElement).textContent = word("web-profile");
  if (table) {
    table.again();
    return;
  }
  table = makeTable({
    person,
    press: (_room, data, done) => press(data, done),
    say: (_room, text, done) => say(text, done),
    said: () => [],
    lookAt: (room, game, moment) => link.ask({ do: "look at", room, game, moment }),
    analyse: (room, game) => link.ask({ do: "analyse", room, game }),
    chooseGame: () => newGame?.open("computer"),
    gone: "web-app-not-open",
    drafted: telegram.askBeforeClosing,
    openShare: makeShare({ press: (_room, data, done) => press(data, done), qr, share: telegram.share }),
  });
  lobby = makeLobby(find("[data-games]", HTMLElement), {
    ask,
    press: (_room, data, done) => press(data, done),
    open: (_room, game) => open(game),
  });
  nextGame = makeNextGame(table, { waiting: lobby.waiting, changed: ask });
  finished = makeFinished({
    ask: (shown, page, opponent) => link.ask({ do: "finished", shown, page, opponent }),
    open(game, place) {
      table?.open("me", game, place);
      showWhere();
    },
    play: () => newGame?.open("computer"),
  });
  profile = makeProfile({ ask: () => link.ask({ do: "profile" }), listGames: () => finished?.open(), openSettings: settings.open });
  newGame = makeNewGame({
    ask: () => link.ask({ do: "new game" }),
    askLobby: ask,
    findFriends: (id, text) => link.ask({ do: "friends", id, text }),
    say: (_room, text, done) => say(text, done),
    press: (_room, data, done) => press(data, done),
    open: (_room, game) => open(game),
    addressOf: person.addressOf,
    qr,
    share: telegram.share,
  });
  // The board follows the address first; only then is it known here if one is open.
  lessons = makeLessons({ finish: () => press(":/play", () => {}) });
  addEventListener("popstate", showWhere);
  addEventListener("hashchange", showWhere);
  const isReloaded = lessonAsked() !== "" || A_GAME.test(new URLSearchParams(location.hash.slice(1)).get("game") ?? "");
  // Telegram's data in the fragment has been read; from now on the fragment names the open board.
  if (!isReloaded) history.replaceState(null, "", location.pathname + location.search);
  table.again();
  if (!isReloaded && A_GAME.test(asked)) open(asked);
  else showWhere();
}

/** Return the panel that an answer asks for. @param {string} name */
function panelOf(name) {
  if (name === "settings") return settings;
  if (name === "finished") return finished;
  return name === "profile" ? profile : newGame;
}

/**
 * @param {string} id
 * @param {ReplyView[]} replies
 */
function settle(id, replies) {
  const settled = waiting.get(id);
  waiting.delete(id);
  settled?.(replies.filter(({ opens }) => opens === ""));
  for (const { opens } of replies) if (opens) panelOf(opens)?.open();
}

/**
 * @param {boolean} reached
 * @param {number} [code] the WebSocket close code, if the connection closed.
 */
function showConnection(reached, code) {
  // A person who was turned away has seen the reason.
  if (code === NOT_INVITED) return;
  isLost = !reached;
  banner.hidden = reached;
  banner.textContent = reached ? "" : word(whyLost(code));
  if (reached) begin();
  if (reached) for (const each of [newGame, finished, profile]) each?.again();
}

/** @param {number} [code] the WebSocket close code, if the connection closed. */
function whyLost(code) {
  if (code === CROWDED) return "web-crowded";
  return code === GAVE_WAY ? "web-gave-way" : "web-offline";
}

/** @param {string} text */
function shut(text) {
  banner.hidden = !table?.isOpen();
  banner.textContent = text;
}

find("[data-finished]", HTMLButtonElement).addEventListener("click", () => finished?.open());
find("[data-profile]", HTMLButtonElement).addEventListener("click", () => profile?.open());
find("[data-new-game]", HTMLButtonElement).addEventListener("click", () => newGame?.open());
telegram.begin(() => history.back());
dressUp(telegram.theme());
telegram.onTheme(() => dressUp(telegram.theme()));

// A hidden page does not count as watching the game, so notifications are sent as usual.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) link.ask({ do: "look at", room: "me", game: "", moment: null });
  else table?.again();
});

setInterval(() => {
  if (!isLost && !document.hidden && table && !lessons?.isOpen()) ask();
}, LOBBY_EVERY);
