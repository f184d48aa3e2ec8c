// Lesson frames: what the table says of a step of how to play, as types; `bot/chats/web/lesson_frames.py` declares
// the same.

/** @import { TableView } from "./table_frames.js" */

/**
 * @typedef {object} LessonView
 * @property {number} page which step it is, from 1
 * @property {string} rule the sentence that it teaches
 * @property {string} task what is to be done
 * @property {string} told what is said to the move that was tried
 * @property {boolean} right whether that move is right
 * @property {TableView} table the board, after the move if it is right
 */

export {};
