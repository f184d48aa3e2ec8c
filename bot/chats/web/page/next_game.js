// Next game: lead from an open board to the game that needs the person most.

/** @import { LobbyGameView, TableFrame } from "./frames.js" */
/** @import { makeTable } from "./table.js" */

/**
 * @param {ReturnType<typeof makeTable>} table
 * @param {{ waiting: (but?: string) => LobbyGameView[], changed: () => void }} lobby
 */
export function makeNextGame(table, lobby) {
  let seen = "";

  const others = () => lobby.waiting(table.opened()?.game);

  function show() {
    table.showNext(others().length);
  }

  table.onNext(() => {
    const next = others()[0];
    if (next) table.goTo(next.room, next.game);
  });

  return {
    show,
    /**
     * Note that a board was shown: with each turn another game may have come to wait.
     *
     * @param {TableFrame} frame
     */
    looked({ game, table: view }) {
      const turn = `${game} ${view?.turn} ${view?.over}`;
      if (turn === seen) return;
      seen = turn;
      show();
      if (view?.seated) lobby.changed();
    },
  };
}
