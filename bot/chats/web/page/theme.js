// Theme: apply the theme of the person's boards to the page before it is drawn. This script is loaded ahead of the modules.

{
  const BY_THE_SYSTEM = "(prefers-color-scheme: dark)";
  const root = document.documentElement;
  const number = /[?&]seat=([1-9]\d{0,3})(&|$)/.exec(location.search)?.[1] ?? "1";
  // Stored beside the secret of this tab's account: see `web_account.js`.
  const account = `nardy:${root.dataset.installation}:${number}`;

  /** @param {string} theme */
  const dress = (theme) => {
    const media = { dark: theme === "dark" ? "all" : BY_THE_SYSTEM, contrast: "not all" };
    if (theme === "contrast") Object.assign(media, { dark: "not all", contrast: "all" });
    for (const [name, wanted] of Object.entries(media)) document.querySelector(`link[data-theme=${name}]`)?.setAttribute("media", wanted);
    root.dataset.theme = theme;
  };

  /** @param {string} name */
  const read = (name) => {
    try {
      return localStorage.getItem(name) ?? "";
    } catch {
      return "";
    }
  };
  const kept = () => read(`${account}:theme`);

  dress(kept());
  // The page is laid out for a visitor; a player's landing is hidden until it is known what waits for them.
  root.classList.toggle("returning", read(account) !== "");
  // Fetched before the modules run, because a board is hidden until its checkers and tones are there.
  const bySystem = matchMedia(BY_THE_SYSTEM).matches ? "dark" : "wood";
  const sprites = `${root.dataset.sprites}${kept() || (matchMedia("(prefers-contrast: more)").matches ? "contrast" : bySystem)}`;
  for (const side of ["w", "b"]) new Image().src = `${sprites}/checker_${side}.svg`;
  fetch(`${sprites}/tones.json`).then((answer) => answer.text()).catch(() => {});
  document.addEventListener("theme", (event) => dress(event instanceof CustomEvent ? String(event.detail) : ""));
}
