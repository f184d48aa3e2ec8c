// Start: opens what the address names, the whole page or, by the link of a board, that board alone.

// What a link brings is taken out of the address before anything else is loaded.
import "./arrival.js";
import { load } from "./load.js";
import { sharedToken } from "./table_address.js";

const token = sharedToken();
// Whoever opens another link in the same tab begins anew: what stood here before has no place beside it.
addEventListener("hashchange", () => {
  if (sharedToken() !== token) location.reload();
});
await load(() => (token ? import("./shared.js") : import("./page.js")));
