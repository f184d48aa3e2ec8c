// Frames: what the page and the table send each other over the WebSocket, as types. `bot/chats/web/frames.py` and
// its neighbours declare the same for the table; a test holds both equal, so a property that is added here is added
// there.

/** @import { Accounts, Hello, Language, ListAccounts, MakeSignInCode, NameRefused, Named, RemoveAccount, RemoveLine, Rights, SignInCode, SitDown, TakeName, Welcome } from "./account_frames.js" */
/** @import { OpenApp, PageWords, TurnedAway } from "./app_frames.js" */
/** @import { Lobby, ShowLobby } from "./lobby_frames.js" */
/** @import { EarlierMessages, Message, MessageRemoved, ReplyView, Room, RoomName } from "./message_frames.js" */
/** @import { Settings, ShowSettings, Theme } from "./settings_frames.js" */
/** @import { TableView } from "./table_frames.js" */

// To the page.

/**
 * @typedef {object} Done
 * @property {"done"} is
 * @property {string} id
 * @property {ReplyView[]} replies
 */

/**
 * @typedef {object} Completions
 * @property {"completions"} is
 * @property {string} id
 * @property {string[]} lines
 */

/**
 * @typedef {object} Table
 * @property {"table"} is
 * @property {RoomName} room
 * @property {string} game
 * @property {TableView | null} table
 */

/**
 * @typedef {object} Here
 * @property {"here"} is
 */

/**
 * @typedef {Welcome | SignInCode | Rights | Accounts | Named | NameRefused | Language | Room | EarlierMessages | Message |
 *   MessageRemoved | Done | Completions | Table | Here | PageWords | TurnedAway | Lobby |
 *   Settings | Theme} ToPage
 */

// From the page.

/**
 * A text that was pasted along with a line; of one that is too large the size alone.
 *
 * @typedef {object} Attached
 * @property {string} text
 * @property {number} size in bytes
 */

/**
 * @typedef {object} Say
 * @property {"say"} do
 * @property {string} id
 * @property {RoomName} room
 * @property {string} text
 * @property {string | null} message the message that it replies to
 * @property {Attached | null} [attached]
 */

/**
 * @typedef {object} PressButton
 * @property {"press"} do
 * @property {string} id
 * @property {RoomName} room
 * @property {string} data
 * @property {string | null} message null for a button of an answer
 */

/**
 * @typedef {object} Complete
 * @property {"complete"} do
 * @property {string} id
 * @property {RoomName} room
 * @property {string} text
 */

/**
 * @typedef {object} ShowEarlier
 * @property {"earlier"} do
 * @property {RoomName} room
 * @property {string} before
 */

/**
 * @typedef {object} LookAt
 * @property {"look at"} do
 * @property {RoomName} room
 * @property {string} game
 * @property {number | null} [moment] after which line of its log it is shown; as it stands now, if none
 */

/**
 * @typedef {object} StillThere
 * @property {"still there"} do
 */

/**
 * @typedef {Hello | MakeSignInCode | SitDown | TakeName | Say | PressButton | Complete | ShowEarlier | LookAt | StillThere | ListAccounts | RemoveLine |
 *   RemoveAccount | OpenApp | ShowLobby | ShowSettings} FromPage
 */

// Over HTTP, where the page asks again and again until something is finished.

/**
 * @typedef {object} AnswerProgress
 * @property {ReplyView | null} reply null, if it was stopped
 */

/**
 * @typedef {object} AnimationProgress
 * @property {number} made how many of its pictures are drawn
 * @property {number} of how many it has
 * @property {boolean} finished
 */

export {};
