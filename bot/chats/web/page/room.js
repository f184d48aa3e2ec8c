// Room: the messages of one room, and between them the answers that are for this person alone.

import { makeAnswer } from "./answer.js";
import { find } from "./dom.js";
import { makeMessage } from "./message.js";

/** @import { Answer } from "./answer.js" */
/** @import { Person, Pressed } from "./body.js" */
/** @import { MessageView } from "./frames.js" */
/** @import { MessageActions, MessageItem } from "./message.js" */

/**
 * What can be done in a room: with its messages, and with a button of an answer.
 *
 * @typedef {MessageActions & { pressAnswer: (pressed: Pressed, answer: Answer) => void }} RoomActions
 */

const NEAR_THE_END = 80;
const MOST_ANSWERS = 20;
/** Seconds within which talk of one person is taken together. */
const TOGETHER = 300;

/**
 * @param {HTMLElement} panel the element of the room.
 * @param {Person} person
 * @param {RoomActions} actions
 */
export function makeRoom(panel, person, actions) {
  const list = find(".messages", HTMLElement, panel);
  const empty = find(".empty", HTMLElement, panel);
  /** @type {Map<string, MessageItem>} */
  const messages = new Map();
  /** @type {Answer[]} */
  const answers = [];

  // What a reader looks at stays where it is; who reads the end keeps reading the end.
  let atEnd = true;
  panel.addEventListener("scroll", () => (atEnd = panel.scrollHeight - panel.scrollTop - panel.clientHeight < NEAR_THE_END), { passive: true });
  new ResizeObserver(() => atEnd && toEnd()).observe(panel);

  /** @param {() => void} change */
  function keepingPlace(change) {
    change();
    empty.hidden = list.children.length > 0;
    if (atEnd) toEnd();
  }

  function toEnd() {
    panel.scrollTop = panel.scrollHeight;
  }

  /** @param {MessageView} message */
  function put(message) {
    const known = messages.get(message.id);
    if (known) {
      known.show(message);
      return;
    }
    const item = makeMessage(message, person, actions);
    messages.set(message.id, item);
    list.insertBefore(item.element, placeFor(Number(message.id)));
    joinTalk(item.element);
    joinTalk(item.element.nextElementSibling);
  }

  /**
   * What one person says in a row stands under one name.
   *
   * @param {Element | null} element
   */
  function joinTalk(element) {
    const last = shownBy(element?.previousElementSibling);
    const next = shownBy(element);
    const joined = next?.author && last?.author?.account === next.author.account && next.time - last.time < TOGETHER;
    element?.classList.toggle("goes-on", Boolean(joined));
  }

  /** @param {Element | null | undefined} element */
  function shownBy(element) {
    const id = element instanceof HTMLElement ? element.dataset.message : undefined;
    return id === undefined ? undefined : messages.get(id)?.message();
  }

  /**
   * Answers stay at the end, behind the messages that came before them.
   *
   * @param {number} number
   */
  function placeFor(number) {
    for (let at = list.lastElementChild; at instanceof HTMLElement; at = at.previousElementSibling) {
      const { message, after } = at.dataset;
      if (Number(message ?? after) < number) return at.nextElementSibling;
    }
    return list.firstElementChild;
  }

  function newest() {
    return Math.max(0, ...[...messages.keys()].map(Number));
  }

  /** @param {Answer} answer */
  function dropAnswer(answer) {
    answers.splice(answers.indexOf(answer), 1);
    keepingPlace(() => answer.element.remove());
  }

  /**
   * @param {string | null} typed what was typed, if that is to be seen.
   * @param {string | null} under the message that it stands under, if it does not stand at the end.
   */
  function addAnswer(typed, under) {
    const answer = makeAnswer(typed, person, {
      press: (pressed) => actions.pressAnswer(pressed, answer),
      dismiss: () => dropAnswer(answer),
    });
    answers.push(answer);
    if (answers.length > MOST_ANSWERS) dropAnswer(answers[0]);
    const message = under === null ? undefined : messages.get(under);
    keepingPlace(() => {
      if (message) {
        message.element.append(answer.element);
      } else {
        answer.element.dataset.after = String(newest());
        list.append(answer.element);
      }
    });
    return answer;
  }

  /**
   * Take away the answers that stand under a message: they are about an older state of it.
   *
   * @param {string} id
   */
  function clearUnder(id) {
    for (const answer of [...answers]) {
      if (answer.element.parentElement?.dataset.message === id) dropAnswer(answer);
    }
  }

  return {
    panel,
    toEnd,
    addAnswer,
    dropAnswer,
    clearUnder,
    /** @param {string} id */
    element: (id) => messages.get(id)?.element,
    /** What people said here, the first first. */
    said: () =>
      [...messages.values()]
        .map((item) => item.message())
        .filter((message) => message.author !== null)
        .sort((one, other) => Number(one.id) - Number(other.id)),
    isEmpty: () => list.children.length === 0,
    /** @param {MessageView[]} shown */
    replaceAll(shown) {
      const kept = new Set(shown.map((message) => message.id));
      const first = messages.size === 0;
      keepingPlace(() => {
        for (const [id, item] of messages) {
          if (kept.has(id)) continue;
          item.element.remove();
          messages.delete(id);
        }
        shown.forEach(put);
      });
      if (first) toEnd();
    },
    /** @param {MessageView[]} shown */
    addEarlier(shown) {
      const height = panel.scrollHeight;
      shown.forEach(put);
      panel.scrollTop += panel.scrollHeight - height;
    },
    /**
     * Show a message; return whether it is new.
     *
     * @param {MessageView} message
     */
    put(message) {
      const fresh = !messages.has(message.id);
      keepingPlace(() => put(message));
      return fresh;
    },
    /**
     * Remove a message, with the answers that stand under it.
     *
     * @param {string} id
     */
    remove(id) {
      clearUnder(id);
      const item = messages.get(id);
      if (!item) return;
      messages.delete(id);
      keepingPlace(() => {
        const next = item.element.nextElementSibling;
        item.element.remove();
        joinTalk(next);
      });
    },
    /** Show everything anew, because who is looking has changed. */
    refresh() {
      keepingPlace(() => messages.forEach((item) => item.refresh()));
    },
    /** The last message that calls this person and can be answered by a button. */
    calling() {
      return [...messages.values()].filter((item) => item.isCalling()).at(-1) ?? null;
    },
    /** Let go of all chosen points. Return whether one was chosen. */
    letGo() {
      return [...messages.values()].map((item) => item.letGo()).some(Boolean);
    },
  };
}
