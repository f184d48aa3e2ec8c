// Notify: browser notifications for a page that is open but not visible. A closed page gets none.

import { switchElement } from "./settings_fields.js";
import { make } from "./dom.js";
import { at } from "./root.js";
import { accountNumber, keepAside, keptAside } from "./web_account.js";
import { word } from "./words.js";

/** @import { Person } from "./body.js" */

const OFF = "off";
const isPossible = "Notification" in window && "serviceWorker" in navigator && "locks" in navigator && window.isSecureContext;
const seenLock = `nardy-seen-${accountNumber}`;

/** Tell other tabs of the account that this one is visible, for as long as it is. */
function tellWhileSeen() {
  if (!isPossible || document.hidden) return;
  navigator.locks.request(seenLock, { mode: "shared" }, () => new Promise((done) => document.addEventListener("visibilitychange", done, { once: true })));
}

/** Return true if some tab of the account is visible. */
async function isSeen() {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === seenLock);
}

const mayNotify = () => isPossible && Notification.permission === "granted" && keptAside("notify") !== OFF;

const registered = () => navigator.serviceWorker.register(at("/page/service_worker.js"));

/**
 * @param {Person} person
 * @param {(address: string) => void} open opens the page that a notification is about.
 */
export function makeNotifier(person, open) {
  const tag = () => `nardy-${person.account}`;

  /** Close the notifications about what the person is looking at now. */
  async function clear() {
    if (!mayNotify() || document.hidden) return;
    for (const shown of await (await registered()).getNotifications({ tag: tag() })) shown.close();
  }

  if (isPossible) {
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      if (typeof data?.address === "string") open(data.address);
    });
    navigator.serviceWorker.startMessages();
    document.addEventListener("visibilitychange", () => {
      tellWhileSeen();
      clear();
    });
    tellWhileSeen();
  }

  return {
    /**
     * Show a notification, unless another tab of the account is visible or has shown it already.
     *
     * @param {string} ring identifies the notification.
     * @param {string} text
     * @param {string} address the address that the notification opens.
     */
    async notify(ring, text, address) {
      if (!mayNotify()) return;
      const registration = await registered();
      await navigator.locks.request(`nardy-ring-${accountNumber}`, async () => {
        if (await isSeen()) return;
        const shown = await registration.getNotifications({ tag: tag() });
        if (shown.some(({ data }) => data?.ring === ring)) return;
        // One tag for each person: a new notification replaces the earlier one.
        const how = { body: text, tag: tag(), renotify: true, icon: at("/page/icon.svg"), data: { ring, address } };
        await registration.showNotification(word("web-title"), how);
      });
    },
    /** The switch for notifications in the settings. */
    element() {
      const { element, input } = switchElement("setting-notify", word("web-notify"), async (isOn) => {
        if (isOn && Notification.permission !== "granted") await Notification.requestPermission();
        keepAside("notify", isOn ? "on" : OFF);
        if (isOn) await registered().catch(() => {});
        show();
      });
      element.dataset.setting = "notify";
      const status = make("p", "setting-status");
      status.setAttribute("role", "status");
      element.append(status);

      function show() {
        input.checked = mayNotify();
        input.disabled = !isPossible;
        if (!isPossible) status.textContent = word("web-notify-impossible");
        else status.textContent = word(Notification.permission === "denied" ? "web-notify-denied" : "web-notify-how");
      }

      show();
      return element;
    },
  };
}
