// Animation: show the progress of an animation, then the animation itself.

import { make } from "./dom.js";
import { at } from "./root.js";
import { word } from "./words.js";

/** @import { AnimationProgress, AnimationView } from "./frames.js" */

const LOOK_EVERY = 500;
const MOST_LOOKS = 120;
const COME_LATER = 503;

/**
 * Return an element that shows an animation as soon as it is rendered.
 *
 * @param {AnimationView} animation
 */
export function makeAnimation({ address, alt }) {
  const element = make("div", "board animation");
  const progress = make("p");
  progress.setAttribute("role", "status");
  element.append(progress);
  follow();

  async function follow() {
    try {
      for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
        const answer = await fetch(at(`${address}.json`));
        if (!answer.ok && answer.status !== COME_LATER) break;
        if (answer.ok) {
          /** @type {AnimationProgress} */
          const { made, of, finished } = await answer.json();
          progress.textContent = word("web-animation-making", { made, of });
          if (finished) {
            await show();
            return;
          }
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
      }
    } catch {
      // The server cannot be reached, or sent no image.
    }
    progress.textContent = word("web-animation-failed");
  }

  async function show() {
    const picture = new Image();
    picture.alt = alt;
    picture.src = at(`${address}.gif`);
    await picture.decode();
    element.replaceChildren(picture);
  }

  return element;
}
