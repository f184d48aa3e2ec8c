// Arrival: what the link brought behind its `#`, the table's key, the invitation that somebody followed, the code of a seat. It is
// taken out of the address at once, so that nobody hands it on with it, and kept for this tab until it is used.

const KEPT = "nardy:arrival";
const LONGEST = 200;

/** @returns {{ key?: string, start?: string, seat?: string }} */
function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

function keep() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(arrival));
  } catch {
    // A browser that keeps nothing has to follow the link again after a reload.
  }
}

const arrival = read();

/** Take what the address brings; say whether it brought anything. */
function arrive() {
  const brought = new URLSearchParams(location.hash.slice(1));
  const key = brought.get("host") ?? brought.get("table");
  const start = brought.get("start");
  const seat = brought.get("seat");
  if (key === null && start === null && seat === null) return false;
  if (key !== null) arrival.key = key.slice(0, LONGEST);
  if (start !== null) arrival.start = start.slice(0, LONGEST);
  if (seat !== null) arrival.seat = seat.slice(0, LONGEST);
  keep();
  history.replaceState(null, "", location.pathname + location.search);
  return true;
}

arrive();

/** The key of the link that this tab came by, or nothing. */
export const arrivedBy = () => arrival.key ?? "";

/** What somebody was invited to, once: it is carried out when there is an account. */
export function takeStart() {
  const { start } = arrival;
  delete arrival.start;
  keep();
  return start;
}

/** The code of the seat on which somebody may sit down here, or nothing. */
export const codeArrivedBy = () => arrival.seat ?? "";

/** Forget that code: somebody has sat down by it, or does not want to, or it opens no seat. */
export function dropCode() {
  delete arrival.seat;
  keep();
}

/**
 * Call back when another link of this table is opened in the same tab.
 *
 * @param {() => void} back
 */
export function onArrival(back) {
  addEventListener("hashchange", () => arrive() && back());
}

/**
 * The address by which others come here, perhaps to an invitation.
 *
 * @param {string} key the table's key; empty, if none is needed.
 * @param {string} [start] the invitation.
 */
export function guestAddress(key, start) {
  const brought = new URLSearchParams();
  if (key) brought.set("table", key);
  if (start) brought.set("start", start);
  return `${location.origin}/${brought.size ? `#${brought}` : ""}`;
}
