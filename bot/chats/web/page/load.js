// Load: load a page's modules, and reload the page if one of them fails to load.

const KEPT = "nardy:loads";
/** The most automatic reloads in a row. */
const MOST = 5;
const FIRST_PAUSE = 500;

/**
 * Load the modules of a page. One may fail, for example while a phone changes networks, and browsers do not retry a
 * failed module: so the whole page is reloaded, after a growing delay.
 *
 * @param {() => Promise<unknown>} modules
 */
export async function load(modules) {
  try {
    await modules();
    count(0);
  } catch (error) {
    const loads = counted();
    if (loads >= MOST || !count(loads + 1)) throw error;
    setTimeout(() => location.reload(), FIRST_PAUSE * 2 ** loads);
  }
}

function counted() {
  try {
    return Number(sessionStorage.getItem(KEPT));
  } catch {
    return MOST;
  }
}

/**
 * Store the number of reloads; return true if the browser could store it.
 *
 * @param {number} loads
 */
function count(loads) {
  try {
    if (loads) sessionStorage.setItem(KEPT, String(loads));
    else sessionStorage.removeItem(KEPT);
    return true;
  } catch {
    return false;
  }
}
