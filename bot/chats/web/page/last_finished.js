// Last finished: the last games of a person that ended, on the landing, and the way to all of them.

import { make, makeButton } from "./dom.js";
import { drawSmallBoard } from "./small_board.js";
import { word } from "./words.js";

/** @import { FinishedView } from "./frames.js" */

const MOST = 3;

/**
 * @param {object} page
 * @param {(game: string) => void} page.open opens a game's board.
 * @param {() => void} page.openAll opens the list of all finished games.
 */
export function makeLastFinished({ open, openAll }) {
  const element = make("section", "lobby-part last-finished");
  element.hidden = true;
  const head = make("h2");
  const toAll = makeButton("to-all", "", openAll);
  head.append(make("span", "", word("web-finished")), toAll);
  const list = make("ol");
  element.append(head, list);

  return {
    element,
    hide: () => (element.hidden = true),
    /** @param {FinishedView} frame the first page of all finished games; another one is ignored. */
    show({ shown, page, games, filters, opponent }) {
      if (shown !== "all" || page !== 1 || opponent) return;
      element.hidden = games.length === 0;
      toAll.textContent = filters[0]?.label ?? "";
      toAll.hidden = games.length <= MOST;
      list.replaceChildren(
        ...games.slice(0, MOST).map(({ game, says, opponent, rules, board }) => {
          const line = make("li", "finished-game");
          const button = makeButton("finished-open", "", () => open(game));
          const words = make("span", "words");
          words.append(make("b", "", says), make("span", "", `${opponent} · ${rules}`));
          button.append(drawSmallBoard(board), words);
          line.append(button);
          return line;
        }),
      );
    },
  };
}
