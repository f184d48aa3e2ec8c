// Table end: what stands in the zone beside a finished game: its result, its replay or its analysis.

import { make, makeButton } from "./dom.js";
import { makeAnalysis } from "./table_analysis.js";
import { makeResult } from "./table_result.js";
import { word } from "./words.js";

/** @import { AnalysisPageView, ButtonView } from "./frames.js" */
/** @import { Place } from "./table_address.js" */
/** @import { makeAside } from "./table_aside.js" */
/** @import { makeReplay } from "./table_replay.js" */
/** @import { TableState } from "./table_state.js" */

/**
 * @param {HTMLElement} table
 * @param {TableState} state
 * @param {ReturnType<typeof makeAside>} aside
 * @param {ReturnType<typeof makeReplay>} replay
 * @param {object} actions
 * @param {(moment: number | null) => void} actions.lookBack
 * @param {(button: ButtonView) => void} actions.press
 * @param {() => void} actions.analyse asks for the analysis of the open game.
 * @param {() => void} actions.share
 * @param {() => boolean} actions.isKnown returns true if the person has an account.
 * @param {(place: Place) => void} actions.moved is called when another part is shown.
 */
export function makeEnd(table, state, aside, replay, { lookBack, press, analyse, share, isKnown, moved }) {
  /** @type {Place} */
  let place = "";
  const result = makeResult({
    press,
    share,
    isKnown,
    analyse: () => go("analysis"),
    replay() {
      go("replay");
      replay.play();
    },
  });
  const analysis = makeAnalysis(table, { lookBack, step: replay.go, press, close: () => go("") });
  const replayPanel = make("div", "replay-panel");
  const told = make("p", "replay-told");
  const toResult = makeButton("button to-result", "✕\ufe0e", () => go(""));
  toResult.setAttribute("aria-label", word("web-analysis-close"));
  toResult.title = word("web-analysis-close");
  replay.element.prepend(toResult);
  replayPanel.append(told, replay.element);
  const panels = { "": result.element, replay: replayPanel, analysis: analysis.element };

  /** @param {Place} wanted */
  function go(wanted) {
    if (wanted === place) return;
    place = wanted;
    replay.pause();
    if (place === "") lookBack(null);
    moved(place);
    if (place === "analysis" && !analysis.isKnown()) analyse();
    show();
  }

  function show() {
    const { view, latest, moment } = state;
    if (!view || !latest) return;
    const mine = Object.values(panels);
    toResult.hidden = !latest.over;
    if (!latest.over) {
      // A game that is being played shows an earlier moment in the same zone.
      if (moment !== null) aside.show(replayPanel);
      else if (mine.some((panel) => panel === aside.shown())) aside.show(null);
      told.textContent = view.says;
      return;
    }
    const shown = aside.shown();
    if (shown === null || mine.includes(shown)) aside.show(panels[place]);
    result.show(latest);
    told.textContent = view.says;
    analysis.show(latest, view, moment);
  }

  return {
    show,
    /** Go back from the replay or the analysis to the result; return false if the result is shown. */
    leave() {
      if (place === "" || !state.latest?.over) return false;
      go("");
      return true;
    },
    place: () => place,
    /**
     * Note which moment will be shown: an earlier one needs the replay's buttons, if the analysis has no own.
     *
     * @param {number | null} moment
     */
    looked(moment) {
      if (place === "" && moment !== null && state.latest?.over) place = "replay";
    },
    /**
     * Begin with a game that was opened.
     *
     * @param {Place} wanted
     */
    begin(wanted) {
      place = wanted || (state.moment === null ? "" : "replay");
      aside.show(null);
      analysis.clear();
      if (place === "analysis") analyse();
    },
    /** @param {AnalysisPageView} page */
    adopt(page) {
      analysis.adopt(page);
      show();
    },
  };
}
