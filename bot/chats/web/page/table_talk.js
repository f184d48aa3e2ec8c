// Table talk: the chat beside the board: messages, private answers, and an input line.

import { makeAnswer } from "./answer.js";
import { make } from "./dom.js";
import { spanElement } from "./text.js";
import { timeElement, word } from "./words.js";

/** @import { Person, Pressed } from "./body.js" */
/** @import { Answer } from "./answer.js" */
/** @import { MessageView, ReplyView, StageView } from "./frames.js" */

/** The most messages that are kept. */
const MOST_LINES = 100;

/**
 * @param {Person} person
 * @param {object} actions
 * @param {(text: string) => void} actions.say
 * @param {(pressed: Pressed, done: (replies: ReplyView[]) => void) => void} actions.press presses a button of an answer.
 * @param {() => void} actions.settled is called when a pending answer is finished.
 */
export function makeTalk(person, { say, press, settled }) {
  const element = make("section", "talk");
  element.setAttribute("aria-label", word("web-table-talk"));
  const list = make("ol", "talk-lines");
  const scrolled = make("div", "talk-log");
  scrolled.setAttribute("role", "log");
  scrolled.setAttribute("aria-label", word("web-table-talk"));
  scrolled.append(list);
  const form = make("form", "talk-form");
  const input = make("input");
  input.maxLength = 1000;
  input.autocomplete = "off";
  input.enterKeyHint = "send";
  input.placeholder = word("web-line-hint");
  input.setAttribute("aria-label", word("web-line"));
  const send = make("button", "talk-send", "↑");
  send.setAttribute("aria-label", word("web-send"));
  form.append(input, send);
  element.append(make("h3", "", word("web-table-talk")), scrolled, form);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value.trim();
    input.value = "";
    if (text) say(text);
  });

  /** @type {Map<Element, Answer>} */
  const answers = new Map();
  /** @type {StageView | null} */
  let reached = null;

  function outdate() {
    for (const [line, answer] of answers) {
      if (!line.isConnected) answers.delete(line);
      else if (reached) answer.outdate(reached);
    }
  }

  /** @param {string} id */
  const said = (id) => [...list.children].find((each) => each instanceof HTMLElement && each.dataset.said === id);

  /** @param {() => void} change */
  function keepingEnd(change) {
    const atEnd = scrolled.scrollHeight - scrolled.scrollTop - scrolled.clientHeight < 60;
    change();
    while (list.children.length > MOST_LINES) list.firstElementChild?.remove();
    if (atEnd) scrolled.scrollTop = scrolled.scrollHeight;
  }

  return {
    element,
    clear: () => list.replaceChildren(),
    /**
     * Show a message. Return true if it is new here.
     *
     * @param {MessageView} message
     */
    show(message) {
      if (message.author === null) return false;
      const line = make("li", "talk-line");
      line.dataset.said = message.id;
      line.classList.toggle("mine", message.author.account === person.account);
      const text = make("p");
      text.append(...message.text.map(spanElement));
      line.append(make("bdi", "talk-name", message.author.name), timeElement(message.time), text);
      const known = said(message.id);
      if (known) known.replaceWith(line);
      else keepingEnd(() => list.append(line));
      return !known;
    },
    /**
     * Remove a message.
     *
     * @param {string} id
     */
    remove(id) {
      said(id)?.remove();
    },
    /**
     * Note the current stage of the game, and disable what was offered at earlier stages.
     *
     * @param {StageView} now
     */
    reach(now) {
      reached = now;
      outdate();
    },
    /**
     * Show private answers at the end, and scroll to their beginning.
     *
     * @param {string | null} typed the typed line that they answer, if any.
     * @param {ReplyView[]} replies
     */
    answer(typed, replies) {
      const answer = makeAnswer(typed, person, {
        settled,
        dismiss: () => answer.element.remove(),
        press: (pressed) =>
          press(pressed, (later) => {
            pressed.settle();
            if (later.length) answer.show(later);
            else answer.element.remove();
            outdate();
          }),
      });
      keepingEnd(() => {
        list.append(answer.element);
        answer.show(replies);
      });
      answers.set(answer.element, answer);
      outdate();
      // Scroll so that it can be read from its beginning.
      scrolled.scrollTop += answer.element.getBoundingClientRect().top - scrolled.getBoundingClientRect().top - 8;
    },
  };
}
