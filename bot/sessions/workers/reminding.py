"""Reminding: reminds players to move, repeats missed notifications, and notifies players who left a board."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.core import SessionCore
from bot.sessions.loaded_game import LoadedGame
from bot.sessions.outbox import enqueue
from bot.sessions.outbox.enqueue import REPEATED_CALL, again, remind
from bot.sessions.quiet_hours import after_quiet_hours
from bot.sessions.reminders import next_reminder
from bot.sessions.settings import OFF
from bot.sessions.values import Player
from bot.sessions.workers.alarm_runner import Chore
from storage import challenges, clocks, games, notifications, outbox
from storage.rows import PostRow


class Reminding:
    """Reminds players of their turns, and repeats notifications that they may have missed."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core
        self.chore = Chore(clocks.REMINDERS, self._remind)
        """The queue of due reminders, for the alarm runner."""

    async def _remind(self, connection: AsyncConnection, row: Row[Any], until: datetime) -> None:
        """Enqueue a game's due reminder and set when the next one is due, in the same transaction.

        Does nothing if the claim was lost. Only drops the reminder if the game is asleep (long without an
        action) and has no clock, or no player is to be reminded. During the player's holiday or quiet hours,
        the reminder only moves to their end; it is dropped if the player's time runs out by then.

        Args:
            row: the claimed row: the game's id, and when the reminder was due.
            until: when the claim expires, which identifies it.
        """
        if not await clocks.take_reminder(connection, row.id, until, row.remind_at):
            return
        game = await self._core.load(connection, row.id)
        player = _reminded(game)
        # In a sleeping game (long without an action) no player is reminded, unless it has a clock, which runs
        # on.
        is_asleep = game.clock is None and game.changed < self._core.awake_since
        if player is None or is_asleep:
            return
        now = self._core.clock()
        stops = (await clocks.stops_of(connection, [player.id], now)).get(player.id, ())
        back = next((ends for starts, ends in stops if starts <= now < ends), now)
        awake = after_quiet_hours(player, back)
        # The reminder is handled late, or falls in a holiday or newly set quiet hours: move it to their end.
        if awake > now:
            following: datetime | None = awake
            if game.clock is not None and game.clock.due is not None and awake >= game.clock.due:
                following = None
        else:
            await remind(connection, game, row.remind_at, now)
            following = next_reminder(player, row.remind_at, now, game.clock)
        if following is not None:
            await clocks.set_reminder(connection, game.id, following)

    async def call_again(self, connection: AsyncConnection, subject: str, _due: datetime) -> None:
        """Repeat a notification that may have been missed, if the player has not acted since.

        A player who must roll, move or answer a double gets a reminder. For an offer, a challenge or an
        opponent's expired time, a new message shows it. While the player looks at the game's board, the alarm
        is set again.

        Args:
            connection: the transaction that handles the alarm.
            subject: the player's id and the notification's cause: `12:turn:k7f:8` is player 12 and turn 8
                of game `k7f`.
        """
        who, _, cause = subject.partition(":")
        player, kind, key = int(who), *cause.split(":")[:2]
        carrier = await notifications.notifying_post(connection, player, cause)
        if carrier is None:
            return
        if kind in {"challenge", "taken"}:
            challenge = await challenges.challenge(connection, key)
            waits = challenge is not None and challenge.state == ("open" if kind == "challenge" else "taken")
            if challenge is not None and waits:
                await _show_again(connection, carrier, (player, cause), challenge.version, self._core.clock())
            return
        if wait := self._core.onlookers.notify_delay(player, key):
            await clocks.set_alarm(connection, REPEATED_CALL, subject, self._core.clock() + wait)
            return
        game, now = await self._core.load(connection, key), self._core.clock()
        if not is_still_to_act(game, player, cause):
            return
        if kind in {"offer", "time"}:
            await _show_again(connection, carrier, (player, cause), game.version, now)
        else:
            await remind(connection, game, now, now, again(cause))


async def _show_again(
    connection: AsyncConnection, carrier: PostRow, call: tuple[int, str], revision: int, now: datetime
) -> None:
    """Enqueue a new message of a game or challenge, in the same chat, that repeats a notification.

    Args:
        carrier: the post that the notification came with first.
        call: the player's id and the notification's cause.
        revision: the version of the game or challenge to show.
    """
    subject, subject_id = carrier.subject, carrier.subject_id
    post = await outbox.show_in(connection, subject, subject_id, carrier.chat, revision)  # type: ignore[arg-type]  # a row's
    player, cause = call
    await notifications.notify(connection, player, again(cause), post, revision, now)


def _reminded(game: LoadedGame) -> Player | None:
    """Return the player to remind of a game, or None.

    It is None if no player must act, the game is paused or against the computer player, the player's time
    does not run yet, or the player has switched reminders off.
    """
    side = None if game.to_act is None or game.paused is not None else game.side_of(game.to_act)
    if side is None or game.level is not None or (game.clock is not None and game.clock.due is None):
        return None
    player = game.player(side)
    return None if player.reminders == OFF else player


class Absences:
    """Sends notifications that were withheld while their player was looking at the board."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def call(self, connection: AsyncConnection, subject: str, _due: datetime) -> None:
        """Notify a player who left a board, if they can still do what the notification asks for.

        If they look at the board again, or left it less than two minutes ago, the alarm is set again.

        Args:
            connection: the transaction that handles the alarm.
            subject: the player's id and the notification's cause: `12:turn:k7f:8` is player 12 and turn 8
                of game `k7f`.
        """
        player, cause = int(subject.partition(":")[0]), subject.partition(":")[2]
        game_id = cause.split(":")[1]
        wait = self._core.onlookers.notify_delay(player, game_id)
        if wait:
            await clocks.set_alarm(connection, enqueue.PLAYER_LEFT, subject, self._core.clock() + wait)
            return
        game = await self._core.load(connection, game_id)
        if not is_still_to_act(game, player, cause):
            return
        # The version is raised, because a new message is sent only for one that no chat has shown yet.
        if await games.raise_version(connection, game_id, game.version):
            posts = await outbox.posts_of(connection, "game", game_id)
            await enqueue.call_after_all(connection, game, game.version + 1, (player, cause), posts)


def is_still_to_act(game: LoadedGame, player: int, cause: str) -> bool:
    """Return True if a player can still do what a notification asks for; False in a game over or paused.

    Args:
        cause: the notification's cause: `turn:k7f:8` is turn 8 of game `k7f`.
    """
    if game.is_over or game.paused is not None:
        return False
    kind, _, number, *_ = cause.split(":")
    offer = game.live.offer
    if kind == "offer":
        return offer is not None and game.player(offer.side.other).id == player
    if kind == "time":
        return game.clock is not None and game.clock.is_claimable and game.to_act != player
    return game.to_act == player and (kind == "resume" or str(game.turns) == number)
