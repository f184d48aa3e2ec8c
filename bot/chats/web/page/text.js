// Text: show the text of a message, plain or with its formatting.

import { copyButton } from "./copy.js";
import { make } from "./dom.js";
import { toShare } from "./root.js";

/** @import { SpanView } from "./frames.js" */

/**
 * Return a text without its formatting.
 *
 * @param {SpanView[]} text
 */
export const plain = (text) => text.map(words).join("");

/** @param {SpanView} span */
function words(span) {
  if (typeof span === "string") return span;
  if ("mention" in span) return span.mention;
  if ("address" in span) return toShare(span.address);
  return "bold" in span ? span.bold : span.code;
}

/**
 * @param {SpanView} span
 * @returns {Node}
 */
export function spanElement(span) {
  if (typeof span === "string") return document.createTextNode(span);
  if ("mention" in span) return make("bdi", "mention", span.mention);
  if ("address" in span) {
    const link = make("a", "address", toShare(span.address));
    link.href = toShare(span.address);
    // A person who opens their own link stays on this page.
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
  // A right-to-left name must not reverse the digits beside it.
  const bold = make("b");
  bold.append(make("bdi", "", span.bold));
  return bold;
}
