// New game form: the choices of a new game, which together make the line that begins it.

import { make, makeButton } from "./dom.js";
import { switchElement } from "./settings_fields.js";
import { drawSmallBoard } from "./small_board.js";
import { word } from "./words.js";

/** @import { FormChoiceView, FormFieldView, FormFriendView, FormGameView, NewGameView } from "./frames.js" */

/** The letters from which a search begins, and the milliseconds that it waits for another letter. */
const FROM = 2;
const REST = 200;
const SUGGESTED = 3;
/** The only field for which another value than the offered ones can be typed. */
const TYPED = "clock";

/**
 * A control of a field.
 *
 * @typedef {object} Control
 * @property {HTMLElement} element
 * @property {(value: string) => void} show shows the chosen value.
 */

/**
 * @param {NewGameView} form
 * @param {object} page
 * @param {(beginning: string, found: (friends: FormFriendView[]) => void) => void} page.find finds friends by name.
 * @param {() => void} page.listGames shows the list of games.
 * @param {() => void} page.changed is called after each change.
 */
export function makeNewGameForm(form, { find, listGames, changed }) {
  const element = make("div", "new-game");
  let { opponent, friend } = form;
  const chosen = Object.fromEntries(form.opponents.map(({ key, chosen: last }) => [key, { ...last }]));
  const toGames = makeButton("new-game-chosen", "", listGames);
  const about = make("div", "new-game-opponent");
  const rows = make("div", "new-game-rows");
  const usual = makeButton("button quiet", word("web-new-usual"), asUsual);
  const fault = make("p", "fault");
  fault.setAttribute("role", "alert");

  const game = () => form.games.find(({ typed }) => typed === chosen[opponent].game) ?? form.games[0];
  const exists = (/** @type {FormFieldView} */ field) => field.games.includes(game().typed) && field.opponents.includes(opponent);
  const usually = (/** @type {FormFieldView} */ field) => (field.key === "length" ? game().length : field.choices[0].typed);
  const valueOf = (/** @type {FormFieldView} */ field) => chosen[opponent][field.key] ?? usually(field);

  const against = makeSegments("against", word("web-new-against"), form.opponents.map(({ key, label }) => ({ typed: key, label })), (key) => {
    opponent = key;
    show();
  });
  const friends = makeFriendField(form.friends, find, (next) => {
    friend = next;
    show();
  });
  /** @type {[FormFieldView, Control][]} */
  const fields = form.fields.map((field) => [field, control(field)]);

  /** @param {FormFieldView} field */
  function control(field) {
    const set = (/** @type {string} */ value) => {
      chosen[opponent][field.key] = value;
      show();
    };
    if (field.key === "level") return makeSegments(field.key, field.name, field.choices, set);
    if (field.form === "switch") return makeSwitch(field, set);
    return makeRow(field, set, () => fields.forEach(([, each]) => each.element.dispatchEvent(new Event("shut"))));
  }

  function asUsual() {
    for (const [field] of fields) if (field.key !== "level") delete chosen[opponent][field.key];
    show();
    toGames.focus();
  }

  function show() {
    fault.textContent = "";
    const { board, name, about: line } = game();
    const words = make("span", "words");
    words.append(make("b", "", name), make("span", "", line));
    toGames.replaceChildren(drawSmallBoard(board), words);
    against.show(opponent);
    friends.show(friend);
    friends.element.hidden = opponent !== "friend";
    for (const [field, each] of fields) {
      each.element.hidden = !exists(field);
      each.show(valueOf(field));
    }
    usual.hidden = !fields.some(([field]) => field.key !== "level" && exists(field) && valueOf(field) !== usually(field));
    changed();
  }

  for (const [field, each] of fields) (field.key === "level" ? about : rows).append(each.element);
  about.prepend(friends.element);
  element.append(toGames, against.element, about, rows, usual);
  show();

  return {
    element,
    game,
    /** @param {FormGameView} next */
    chooseGame(next) {
      chosen[opponent].game = next.typed;
      delete chosen[opponent].length;
      show();
    },
    /** Return the label of the button that begins the game. */
    submit() {
      const { submit } = form.opponents.find(({ key }) => key === opponent) ?? form.opponents[0];
      return opponent === "friend" && !friend ? word("web-new-challenge") : submit.replace("{name}", friend?.name ?? "");
    },
    /** Return the line that begins the game and its room; null if a choice is missing, which the form then says. */
    line() {
      const to = form.opponents.find(({ key }) => key === opponent) ?? form.opponents[0];
      if (opponent === "friend" && !friend) {
        fail(word("web-new-friend-missing"));
        friends.focus();
        return null;
      }
      const values = fields.filter(([field]) => exists(field)).map(([field]) => valueOf(field));
      const words = [to.line, opponent === "friend" ? friend?.typed : "", game().typed, ...values];
      return { room: to.room, text: words.filter(Boolean).join(" ") };
    },
    opponent: () => opponent,
    friend: () => friend,
    fail,
    /** Let the row of the chosen game take the focus when the form is shown. @param {boolean} takes */
    focusGame: (takes) => toGames.toggleAttribute("autofocus", takes),
  };

  /**
   * Say why the game cannot begin, under what that is about.
   *
   * @param {string} text
   */
  function fail(text) {
    const clock = fields.find(([field]) => field.key === TYPED);
    const isTyped = clock && exists(clock[0]) && !clock[0].choices.some(({ typed }) => typed === valueOf(clock[0]));
    if (isTyped) clock[1].element.append(fault);
    else (opponent === "friend" ? friends.element : rows).append(fault);
    fault.textContent = text;
    fault.scrollIntoView({ block: "nearest" });
  }
}

