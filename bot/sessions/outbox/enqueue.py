"""Enqueue: what an action lets chats show anew, and whom it lets be notified.

Notify only a person who is newly required to act and did not cause it; everything else is an edit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.rules import Side
from bot.sessions.loaded_game import LoadedGame
from bot.sessions.onlookers import ABSENCE, Onlookers
from bot.sessions.reminders import reminder_key
from bot.sessions.values import Actor
from storage import clocks, notifications, outbox
from storage.rows import NotificationRow

_TURN = "turn:"
_OVER = "over:"
_GIVEN = "given:"
PLAYER_LEFT: Final = "left"
"""The kind of the alarms by which those who looked on are called after all: a player, and the cause."""
REPEATED_CALL: Final = "unheard"
"""The kind of the alarms that call a player again who may not have heard a call: a player, and the cause."""
REPEAT_AFTER: Final = timedelta(minutes=10)
"""How long a player who may not have heard a call has to act before being called again."""
_AGAIN = "again:"
_TO_ACT = frozenset({"turn", "double", "took", "resume", "offer", "time", "challenge", "taken", "reminder"})
"""What the causes of notifications begin with that want the player to act."""


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
    sees_offers: bool = True,
    onlookers: Onlookers | None = None,
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
        sees_offers: True if the one who is asked by an offer reads what the other one offers.
        onlookers: who looks at a game now, and is not notified before he has left it.
    """
    offer, to_act = after.live.offer, after.to_act
    causes: dict[int, str] = {}
    if after.is_over:
        causes = dict.fromkeys((after.white.id, after.black.id), f"{_OVER}{after.id}")
    elif to_act is not None and before.live.is_paused and not after.live.is_paused:
        causes[to_act] = f"resume:{after.id}:{after.version}"
    elif to_act is not None and after.turns != before.turns:
        causes[to_act] = _turn(after)
    elif to_act is not None and to_act != before.to_act:
        kind = "double" if after.live.state.is_doubled else "took"
        causes[to_act] = f"{kind}:{after.id}:{after.turns}"
    notified = [*causes.items()]
    if offer is not None and offer != before.live.offer and sees_offers:
        notified.append((after.player(offer.side.other).id, f"offer:{after.id}:{after.version}"))
    told = await _addressed(connection, after, actor, notified, posts, onlookers)
    # Only the chat where a half-made turn stands and the mover's private chats show it: no other is redrawn.
    drafted = [chat for chat in (actor.chat, after.draft_chat, before.draft_chat) if chat is not None]
    fresh = None if after.is_over else [each.chat for each in told]
    chats = None if after.events else drafted
    await outbox.enqueue(connection, "game", after.id, after.version, fresh=fresh, chats=chats, reader=to_act)
    await _notify(connection, after, told)


async def draft_moved(connection: AsyncConnection, before: LoadedGame, after: LoadedGame) -> None:
    """Redraw the boards in the chat that a half-made turn has left, where it stands, and the mover's own."""
    chats = [chat for chat in (before.draft_chat, after.draft_chat) if chat is not None]
    await outbox.enqueue(connection, "game", after.id, after.version, chats=chats, reader=after.to_act)


async def notify_next(
    connection: AsyncConnection, game: LoadedGame, actor: Actor, posts: Mapping[int, int]
) -> None:
    """Notify the player who must act in a game that has just begun, unless the player began it.

    Its posts are new: they need not be raised.
    """
    if game.to_act is None:
        return
    wanted = [(game.to_act, _turn(game))]
    await _notify(connection, game, await _addressed(connection, game, actor, wanted, posts))


async def clock_changed(
    connection: AsyncConnection, game: LoadedGame, posts: Mapping[int, int], cause: str, notified: int | None
) -> None:
    """Raise what chats should show after a change of a game's time alone, and whom it notifies.

    Args:
        connection: the transaction of that change.
        game: the game as it leaves it.
        posts: by the chats that show the game, the ids of their posts.
        cause: why somebody is notified: `time`.
        notified: who is newly required to act, if anybody.
    """
    wanted = [] if notified is None else [(notified, f"{cause}:{game.id}:{game.version}")]
    told = await _addressed(connection, game, None, wanted, posts)
    await outbox.enqueue(connection, "game", game.id, game.version, fresh=[each.chat for each in told])
    await _notify(connection, game, told)


async def call_after_all(
    connection: AsyncConnection,
    game: LoadedGame,
    version: int,
    call: tuple[int, str],
    posts: Mapping[int, int],
) -> None:
    """Notify a player who was not when it was his turn, for he looked on.

    Args:
        version: its version, raised for that.
        call: the player and the cause.
        posts: by the chats that show the game, the ids of their posts.
    """
    called = replace(game, version=version)
    told = await _addressed(connection, called, None, [call], posts)
    await outbox.enqueue(connection, "game", game.id, version, fresh=[each.chat for each in told])
    await _notify(connection, called, told)


async def call_again_later(
    connection: AsyncConnection, unheard: Iterable[NotificationRow], now: datetime
) -> None:
    """Set alarms that call players once more who may not have heard that they are to act."""
    for each in unheard:
        if each.cause.partition(":")[0] in _TO_ACT:
            subject = f"{each.player}:{each.cause}"
            await clocks.set_alarm(connection, REPEATED_CALL, subject, now + REPEAT_AFTER)


