// Other device: sign in on another device by a code, shown as a link and as a QR code; and accept such a link here by a
// press.

import { dropCode, codeArrivedBy } from "./arrival.js";
import { copyButton } from "./copy.js";
import { find, make, makeButton } from "./dom.js";
import { localWarning } from "./link_panel.js";
import { drawQr } from "./qr.js";
import { shared } from "./root.js";
import { plain } from "./text.js";
import { keepSecret, newAccountAddress } from "./web_account.js";
import { word } from "./words.js";

/** @import { SignInCode } from "./frames.js" */
/** @import { Actions } from "./actions.js" */
/** @import { Person } from "./body.js" */


/**
 * @param {Person} person
 * @param {Actions} actions
 * @param {() => void} again reconnects.
 */
export function makeOtherDevice(person, actions, again) {
  const device = find("[data-device]", HTMLDetailsElement);
  const shown = find("[data-device-code]", HTMLElement);
  const sit = find("[data-sit]", HTMLElement);
  const question = find("p", HTMLElement, sit);
  const fault = find(".fault", HTMLElement, sit);
  const buttons = find(".field", HTMLElement, sit);

  device.addEventListener("toggle", () => {
    shown.replaceChildren();
    if (!device.open) return;
    const id = actions.waitFor((refusal) => {
      if (refusal.length) shown.replaceChildren(make("p", "fault", plain(refusal[0].text)));
    });
    actions.act({ do: "sign-in code", id, origin: shared.slice(0, -1) });
  });

  function sitDown() {
    // From here on the browser keeps the secret, so that nothing is lost if the answer gets lost.
    keepSecret();
    const id = actions.waitFor((refusal) => {
      if (refusal.length && refusal[0].text.length) {
        fault.textContent = plain(refusal[0].text);
        buttons.hidden = true;
        return;
      }
      end();
      again();
    });
    actions.act({ do: "sit down", id });
  }

  function end() {
    dropCode();
    sit.hidden = true;
  }

  return {
    /**
     * Show a code that the person requested.
     *
     * @param {SignInCode} code
     */
    show({ id, address, size, path }) {
      actions.settle(id, []);
      if (!device.open) return;
      const field = make("input");
      field.readOnly = true;
      field.value = address;
      field.setAttribute("aria-label", word("web-seat-link"));
      field.addEventListener("focus", () => field.select());
      const line = make("div", "field");
      line.append(field, copyButton(address));
      const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      drawQr(picture, size, path);
      shown.replaceChildren(picture, line, ...localWarning(address), make("p", "note", word("web-seat-how")));
    },
    /**
     * Offer to sign in to the account of the sign-in link that opened the page.
     *
     * @param {string | null} offer the account's name; empty if the link is not valid, null if there is none.
     */
    offer(offer) {
      fault.textContent = "";
      buttons.hidden = false;
      if (offer === null) return end();
      sit.hidden = false;
      const no = makeButton("button", word("web-seat-no"), end);
      if (offer === "") {
        question.textContent = word("web-seat-gone");
        buttons.replaceChildren(makeButton("button", word("web-dismiss"), end));
        dropCode();
      } else if (person.account === null) {
        question.textContent = word("web-seat-sit", { name: offer });
        buttons.replaceChildren(makeButton("button primary", word("web-seat-yes"), sitDown), no);
      } else {
        question.textContent = word("web-seat-beside", { name: offer, me: person.name ?? "" });
        const beside = () => location.assign(`${newAccountAddress()}#seat=${codeArrivedBy()}`);
        buttons.replaceChildren(makeButton("button primary", word("web-seat-open-beside"), beside), no);
      }
    },
    /** Show or hide the button for a link, which needs an account. */
    showPerson() {
      device.hidden = person.account === null;
      if (device.hidden) device.open = false;
    },
  };
}
