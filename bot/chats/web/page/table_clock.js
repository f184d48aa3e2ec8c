// Table clock: a side's remaining time, counted from the arrival of the server's value, independent of the device's clock.

import { make } from "./dom.js";
import { word } from "./words.js";

/** @import { StripClockView } from "./frames.js" */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Below this many seconds, seconds are shown, too. */
const LAST_MINUTES = 10 * MINUTE;
const LOOK_EVERY = 250;

/** When each clock's value arrived, in milliseconds of a monotonic clock. @type {WeakMap<StripClockView, number>} */
const arrivals = new WeakMap();

/**
 * Note that the values of clocks arrived just now.
 *
 * @param {(StripClockView | null)[]} clocks
 */
export function noteArrival(clocks) {
  for (const clock of clocks) if (clock) arrivals.set(clock, performance.now());
}

export function makeClock() {
  const element = make("span", "figure time");
  const left = make("b");
  left.setAttribute("role", "timer");
  // Screen readers can read it on demand; announcing each second would drown everything else.
  left.setAttribute("aria-live", "off");
  const reason = make("small", "reason");
  element.append(left, reason);
  /** @type {StripClockView | null} */
  let shown = null;
  let timer = 0;

  function tick() {
    if (!shown) return;
    const seconds = secondsLeft(shown);
    const text = clockText(seconds);
    if (left.textContent !== text) left.textContent = text;
    element.classList.toggle("urgent", shown.runs && seconds < HOUR);
  }

  return {
    element,
    /** @param {StripClockView | null} clock */
    show(clock) {
      shown = clock;
      element.hidden = clock === null;
      clearInterval(timer);
      if (clock === null) return;
      left.setAttribute("aria-label", word("web-table-time"));
      element.classList.toggle("still", !clock.runs);
      element.title = clock.reason;
      reason.textContent = clock.reason;
      tick();
      if (clock.runs) timer = setInterval(tick, LOOK_EVERY);
    },
  };
}

/** @param {StripClockView} clock */
function secondsLeft(clock) {
  const passed = clock.runs ? (performance.now() - (arrivals.get(clock) ?? performance.now())) / 1000 : 0;
  return Math.max(0, clock.left - Math.min(passed, clock.still_in ?? Infinity));
}

/**
 * Return the remaining time as text, rounded down.
 *
 * @param {number} seconds
 */
function clockText(seconds) {
  const [days, hours, minutes] = [Math.floor(seconds / DAY), Math.floor(seconds / HOUR) % 24, Math.floor(seconds / MINUTE) % 60];
  if (seconds >= DAY) return word("web-table-clock-days", { days, hours });
  if (seconds >= HOUR) return word("web-table-clock-hours", { hours, minutes });
  if (seconds >= LAST_MINUTES) return word("web-table-clock-minutes", { minutes });
  return `${minutes}:${String(Math.floor(seconds) % 60).padStart(2, "0")}`;
}
