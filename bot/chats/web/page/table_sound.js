// Table sound: a short sound for what happens on the board, made here and off at first.

/** @import { TableView } from "./frames.js" */
/** @import { Turn } from "./table_turn.js" */

/** Where this browser keeps whether there is sound, and what has sounded last in any of its tabs. */
const IS_ON = "nardy-sound";
const LAST = "nardy-sounded";

/**
 * The tones of what is heard: pitch in hertz, when it begins and how long it lasts in seconds.
 *
 * @type {Record<"turn" | "won" | "over", [number, number, number][]>}
 */
const TONES = {
  turn: [[660, 0, 0.13], [880, 0.12, 0.22]],
  won: [[523, 0, 0.14], [659, 0.13, 0.14], [784, 0.26, 0.34]],
  over: [[523, 0, 0.16], [415, 0.16, 0.34]],
};
/** When something knocks on wood, in seconds. */
const KNOCKS = { checker: [0], dice: [0, 0.07, 0.12] };
const LOUDNESS = 0.16;

export function makeSound() {
  /** @type {AudioContext | null} */
  let audio = null;
  let isOn = read(IS_ON) === "on";
  /** Whether something has sounded since the page was last seen. */
  let hasCalled = false;

  document.addEventListener("visibilitychange", () => (hasCalled = false));

  /** @param {keyof typeof TONES | keyof typeof KNOCKS} what */
  function play(what) {
    if (!isOn || typeof AudioContext === "undefined") return;
    // Who looks elsewhere is called once, and hears no checkers.
    if (document.hidden && (hasCalled || what === "checker" || what === "dice")) return;
    hasCalled = document.hidden;
    audio ??= new AudioContext();
    // Before anything was pressed a browser makes no sound, and does not make up for it later.
    if (audio.state === "suspended") audio.resume().catch(() => {});
    if (what === "checker" || what === "dice") for (const at of KNOCKS[what]) knock(audio, at);
    else for (const [pitch, at, lasts] of TONES[what]) tone(audio, "sine", pitch, at, lasts);
  }

  return {
    play,
    isOn: () => isOn,
    canSound: () => typeof AudioContext !== "undefined",
    /** Turn it on or off. */
    toggle() {
      isOn = !isOn;
      keep(IS_ON, isOn ? "on" : "off");
      play("checker");
    },
    /**
     * Let what has changed be heard.
     *
     * @param {TableView} before
     * @param {TableView} now
     * @param {Turn} turn how it stands here, before what is told is taken over.
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
  // It swells and fades, so that nothing clicks.
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + lasts);
}

/**
 * Wood on wood: two low tones that are gone at once.
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
    // Some browsers keep nothing for a page inside another one.
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
    // Then it holds until the page is closed.
  }
}
