// Web account: the account that this tab uses. Several people may share a browser, so the address names the account by a
// number. The browser stores the account's secret under that number; the secret is never in an address.

import { root } from "./root.js";

const query = new URLSearchParams(location.search);
// The parameter is still called `seat`, because people have bookmarks with it.
const asked = query.get("seat") ?? "";
const number = /^[1-9]\d{0,3}$/.test(asked) ? asked : "1";

/**
 * The storage key of a secret. It includes the installation, because a secret is valid only there.
 *
 * @param {string} account the account's number in this browser.
 */
const key = (account) => `nardy:${document.documentElement.dataset.installation}:${account}`;

let secret = "";
let isRefused = false;
/** True if a secret was to be stored before the server had sent one. */
let isAwaited = false;

/** @param {string} account */
function kept(account) {
  try {
    return localStorage.getItem(key(account)) ?? "";
  } catch {
    return "";
  }
}

/** The secret of this tab's account, or an empty string. */
export function mySecret() {
  if (!isRefused) secret = kept(number) || secret;
  return secret;
}

/**
 * Hold a fresh secret in this tab, because the one in the hello was not valid.
 *
 * @param {string} fresh
 */
export function holdSecret(fresh) {
  secret = fresh;
  isRefused = true;
  if (isAwaited) keepSecret();
}

/** Store the secret in the browser, from the moment that an account is requested, or as soon as it has come. */
export function keepSecret() {
  isAwaited = secret === "";
  if (isAwaited) return;
  try {
    localStorage.setItem(key(number), secret);
    isRefused = false;
  } catch {
    // A browser that stores nothing still plays until the tab is closed.
  }
}

/**
 * Return a value that is stored beside this account's secret; null if there is none.
 *
 * @param {string} name
 */
export const keptAside = (name) => kept(`${number}:${name}`);

/**
 * Store a value beside this account's secret, if the browser stores anything.
 *
 * @param {string} name
 * @param {string} value
 */
export function keepAside(name, value) {
  try {
    localStorage.setItem(key(`${number}:${name}`), value);
  } catch {
    // It is chosen again the next time.
  }
}

/** Return true if the browser stores this account, so that it outlives the page. */
export function isKept() {
  return secret !== "" && kept(number) === secret;
}

/**
 * Call back when another tab has stored another secret for this account.
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

/** The number of this tab's account, which tells it from others in this browser. */
export const accountNumber = number;

/** Return the address for an account that is new in this browser. */
export function newAccountAddress() {
  let free = 1;
  while (String(free) === number || kept(String(free))) free += 1;
  return `${root}?seat=${free}`;
}
