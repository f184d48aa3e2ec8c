// Lobby frames: what the page is told of games and challenges among which a person chooses, as types.
// `bot/chats/web/lobby_frames.py` declares the same for the table.

/** @import { RoomName } from "./message_frames.js" */
/** @import { ClockView, TableButton } from "./table_frames.js" */

/**
 * Where the checkers of a game stand.
 *
 * @typedef {object} SmallBoardView
 * @property {string} side who sits below, `w` or `b`
 * @property {string} theme the theme
 * @property {number[]} white White's checkers, by place: 0 is off, 25 the bar
 * @property {number[]} black the same of Black
 * @property {string | null} mover whose dice lie there, if anybody is to move
 * @property {number[]} dice the two dice; none, before they are rolled
 */

/**
 * A game that the person plays, or may look at.
 *
 * @typedef {object} LobbyGameView
 * @property {string} game its id
 * @property {RoomName} room in which room it opens
 * @property {string} players who play it
 * @property {string} rules what is played
 * @property {string} says whose turn it is, or what comes next
 * @property {ClockView | null} clock the time of who is to act, if the game has a clock
 * @property {SmallBoardView} board the board
 * @property {boolean} waits whether it waits for the person
 * @property {string} press what begins the next game of its match; empty, where the game itself opens
 */

/**
 * A challenge that the person may answer, or withdraw.
 *
 * @typedef {object} InvitationView
 * @property {string} challenge its id
 * @property {RoomName} room in which room it is answered
 * @property {string} says who asks whom
 * @property {string} rules what is to be played
 * @property {TableButton[]} buttons what the person may press
 */

/**
 * @typedef {object} Lobby
 * @property {"lobby"} is
 * @property {LobbyGameView[]} games the person's, the one that needs him most first
 * @property {InvitationView[]} invitations what waits for an answer
 * @property {LobbyGameView[]} others what others play
 */

/**
 * @typedef {object} ShowLobby
 * @property {"lobby"} do
 */

export {};
