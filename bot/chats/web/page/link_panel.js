// Link panel: a link for another person, as a QR code, to copy, and to share where the browser can.

import { copyButton } from "./copy.js";
import { make, makeButton } from "./dom.js";
import { drawn } from "./table_background.js";
import { word } from "./words.js";

/** @import { Qr } from "./qr.js" */

/** @typedef {(address: string, text: string, file?: File | null) => void} ShareBy
 *   passes a link on, with a text and a picture beside it */

const THIS_MACHINE = /^(localhost|127\.|\[::1\])/;

/** @type {ShareBy | null} */
const byBrowser =
  "share" in navigator
    ? (url, text, file) => {
        // Beside a file many receivers drop the link, if it is no part of the text.
        const withFile = file ? { files: [file], text: `${text}\n${url}` } : null;
        // The person may close the browser's own sheet, which is no fault.
        navigator.share(withFile && navigator.canShare?.(withFile) ? withFile : { url, text }).catch(() => {});
      }
    : null;

/**
 * Return the panel, and the filled button that belongs below it.
 *
 * @param {object} link
 * @param {string} link.address
 * @param {string} link.text what the other person reads beside the link.
 * @param {Qr} link.qr
 * @param {ShareBy | null} [link.share] null if the link can only be copied.
 * @param {() => File | null} [link.file] returns the picture to share with it; null if it is not there.
 */
export function makeLinkPanel({ address, text, qr, share = byBrowser, file = () => null }) {
  const element = make("div", "link-panel");
  const camera = make("div", "link-camera");
  camera.append(qr.of(address), make("p", "note", word("web-link-camera")));
  const row = make("div", "link-row");
  row.append(make("span", "link-address", address.replace(/^https?:\/\//, "")));
  element.append(camera, row, ...localWarning(address));
  if (!share) return { element, button: copyButton(address, "button primary", word("web-link-copy")) };
  row.append(copyButton(address));
  const button = makeButton("button primary with-icon", "", () => share(address, text, file()));
  button.append(icon("M12 15V3.5M8 7l4-4 4 4M6 11H5v9.5h14V11h-1"), make("span", "", word("web-link-share")));
  return { element, button };
}

/**
 * Return a warning if another device cannot open a link, because its address means the device itself.
 *
 * @param {string} address
 */
export function localWarning(address) {
  return THIS_MACHINE.test(new URL(address).hostname) ? [make("p", "note", word("web-seat-local"))] : [];
}

/** @param {string} path */
export function icon(path) {
  const svg = drawn("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
  svg.append(drawn("path", { d: path }));
  return svg;
}
