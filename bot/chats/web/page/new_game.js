// New game: the sheet in which a game is agreed on by touch, up to the board that opens when it begins.

import { make, makeButton } from "./dom.js";
import { newId } from "./ids.js";
import { makeLinkPanel } from "./link_panel.js";
import { makeGameList, makeNewGameForm } from "./new_game_form.js";
import { openSheet } from "./sheet.js";
import { drawSmallBoard } from "./small_board.js";
import { makeTableTheme } from "./table_theme.js";
import { plain } from "./text.js";
import { word } from "./words.js";

/** @import { ButtonView, FormFriendView, FriendsView, InvitationView, LobbyView, NewGameView, ReplyView, RoomName } from "./frames.js" */
/** @import { ShareBy } from "./link_panel.js" */
/** @import { Qr } from "./qr.js" */
/** @import { Sheet } from "./sheet.js" */

/** Milliseconds after which a button that is not answered yet shows so. */
const SLOW = 300;
/** Milliseconds between two looks for the game that is to begin. */
const LOOK_EVERY = 3000;
const ADDRESS = "#new";

/**
 * What begins next: the challenge that the person made, once it is known, or any game that is not known yet.
 *
 * @typedef {{ known: Set<string>, challenge: string, isSeen: boolean, title: string }} Awaited
 */

/**
 * @param {object} page
 * @param {() => void} page.ask requests the form.
 * @param {() => void} page.askLobby requests the lobby.
 * @param {(id: string, beginning: string) => void} page.findFriends requests the friends whose names begin so.
 * @param {(room: RoomName, line: string, done: (replies: ReplyView[]) => void) => void} page.say
 * @param {(room: RoomName, data: string, done: (replies: ReplyView[]) => void) => void} page.press
 * @param {(room: RoomName, game: string) => void} page.open opens a game's board.
 * @param {(go: () => void, refused: (replies: ReplyView[]) => void) => void} [page.asPlayer] goes on as soon as the
 *   person has an account.
 * @param {(start: string) => string} page.addressOf returns the link of an invitation.
 * @param {Qr} page.qr
 * @param {ShareBy} [page.share] passes a link on in another way than the browser's.
 */
