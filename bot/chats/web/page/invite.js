// A link that is sent to a friend: copied by a press, or shown to be copied by hand where the browser allows no more.

import { word } from "./words.js";

const TOLD_FOR = 2500;

/**
 * @param label what stands on the button.
 * @param text what the friend reads beside the link.
 * @param address gives the link.
 */
export function inviteElement(label, text, address) {
  const element = document.createElement("div");
  element.className = "invite";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = label;
  const field = document.createElement("input");
  field.readOnly = true;
  field.hidden = true;
  field.setAttribute("aria-label", label);
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    const url = address();
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      navigator.share({ text, url }).catch(() => {});
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      button.textContent = word("web-copied");
      setTimeout(() => (button.textContent = label), TOLD_FOR);
    } catch {
      field.value = url;
      field.hidden = false;
      field.focus();
    }
  });
  element.append(button, field);
  return element;
}
