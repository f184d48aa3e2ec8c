// Table result: the end of a game in the zone beside the board: who won what, and what can be done next.

import { make, makeButton } from "./dom.js";
import { drawn } from "./table_background.js";
import { word } from "./words.js";

/** @import { ButtonView, TableView } from "./frames.js" */

/**
 * @param {object} actions
 * @param {(button: ButtonView) => void} actions.press begins the next game or a rematch.
 * @param {() => void} actions.analyse
 * @param {() => void} actions.replay
 * @param {() => void} actions.share
 * @param {() => boolean} actions.isKnown returns true if the person has an account.
 */
export function makeResult({ press, analyse, replay, share, isKnown }) {
  const element = make("div", "result");
  const text = make("div", "result-text");
  const won = make("p", "result-won");
  const standing = make("p", "result-standing");
  const acts = make("div", "result-acts");
  const toAnalysis = withIcon("to-analysis", "M4 4v16h16M7 14l4-4 3 3 6-7", analyse);
  text.append(won, standing);
  acts.append(toAnalysis, withIcon("to-replay", "M8 5l11 7-11 7z", replay));
  const toShare = withIcon("to-share", "M12 15V4m-4 4 4-4 4 4M5 13v7h14v-7", share);
  acts.append(toShare);
  const onward = makeOnward("button primary onward", press);
  element.append(text, onward.element, acts);

  // The zone's height is fixed, so a long text gets smaller letters.
  function fit() {
    text.classList.remove("long");
    text.classList.toggle("long", text.scrollHeight > text.clientHeight);
  }
  new ResizeObserver(fit).observe(text);

  return {
    element,
    /** @param {TableView} view a finished game */
    show(view) {
      const { result } = view;
      if (!result) return;
      won.textContent = result.won;
      standing.textContent = result.standing;
      standing.hidden = !result.standing;
      toShare.hidden = !isKnown();
      onward.show(view);
      fit();
    },
  };
}

/**
 * A button with a sign, which stands alone where there is little room.
 *
 * @param {"to-analysis" | "to-replay" | "to-share"} kind
 * @param {string} path
 * @param {() => void} pressed
 */
function withIcon(kind, path, pressed) {
  const label = word({ "to-analysis": "web-result-analyse", "to-replay": "web-result-replay", "to-share": "web-result-share" }[kind]);
  const button = makeButton(`button ${kind}`, "", pressed);
  const icon = drawn("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" });
  icon.append(drawn("path", { d: path }));
  button.append(icon, make("span", "", label));
  button.title = label;
  return button;
}

/**
 * The button that leads on to the next game or a rematch.
 *
 * @param {string} className
 * @param {(button: ButtonView) => void} press
 */
export function makeOnward(className, press) {
  /** @type {ButtonView | null} */
  let offer = null;
  const element = makeButton(className, "", () => {
    if (!offer) return;
    element.classList.add("waiting");
    press(offer);
  });
  return {
    element,
    /** @param {TableView} view a finished game */
    show({ result }) {
      offer = result?.onward ?? null;
      const label = offer?.label ?? result?.asked ?? "";
      if (element.textContent !== label) element.textContent = label;
      element.hidden = label === "";
      element.disabled = offer === null;
      element.dataset.data = offer?.data ?? "";
      element.classList.remove("waiting");
    },
  };
}
