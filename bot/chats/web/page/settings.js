// Settings: the person's settings in a dialog. Each change is sent as the command that could be typed for it.

import { find, make, makeButton } from "./dom.js";
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
  /** @type {Map<string, Field>} */
  const fields = new Map();
  let shownAs = "";

  /**
   * @param {RoomName} room
   * @param {SettingView} setting
   */
  function set(room, setting, /** @type {string} */ value) {
    const field = fields.get(`${room} ${setting.option}`);
    field?.element.classList.add("waiting");
    say(room, `/settings ${setting.option} ${value}`, (replies) => {
      field?.element.classList.remove("waiting");
      field?.say(replies.map((reply) => plain(reply.text)).join("\n"));
      ask();
    });
  }

  /**
   * @param {RoomName} room
   * @param {string} name
   * @param {SettingView[]} settings
   */
  function group(room, name, settings) {
    const section = make("section", "settings-group");
    section.append(make("h3", "", name));
    for (const setting of settings) {
      const field = makeField(setting, room, (value) => set(room, setting, value));
      fields.set(`${room} ${setting.option}`, field);
      section.append(field.element);
    }
    return section;
  }

  /** @param {Settings} settings */
  function build({ mine, table }) {
    const focused = document.activeElement?.id ?? "";
    fields.clear();
    title.textContent = word("web-settings");
    close.setAttribute("aria-label", word("web-dismiss"));
    const sections = [group("me", word("web-settings-mine"), mine)];
    const own = ofBrowser();
    if (own.length) {
      const section = make("section", "settings-group");
      section.append(make("h3", "", word("web-settings-browser")), ...own);
      sections.push(section);
    }
    if (table.length) sections.push(group("table", word("web-settings-table"), table));
    body.replaceChildren(...sections);
    if (focused && element.open) document.getElementById(focused)?.focus({ preventScroll: true });
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
      const form = JSON.stringify([mine, table].map((each) => each.map((setting) => ({ ...setting, value: "" }))));
      if (form !== shownAs) {
        build(settings);
        shownAs = form;
      }
      for (const setting of mine) fields.get(`me ${setting.option}`)?.show(setting.value);
      for (const setting of table) fields.get(`table ${setting.option}`)?.show(setting.value);
    },
  };
}
