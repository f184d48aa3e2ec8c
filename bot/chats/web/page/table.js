// Table: a game on an interactive board that fills the window, beside the chat of its room.

import { find, make, makeButton } from "./dom.js";
import { ofGames } from "./table_address.js";
import { makeAside } from "./table_aside.js";
import { makeBeside } from "./table_beside.js";
import { makeTableBoard } from "./table_board.js";
import { makeBubble } from "./table_bubble.js";
import { noteArrival } from "./table_clock.js";
import { makeEnd } from "./table_end.js";
import { listenToHands } from "./table_hands.js";
import { listenToKeys } from "./table_keys.js";
import { makeHint } from "./table_hint.js";
import { makeLastSaid } from "./table_last_said.js";
import { makeMarks } from "./table_marks.js";
import { makeMenu } from "./table_menu.js";
import { makeMoves } from "./table_moves.js";
import { makeOffer } from "./table_offer.js";
import { makePoints } from "./table_points.js";
import { makeReplay } from "./table_replay.js";
import { makeRequests } from "./table_requests.js";
import { makeSound } from "./table_sound.js";
import { makeState } from "./table_state.js";
import { makeNextButton, makePencil, makeStrip } from "./table_strip.js";
import { makeTableTheme } from "./table_theme.js";
import { makeTools } from "./table_tools.js";
import { makeTurn } from "./table_turn.js";
import { makeVisit } from "./table_visit.js";
import { makeWatch } from "./table_watch.js";
import { plain } from "./text.js";
import { word } from "./words.js";

/** @import { Person } from "./body.js" */
/** @import { AnalysisPageView, MenuEntryView, MessageView, ReplyView, RoomName, TableFrame, ButtonView, TableView } from "./frames.js" */
/** @import { TableAddress } from "./table_address.js" */

/**
 * The actions that the table needs from the page.
 *
 * @typedef {object} TableActions
 * @property {Person} person the person in front of the page
 * @property {(room: RoomName, data: string, done: (replies: ReplyView[]) => void) => void} press
 * @property {(room: RoomName, text: string, done: (replies: ReplyView[]) => void) => void} say
 * @property {(room: RoomName) => MessageView[]} said returns the messages that people posted in a room
 * @property {(room: RoomName, game: string, moment: number | null) => void} lookAt requests a game as it is now, or as it
 *   was after a line of its log; an empty game closes the board.
 * @property {(room: RoomName, view: TableView) => void} [openShare] opens the sheet with the link of a game.
 * @property {() => void} [rename] opens the form in which a guest chooses a name.
 * @property {(room: RoomName, game: string) => void} [analyse] requests the analysis of a finished game.
 * @property {() => void} [chooseGame] opens the form of a new game against the computer player.
 * @property {string} [gone] the text for a person who may not see the requested game.
 * @property {TableAddress} [address] how the page's address names the open game; by default a game of the person's rooms.
 * @property {HTMLElement} [element] the element to fill; by default the page's own table.
 * @property {(isHalfMade: boolean) => void} [drafted] is called each time the board is drawn: true if the
 *   person's turn is begun and not ended.
 * @property {boolean} [asksAnywhere] true if a press on a point without a checker also asks why no move is possible.
 */

/** What a board marks that is only watched. */
const NO_MARKS = { chosen: null, landings: [], aim: null, next: null };

