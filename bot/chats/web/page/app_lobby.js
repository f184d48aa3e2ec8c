// App lobby: the person's games, the one that needs him most first.

import { make, makeButton } from "./dom.js";

/** @import { LobbyGameView } from "./lobby_frames.js" */

/**
 * @param {HTMLElement} element
 * @param {(game: LobbyGameView) => void} chosen
 */
export function makeLobby(element, chosen) {
  let shown = "";

  /** @param {LobbyGameView[]} games */
  function show(games) {
    // What is being pressed just now must not be replaced by the same.
    const wanted = JSON.stringify(games);
    if (wanted === shown) return;
    shown = wanted;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.game : undefined;
    element.replaceChildren(...games.map((game) => lineOf(game)));
    if (focused) element.querySelector(`[data-game="${focused}"]`)?.closest("button")?.focus();
  }

  /** @param {LobbyGameView} game */
  function lineOf(game) {
    const line = make("li");
    const button = makeButton(`lobby-game${game.waits ? " waits" : ""}`, "", () => chosen(game));
    button.dataset.game = game.game;
    button.append(make("b", "players", game.players), make("span", "rules", game.rules), make("span", "state", game.says));
    if (game.time) button.append(make("span", "time", game.time));
    line.append(button);
    return line;
  }

  return { show };
}
