// Table analysis: a finished game's chances, mistakes and figures beside the board, which follows a touch on them.

import { make, makeButton } from "./dom.js";
import { openSheet } from "./sheet.js";
import { makeChart } from "./table_chart.js";
import { makeOnward } from "./table_result.js";
import { word } from "./words.js";

/** @import { AnalysedTurnView, AnalysisPageView, ButtonView, TableView } from "./frames.js" */
/** @import { Where } from "./table_replay.js" */

/** Which turns the list shows. @typedef {"own" | "other" | "all"} Listed */

/**
 * @param {HTMLElement} table the element that the list covers in a small window.
 * @param {object} actions
 * @param {(moment: number) => void} actions.lookBack shows the board after a line of the record.
 * @param {(where: Where) => void} actions.step
 * @param {(button: ButtonView) => void} actions.press
 * @param {() => void} actions.close gives the place back to the result.
 */
export function makeAnalysis(table, { lookBack, step, press, close }) {
  const element = make("section", "analysis whole");
  element.setAttribute("aria-label", word("web-result-analyse"));
  const head = make("div", "analysis-head");
  const title = make("div", "analysis-title");
  const toResult = () => named(makeButton("button to-result", "✕\ufe0e", close), "web-analysis-close");
  const won = make("h3");
  const standing = make("p");
  const onward = makeOnward("button quiet onward", press);
  title.append(won, standing);
  head.append(title, onward.element, toResult());
  const chart = makeChart((turn) => lookBack(turn === 0 ? 0 : (page?.turns[turn - 1]?.moment ?? turn)));
  const legend = make("p", "analysis-legend");
  const figures = make("table", "analysis-figures");
  const told = make("p", "analysis-told");
  const tabs = make("div", "analysis-tabs");
  tabs.setAttribute("role", "group");
  tabs.setAttribute("aria-label", word("web-analysis-list"));
  const list = make("ol", "analysis-list");
  const listing = make("div", "analysis-listing");
  const news = make("p", "analysis-news");
  const home = make("div", "analysis-home");
  listing.append(tabs, list, news);
  home.append(listing);
  const acts = make("div", "analysis-acts");
  const toList = makeButton("button to-list", "", openList);
  const nextMistake = makeButton("button primary next-mistake", word("web-analysis-next"), goToMistake);
  acts.append(
    toResult(),
    named(makeButton("button", "‹", () => step("before")), "web-table-before"),
    named(makeButton("button", "›", () => step("after")), "web-table-after"),
    nextMistake,
    toList,
  );
  element.append(head, chart.element, legend, figures, told, home, acts);

  /** @type {AnalysisPageView | null} */
  let page = null;
  /** @type {number | null} */
  let moment = null;
  /** @type {Listed} */
  let listed = "own";
  let below = "w";
  /** @type {ReturnType<typeof openSheet> | null} */
  let sheet = null;

  /** @param {Listed} which */
  function turnsOf(which) {
    const turns = page?.turns ?? [];
    return which === "all" ? turns : turns.filter((turn) => turn.mark && (turn.side === below) === (which === "own"));
  }

  function goToMistake() {
    const own = turnsOf("own");
    const next = own.find((turn) => moment !== null && turn.moment > moment) ?? own[0];
    if (next) lookBack(next.moment);
  }

  function openList() {
    sheet = openSheet({ title: word("web-analysis-list"), content: listing, within: table, onClose: () => (home.append(listing), (sheet = null)) });
  }

  function showList() {
    const other = page?.sides[1]?.name ?? "";
    const own = page?.sides[0]?.name || word("web-analysis-yours");
    /** @type {[Listed, string][]} */
    const kinds = [
      ["own", `${own} ${turnsOf("own").length}`],
      ["other", `${other} ${turnsOf("other").length}`],
      ["all", word("web-analysis-all")],
    ];
    tabs.replaceChildren(
      ...kinds.map(([which, label]) => {
        const tab = makeButton("analysis-tab", label, () => {
          listed = which;
          showList();
          markCurrent();
          [...tabs.children].forEach((each) => each instanceof HTMLElement && each.ariaPressed === "true" && each.focus());
        });
        tab.setAttribute("aria-pressed", String(which === listed));
        return tab;
      }),
    );
    const turns = turnsOf(listed);
    list.replaceChildren(...(turns.length ? turns.map(row) : [make("li", "analysis-none", word("web-analysis-none"))]));
  }

  /** @param {AnalysedTurnView} turn */
  function row(turn) {
    const button = makeButton("analysis-row", "", () => {
      sheet?.close();
      lookBack(turn.moment);
    });
    const cost = turn.cost ? `−${turn.cost}` : "";
    button.append(make("span", "at", String((page?.turns.indexOf(turn) ?? 0) + 1)), make("span", "roll", turn.roll), make("span", "played", turn.played), make("b", turn.large ? "cost large" : "cost", cost));
    if (turn.note) button.append(make("small", "note", turn.note));
    button.dataset.moment = String(turn.moment);
    const item = make("li");
    item.append(button);
    return item;
  }

  function markCurrent() {
    for (const button of list.querySelectorAll(".analysis-row")) {
      if (!(button instanceof HTMLElement)) continue;
      const isCurrent = button.dataset.moment === String(moment);
      if (isCurrent === button.hasAttribute("aria-current")) continue;
      button.toggleAttribute("aria-current", isCurrent);
      if (isCurrent) button.scrollIntoView({ block: "nearest" });
    }
  }

  function showFigures() {
    const { sides = [] } = page ?? {};
    // Unknown figures keep their room, so that nothing moves when they come.
    figures.classList.toggle("unknown", sides.length === 0);
    news.hidden = sides.length === 0;
    const row = (/** @type {string} */ label, /** @type {string[]} */ values) => {
      const line = make("tr");
      const header = make("th", "", label);
      header.scope = "row";
      line.append(header, ...values.map((value) => make("td", "", value || "–")));
      return line;
    };
    const names = make("tr");
    names.append(make("td"), ...sides.map((side) => Object.assign(make("th", "", side.name || word("web-analysis-you")), { scope: "col" })));
    figures.replaceChildren(names, row(word("web-analysis-error"), sides.map((side) => side.error)), row(word("web-analysis-luck"), sides.map((side) => side.luck)));
    // An analysis of an earlier version does not know the result.
    if (sides.every((side) => side.without)) figures.append(row(word("web-analysis-without"), sides.map((side) => side.without)));
  }

  /** @param {TableView} view */
  function showTold(view) {
    const turn = moment === null ? null : page?.turns.find((each) => each.moment === moment);
    told.replaceChildren();
    if (turn) told.append(make("b", "", turn.title), ` ${turn.says}`, ...(turn.note ? [" ", make("em", "", turn.note)] : []));
    else told.textContent = moment === null || !page ? (page?.says ?? "") : view.says;
  }

  return {
    element,
    /** Forget what is shown, because another game is opened. */
    clear() {
      page = null;
      listed = "own";
      sheet?.close();
      showFigures();
      showList();
    },
    isKnown: () => page !== null && (page.turns.length > 0 || !page.finished),
    /** @param {AnalysisPageView} sent */
    adopt(sent) {
      // A person who only watches may have turned the board around.
      page = sent.sides.length && sent.sides[0].side !== below ? fromOtherSide(sent) : sent;
      showPage(page);
    },
    /**
     * @param {TableView} live the finished game.
     * @param {TableView} view the board that is shown.
     * @param {number | null} at the line of the record after which the board is shown; null for the last board.
     */
    show(live, view, at) {
      if (live.below.side !== below) {
        below = live.below.side;
        if (page) this.adopt(page);
      }
      moment = at;
      won.textContent = live.result?.won ?? "";
      standing.textContent = live.result?.standing ?? "";
      news.textContent = live.news;
      onward.show(live);
      chart.mark(at === null ? -1 : (page?.turns.filter((turn) => turn.moment <= at).length ?? -1));
      markCurrent();
      showTold(view);
    },
  };

  /** @param {AnalysisPageView} sent */
  function showPage(sent) {
    const chances = sent.turns.length ? [sent.start, ...sent.turns.map((turn) => turn.chance)] : sent.chances;
    chart.show({ chances, of: sent.of, turns: sent.turns, side: below }, sent.says);
    const own = turnsOf("own").length;
    toList.textContent = `☰ ${own}`;
    toList.setAttribute("aria-label", `${word("web-analysis-list")}: ${own}`);
    nextMistake.disabled = own === 0;
    toList.disabled = sent.turns.length === 0;
    legend.textContent = sent.sides.length ? word(sent.sides[0].name ? "web-analysis-chances-of" : "web-analysis-chances", { name: sent.sides[0].name }) : "";
    showFigures();
    showList();
  }
}

/**
 * Return the same analysis, seen from the other side.
 *
 * @param {AnalysisPageView} page
 * @returns {AnalysisPageView}
 */
const fromOtherSide = (page) => ({
  ...page,
  start: 1000 - page.start,
  turns: page.turns.map((turn) => ({ ...turn, chance: 1000 - turn.chance, luck: -turn.luck })),
  sides: [...page.sides].reverse(),
});

/**
 * @param {HTMLButtonElement} button
 * @param {string} label
 */
function named(button, label) {
  button.setAttribute("aria-label", word(label));
  button.title = word(label);
  return button;
}
