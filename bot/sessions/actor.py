"""Actor: who does something, where, and the key by which it is applied once."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something, where, and by which press, update or request.

    Args:
        player: the player's id.
        idempotency_key: the same for every delivery of the same press, update or request.
        chat: the chat where it was done; none for the program.
        on_board: whether it was done on a board of its own, so that the chat need not show the game for it.
        account: the account by which the player was met, as its platform and key; none for the program.
        opens_threads: whether each game that begins in the chat gets a thread.
    """

    player: int
    idempotency_key: str
    chat: int | None = None
    on_board: bool = False
    account: tuple[str, str] | None = None
    opens_threads: bool = False
