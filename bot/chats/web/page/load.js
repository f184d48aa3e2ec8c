// Load: loads a page's modules, and the page anew where one of them does not arrive.

const KEPT = "nardy:loads";
/** So often in a row a page is loaded anew by itself. */
const MOST = 5;
const FIRST_PAUSE = 500;

/**
 * Load the modules of a page. One may not arrive, as where a phone changes networks meanwhile, and a page does not
 * ask for it again: so all of it is loaded anew, after a pause that grows.
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
 * Keep how often the page was loaded anew; say whether it could be kept.
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
