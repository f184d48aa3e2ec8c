// QR: pictures of links, which the server draws.

import { word } from "./words.js";

/** @import { QrCode } from "./frames.js" */
/** @import { Action } from "./link.js" */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {ReturnType<typeof makeQr>} Qr */

/**
 * @param {object} page
 * @param {(frame: Action) => void} page.act sends an action.
 * @param {() => string} page.newId returns the id of an action whose failure shows nothing.
 */
export function makeQr({ act, newId }) {
  /** @type {Map<string, SVGSVGElement>} */
  const awaited = new Map();
  return {
    /**
     * Return the QR code of a link, which is empty until the server has drawn it.
     *
     * @param {string} address
     */
    of(address) {
      const picture = document.createElementNS(SVG, "svg");
      picture.setAttribute("viewBox", "0 0 1 1");
      const id = newId();
      awaited.set(id, picture);
      act({ do: "qr code", id, text: address });
      return picture;
    },
    /** @param {QrCode} code */
    show({ id, size, path }) {
      const picture = awaited.get(id);
      awaited.delete(id);
      if (picture) drawQr(picture, size, path);
    },
  };
}

/**
 * Draw a QR code, dark on light in every theme.
 *
 * @param {SVGSVGElement} picture
 * @param {number} size the width in modules.
 * @param {string} path the dark modules.
 */
export function drawQr(picture, size, path) {
  picture.setAttribute("class", "qr");
  picture.setAttribute("viewBox", `0 0 ${size} ${size}`);
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", word("web-seat-qr"));
  const dark = document.createElementNS(SVG, "path");
  dark.setAttribute("d", path);
  picture.replaceChildren(dark);
}
