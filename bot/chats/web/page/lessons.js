// Lessons: the tutorial, step by step, on an interactive board. The address names the step.

import { find, make } from "./dom.js";
import { at } from "./root.js";
import { makeTable } from "./table.js";
import { preferredTheme } from "./table_theme.js";
import { language, word } from "./words.js";

/** @import { Person } from "./body.js" */
/** @import { LessonStepView, ReplyView } from "./frames.js" */
/** @import { TableAddress } from "./table_address.js" */

/** @type {Person} */
const visitor = { account: null, name: null, areas: {}, host: false, key: "", addressOf: () => "" };

/** Return the step that the address names, or an empty string. */
export function lessonAsked() {
  const page = new URLSearchParams(location.hash.slice(1)).get("learn") ?? "";
  return /^[1-9]$/.test(page) ? page : "";
}

/** @param {string} page */
const addressOf = (page) => `${location.pathname}${location.search}#learn=${page}`;

/** @type {TableAddress} */
const address = {
  read: () => (lessonAsked() ? { room: "me", game: lessonAsked(), moment: null, place: "" } : null),
  of: (_room, game) => addressOf(game),
  leave() {
    // A person who came by a link has no earlier page here to go back to.
    if (history.state?.learns) history.back();
    else follow(location.pathname + location.search);
  },
};

/**
 * Replace the address of the page.
 *
 * @param {string} to
 */
function follow(to) {
  history.replaceState(history.state, "", to);
  dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
}

/**
 * @param {object} actions
 * @param {() => void} actions.finish begins a game against the computer after the last lesson.
 */
export function makeLessons({ finish }) {
  /** @type {ReturnType<typeof makeLessonTable> | null} */
  let table = null;

  function followAddress() {
    // Most visits are no lessons and need no second board.
    if (!table && lessonAsked()) table = makeLessonTable(finish);
  }

  for (const link of document.querySelectorAll("[data-learn]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      history.pushState({ learns: true }, "", addressOf("1"));
      dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
    });
  }
  addEventListener("popstate", followAddress);
  addEventListener("hashchange", followAddress);
  // A step that could not be fetched is requested again.
  addEventListener("online", () => table?.again());
  followAddress();
  return { isOpen: () => table?.isOpen() ?? false };
}

/** @param {() => void} finish */
function makeLessonTable(finish) {
  const element = make("section", "table learning");
  element.setAttribute("role", "dialog");
  element.setAttribute("aria-modal", "true");
  element.hidden = true;
  document.body.append(element);
  let asked = "";
  const table = makeTable({ person: visitor, press, say() {}, said: () => [], lookAt, address, element, asksAnywhere: true });
  const rule = make("p", "lesson-rule");
  const task = make("p", "lesson-task");
  task.setAttribute("role", "status");
  find(".acts", HTMLElement, element).before(rule, task);

  /**
   * @param {string} _room
   * @param {string} page
   */
  async function lookAt(_room, page) {
    asked = page;
    if (!page) return;
    const lesson = await ask(page, "");
    if (asked !== page) return;
    if (!lesson) task.textContent = word("web-offline");
    else if (String(lesson.page) === page) show(lesson);
    else follow(addressOf(String(lesson.page)));
  }

  /**
   * @param {string} _room
   * @param {string} data
   * @param {(replies: ReplyView[]) => void} done
   */
  async function press(_room, data, done) {
    const line = data.replace(/^\d*:/, "");
    const move = /^\/(?:move|why) \d+ (.+)$/.exec(line)?.[1];
    const step = /^\/help (\d+)$/.exec(line)?.[1];
    if (move) await attempt(move, done);
    else if (step) follow(addressOf(step));
    else if (line.startsWith("/play")) {
      follow(location.pathname + location.search);
      finish();
    } else if (line.startsWith("/start")) address.leave();
    else done([]);
  }

  /**
   * @param {string} move
   * @param {(replies: ReplyView[]) => void} done
   */
  async function attempt(move, done) {
    const page = asked;
    const lesson = await ask(page, move);
    if (asked !== page) return;
    if (lesson?.right) show(lesson);
    done(lesson?.right ? [] : [sentence(lesson?.feedback ?? word("web-trouble"))]);
    if (lesson?.right) find(".acts .primary:not(.done)", HTMLElement, element).focus({ preventScroll: true });
  }

  /** @param {LessonStepView} lesson */
  function show(lesson) {
    element.classList.toggle("solved", lesson.right);
    rule.textContent = unbroken(lesson.rule);
    task.textContent = unbroken(lesson.right ? lesson.feedback : lesson.task);
    table.show({ is: "table", room: "me", game: lesson.table.game, table: lesson.table });
  }

  table.again();
  return table;
}

/**
 * Return a text in which no line breaks within a roll: `6-5` stays together.
 *
 * @param {string} text
 */
const unbroken = (text) => text.replace(/(\d)-(?=\d)/g, "$1\u2011");

/**
 * Fetch a step, or the result of a move in it; null if the server cannot be reached.
 *
 * @param {string} page
 * @param {string} move
 * @returns {Promise<LessonStepView | null>}
 */
async function ask(page, move) {
  const query = new URLSearchParams({ lang: language(), theme: preferredTheme(), ...(move && { move }) });
  try {
    const answer = await fetch(at(`/lessons/${page}.json?${query}`));
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} text
 * @returns {ReplyView}
 */
const sentence = (text) => ({ text: [text], board: null, animation: null, document: null, buttons: [], invites: [], notifies: [], waits_for: [], pending: null, opens: "", offered_at: null, invitation: null, hint: null, objection: null });
