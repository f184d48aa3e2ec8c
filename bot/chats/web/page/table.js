// Table: a game on a board that fills the window and can be touched, beside the room in which it is told of.

import { find, make, makeButton } from "./dom.js";
import { ofGames } from "./table_address.js";
import { makeTableBoard } from "./table_board.js";
import { makeBubble } from "./table_bubble.js";
import { makeLog } from "./table_log.js";
import { listenToHands } from "./table_hands.js";
import { BAR, OFF } from "./table_layout.js";
import { makePoints } from "./table_points.js";
import { makeReplay } from "./table_replay.js";
import { makeResult } from "./table_result.js";
import { makeStrip } from "./table_strip.js";
import { makeTalk } from "./table_talk.js";
import { makeTurn } from "./table_turn.js";
import { plain } from "./text.js";
import { word } from "./words.js";

/** @import { Person } from "./body.js" */
/** @import { MessageView, ReplyView, RoomName, StepView, Table, TableView } from "./frames.js" */
/** @import { TableAddress } from "./table_address.js" */
/** @import { Turn } from "./table_turn.js" */

/**
 * What the table needs of the page.
 *
 * @typedef {object} TableActions
 * @property {Person} person who looks
 * @property {(room: RoomName, data: string, done: (replies: ReplyView[]) => void) => void} press
 * @property {(room: RoomName, text: string, done: (replies: ReplyView[]) => void) => void} say
 * @property {(room: RoomName) => MessageView[]} said what people said in a room
 * @property {(room: RoomName, game: string, moment: number | null) => void} lookAt asks for a game, as it stands or
 *   stood after a line of its log; for none, with no game.
 * @property {TableAddress} [address] how the address names what is open; a game of the person's rooms, unless given.
 */

/** @type {Record<string, "first" | "before" | "after" | "last">} */
const STEPS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last" };

