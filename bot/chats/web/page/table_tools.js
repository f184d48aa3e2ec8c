// Table tools: the switches beside the board: sound, turning the board, and the list of keys.

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

/**
 * @param {object} actions
 * @param {{ isOn: () => boolean, canSound: () => boolean, toggle: () => void }} actions.sound
 * @param {() => void} actions.flip turns the board around.
 */
export function makeTools({ sound, flip }) {
  const element = make("div", "tools");
  const soundSwitch = makeButton("tool sound", word("web-table-sound"), toggleSound);
  const flipSwitch = makeButton("tool flip", word("web-table-flip"), flip);
  const keysButton = makeButton("tool keys", word("web-table-keys"), () => dialog.showModal());
  const dialog = make("dialog", "keys-list");
  dialog.setAttribute("aria-label", word("web-table-keys"));
  const list = make("dl");
  for (const [keys, does] of KEYS) list.append(make("dt", "", keys), make("dd", "", word(does)));
  const close = makeButton("close", "", () => dialog.close());
  close.setAttribute("aria-label", word("web-dismiss"));
  dialog.append(close, make("h2", "", word("web-table-keys")), list);
  soundSwitch.hidden = !sound.canSound();
  soundSwitch.setAttribute("aria-pressed", String(sound.isOn()));
  element.append(soundSwitch, flipSwitch, keysButton);

  function toggleSound() {
    sound.toggle();
    soundSwitch.setAttribute("aria-pressed", String(sound.isOn()));
  }

  return {
    element,
    /** The list covers everything, and is in no element that could hide it. */
    dialog,
    toggleSound,
    showKeys: () => dialog.showModal(),
    /** Return true if the list of keys is open. */
    areKeysShown: () => dialog.open,
    /**
     * @param {boolean} canFlip
     * @param {boolean} isFlipped
     */
    show(canFlip, isFlipped) {
      flipSwitch.hidden = !canFlip;
      flipSwitch.setAttribute("aria-pressed", String(isFlipped));
    },
  };
}
