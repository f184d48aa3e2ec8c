// Pending answer: poll a pending answer, show its progress, and then the finished answer.

import { at } from "./root.js";

/** @import { AnswerProgress, ReplyView } from "./frames.js" */

const LOOK_EVERY = 1000;

/**
 * @param {string} address the address to poll.
 * @param {(reply: ReplyView) => boolean} show shows the answer in place of the last one; returns true if it
 *   is still wanted there.
 */
export async function followAnswer(address, show) {
  try {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
      const found = await fetch(at(address));
      if (!found.ok) return;
      /** @type {AnswerProgress} */
      const { reply } = await found.json();
      if (reply === null || !show(reply) || !reply.pending) return;
    }
  } catch {
    // The server cannot be reached. The last progress report stays, and can be requested again.
  }
}
