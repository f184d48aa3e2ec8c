// Host: the controls that only the host has: remove a message at the table, or an account.

import { make, makeButton } from "./dom.js";
import { word } from "./words.js";

/** @import { AccountView } from "./frames.js" */

/**
 * Return the host's controls for a message, behind a first press so that nothing is removed by accident.
 *
 * @param {AccountView} author the author of the message.
 * @param {() => void} removeLine removes the message.
 * @param {(() => void) | null} removeAccount removes the author's account; null if that is the host's own.
 */
export function hostControls(author, removeLine, removeAccount) {
  const element = make("details", "host");
  const summary = make("summary");
  summary.setAttribute("aria-label", word("web-host"));
  const row = make("div", "row");
  row.append(makeButton("button", word("web-remove-line"), removeLine));
  if (removeAccount) row.append(accountButton(author.name, removeAccount));
  element.append(summary, row);
  return element;
}

/**
 * Show the list of accounts, each except one's own with a button to remove it.
 *
 * @param {Element} list
 * @param {AccountView[]} accounts
 * @param {string | null} own
 * @param {(account: string) => void} removeAccount
 */
export function showAccounts(list, accounts, own, removeAccount) {
  list.replaceChildren(
    ...accounts.map(({ account, name }) => {
      const item = make("li");
      item.append(account === own ? make("bdi", "", name) : accountButton(name, () => removeAccount(account)));
      return item;
    }),
  );
}

/**
 * Return a button that removes an account. It needs two presses, because an account cannot be restored.
 *
 * @param {string} name
 * @param {() => void} removeAccount
 */
function accountButton(name, removeAccount) {
  let isSure = false;
  const element = makeButton("button danger", word("web-remove-seat", { name }), () => {
    if (isSure) {
      removeAccount();
      return;
    }
    isSure = true;
    element.textContent = word(document.body.classList.contains("invited") ? "web-remove-sure-links" : "web-remove-sure");
  });
  return element;
}
