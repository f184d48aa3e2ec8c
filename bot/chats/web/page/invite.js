// Invite: a button with a link for a friend, which shares or copies the link, or shows it if the browser allows neither.

import { copyText } from "./copy.js";
import { make, makeButton } from "./dom.js";
import { word } from "./words.js";

const SHOWN_FOR = 2500;

/**
 * @param {string} label the label of the button.
 * @param {string} text the text that the friend reads beside the link.
 * @param {() => string} address returns the link.
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
    // A phone has a share dialog for links; on a desktop people expect copying.
    if ("share" in navigator && matchMedia("(pointer: coarse)").matches) {
      navigator.share({ text, url }).catch(() => {});
      return;
    }
    if (await copyText(url, button)) {
      button.textContent = word("web-copied");
      setTimeout(() => (button.textContent = label), SHOWN_FOR);
    } else {
      field.value = url;
      field.hidden = false;
      field.focus();
    }
  });
  element.append(button, field);
  return element;
}
