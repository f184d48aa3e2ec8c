// The messages of one room, and the answers that are for this person alone.

import { makeBoard } from "./board.js";
import { makeFilm } from "./film.js";
import { hostMeans } from "./host.js";
import { inviteElement } from "./invite.js";
import { followAnswer } from "./unfinished.js";
import { timeElement, word } from "./words.js";

const NEAR_THE_END = 80;
const MOST_ANSWERS = 20;
/** Seconds within which talk of one person is taken together. */
const TOGETHER = 300;

/** The words of a text without their dress. */
export const plain = (text) => text.map(words).join("");

// A string has methods of its own called `bold` and the like, so it is told apart first.
const words = (span) => (typeof span === "string" ? span : span.mention ?? span.bold ?? span.code);

/**
 * @param panel the element of the room.
 * @param person tells `account` (null for who only watches), `areas` of the board, and `addressOf` a start.
 * @param act carries out what is done: `press(button, message)`, `reply(message)`, and where the host may do so
 *   `remove(id)`, `unseat(account)`.
 */
export function makeRoom(panel, person, act) {
  const list = panel.querySelector(".messages");
  const empty = panel.querySelector(".empty");
  const messages = new Map();
  const answers = [];

  // What a reader looks at stays where it is; who reads the end keeps reading the end.
  let atEnd = true;
  panel.addEventListener("scroll", () => (atEnd = panel.scrollHeight - panel.scrollTop - panel.clientHeight < NEAR_THE_END), { passive: true });
  new ResizeObserver(() => atEnd && toEnd()).observe(panel);

  function keepingPlace(change) {
    change();
    empty.hidden = list.children.length > 0;
    if (atEnd) toEnd();
  }

  function toEnd() {
    panel.scrollTop = panel.scrollHeight;
  }

  function put(message) {
    const known = messages.get(message.id);
    const item = known ?? makeMessage(person, act);
    item.show(message);
    if (known) return;
    messages.set(message.id, item);
    item.element.dataset.message = message.id;
    list.insertBefore(item.element, placeFor(Number(message.id)));
    joinTalk(item.element);
    joinTalk(item.element.nextElementSibling);
  }

  // What one person says in a row stands under one name.
  function joinTalk(element) {
    const [last, next] = [element?.previousElementSibling, element].map((each) => messages.get(each?.dataset.message)?.message);
    const joined = next?.author && last?.author?.account === next.author.account && next.time - last.time < TOGETHER;
    element?.classList.toggle("goes-on", Boolean(joined));
  }

  // Answers stay at the end, behind the messages that came before them.
  function placeFor(number) {
    for (let at = list.lastElementChild; at; at = at.previousElementSibling) {
      if (at.dataset.message === undefined) {
        if (Number(at.dataset.after) >= number) continue;
        return at.nextElementSibling;
      }
      if (Number(at.dataset.message) < number) return at.nextElementSibling;
    }
    return list.firstElementChild;
  }

  function newest() {
    return Math.max(0, ...[...messages.keys()].map(Number));
  }

  function dropAnswer(answer) {
    answers.splice(answers.indexOf(answer), 1);
    keepingPlace(() => answer.element.remove());
  }

  function addAnswer(typed, under) {
    const answer = makeAnswer(typed, person, { press: (button) => act.press(button, null, answer), dismiss: () => dropAnswer(answer) });
    answers.push(answer);
    if (answers.length > MOST_ANSWERS) dropAnswer(answers[0]);
    const message = under === null ? undefined : messages.get(under);
    keepingPlace(() => {
      if (message) {
        message.element.append(answer.element);
      } else {
        answer.element.dataset.after = newest();
        list.append(answer.element);
      }
    });
    return answer;
  }

  return {
    panel,
    toEnd,
    element: (id) => messages.get(id)?.element,
    addAnswer,
    dropAnswer,
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
    addEarlier(shown) {
      const height = panel.scrollHeight;
      shown.forEach(put);
      panel.scrollTop += panel.scrollHeight - height;
    },
    put(message) {
      const fresh = !messages.has(message.id);
      keepingPlace(() => put(message));
      return fresh;
    },
    /** Take a message away, with the answers that stand under it. */
    remove(id) {
      this.clearUnder(id);
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
      keepingPlace(() => messages.forEach((item) => item.show(item.message)));
    },
    /** Take away the answers that stand under a message: they are about an older state of it. */
    clearUnder(id) {
      for (const answer of [...answers]) {
        if (answer.element.parentElement?.dataset.message === id) dropAnswer(answer);
      }
    },
    /** The last message that calls this person and can be answered by a button. */
    calling() {
      return [...messages.values()].filter((item) => item.isCalling()).at(-1) ?? null;
    },
    letGo() {
      return [...messages.values()].map((item) => item.letGo()).some(Boolean);
    },
  };
}

function makeMessage(person, act) {
  const element = make("li", "message");
  element.tabIndex = -1;
  const head = make("p", "head");
  const text = make("p", "text");
  const body = makeBody(person, (button) => act.press(button, item.message.id, null));
  const means = make("div");
  element.append(head, text, means, body.element);
  const item = {
    element,
    message: null,
    show(message) {
      item.message = message;
      const mine = message.author !== null && message.author.account === person.account;
      element.classList.toggle("said", message.author !== null);
      element.classList.toggle("mine", mine);
      element.classList.toggle("calls", message.waits_for.includes(person.account));
      element.classList.toggle("live", message.buttons.length > 0);
      element.classList.toggle("calls-others", message.board !== null && message.waits_for.length > 0 && !message.waits_for.includes(person.account));
      const parts = [timeElement(message.time)];
      if (message.author) parts.unshift(named(message.author.name));
      if (message.board && person.account !== null) parts.unshift(replyButton(() => act.reply(message)));
      head.replaceChildren(...parts);
      text.replaceChildren(...message.text.map(spanElement));
      body.show(message);
      showMeans(message, mine);
    },
    isCalling: () => element.classList.contains("calls") && item.message.buttons.length > 0,
    letGo: body.letGo,
  };
  function showMeans({ id, author }, mine) {
    const isShown = person.host && author !== null && act.remove !== undefined;
    const unseat = mine ? null : () => act.unseat(author.account);
    means.replaceChildren(...(isShown ? [hostMeans(author, () => act.remove(id), unseat)] : []));
  }

  return item;
}

