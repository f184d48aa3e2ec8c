"""Enqueue: what an action lets chats show anew, and whom it lets be notified.

Notify only a person who is newly required to act and did not cause it; everything else is an edit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules import Side
from storage import notifications, outbox

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.sessions.actor import Actor
    from bot.sessions.mapping import LoadedGame


@dataclass(frozen=True, slots=True)
class _Notification:
    """Who is notified, why, in which chat and by which post there."""

    player: int
    cause: str
    chat: int
    post: int


async def enqueue(
    connection: AsyncConnection,
    before: LoadedGame,
    after: LoadedGame,
    actor: Actor,
    posts: Mapping[int, int],
    *,
    hears_offers: bool = True,
) -> None:
    """Raise what chats should show after an action, and whom it notifies.

    This is the first half of the outbox: it is written in the transaction of the action itself, so that
    either both happened or neither. Nothing is sent here. The sender finds what was raised by a query, after
    the commit or after a restart.

    Args:
        connection: the action's transaction.
        before: the game that it was applied to.
        after: the game as it leaves it, with what happened.
        actor: who did it, and where.
        posts: by the chats that show the game, the ids of their posts.
        hears_offers: whether the one who is asked by an offer reads what the other one offers.
    """
    row, was = after.row, before.row
    causes: dict[int, str] = {}
    if row.outcome is not None:
        causes = dict.fromkeys((row.white, row.black), f"over:{row.id}")
    elif row.to_act is not None and row.turns != was.turns:
        causes[row.to_act] = _turn(after)
    elif row.to_act is not None and row.to_act != was.to_act:
        causes[row.to_act] = f"double:{row.id}:{row.version}"
    notified = [*causes.items()]
    if row.offer is not None and row.offer != was.offer and hears_offers:
        asked = row.black if row.offer_by == row.white else row.white
        notified.append((asked, f"offer:{row.id}:{row.version}"))
    told = await _addressed(connection, after, actor, notified, posts)
    # A half-made turn is seen in the chat where it is made, and changes nothing elsewhere.
    drafted = [chat for chat in (actor.chat, row.draft_chat, was.draft_chat) if chat is not None]
    fresh = None if row.outcome is not None else [each.chat for each in told]
    chats = None if after.events else drafted
    await outbox.enqueue(connection, "game", row.id, row.version, fresh=fresh, chats=chats)
    await _notify(connection, after, told)


async def notify_next(
    connection: AsyncConnection, game: LoadedGame, actor: Actor, posts: Mapping[int, int]
) -> None:
    """Notify the player who must act in a game that has just begun, unless the player began it.

    Its posts are new: they need not be raised.
    """
    if game.row.to_act is None:
        return
    wanted = [(game.row.to_act, _turn(game))]
    await _notify(connection, game, await _addressed(connection, game, actor, wanted, posts))


def _turn(game: LoadedGame) -> str:
    """The cause of a notification that it is somebody's turn: the same, however often it is raised."""
    return f"turn:{game.id}:{game.row.turns}"


async def _addressed(
    connection: AsyncConnection,
    game: LoadedGame,
    actor: Actor,
    wanted: Iterable[tuple[int, str]],
    posts: Mapping[int, int],
) -> list[_Notification]:
    """Return which of some players, with the causes, are notified, and where: where each is told of the game.

    Who has caused it himself knows it, the computer player reads no messages, and who is told nowhere cannot
    be notified. Where the chat does not show the game yet, it does from now on.
    """
    row = game.row
    found = []
    for player, cause in wanted:
        is_white = player == row.white
        chat = row.white_chat if is_white else row.black_chat
        who = game.player(Side.WHITE if is_white else Side.BLACK)
        if player == actor.player or who.computer_player is not None or chat is None:
            continue
        post = posts.get(chat)
        if post is None:
            post = await outbox.add_post(connection, "game", row.id, chat, row.version)
        found.append(_Notification(player, cause, chat, post))
    return found


async def _notify(connection: AsyncConnection, game: LoadedGame, raised: Iterable[_Notification]) -> None:
    for each in raised:
        await notifications.notify(
            connection, each.player, each.cause, each.post, game.row.version, game.row.changed
        )
