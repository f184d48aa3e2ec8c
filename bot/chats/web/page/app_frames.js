// App frames: what the page of the Mini App and the table send each other beside what every page does, as types.
// `bot/chats/web/app_frames.py` declares the same for the table.

/**
 * The texts of the Mini App's page, before its welcome.
 *
 * @typedef {object} PageWords
 * @property {"words"} is
 * @property {string} language
 * @property {Record<string, string>} words
 * @property {string} start what the link carried by which the app was opened
 */

/**
 * @typedef {object} TurnedAway
 * @property {"turned away"} is
 * @property {string} text
 */

/**
 * @typedef {object} OpenApp
 * @property {"open app"} do
 * @property {string} data the `initData` of Telegram
 * @property {string} language
 * @property {string} zone
 */

export {};