/**
 * Return the list of games, each with a small board.
 *
 * @param {FormGameView[]} games
 * @param {FormGameView} chosen
 * @param {(game: FormGameView) => void} choose
 */
export function makeGameList(games, chosen, choose) {
  const list = make("ul", "new-game-list");
  for (const game of games) {
    const button = makeButton("new-game-choice", "", () => choose(game));
    const words = make("span", "words");
    words.append(make("b", "", game.name), make("span", "", game.about));
    button.append(drawSmallBoard(game.board), words);
    if (game === chosen) {
      button.setAttribute("aria-current", "true");
      button.autofocus = true;
    }
    const item = make("li");
    item.append(button);
    list.append(item);
  }
  return list;
}

/**
 * Return radio buttons side by side in one row.
 *
 * @param {string} name
 * @param {string} label
 * @param {FormChoiceView[]} choices
 * @param {(value: string) => void} set
 * @returns {Control}
 */
function makeSegments(name, label, choices, set) {
  const element = make("fieldset", `segments ${name}`);
  element.append(make("legend", "", label));
  const row = make("div", "segments-row");
  const inputs = choices.map((choice) => radio(row, "segment", `new-game-${name}`, choice, set));
  element.append(row);
  return { element, show: (value) => inputs.forEach((input) => (input.checked = input.value === value)) };
}

/**
 * @param {FormFieldView} field
 * @param {(value: string) => void} set
 * @returns {Control}
 */
function makeSwitch({ key, name, choices }, set) {
  const [off, on] = choices.map(({ typed }) => typed);
  const { element, input } = switchElement(`new-game-${key}`, name, (isOn) => set(isOn ? on : off));
  element.classList.add("new-game-row");
  return { element, show: (value) => void (input.checked = value === on) };
}

/**
 * Return a row that shows the chosen value, and opens its choices in place.
 *
 * @param {FormFieldView} field
 * @param {(value: string) => void} set
 * @param {() => void} shutAll closes the choices of all rows.
 * @returns {Control}
 */
function makeRow({ key, name, choices }, set, shutAll) {
  const element = make("div", "new-game-row opens");
  const value = make("span", "value");
  const choiceBox = make("div", "setting-choices");
  choiceBox.id = `new-game-${key}`;
  choiceBox.setAttribute("role", "radiogroup");
  choiceBox.setAttribute("aria-label", name);
  const open = (/** @type {boolean} */ isOpen) => {
    choiceBox.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
  };
  const button = makeButton("new-game-open", "", () => {
    const isOpening = choiceBox.hidden;
    shutAll();
    open(isOpening);
    if (isOpening) element.scrollIntoView({ block: "nearest" });
  });
  button.setAttribute("aria-controls", choiceBox.id);
  button.append(make("span", "name", name), value);
  element.addEventListener("shut", () => open(false));
  const inputs = choices.map((choice) => radio(choiceBox, "setting-choice", `new-game-${key}`, choice, set));
  const own = key === TYPED ? makeOwn(choiceBox, `new-game-${key}`, set) : null;
  element.append(button, choiceBox);
  open(false);
  return {
    element,
    show(chosen) {
      inputs.forEach((input) => (input.checked = input.value === chosen));
      const known = choices.find(({ typed }) => typed === chosen);
      own?.show(known ? "" : chosen);
      value.textContent = known ? known.label : chosen;
    },
  };
}

