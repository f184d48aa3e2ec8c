// Profile: a sheet with a person's own figures, the chart of their errors, and their opponents.

import { copyText } from "./copy.js";
import { make, makeButton } from "./dom.js";
import { icon } from "./link_panel.js";
import { openSheet } from "./sheet.js";
import { drawn } from "./table_background.js";
import { word } from "./words.js";

/** @import { ProfilePageView } from "./frames.js" */
/** @import { Sheet } from "./sheet.js" */

const ADDRESS = "#profile";
const WIDTH = 320;
const HEIGHT = 150;
/** The room at the right for the names of the bands. */
const NAMES = 104;
/** The least height of a band for its name. */
const READABLE = 16;
/** How long the sign of a copied text stands, in milliseconds. */
const SHOWN_FOR = 2000;
const SHARE = "M12 15V3.5M8 7l4-4 4 4M6 11H5v9.5h14V11h-1";
const DONE = "M5 13l4.5 4.5L19 7";
const GEAR = "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M18.7 5.3l-2.1 2.1M7.4 16.6l-2.1 2.1";
/** A chart of fewer games would be no line. */
const LEAST = 2;

/**
 * @param {object} page
 * @param {() => void} page.ask requests the profile.
 * @param {() => void} page.listGames opens the list of finished games.
 * @param {() => void} page.openSettings
 */
export function makeProfile({ ask, listGames, openSettings }) {
  /** @type {Sheet | null} */
  let sheet = null;
  let isAwaited = false;

  function openProfile() {
    if (sheet?.isOpen()) return;
    sheet = openSheet({ title: word("web-profile"), content: make("p", "note", word("web-new-waits-form")), onClose: () => (isAwaited = false) });
    sheet.element.classList.add("tall");
    isAwaited = true;
    ask();
  }

  /** @param {ProfilePageView} profile */
  function show(profile) {
    if (!sheet?.isOpen() || !isAwaited) return;
    isAwaited = false;
    const content = make("div", "profile");
    const figures = make("dl", "profile-figures");
    for (const { name, value, note } of profile.figures) {
      const card = make("div");
      card.append(make("dt", "", name), make("dd", "value", value), make("dd", "note", note));
      figures.append(card);
    }
    content.append(figures, heading("web-profile-play", word("web-profile-lost")), chart(profile));
    if (profile.against.length) {
      const list = make("ul", "profile-against");
      for (const { name, score, share } of profile.against) {
        const line = make("li");
        const bar = drawn("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" });
        bar.append(drawn("rect", { class: "all", width: 100, height: 8, rx: 4 }), drawn("rect", { class: "won", width: 100 * share, height: 8, rx: 4 }));
        line.append(make("bdi", "", name), bar, make("b", "", score));
        list.append(line);
      }
      content.append(heading("web-profile-against"), list);
    }
    const leaveTo = (/** @type {() => void} */ open) => () => {
      sheet?.close();
      open();
    };
    const toGames = makeButton("button", word("web-profile-games"), leaveTo(listGames));
    const acts = [shareButton(profile), iconButton(GEAR, word("web-settings"), leaveTo(openSettings))];
    sheet.show({ title: profile.name || word("web-profile"), content, foot: toGames, acts });
  }

  return {
    open: openProfile,
    show,
    /** Request the profile again if it has not come, because the server can be reached again. */
    again: () => isAwaited && ask(),
    /** Open the profile if the page's address asks for it, and take that out of the address. */
    followAddress() {
      if (location.hash !== ADDRESS) return;
      history.replaceState(history.state, "", location.pathname + location.search);
      openProfile();
    },
  };
}

/**
 * @param {string} path
 * @param {string} label
 * @param {() => void} pressed
 */
function iconButton(path, label, pressed) {
  const button = makeButton("sheet-act", "", pressed);
  button.title = label;
  button.setAttribute("aria-label", label);
  button.append(icon(path));
  return button;
}

/**
 * Return the button that passes a person's figures on as a text, or copies them where the browser cannot share.
 *
 * @param {ProfilePageView} profile
 */
function shareButton({ name: person, figures }) {
  const text = [person, ...figures.map(({ name, value, note }) => `${name}: ${[value, note].filter(Boolean).join(", ")}`)].join("\n");
  const label = word("web-profile-share");
  const button = iconButton(SHARE, label, async () => {
    // The person may close the browser's own sheet, which is no fault.
    if ("share" in navigator) navigator.share({ text }).catch(() => {});
    else if (await copyText(text, button)) {
      tell(DONE, word("web-copied"));
      setTimeout(() => tell(SHARE, label), SHOWN_FOR);
    }
  });
  // Screen readers announce the result, too.
  button.setAttribute("aria-live", "polite");
  const tell = (/** @type {string} */ path, /** @type {string} */ says) => {
    button.replaceChildren(icon(path));
    button.setAttribute("aria-label", says);
  };
  return button;
}

/**
 * @param {string} id
 * @param {string} [note]
 */
function heading(id, note = "") {
  const element = make("h3", "", word(id));
  if (note) element.append(make("small", "", note));
  return element;
}

/**
 * Return the chart of the errors, less error being higher, over the bands of playing strength.
 *
 * @param {ProfilePageView} profile
 */
function chart({ errors, bands, says }) {
  const element = make("figure", "profile-chart");
  const highest = Math.max(...bands.map(({ most }) => most), ...errors) * 1.15;
  const right = WIDTH - NAMES;
  const y = (/** @type {number} */ error) => (HEIGHT * error) / highest;
  const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": errors.length ? says : word("web-profile-later") });
  let from = 0;
  bands.forEach(({ name, most }, at) => {
    svg.append(drawn("rect", { class: `band band-${at}`, x: 0, y: y(from), width: right, height: y(most) - y(from) }));
    if (y(most) - y(from) >= READABLE) svg.append(drawn("text", { x: right + 8, y: y((from + most) / 2) + 4 }, name));
    from = most;
  });
  svg.append(drawn("rect", { class: `band band-${bands.length}`, x: 0, y: y(from), width: right, height: HEIGHT - y(from) }));
  if (errors.length >= LEAST) {
    const x = (/** @type {number} */ at) => 6 + ((right - 12) * at) / (errors.length - 1);
    svg.append(drawn("polyline", { points: errors.map((error, at) => `${x(at)},${y(error)}`).join(" ") }));
    errors.forEach((error, at) => svg.append(drawn("circle", { cx: x(at), cy: y(error), r: at === errors.length - 1 ? 5 : 2.5 })));
  }
  const caption = make("figcaption");
  if (errors.length >= LEAST) caption.append(make("span", "", word("web-profile-ago", { count: errors.length - 1 })), make("span", "", word("web-profile-now")));
  else caption.append(make("span", "", word("web-profile-later")));
  element.append(svg, caption);
  return element;
}