async def remind(
    connection: AsyncConnection, game: LoadedGame, at: datetime, now: datetime, cause: str = ""
) -> None:
    """Remind the player who is to act, in the chat that calls that player to the game, if there is one.

    Args:
        at: when the reminder was due.
        cause: why the player is notified; the reminder itself if empty.
    """
    side = None if game.to_act is None else game.side_of(game.to_act)
    chat = None if side is None else game.chat_of(side)
    runs_out = game.clock.due if game.clock is not None else None
    if side is None or chat is None or (runs_out is not None and runs_out <= now):
        return
    key = reminder_key(game.id, game.turns, at)
    if await outbox.post_in(connection, "reminder", key, chat) is not None:
        return  # another one comes in the same minute
    post = await outbox.add_post(connection, "reminder", key, chat, 1)
    cause = cause or f"{clocks.REMINDER}:{key}"
    await notifications.notify(connection, game.player(side).id, cause, post, 1, now)


def given_time(game: LoadedGame) -> str:
    """Return the cause of a notification that the opponent has given a player more time."""
    return f"{_GIVEN}{game.id}:{game.version}"


def is_of_given_time(cause: str) -> bool:
    """Return True if a notification says that the opponent has given its player more time."""
    return original_cause(cause).startswith(_GIVEN)


def again(cause: str) -> str:
    """Return the cause of a notification that repeats another, which may not have been heard."""
    return f"{_AGAIN}{cause}"


def original_cause(cause: str) -> str:
    """Return the cause of the notification that one repeats; its own cause if it repeats none."""
    return cause.removeprefix(_AGAIN)


async def call_to_thread(connection: AsyncConnection, game: LoadedGame, thread: int) -> None:
    """Notify a game's players in the thread to which its board has moved: a mention lets them join."""
    post = await outbox.post_in(connection, "game", game.id, thread)
    if post is None:
        return
    for player in (game.white, game.black):
        if not player.is_computer:
            cause = f"thread:{game.id}:{thread}"
            await notifications.notify(connection, player.id, cause, post.id, game.version, game.changed)


def _turn(game: LoadedGame) -> str:
    """The cause of a notification that it is somebody's turn: the same, however often it is raised."""
    return _turn_of(game.id, game.turns)


def _turn_of(game_id: str, turns: int) -> str:
    return f"{_TURN}{game_id}:{turns}"


def call_of(challenge_id: str) -> str:
    """The cause of a notification that somebody is challenged."""
    return f"challenge:{challenge_id}"


def result_of(cause: str) -> str | None:
    """Return the game of which a notification tells how it has ended; nothing, if it tells something else."""
    return cause.removeprefix(_OVER) if cause.startswith(_OVER) else None


def is_turn_over(cause: str, game_id: str, turns: int) -> bool:
    """True if a notification calls to a turn of a game other than the present one.

    Args:
        cause: its cause.
        turns: how many turns of the game have been played.
    """
    return cause.startswith(_TURN) and cause != _turn_of(game_id, turns)


def is_notified(game: LoadedGame, player: int, actor: Actor | None) -> bool:
    """True if a player is notified of what somebody has done in a game, or nobody, as a clock does.

    He is, if he is told of the game somewhere. Who has caused it himself knows it, and the computer player
    reads no messages.
    """
    side = Side.WHITE if player == game.white.id else Side.BLACK
    is_cause = actor is not None and player == actor.player
    return not (is_cause or game.player(side).is_computer or game.chat_of(side) is None)


async def _addressed(
    connection: AsyncConnection,
    game: LoadedGame,
    actor: Actor | None,
    wanted: Iterable[tuple[int, str]],
    posts: Mapping[int, int],
    onlookers: Onlookers | None = None,
) -> list[_Notification]:
    """Return which of some players, with the causes, are notified, and where: where each is told of the game.

    Where the chat does not show the game yet, it does from now on. Who looks at the game is called a while
    after he has left it, if he has not acted by then; a result he has seen.
    """
    found = []
    for player, cause in wanted:
        chat = game.chat_of(Side.WHITE if player == game.white.id else Side.BLACK)
        if chat is None or not is_notified(game, player, actor):
            continue
        if onlookers is not None and onlookers.looks_at(player, game.id):
            if not game.is_over:
                await clocks.set_alarm(connection, PLAYER_LEFT, f"{player}:{cause}", game.changed + ABSENCE)
            continue
        post = posts.get(chat)
        if post is None:
            # He was told of the game on another platform before, and reads on from there.
            before = await outbox.shown_to(connection, "game", game.id, player)
            post = await outbox.add_post(
                connection, "game", game.id, chat, game.version, told_revision=min(before, game.version - 1)
            )
        found.append(_Notification(player, cause, chat, post))
    return found


async def _notify(connection: AsyncConnection, game: LoadedGame, raised: Iterable[_Notification]) -> None:
    for each in raised:
        await notifications.notify(connection, each.player, each.cause, each.post, game.version, game.changed)
