// Arrival: what the fragment (`#`) of the opened link brought: an invitation key, an invitation, or a sign-in code. It is
// removed from the address at once, so that people do not share it by accident, and kept for this tab until it is used.

import { shared } from "./root.js";

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
    // If the browser stores nothing, the person has to follow the link again after a reload.
  }
}

const arrival = read();

/** Take the fragment's data out of the address; return true if there was any. */
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

/** The key of the link that opened this tab, or an empty string. */
export const arrivedBy = () => arrival.key ?? "";

/** The invitation of the link, which is not carried out yet; an empty string if it brought none. */
export const startBrought = () => arrival.start ?? "";

/** Return the invitation of the link, once; it is carried out when the person has an account. */
export function takeStart() {
  const { start } = arrival;
  delete arrival.start;
  keep();
  return start;
}

/** The sign-in code of the link that opened this tab, or an empty string. */
export const codeArrivedBy = () => arrival.seat ?? "";

/** Forget the sign-in code, because it was used, declined or invalid. */
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
 * Return the address by which other people come here, possibly to an invitation.
 *
 * @param {string} key the invitation key; empty if none is needed.
 * @param {string} [start] the invitation's start parameter.
 */
export function guestAddress(key, start) {
  const brought = new URLSearchParams();
  if (key) brought.set("table", key);
  if (start) brought.set("start", start);
  return `${shared}${brought.size ? `#${brought}` : ""}`;
}
