// Invite: a link for a friend, copied by a press, or shown to be copied by hand where the browser allows no more.

import { make, makeButton } from "./dom.js";
import { word } from "./words.js";

const SHOWN_FOR = 2500;

/**
 * @param {string} label what stands on the button.
 * @param {string} text what the friend reads beside the link.
 * @param {() => string} address gives the link.
 */
export function inviteElement(label, text, address) {
  const element = make("div", "invite");
  const field = make("input");
  field.readOnly = true;
  field.hidden = true;
  field.setAttribute("aria-label", label);
  field.addEventListener("focus", () => field.select());
  const button = makeButton("button", label, async () => {
    const url = address();
    // A phone has its own way to hand a link to a friend; on a desk copying is what people expect.
    if ("share" in navigator && matchMedia("(pointer: coarse)").matches) {
      navigator.share({ text, url }).catch(() => {});
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      button.textContent = word("web-copied");
      setTimeout(() => (button.textContent = label), SHOWN_FOR);
    } catch {
      field.value = url;
      field.hidden = false;
      field.focus();
    }
  });
  element.append(button, field);
  return element;
}