function makeAnswer(typed, person, { press, dismiss }) {
  const element = make("li", "answer");
  element.dataset.answer = "";
  const head = make("p", "head");
  const note = make("span", "only-you");
  note.textContent = word("web-only-you");
  const close = make("button", "close");
  close.type = "button";
  close.setAttribute("aria-label", word("web-dismiss"));
  close.addEventListener("click", dismiss);
  head.append(note, close);
  const parts = make("div", "replies");
  element.append(head);
  if (typed !== null) {
    const echo = make("p", "echo");
    const code = make("code");
    code.textContent = typed;
    echo.append(code);
    element.append(echo);
  }
  element.append(parts);
  const shown = [];

  function addPart() {
    const element = make("div", "reply");
    const text = make("p", "text");
    const body = makeBody(person, press);
    element.append(text, body.element);
    parts.append(element);
    return { element, text, body, wanted: null };
  }

  function showPart(part, reply) {
    part.text.replaceChildren(...reply.text.map(spanElement));
    part.body.show(reply);
  }

  // What is still being worked on shows itself how far it is, unless something else has taken its place.
  function follow(part, reply) {
    part.wanted = reply;
    if (!reply.pending) return;
    followAnswer(reply.pending, (later) => {
      if (part.wanted !== reply || !part.element.isConnected) return false;
      showPart(part, later);
      if (!later.pending) element.scrollIntoView({ block: "nearest" });
      return true;
    });
  }

  return {
    element,
    // What takes the place of an earlier answer stands where that stood, so that nothing jumps or flickers.
    show(replies) {
      while (shown.length > replies.length) shown.pop().element.remove();
      replies.forEach((reply, at) => {
        shown[at] ??= addPart();
        showPart(shown[at], reply);
        follow(shown[at], reply);
      });
    },
    letGo: () => shown.map(({ body }) => body.letGo()).some(Boolean),
  };
}

// A board or a film, if there is one, and the rows of buttons below it.
function makeBody(person, press) {
  const element = make("div", "body");
  const rows = make("div", "buttons");
  const invites = make("div", "invites");
  let board = null;
  let film = null;
  let isPlayedHere = false;
  element.append(rows, invites);

  function show({ board: shown, film: moving, buttons, invites: invited }) {
    film?.remove();
    film = moving ? makeFilm(moving) : null;
    if (film) element.prepend(film);
    const usable = person.account === null ? [] : buttons;
    if (shown && !board) {
      board = makeBoard(person.areas, pressed);
      element.prepend(board.element);
    } else if (!shown && board) {
      board.element.remove();
      board = null;
    }
    board?.show(shown, usable);
    showRows(usable);
    const links = person.account === null ? [] : invited;
    invites.replaceChildren(
      ...links.map(({ label, text, start }) => inviteElement(label, text, () => person.addressOf(start))),
    );
  }

  // Where a turn is being made the rows keep their height, so that the board does not jump under the finger.
  function showRows(buttons) {
    const focused = rows.contains(document.activeElement) ? document.activeElement.textContent : null;
    rows.style.minHeight = buttons.length && board && isPlayedHere && rows.offsetHeight ? `${rows.offsetHeight}px` : "";
    rows.replaceChildren(
      ...buttons.map((row) => {
        const line = make("div", "row");
        line.append(...row.map((button) => buttonElement(button, pressed)));
        return line;
      }),
    );
    if (focused === null) return;
    const all = [...rows.querySelectorAll("button")];
    (all.find((button) => button.textContent === focused) ?? all[0] ?? element.closest("li"))?.focus({ preventScroll: true });
  }

  function pressed(button) {
    isPlayedHere = true;
    const pressedElement = [...rows.querySelectorAll("button")].find((each) => each.dataset.data === button.data);
    pressedElement?.classList.add("waiting");
    press({ ...button, settle: () => pressedElement?.classList.remove("waiting") });
  }

  return { element, show, letGo: () => board?.letGo() ?? false };
}

function buttonElement(button, pressed) {
  const element = make("button", `button ${button.style}`);
  element.type = "button";
  element.textContent = button.label;
  element.dataset.data = button.data;
  element.addEventListener("click", () => pressed(button));
  return element;
}

function replyButton(reply) {
  const button = make("button", "answer-to");
  button.type = "button";
  button.setAttribute("aria-label", word("web-reply"));
  button.title = word("web-reply");
  button.addEventListener("click", reply);
  return button;
}

function named(name) {
  const element = make("bdi", "name");
  element.textContent = name;
  return element;
}

function spanElement(span) {
  if (typeof span === "string") return document.createTextNode(span);
  const [tag, kind, text] =
    span.mention !== undefined ? ["bdi", "mention", span.mention] : span.bold !== undefined ? ["b", "", span.bold] : ["code", "", span.code];
  const element = make(tag, kind);
  // A name written from right to left must not turn round the figures beside it.
  const own = tag === "b" ? element.appendChild(make("bdi")) : element;
  own.textContent = text;
  return element;
}

function make(tag, kind = "") {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  return element;
}
