// Service worker: bring a person who taps a notification to the page. It caches no page or file and receives no pushes.

/**
 * The parts of a browser tab that it needs.
 *
 * @typedef {object} Tab
 * @property {string} url
 * @property {() => Promise<unknown>} focus
 * @property {(message: { address: string }) => void} postMessage
 */

{
  const worker = /** @type {any} */ (self);

  const page = new URL("../", worker.location.href);

  /** @param {string} address */
  const seatOf = (address) => new URL(address, page).searchParams.get("seat") ?? "1";

  /** @param {string} address the address of the board that the notification is about. */
  const bring = async (address) => {
    /** @type {Tab[]} */
    const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    const tab = tabs.find(({ url }) => new URL(url).pathname === page.pathname && seatOf(url) === seatOf(address));
    if (!tab) return worker.clients.openWindow(address);
    tab.postMessage({ address });
    return tab.focus();
  };

  worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
    event.notification.close();
    const address = new URL(String(event.notification.data?.address ?? ""), page);
    event.waitUntil(bring(address.origin === page.origin ? address.href : page.href));
  });
}
