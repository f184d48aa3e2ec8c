// Upgrade: a page that was left open while the table was upgraded loads once more, and keeps what is typed.

const LOADED = "nardy:loaded-for";
const TYPED = "nardy:typed";

/** What tells the frames that this page knows from those of another version. */
export const types = document.body.dataset.types ?? "";

/**
 * What each part of the page wants to keep, by its name.
 *
 * @type {Map<string, () => unknown>}
 */
const parts = new Map();
/** @type {Record<string, any>} */
const kept = take();

function take() {
  try {
    const text = sessionStorage.getItem(TYPED) ?? "{}";
    sessionStorage.removeItem(TYPED);
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/**
 * Keep something over an upgrade. Return what was kept, or undefined.
 *
 * @param {string} name
 * @param {() => unknown} read
 */
export function keepOver(name, read) {
  parts.set(name, read);
  return kept[name];
}

/**
 * Load the page once more if the table sends other frames than it knows. Return true if it does.
 *
 * @param {string} told what the table says of its frames.
 */
export function upgrade(told) {
  if (told === types) return false;
  try {
    // Once for each version: while several are served, the next page may be of any of them.
    const loaded = (sessionStorage.getItem(LOADED) ?? "").split(" ");
    if (loaded.includes(told)) return false;
    sessionStorage.setItem(LOADED, [...loaded.slice(-9), told].join(" "));
    sessionStorage.setItem(TYPED, JSON.stringify(Object.fromEntries([...parts].map(([name, read]) => [name, read()]))));
  } catch {
    return false;
  }
  const open = document.querySelector("[data-panel]:not([hidden])");
  const address = new URL(location.href);
  // What was typed in one room must not be sent in the other.
  if (open instanceof HTMLElement) address.searchParams.set("room", open.dataset.panel ?? "");
  history.replaceState(history.state, "", address);
  location.reload();
  return true;
}
