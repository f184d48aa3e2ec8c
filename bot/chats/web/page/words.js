// Words: the page's texts and times in the reader's language.

import { root } from "./root.js";

/** @type {Record<string, string>} */
const words = JSON.parse(document.body.dataset.words ?? "{}");

/** Return the language of the page. */
export const language = () => document.documentElement.lang || "en";

/** The browser's time zone, in which the page shows times. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";

/**
 * Reload the page in another language, unless the address asks for that one already.
 *
 * @param {string} spoken
 * @param {boolean} isSetting true if the settings are open.
 */
export function speak(spoken, isSetting) {
  const query = new URLSearchParams(location.search);
  // If the page does not have that language, it would reload for ever.
  if (query.get("lang") === spoken) return;
  query.set("lang", spoken);
  if (isSetting) query.set("open", "settings");
  location.replace(`${root}?${query}${location.hash}`);
}

/** Return true if the address asks for the settings, and remove that from it. */
export function askedForSettings() {
  const query = new URLSearchParams(location.search);
  if (query.get("open") !== "settings") return false;
  query.delete("open");
  history.replaceState(history.state, "", `${root}?${query}${location.hash}`);
  return true;
}

/**
 * Take over the texts of a language, before any lasting element is made of them.
 *
 * @param {string} spoken
 * @param {Record<string, string>} texts
 */
export function adoptWords(spoken, texts) {
  document.documentElement.lang = spoken;
  Object.assign(words, texts);
}

/**
 * Return the text of an id, with its placeholders filled in.
 *
 * @param {string} id
 * @param {Record<string, string | number>} [filled]
 */
export function word(id, filled = {}) {
  const text = words[id] ?? id;
  return text.replace(/\{(\w+)\}/g, (place, name) => String(filled[name] ?? place));
}

/**
 * Return the form of a word that stands beside a number. The text of its id has the forms for one and, in languages
 * that know it, a few and many, with bars between them.
 *
 * @param {string} id
 * @param {number} count
 */
export function formOf(id, count) {
  const forms = word(id).split("|");
  const place = ["one", "few"].indexOf(new Intl.PluralRules(language()).select(count));
  return forms[place] ?? forms[forms.length - 1] ?? "";
}

const ago = new Intl.RelativeTimeFormat(language(), { numeric: "auto", style: "short" });
const hour = new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(language(), { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const whole = new Intl.DateTimeFormat(language(), { dateStyle: "full", timeStyle: "short" });

/**
 * Return a time as briefly as possible, given the current time.
 *
 * @param {Date} moment
 * @param {Date} now
 */
function relative(moment, now) {
  const minutes = Math.floor((now.getTime() - moment.getTime()) / 60000);
  if (minutes < 1) return ago.format(0, "second");
  if (minutes < 60) return ago.format(-minutes, "minute");
  return moment.toDateString() === now.toDateString() ? hour.format(moment) : day.format(moment);
}

/**
 * Return a time element for seconds since 1970.
 *
 * @param {number} seconds
 */
export function timeElement(seconds) {
  const element = document.createElement("time");
  const moment = new Date(seconds * 1000);
  element.dateTime = moment.toISOString();
  element.title = whole.format(moment);
  element.textContent = relative(moment, new Date());
  return element;
}

setInterval(() => {
  const now = new Date();
  for (const element of document.querySelectorAll("time")) {
    const text = relative(new Date(element.dateTime), now);
    // A text that is set again would be read out again, although it is the same.
    if (element.textContent !== text) element.textContent = text;
  }
}, 20000);