/**
 * Add a choice whose value is typed.
 *
 * @param {HTMLElement} choiceBox
 * @param {string} name
 * @param {(value: string) => void} set
 */
function makeOwn(choiceBox, name, set) {
  const field = make("input", "new-game-own");
  field.hidden = true;
  field.maxLength = 30;
  field.autocapitalize = "off";
  field.placeholder = word("web-new-own-clock");
  field.setAttribute("aria-label", word("web-new-own-clock"));
  const choice = radio(choiceBox, "setting-choice", name, { typed: "", label: word("web-new-own") }, () => {
    field.hidden = false;
    field.focus();
  });
  choice.value = "own";
  field.addEventListener("input", () => set(field.value.trim()));
  choiceBox.append(field);
  return {
    /** @param {string} typed */
    show(typed) {
      const isOwn = typed !== "" || document.activeElement === field;
      if (isOwn) choice.checked = true;
      field.hidden = !isOwn;
      if (document.activeElement !== field) field.value = typed;
    },
  };
}

/**
 * @param {HTMLElement} parent
 * @param {string} className
 * @param {string} name
 * @param {FormChoiceView} choice
 * @param {(value: string) => void} set
 */
function radio(parent, className, name, { typed, label }, set) {
  const element = make("label", className);
  const input = make("input");
  input.type = "radio";
  input.name = name;
  input.value = typed;
  input.addEventListener("change", () => set(typed));
  element.append(input, make("span", "", label));
  parent.append(element);
  return input;
}

/**
 * @param {FormFriendView[]} suggested
 * @param {(beginning: string, found: (friends: FormFriendView[]) => void) => void} find
 * @param {(friend: FormFriendView | null) => void} set
 */
function makeFriendField(suggested, find, set) {
  const element = make("div", "new-game-friend");
  const input = make("input");
  input.autocomplete = "off";
  input.maxLength = 60;
  input.placeholder = word("web-new-friend");
  input.setAttribute("aria-label", word("web-new-friend"));
  const taken = make("div", "new-game-taken");
  const name = make("bdi");
  const drop = makeButton("close", "", () => {
    set(null);
    input.focus();
  });
  drop.setAttribute("aria-label", word("web-new-friend-drop"));
  taken.append(name, drop);
  const chips = make("div", "new-game-friends");
  chips.setAttribute("role", "group");
  chips.setAttribute("aria-label", word("web-new-friends"));
  const none = make("p", "note");
  none.setAttribute("role", "status");
  element.append(input, taken, chips, none);
  let timer = 0;

  /** @type {FormFriendView | null} */
  let chosen = null;

  /** @param {FormFriendView[]} [friends] */
  function offer(friends = suggested.filter(({ typed }) => typed !== chosen?.typed).slice(0, SUGGESTED)) {
    chips.replaceChildren(
      ...friends.map((friend) => {
        const chip = makeButton("button", "", () => {
          input.value = "";
          none.textContent = "";
          set(friend);
          drop.focus();
        });
        chip.append(make("bdi", "", friend.name));
        return chip;
      }),
    );
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    const beginning = input.value.trim();
    if (beginning.length < FROM) {
      none.textContent = "";
      offer();
      return;
    }
    timer = setTimeout(() => {
      find(beginning, (friends) => {
        if (input.value.trim() !== beginning) return;
        offer(friends);
        none.textContent = friends.length ? "" : word("web-new-nobody");
      });
    }, REST);
  });
  return {
    element,
    focus: () => input.focus(),
    /** @param {FormFriendView | null} friend */
    show(friend) {
      chosen = friend;
      if (friend || input.value.trim().length < FROM) offer();
      input.hidden = friend !== null;
      taken.hidden = friend === null;
      name.textContent = friend?.name ?? "";
    },
  };
}
