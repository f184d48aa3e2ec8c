"""Personal: a shared chat's boards and challenges as one person sees them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.sessions import ChallengeState, ChallengeView, DisplayPreferences, GameView, LoadedGame, OpenGame
from bot.talk.input.payloads import button_data
from bot.talk.reply import Reply, Rows
from bot.talk.views.board import board, without_blocked_offers
from bot.talk.views.board_notes import board_notes
from bot.talk.views.cards import card

_SPECTATOR_COMMANDS = {"replay", "analyse", "record"}
"""Commands of a finished game's buttons that spectators may use."""


@dataclass(frozen=True, slots=True)
class BoardLook:
    """A person's choices for how a board is drawn.

    Args:
        side: the side at the bottom of the picture, `w` or `b`.
        theme: the name of the colour theme.
        layout: `full` or `compact`.
    """

    side: str
    theme: str
    layout: str


def own_look(game: OpenGame, display: DisplayPreferences) -> BoardLook:
    """Return how the reader of `display` sees a game's boards.

    A player of the game has their own side at the bottom, another reader the side that they chose.
    """
    side = {game.white: "w", game.black: "b"}.get(display.reader or 0, display.seat)
    return BoardLook(side, display.theme, display.layout)


def own_board(view: GameView, display: DisplayPreferences, chat: int, since: int) -> Reply:
    """Return a game's board in a shared chat for one person: from their side, with buttons they may press.

    A person who does not play in it gets buttons only after the game: replay, analysis and record.

    Args:
        view: the game as the chat shows it.
        display: the person's display preferences, with the person's id as the reader.
        chat: the shared chat.
        since: the version up to which earlier messages of the chat reported events.
    """
    reader = display.reader
    seat = None if reader is None else view.game.side_of(reader)
    if seat is not None:
        display = replace(display, side=seat.value)
    game, events = without_blocked_offers(view.game, view.events, display)
    draft = game.shows_draft(chat, None)
    shown = board(
        game,
        events,
        display,
        since=since,
        draft=draft,
        notes=board_notes(view, display),
        now=view.now,
        waiting=view.waiting,
        analysis=view.analysis,
    )
    if seat is not None:
        return replace(shown, buttons=_with_turn_in_menu(shown.buttons, game))
    return replace(shown, buttons=_only_commands(shown.buttons, _SPECTATOR_COMMANDS) if game.is_over else ())


def own_card(view: ChallengeView, display: DisplayPreferences, *, leads_elsewhere: bool = False) -> Reply:
    """Return a challenge's message for the reader of `display`, with buttons only if they may press one.

    No player is mentioned.

    Args:
        leads_elsewhere: as in `card`.
    """
    shown = card(replace(view, display=display), {}, leads_elsewhere=leads_elsewhere)
    return shown if _may_press(view, display.reader) else replace(shown, buttons=())


def _may_press(view: ChallengeView, reader: int | None) -> bool:
    """True if a person (by id) can confirm, answer or cancel a challenge."""
    if view.challenge.state is ChallengeState.TAKEN:
        confirms = view.taker if view.is_takers else view.challenger
        return confirms is not None and reader == confirms.id
    return view.opponent is None or reader in (view.challenger.id, view.opponent.id)


def _with_turn_in_menu(rows: Rows, game: LoadedGame) -> Rows:
    """Return the buttons with the turn in the menu button's data.

    The menu may be the only button, and `is_same_step` needs one that identifies the turn.
    """
    menu, with_turn = button_data(f"/menu {game.id}"), button_data(f"/menu {game.id}", game.turns)
    return tuple(
        tuple(replace(button, data=with_turn) if button.data == menu else button for button in row)
        for row in rows
    )


def _only_commands(rows: Rows, commands: set[str]) -> Rows:
    """Return the rows with only those buttons that run one of the commands, without empty rows."""
    kept = (
        tuple(
            button
            for button in row
            if button.data.partition(":")[2].removeprefix("/").partition(" ")[0] in commands
        )
        for row in rows
    )
    return tuple(row for row in kept if row)
