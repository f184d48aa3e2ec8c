// Table theme: the tones, pieces and wood of a board's theme as CSS properties.

import { spriteAt } from "./root.js";

const CHECKERS = ["checker_w", "checker_b"];
const DICE = ["w", "b"].flatMap((side) => [1, 2, 3, 4, 5, 6].map((value) => `die_${side}${value}`));

/** The tones of each theme; a promise that resolves when its checkers are loaded, too. @type {Map<string, Promise<Record<string, string>>>} */
const looks = new Map();
/** Images that are referred to stay in the browser's memory, and so are drawn at once. @type {HTMLImageElement[]} */
const kept = [];

/** @param {HTMLElement} element */
export function makeTableTheme(element) {
  let shown = "";

  return {
    /**
     * Show a theme once its tones and checkers are loaded, and not before, so that no board is drawn without them.
     *
     * @param {string} theme
     */
    async show(theme) {
      shown = theme;
      const tones = await lookOf(theme);
      if (theme !== shown) return;
      for (const [name, tone] of Object.entries(tones)) element.style.setProperty(`--${name}`, tone);
      for (const piece of [...CHECKERS, ...DICE]) element.style.setProperty(`--${piece}`, `url(${spriteAt(theme, `${piece}.svg`)})`);
      element.style.setProperty("--plank-frame", `url(${spriteAt(theme, "frame.png")})`);
      element.style.setProperty("--plank-field", `url(${spriteAt(theme, "field.png")})`);
    },
  };
}

/** @param {string} theme */
function lookOf(theme) {
  const look = looks.get(theme) ?? load(theme);
  looks.set(theme, look);
  return look;
}

/** @param {string} theme */
async function load(theme) {
  const [tones] = await Promise.all([tonesOf(theme), ...CHECKERS.map((piece) => picture(spriteAt(theme, `${piece}.svg`)))]);
  for (const piece of DICE) picture(spriteAt(theme, `${piece}.svg`));
  return tones;
}

/**
 * Fetch the tones of a theme; without them the board has those of the style sheet.
 *
 * @param {string} theme
 * @returns {Promise<Record<string, string>>}
 */
async function tonesOf(theme) {
  try {
    const answer = await fetch(spriteAt(theme, "tones.json"));
    if (answer.ok) return await answer.json();
  } catch {
    // The server cannot be reached; the next board asks again.
  }
  looks.delete(theme);
  return {};
}

/**
 * Load an image. A board without it is better than none, so a failure is ignored.
 *
 * @param {string} address
 * @returns {Promise<void>}
 */
function picture(address) {
  const image = new Image();
  kept.push(image);
  image.src = address;
  return image.decode().catch(() => {});
}

/** Return the theme of the boards: the person's if it is known, else the system's preference. */
export function preferredTheme() {
  const { theme } = document.documentElement.dataset;
  if (theme) return theme;
  if (matchMedia("(prefers-contrast: more)").matches) return "contrast";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "wood";
}
