// Account frames: who somebody is, what he may do, and what the host does with the accounts of others, as types.
// `bot/chats/web/account_frames.py` declares the same for the table.

/** @import { AccountView } from "./message_frames.js" */

/**
 * Left, top, width and height of an area on a picture, in percent of it.
 *
 * @typedef {[number, number, number, number]} Box
 */

/**
 * For each layout and side, such as `full-w`, where each point, the bar (`25`) and the trays (`off-w`, `off-b`) lie.
 *
 * @typedef {Record<string, Record<string, Box>>} Areas
 */

/**
 * @typedef {object} Welcome
 * @property {"welcome"} is
 * @property {string | null} secret a fresh one, if the one that was offered is none
 * @property {string | null} account
 * @property {string | null} name
 * @property {Areas} areas
 * @property {boolean} closed whether one may not even look
 * @property {string | null} [offer] whose seat the code opens that one came with; empty, if none
 */

/**
 * @typedef {object} SignInCode
 * @property {"sign-in code"} is
 * @property {string} id
 * @property {string} address the link that opens the seat in one more browser
 * @property {number} size of its QR code, in modules
 * @property {string} path the dark ones
 */

/**
 * @typedef {object} Rights
 * @property {"rights"} is
 * @property {boolean} host
 * @property {string} key what a link for others needs, if anything
 */

/**
 * @typedef {object} Accounts
 * @property {"accounts"} is
 * @property {AccountView[]} accounts
 */

/**
 * @typedef {object} Named
 * @property {"named"} is
 * @property {string | null} id null, if another tab of the person asked for it
 * @property {string} account
 * @property {string} name
 */

/**
 * @typedef {object} NameRefused
 * @property {"refused"} is
 * @property {string} id
 * @property {string} text
 */

/**
 * @typedef {object} Language
 * @property {"language"} is
 * @property {string} language
 */

/**
 * @typedef {object} Hello
 * @property {"hello"} do
 * @property {string} secret
 * @property {string} language
 * @property {string} [key]
 * @property {string | null} [zone] null for none
 * @property {string} [code] by which one wants to sit down
 */

/**
 * @typedef {object} MakeSignInCode
 * @property {"sign-in code"} do
 * @property {string} id
 * @property {string} origin the address of the page, without a slash at its end
 */

/**
 * @typedef {object} SitDown
 * @property {"sit down"} do
 * @property {string} id
 */

/**
 * @typedef {object} TakeName
 * @property {"name"} do
 * @property {string} id
 * @property {string} name
 */

/**
 * @typedef {object} ListAccounts
 * @property {"accounts"} do
 */

/**
 * @typedef {object} RemoveLine
 * @property {"remove line"} do
 * @property {string} id
 * @property {string} message
 */

/**
 * @typedef {object} RemoveAccount
 * @property {"remove account"} do
 * @property {string} id
 * @property {string} account
 */

export {};
