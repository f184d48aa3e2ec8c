// Copy: a button that copies a text, in whatever way the browser allows.

import { make, makeButton } from "./dom.js";
import { word } from "./words.js";

const SHOWN_FOR = 2500;

/** @param {string} text */
export function copyButton(text) {
  const button = makeButton("copy", word("web-copy"), async () => {
    if (!(await copied(text, button))) return;
    button.textContent = word("web-copied");
    setTimeout(() => (button.textContent = word("web-copy")), SHOWN_FOR);
  });
  // What is said is told to who does not see it, too.
  button.setAttribute("aria-live", "polite");
  return button;
}

/**
 * @param {string} text
 * @param {HTMLElement} beside where the text is put for a moment, if it can be copied from the page alone.
 */
async function copied(text, beside) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without TLS there is no clipboard, and in a frame it may be forbidden.
    const field = make("textarea", "unseen");
    field.value = text;
    beside.after(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    beside.focus();
    return done;
  }
}
