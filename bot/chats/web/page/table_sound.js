// Table sound: short synthesised sounds for what happens on the board; off by default.

/** @import { TableView } from "./frames.js" */
/** @import { Turn } from "./table_turn.js" */

/** Where this browser stores if sound is on, and the last sound in any of its tabs. */
const IS_ON = "nardy-sound";
const LAST = "nardy-sounded";

/**
 * The tones of each sound: pitch in hertz, start and duration in seconds.
 *
 * @type {Record<"turn" | "won" | "over", [number, number, number][]>}
 */
const TONES = {
  turn: [[660, 0, 0.13], [880, 0.12, 0.22]],
  won: [[523, 0, 0.14], [659, 0.13, 0.14], [784, 0.26, 0.34]],
  over: [[523, 0, 0.16], [415, 0.16, 0.34]],
};
/** The start times of the knocks of each sound, in seconds. */
const KNOCKS = { checker: [0], dice: [0, 0.07, 0.12] };
const LOUDNESS = 0.16;

export function makeSound() {
  /** @type {AudioContext | null} */
  let audio = null;
  let isOn = read(IS_ON) === "on";
  /** True if a sound was played since the page was last visible. */
  let hasCalled = false;

  document.addEventListener("visibilitychange", () => (hasCalled = false));

  /** @param {keyof typeof TONES | keyof typeof KNOCKS} what */
  function play(what) {
    if (!isOn || typeof AudioContext === "undefined") return;
    // A hidden page sounds only once, and never for checkers.
    if (document.hidden && (hasCalled || what === "checker" || what === "dice")) return;
    hasCalled = document.hidden;
    audio ??= new AudioContext();
    // A browser plays no sound before the first press, and must not play it late afterwards.
    if (audio.state === "suspended") audio.resume().catch(() => {});
    if (what === "checker" || what === "dice") for (const at of KNOCKS[what]) knock(audio, at);
    else for (const [pitch, at, lasts] of TONES[what]) tone(audio, "sine", pitch, at, lasts);
  }

  return {
    play,
    isOn: () => isOn,
    canSound: () => typeof AudioContext !== "undefined",
    /** Turn sound on or off. */
    toggle() {
      isOn = !isOn;
      keep(IS_ON, isOn ? "on" : "off");
      play("checker");
    },
    /**
     * Play the sound of what changed on the board.
     *
     * @param {TableView} before
     * @param {TableView} now
     * @param {Turn} turn the turn as shown, before the new state is taken over.
     */
    tell(before, now, turn) {
      if (now.version === before.version) return;
      const name = `${now.game} ${now.version} ${now.below.side}`;
      if (!isOn || read(LAST) === name) return;
      keep(LAST, name);
      if (now.over && !before.over) play(now.seated && now.winner !== null && now.winner !== now.below.side ? "over" : "won");
      else if (now.seated && now.below.acts && !before.below.acts) play("turn");
      else if (now.dice.length && (now.turn !== before.turn || !before.dice.length)) play("dice");
      else if (String(now.made) !== String(turn.standing().made) || now.turn !== before.turn) play("checker");
    },
  };
}

/**
 * @param {AudioContext} audio
 * @param {OscillatorType} shape
 * @param {number} pitch
 * @param {number} at
 * @param {number} lasts
 */
function tone(audio, shape, pitch, at, lasts) {
  const start = audio.currentTime + at;
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.type = shape;
  source.frequency.setValueAtTime(pitch, start);
  // A short fade in and out prevents clicks.
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + lasts);
}

/**
 * Play a knock of wood on wood: two low tones that fade at once.
 *
 * @param {AudioContext} audio
 * @param {number} at
 */
function knock(audio, at) {
  tone(audio, "triangle", 210, at, 0.07);
  tone(audio, "square", 940, at, 0.018);
}

/** @param {string} key */
function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    // Some browsers store nothing for a page in a frame.
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Then the setting lasts until the page is closed.
  }
}
