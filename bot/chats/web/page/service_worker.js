// Service worker: brings whoever taps a notification to the page. It keeps no page and no file, and nothing is pushed to it.

/**
 * What it needs of a tab.
 *
 * @typedef {object} Tab
 * @property {string} url
 * @property {() => Promise<unknown>} focus
 * @property {(message: { address: string }) => void} postMessage
 */

{
  const worker = /** @type {any} */ (self);

  /** @param {string} address */
  const seatOf = (address) => new URL(address, worker.location.origin).searchParams.get("seat") ?? "1";

  /** @param {string} address where the board is that was called to. */
  const bring = async (address) => {
    /** @type {Tab[]} */
    const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    const tab = tabs.find(({ url }) => new URL(url).pathname === "/" && seatOf(url) === seatOf(address));
    if (!tab) return worker.clients.openWindow(address);
    tab.postMessage({ address });
    return tab.focus();
  };

  worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
    event.notification.close();
    const { origin } = worker.location;
    const address = new URL(String(event.notification.data?.address ?? "/"), origin);
    event.waitUntil(bring(address.origin === origin ? address.href.slice(origin.length) : "/"));
  });
}
