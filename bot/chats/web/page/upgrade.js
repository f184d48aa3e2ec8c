// Upgrade: a page that was left open while the table was upgraded loads once more, and keeps what is typed.

const LOADED = "nardy:loaded-for";
const TYPED = "nardy:typed";
/** So long a page is not loaded twice for the same version, in milliseconds: while several are served, either may come. */
const ONCE_WITHIN = 600_000;

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

function save() {
  sessionStorage.setItem(TYPED, JSON.stringify(Object.fromEntries([...parts].map(([name, read]) => [name, read()]))));
}

/**
 * Load the page once more if the table sends other frames than it knows. Return true if it does.
 *
 * @param {string} [told] what the table says of its frames; version 0.3.0 says nothing.
 */
export function upgrade(told = "none") {
  if (told === types) return false;
  try {
    /** @type {Record<string, number>} */
    const loaded = JSON.parse(sessionStorage.getItem(LOADED) ?? "{}");
    if (Date.now() - (loaded[told] ?? 0) < ONCE_WITHIN) return false;
    sessionStorage.setItem(LOADED, JSON.stringify({ ...loaded, [told]: Date.now() }));
    save();
  } catch {
    return false;
  }
  // The page lives until the next one comes, and people go on typing and pressing.
  addEventListener("pagehide", save);
  const open = document.querySelector("[data-panel]:not([hidden])");
  const address = new URL(location.href);
  // What was typed in one room must not be sent in the other.
  if (open instanceof HTMLElement) address.searchParams.set("room", open.dataset.panel ?? "");
  history.replaceState(history.state, "", address);
  location.reload();
  return true;
}
