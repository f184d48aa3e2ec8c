// Text: the words of a message, plain and dressed.

import { copyButton } from "./copy.js";
import { make } from "./dom.js";

/** @import { SpanView } from "./frames.js" */

/**
 * The words of a text without their dress.
 *
 * @param {SpanView[]} text
 */
export const plain = (text) => text.map(words).join("");

/** @param {SpanView} span */
function words(span) {
  if (typeof span === "string") return span;
  if ("mention" in span) return span.mention;
  if ("address" in span) return whole(span.address);
  return "bold" in span ? span.bold : span.code;
}

/**
 * An address as it is sent to others: one of this page's own gets what stands before it here.
 *
 * @param {string} address
 */
const whole = (address) => new URL(address, location.origin).href;

/**
 * @param {SpanView} span
 * @returns {Node}
 */
export function spanElement(span) {
  if (typeof span === "string") return document.createTextNode(span);
  if ("mention" in span) return make("bdi", "mention", span.mention);
  if ("address" in span) {
    const link = make("a", "address", whole(span.address));
    link.href = whole(span.address);
    // Whoever opens it for himself stays where he is.
    link.target = "_blank";
    link.rel = "noopener";
    const both = make("span", "address-to-copy");
    both.append(link, " ", copyButton(link.href));
    return both;
  }
  if ("code" in span && span.code.includes("\n")) {
    const both = make("span", "lines-to-copy");
    both.append(make("code", "lines", span.code), copyButton(span.code));
    return both;
  }
  if ("code" in span) return make("code", "", span.code);
  // A name written from right to left must not turn round the figures beside it.
  const bold = make("b");
  bold.append(make("bdi", "", span.bold));
  return bold;
}
