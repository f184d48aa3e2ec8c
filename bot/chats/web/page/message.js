// Message: a stored message of a room.

import { makeBody } from "./body.js";
import { make, makeButton } from "./dom.js";
import { hostControls } from "./host.js";
import { spanElement } from "./text.js";
import { timeElement, word } from "./words.js";

/** @import { Person, Pressed } from "./body.js" */
/** @import { MessageView } from "./frames.js" */

/**
 * The actions on a message.
 *
 * @typedef {object} MessageActions
 * @property {(pressed: Pressed, message: string) => void} press
 * @property {(message: MessageView) => void} reply
 * @property {(game: string) => void} openTable opens the board of a game
 * @property {{ removeLine: (id: string) => void, removeAccount: (account: string) => void }} [moderation] for the
 *   host only
 */

/** @typedef {ReturnType<typeof makeMessage>} MessageItem */

/**
 * @param {MessageView} first the message as it is shown first.
 * @param {Person} person
 * @param {MessageActions} actions
 */
export function makeMessage(first, person, actions) {
  const element = make("li", "message");
  element.tabIndex = -1;
  element.dataset.message = first.id;
  const head = make("p", "head");
  const text = make("p", "text");
  const body = makeBody(person, (pressed) => actions.press(pressed, first.id));
  const controls = make("div");
  const openTable = makeButton("button open-table", word("web-table-open"), () => message.game !== null && actions.openTable(message.game));
  element.append(head, text, controls, body.element, openTable);
  let message = first;

  /** @param {MessageView} now */
  function show(now) {
    message = now;
    const isMine = message.author !== null && message.author.account === person.account;
    const calls = person.account !== null && message.waits_for.includes(person.account);
    element.classList.toggle("said", message.author !== null);
    element.classList.toggle("mine", isMine);
    element.classList.toggle("line", message.line);
    element.classList.toggle("calls", calls);
    element.classList.toggle("live", message.buttons.length > 0);
    element.classList.toggle("calls-others", message.board !== null && message.waits_for.length > 0 && !calls);
    /** @type {HTMLElement[]} */
    const parts = [timeElement(message.time)];
    if (message.author) parts.unshift(make("bdi", "name", message.author.name));
    if (message.board && person.account !== null) parts.unshift(replyButton(() => actions.reply(now)));
    head.replaceChildren(...parts);
    text.replaceChildren(...message.text.map(spanElement));
    body.show(message);
    openTable.hidden = message.game === null;
    showControls(message, isMine);
  }

  /**
   * @param {MessageView} shown
   * @param {boolean} isMine
   */
  function showControls({ id, author }, isMine) {
    const { moderation } = actions;
    if (!person.host || author === null || !moderation) {
      controls.replaceChildren();
      return;
    }
    const removeAccount = isMine ? null : () => moderation.removeAccount(author.account);
    controls.replaceChildren(hostControls(author, () => moderation.removeLine(id), removeAccount));
  }

  show(first);
  return {
    element,
    show,
    /** Show the message again, because the person has changed. */
    refresh: () => show(message),
    message: () => message,
    isCalling: () => element.classList.contains("calls") && message.buttons.length > 0,
    letGo: body.letGo,
  };
}

/** @param {() => void} reply */
function replyButton(reply) {
  const button = makeButton("answer-to", "", reply);
  button.setAttribute("aria-label", word("web-reply"));
  button.title = word("web-reply");
  return button;
}
