// Table keys: what the keyboard does while a game is open.

/**
 * @param {object} actions
 * @param {() => boolean} actions.isOpen
 * @param {() => void} actions.escape goes back by one step.
 * @param {(by: -1 | 1) => void} actions.step goes on in the record by so many lines.
 * @param {() => void} actions.undo
 * @param {() => boolean} actions.confirm ends the turn, if it can be ended; says whether it did.
 */
export function listenToKeys({ isOpen, escape, step, undo, confirm }) {
  document.addEventListener("keydown", (event) => {
    if (!isOpen() || event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    switch (event.key) {
      case "Escape":
        escape();
        break;
      case "PageUp":
      case "PageDown":
        event.preventDefault();
        step(event.key === "PageUp" ? -1 : 1);
        break;
      case "z":
      case "Z":
      case "я":
        undo();
        break;
      case "Enter":
        if (!isOtherButton(event.target) && confirm()) event.preventDefault();
        break;
    }
  });
}

/**
 * Whether a press of Enter means a button of its own.
 *
 * @param {EventTarget | null} target
 */
function isOtherButton(target) {
  return target instanceof HTMLButtonElement && !target.classList.contains("table-back");
}
