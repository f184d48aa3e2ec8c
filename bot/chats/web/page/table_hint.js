// Table hint: the best turns on the live board, as arrows and marks with two lines of text, and a preview of each.

import { make, makeButton } from "./dom.js";
import { followAnswer } from "./pending_answer.js";
import { makeTurn } from "./table_turn.js";
import { word } from "./words.js";

/** @import { BoardHintView, ReplyView } from "./frames.js" */
/** @import { TableMarks } from "./table_marks.js" */
/** @import { TableState } from "./table_state.js" */
/** @import { Turn } from "./table_turn.js" */

/** Milliseconds after which a hint that is not there yet is said to be looked for. */
const SOON = 300;
/** Milliseconds for which each move of a preview is shown. */
const EACH = 300;

/**
 * @param {TableState} state
 * @param {object} actions
 * @param {TableMarks} actions.marks
 * @param {(panel: HTMLElement | null) => void} actions.panel shows a panel in place of the news and the buttons.
 * @param {(data: string) => void} actions.press
 * @param {(data: string, done: (replies: ReplyView[]) => void) => void} actions.ask
 * @param {(replies: ReplyView[]) => void} actions.answer shows an answer that is no hint.
 * @param {() => void} actions.draw
 */
export function makeHint(state, { marks, panel, press, ask, answer, draw }) {
  const element = make("div", "hint-panel");
  const says = make("p", "says");
  const more = make("p", "news");
  const lines = make("div", "hint-lines");
  lines.setAttribute("role", "status");
  const read = make("span", "unseen");
  lines.append(says, more, read);
  const close = makeButton("button", word("web-table-hint-close"), end);
  const show = makeButton("button primary", "", () => (isShown() ? playIt() : preview()));
  const next = makeButton("button", word("web-table-hint-next"), () => turnTo((at + 1) % (hint?.turns.length || 1)));
  const acts = make("div", "acts");
  acts.append(close, show, next);
  element.append(lines, acts);
  const stillness = matchMedia("(prefers-reduced-motion: reduce)");

  /** @type {BoardHintView | null} */
  let hint = null;
  let at = 0;
  /** The number of moves of the turn that the preview has shown. */
  let made = 0;
  /** @type {ReturnType<typeof setInterval> | null} */
  let playing = null;
  /** Counts the requests, so that an answer to an old one is dropped. */
  let asked = 0;

  const hinted = () => hint?.turns[at] ?? null;
  const isShown = () => made > 0 && made === hinted()?.steps.length;

  /** @param {string} data */
  function request(data) {
    end();
    const mine = ++asked;
    const timer = setTimeout(() => think(word("web-table-hint-thinking")), SOON);
    ask(data, (replies) => {
      clearTimeout(timer);
      if (mine === asked) take(replies);
    });
  }

  /**
   * Show a hint, wait for one that is still being computed, or show an answer that is none.
   *
   * @param {ReplyView[]} replies
   */
  function take(replies) {
    const [reply] = replies;
    const mine = asked;
    if (reply?.pending) {
      think(word("web-table-hint-thinking"));
      followAnswer(reply.pending, (later) => {
        if (mine !== asked) return false;
        if (!later.pending) take([later]);
        return true;
      });
    } else if (reply?.hint) begin(reply.hint);
    else {
      end();
      if (replies.length) answer(replies);
    }
  }

  /** @param {string} text */
  function think(text) {
    says.textContent = text;
    more.textContent = read.textContent = "";
    show.hidden = next.hidden = true;
    panel(element);
  }

  /** @param {BoardHintView} found */
  function begin(found) {
    if (found.stage !== state.latest?.stage || found.game !== state.latest.game) {
      end();
      return;
    }
    hint = found;
    turnTo(0);
    panel(element);
    (show.hidden ? close : show).focus({ preventScroll: true });
  }

  /** @param {number} place the place of the turn among the best ones */
  function turnTo(place) {
    stop();
    at = place;
    made = 0;
    const turn = hinted();
    says.textContent = turn ? turn.says : (hint?.says ?? "");
    more.textContent = turn ? turn.more : (hint?.more ?? "");
    const legs = turn?.arrows.map(({ start, stop: to }) => word("web-table-hint-arrow", { from: marks.nameOf(start), to: marks.nameOf(to) }));
    read.textContent = legs?.join(", ") ?? "";
    show.hidden = !turn?.steps.length;
    next.hidden = (hint?.turns.length ?? 0) < 2;
    label();
    draw();
  }

  function label() {
    show.textContent = word(isShown() ? "web-table-hint-play" : "web-table-hint-show");
    show.disabled = isShown() && !hinted()?.play;
  }

  function preview() {
    stop();
    made = 0;
    if (stillness.matches) made = hinted()?.steps.length ?? 0;
    else {
      step();
      if (!isShown()) playing = setInterval(step, EACH);
    }
    label();
    draw();
  }

  function step() {
    made++;
    if (isShown()) stop();
    label();
    draw();
  }

  function stop() {
    if (playing !== null) clearInterval(playing);
    playing = null;
  }

  function playIt() {
    const turn = hinted();
    if (!hint || !turn?.play) return;
    const { undo } = hint;
    end();
    // The server carries both out in this order.
    if (undo) press(undo);
    press(turn.play);
  }

  function end() {
    asked++;
    stop();
    if (!hint && !element.isConnected) return false;
    hint = null;
    made = 0;
    marks.hint(null);
    panel(null);
    draw();
    return true;
  }

  return {
    request,
    take,
    /** Close the hint. Return true if there was one. */
    close: end,
    /** Return the turn to show instead of the person's own: the preview, or the start of the turn; null without a hint. */
    turn() {
      const { view } = state;
      if (!hint?.turns.length || !view) return null;
      const white = [...hint.white];
      const black = [...hint.black];
      const [mine, theirs] = view.mover === "b" ? [black, white] : [white, black];
      for (const { start, stop: to, hit } of hinted()?.steps.slice(0, made) ?? []) {
        mine[start]--;
        mine[to]++;
        if (hit) {
          theirs[to]--;
          theirs[25]++;
        }
      }
      return previewed(view, white, black);
    },
    /** Draw the arrows and marks, or end if the game went on. */
    show() {
      if (!hint) return;
      if (state.moment !== null || hint.stage !== state.latest?.stage || hint.game !== state.latest.game) end();
      else marks.hint(hinted(), hint, made);
    },
  };
}

/**
 * Return a turn that shows a position without moves to make.
 *
 * @param {import("./frames.js").TableView} view
 * @param {number[]} white
 * @param {number[]} black
 * @returns {Turn}
 */
function previewed(view, white, black) {
  // A move that leads nowhere keeps the last turn's arcs off the board.
  return makeTurn({ ...view, white, black, graph: [], made: [[0, 0]] });
}
