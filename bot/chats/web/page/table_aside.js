// Table aside: who must do what, what happened last, and the buttons of the game.

import { make, makeButton } from "./dom.js";
import { word } from "./words.js";

/** @import { ButtonView } from "./frames.js" */
/** @import { TableState } from "./table_state.js" */

/**
 * @param {TableState} state
 * @param {object} actions
 * @param {() => void} actions.undo
 * @param {() => void} actions.end
 * @param {(button: ButtonView) => void} actions.press
 * @param {() => void} actions.next goes to the next game that waits for the person.
 * @param {() => void} actions.leaveFocus moves the focus if the focused element is removed.
 */
export function makeAside(state, { undo, end, press, next, leaveFocus }) {
  const element = make("div", "aside");
  const title = make("h2", "table-title");
  const says = make("p", "says");
  says.setAttribute("role", "status");
  const news = make("p", "news");
  const acts = make("div", "acts");
  const takeBack = makeButton("button undo", word("web-table-undo"), undo);
  const done = makeButton("button primary done", word("web-table-done"), end);
  const toNext = makeButton("button next-game", "", next);
  toNext.hidden = true;
  let offered = "";
  element.append(title, says, news, acts);

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
    if (state.pending === 0) for (const waiting of acts.querySelectorAll(".waiting")) waiting.classList.remove("waiting");
    // Buttons that did not change are not rebuilt, because one of them may be pressed at this moment.
    const wanted = JSON.stringify(view.buttons);
    if (wanted === offered) return;
    offered = wanted;
    const hadFocus = acts.contains(document.activeElement);
    const buttons = view.buttons.map((offer) => {
      const button = makeButton(`button ${offer.style}`, offer.label, () => {
        button.classList.add("waiting");
        press(offer);
      });
      button.dataset.data = offer.data;
      return button;
    });
    acts.replaceChildren(takeBack, done, ...buttons, toNext);
    if (hadFocus && !acts.contains(document.activeElement)) leaveFocus();
  }

  return {
    element,
    say,
    hasNext: () => !toNext.hidden,
    /**
     * Show how many other games wait for the person.
     *
     * @param {number} count
     */
    showNext(count) {
      toNext.hidden = count === 0;
      toNext.replaceChildren(make("span", "", word("web-table-next")), make("b", "badge", String(count)));
      toNext.setAttribute("aria-label", word("web-table-next-waiting", { count }));
    },
    show() {
      const { view, turn } = state;
      if (!view || !turn) return;
      title.textContent = view.title;
      say(!turn.isMine() ? view.says : word(turn.isComplete() ? "web-table-complete" : "web-table-your-turn"));
      news.textContent = view.news;
      showButtons();
    },
  };
}
