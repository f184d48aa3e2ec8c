"""Lobby frames: what the page is told of games and challenges among which a person chooses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.chats.web.table_frames import ClockView, TableButton
from bot.talk.views.lobby import RoomName


@dataclass(frozen=True, slots=True)
class SmallBoardView:
    """Where the checkers of a game stand.

    Args:
        side: who sits below, `w` or `b`.
        theme: the theme.
        white: White's checkers, by place: 0 is off, 25 the bar.
        black: the same of Black.
        mover: whose dice lie there, if anybody is to move.
        dice: the two dice; none, before they are rolled.
    """

    side: str
    theme: str
    white: tuple[int, ...]
    black: tuple[int, ...]
    mover: str | None
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LobbyGameView:
    """A game that the person plays, or may look at.

    Args:
        game: its id.
        room: in which room it opens.
        players: who play it.
        rules: what is played.
        says: whose turn it is, or what comes next.
        clock: the time of who is to act, if the game has a clock.
        board: the board.
        waits: whether it waits for the person.
        press: what a press sends that begins the next game of its match; empty, where the game itself opens.
    """

    game: str
    room: RoomName
    players: str
    rules: str
    says: str
    clock: ClockView | None
    board: SmallBoardView
    waits: bool
    press: str


@dataclass(frozen=True, slots=True)
class InvitationView:
    """A challenge that the person may answer, or withdraw.

    Args:
        challenge: its id.
        room: in which room it is answered.
        says: who asks whom.
        rules: what is to be played.
        buttons: what the person may press.
    """

    challenge: str
    room: RoomName
    says: str
    rules: str
    buttons: tuple[TableButton, ...]


@dataclass(frozen=True, slots=True)
class Lobby:
    """What the person may play, answer or look at.

    Args:
        games: the person's games, the one that needs him most first.
        invitations: what waits for an answer.
        others: what others play.
    """

    kind: ClassVar[str] = "lobby"
    games: tuple[LobbyGameView, ...]
    invitations: tuple[InvitationView, ...]
    others: tuple[LobbyGameView, ...]
