// Table aside: the zone of fixed height beside the board: who must do what, what happened last, and the game's buttons.

import { arrange, make, makeButton } from "./dom.js";
import { word } from "./words.js";

/** @import { ButtonView } from "./frames.js" */
/** @import { TableState } from "./table_state.js" */

/** A window in which the news are a single line. */
const LOW = "(max-height: 37.49em)";

/**
 * @param {TableState} state
 * @param {object} actions
 * @param {() => void} actions.undo
 * @param {() => void} actions.end
 * @param {(button: ButtonView) => void} actions.press
 * @param {(text: string) => void} actions.tell shows a text for which the zone has too little room.
 * @param {() => void} actions.leaveFocus moves the focus if the focused element is removed.
 * @param {HTMLElement} menu the button of the menu, which is always the last one
 * @param {HTMLElement} answer the button that asks again for an answer to an offer
 */
export function makeAside(state, { undo, end, press, tell, leaveFocus }, menu, answer) {
  const element = make("div", "aside");
  const title = make("h2", "table-title");
  const told = make("div", "told");
  const lines = make("div", "lines");
  const says = make("p", "says");
  says.setAttribute("role", "status");
  const news = make("p", "news");
  const acts = make("div", "acts");
  const withdraw = makeButton("button withdraw", "", () => {
    withdraw.classList.add("waiting");
    if (state.view?.withdraw) press(state.view.withdraw);
  });
  const takeBack = makeButton("button undo", word("web-table-undo"), undo);
  const done = makeButton("button primary done", word("web-table-done"), end);
  const isLow = matchMedia(LOW);
  let offered = "";
  /** @type {HTMLElement | null} */
  let panel = null;
  /** The element that had the focus before the panel was shown. @type {Element | null} */
  let before = null;
  lines.append(says, news);
  told.append(lines);
  acts.append(takeBack, done, menu);
  element.append(title, told, acts);
  placeOffer();
  isLow.addEventListener("change", placeOffer);

  /** Put the buttons of a pending offer into the news; in a low window, whose news is one line, beside the others. */
  function placeOffer() {
    if (isLow.matches) menu.before(withdraw, answer);
    else told.append(withdraw, answer);
  }

  lines.addEventListener("click", () => {
    if (lines.scrollHeight > lines.clientHeight + 1 || says.scrollWidth > says.clientWidth) tell([says.textContent, news.textContent].filter(Boolean).join("\n"));
  });

  /** @param {string} text */
  function say(text) {
    // A text that is set again would be read out again, although it is the same.
    if (says.textContent !== text) says.textContent = text;
  }

  function showButtons() {
    const { view, turn, isEnding } = state;
    if (!view || !turn) return;
    takeBack.hidden = done.hidden = !turn.isMine();
    takeBack.disabled = !turn.canUndo() || isEnding;
    done.disabled = !turn.isComplete() || isEnding;
    withdraw.hidden = view.withdraw === null;
    withdraw.textContent = view.withdraw?.label ?? "";
    if (state.pending === 0) for (const waiting of element.querySelectorAll(".button.waiting")) waiting.classList.remove("waiting");
    const wanted = JSON.stringify(view.buttons);
    if (wanted === offered) return;
    offered = wanted;
    const hadFocus = acts.contains(document.activeElement);
    const shown = [...acts.querySelectorAll("button")];
    const buttons = view.buttons.map((offer) => {
      const same = shown.find((each) => each.dataset.data === offer.data && each.textContent === offer.label && each.classList.contains(offer.style));
      if (same) return same;
      const button = makeButton(`button ${offer.style}`, offer.label, () => {
        button.classList.add("waiting");
        press(offer);
      });
      button.dataset.data = offer.data;
      return button;
    });
    arrange(acts, [takeBack, done, ...buttons, ...(isLow.matches ? [withdraw, answer] : []), menu]);
    if (hadFocus && !acts.contains(document.activeElement)) leaveFocus();
  }

  /**
   * Show a panel in place of the news and the buttons, without a change of height; null removes it.
   *
   * A panel of the class `whole` takes the whole column where there is one beside the board.
   *
   * @param {HTMLElement | null} wanted
   */
  function showPanel(wanted) {
    if (wanted === panel) return;
    const hadFocus = element.contains(document.activeElement);
    if (panel === null) before = hadFocus ? document.activeElement : null;
    panel?.remove();
    panel = wanted;
    panel?.classList.add("zone-panel");
    element.classList.toggle("panelled", panel !== null);
    if (panel) element.append(panel);
    else if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    else if (hadFocus) leaveFocus();
  }

  return {
    element,
    acts,
    say,
    show: showPanel,
    /** The panel that is shown, or null. */
    shown: () => panel,
    /** Show what the state says. */
    draw() {
      const { view, turn } = state;
      if (!view || !turn) return;
      title.textContent = view.title;
      const mine = word(turn.isComplete() ? "web-table-complete" : "web-table-your-turn");
      say(turn.isMine() ? [view.asked, mine].filter(Boolean).join("\n") : view.says);
      if (news.textContent !== view.news) news.textContent = view.news;
      showButtons();
    },
  };
}
