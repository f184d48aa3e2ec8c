// Table result: the plate on the board at the end of a game, with the winner and the kind of win. A press dismisses it.

import { make, makeButton } from "./dom.js";
import { word } from "./words.js";

/** @import { TableView } from "./frames.js" */

/** @param {HTMLElement} board */
export function makeResult(board) {
  const element = make("div", "result");
  element.hidden = true;
  const pieces = make("div", "result-pieces");
  const text = make("p", "result-text");
  const scores = make("p", "result-scores");
  const close = makeButton("close", "", hide);
  close.setAttribute("aria-label", word("web-dismiss"));
  element.append(close, pieces, text, scores);
  element.addEventListener("click", hide);
  // A press on the plate must not reach the board below.
  element.addEventListener("pointerdown", (event) => event.stopPropagation());
  board.append(element);
  /** The game whose result was dismissed. */
  let dismissed = "";
  let shown = "";

  function hide() {
    dismissed = shown;
    element.hidden = true;
  }

  return {
    element,
    /**
     * Show the result if the game is over, else hide the plate.
     *
     * @param {TableView} view
     */
    show(view) {
      shown = view.game;
      element.hidden = !view.over || view.moment !== null || dismissed === view.game;
      if (element.hidden) return;
      const winners = view.winner === null ? ["w", "b"] : [view.winner];
      pieces.replaceChildren(
        ...winners.map((side) => {
          const piece = make("span", "piece");
          piece.style.backgroundImage = `url(/sprites/${view.theme}/checker_${side}.svg)`;
          return piece;
        }),
      );
      if (text.textContent !== view.says) text.textContent = view.says;
      const { above, below } = view;
      scores.replaceChildren();
      if (below.score && above.score) scores.append(make("bdi", "", below.name), make("b", "", `${below.score} : ${above.score}`), make("bdi", "", above.name));
    },
  };
}
