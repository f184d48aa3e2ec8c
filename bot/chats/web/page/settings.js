// Settings: the person's settings in a dialog. Each change is sent as the command that could be typed for it.

import { arrange, find, make, makeButton } from "./dom.js";
import { makeField } from "./settings_fields.js";
import { plain } from "./text.js";
import { word } from "./words.js";

/** @import { ReplyView, RoomName, SettingView, Settings } from "./frames.js" */
/** @import { Field } from "./settings_fields.js" */

/**
 * @param {object} page
 * @param {() => void} page.ask requests the settings.
 * @param {(room: RoomName, line: string, done: (replies: ReplyView[]) => void) => void} page.say carries out a command.
 * @param {() => HTMLElement[]} [page.ofBrowser] makes the switches of settings that only this browser has.
 */
export function makeSettings({ ask, say, ofBrowser = () => [] }) {
  const element = find("[data-settings]", HTMLDialogElement);
  const title = make("h2");
  title.id = "settings-title";
  const close = makeButton("close", "", () => element.close());
  const head = make("div", "settings-head");
  head.append(title, close);
  const body = make("div", "settings-body");
  element.append(head, body);
  /** The fields by room and option, each with the setting that it was made for. @type {Map<string, { field: Field, form: string, pending: number }>} */
  const fields = new Map();
  /** @type {Map<string, HTMLElement>} */
  const sections = new Map();
  /** @type {HTMLElement[] | null} */
  let own = null;

  /**
   * @param {RoomName} room
   * @param {SettingView} setting
   */
  function set(room, setting, /** @type {string} */ value) {
    const kept = fields.get(`${room} ${setting.option}`);
    if (!kept) return;
    kept.pending++;
    kept.field.element.classList.add("waiting");
    say(room, `/settings ${setting.option} ${value}`, (replies) => {
      kept.pending--;
      kept.field.element.classList.remove("waiting");
      kept.field.say(replies.map((reply) => plain(reply.text)).join("\n"));
      ask();
    });
  }

  /**
   * Return the field of a setting; the one that is shown, unless the setting has changed in more than its value.
   *
   * @param {RoomName} room
   * @param {SettingView} setting
   */
  function fieldOf(room, setting) {
    const key = `${room} ${setting.option}`;
    const form = JSON.stringify({ ...setting, value: "" });
    const known = fields.get(key);
    if (known?.form === form) return known;
    const made = { field: makeField(setting, room, (value) => set(room, setting, value)), form, pending: 0 };
    fields.set(key, made);
    return made;
  }

  /**
   * @param {string} name
   * @param {HTMLElement[]} content
   */
  function group(name, content) {
    const section = sections.get(name) ?? make("section", "settings-group");
    sections.set(name, section);
    const head = section.querySelector("h3") ?? make("h3", "", name);
    arrange(section, [head, ...content]);
    return section;
  }

  return {
    isOpen: () => element.open,
    open() {
      if (!element.open) element.showModal();
      ask();
    },
    /** Request the settings again if the dialog is open, because they were changed elsewhere. */
    again: () => element.open && ask(),
    /** @param {Settings} settings */
    show(settings) {
      const { mine, table } = settings;
      const focused = document.activeElement?.id ?? "";
      title.textContent = word("web-settings");
      close.setAttribute("aria-label", word("web-dismiss"));
      const [my, their] = [mine.map((each) => fieldOf("me", each)), table.map((each) => fieldOf("table", each))];
      own ??= ofBrowser();
      const groups = [group(word("web-settings-mine"), my.map(({ field }) => field.element))];
      if (own.length) groups.push(group(word("web-settings-browser"), own));
      if (their.length) groups.push(group(word("web-settings-table"), their.map(({ field }) => field.element)));
      arrange(body, groups);
      if (focused && element.open && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
      // A value that is being changed is shown once the change is answered.
      const values = [...mine, ...table].map(({ value }) => value);
      [...my, ...their].forEach(({ field, pending }, at) => pending === 0 && field.show(values[at]));
    },
  };
}