/** @param {TableActions} actions */
export function makeTable({
  person,
  press,
  say,
  said,
  lookAt,
  openShare = () => {},
  rename = () => {},
  analyse = () => {},
  chooseGame = () => {},
  address = ofGames(person),
  gone = "web-table-gone",
  element = find("[data-table]", HTMLElement),
  drafted = () => {},
  asksAnywhere = false,
}) {
  const field = make("div", "field-area");
  const boardElement = make("div", "table-board");
  field.append(boardElement);
  const above = makeStrip("above");
  const below = makeStrip("below");
  const pencil = makePencil(rename);
  below.element.append(pencil);
  const back = makeButton("table-back", "", () => address.leave());
  back.setAttribute("aria-label", word("web-table-back"));
  back.title = word("web-table-back");
  above.element.prepend(back);
  const banner = make("p", "table-banner");
  banner.setAttribute("role", "status");
  banner.hidden = true;

  element.tabIndex = -1;

  const state = makeState();
  /** True if the person goes on to the game that follows, whichever it is. */
  let goesOn = false;
  /** True if the open game can be shown. */
  let isThere = false;
  /** Goes to the next game that waits for the person. */
  let goNext = () => {};

  const board = makeTableBoard(boardElement);
  const theme = makeTableTheme(element);
  const sound = makeSound();
  const requests = makeRequests(state, {
    press,
    say,
    tell(text, place, objection = null) {
      bubble.tell(text, place);
      marks.object(objection);
    },
    onBoard,
    answer: (typed, replies) => beside.answer(typed, replies),
    settled() {
      if (state.latest && state.moment === null) receive(state.latest);
      else draw();
    },
  });
  const stillness = matchMedia("(prefers-reduced-motion: reduce)");
  const watch = makeWatch({
    adopt,
    receive,
    draw(isQuick) {
      boardElement.classList.toggle("quick", isQuick);
      draw();
    },
    play: sound.play,
    isStill: () => stillness.matches || document.hidden,
  });
  const moves = makeMoves(state, {
    send: requests.inTurn,
    why: requests.why,
    asksAnywhere,
    hush: () => bubble.hide(),
    moved: () => sound.play("checker"),
    draw,
  });
  const points = makePoints(tap, moves.tapDice);
  boardElement.append(points.element);
  boardElement.setAttribute("role", "group");
  const marks = makeMarks(board, state);
  const bubble = makeBubble(board, state, () => marks.object(null));
  const offer = makeOffer(field, { press: ({ data }) => send(data) });
  const menu = makeMenu(element, { choose, sound });
  const aside = makeAside(state, {
    undo: moves.undo,
    end: moves.end,
    press: pressButton,
    tell: (text) => bubble.tell(text, null),
    leaveFocus: () => element.focus({ preventScroll: true }),
  }, menu.button, offer.answer);
  const hint = makeHint(state, {
    marks,
    panel: aside.show,
    press: (data) => requests.act(data, null),
    ask: (data, done) => requests.act(data, null, done),
    answer: (replies) => requests.show(replies, null),
    draw,
  });
  const toNext = makeNextButton(() => goNext());
  const lastSaid = makeLastSaid(() => beside.open("talk"));
  const tools = makeTools({ toggle: toggleSound });
  const replay = makeReplay((moment) => {
    // In a low window the panel would otherwise cover the board.
    beside.open(null);
    lookBack(moment);
  });
  const beside = makeBeside(element, person, {
    lookBack(line) {
      replay.pause();
      // Only a mistake in the last line is shown as it was played.
      const log = state.latest?.log ?? [];
      lookBack(line === log.length && !log[line - 1].mark ? null : line);
    },
    settled: () => visit.again(),
    read() {
      lastSaid.read();
      menu.mark(false);
    },
    say: requests.say,
    press(pressed, answered) {
      if (share(pressed)) answered([]);
      else requests.act(pressed.data, null, answered);
    },
  });
  above.element.append(toNext.element);
  aside.element.append(lastSaid.element);
  const end = makeEnd(element, state, aside, replay, {
    lookBack,
    press: pressButton,
    analyse: () => state.opened && analyse(state.opened.room, state.opened.game),
    share: () => state.opened && state.latest && openShare(state.opened.room, state.latest),
    isKnown: () => person.account !== null,
    moved: showAddress,
  });
  element.append(above.element, field, below.element, aside.element, beside.element, menu.element, banner, tools.dialog);

  const hands = listenToHands(board, {
    side: () => state.view?.below.side ?? "w",
    dice() {
      const { view, turn } = state;
      if (!view?.dice.length || !turn?.isMine()) return null;
      return { isBelow: view.mover === view.below.side, count: Math.max(2, view.used.length) };
    },
    mayHold: (place) => Boolean(state.turn?.isMine() && state.turn.holds(place)),
    tap,
    tapAgain: moves.tapAgain,
    tapDice: moves.tapDice,
    hold(place) {
      hint.close();
      moves.hold(place);
    },
    drop: moves.drop,
  });

  /**
   * Handle a tap on a place; if a hint is shown, the tap only ends it.
   *
   * @param {number} place
   */
  function tap(place) {
    if (!hint.close()) moves.tap(place);
  }

  /** @param {ButtonView} button */
  function pressButton({ data }) {
    if (share({ data })) return;
    // A double is asked about first, like every offer.
    if (/:\/double /.test(data)) offer.make(state.view?.offers.find(({ what }) => what === "double"));
    else send(data);
  }

  /** @param {string} data */
  function send(data) {
    goesOn = /:\/continue /.test(data);
    requests.act(data, null);
  }

  /**
   * Open the sheet with the game's link if a button asks for it. Return true if it does.
   *
   * @param {{ data: string }} pressed
   */
  function share({ data }) {
    const isAsked = state.opened !== null && state.latest !== null && new RegExp(`:/share ${state.opened.game}$`).test(data);
    if (isAsked && state.opened && state.latest) openShare(state.opened.room, state.latest);
    return isAsked;
  }

  /**
   * Carry out an entry of the menu.
   *
   * @param {MenuEntryView} entry
   */
  function choose({ icon, does, data }) {
    if (does === "offer") offer.make(state.view?.offers.find(({ what }) => what === icon));
    else if (does === "new") chooseGame();
    else if (does === "record") beside.open("log");
    else if (does === "talk") beside.open("talk");
    else if (does === "flip") flip();
    else if (does === "sound") toggleSound();
    else if (does === "keys") tools.showKeys();
    else if (icon === "hint") hint.request(data);
    else if (!share({ data })) requests.act(data, null);
  }

  function toggleSound() {
    sound.toggle();
    draw();
  }

  /**
   * Draw an answer on the board, if it has anything to draw.
   *
   * @param {ReplyView[]} replies
   */
  function onBoard(replies) {
    const [reply] = replies;
    if (reply?.hint) hint.take(replies);
    else if (reply?.objection) {
      bubble.tell(plain(reply.text), reply.objection.refused);
      marks.object(reply.objection);
    } else return false;
    beside.open(null);
    return true;
  }

  /**
   * Show the board after a line of the log, or the live board for null.
   *
   * @param {number | null} wanted
   */
  function lookBack(wanted) {
    if (!state.opened || !state.latest || wanted === state.moment) return;
    const { room, game } = state.opened;
    watch.cancel();
    state.moment = wanted;
    // The next step counts from here, even before the board arrives.
    replay.show(state.latest, wanted);
    end.looked(wanted);
    showAddress();
    if (wanted === null) adopt(state.latest);
    else {
      // The chart and its sentence do not wait for the board.
      end.show();
      lookAt(room, game, wanted);
    }
  }

  function showAddress() {
    const { opened, moment } = state;
    if (opened) history.replaceState(history.state, "", address.of(opened.room, opened.game, moment, end.place()));
  }

  /** Turn the board around for a person who only watches. */
  function flip() {
    if (!state.view || state.view.seated) return;
    state.isFlipped = !state.isFlipped;
    state.view = otherSide(state.view);
    state.turn?.adopt(state.view);
    draw();
  }

  // Showing.

  // A press ends what the other side's turn shows; on the board it does nothing else.
  for (const kind of ["pointerdown", "keydown"]) {
    element.addEventListener(
      kind,
      (event) => {
        if (watch.finish() && event.target instanceof Node && boardElement.contains(event.target)) event.stopPropagation();
      },
      { capture: true },
    );
  }

  /**
   * Show a live board, after the turn of another player that led to it.
   *
   * @param {TableView} incoming
   */
  function receive(incoming) {
    if (!watch.take(state.view, state.turn, incoming)) adopt(incoming);
  }

  /** @param {TableView} received */
  function adopt(received) {
    const { view } = state;
    const incoming = state.isFlipped && !received.seated ? otherSide(received) : received;
    const isNew = view === null || view.game !== incoming.game;
    if (!isNew && incoming.version < view.version) return;
    if (!isNew && (incoming.turn !== view.turn || incoming.graph.length === 0)) {
      hands.letGo();
      moves.forget();
    }
    if (isNew || !state.turn) {
      board.clear();
      state.turn = makeTurn(incoming);
    } else {
      if (incoming.moment === null && view.moment === null) sound.tell(view, incoming, state.turn);
      state.turn.adopt(incoming);
    }
    // The end of the game must be visible, so close what covers the board.
    if (!isNew && incoming.over && !view.over) beside.open(null);
    state.view = incoming;
    state.isEnding = false;
    boardElement.classList.remove("quick");
    watch.note(incoming);
    theme.show(incoming.theme).then(() => {
      if (isThere && state.view?.game === incoming.game) element.classList.remove("empty");
    });
    draw();
    // The end of the game must be visible, too, so nothing that was asked about it stays open.
    if (incoming.over) offer.close();
    if (incoming.moment === null) offer.show(incoming.offer, incoming.offers);
  }

  function draw() {
    const { view, turn, latest, moment } = state;
    if (!view || !turn) return;
    pencil.hidden = !(person.guest && view.seated);
    const preview = hint.turn();
    const scene = watch.scene() ?? (preview && { view, turn: preview });
    const movable = moves.marks();
    if (scene) board.show(scene.view, scene.turn, NO_MARKS);
    else board.show(view, turn, movable);
    points.show(board.layout(), view, turn, movable.aim === null ? movable.landings : [movable.aim]);
    above.show(view, view.above, turn);
    below.show(view, view.below, turn);
    element.dataset.turn = String(view.turn);
    element.setAttribute("aria-label", view.title);
    boardElement.setAttribute("aria-label", view.alt);
    element.classList.toggle("waits", state.isEnding);
    element.classList.toggle("looks-back", moment !== null);
    aside.draw();
    menu.show(view.menu);
    beside.log.show(latest ?? view, moment);
    beside.talk.reach(latest ?? view);
    replay.show(latest ?? view, moment);
    element.classList.toggle("over", (latest ?? view).over);
    end.show();
    hint.show();
    // A finished game's buttons are those of its result, and the menu is always the last one.
    const row = aside.shown()?.querySelector(".result-acts") ?? aside.acts;
    if (menu.button.parentElement !== row) row.append(menu.button);
    if (moment === null) drafted(turn.isMine() && turn.canUndo() && !state.isEnding);
  }

  new ResizeObserver(() => {
    if (!state.opened) return;
    board.fit(field.clientWidth, field.clientHeight);
    bubble.hide();
    draw();
  }).observe(field);

  const visit = makeVisit(element, state, address, {
    focus: element,
    lookAt,
    lookBack,
    begun(room, place) {
      goesOn = false;
      watch.cancel();
      replay.pause();
      moves.forget();
      hint.close();
      menu.close();
      offer.close();
      offer.show(null, []);
      beside.talk.clear();
      lastSaid.clear();
      for (const message of said(room)) {
        beside.talk.show(message);
        lastSaid.show(message, false);
      }
      beside.open(null);
      end.begin(place);
      aside.say("");
    },
  });

  listenToKeys(state, {
    escape() {
      if (hands.letGo() || bubble.hide() || hint.close() || offer.close()) return;
      if (end.leave()) return;
      if (state.moment !== null) lookBack(null);
      else if (beside.isOpen()) beside.open(null);
      else address.leave();
    },
    step: replay.go,
    press: pressButton,
    next: () => !toNext.element.hidden && goNext(),
    flip,
    moves,
    points,
    tools,
  });

  return {
    isOpen: () => state.opened !== null,
    opened: () => state.opened,
    open: visit.open,
    goTo: visit.goTo,
    showNext: toNext.show,
    /** @param {() => void} go goes to the next game that waits for the person. */
    onNext(go) {
      goNext = go;
    },
    again: visit.again,
    /**
     * Show that the server cannot be reached, or clear that.
     *
     * @param {string} text
     */
    banner(text) {
      banner.hidden = text === "";
      banner.textContent = text;
    },
    /** @param {TableFrame} frame */
    show({ game, table }) {
      if (state.opened?.game !== game) return;
      isThere = table !== null;
      if (table === null) {
        element.classList.add("empty");
        if (!state.view) aside.say(word(gone));
        return;
      }
      const { moment } = state;
      noteArrival([table.above.clock, table.below.clock]);
      if (table.moment === null) state.latest = table;
      else if (moment === null) return;
      if (!state.view) board.fit(field.clientWidth, field.clientHeight);
      if ((table.moment === null) !== (moment === null)) draw();
      else if (moment !== null) adopt(table);
      else if (state.pending === 0) receive(table);
    },
    /** @param {AnalysisPageView} page */
    analysed(page) {
      if (state.opened?.game !== page.game) return;
      end.adopt(page);
      // The record beside the board has marks now, too.
      if (page.turns.length && !state.latest?.result?.analysed) visit.again();
    },
    /**
     * Show a new or changed message of a room.
     *
     * @param {RoomName} room
     * @param {MessageView} message
     * @param {boolean} isMine true if the person must act there
     */
    changed(room, message, isMine) {
      if (state.opened?.room === room && beside.hear(message)) {
        const isUnread = message.author?.account !== person.account && !beside.isOpen();
        lastSaid.show(message, isUnread);
        if (isUnread) menu.mark(true);
      }
      // Changes of the open game arrive in separate frames.
      const isOther = state.opened !== null && message.game !== null && message.game !== state.opened.game;
      if (isOther && message.game && state.view?.over && (goesOn || isMine)) visit.goTo(room, message.game);
    },
    /**
     * Remove a message of a room.
     *
     * @param {RoomName} room
     * @param {string} id
     */
    removed(room, id) {
      if (state.opened?.room !== room) return;
      beside.talk.remove(id);
      lastSaid.remove(id);
    },
  };
}

/**
 * Return the same game, seen from the other side.
 *
 * @param {TableView} view
 * @returns {TableView}
 */
const otherSide = (view) => ({ ...view, above: view.below, below: view.above });
