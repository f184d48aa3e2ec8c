"""Actor: who does something, where, and by which event."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something, where, and the id of the very happening.

    Args:
        player: the player's id.
        event: the same for every delivery of the same press, update or request.
        chat: the chat where it was done; none for the program.
    """

    player: int
    event: str
    chat: int | None = None
