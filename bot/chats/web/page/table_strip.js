// Table strip: what is told of one side beside the board: name, pips, score, checkers off, time.

import { make } from "./dom.js";
import { OFF } from "./table_layout.js";
import { word } from "./words.js";

/** @import { StripView, TableView } from "./frames.js" */
/** @import { Turn } from "./table_turn.js" */

/** @param {string} place `above` or `below` */
export function makeStrip(place) {
  const element = make("div", `strip ${place}`);
  const piece = make("span", "piece");
  const name = make("bdi", "strip-name");
  const figures = make("div", "figures");
  element.append(piece, name, figures);

  /**
   * @param {TableView} view
   * @param {StripView} who
   * @param {Turn} turn
   */
  function show(view, who, turn) {
    const { white, black } = turn.standing();
    const off = (who.side === "w" ? white : black)[OFF];
    const pips = who.pips - (who === view.below ? turn.gained() : 0);
    piece.style.backgroundImage = `url(/sprites/${view.theme}/checker_${who.side}.svg)`;
    name.textContent = who.name;
    element.classList.toggle("acts", who.acts);
    const parts = [figure("pips", pips, word("web-table-pips")), figure("borne-off", off, word("web-table-off"))];
    if (who.score) parts.unshift(figure("score", who.score, word("web-table-score")));
    if (who.time) parts.push(figure("time", who.time, word("web-table-time")));
    figures.replaceChildren(...parts);
  }

  return { element, show };
}

/**
 * @param {string} kind
 * @param {string | number} value
 * @param {string} label
 */
function figure(kind, value, label) {
  const element = make("span", `figure ${kind}`);
  element.append(make("b", "", String(value)), make("small", "", label));
  return element;
}
