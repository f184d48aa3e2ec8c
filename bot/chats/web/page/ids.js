// Ids: make the ids of actions, by which the server recognises a resent action.

/** Return a fresh id for an action. Unlike randomUUID, the generator used here also works without TLS. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
