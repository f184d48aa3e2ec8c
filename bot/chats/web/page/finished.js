// Finished games: a sheet with a person's finished games by day, from which each is opened, replayed or analysed.

import { make, makeButton } from "./dom.js";
import { icon } from "./link_panel.js";
import { openSheet } from "./sheet.js";
import { drawSmallBoard } from "./small_board.js";
import { makeTableTheme } from "./table_theme.js";
import { language, word } from "./words.js";

/** @import { FinishedGameView, FinishedView } from "./frames.js" */
/** @import { Sheet } from "./sheet.js" */
/** @import { Place } from "./table_address.js" */

/** @typedef {"all" | "won" | "lost" | "drawn"} Filter */

const ADDRESS = "#finished";
const A_DAY = 86_400_000;
const A_WEEK = 7;

/**
 * @param {object} page
 * @param {(shown: Filter, page: number, opponent: string) => void} page.ask requests a page of the games.
 * @param {(game: string, place: Place) => void} page.open opens a game's board.
 * @param {() => void} page.play begins a game against the computer player.
 */
export function makeFinished({ ask, open, play }) {
  /** @type {Sheet | null} */
  let sheet = null;
  /** The filter, the page and the opponent that were asked for last. @type {[Filter, number, string]} */
  let asked = ["all", 0, ""];
  let isAwaited = false;
  const filters = make("div", "finished-filters");
  filters.setAttribute("role", "group");
  filters.setAttribute("aria-label", word("web-finished"));
  const opponents = make("select", "finished-opponents");
  opponents.setAttribute("aria-label", word("web-finished-against"));
  opponents.addEventListener("change", () => request("all", 1, opponents.value));
  const choices = make("div", "finished-choices");
  choices.append(filters, opponents);
  const list = make("div", "finished-days");
  const more = makeButton("button", word("web-finished-more"), () => request(asked[0], asked[1] + 1));
  const content = make("div", "finished");
  content.append(choices, list, more);
  let day = "";

  // The next page comes by itself when its button is scrolled into view.
  new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && !more.hidden && more.click()).observe(more);

  /**
   * @param {Filter} shown
   * @param {number} page
   * @param {string} [opponent]
   */
  function request(shown, page, opponent = asked[2]) {
    if (isAwaited && asked[0] === shown && asked[2] === opponent) return;
    asked = [shown, page, opponent];
    isAwaited = true;
    ask(shown, page, opponent);
  }

  function openFinished() {
    if (sheet?.isOpen()) return;
    filters.replaceChildren();
    list.replaceChildren();
    more.hidden = opponents.hidden = true;
    openSheetOfGames();
    request("all", 1, "");
  }

  function openSheetOfGames() {
    sheet = openSheet({ title: word("web-finished"), content, onClose: () => (isAwaited = false) });
    sheet.element.classList.add("tall", "of-games");
  }

  /** Open the list again that led to a board, as it was, because the person comes back from there. */
  function comeBack() {
    const { list: from } = history.state ?? {};
    if (!from || sheet?.isOpen()) return;
    history.replaceState({ ...history.state, list: undefined }, "", location.href);
    if (!list.hasChildNodes()) {
      openFinished();
      return;
    }
    openSheetOfGames();
    const game = list.querySelector(`[data-game="${CSS.escape(from)}"] button`);
    game?.scrollIntoView({ block: "center" });
    if (game instanceof HTMLElement) game.focus({ preventScroll: true });
  }

  addEventListener("popstate", comeBack);

  /** @param {FinishedView} frame */
  function show({ shown, filters: offered, games, page, pages, opponent, opponents: others }) {
    // The landing asks for the same games. What it gets must not rebuild a list that is being read.
    if (!sheet?.isOpen() || !isAwaited || shown !== asked[0] || opponent !== asked[2] || page !== Math.max(1, Math.min(asked[1], pages || 1))) return;
    isAwaited = false;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.filter : undefined;
    filters.replaceChildren(
      ...offered.map(({ key, label }) => {
        const button = makeButton(`button${key === shown ? " primary" : ""}`, label, () => request(/** @type {Filter} */ (key), 1));
        button.dataset.filter = key;
        button.setAttribute("aria-pressed", String(key === shown));
        return button;
      }),
    );
    if (focused) filters.querySelector(`[data-filter=${focused}]`)?.closest("button")?.focus();
    opponents.hidden = others.length === 0;
    opponents.replaceChildren(...others.map(({ key, label }) => new Option(label, key, key === opponent, key === opponent)));
    if (page === 1) {
      list.replaceChildren();
      day = "";
    }
    if (games.length) makeTableTheme(sheet.element).show(games[0].board.theme);
    for (const game of games) add(game);
    more.hidden = page >= pages;
    if (games.length || page > 1) return;
    filters.replaceChildren();
    const begin = makeButton("button primary", word("web-begin-play"), () => leave(play));
    list.replaceChildren(make("p", "", word("web-finished-none")), begin);
  }

  /** @param {FinishedGameView} game */
  function add({ game, ended, says, opponent, rules, board }) {
    const moment = new Date(ended * 1000);
    const named = nameOf(moment);
    if (named !== day) {
      day = named;
      list.append(make("h3", "", named), make("ol"));
    }
    const line = make("li", "finished-game");
    line.dataset.game = game;
    const go = (/** @type {Place} */ place) =>
      leave(() => {
        // The way back from the board leads to this list.
        history.replaceState({ ...history.state, list: game }, "", location.href);
        open(game, place);
      });
    const toBoard = makeButton("finished-open", "", () => go(""));
    const words = make("span", "words");
    words.append(make("b", "", says), make("span", "", opponent), make("span", "", rules));
    toBoard.append(drawSmallBoard(board), words);
    toBoard.title = moment.toLocaleString(language());
    line.append(
      toBoard,
      iconButton("M8 5l11 7-11 7z", word("web-result-replay"), () => go("replay")),
      iconButton("M4 4v16h16M7 14l4-4 3 3 6-7", word("web-result-analyse"), () => go("analysis")),
    );
    list.lastElementChild?.append(line);
  }

  /** Close the sheet, then do something. @param {() => void} then */
  function leave(then) {
    sheet?.close();
    then();
  }

  return {
    open: openFinished,
    show,
    /** Request the games again if they have not come, because the server can be reached again. */
    again: () => isAwaited && ask(...asked),
    /** Open the list if the page's address asks for it, and take that out of the address. */
    followAddress() {
      if (location.hash !== ADDRESS) return;
      history.replaceState(history.state, "", location.pathname + location.search);
      openFinished();
    },
  };
}

/**
 * @param {string} path
 * @param {string} label
 * @param {() => void} pressed
 */
function iconButton(path, label, pressed) {
  const button = makeButton("finished-icon", "", pressed);
  button.title = label;
  button.setAttribute("aria-label", label);
  button.append(icon(path));
  return button;
}

/**
 * Return the name of a day: today, yesterday, a weekday of the last week, or a date.
 *
 * @param {Date} moment
 */
function nameOf(moment) {
  const midnight = (/** @type {Date} */ each) => new Date(each.getFullYear(), each.getMonth(), each.getDate()).getTime();
  const ago = Math.round((midnight(new Date()) - midnight(moment)) / A_DAY);
  const name =
    ago <= 1
      ? new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(-ago, "day")
      : moment.toLocaleDateString(language(), ago < A_WEEK ? { weekday: "long" } : { dateStyle: "long" });
  return name.charAt(0).toLocaleUpperCase(language()) + name.slice(1);
}
