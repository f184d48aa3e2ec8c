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
  /** What the person wants to offer, while the sheet asks about that. @type {OfferView | null} */
  let own = null;
  /** Counts what the sheet has shown: a press that was meant for something else is not taken. */
  let showing = 0;
  const answer = makeButton("button primary to-answer", word("web-table-answer"), () => waiting && ask(waiting));
  answer.hidden = true;

  /** Move the sheet aside. Return true if there was one. */
  function close() {
    const was = sheet;
    sheet = own = null;
    was?.close();
    return was !== null;
  }

  /** Return an offer as the content of a sheet that takes presses after a rest. @param {OfferView} offer */
  function pageOf(offer) {
    const number = ++showing;
    let isReady = false;
    const page = parts(offer, {
      press(button) {
        if (!isReady) return;
        // An answer is on its way: the sheet need not be asked for again.
        if (own === null) waiting = null;
        close();
        press(button);
      },
      stay: () => isReady && close(),
    });
    delete sheet?.element.dataset.ready;
    later(() => {
      isReady = true;
      if (sheet && number === showing) sheet.element.dataset.ready = "";
    });
    return { title: offer.title, ...page };
  }

  /** @param {OfferView} offer */
  function ask(offer) {
    close();
    const typing = document.activeElement;
    const opened = openSheet({
      ...pageOf(offer),
      within: field,
      onClose() {
        // Another sheet may have come up since.
        if (sheet === opened) close();
        answer.hidden = waiting === null || sheet !== null;
      },
    });
    sheet = opened;
    opened.element.classList.add("offer");
    answer.hidden = true;
    goOnTyping(typing);
  }

  /**
   * Go on with the sheet in which the person makes an offer, after a change of the game. Return true if it stays.
   *
   * @param {OfferView[]} offers what the person can offer now
   */
  function goOn(offers) {
    if (!sheet || own === null) return false;
    const { what } = own;
    const possible = offers.find((each) => each.what === what);
    // The opponent's offer says itself why the person can make none now.
    if (!possible && waiting) return false;
    const now = possible ?? { ...own, text: word("web-table-offer-over"), values: [], buttons: [], cube: null };
    if (JSON.stringify(now) === JSON.stringify(own)) return true;
    own = now;
    const typing = document.activeElement;
    sheet.show(pageOf(now));
    goOnTyping(typing);
    return true;
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
      own = offer;
    },
    /**
     * Show the offer that waits for the person's answer, unless they are making one themselves.
     *
     * @param {OfferView | null} offer
     * @param {OfferView[]} offers what the person can offer now
     */
    show(offer, offers) {
      const isOther = JSON.stringify(offer) !== JSON.stringify(waiting);
      waiting = offer;
      if (goOn(offers)) answer.hidden = offer === null;
      else if (isOther && offer) ask(offer);
      else if (isOther) close();
      if (!offer) answer.hidden = true;
    },
  };
}

/**
 * Give the focus back to a field outside the sheet: what a person types there must not go on in the sheet.
 *
 * @param {Element | null} typing the element that had the focus
 */
function goOnTyping(typing) {
  if (typing instanceof HTMLInputElement && typing.isConnected) typing.focus({ preventScroll: true });
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
