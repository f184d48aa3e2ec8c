// Lobby frames: what the page is told of games among which a person chooses, as types.
// `bot/chats/web/lobby_frames.py` declares the same for the table.

/**
 * One of the person's games.
 *
 * @typedef {object} LobbyGameView
 * @property {string} game its id
 * @property {string} players who play it
 * @property {string} rules what is played
 * @property {string} says whose turn it is, or what comes next
 * @property {string} time how much time is left, if the game has a clock
 * @property {boolean} waits whether it waits for the person
 * @property {string} press what begins the next game of its match; empty, where the game itself opens
 */

/**
 * @typedef {object} Lobby
 * @property {"lobby"} is
 * @property {LobbyGameView[]} games
 */

/**
 * @typedef {object} ShowLobby
 * @property {"lobby"} do
 */

export {};
