// Answer: an answer for this person alone. It is stored nowhere, and gone after a reload.

import { makeBody } from "./body.js";
import { findAll, make, makeButton } from "./dom.js";
import { spanElement } from "./text.js";
import { followAnswer } from "./pending_answer.js";
import { word } from "./words.js";

/** @import { Person, Pressed } from "./body.js" */
/** @import { ReplyView, StageView } from "./frames.js" */

/** @typedef {ReturnType<typeof makeAnswer>} Answer */

/**
 * @param {string | null} typed the typed line, if it is shown above the answer.
 * @param {Person} person
 * @param {object} actions
 * @param {(pressed: Pressed) => void} actions.press
 * @param {() => void} actions.dismiss
 * @param {() => void} [actions.settled] is called when a pending answer is finished.
 */
export function makeAnswer(typed, person, { press, dismiss, settled = () => {} }) {
  const element = make("li", "answer");
  element.dataset.answer = "";
  const head = make("p", "head");
  const close = makeButton("close", "", dismiss);
  close.setAttribute("aria-label", word("web-dismiss"));
  head.append(make("span", "only-you", word("web-only-you")), close);
  element.append(head);
  if (typed !== null) {
    const echo = make("p", "echo");
    echo.append(make("code", "", typed));
    element.append(echo);
  }
  const replies = make("div", "replies");
  element.append(replies);
  /** @type {ReturnType<typeof makePart>[]} */
  const parts = [];

  function makePart() {
    const part = make("div", "reply");
    const text = make("p", "text");
    const body = makeBody(person, press);
    part.append(text, body.element);
    replies.append(part);
    /** @type {ReplyView | null} */
    let wanted = null;

    /** @param {ReplyView} reply */
    function draw(reply) {
      text.replaceChildren(...reply.text.map(spanElement));
      body.show(reply);
      // Buttons that are reused may have been disabled at an earlier stage of the game.
      for (const button of findAll("button", HTMLButtonElement, body.element)) button.disabled = false;
    }

    /** @param {ReplyView} reply */
    function show(reply) {
      wanted = reply;
      draw(reply);
      if (!reply.pending) return;
      // A pending answer is polled until it is finished, or another one takes its place.
      followAnswer(reply.pending, (later) => {
        if (wanted !== reply || !part.isConnected) return false;
        draw(later);
        if (!later.pending) {
          element.scrollIntoView({ block: "nearest" });
          settled();
        }
        return true;
      });
    }

    /** @param {StageView} now */
    function outdate({ game, stage }) {
      const offered = wanted?.offered_at;
      if (!offered || offered.game !== game) return;
      const isPast = offered.stage !== stage;
      part.classList.toggle("past", isPast);
      for (const button of findAll("button", HTMLButtonElement, body.element)) button.disabled = isPast;
    }

    return { element: part, show, outdate };
  }

  return {
    element,
    /**
     * Disable the buttons that were offered at an earlier stage of the game; the text stays readable.
     *
     * @param {StageView} now
     */
    outdate(now) {
      for (const part of parts) part.outdate(now);
    },
    /**
     * Show new answers in place of the old ones, so that nothing jumps or flickers.
     *
     * @param {ReplyView[]} shown
     */
    show(shown) {
      for (const part of parts.splice(shown.length)) part.element.remove();
      shown.forEach((reply, at) => {
        parts[at] ??= makePart();
        parts[at].show(reply);
      });
    },
  };
}
