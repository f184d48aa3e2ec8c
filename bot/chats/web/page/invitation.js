// Invitation: what a visitor sees who opened a friend's invitation: who invites, to which game, and one button to play it.

import { startBrought, takeStart } from "./arrival.js";
import { find, make, makeButton } from "./dom.js";
import { drawSmallBoard } from "./small_board.js";
import { makeTableTheme } from "./table_theme.js";
import { plain } from "./text.js";
import { word } from "./words.js";

/** @import { InvitedView, ReplyView } from "./frames.js" */

/**
 * @param {object} page
 * @param {(start: string) => void} page.ask requests an invitation.
 * @param {(data: string, done: (replies: ReplyView[]) => void) => void} page.accept accepts it as a guest; the board of
 *   the game opens as soon as it begins.
 */
export function makeInvitation({ ask, accept }) {
  const home = find("[data-lobby]", HTMLElement);
  const element = find("[data-invitation]", HTMLElement);
  const theme = makeTableTheme(element);

  function hide() {
    element.hidden = true;
    home.classList.remove("inviting");
  }

  return {
    hide,
    /** Make room for the invitation of the visitor's link. Return false if the link brought none. */
    begin() {
      const isInvited = startBrought().startsWith("accept");
      if (isInvited) home.classList.add("inviting");
      return isInvited;
    },
    /** Request the invitation unless it has come, because the server can be reached. */
    again() {
      if (element.hidden && home.classList.contains("inviting")) ask(startBrought());
    },
    /** @param {InvitedView} frame */
    show({ says, terms, about, notes, board, press }) {
      if (!home.classList.contains("inviting")) return;
      element.hidden = false;
      if (board === null) {
        takeStart();
        home.classList.remove("inviting");
        element.replaceChildren(make("p", "", says));
        return;
      }
      theme.show(board.theme);
      const title = make("h1", "", says);
      title.tabIndex = -1;
      const fault = make("p", "fault");
      fault.setAttribute("role", "alert");
      const play = makeButton("button primary", word("web-invited-play"), () => {
        if (play.ariaBusy === "true") return;
        play.ariaBusy = "true";
        fault.textContent = "";
        takeStart();
        accept(press, ([reply]) => {
          play.ariaBusy = null;
          fault.textContent = reply ? plain(reply.text) : "";
        });
      });
      const learn = make("a", "button", word("web-learn"));
      learn.href = "#learn=1";
      const later = makeButton("button", word("web-invited-later"), () => {
        hide();
        find("h1", HTMLElement, home).focus();
      });
      const words = make("div", "invitation-words");
      words.append(title, make("b", "", terms), make("p", "", about));
      if (notes) words.append(make("p", "", notes));
      const acts = make("div", "invitation-acts");
      acts.append(fault, play, make("p", "note", word("web-invited-note")), learn, later);
      element.replaceChildren(words, drawSmallBoard(board), acts);
      title.focus({ preventScroll: true });
    },
  };
}
