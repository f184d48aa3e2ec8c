// Puzzle board: the puzzle of the day on a board of the landing, without the strips and panels of a table.

import { find, findAll, make, makeButton } from "./dom.js";
import { askPuzzle, keepAnswer, keptAnswer, withTurn } from "./puzzle.js";
import { makeTableBoard } from "./table_board.js";
import { makeBubble } from "./table_bubble.js";
import { listenToHands } from "./table_hands.js";
import { makeMoves } from "./table_moves.js";
import { makePoints } from "./table_points.js";
import { makeState } from "./table_state.js";
import { makeTableTheme } from "./table_theme.js";
import { makeTurn } from "./table_turn.js";
import { word } from "./words.js";

/** @import { PuzzleStepView } from "./frames.js" */

/** The height of the board, relative to its width: on a phone, and on a board that has a tray. */
const HIGH = 0.715;
const LOW = 0.66;
const NARROW = 480;

/** @param {() => void} answered is called when an answer was kept. */
export function makePuzzleBoard(answered) {
  const element = find("[data-puzzle]", HTMLElement);
  const asks = find(".puzzle-asks", HTMLElement, element);
  const field = find(".puzzle-field", HTMLElement, element);
  const says = find(".puzzle-says", HTMLElement, element);
  const acts = find(".puzzle-acts", HTMLElement, element);
  const boardElement = make("div", "table-board");
  boardElement.setAttribute("role", "group");
  field.append(boardElement);

  const state = makeState();
  const board = makeTableBoard(boardElement);
  const theme = makeTableTheme(element);
  const bubble = makeBubble(board, state, () => {});
  /** @type {PuzzleStepView | null} */
  let step = null;
  /** @type {Promise<void> | null} */
  let opening = null;
  /** The moves made, as they are typed. @type {string[]} */
  let made = [];

  const moves = makeMoves(state, { send, why, asksAnywhere: false, hush: () => bubble.hide(), moved() {}, draw });
  const points = makePoints(moves.tap, moves.tapDice);
  boardElement.append(points.element);
  const undo = makeButton("button", word("web-table-undo"), moves.undo);
  const answer = makeButton("button", word("web-puzzle-answer"), moves.end);
  const again = makeButton("button", word("web-puzzle-again"), () => step && open(step.name));
  const next = makeButton("button", word("web-puzzle-next"), () => step && open(step.next_name));
  acts.append(undo, answer, again, next);

  const hands = listenToHands(board, {
    side: () => state.view?.below.side ?? "w",
    dice() {
      const { view, turn } = state;
      return view?.dice.length && turn?.isMine() ? { isBelow: true, count: Math.max(2, view.used.length) } : null;
    },
    mayHold: (place) => Boolean(state.turn?.isMine() && state.turn.holds(place)),
    tap: moves.tap,
    tapAgain: moves.tapAgain,
    tapDice: moves.tapDice,
    hold: moves.hold,
    drop: moves.drop,
  });

  /**
   * Follow the moves that the board makes by itself; the last action of a turn is the answer.
   *
   * @param {string} line
   */
  function send(line) {
    const [, what, typed] = /^\/(\w+) \S+ ?(.*)$/.exec(line) ?? [];
    if (what === "move") made.push(...typed.split(" "));
    else if (what === "undo") made.pop();
    else if (what === "done") give(made);
  }

  /** @param {string[]} turn */
  async function give(turn) {
    const told = await askPuzzle({ name: step?.name, made: turn, isAnswer: true });
    state.isEnding = false;
    if (!told?.judged) {
      bubble.tell(word("web-trouble"), null);
      draw();
      return;
    }
    keepAnswer(told.day, turn);
    show(told);
    if (acts.contains(document.activeElement) || document.activeElement === document.body) next.focus({ preventScroll: true });
    answered();
  }

  /**
   * @param {string} move
   * @param {number} at
   */
  async function why(move, at) {
    const told = await askPuzzle({ name: step?.name, made, move });
    if (told?.feedback) bubble.tell(told.feedback, at);
  }

  /** @param {PuzzleStepView} shown */
  function show(shown) {
    step = shown;
    state.view = state.latest = withTurn(shown, made);
    state.turn = makeTurn(state.view);
    moves.forget();
    draw();
  }

  function draw() {
    const { view, turn } = state;
    if (!view || !turn || !step) return;
    const marks = moves.marks();
    board.show(view, turn, marks);
    points.show(board.layout(), view, turn, marks.aim === null ? marks.landings : [marks.aim]);
    // Only where something can be done is a stop for the Tab key; the arrow keys lead to all points.
    for (const point of findAll(".place", HTMLButtonElement, points.element)) {
      const place = Number(point.dataset.place);
      point.tabIndex = turn.stepsFrom(place).length || marks.landings.includes(place) ? 0 : -1;
    }
    boardElement.setAttribute("aria-label", `${step.asks} ${view.alt}`);
    asks.textContent = step.asks;
    const isBegun = turn.canUndo();
    says.textContent = step.judged ? step.judged.says : word(!isBegun ? "web-puzzle-try" : turn.isComplete() ? "web-puzzle-complete" : "web-puzzle-go-on");
    element.classList.toggle("judged", step.judged !== null);
    element.classList.toggle("right", step.judged?.best ?? false);
    undo.hidden = answer.hidden = step.judged !== null || !isBegun;
    answer.disabled = !turn.isComplete() || state.isEnding;
    again.hidden = step.judged?.best ?? true;
    next.hidden = step.judged === null;
  }

  function fit() {
    const width = field.clientWidth;
    if (!width) return;
    board.fit(width, Math.round(width * (width < NARROW ? HIGH : LOW)));
    bubble.hide();
    draw();
  }

  /**
   * Show a puzzle, by default that of the day, with the answer that was given to it before.
   *
   * @param {string} [name]
   */
  async function open(name) {
    const shown = await askPuzzle({ name });
    if (!shown) return;
    const kept = name === undefined ? keptAnswer() : null;
    made = kept && kept.day === shown.day ? kept.made : [];
    const told = made.length ? await askPuzzle({ name: shown.name, made, isAnswer: true }) : null;
    await theme.show(shown.table.theme);
    element.classList.add("shown");
    show(told ?? shown);
    fit();
  }

  new ResizeObserver(fit).observe(field);
  boardElement.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && (hands.letGo() || bubble.hide())) event.stopPropagation();
  });

  return {
    /**
     * Show the board, or hide it.
     *
     * @param {boolean} isWanted
     */
    want(isWanted) {
      element.hidden = !isWanted;
      element.parentElement?.classList.toggle("puzzled", isWanted);
      if (isWanted && !step) opening ??= open().finally(() => (opening = null));
    },
  };
}