/** @param {TableActions} actions */
export function makeTable({ person, press, say, said, lookAt, address = ofGames(person) }) {
  const element = find("[data-table]", HTMLElement);
  const field = make("div", "field-area");
  const boardElement = make("div", "table-board");
  field.append(boardElement);
  const above = makeStrip("above");
  const below = makeStrip("below");
  const back = makeButton("table-back", "", () => address.leave());
  back.setAttribute("aria-label", word("web-table-back"));
  back.title = word("web-table-back");
  above.element.prepend(back);
  const aside = make("div", "aside");
  const title = make("h2", "table-title");
  const says = make("p", "says");
  says.setAttribute("role", "status");
  const news = make("p", "news");
  const acts = make("div", "acts");
  const takeBack = makeButton("button undo", word("web-table-undo"), undo);
  const done = makeButton("button primary done", word("web-table-done"), () => {
    end();
    draw();
  });
  let offered = "";
  const beside = make("div", "beside");
  beside.id = "table-beside";
  const replay = makeReplay(lookBack);
  const log = makeLog((line) => {
    replay.pause();
    // Only what was a mistake is looked at as it was played, if it was the last that happened.
    lookBack(line === latest?.log.length && !latest.log[line - 1].mark ? null : line);
  });
  const talk = makeTalk(person, { say: sayHere, press: (pressed, answered) => act(pressed.data, null, answered), settled: askForGame });
  beside.append(log.element, talk.element);
  const more = makeButton("table-more", "", () => showBeside(!element.classList.contains("with-beside")));
  more.setAttribute("aria-controls", beside.id);
  more.setAttribute("aria-label", word("web-table-more"));
  more.title = word("web-table-more");
  above.element.append(more);
  showBeside(false);
  aside.append(title, says, news, acts);
  const banner = make("p", "table-banner");
  banner.setAttribute("role", "status");
  banner.hidden = true;
  element.append(above.element, field, below.element, aside, replay.element, beside, banner);

  const board = makeTableBoard(boardElement);
  const points = makePoints(tap);
  boardElement.append(points.element);
  boardElement.setAttribute("role", "group");
  const bubble = makeBubble(boardElement);
  const result = makeResult(boardElement);

  /** @type {{ room: RoomName, game: string } | null} */
  let opened = null;
  /** @type {TableView | null} */
  let view = null;
  /** @type {TableView | null} */
  let latest = null;
  /** @type {Turn | null} */
  let turn = null;
  let pending = 0;
  let isEnding = false;
  let smallFirst = false;
  /** @type {number | null} */
  let chosen = null;
  /** @type {number | null} */
  let aim = null;
  /** @type {number | null} */
  let moment = null;
  /** @type {Element | null} */
  let before = null;
  let goesOn = false;
  let shownTheme = "";

  const hands = listenToHands(board, {
    side: () => view?.below.side ?? "w",
    dice: () => (view?.dice.length && turn?.isMine() ? { isBelow: view.mover === view.below.side, count: view.used.length > 2 ? view.used.length : 2 } : null),
    mayHold: (place) => Boolean(turn?.isMine() && turn.holds(place)),
    tap,
    tapDice,
    hold(place) {
      bubble.hide();
      chosen = place;
      aim = null;
      draw();
    },
    drop,
  });

  // What is touched.

  /** @param {number} place */
  function tap(place) {
    bubble.hide();
    if (!view || !turn?.isMine() || isEnding) return;
    const steps = turn.stepsFrom(place);
    const wanted = aim === null ? undefined : steps.find((step) => step.stop === aim);
    aim = null;
    const step = wanted ?? steps.find((each) => each.die === nextDie()) ?? steps[0];
    if (step) play([step]);
    else if (!land(place)) ask(place);
    draw();
  }

  /**
   * Bring a checker to a place, if only one can go there; if several can, the next tap says which.
   *
   * @param {number} place
   */
  function land(place) {
    const steps = turn?.steps().filter((step) => step.stop === place) ?? [];
    if (steps.length === 1) play(steps);
    else if (steps.length) aim = place;
    return steps.length > 0;
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  function drop(from, to) {
    if (!view || !turn?.isMine() || isEnding || from === to || to === BAR) {
      draw();
      return;
    }
    const path = turn.routesFrom(from).get(to);
    const made = turn.standing().made;
    if (path) play(path);
    else if (made.at(-1)?.[0] === to && made.at(-1)?.[1] === from) undo();
    else why(`${written(from)}/${written(to)}`, to === OFF ? from : to);
    draw();
  }

  function tapDice() {
    bubble.hide();
    if (!turn?.isMine() || isEnding) return;
    if (turn.isComplete()) end();
    else smallFirst = !smallFirst;
    draw();
  }

  /** The die that a tap plays, of those that are left. */
  function nextDie() {
    const left = turn?.standing().left ?? [];
    return left.length ? (smallFirst ? Math.min(...left) : Math.max(...left)) : null;
  }

  /** @param {StepView[]} path */
  function play(path) {
    if (!view || !turn) return;
    for (const step of path) turn.play(step);
    send(`/move ${view.game} ${path.map((step) => step.text).join(" ")}`, path[path.length - 1].stop);
  }

  function undo() {
    if (!view || !turn?.canUndo() || isEnding) return;
    bubble.hide();
    aim = null;
    turn.undo();
    send(`/undo ${view.game}`, null);
    draw();
  }

  function end() {
    if (!view || isEnding) return;
    isEnding = true;
    send(`/done ${view.game}`, null);
  }

  /**
   * Ask why the checker of a place cannot move, if one of the person's stands there.
   *
   * @param {number} place
   */
  function ask(place) {
    if (turn?.holds(place) && place !== OFF && !turn.isComplete()) why(written(place), place);
  }

  /**
   * @param {string} move
   * @param {number} at where the answer is shown
   */
  function why(move, at) {
    if (!view || !opened) return;
    const { game } = view;
    press(opened.room, `:/why ${game} ${move}`, (replies) => {
      if (view?.game === game && replies.length) showBubble(plain(replies[0].text), at);
    });
  }

  /**
   * How the person calls a place.
   *
   * @param {number} place
   */
  function written(place) {
    if (place === OFF) return "off";
    return place === BAR ? "bar" : String(view?.numbers[place - 1] ?? place);
  }

  /**
   * Do something in this turn; what is refused goes back, with the reason where it was done.
   *
   * @param {string} line
   * @param {number | null} at
   */
  function send(line, at) {
    if (view) act(`${view.turn}:${line}`, at);
  }

  /**
   * @param {string} data
   * @param {number | null} at where a short answer is shown
   * @param {(replies: ReplyView[]) => void} [answered] who else takes the answers
   */
  function act(data, at, answered) {
    if (!opened) return;
    const { game } = opened;
    pending++;
    press(opened.room, data, (replies) => {
      pending--;
      if (opened?.game !== game) return;
      if (answered) answered(replies);
      else if (replies.some(needsRoom)) showAnswer(null, replies);
      else if (replies.length) showBubble(plain(replies[0].text), at);
      if (pending === 0) {
        isEnding = false;
        for (const waiting of acts.querySelectorAll(".waiting")) waiting.classList.remove("waiting");
        if (latest && moment === null) adopt(latest);
        else draw();
      }
    });
  }

  /**
   * @param {string | null} typed
   * @param {ReplyView[]} replies
   */
  function showAnswer(typed, replies) {
    showBeside(true);
    talk.answer(typed, replies);
  }

  /** @param {string} text */
  function sayHere(text) {
    if (!opened) return;
    const { game } = opened;
    say(opened.room, text, (replies) => {
      if (opened?.game === game && replies.length) showAnswer(/^[/\d]/.test(text) ? text : null, replies);
    });
  }

  /**
   * Show or hide, where there is no room for it beside the board, what happened and what is said.
   *
   * @param {boolean} isShown
   */
  function showBeside(isShown) {
    element.classList.toggle("with-beside", isShown);
    more.setAttribute("aria-expanded", String(isShown));
    if (isShown) delete more.dataset.news;
  }

  /**
   * Look at the board after a line of the log; as it stands now, after none.
   *
   * @param {number | null} wanted
   */
  function lookBack(wanted) {
    if (!opened || !latest || wanted === moment) return;
    moment = wanted;
    // The next step goes on from here, also before the board is there.
    replay.show(latest, moment);
    history.replaceState(history.state, "", address.of(opened.room, opened.game, moment));
    if (moment === null) adopt(latest);
    else lookAt(opened.room, opened.game, moment);
  }

  /**
   * @param {string} text
   * @param {number | null} place
   */
  function showBubble(text, place) {
    if (!view || !turn) return;
    const { white, black } = turn.standing();
    const counts = { w: white, b: black };
    const side = view.below.side === "w" ? "w" : "b";
    const other = side === "w" ? "b" : "w";
    const colour = place !== null && counts[other][place] && place !== OFF ? other : side;
    const layout = board.layout();
    const spot = place === null ? { x: layout.width / 2, y: layout.height / 2 } : board.spot(side, colour, place, counts[colour][place]);
    bubble.show(text, spot, layout);
  }

  // What is shown.

  /** @param {TableView} told */
  function adopt(told) {
    const isNew = view === null || view.game !== told.game;
    if (!isNew && view && told.version < view.version) return;
    if (!isNew && (told.turn !== view?.turn || told.graph.length === 0)) {
      smallFirst = false;
      aim = null;
      hands.letGo();
    }
    if (isNew || !turn) {
      board.clear();
      turn = makeTurn(told);
    } else turn.adopt(told);
    // The end is to be seen, whatever stands over the board.
    if (!isNew && told.over && !view?.over) showBeside(false);
    const rolled = !isNew && view?.dice.length === 0 && told.dice.length > 0;
    const passed = view && !isNew && view.turn !== told.turn;
    view = told;
    isEnding = false;
    boardElement.classList.toggle("rolled", Boolean(rolled || passed));
    if (told.theme !== shownTheme) dress(told.theme);
    draw();
  }

  /** @param {string} theme */
  async function dress(theme) {
    shownTheme = theme;
    const answer = await fetch(`/sprites/${theme}/tones.json`);
    /** @type {Record<string, string>} */
    const tones = await answer.json();
    for (const [name, tone] of Object.entries(tones)) element.style.setProperty(`--${name}`, tone);
    element.style.setProperty("--plank-frame", `url(/sprites/${theme}/frame.png)`);
    element.style.setProperty("--plank-field", `url(/sprites/${theme}/field.png)`);
  }

  function draw() {
    if (!view || !turn) return;
    const { white, black } = turn.standing();
    const landings = chosen === null ? [] : [...turn.routesFrom(chosen).keys()];
    const next = turn.isMine() && !turn.isComplete() ? nextDie() : null;
    board.show(view, turn, { chosen, landings, aim, next });
    points.show(board.layout(), view, turn, aim === null ? landings : [aim]);
    const counts = { w: white, b: black };
    for (const [strip, who] of /** @type {const} */ ([[above, view.above], [below, view.below]])) {
      const colour = who.side === "w" ? "w" : "b";
      strip.show(view, who, counts[colour], who.pips - (who === view.below ? gained() : 0));
    }
    title.textContent = view.title;
    element.dataset.turn = String(view.turn);
    const told = !turn.isMine() ? view.says : word(turn.isComplete() ? "web-table-complete" : "web-table-your-turn");
    // A text that is set anew is read out again, although it is the same.
    if (says.textContent !== told) says.textContent = told;
    news.textContent = view.news;
    showButtons(view, turn);
    element.setAttribute("aria-label", view.title);
    boardElement.setAttribute("aria-label", view.alt);
    element.classList.toggle("waits", isEnding);
    element.classList.toggle("looks-back", moment !== null);
    log.show(latest ?? view, moment);
    replay.show(latest ?? view, moment);
    element.classList.toggle("over", Boolean((latest ?? view).over));
    result.show(view);
  }

  /** How many pips were moved here that the table has not told of yet. */
  function gained() {
    if (!view || !turn) return 0;
    const told = view.used.length > 2 ? view.used.filter((done) => !done).length * view.dice[0] : view.dice.filter((_, at) => !view?.used[at]).reduce((sum, die) => sum + die, 0);
    return told - turn.standing().left.reduce((sum, die) => sum + die, 0);
  }

  /**
   * @param {TableView} shown
   * @param {Turn} now
   */
  function showButtons(shown, now) {
    takeBack.hidden = done.hidden = !now.isMine();
    takeBack.disabled = !now.canUndo() || isEnding;
    done.disabled = !now.isComplete() || isEnding;
    // What is being pressed just now must not be replaced by the same.
    const wanted = JSON.stringify(shown.buttons);
    if (wanted === offered) return;
    offered = wanted;
    const hadFocus = acts.contains(document.activeElement);
    const buttons = shown.buttons.map(({ label, data, style }) => {
      const button = makeButton(`button ${style}`, label, () => {
        button.classList.add("waiting");
        goesOn = /:\/continue /.test(data);
        act(data, null);
      });
      button.dataset.data = data;
      return button;
    });
    acts.replaceChildren(takeBack, done, ...buttons);
    if (hadFocus && !acts.contains(document.activeElement)) back.focus({ preventScroll: true });
  }

  const fit = () => {
    if (!opened) return;
    const { clientWidth, clientHeight } = field;
    board.fit(clientWidth, clientHeight);
    bubble.hide();
    draw();
  };
  new ResizeObserver(fit).observe(field);

  // Opening and closing: the address says what is open.

  /** @type {HTMLElement[]} */
  const rest = [...document.body.children].filter((each) => each instanceof HTMLElement && each !== element && each.tagName !== "SCRIPT").map((each) => /** @type {HTMLElement} */ (each));

  function followAddress() {
    const asked = address.read();
    if (asked === null) close();
    else if (opened?.game !== asked.game || opened.room !== asked.room) enter(asked.room, asked.game, asked.moment);
    else lookBack(asked.moment);
  }

  /**
   * @param {RoomName} room
   * @param {string} game
   * @param {number | null} wanted
   */
  function enter(room, game, wanted) {
    if (!opened) before = document.activeElement;
    opened = { room, game };
    view = latest = turn = null;
    pending = 0;
    isEnding = goesOn = false;
    chosen = aim = null;
    moment = wanted;
    talk.clear();
    said(room).forEach(talk.show);
    showBeside(false);
    element.hidden = false;
    element.classList.add("empty");
    says.textContent = "";
    for (const each of rest) each.inert = true;
    back.focus({ preventScroll: true });
    askForGame();
  }

  /** Ask for the game as it stands, and for the moment that is looked at. */
  function askForGame() {
    if (!opened) return;
    lookAt(opened.room, opened.game, null);
    if (moment !== null) lookAt(opened.room, opened.game, moment);
  }

  function close() {
    if (!opened) return;
    opened = view = latest = turn = null;
    element.hidden = true;
    replay.pause();
    for (const each of rest) each.inert = false;
    lookAt("table", "", null);
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }

  addEventListener("popstate", followAddress);
  addEventListener("hashchange", followAddress);

  document.addEventListener("keydown", (event) => {
    if (!opened || event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    if (event.key === "Escape") {
      if (hands.letGo() || bubble.hide()) return;
      if (moment !== null) lookBack(null);
      else if (element.classList.contains("with-beside")) showBeside(false);
      else address.leave();
    } else if (event.key === "PageUp" || event.key === "PageDown") {
      event.preventDefault();
      replay.go(event.key === "PageUp" ? "before" : "after");
    } else if ((moment !== null || view?.over) && STEPS[event.key] && !event.defaultPrevented) {
      event.preventDefault();
      replay.go(STEPS[event.key]);
    } else if (event.key === "z" || event.key === "Z" || event.key === "я") {
      undo();
    } else if (event.key === "Enter" && turn?.isMine() && turn.isComplete() && !(event.target instanceof HTMLButtonElement && event.target !== back)) {
      event.preventDefault();
      end();
      draw();
    }
  });

  return {
    isOpen: () => opened !== null,
    /**
     * Say that the table cannot be reached; nothing, once it can.
     *
     * @param {string} text
     */
    banner(text) {
      banner.hidden = text === "";
      banner.textContent = text;
    },
    /**
     * Open a game, so that the browser's way back leads here.
     *
     * @param {RoomName} room
     * @param {string} game
     */
    open(room, game) {
      history.pushState(null, "", address.of(room, game, null));
      followAddress();
    },
    /** Open what the address names, or ask for it again after the connection was lost. */
    again() {
      if (!opened) followAddress();
      else askForGame();
    },
    /** @param {Table} frame */
    show({ game, table }) {
      if (opened?.game !== game) return;
      element.classList.toggle("empty", table === null);
      if (table === null) {
        if (!view) says.textContent = word("web-table-gone");
        return;
      }
      if (table.moment === null) latest = table;
      else if (moment === null) return;
      if (!view) {
        board.fit(field.clientWidth, field.clientHeight);
        pending = 0;
      }
      if ((table.moment === null) !== (moment === null)) draw();
      else if (pending === 0 || moment !== null) adopt(table);
    },
    /**
     * A message of a room is new, or has changed.
     *
     * @param {RoomName} room
     * @param {MessageView} message
     * @param {boolean} isMine whether the person must act there
     */
    changed(room, message, isMine) {
      if (opened?.room === room && talk.show(message) && message.author?.account !== person.account && !element.classList.contains("with-beside")) more.dataset.news = "";
      if (!opened || message.game === null) return;
      // What changes in the game that is open the table tells by itself.
      if (message.game !== opened.game && view?.over && (goesOn || isMine)) {
        history.replaceState(null, "", address.of(room, message.game, null));
        followAddress();
      }
    },
    /**
     * A message of a room is gone.
     *
     * @param {RoomName} room
     * @param {string} id
     */
    removed(room, id) {
      if (opened?.room === room) talk.remove(id);
    },
  };
}

/**
 * Whether an answer is more than a sentence.
 *
 * @param {ReplyView} reply
 */
function needsRoom(reply) {
  return reply.buttons.length > 0 || reply.board !== null || reply.animation !== null || reply.pending !== null || plain(reply.text).length > 200;
}