export function makeNewGame({ ask, askLobby, findFriends, say, press, open, asPlayer = (go) => go(), addressOf, qr, share }) {
  /** @type {Sheet | null} */
  let sheet = null;
  /** The opponent with which the form was asked to begin; null while no form is awaited. @type {string | null} */
  let preset = null;
  /** @type {LobbyView | null} */
  let lobby = null;
  /** @type {Awaited | null} */
  let awaited = null;
  /** @type {{ id: string, found: (friends: FormFriendView[]) => void } | null} */
  let search = null;
  let looking = 0;

  /** @param {string} [opponent] the opponent that is chosen at first; by default the last one. */
  function openNewGame(opponent = "") {
    if (sheet?.isOpen()) return;
    preset = opponent;
    const content = make("p", "note", word("web-new-waits-form"));
    sheet = openSheet({
      title: word("web-new-title"),
      content,
      onClose() {
        awaited = preset = null;
        clearInterval(looking);
      },
    });
    sheet.element.classList.add("tall");
    ask();
  }

  /** @param {NewGameView} given */
  function showForm(given) {
    if (!sheet || preset === null) return;
    const asked = preset === "friend" && given.friends.length === 0 ? "link" : preset;
    const opponent = given.opponents.some(({ key }) => key === asked) ? asked : given.opponent;
    preset = null;
    makeTableTheme(sheet.element).show(given.games[0].board.theme);
    const submit = makeButton("button primary", "", begin);
    const form = makeNewGameForm(
      { ...given, opponent },
      {
        find(beginning, found) {
          search = { id: newId(), found };
          findFriends(search.id, beginning);
        },
        listGames() {
          const list = makeGameList(given.games, form.game(), (game) => {
            form.chooseGame(game);
            back();
          });
          sheet?.show({ title: word("web-new-which"), content: list, back });
        },
        changed: () => queueMicrotask(() => (submit.textContent = form.submit())),
      },
    );

    function showIt() {
      sheet?.show({ title: word("web-new-title"), content: form.element, foot: submit });
    }

    function back() {
      form.focusGame(true);
      showIt();
      form.focusGame(false);
    }

    function begin() {
      const line = form.line();
      if (!line || submit.ariaBusy === "true") return;
      submit.ariaBusy = "true";
      const slow = setTimeout(() => submit.classList.add("spins"), SLOW);
      const known = new Set([...(lobby?.games ?? []).map(({ game }) => game), ...(lobby?.invitations ?? []).map(({ challenge }) => challenge)]);
      asPlayer(() => say(line.room, line.text, answered), answered);

      /** @param {ReplyView[]} replies */
      function answered([reply]) {
        clearTimeout(slow);
        submit.classList.remove("spins");
        submit.ariaBusy = null;
        if (!sheet?.isOpen()) return;
        if (reply && !reply.invitation) {
          form.fail(plain(reply.text));
          return;
        }
        const name = form.friend()?.name ?? "";
        awaited = {
          known,
          challenge: reply?.invitation?.challenge ?? "",
          isSeen: false,
          title: form.opponent() === "friend" ? word("web-new-asked", { name }) : word("web-new-offered"),
        };
        looking = setInterval(askLobby, LOOK_EVERY);
        askLobby();
        if (reply?.invitation) showLink(reply.invitation, form.game().board, showIt);
      }
    }

    showIt();
  }

  /**
   * @param {InvitationView} invitation
   * @param {NewGameView["games"][number]["board"]} board
   * @param {() => void} showAgain shows the form again.
   */
  function showLink({ challenge, start, address, text, terms, notes }, board, showAgain) {
    const content = make("div", "share");
    const look = make("div", "link-look");
    const words = make("div", "words");
    words.append(make("b", "", terms), make("span", "", notes));
    const cancel = (/** @type {() => void} */ then) =>
      press("me", `:/cancel ${challenge}`, ([reply]) => {
        if (reply) fault.textContent = plain(reply.text);
        else then();
      });
    const change = makeButton("button", word("web-new-change"), () =>
      cancel(() => {
        stopWaiting();
        showAgain();
      }),
    );
    look.append(drawSmallBoard(board), words, change);
    const panel = makeLinkPanel({ address: address || addressOf(start), text, qr, ...(share && { share }) });
    content.append(look, panel.element, make("p", "note", word("web-new-link-note")));
    const foot = make("div", "sheet-acts");
    const fault = make("p", "fault");
    fault.setAttribute("role", "alert");
    const end = makeButton("button quiet-danger", word("web-new-cancel"), () => cancel(() => sheet?.close()));
    foot.append(fault, panel.button, end);
    sheet?.show({ title: word("web-new-send"), content, foot });
  }

  /**
   * Show what the person waits for, with the buttons that the lobby has for it.
   *
   * @param {string} title
   * @param {RoomName} room
   * @param {ButtonView[]} buttons
   */
  function showWaiting(title, room, buttons) {
    const foot = make("div", "sheet-acts");
    const fault = make("p", "fault");
    fault.setAttribute("role", "alert");
    foot.append(
      fault,
      ...buttons.map(({ label, data, style }) =>
        makeButton(`button ${style === "primary" ? style : "quiet-danger"}`, label, () =>
          press(room, data, ([reply]) => {
            if (reply) fault.textContent = plain(reply.text);
            else if (/:\/cancel /.test(data)) sheet?.close();
            else askLobby();
          }),
        ),
      ),
    );
    sheet?.show({ title, content: make("p", "", word("web-new-waits")), foot });
  }

  function stopWaiting() {
    awaited = null;
    clearInterval(looking);
  }

  /** Follow what becomes of the game that the person waits for. @param {LobbyView} frame */
  function follow(frame) {
    if (!awaited || !sheet?.isOpen()) return;
    const { known, challenge } = awaited;
    const begun = frame.games.find(({ game, press: begins }) => !begins && (challenge ? game === challenge : !known.has(game)));
    if (begun) {
      stopWaiting();
      sheet.close();
      open(begun.room, begun.game);
      return;
    }
    const isOwn = (/** @type {ButtonView} */ { data }) => /:\/cancel /.test(data);
    const waiting = frame.invitations.find((each) => (challenge ? each.challenge === challenge : !known.has(each.challenge) && each.buttons.some(isOwn)));
    if (!waiting) {
      if (!awaited.isSeen) return;
      stopWaiting();
      sheet.show({ title: word("web-new-title"), content: make("p", "", word("web-new-gone")) });
      return;
    }
    awaited.isSeen = true;
    if (!challenge) {
      awaited.challenge = waiting.challenge;
      showWaiting(awaited.title, waiting.room, waiting.buttons);
    } else if (!waiting.buttons.some(isOwn) && awaited.title !== waiting.says) {
      // A player on another platform has accepted, and the person begins the game.
      awaited.title = waiting.says;
      showWaiting(waiting.says, waiting.room, waiting.buttons);
    }
  }

  return {
    open: openNewGame,
    /** Request the form again if it has not come, because the server can be reached again. */
    again: () => preset !== null && ask(),
    /** Open the sheet if the page's address asks for it, and take that out of the address. */
    followAddress() {
      if (location.hash !== ADDRESS) return;
      history.replaceState(history.state, "", location.pathname + location.search);
      openNewGame();
    },
    /** @param {NewGameView} frame */
    show: showForm,
    /** @param {FriendsView} frame */
    found({ id, friends }) {
      if (search?.id === id) search.found(friends);
    },
    /** @param {LobbyView} frame */
    lobby(frame) {
      lobby = frame;
      follow(frame);
    },
  };
}
