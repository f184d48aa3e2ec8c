"""Enqueue: write into the outbox which boards an action changes and which players it notifies.

A move or an answer notifies a player only if it newly requires them to act, or ends their game, and was not
their own. Separate functions here notify players of time that ran out or was given, remind them, and call
them to a thread to which a game moved. Every other change of a game only edits its boards.
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
"""The kind of alarms that notify a player some time after they stopped looking at a board.

An alarm's subject is the player's id and the notification's cause: `12:turn:k7f:8` is player 12 and turn 8
of game `k7f`.
"""
REPEATED_CALL: Final = "unheard"
"""The stored kind of alarms that repeat a notification that may have arrived silently.

An alarm's subject is the player's id and the notification's cause: `12:turn:k7f:8` is player 12 and turn 8
of game `k7f`.
"""
REPEAT_AFTER: Final = timedelta(minutes=10)
"""How long after a notification that may have been missed the player is notified again."""
_AGAIN = "again:"
"""The beginning of the cause of a repeated notification; the rest is the cause that it repeats.

`_TURN`, `_OVER` and `_GIVEN` begin the causes for a turn, a result and given time. A cause says why a player
is notified: its kind, the id of the game or challenge, and mostly the number of the turn or of the game's
version. `turn:k7f:8` is turn 8 of game `k7f`.
"""
_TO_ACT = frozenset({"turn", "double", "took", "resume", "offer", "time", "challenge", "taken", "reminder"})
"""The kinds of notifications that are repeated if they may have been missed: an action is required.

A notification's cause begins with its kind, such as `turn` in `turn:k7f:8`.
"""


@dataclass(frozen=True, slots=True)
class _Notification:
    """A notification to enqueue: the player's id, the cause, the chat, and the post in it that notifies."""

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
    """Enqueue what chats should show after an action, and the notifications that it causes.

    It runs in the action's own transaction: the action, the posts and the notifications are stored together
    or not at all. Nothing is sent here: the sender finds the posts by a query, after the commit or a restart.

    Args:
        connection: the action's transaction.
        before: the game before the action.
        after: the game after the action, with its events.
        actor: the player who acted, and where.
        posts: the ids of the game's posts, by chat.
        sees_offers: False if the player who must answer an offer has blocked the opponent.
        onlookers: the players looking at a game now. Players among them are notified only some time after
            they leave the board, and never of a result. None if no player counts as looking.
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
    addressed = await _addressed(connection, after, actor, notified, posts, onlookers)
    # Without an event only a half-made (not yet confirmed) turn has changed. The chat where it is made and
    # the mover's private chats show it: no other board is redrawn.
    drafted = [chat for chat in (actor.chat, after.draft_chat, before.draft_chat) if chat is not None]
    # None means every chat: a result comes as a new message wherever the game is shown.
    fresh = None if after.is_over else [each.chat for each in addressed]
    chats = None if after.events else drafted
    await outbox.enqueue(connection, "game", after.id, after.version, fresh=fresh, chats=chats, reader=to_act)
    await _notify(connection, after, addressed)


async def draft_moved(connection: AsyncConnection, before: LoadedGame, after: LoadedGame) -> None:
    """Redraw the boards that show a half-made (unconfirmed) turn, after it moved to another chat.

    These are the boards in the chat it left, in the chat that shows it now, and in the mover's private chats.
    """
    chats = [chat for chat in (before.draft_chat, after.draft_chat) if chat is not None]
    await outbox.enqueue(connection, "game", after.id, after.version, chats=chats, reader=after.to_act)


async def notify_next(
    connection: AsyncConnection, game: LoadedGame, actor: Actor, posts: Mapping[int, int]
) -> None:
    """Notify the player who must act in a game that has just begun, unless their own action began it.

    The computer player, and a player without a chat for notifications of the game, are not notified either.
    The game's posts are new and will be sent in any case: no board needs to be redrawn.

    Args:
        actor: the player whose action began the game.
        posts: the ids of the game's posts, by chat.
    """
    if game.to_act is None:
        return
    wanted = [(game.to_act, _turn(game))]
    await _notify(connection, game, await _addressed(connection, game, actor, wanted, posts))


async def clock_changed(
    connection: AsyncConnection, game: LoadedGame, posts: Mapping[int, int], cause: str, notified: int | None
) -> None:
    """Redraw a game's boards after only its clock changed, and notify a player if one is given.

    Args:
        connection: the transaction that changes the clock.
        game: the game after the change.
        posts: the ids of the game's posts, by chat.
        cause: the kind of the notification: `time` if the opponent's time has run out. Unused if no player is
            notified.
        notified: the player to notify, or None.
    """
    wanted = [] if notified is None else [(notified, f"{cause}:{game.id}:{game.version}")]
    addressed = await _addressed(connection, game, None, wanted, posts)
    await outbox.enqueue(connection, "game", game.id, game.version, fresh=[each.chat for each in addressed])
    await _notify(connection, game, addressed)


async def call_after_all(
    connection: AsyncConnection,
    game: LoadedGame,
    version: int,
    call: tuple[int, str],
    posts: Mapping[int, int],
) -> None:
    """Notify a player who was not notified before, because they were looking at the board; redraw all boards.

    Args:
        game: the game before its version was raised.
        version: the game's new version, raised for this notification.
        call: the player's id and the notification's cause.
        posts: the ids of the game's posts, by chat.
    """
    called = replace(game, version=version)
    addressed = await _addressed(connection, called, None, [call], posts)
    await outbox.enqueue(connection, "game", game.id, version, fresh=[each.chat for each in addressed])
    await _notify(connection, called, addressed)


async def call_again_later(
    connection: AsyncConnection, missed: Iterable[NotificationRow], now: datetime
) -> None:
    """Set alarms that repeat missed notifications in ten minutes, if they call the player to act.

    Args:
        missed: notifications that may have arrived only silently.
    """
    for each in missed:
        if each.cause.partition(":")[0] in _TO_ACT:
            subject = f"{each.player}:{each.cause}"
            await clocks.set_alarm(connection, REPEATED_CALL, subject, now + REPEAT_AFTER)


async def remind(
    connection: AsyncConnection, game: LoadedGame, at: datetime, now: datetime, cause: str = ""
) -> None:
    """Enqueue a reminder for the player who must act, in the chat where they are notified of the game.

    Does nothing if there is no such player or chat, if the player's time has run out, or if the chat has a
    reminder of the same turn and minute.

    Args:
        at: when the reminder was due.
        cause: the notification's cause; if empty, that of an ordinary reminder.
    """
    side = None if game.to_act is None else game.side_of(game.to_act)
    chat = None if side is None else game.chat_of(side)
    runs_out = game.clock.due if game.clock is not None else None
    if side is None or chat is None or (runs_out is not None and runs_out <= now):
        return
    key = reminder_key(game.id, game.turns, at)
    if await outbox.post_in(connection, "reminder", key, chat) is not None:
        return  # the chat has a reminder of the same turn and minute
    post = await outbox.add_post(connection, "reminder", key, chat, 1)
    cause = cause or f"{clocks.REMINDER}:{key}"
    await notifications.notify(connection, game.player(side).id, cause, post, 1, now)


def given_time(game: LoadedGame) -> str:
    """Return the cause of the notification that the opponent gave a player more time."""
    return f"{_GIVEN}{game.id}:{game.version}"


def is_of_given_time(cause: str) -> bool:
    """Return True if a notification's cause is that the opponent gave the player more time."""
    return original_cause(cause).startswith(_GIVEN)


