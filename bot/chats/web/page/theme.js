// Theme: dresses the page as its person's boards are, before anything of it is drawn. It is loaded ahead of the modules.

{
  const BY_THE_SYSTEM = "(prefers-color-scheme: dark)";
  const root = document.documentElement;
  const number = /[?&]seat=([1-9]\d{0,3})(&|$)/.exec(location.search)?.[1] ?? "1";
  // Beside the secret of the account that this tab uses: see `web_account.js`.
  const key = `nardy:${root.dataset.installation}:${number}:theme`;

  /** @param {string} theme */
  const dress = (theme) => {
    const media = { dark: theme === "dark" ? "all" : BY_THE_SYSTEM, contrast: "not all" };
    if (theme === "contrast") Object.assign(media, { dark: "not all", contrast: "all" });
    for (const [name, wanted] of Object.entries(media)) document.querySelector(`link[data-theme=${name}]`)?.setAttribute("media", wanted);
    root.dataset.theme = theme;
  };

  const kept = () => {
    try {
      return localStorage.getItem(key) ?? "";
    } catch {
      return "";
    }
  };

  dress(kept());
  document.addEventListener("theme", (event) => dress(event instanceof CustomEvent ? String(event.detail) : ""));
}
