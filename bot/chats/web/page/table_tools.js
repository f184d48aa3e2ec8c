// Table tools: the switch for the sound, and the list of keys.

import { make, makeButton } from "./dom.js";
import { word } from "./words.js";

/** The keys, each with the id of its description. */
const KEYS = /** @type {const} */ ([
  ["2 4", "web-key-point"],
  ["B, 0", "web-key-bar"],
  ["← ↑ → ↓", "web-key-arrows"],
  ["Enter", "web-key-enter"],
  ["U, ⌫", "web-key-undo"],
  ["S", "web-key-swap"],
  ["PgUp, PgDn", "web-key-record"],
  ["F", "web-key-flip"],
  ["N", "web-key-next"],
  ["M", "web-key-sound"],
  ["Esc", "web-key-back"],
  ["?", "web-key-keys"],
]);

/** @param {{ toggle: () => void }} sound */
export function makeTools(sound) {
  const dialog = make("dialog", "keys-list");
  dialog.setAttribute("aria-label", word("web-table-keys"));
  const list = make("dl");
  for (const [keys, does] of KEYS) list.append(make("dt", "", keys), make("dd", "", word(does)));
  const close = makeButton("close", "", () => dialog.close());
  close.setAttribute("aria-label", word("web-dismiss"));
  dialog.append(close, make("h2", "", word("web-table-keys")), list);

  return {
    /** The list covers everything, and is in no element that could hide it. */
    dialog,
    toggleSound: sound.toggle,
    showKeys: () => dialog.showModal(),
    /** Return true if the list of keys is open. */
    areKeysShown: () => dialog.open,
  };
}
