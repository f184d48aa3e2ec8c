// Settings: what the page and the table send each other of them. `settings_frames.py` declares the same.

/**
 * A value that a setting can have.
 *
 * @typedef {object} ChoiceView
 * @property {string} typed what is typed for it
 * @property {string} label
 */

/**
 * A setting.
 *
 * @typedef {object} SettingView
 * @property {string} option what is typed for it
 * @property {string} name
 * @property {string} form `switch`, `choice`, or what is written for it: `hours`, `time`, `zone` or `text`
 * @property {string} value what is typed for the value that it has
 * @property {ChoiceView[]} choices
 * @property {string[]} offered further values that are likely to be wanted
 * @property {string} example a value that may be written; empty, if none may
 * @property {boolean} may_set whether the person may change it
 */

/**
 * @typedef {object} Settings
 * @property {"settings"} is
 * @property {SettingView[]} mine
 * @property {SettingView[]} table those of the common table
 */

/**
 * @typedef {object} Theme
 * @property {"theme"} is
 * @property {string} theme
 */

/**
 * @typedef {object} ShowSettings
 * @property {"settings"} do
 */

export {};
