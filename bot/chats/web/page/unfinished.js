// An answer that is still being worked on: how far it is, and then the answer itself.

const LOOK_EVERY = 1000;

/**
 * @param address where the answer is asked for.
 * @param show shows an answer in the place of the last; says whether it is still wanted there.
 */
export async function followAnswer(address, show) {
  try {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
      const found = await fetch(address);
      if (!found.ok) return;
      const { reply } = await found.json();
      if (reply === null || !show(reply) || !reply.pending) return;
    }
  } catch {
    // The table cannot be reached. What was shown last stands, and can be asked for again.
  }
}
