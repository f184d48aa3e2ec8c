// Table offer: an offer as a sheet over the board, which says what each answer costs.

import { make, makeButton } from "./dom.js";
import { openSheet } from "./sheet.js";
import { word } from "./words.js";

/** @import { ButtonView, OfferView } from "./frames.js" */
/** @import { Sheet } from "./sheet.js" */

/** Milliseconds for which a new sheet takes no press, which was meant for what was there before. */
const RESTS = 400;

/**
 * @param {HTMLElement} field the element that the sheet covers: the board.
 * @param {object} actions
 * @param {(button: ButtonView) => void} actions.press
 * @param {(ready: () => void) => void} [actions.later] calls a function once a new sheet takes presses.
 */
export function makeOffer(field, { press, later = (ready) => void setTimeout(ready, RESTS) }) {
  /** The offer that waits for the person's answer. @type {OfferView | null} */
  let waiting = null;
  /** @type {Sheet | null} */
  let sheet = null;
  /** True while the sheet asks about an offer that the person wants to make. */
  let isOwn = false;
  const answer = makeButton("button primary to-answer", word("web-table-answer"), () => waiting && ask(waiting));
  answer.hidden = true;

  /** Move the sheet aside. Return true if there was one. */
  function close() {
    const was = sheet;
    sheet = null;
    isOwn = false;
    was?.close();
    return was !== null;
  }

  /** @param {OfferView} offer */
  function ask(offer) {
    close();
    const typing = document.activeElement;
    let isReady = false;
    const { content, foot } = parts(offer, {
      press(button) {
        if (!isReady) return;
        // An answer is on its way: the sheet need not be asked for again.
        waiting = null;
        close();
        press(button);
      },
      stay: () => isReady && close(),
    });
    const opened = openSheet({
      title: offer.title,
      content,
      foot,
      within: field,
      onClose() {
        // Another sheet may have come up since.
        if (sheet === opened) close();
        answer.hidden = waiting === null || sheet !== null;
      },
    });
    sheet = opened;
    opened.element.classList.add("offer");
    later(() => {
      isReady = true;
      opened.element.dataset.ready = "";
    });
    answer.hidden = true;
    // What a person types must not go on in the sheet.
    if (typing instanceof HTMLInputElement) typing.focus({ preventScroll: true });
  }

  return {
    /** The button that opens a sheet again that was moved aside. */
    answer,
    close,
    /**
     * Ask about an offer that the person wants to make.
     *
     * @param {OfferView | undefined} offer
     */
    make(offer) {
      if (!offer) return;
      ask(offer);
      isOwn = true;
    },
    /**
     * Show the offer that waits for the person's answer.
     *
     * @param {OfferView | null} offer
     * @param {boolean} isNew true if another state of the game is shown than before
     */
    show(offer, isNew) {
      const isOther = JSON.stringify(offer) !== JSON.stringify(waiting);
      if (!isOther && !isNew) return;
      // What the person wants to offer may not be possible any more.
      if (isNew && isOwn) close();
      if (!isOther) return;
      waiting = offer;
      if (offer) ask(offer);
      else if (!isOwn) close();
      if (!offer) answer.hidden = true;
    },
  };
}

/**
 * @param {OfferView} offer
 * @param {{ press: (button: ButtonView) => void, stay: () => void }} actions
 */
function parts(offer, { press, stay }) {
  const content = make("div", "offer-body");
  if (offer.cube !== null) content.append(make("b", "offer-cube", String(offer.cube)));
  content.append(make("p", "offer-text", offer.text));
  const foot = make("div", "offer-answers");
  const buttons = offer.buttons.map((each) => answerButton(each, () => press(each)));
  if (offer.values.length > 1) {
    const values = make("div", "offer-values");
    values.setAttribute("role", "radiogroup");
    values.setAttribute("aria-label", offer.title);
    offer.values.forEach(({ label, costs, button }, at) => {
      const input = make("input");
      input.type = "radio";
      input.name = "offer-value";
      input.checked = at === 0;
      input.addEventListener("change", () => {
        const chosen = answerButton(button, () => press(button));
        buttons.at(-1)?.replaceWith(chosen);
        buttons[buttons.length - 1] = chosen;
      });
      const row = make("label", "offer-value");
      row.append(input, make("span", "", label), make("small", "", costs));
      values.append(row);
    });
    content.append(values);
  } else if (offer.values.length && offer.values[0].costs) content.append(make("p", "offer-text", `${offer.values[0].label} · ${offer.values[0].costs}`));
  if (offer.stay) foot.append(makeButton("button", offer.stay, stay));
  foot.append(...buttons);
  return { content, foot };
}

/**
 * @param {ButtonView} button
 * @param {() => void} press
 */
function answerButton({ label, style, data }, press) {
  const made = makeButton(`button ${style}`, label, press);
  made.dataset.data = data;
  return made;
}
