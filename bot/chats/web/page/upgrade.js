// Upgrade: reload a page that was left open while the server was upgraded, and keep what was typed.

const LOADED = "nardy:loaded-for";
const TYPED = "nardy:typed";
/** The least milliseconds between two reloads for the same version: while several versions are served, either may answer. */
const ONCE_WITHIN = 600_000;

/** The digest of the frame types that this page knows. */
export const types = document.body.dataset.types ?? "";

/**
 * What each part of the page stores over a reload, by the part's name.
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
 * Store a value over a reload. Return the value that was stored before this load, or undefined.
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
 * Reload the page if the server's frame types differ from the page's. Return true if it does.
 *
 * @param {string} [serverTypes] the server's digest of its frame types; version 0.3.0 sends none.
 */
export function upgrade(serverTypes = "none") {
  if (serverTypes === types) return false;
  try {
    /** @type {Record<string, number>} */
    const loaded = JSON.parse(sessionStorage.getItem(LOADED) ?? "{}");
    if (Date.now() - (loaded[serverTypes] ?? 0) < ONCE_WITHIN) return false;
    sessionStorage.setItem(LOADED, JSON.stringify({ ...loaded, [serverTypes]: Date.now() }));
    save();
  } catch {
    return false;
  }
  // The page lives until the next one has loaded, and people go on typing and pressing.
  addEventListener("pagehide", save);
  location.reload();
  return true;
}
