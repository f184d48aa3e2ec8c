// A film: how far it is made, and then the film itself.

import { word } from "./words.js";

const LOOK_EVERY = 500;
const PATIENCE = 120;
const COME_LATER = 503;

/** An element that shows the film at an address as soon as it is made. */
export function makeFilm({ address, alt }) {
  const element = document.createElement("div");
  element.className = "board film";
  const told = document.createElement("p");
  told.setAttribute("role", "status");
  element.append(told);
  follow();

  async function follow() {
    try {
      for (let looks = 0; looks < PATIENCE; looks += 1) {
        const answer = await fetch(`${address}.json`);
        if (!answer.ok && answer.status !== COME_LATER) break;
        if (answer.ok) {
          const { made, of, finished } = await answer.json();
          told.textContent = word("web-film-making", { made, of });
          if (finished) return await show();
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
      }
    } catch {
      // The table cannot be reached, or there is no picture in what it sent.
    }
    told.textContent = word("web-film-failed");
    return undefined;
  }

  async function show() {
    const picture = new Image();
    picture.alt = alt;
    picture.src = `${address}.gif`;
    await picture.decode();
    element.replaceChildren(picture);
  }

  return element;
}
