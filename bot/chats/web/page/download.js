// Download: a button that saves a private file while the server keeps it.

import { make } from "./dom.js";
import { at } from "./root.js";
import { word } from "./words.js";

/** @import { DocumentView } from "./frames.js" */

/** @param {DocumentView} file */
export function downloadElement({ address, name }) {
  const element = make("p", "download");
  const link = make("a", "button", word("web-save-file"));
  link.href = at(address);
  link.download = name;
  element.append(link, make("span", "", name));
  return element;
}
