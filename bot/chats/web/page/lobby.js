// Lobby: a person's games (the most urgent first), invitations that wait for an answer, and other people's games.

import { make, makeButton } from "./dom.js";
import { drawSmallBoard } from "./small_board.js";
import { makeClock, noteArrival } from "./table_clock.js";
import { makeTableTheme } from "./table_theme.js";
import { plain } from "./text.js";
import { word } from "./words.js";

/** The most games that wait for the person and are shown at first. */
const FIRST = 3;

/** @import { LobbyInvitationView, LobbyView, LobbyGameView, ReplyView, RoomName } from "./frames.js" */

/**
 * The actions that the lobby needs from the page.
 *
 * @typedef {object} LobbyActions
 * @property {() => void} ask requests the lobby from the server.
 * @property {(room: RoomName, data: string, done: (replies: ReplyView[]) => void) => void} press
 * @property {(room: RoomName, game: string) => void} open opens a game's board.
 */

/**
 * @param {HTMLElement} element the element of the list.
 * @param {LobbyActions} actions
 * @param {string} [empty] the text of a lobby without games.
 */
export function makeLobby(element, { ask, press, open }, empty = word("web-lobby-empty")) {
  const note = make("p", "lobby-note");
  note.setAttribute("role", "status");
  const sections = {
    yours: makeSection("yours", word("web-lobby-yours")),
    invitations: makeSection("invitations", word("web-lobby-invitations")),
    theirs: makeSection("theirs", ""),
    others: makeSection("others", word("web-lobby-others")),
  };
  const main = make("div", "lobby-main");
  const side = make("div", "lobby-side");
  const toAll = makeButton("button lobby-all", "", () => {
    isWhole = true;
    main.classList.add("whole");
    toAll.hidden = true;
  });
  toAll.hidden = true;
  let isWhole = false;
  // A game that waits for another player is opened from its line; several are listed below it.
  const awaited = makeButton("lobby-awaits", "", () => {
    const [game, ...more] = theirs;
    if (more.length) unfold(!sections.theirs.element.classList.contains("open"));
    else open(game.room, game.game);
  });
  awaited.dataset.key = "awaits";
  /** @type {LobbyGameView[]} */
  let theirs = [];
  sections.yours.element.append(toAll);
  sections.theirs.element.prepend(awaited);
  main.append(sections.yours.element, sections.invitations.element, sections.theirs.element);
  side.append(sections.others.element);
  element.append(note, main, side);

  const theme = makeTableTheme(element);
  let shown = "";
  /** @type {Map<string, ReturnType<typeof makeClock>>} */
  const clocks = new Map();
  /** @type {LobbyGameView[]} */
  let games = [];
  /** @type {Set<string> | null} */
  let known = null;
  /** True after a request for a game that is to be opened as soon as it begins. */
  let awaits = false;

  /** @param {boolean} isOpen true if the games that wait for other players are listed. */
  function unfold(isOpen) {
    sections.theirs.element.classList.toggle("open", isOpen);
    if (theirs.length > 1) awaited.setAttribute("aria-expanded", String(isOpen));
    else awaited.removeAttribute("aria-expanded");
  }

  /** @param {LobbyView} lobby */
  function show(lobby) {
    const begun = lobby.games.find(({ game, press: begins }) => !begins && known && !known.has(game));
    games = lobby.games;
    known = new Set(games.filter((each) => !each.press).map((each) => each.game));
    draw(lobby);
    if (!awaits || !begun) return;
    awaits = false;
    open(begun.room, begun.game);
  }

  /** @param {LobbyView} lobby */
  function draw(lobby) {
    const each = [...lobby.games, ...lobby.others];
    noteArrival(each.map(({ clock }) => clock));
    // Cards on which only the time changed are not rebuilt, because one may be pressed at this moment.
    const wanted = JSON.stringify(lobby, (key, value) => (key === "left" || key === "still_in" ? null : value));
    if (wanted === shown) {
      for (const { game, clock } of each) clocks.get(game)?.show(clock);
      return;
    }
    shown = wanted;
    for (const clock of clocks.values()) clock.show(null);
    clocks.clear();
    const focused = document.activeElement instanceof HTMLElement && element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    const [any] = each;
    if (any) theme.show(any.board.theme);
    const isReady = (/** @type {LobbyGameView} */ game) => game.waits || game.press !== "";
    const yours = lobby.games.filter(isReady);
    sections.yours.show(yours.map((game) => lineOf(game, game.does)));
    toAll.hidden = isWhole || yours.length <= FIRST;
    toAll.textContent = word("web-lobby-all", { count: yours.length });
    theirs = lobby.games.filter((game) => !isReady(game));
    awaited.textContent = lobby.awaits;
    sections.theirs.show(theirs.map((game) => lineOf(game, "")));
    unfold(theirs.length > 1 && sections.theirs.element.classList.contains("open"));
    sections.invitations.show(lobby.invitations.map(invitation));
    sections.others.show(lobby.others.map((game) => lineOf(game, word("web-lobby-watch"))));
    main.hidden = lobby.games.length + lobby.invitations.length === 0;
    side.hidden = lobby.others.length === 0;
    say(main.hidden ? empty : "");
    if (focused && focused !== awaited.dataset.key) element.querySelector(`[data-key="${focused}"]`)?.closest("button")?.focus();
  }

  /**
   * @param {LobbyGameView} game
   * @param {string} label what a press is for; empty if the card says so.
   */
  function lineOf(game, label) {
    const line = make("li");
    const button = makeButton(`lobby-game${game.waits ? " waits" : ""}`, "", () => {
      if (game.press) pressIn(game.room, game.press);
      else open(game.room, game.game);
    });
    button.dataset.key = button.dataset.game = game.game;
    button.append(drawSmallBoard(game.board), make("b", "players", game.players), make("span", "rules", game.rules));
    // The button says what a game waits for.
    if (!game.does) button.append(make("span", "state", game.says));
    if (game.clock) {
      const clock = makeClock();
      clock.show(game.clock);
      clocks.set(game.game, clock);
      button.append(clock.element);
    }
    if (label) button.append(make("span", "does", label));
    line.append(button);
    return line;
  }

  /** @param {LobbyInvitationView} waiting */
  function invitation(waiting) {
    const line = make("li", "lobby-invitation");
    const row = make("div", "row");
    row.append(
      ...waiting.buttons.map(({ label, data, style }) => {
        const button = makeButton(`button ${style}`, label, () => {
          button.classList.add("waiting");
          pressIn(waiting.room, data, () => button.classList.remove("waiting"));
        });
        button.dataset.key = button.dataset.data = data;
        return button;
      }),
    );
    const summary = make("div", "summary");
    summary.append(make("b", "asks", waiting.says), make("span", "rules", waiting.rules));
    line.append(summary, row);
    return line;
  }

  /**
   * @param {RoomName} room
   * @param {string} data
   * @param {() => void} [settle]
   */
  function pressIn(room, data, settle) {
    const begins = /:\/(accept|continue) /.test(data);
    awaits = begins;
    press(room, data, (replies) => {
      settle?.();
      if (replies.length) awaits = false;
      say(replies.length ? plain(replies[0].text) : "");
      ask();
    });
  }

  /** @param {string} text */
  function say(text) {
    note.hidden = text === "";
    note.textContent = text;
  }

  return {
    show,
    /** Open the next game that begins. */
    awaitGame() {
      awaits = true;
      ask();
    },
    /**
     * Show why no game begins, unless one does.
     *
     * @param {ReplyView[]} replies
     */
    answered(replies) {
      if (replies.length) say(plain(replies[0].text));
      ask();
    },
    /**
     * Return the games that wait for the person, the most urgent first, except one.
     *
     * @param {string} [but]
     */
    waiting: (but = "") => games.filter(({ game, waits }) => waits && game !== but),
    clear() {
      // Who has no account yet has no game either.
      known = new Set();
      draw({ is: "lobby", games: [], invitations: [], others: [], says: "", awaits: "" });
    },
  };
}

/**
 * @param {string} name
 * @param {string} label its heading; empty for a section without one.
 */
function makeSection(name, label) {
  const element = make("section", `lobby-part ${name}`);
  element.hidden = true;
  const head = make("h2");
  const count = make("small");
  head.append(make("span", "", label), count);
  const list = make("ol");
  if (label) element.append(head);
  element.append(list);
  return {
    element,
    /** @param {HTMLElement[]} lines */
    show(lines) {
      element.hidden = lines.length === 0;
      count.textContent = String(lines.length);
      list.replaceChildren(...lines);
    },
  };
}
