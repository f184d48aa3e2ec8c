// Share: a sheet with the link that lets anyone watch a game, and the button that ends it.

import { make, makeButton } from "./dom.js";
import { makeLinkPanel } from "./link_panel.js";
import { at, toShare } from "./root.js";
import { openSheet } from "./sheet.js";
import { drawSmallBoard } from "./small_board.js";
import { makeTableTheme } from "./table_theme.js";
import { plain } from "./text.js";
import { word } from "./words.js";

/** @import { BoardView, ReplyView, RoomName, TableView } from "./frames.js" */
/** @import { ShareBy } from "./link_panel.js" */
/** @import { Qr } from "./qr.js" */

/**
 * @param {object} page
 * @param {(room: RoomName, data: string, done: (replies: ReplyView[]) => void) => void} page.press
 * @param {Qr} page.qr
 * @param {ShareBy} [page.share] passes the link on in another way than the browser's.
 * @returns {(room: RoomName, view: TableView) => void} opens the sheet for a game
 */
export function makeShare({ press, qr, share }) {
  return function openShare(room, view) {
    const content = make("div", "share");
    content.append(make("p", "note", word("web-share-waits")));
    const title = word("web-share-title");
    const sheet = openSheet({ title, content });
    makeTableTheme(sheet.element).show(view.theme);
    press(room, `:/share ${view.game}`, ([reply]) => {
      if (!sheet.isOpen()) return;
      const address = reply?.text.flatMap((span) => (typeof span === "object" && "address" in span ? [span.address] : []))[0];
      if (!address) say(reply);
      else show(toShare(address), reply.board);
    });

    /**
     * @param {string} address
     * @param {BoardView | null} picture the picture of a finished game, to be forwarded.
     */
    function show(address, picture) {
      const players = `${view.above.name} – ${view.below.name}`;
      const look = make("figure", "link-look");
      const words = make("figcaption");
      words.append(make("b", "", players), make("span", "", view.title), make("small", "", new URL(address).host));
      const card = picture && makeCard(picture, `${view.game}.png`);
      look.append(card ? card.element : drawSmallBoard({ ...view, side: view.below.side }), words);
      const panel = makeLinkPanel({ address, text: `${players}, ${view.title}`, qr, ...(share && { share }), ...(card && { file: card.file }) });
      const notes = ["web-share-sees", ...(address.includes("#") ? [] : ["web-share-preview"])];
      content.replaceChildren(look, panel.element, ...notes.map((each) => make("p", "note", word(each))));
      const foot = make("div", "sheet-acts");
      const end = makeButton("button quiet-danger", word("web-share-end"), () => {
        end.disabled = true;
        press(room, `:/share ${view.game} off`, ([reply]) => say(reply, word("web-share-ended")));
      });
      foot.append(panel.button, end);
      sheet.show({ title, content, foot });
    }

    /**
     * @param {ReplyView | undefined} reply
     * @param {string} [done] said instead of an answer that names the command for another link.
     */
    function say(reply, done = "") {
      const isDone = done !== "" && reply?.text.some((span) => typeof span === "object" && "code" in span);
      const text = make("p", "", isDone ? done : reply ? plain(reply.text) : word("web-trouble"));
      text.setAttribute("role", "status");
      content.replaceChildren(text);
      sheet.show({ title, content });
    }
  };
}

/**
 * Return the picture of a finished game, and a function that returns it as a file once it has been fetched.
 *
 * @param {BoardView} picture
 * @param {string} name of the file
 */
function makeCard({ address, alt, width, height }, name) {
  const element = make("img", "link-card");
  /** @type {File | null} */
  let file = null;
  Object.assign(element, { width, height, alt, src: at(address) });
  element.addEventListener("load", async () => {
    try {
      // The browser has the picture in its cache. To share it, the press itself must not wait for it.
      const answer = await fetch(at(address));
      if (answer.ok) file = new File([await answer.blob()], name, { type: "image/png" });
    } catch {
      // Without the file, the link alone is shared.
    }
  });
  return { element, file: () => file };
}
