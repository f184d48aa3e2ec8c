"""App frames: what the page of the Mini App and the table send each other beside what every page does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class LobbyGameView:
    """One of the person's games.

    Args:
        game: its id.
        players: who play it.
        rules: what is played.
        says: whose turn it is, or what comes next.
        time: how much time is left, if the game has a clock.
        waits: whether it waits for the person.
        press: what a press sends that begins the next game of its match; empty, where the game itself opens.
    """

    game: str
    players: str
    rules: str
    says: str
    time: str
    waits: bool
    press: str


@dataclass(frozen=True, slots=True)
class OpenApp:
    """The Mini App introduces itself.

    Args:
        data: the `initData` of Telegram, which says who opened it.
        language: the language of the page; empty, if it is no language tag.
        zone: the time zone of the browser; empty, if it says none.
    """

    kind: ClassVar[str] = "open app"
    data: str
    language: str
    zone: str


@dataclass(frozen=True, slots=True)
class ShowLobby:
    """The person wants to see his games."""

    kind: ClassVar[str] = "lobby"


@dataclass(frozen=True, slots=True)
class PageWords:
    """The texts of the page in the language in which the person is answered, before the welcome.

    Args:
        language: the language.
        words: the texts by their ids.
        start: what the link carried by which the app was opened; empty, if nothing.
    """

    kind: ClassVar[str] = "words"
    language: str
    words: dict[str, str]
    start: str


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """It is not known who opened the app, and what to do; the connection is closed after it."""

    kind: ClassVar[str] = "turned away"
    text: str


@dataclass(frozen=True, slots=True)
class Lobby:
    """The person's games, the one that needs him most first."""

    kind: ClassVar[str] = "lobby"
    games: tuple[LobbyGameView, ...]
