// Which seat this tab holds. Several people may share a browser: the address names the seat, the browser keeps
// its secret, and the secret never stands in an address.

const asked = new URLSearchParams(location.search);
const number = /^[1-9]\d{0,3}$/.test(asked.get("seat") ?? "") ? asked.get("seat") : "1";
// Secrets of one installation mean nothing to another that is reached by the same address.
const key = (seat) => `nardy:${document.body.dataset.installation}:${seat}`;

let secret = "";
let refused = false;

function kept(seat) {
  try {
    return localStorage.getItem(key(seat)) ?? "";
  } catch {
    return "";
  }
}

/** The secret of this seat, or nothing yet. */
export function mySecret() {
  if (!refused) secret = kept(number) || secret;
  return secret;
}

/** Hold a fresh secret in this tab, because the one offered is none. */
export function hold(fresh) {
  secret = fresh;
  refused = true;
}

/** Keep the secret in the browser, from the moment a name is asked for. */
export function keep() {
  try {
    localStorage.setItem(key(number), secret);
    refused = false;
  } catch {
    // A browser that keeps nothing still plays until the tab is closed.
  }
}

/** Whether the browser keeps this seat, so that it outlives the page. */
export function isKept() {
  return secret !== "" && kept(number) === secret;
}

/** Call back when another tab of this seat has taken or changed it. */
export function onTaken(back) {
  addEventListener("storage", (event) => {
    if (event.key !== key(number) || !event.newValue || event.newValue === secret) return;
    refused = false;
    back();
  });
}

/** The address of a seat that nobody in this browser holds yet. */
export function freeSeatAddress() {
  let free = 1;
  while (String(free) === number || kept(free)) free += 1;
  return `/?seat=${free}`;
}

/** The room that the address asks for. */
export const firstRoom = asked.get("room") === "me" ? "me" : "table";

/** An id for one action. The generator used here, unlike randomUUID, also works without TLS. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