def again(cause: str) -> str:
    """Return the cause of a notification that repeats one with the given cause."""
    return f"{_AGAIN}{cause}"


def original_cause(cause: str) -> str:
    """Return the cause that a repeated notification repeats; any other cause is returned unchanged."""
    return cause.removeprefix(_AGAIN)


async def call_to_thread(connection: AsyncConnection, game: LoadedGame, thread: int) -> None:
    """Notify the people who play a game, once, in the thread to which its board moved.

    Being mentioned lets them join the thread. Does nothing if the thread does not show the game.
    """
    post = await outbox.post_in(connection, "game", game.id, thread)
    if post is None:
        return
    for player in (game.white, game.black):
        if not player.is_computer:
            cause = f"thread:{game.id}:{thread}"
            await notifications.notify(connection, player.id, cause, post.id, game.version, game.changed)


def _turn(game: LoadedGame) -> str:
    """Return the cause of a notification that calls a player to a game's present turn."""
    return _turn_of(game.id, game.turns)


def _turn_of(game_id: str, turns: int) -> str:
    return f"{_TURN}{game_id}:{turns}"


def call_of(challenge_id: str) -> str:
    """Return the cause of the notification that a player is challenged."""
    return f"challenge:{challenge_id}"


def result_of(cause: str) -> str | None:
    """Return the id of the game whose result a notification reports, or None if it reports something else."""
    return cause.removeprefix(_OVER) if cause.startswith(_OVER) else None


def is_turn_over(cause: str, game_id: str, turns: int) -> bool:
    """Return True if a notification calls a player to a turn that has been played meanwhile.

    False for one that repeats such a notification.

    Args:
        cause: the notification's cause.
        game_id: the game that the notification is about.
        turns: how many turns of the game have been played.
    """
    return cause.startswith(_TURN) and cause != _turn_of(game_id, turns)


def is_notified(game: LoadedGame, player: int, actor: Actor | None) -> bool:
    """Return True if a player should be notified of a change in a game.

    True if the player has a chat for notifications of this game, did not make the change themselves and
    is not the computer player.

    Args:
        player: the id of one of the game's players.
        actor: the player whose action made the change, or None if it was no action.
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
    """Return the notifications to enqueue: those wanted, less those that `is_notified` rules out.

    Each goes to the chat where its player is notified of the game; if the chat has no post of the game, one
    is added. For a player who is looking at the board, an alarm is set that notifies them some time after
    they leave it; a notification of the game's result, which they saw, is dropped.

    Args:
        actor: the player who acted; None if only the clock or the players' attention changed.
        wanted: the ids of the players to notify, each with the notification's cause.
        posts: the ids of the game's posts, by chat.
        onlookers: the players looking at a game now; None if no player counts as looking.
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
            # The player saw this game in another chat before: the new post reports only later events.
            before = await outbox.shown_to(connection, "game", game.id, player)
            post = await outbox.add_post(
                connection, "game", game.id, chat, game.version, told_revision=min(before, game.version - 1)
            )
        found.append(_Notification(player, cause, chat, post))
    return found


async def _notify(connection: AsyncConnection, game: LoadedGame, raised: Iterable[_Notification]) -> None:
    for each in raised:
        await notifications.notify(connection, each.player, each.cause, each.post, game.version, game.changed)
