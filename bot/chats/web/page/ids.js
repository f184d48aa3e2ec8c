// Ids: what the page calls each action, so that one which is sent again is done once.

/** An id for one action. The generator used here, unlike randomUUID, also works without TLS. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
