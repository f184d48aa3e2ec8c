// Puzzle table: a puzzle on a board that fills the window. The address names the puzzle.

import { make } from "./dom.js";
import { askPuzzle, keepAnswer, keptAnswer, withTurn } from "./puzzle.js";
import { makeTable } from "./table.js";
import { word } from "./words.js";

/** @import { Person } from "./body.js" */
/** @import { ButtonView, PuzzleStepView, ReplyView } from "./frames.js" */
/** @import { TableAddress } from "./table_address.js" */

/** The name by which an address means the puzzle of the day. */
const TODAY = "today";
/** @type {Person} */
const visitor = { account: null, name: null, areas: {}, host: false, key: "", addressOf: () => "" };

/** Return the puzzle that the address names, or an empty string. */
function puzzleAsked() {
  const name = new URLSearchParams(location.hash.slice(1)).get("puzzle") ?? "";
  return /^[a-z0-9.]{1,16}$/.test(name) ? name : "";
}

/** @param {string} name */
const addressOf = (name) => `${location.pathname}${location.search}#puzzle=${name}`;

/** @type {TableAddress} */
const address = {
  read: () => (puzzleAsked() ? { room: "me", game: puzzleAsked(), moment: null, place: "" } : null),
  of: (_room, name) => addressOf(name),
  leave() {
    // A person who came by a link has no earlier page here to go back to.
    if (history.state?.within) history.back();
    else follow(location.pathname + location.search);
  },
};

/**
 * Replace the address of the page.
 *
 * @param {string} to
 */
function follow(to) {
  history.replaceState(history.state, "", to);
  dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
}

/** @param {() => void} answered is called when an answer was kept. */
export function makePuzzles(answered) {
  /** @type {ReturnType<typeof makePuzzleTable> | null} */
  let table = null;

  function followAddress() {
    // Most visits need no second board.
    if (!table && puzzleAsked()) table = makePuzzleTable(answered);
  }

  addEventListener("popstate", followAddress);
  addEventListener("hashchange", followAddress);
  followAddress();
  return {
    isOpen: () => table?.isOpen() ?? false,
    /** Open the puzzle of the day. */
    open() {
      history.pushState({ within: true }, "", addressOf(TODAY));
      dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
    },
  };
}

/** @param {() => void} answered */
function makePuzzleTable(answered) {
  const element = make("section", "table learning puzzling");
  element.setAttribute("role", "dialog");
  element.setAttribute("aria-modal", "true");
  element.hidden = true;
  document.body.append(element);
  let asked = "";
  let shows = 0;
  /** @type {PuzzleStepView | null} */
  let step = null;
  /** @type {string[]} */
  let made = [];
  const table = makeTable({ person: visitor, press, say() {}, said: () => [], lookAt, address, element });

  /**
   * @param {string} _room
   * @param {string} name
   */
  async function lookAt(_room, name) {
    asked = name;
    if (!name) return;
    const found = await askPuzzle({ name: name === TODAY ? "" : name });
    if (asked !== name || !found) return;
    const kept = keptAnswer();
    made = name === TODAY && kept?.day === found.day ? kept.made : [];
    const told = made.length ? await askPuzzle({ name: found.name, made, isAnswer: true }) : null;
    if (asked === name) show(told ?? found);
  }

  /** @param {PuzzleStepView} shown */
  function show(shown) {
    step = shown;
    shows++;
    const view = withTurn(shown, made);
    const title = { ...view.above, name: view.title };
    // Each state is newer than the one before, also when a move was taken back.
    table.show({ is: "table", room: "me", game: asked, table: { ...view, game: asked, version: shows, news: shown.asks, above: title, buttons: buttons(shown) } });
  }

  /**
   * @param {PuzzleStepView} shown
   * @returns {ButtonView[]}
   */
  function buttons({ judged, next_name: next }) {
    if (!judged) return [];
    const onward = /** @type {const} */ ({ label: word("web-puzzle-next"), data: `:/next ${next}`, style: "primary", source: null, target: null });
    return judged.best ? [onward] : [{ label: word("web-puzzle-again"), data: ":/again", style: "plain", source: null, target: null }, onward];
  }

  /**
   * @param {string} _room
   * @param {string} data
   * @param {(replies: ReplyView[]) => void} done
   */
  async function press(_room, data, done) {
    const [, what, typed = ""] = /^\d*:\/(\w+)(?: \S+)? ?(.*)$/.exec(data) ?? [];
    if (what === "next" && step) follow(addressOf(step.next_name));
    else if (what === "why") done(sentence((await askPuzzle({ name: step?.name, made, move: typed }))?.feedback ?? word("web-trouble")));
    else if (what === "again") await turn([], false, done);
    else if (what === "move") await turn([...made, ...typed.split(" ")], false, done);
    else if (what === "undo") await turn(made.slice(0, -1), false, done);
    else if (what === "done") await turn(made, true, done);
    else done([]);
  }

  /**
   * Show the result of the moves so far.
   *
   * @param {string[]} moves
   * @param {boolean} isAnswer
   * @param {(replies: ReplyView[]) => void} done
   */
  async function turn(moves, isAnswer, done) {
    const name = asked;
    // The next move counts from here, also before the answer.
    const before = made;
    made = moves;
    const told = await askPuzzle({ name: step?.name, made: moves, isAnswer });
    if (asked !== name) return;
    if (!told) {
      made = before;
      done(sentence(word("web-trouble")));
      return;
    }
    // The answer to an earlier move of the same turn shows less than the board does already.
    if (made === moves) show(told);
    done([]);
    if (!told.judged) return;
    keepAnswer(told.day, moves);
    answered();
  }

  table.again();
  return table;
}

/**
 * @param {string} text
 * @returns {ReplyView[]}
 */
const sentence = (text) => [{ text: [text], board: null, animation: null, document: null, buttons: [], invites: [], notifies: [], waits_for: [], pending: null, opens: "", offered_at: null, invitation: null, hint: null, objection: null }];
