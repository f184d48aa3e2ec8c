// Composer: the input line, with completion of commands and moves.

import { find, make } from "./dom.js";
import { newId } from "./ids.js";
import { keepOver } from "./upgrade.js";
import { word } from "./words.js";

/** @import { Attached } from "./frames.js" */

const PAUSE = 90;
const MOST_BYTES = 200000;
/** The beginning of a game record, of this bot or of another program. */
const RECORD = /^\s*(\[[A-Z]\w* "|;|\d+ point match)/;
const WORTH_COMPLETING = /^[/\d]/;

/**
 * @param {HTMLFormElement} form
 * @param {object} page
 * @param {(id: string, text: string) => void} page.complete asks for the lines that could complete the typed text.
 * @param {(line: string, message: string | null, attached: Attached | null) => void} page.send is called with a
 *   line, the message that it replies to, and the attached text.
 */
export function makeComposer(form, { complete, send }) {
  const input = find("input", HTMLInputElement, form);
  const list = find(".choices", HTMLElement, form);
  const answering = find("[data-answering]", HTMLElement, form);
  const answeringText = find("span", HTMLElement, answering);
  /** @type {HTMLLIElement[]} */
  let options = [];
  let asked = "";
  let pause = 0;
  let active = -1;
  /** @type {string | null} */
  let replyTo = null;
  /** @type {Attached | null} */
  let pasted = null;
  /** @type {string[]} */
  const sent = [];
  let back = 0;

  function close() {
    clearTimeout(pause);
    asked = "";
    showOptions([]);
  }

  /** @param {string[]} lines */
  function showOptions(lines) {
    options = lines.map((line, index) => {
      const option = make("li", "", line);
      option.id = `choice-${index}`;
      option.setAttribute("role", "option");
      // Without this the input line would lose the focus, which closes the list before the click.
      option.addEventListener("pointerdown", (event) => event.preventDefault());
      option.addEventListener("click", () => choose(line));
      return option;
    });
    list.replaceChildren(...options);
    list.hidden = options.length === 0;
    list.scrollTop = 0;
    input.setAttribute("aria-expanded", String(options.length > 0));
    mark(-1);
  }

  /** @param {number} index */
  function mark(index) {
    active = index;
    options.forEach((option, at) => option.setAttribute("aria-selected", String(at === index)));
    const option = options[index];
    if (option) {
      input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  }

  function ask() {
    clearTimeout(pause);
    if (!WORTH_COMPLETING.test(input.value)) {
      close();
      return;
    }
    pause = setTimeout(() => {
      asked = newId();
      complete(asked, input.value);
    }, PAUSE);
  }

  /** @param {string} line */
  function choose(line) {
    input.value = line;
    close();
    input.focus();
    ask();
  }

  /**
   * @param {string | null} message
   * @param {string} words
   */
  function setReply(message, words) {
    replyTo = message;
    pasted = null;
    answering.hidden = message === null;
    answeringText.textContent = message === null ? "" : word("web-replying", { text: words });
  }

  /**
   * A game record has many lines, but the input has one: so the record is attached to the command.
   *
   * @param {ClipboardEvent} event
   */
  function paste(event) {
    const text = event.clipboardData?.getData("text") ?? "";
    // The command may name a game: "/import long".
    const [, command, below] = `${input.value}\n${text}`.match(/^\s*(\/import(?:[ \t]+[a-z]+)?)[ \t]*\n([^]*)$/i) ?? [];
    const typed = `${input.value}${text}`.trimStart();
    const record = (below ?? typed.replace(/^\/import\s*/i, "")).trimStart();
    if (!/\n./.test(text) || (record === typed && !RECORD.test(text))) return;
    event.preventDefault();
    input.value = command ?? "/import";
    close();
    setReply(null, "");
    const { length } = new TextEncoder().encode(record);
    // A text that is too large is not sent: its size is enough for the refusal.
    pasted = { text: length > MOST_BYTES ? "" : record, size: length };
    answering.hidden = false;
    answeringText.textContent = word("web-pasted", { lines: record.trimEnd().split("\n").length });
  }

  /** @param {number} step */
  function recall(step) {
    const next = back + step;
    if (next < 0 || next > sent.length) return;
    back = next;
    input.value = back === 0 ? "" : sent[sent.length - back];
  }

  const typed = keepOver("line", () => ({ text: input.value, replyTo, pasted, answering: answeringText.textContent }));
  if (typed) {
    ({ replyTo, pasted } = typed);
    input.value = typed.text;
    answering.hidden = replyTo === null && pasted === null;
    answeringText.textContent = typed.answering;
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const line = input.value.trim();
    if (!line) return;
    sent.push(line);
    back = 0;
    input.value = "";
    close();
    send(line, replyTo, pasted);
    setReply(null, "");
  });
  find("button", HTMLButtonElement, answering).addEventListener("click", () => setReply(null, ""));
  input.addEventListener("input", ask);
  input.addEventListener("paste", paste);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    const count = options.length;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    // While an input method composes characters, these keys belong to it.
    if (event.isComposing) return;
    if (step && count) {
      event.preventDefault();
      mark(((active + step + (active < 0 && step < 0 ? 1 : 0)) % count + count) % count);
    } else if (step && (input.value === "" || back > 0)) {
      event.preventDefault();
      recall(-step);
    } else if (event.key === "Tab" && !event.shiftKey && count) {
      event.preventDefault();
      choose(options[Math.max(active, 0)].textContent ?? "");
    } else if (event.key === "Enter" && active >= 0) {
      event.preventDefault();
      choose(options[active].textContent ?? "");
    } else if (event.key === "Escape" && (count || replyTo !== null || pasted !== null)) {
      event.preventDefault();
      event.stopPropagation();
      if (count) close();
      else setReply(null, "");
    }
  });

  return {
    focus: () => input.focus(),
    isEmpty: () => input.value === "" && replyTo === null && pasted === null,
    /** @param {string} text */
    begin(text) {
      input.value = text;
      input.focus();
      ask();
    },
    /**
     * @param {string} id
     * @param {string} words
     */
    reply(id, words) {
      setReply(id, words);
      input.focus();
    },
    /**
     * @param {string} id
     * @param {string[]} lines
     */
    completions(id, lines) {
      // Completions of an earlier text come too late.
      if (id !== asked || document.activeElement !== input) return;
      showOptions(lines.filter((line) => line.trim() !== input.value.trim()));
    },
  };
}
