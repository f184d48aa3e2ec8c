// Start: open what the address names: the whole page, or a shared board alone.

// The fragment's data is taken out of the address before anything else is loaded.
import "./arrival.js";
import { load } from "./load.js";
import { sharedToken } from "./table_address.js";

const token = sharedToken();
// Another link in the same tab starts over, because a shared board and the page cannot be shown together.
addEventListener("hashchange", () => {
  if (sharedToken() !== token) location.reload();
});
/** What was pressed on the landing before it was loaded. @type {HTMLElement | null} */
let early = null;
/** @param {MouseEvent} event */
const note = ({ target }) => (early = target instanceof Element ? target.closest("[data-begin] button") : null);
addEventListener("click", note);
load(() => (token ? import("./shared.js") : import("./page.js"))).then(() => {
  removeEventListener("click", note);
  early?.click();
});
