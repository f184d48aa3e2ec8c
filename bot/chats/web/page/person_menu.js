// Person menu: the person's name, a form to choose or change it, further people in the same browser, and invitation links.

import { guestAddress } from "./arrival.js";
import { find, findAll, make } from "./dom.js";
import { showAccounts } from "./host.js";
import { inviteElement } from "./invite.js";
import { root } from "./root.js";
import { openSheet } from "./sheet.js";
import { plain } from "./text.js";
import { keepOver } from "./upgrade.js";
import { keepSecret, newAccountAddress } from "./web_account.js";
import { language, word } from "./words.js";

/** @import { Actions } from "./actions.js" */
/** @import { Person } from "./body.js" */
/** @import { AccountView } from "./frames.js" */

/**
 * @param {Person} person
 * @param {Actions} actions
 * @param {() => void} listAccounts requests the list of accounts.
 */
export function makePersonMenu(person, actions, listAccounts) {
  const menu = find("[data-person]", HTMLDetailsElement);
  const accountsMenu = find("[data-accounts]", HTMLDetailsElement);
  const enterForm = find("[data-enter]", HTMLFormElement);
  const inviteItem = find("[data-invite]", HTMLElement);
  const newName = find("#new-name", HTMLInputElement);
  const otherAccount = find("[data-other]", HTMLAnchorElement);
  const renameForm = find("[data-rename]", HTMLFormElement);

  function listIfOpen() {
    if (accountsMenu.open) listAccounts();
  }

  /** Return the id of a removal, after which the list of accounts is shown again unless it is refused. */
  function awaitRemoval() {
    return actions.waitFor((replies) => {
      if (replies.length) actions.answerHere(replies);
      else listIfOpen();
    });
  }

  /** @param {string} account */
  function removeAccount(account) {
    actions.act({ do: "remove account", id: awaitRemoval(), account });
  }

  const otherAccountAddress = () => newAccountAddress() + (person.key && `#table=${person.key}`);

  /**
   * Request the name that was typed into a form.
   *
   * @param {HTMLFormElement} form
   * @param {(input: HTMLInputElement) => void} done is called when the name was accepted.
   */
  function takeName(form, done) {
    const input = find("input", HTMLInputElement, form);
    const fault = find(".fault", HTMLElement, form);
    input.value = keepOver(input.id, () => input.value) ?? "";
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      fault.textContent = "";
      keepSecret();
      const id = actions.waitFor((refusal) => {
        fault.textContent = refusal.length ? plain(refusal[0].text) : "";
        input.setAttribute("aria-invalid", String(refusal.length > 0));
        if (refusal.length) input.focus();
        else done(input);
      });
      actions.act({ do: "name", id, name: input.value });
    });
  }

  takeName(enterForm, () => {});
  takeName(renameForm, (input) => {
    input.value = "";
    menu.open = false;
  });
  menu.addEventListener("toggle", () => {
    otherAccount.href = otherAccountAddress();
    newName.placeholder = person.name ?? "";
  });
  accountsMenu.addEventListener("toggle", listIfOpen);
  find("[data-before]", HTMLButtonElement).addEventListener("click", () => {
    menu.open = false;
    askForSeat();
  });
  for (const link of findAll("[data-language]", HTMLAnchorElement)) {
    const query = new URLSearchParams(location.search);
    query.set("lang", link.lang);
    link.href = `${root}?${query}`;
  }
  find("[data-to-private]", HTMLAnchorElement).addEventListener("click", () => (menu.open = false));
  otherAccount.addEventListener("click", () => {
    // Another tab may have taken that number since the menu was opened.
    otherAccount.href = otherAccountAddress();
    menu.open = false;
  });
  inviteItem.append(inviteElement(word("web-invite"), "", () => guestAddress(person.key)));
  document.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Element && !event.target.closest("[data-person]")) menu.open = false;
  });

  return {
    removeAccount,
    /** Open a sheet in which a guest chooses a name. */
    rename() {
      const { content, input } = makeLineForm("guest-name", word("web-name-ask"), word("web-name-keep"));
      input.maxLength = 40;
      input.placeholder = person.name ?? "";
      input.autofocus = true;
      content.append(make("p", "note", word("web-guest-note")));
      const sheet = openSheet({ title: word("web-name-change"), content });
      takeName(content, () => sheet.close());
    },
    /** @param {string} message */
    removeLine: (message) => actions.act({ do: "remove line", id: awaitRemoval(), message }),
    /** @param {AccountView[]} accounts */
    showAccounts: (accounts) => showAccounts(find("ul", HTMLElement, accountsMenu), accounts, person.account, removeAccount),
    /** Close the menu. Return true if it was open. */
    close() {
      if (!menu.open) return false;
      menu.open = false;
      find("summary", HTMLElement, menu).focus();
      return true;
    },
    /** Show the controls that the person's rights allow. */
    showRights() {
      inviteItem.hidden = person.key === "";
      document.body.classList.toggle("invited", person.key !== "");
      accountsMenu.hidden = !person.host;
    },
    /**
     * Show the person's name; a person without one has a menu all the same.
     *
     * @param {boolean} isGuest true if the bot chose the name.
     */
    showPerson(isGuest) {
      find(".person-name", HTMLElement).textContent = person.name ?? "";
      menu.classList.toggle("unnamed", person.name === null);
      menu.classList.toggle("guest", isGuest);
      for (const item of findAll("[data-visitor]", HTMLElement)) item.hidden = person.account !== null || item.lang === language();
      for (const item of findAll("[data-other], [data-other] + .note", HTMLElement)) item.hidden = person.account === null;
      enterForm.hidden = person.account !== null;
      renameForm.hidden = person.account === null;
    },
    /**
     * Note if the person may not even look.
     *
     * @param {boolean} closed
     */
    showClosed(closed) {
      find("[data-to-talk]", HTMLElement).hidden = closed;
      enterForm.hidden = closed || person.account !== null;
    },
  };
}

/**
 * Make a form of one line of text, with a place for what is wrong with it.
 *
 * @param {string} id
 * @param {string} asked what to type
 * @param {string} done the text of the button
 */
function makeLineForm(id, asked, done) {
  const content = make("form", "before");
  const label = make("label", "", asked);
  label.htmlFor = id;
  const field = make("div", "field");
  const input = make("input");
  input.id = id;
  input.autocomplete = "off";
  const fault = make("p", "fault");
  fault.setAttribute("role", "alert");
  field.append(input, make("button", "button primary", done));
  content.append(label, field, fault);
  return { content, input, fault };
}

/** Ask a person who has played here before for the link that opens their account in this browser. */
function askForSeat() {
  const { content, input, fault } = makeLineForm("before-link", word("web-before-link"), word("web-before-open"));
  content.prepend(make("p", "", word("web-before-how")));
  const sheet = openSheet({ title: word("web-before"), content });
  content.addEventListener("submit", (event) => {
    event.preventDefault();
    const code = /#seat=([\w.-]+)$/.exec(input.value.trim())?.[1];
    fault.textContent = code ? "" : word("web-before-wrong");
    if (!code) return;
    sheet.close();
    location.hash = `seat=${code}`;
  });
}
