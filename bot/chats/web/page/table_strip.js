// Table strip: one side's name, score, pip count, borne-off checkers, cube and time beside the board.

import { make, makeButton } from "./dom.js";
import { spriteAt } from "./root.js";
import { makeClock } from "./table_clock.js";
import { OFF } from "./table_layout.js";
import { formOf, word } from "./words.js";

/** @import { StripView, TableView } from "./frames.js" */
/** @import { Turn } from "./table_turn.js" */

/** @param {string} place `above` or `below` */
export function makeStrip(place) {
  const element = make("div", `strip ${place}`);
  const piece = make("span", "piece");
  const name = make("bdi", "strip-name");
  const acts = make("span", "unseen", word("web-table-acts"));
  const figures = make("div", "figures");
  const score = makeFigure("score", word("web-table-score"));
  const pips = makeFigure("pips");
  const off = makeFigure("borne-off", word("web-table-off"));
  const cube = makeFigure("owned-cube", word("web-table-cube"));
  const clock = makeClock();
  figures.append(score.element, pips.element, off.element, cube.element, clock.element);
  element.append(piece, name, acts, figures);

  /**
   * @param {TableView} view
   * @param {StripView} who
   * @param {Turn} turn
   */
  function show(view, who, turn) {
    const { white, black } = turn.standing();
    const isBelow = who === view.below;
    piece.style.backgroundImage = `url(${spriteAt(view.theme, `checker_${who.side}.svg`)})`;
    name.textContent = who.name;
    element.classList.toggle("acts", who.acts);
    acts.hidden = !who.acts;
    score.show(who.score);
    const left = who.pips - (isBelow ? turn.gained() : 0);
    pips.show(String(left), formOf("web-table-pips", left));
    off.show(String((who.side === "w" ? white : black)[OFF]));
    cube.show(view.cube?.owner === who.side ? String(view.cube.value) : "");
    clock.show(who.clock);
  }

  return { element, show };
}

/**
 * @param {string} kind
 * @param {string} [label]
 */
function makeFigure(kind, label = "") {
  const element = make("span", `figure ${kind}`);
  const value = make("b");
  const named = make("small", "", label);
  element.append(value, named);
  return {
    element,
    /**
     * @param {string} text the text; empty hides it.
     * @param {string} [name] the label, if it depends on the text.
     */
    show(text, name = label) {
      if (named.textContent !== name) named.textContent = name;
      element.hidden = text === "";
      element.dataset.value = text;
      if (value.textContent !== text) value.textContent = text;
    },
  };
}

/**
 * Make the button over a guest's own name, by which they choose another one.
 *
 * @param {() => void} rename
 */
export function makePencil(rename) {
  const element = makeButton("strip-rename", "", rename);
  element.setAttribute("aria-label", word("web-name-change"));
  element.title = word("web-name-change");
  element.hidden = true;
  return element;
}

/**
 * Make the button in the upper strip that leads to the next of the other games that wait for the person.
 *
 * @param {() => void} go
 */
export function makeNextButton(go) {
  const element = makeButton("next-game", "", go);
  element.hidden = true;
  return {
    element,
    /**
     * Show how many other games wait for the person.
     *
     * @param {number} count
     */
    show(count) {
      element.hidden = count === 0;
      element.replaceChildren(make("span", "", word("web-table-next")), make("b", "badge", String(count)));
      element.setAttribute("aria-label", word("web-table-next-waiting", { count }));
    },
  };
}
