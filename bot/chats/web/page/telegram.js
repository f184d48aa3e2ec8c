// Telegram: the interface to Telegram's script in the Mini App. Outside Telegram it does nothing.

/** @typedef {Partial<Record<ThemeColour, string>>} ThemeParams */

/**
 * @typedef {"bg_color" | "secondary_bg_color" | "section_bg_color" | "section_separator_color" | "text_color" |
 *   "hint_color" | "subtitle_text_color" | "link_color" | "accent_text_color" | "destructive_text_color" |
 *   "button_color" | "button_text_color"} ThemeColour
 */

/**
 * The part of `window.Telegram.WebApp` that is used. See https://core.telegram.org/bots/webapps
 *
 * @typedef {object} WebApp
 * @property {string} initData
 * @property {ThemeParams} themeParams
 * @property {(version: string) => boolean} isVersionAtLeast
 * @property {() => void} ready
 * @property {() => void} expand
 * @property {() => void} disableVerticalSwipes
 * @property {(colour: string) => void} setHeaderColor
 * @property {(colour: string) => void} setBackgroundColor
 * @property {(url: string) => void} openTelegramLink
 * @property {(event: string, listener: () => void) => void} onEvent
 * @property {() => void} enableClosingConfirmation
 * @property {() => void} disableClosingConfirmation
 * @property {{ show: () => void, hide: () => void, onClick: (listener: () => void) => void }} BackButton
 * @property {{ impactOccurred: (style: string) => void, notificationOccurred: (type: string) => void }} HapticFeedback
 */

/** @type {WebApp | undefined} */
const app = /** @type {{ Telegram?: { WebApp?: WebApp } }} */ (/** @type {unknown} */ (window)).Telegram?.WebApp;

// Telegram's script only logs a warning for a feature that the client lacks, but it need not be called.
const has = (/** @type {string} */ version) => app?.isVersionAtLeast(version) ?? false;

let asksBeforeClosing = false;

export const telegram = {
  /** Telegram's signed data about the user. It is not stored: after a reload Telegram's script has it again. */
  initData: app?.initData ?? "",
  theme: () => app?.themeParams ?? {},
  /** @param {() => void} listener */
  onTheme: (listener) => app?.onEvent("themeChanged", listener),
  /**
   * Tell Telegram that the page is ready, use the whole height, and keep drags on the board from closing the app.
   *
   * @param {() => void} back is called when Telegram's back button is pressed.
   */
  begin(back) {
    if (!app) return;
    app.ready();
    app.expand();
    if (has("7.7")) app.disableVerticalSwipes();
    if (!has("6.1")) return;
    app.setHeaderColor("bg_color");
    app.setBackgroundColor("bg_color");
    app.BackButton.onClick(back);
    document.documentElement.classList.add("has-back");
  },
  /** @param {boolean} isShown */
  showBack(isShown) {
    if (!has("6.1")) return;
    if (isShown) app?.BackButton.show();
    else app?.BackButton.hide();
  },
  /** @param {boolean} asks true if Telegram shall ask before it closes the app. */
  askBeforeClosing(asks) {
    if (asks === asksBeforeClosing || !has("6.2")) return;
    asksBeforeClosing = asks;
    if (asks) app?.enableClosingConfirmation();
    else app?.disableClosingConfirmation();
  },
  /**
   * Let the user pass a link on to one of their chats.
   *
   * @param {string} url
   * @param {string} text
   */
  share(url, text) {
    app?.openTelegramLink(`https://t.me/share/url?${new URLSearchParams({ url, text })}`);
  },
  /** Vibrate because a checker was put down. */
  landed() {
    if (has("6.1")) app?.HapticFeedback.impactOccurred("light");
  },
  /** Vibrate because the attempted action is not possible. */
  refused() {
    if (has("6.1")) app?.HapticFeedback.notificationOccurred("error");
  },
};
