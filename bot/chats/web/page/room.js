// Room: the messages of a room, with the private answers between them.

import { makeAnswer } from "./answer.js";
import { find } from "./dom.js";
import { makeMessage } from "./message.js";

/** @import { Answer } from "./answer.js" */
/** @import { Person, Pressed } from "./body.js" */
/** @import { MessageView } from "./frames.js" */
/** @import { MessageActions, MessageItem } from "./message.js" */

/**
 * The actions in a room: on its messages, and on a button of an answer.
 *
 * @typedef {MessageActions & { pressAnswer: (pressed: Pressed, answer: Answer) => void }} RoomActions
 */

const NEAR_THE_END = 80;
const MOST_ANSWERS = 20;
/** Seconds within which messages of one person are grouped. */
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

  // The scroll position stays where the reader is; a reader at the end stays at the end.
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
    const item = known ?? makeMessage(message, person, actions);
    messages.set(message.id, item);
    if (known) known.show(message);
    const at = String(message.changed ?? message.time);
    if (known && item.element.dataset.at === at) return;
    const { nextElementSibling: next } = item.element;
    item.element.dataset.at = at;
    moveTo(item.element, placeFor(item.element, Number(at), Number(message.id)));
    for (const each of [next, item.element, item.element.nextElementSibling]) joinTalk(each);
  }

  /**
   * Put an element before another one, or at the end, and keep the focus in it.
   *
   * @param {HTMLElement} element
   * @param {Element | null} before
   */
  function moveTo(element, before) {
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    list.insertBefore(element, before);
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }

  /**
   * Group consecutive messages of one person under one name.
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
   * Return the element before which to put a message: messages are in the order of their times, a board that
   * changed in that of its last change, and an answer is behind all messages that came before it.
   *
   * @param {HTMLElement} element the message's own element.
   * @param {number} at
   * @param {number} number the number of the message, which orders those of one time.
   */
  function placeFor(element, at, number) {
    for (let each = list.lastElementChild; each instanceof HTMLElement; each = each.previousElementSibling) {
      if (each === element) continue;
      const { message, after, at: when } = each.dataset;
      if (Number(when) < at || (Number(when) === at && Number(message ?? after) < number)) return each.nextElementSibling;
    }
    return list.firstElementChild;
  }

  /** @param {"at" | "message"} what */
  const latest = (what) => String(Math.max(0, ...[...messages.values()].map((item) => Number(item.element.dataset[what]))));

  /** @param {Answer} answer */
  function dropAnswer(answer) {
    answers.splice(answers.indexOf(answer), 1);
    keepingPlace(() => answer.element.remove());
  }

  /**
   * @param {string | null} typed the typed line, if it is shown above the answer.
   * @param {string | null} under the message under which the answer is shown; null to show it at the end.
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
        answer.element.dataset.after = latest("message");
        answer.element.dataset.at = latest("at");
        list.append(answer.element);
      }
    });
    return answer;
  }

  /**
   * Remove the answers under a message, because they are about an older state of it.
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
    /** Return the messages that people posted here, the oldest first. */
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
     * Show a message. Return true if it is new.
     *
     * @param {MessageView} message
     */
    put(message) {
      const fresh = !messages.has(message.id);
      keepingPlace(() => put(message));
      return fresh;
    },
    /**
     * Remove a message and the answers under it.
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
    /** Show all messages again, because the person has changed. */
    refresh() {
      keepingPlace(() => messages.forEach((item) => item.refresh()));
    },
    /** Return the last message that waits for this person and has a button to answer it. */
    calling() {
      return [...messages.values()].filter((item) => item.isCalling()).at(-1) ?? null;
    },
    /** Deselect all chosen points. Return true if one was chosen. */
    letGo() {
      return [...messages.values()].map((item) => item.letGo()).some(Boolean);
    },
  };
}
