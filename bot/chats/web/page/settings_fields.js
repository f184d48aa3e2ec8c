// Settings fields: the control of one setting: a switch, a choice or a text field.

import { make, makeButton } from "./dom.js";
import { word } from "./words.js";

/** @import { SettingView } from "./frames.js" */

/**
 * The control of a setting.
 *
 * @typedef {object} Field
 * @property {HTMLElement} element
 * @property {(value: string) => void} show shows the current value.
 * @property {(text: string) => void} say shows the result of a change.
 */

const OFF = "off";

/**
 * @param {SettingView} setting
 * @param {string} group distinguishes the fields of one group from those of another.
 * @param {(value: string) => void} set changes the setting.
 * @returns {Field}
 */
export function makeField(setting, group, set) {
  const id = `setting-${group}-${setting.option}`;
  const status = make("p", "setting-status");
  status.setAttribute("role", "status");
  const { element, show } = (setting.form === "switch" ? makeSwitch : setting.form === "choice" ? makeChoice : makeWritten)(setting, id, set);
  element.dataset.setting = setting.option;
  element.append(status);
  return { element, show, say: (text) => (status.textContent = text) };
}

/**
 * Return a switch with its label.
 *
 * @param {string} id
 * @param {string} name
 * @param {(isOn: boolean) => void} set
 */
export function switchElement(id, name, set) {
  const element = make("div", "setting switched");
  const label = make("label", "setting-name", name);
  label.htmlFor = id;
  const input = make("input", "switch");
  input.type = "checkbox";
  input.id = id;
  input.setAttribute("role", "switch");
  input.addEventListener("change", () => set(input.checked));
  element.append(label, input);
  return { element, input };
}

/**
 * @param {SettingView} setting
 * @param {string} id
 * @param {(value: string) => void} set
 */
function makeSwitch({ name, may_set: maySet }, id, set) {
  const { element, input } = switchElement(id, name, (isOn) => set(isOn ? "on" : OFF));
  input.disabled = !maySet;
  return { element, show: (/** @type {string} */ value) => void (input.checked = value === "on") };
}

/**
 * @param {SettingView} setting
 * @param {string} id
 * @param {(value: string) => void} set
 */
function makeChoice({ name, choices, may_set: maySet }, id, set) {
  const element = make("fieldset", "setting");
  element.append(make("legend", "setting-name", name));
  const row = make("div", "setting-choices");
  const inputs = choices.map(({ typed, label }) => {
    const wrap = make("label", "setting-choice");
    const input = make("input");
    input.type = "radio";
    input.name = id;
    input.value = typed;
    input.disabled = !maySet;
    input.addEventListener("change", () => set(typed));
    wrap.append(input, make("span", "", label));
    row.append(wrap);
    return input;
  });
  element.append(row);
  return { element, show: (/** @type {string} */ value) => inputs.forEach((input) => (input.checked = input.value === value)) };
}

/**
 * Return a text field for hours of the day, a time, a time zone or a name. An empty field clears the setting.
 *
 * @param {SettingView} setting
 * @param {string} id
 * @param {(value: string) => void} set
 */
function makeWritten({ name, form, choices, offered, example, may_set: maySet }, id, set) {
  const element = make("form", "setting written");
  const label = make("label", "setting-name", name);
  label.htmlFor = id;
  const input = make("input");
  input.id = id;
  input.type = form === "time" ? "time" : "text";
  input.maxLength = 64;
  input.autocomplete = "off";
  input.placeholder = example;
  input.disabled = !maySet;
  const none = choices[0]?.typed ?? OFF;
  const keep = make("button", "button", word("web-settings-set"));
  const clear = makeButton("button", choices[0]?.label ?? none, () => set(none));
  keep.hidden = clear.hidden = !maySet;
  const field = make("div", "setting-field");
  field.append(input, keep, clear);
  element.append(label, field);
  if (form === "zone") element.append(zoneNames(id, input));
  const others = (maySet ? offered : []).map((each) => makeButton("button", each, () => set(each)));
  field.append(...others);
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    set(input.value.trim() || none);
  });
  return {
    element,
    show(/** @type {string} */ value) {
      input.value = value === none ? "" : value;
      clear.disabled = value === none;
      others.forEach((other) => (other.hidden = other.textContent === value));
    },
  };
}

/**
 * The time zones that the browser knows, as suggestions.
 *
 * @param {string} id
 * @param {HTMLInputElement} input
 */
function zoneNames(id, input) {
  const list = make("datalist");
  list.id = `${id}-names`;
  input.setAttribute("list", list.id);
  list.append(...Intl.supportedValuesOf("timeZone").map((name) => Object.assign(make("option"), { value: name })));
  return list;
}
