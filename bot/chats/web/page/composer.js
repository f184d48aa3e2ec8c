// The line to type in, with completion of commands and moves.

import { newId } from "./seat.js";
import { word } from "./words.js";

const PAUSE = 90;
const MOST_BYTES = 200000;
/** What begins a record of a game, of this table or of another program. */
const RECORD = /^\s*(\[[A-Z]\w* "|;|\d+ point match)/;
const WORTH_COMPLETING = /^[/\d]/;

/**
 * @param complete asks for the lines that a beginning could become: `complete(id, text)`.
 * @param send is called with a line, the message it replies to, or null, and the text that goes along, or null.
 */
export function makeComposer(form, { complete, send }) {
  const input = form.querySelector("input");
  const list = form.querySelector(".choices");
  const answering = form.querySelector("[data-answering]");
  let asked = "";
  let pause = 0;
  let active = -1;
  let replyTo = null;
  let pasted = null;
  const sent = [];
  let back = 0;

  const options = () => [...list.children];

  function close() {
    clearTimeout(pause);
    asked = "";
    list.replaceChildren();
    mark(-1);
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
  }

  function mark(index) {
    active = index;
    options().forEach((option, at) => option.setAttribute("aria-selected", String(at === index)));
    const option = options()[index];
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

  function choose(line) {
    input.value = line;
    close();
    input.focus();
    ask();
  }

  function offer(lines) {
    const worth = lines.filter((line) => line.trim() !== input.value.trim());
    list.replaceChildren(
      ...worth.map((line, index) => {
        const option = document.createElement("li");
        option.id = `choice-${index}`;
        option.setAttribute("role", "option");
        option.textContent = line;
        option.addEventListener("pointerdown", (event) => event.preventDefault());
        option.addEventListener("click", () => choose(line));
        return option;
      }),
    );
    list.hidden = worth.length === 0;
    list.scrollTop = 0;
    input.setAttribute("aria-expanded", String(worth.length > 0));
    mark(-1);
  }

  function setReply(message, words) {
    replyTo = message;
    pasted = null;
    answering.hidden = message === null;
    answering.querySelector("span").textContent = message === null ? "" : word("web-replying", { text: words });
  }

  // A record has many lines, and the line to type in has one: so it goes along beside the command.
  function paste(event) {
    const text = event.clipboardData?.getData("text") ?? "";
    const typed = `${input.value}${text}`.trimStart();
    const record = typed.replace(/^\/import\s*/i, "");
    if (!/\n./.test(text) || (record === typed && !RECORD.test(text))) return;
    event.preventDefault();
    input.value = "/import";
    close();
    setReply(null, "");
    const { length } = new TextEncoder().encode(record);
    pasted = { text: length > MOST_BYTES ? "" : record, size: length };
    answering.hidden = false;
    answering.querySelector("span").textContent = word("web-pasted", { lines: record.trimEnd().split("\n").length });
  }

  function recall(step) {
    const next = back + step;
    if (next < 0 || next > sent.length) return;
    back = next;
    input.value = back === 0 ? "" : sent[sent.length - back];
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
  answering.querySelector("button").addEventListener("click", () => setReply(null, ""));
  input.addEventListener("input", ask);
  input.addEventListener("paste", paste);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    const count = options().length;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing) return;
    if (step && count) {
      event.preventDefault();
      mark(((active + step + (active < 0 && step < 0 ? 1 : 0)) % count + count) % count);
    } else if (step && (input.value === "" || back > 0)) {
      event.preventDefault();
      recall(-step);
    } else if (event.key === "Tab" && !event.shiftKey && count) {
      event.preventDefault();
      choose(options()[Math.max(active, 0)].textContent);
    } else if (event.key === "Enter" && active >= 0) {
      event.preventDefault();
      choose(options()[active].textContent);
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
    begin(text) {
      input.value = text;
      input.focus();
      ask();
    },
    reply(id, words) {
      setReply(id, words);
      input.focus();
    },
    completions(id, lines) {
      if (id === asked && document.activeElement === input) offer(lines);
    },
  };
}
