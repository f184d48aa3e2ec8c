// Table theme: the tones and wood of a board's theme as CSS properties.

/** @param {HTMLElement} element */
export function makeTableTheme(element) {
  let shown = "";

  return {
    /** @param {string} theme */
    async show(theme) {
      if (theme === shown) return;
      shown = theme;
      const answer = await fetch(`/sprites/${theme}/tones.json`);
      /** @type {Record<string, string>} */
      const tones = await answer.json();
      for (const [name, tone] of Object.entries(tones)) element.style.setProperty(`--${name}`, tone);
      element.style.setProperty("--plank-frame", `url(/sprites/${theme}/frame.png)`);
      element.style.setProperty("--plank-field", `url(/sprites/${theme}/field.png)`);
    },
  };
}
