// Copy: a button that copies a text, in any way that the browser allows.

import { make, makeButton } from "./dom.js";
import { word } from "./words.js";

const SHOWN_FOR = 2000;

/**
 * @param {string} text
 * @param {string} [className]
 * @param {string} [label]
 */
export function copyButton(text, className = "copy", label = word("web-copy")) {
  const button = makeButton(className, label, async () => {
    if (!(await copyText(text, button))) return;
    button.textContent = word("web-copied");
    setTimeout(() => (button.textContent = label), SHOWN_FOR);
  });
  // Screen readers announce the result, too.
  button.setAttribute("aria-live", "polite");
  return button;
}

/**
 * Copy a text; return false if the browser does not allow it.
 *
 * @param {string} text
 * @param {HTMLElement} beside where the text is inserted for a moment if it can be copied only from the page.
 */
export async function copyText(text, beside) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without TLS there is no clipboard API, and in a frame it may be forbidden.
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
