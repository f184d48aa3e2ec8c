// Web account: which account this tab uses. Several people may share a browser: the address names the account by a
// number, the browser keeps its secret, and the secret never stands in an address.

const query = new URLSearchParams(location.search);
// The address calls it `seat`, as in the bookmarks that people have.
const asked = query.get("seat") ?? "";
const number = /^[1-9]\d{0,3}$/.test(asked) ? asked : "1";

/**
 * Where the browser keeps a secret. Those of one installation mean nothing to another at the same address.
 *
 * @param {string} account the account's number in this browser.
 */
const key = (account) => `nardy:${document.documentElement.dataset.installation}:${account}`;

let secret = "";
let isRefused = false;

/** @param {string} account */
function kept(account) {
  try {
    return localStorage.getItem(key(account)) ?? "";
  } catch {
    return "";
  }
}

/** The secret of this tab's account, or nothing yet. */
export function mySecret() {
  if (!isRefused) secret = kept(number) || secret;
  return secret;
}

/**
 * Hold a fresh secret in this tab, because the one that was offered is none.
 *
 * @param {string} fresh
 */
export function holdSecret(fresh) {
  secret = fresh;
  isRefused = true;
}

/** Keep the secret in the browser, from the moment a name is asked for. */
export function keepSecret() {
  try {
    localStorage.setItem(key(number), secret);
    isRefused = false;
  } catch {
    // A browser that keeps nothing still plays until the tab is closed.
  }
}

/**
 * What the browser keeps beside the secret of this account; nothing, if it keeps nothing.
 *
 * @param {string} name
 */
export const keptAside = (name) => kept(`${number}:${name}`);

/**
 * Keep something beside the secret of this account, if the browser keeps anything.
 *
 * @param {string} name
 * @param {string} value
 */
export function keepAside(name, value) {
  try {
    localStorage.setItem(key(`${number}:${name}`), value);
  } catch {
    // It is chosen anew the next time.
  }
}

/** Whether the browser keeps this account, so that it outlives the page. */
export function isKept() {
  return secret !== "" && kept(number) === secret;
}

/**
 * Call back when another tab has kept another secret for this account.
 *
 * @param {() => void} back
 */
export function onSecretChanged(back) {
  addEventListener("storage", (event) => {
    if (event.key !== key(number) || !event.newValue || event.newValue === secret) return;
    isRefused = false;
    back();
  });
}

/** What tells this tab's account from others in this browser. */
export const accountNumber = number;

/** The address of an account that nobody in this browser has yet. */
export function newAccountAddress() {
  let free = 1;
  while (String(free) === number || kept(String(free))) free += 1;
  return `/?seat=${free}`;
}

/**
 * The room that the address asks for.
 *
 * @type {import("./frames.js").RoomName}
 */
export const firstRoom = query.get("room") === "me" ? "me" : "table";
