// App theme: apply the colours of the user's Telegram to the page, with readable contrast.

/** @import { ThemeParams } from "./telegram.js" */

/** @typedef {[number, number, number]} Colour red, green and blue, 0 to 255 */

const READABLE = 4.5;
const BLACK = /** @type {Colour} */ ([0, 0, 0]);
const WHITE = /** @type {Colour} */ ([255, 255, 255]);
const STEPS = 50;

/**
 * Apply Telegram's theme to the page.
 *
 * @param {ThemeParams} theme
 */
export function dressUp(theme) {
  const root = document.documentElement;
  const read = (/** @type {(keyof ThemeParams)[]} */ ...names) => names.map((name) => parse(theme[name])).find((each) => each !== null) ?? null;
  const paper = read("bg_color");
  const ink = read("text_color");
  if (!paper || !ink) return;
  root.style.colorScheme = luminance(paper) < luminance(ink) ? "dark" : "light";
  const card = read("section_bg_color", "bg_color") ?? paper;
  const said = read("secondary_bg_color") ?? mix(paper, ink, 0.06);
  const text = read("button_text_color") ?? WHITE;
  const button = away(read("button_color") ?? ink, text);
  const soft = read("subtitle_text_color", "hint_color") ?? mix(ink, card, 0.4);
  const tones = {
    paper,
    card,
    raised: card,
    said,
    mine: said,
    ink: away(ink, card),
    soft: away(away(soft, card), said),
    edge: mix(card, ink, 0.45),
    line: read("section_separator_color") ?? mix(card, ink, 0.15),
    button,
    "button-text": text,
    link: away(read("accent_text_color", "link_color") ?? button, card),
    danger: away(read("destructive_text_color") ?? ink, card),
  };
  for (const [name, tone] of Object.entries(tones)) root.style.setProperty(`--${name}`, written(tone));
}

/**
 * Return a colour, moved away from another just enough that text of one is readable on the other.
 *
 * @param {Colour} colour
 * @param {Colour} from
 * @returns {Colour}
 */
export function away(colour, from) {
  const end = luminance(from) > luminance(colour) || contrast(from, WHITE) < READABLE ? BLACK : WHITE;
  for (let step = 0; step <= STEPS; step++) {
    const moved = mix(colour, end, step / STEPS);
    if (contrast(moved, from) >= READABLE) return moved;
  }
  return end;
}

/**
 * Return the contrast ratio of two colours, from 1 to 21 (WCAG 2).
 *
 * @param {Colour} one
 * @param {Colour} other
 */
export function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** @param {Colour} colour */
function luminance(colour) {
  const [red, green, blue] = colour.map((each) => {
    const part = each / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * @param {Colour} one
 * @param {Colour} other
 * @param {number} share the share of the other colour, from 0 to 1
 * @returns {Colour}
 */
function mix(one, other, share) {
  const part = (/** @type {number} */ at) => Math.round(one[at] * (1 - share) + other[at] * share);
  return [part(0), part(1), part(2)];
}

/**
 * @param {unknown} text
 * @returns {Colour | null}
 */
function parse(text) {
  const found = typeof text === "string" ? /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) : null;
  return found ? [parseInt(found[1], 16), parseInt(found[2], 16), parseInt(found[3], 16)] : null;
}

/** @param {Colour} colour */
function written(colour) {
  return `#${colour.map((each) => each.toString(16).padStart(2, "0")).join("")}`;
}
