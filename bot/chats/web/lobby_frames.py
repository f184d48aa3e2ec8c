"""Lobby frames: what the page is told of games among which a person chooses."""

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
class ShowLobby:
    """The person wants to see his games."""

    kind: ClassVar[str] = "lobby"


@dataclass(frozen=True, slots=True)
class Lobby:
    """The person's games, the one that needs him most first."""

    kind: ClassVar[str] = "lobby"
    games: tuple[LobbyGameView, ...]
