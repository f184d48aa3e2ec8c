// Unfinished answers: how far an answer is that is still being worked on, and then the answer itself.

/** @import { AnswerProgress, ReplyView } from "./frames.js" */

const LOOK_EVERY = 1000;

/**
 * @param {string} address where the answer is asked for.
 * @param {(reply: ReplyView) => boolean} show shows an answer in the place of the last; says whether it is still
 *   wanted there.
 */
export async function followAnswer(address, show) {
  try {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
      const found = await fetch(address);
      if (!found.ok) return;
      /** @type {AnswerProgress} */
      const { reply } = await found.json();
      if (reply === null || !show(reply) || !reply.pending) return;
    }
  } catch {
    // The table cannot be reached. What was shown last stands, and can be asked for again.
  }
}
