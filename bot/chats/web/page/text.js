// Text: the words of a message, plain and dressed.

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
  return "bold" in span ? span.bold : span.code;
}

/**
 * @param {SpanView} span
 * @returns {Node}
 */
export function spanElement(span) {
  if (typeof span === "string") return document.createTextNode(span);
  if ("mention" in span) return make("bdi", "mention", span.mention);
  if ("code" in span) return make("code", "", span.code);
  // A name written from right to left must not turn round the figures beside it.
  const bold = make("b");
  bold.append(make("bdi", "", span.bold));
  return bold;
}
