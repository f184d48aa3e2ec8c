// Shared: the page of a shared board's link: the live board with its log, without any controls for playing.

import { find, make } from "./dom.js";
import { connect, CROWDED, NOT_INVITED } from "./link.js";
import { makeTable } from "./table.js";
import { ofShare, sharedToken } from "./table_address.js";
import { types } from "./upgrade.js";
import { language, word, zone } from "./words.js";

/** @import { Person } from "./body.js" */
/** @import { ToPage } from "./frames.js" */

const token = sharedToken();
/** @type {Person} */
const visitor = { account: null, name: null, areas: {}, host: false, key: "", addressOf: () => "" };

document.body.classList.add("shared");
const note = make("p", "shared-note", word("web-connecting"));
note.setAttribute("role", "status");
const tableElement = find("[data-table]", HTMLElement);
document.body.append(note);

const table = makeTable({
  person: visitor,
  press() {},
  say() {},
  said: () => [],
  lookAt: (room, game, moment) => link.ask({ do: "look at", room, game, moment }),
  analyse: (room, game) => link.ask({ do: "analyse", room, game }),
  address: ofShare(token),
});

const link = connect({
  path: "/watch",
  hello: () => ({ do: "hello", secret: "", language: language(), key: token, zone, types }),
  incoming: hear,
  refused() {},
  changed(reached, code) {
    note.hidden = reached;
    if (reached) table.again();
    else if (code === NOT_INVITED) end();
    else note.textContent = word(code === CROWDED ? "web-crowded" : "web-connecting");
  },
});

/** @param {ToPage} frame */
function hear(frame) {
  if (frame.is === "table") table.show(frame);
  else if (frame.is === "analysis") table.analysed(frame);
}

/** Hide the board, because its link is no longer valid. */
function end() {
  tableElement.remove();
  note.classList.add("ended");
  note.textContent = word("web-share-gone");
}
