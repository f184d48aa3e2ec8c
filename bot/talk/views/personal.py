"""Personal: what the messages of a shared chat show each person."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.sessions import ChallengeState, ChallengeView, DisplayPreferences, GameView, LoadedGame, OpenGame
from bot.talk.input.payloads import button_data
from bot.talk.reply import Reply, Rows
from bot.talk.views.board import board, without_blocked_offers
from bot.talk.views.board_notes import board_notes
from bot.talk.views.cards import card

_FOR_ALL = {"replay", "analyse", "record"}
"""What anybody may do below the board of a game that is over."""


@dataclass(frozen=True, slots=True)
class BoardLook:
    """How one person sees a board that is drawn already.

    Args:
        side: who sits below, `w` or `b`.
    """

    side: str
    theme: str
    layout: str


def own_look(game: OpenGame, display: DisplayPreferences) -> BoardLook:
    """Return how one person sees the boards of a game, with him as the reader: from his side, if he plays."""
    side = {game.white: "w", game.black: "b"}.get(display.reader or 0, display.seat)
    return BoardLook(side, display.theme, display.layout)


def own_board(view: GameView, display: DisplayPreferences, chat: int, since: int) -> Reply:
    """Return the board of a game as one person sees it: from his side, with what he may press.

    Args:
        view: the game, as the chat shows it.
        display: how the person is shown things, with him as the reader.
        chat: the chat, which is a shared one.
        since: the version up to which earlier messages of the chat reported.
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
    )
    if seat is not None:
        return replace(shown, buttons=_with_turn(shown.buttons, game))
    return replace(shown, buttons=_of_commands(shown.buttons, _FOR_ALL) if game.is_over else ())


def own_card(view: ChallengeView, display: DisplayPreferences, *, leads_elsewhere: bool = False) -> Reply:
    """Return the card of a challenge as one person sees it: with what he may press."""
    shown = card(replace(view, display=display), {}, leads_elsewhere=leads_elsewhere)
    return shown if _is_asked(view, display.reader) else replace(shown, buttons=())


def _is_asked(view: ChallengeView, reader: int | None) -> bool:
    """True if a challenge waits for a person: for who is to confirm it, is named in it, or for anyone."""
    if view.challenge.state is ChallengeState.TAKEN:
        confirms = view.taker if view.is_takers else view.challenger
        return confirms is not None and reader == confirms.id
    return view.opponent is None or reader in (view.challenger.id, view.opponent.id)


def _with_turn(rows: Rows, game: LoadedGame) -> Rows:
    """Return buttons of which the one that opens the menu tells the turn, too: no other may be there."""
    menu, with_turn = button_data(f"/menu {game.id}"), button_data(f"/menu {game.id}", game.turns)
    return tuple(
        tuple(replace(button, data=with_turn) if button.data == menu else button for button in row)
        for row in rows
    )


def _of_commands(rows: Rows, commands: set[str]) -> Rows:
    kept = (
        tuple(
            button
            for button in row
            if button.data.partition(":")[2].removeprefix("/").partition(" ")[0] in commands
        )
        for row in rows
    )
    return tuple(row for row in kept if row)
