"""Clocks: starting, extending and stopping the time of players, and what happens when it runs out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.rules import Side
from bot.sessions import mapping
from bot.sessions.core import SessionCore
from bot.sessions.errors import GameIsOver, NotSeated, Refusal, StaleBoard
from bot.sessions.game_clock import GRACE, ClockStop, GameClock, clock_after, run_out, running_time
from bot.sessions.live_game import LiveGame
from bot.sessions.loaded_game import LoadedGame
from bot.sessions.outbox import enqueue
from bot.sessions.reminders import first_reminder, moved_reminder, next_reminder
from bot.sessions.values import Actor, Player
from storage import clocks, game_lists, games, health, notifications, outbox, people
from storage.rows import GameRow, NotificationRow, SeatedGame

EXTENSION = timedelta(days=2)
"""The time that a player may give an opponent whose time has run out, instead of claiming a win."""
SILENCE = timedelta(minutes=5)
"""A platform that was unreachable for longer than this counts as cut off."""
LOOK_AGAIN = timedelta(minutes=1)
"""How long to wait before checking again a clock that ran out while its player was cut off."""
_REDRAW_FROM = timedelta(minutes=1)
"""When a time starts, boards are redrawn if the deadline that they show is wrong by at least this."""
_RESUMED = "resume"
_CALLS = ("turn", "double", "took", _RESUMED)
"""The kinds of notifications that start a player's time: the first words of their causes (see `enqueue`)."""


class Clocks:
    """Service for the clocks of games: starts, stops and extends the time of the players who must act."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def give_time(self, actor: Actor, game_id: str, turn: int | None = None) -> LoadedGame:
        """Give the actor's opponent, whose time has run out, two more days from now, and notify them.

        Boards are redrawn, and the opponent's next reminder is set if they want any. Raises as
        `must_be_claimable`.

        Args:
            turn: how many turns had been played in the game on the board whose button was pressed; None for a
                typed line.

        Raises:
            NoSuchGame: no game has this id.
            NotSeated: the actor does not play in the game.
            GameIsOver: the game has ended.
            StaleBoard: the button pressed belongs to an earlier turn.
            AlreadyDone: the same request was applied before.
        """
        async with self._core.action(actor) as connection:
            game = await self._core.load(connection, game_id)
            side = game.side_of(actor.player)
            if side is None:
                raise NotSeated(game_id)
            if game.is_over:
                raise GameIsOver(game_id)
            if turn not in (None, game.turns):
                raise StaleBoard(game_id)
            clock = must_be_claimable(game, side)
            now, opponent = self._core.clock(), game.player(side.other)
            stops = await clocks.stops_of(connection, [opponent.id], now)
            given = clock.given(side.other, EXTENSION, now, stops.get(opponent.id, ()))
            changed = await self.change(connection, game, given)
            await enqueue.remind(connection, changed, now, now, enqueue.given_time(changed))
            following = next_reminder(opponent, now, now, given)
            if following is None and given.due is not None:
                following = first_reminder(opponent, given.due - EXTENSION, given)
            await clocks.set_reminder(connection, game.id, following)
            return changed

    async def ran_out(self, connection: AsyncConnection, row: Row[Any], until: datetime) -> None:
        """Notify the opponent, once, of a player whose time ran out. The game goes on until a win is claimed.

        While all the player's platforms have been unreachable for over `SILENCE`, look again every minute
        instead: the time is given back when one is reachable again. Without a deadline that has passed, or if
        the opponent was notified before, only release the worker's claim on the game.

        Args:
            row: the game that the worker has claimed; `id` is the game's id.
            until: when the worker's claim expires, which identifies it.
        """
        now = self._core.clock()
        game = await self._core.load(connection, row.id)
        side, clock = game.live.state.to_act, game.clock
        if side is None or clock is None or clock.due is None or clock.due > now or clock.is_claimable:
            await clocks.RUN_OUT.release(connection, row.id, until)
        elif await self._is_cut_off(connection, game.player(side).id, now):
            await clocks.RUN_OUT.release(connection, row.id, until, now + LOOK_AGAIN)
        else:
            opponent = game.player(side.other)
            # Saving the game as a new version also releases the worker's claim on it.
            await self.change(connection, game, replace(clock, is_claimable=True), "time", opponent.id)

    async def give_back(self, connection: AsyncConnection, since: datetime, gap: timedelta) -> None:
        """Extend every running clock by the part of a gap (an outage of the bot) in which it ran.

        A clock that had run out before the gap is not extended.

        Args:
            connection: the transaction that records the end of the gap.
            since: when the gap began.
            gap: the gap's length; negative if the machine's clock was set back, by that time.
        """
        for row in await clocks.running_games(connection, since):
            await self._give_back(connection, row, since, gap)

    async def give_back_outage(
        self, connection: AsyncConnection, last: Mapping[str, datetime], back: Collection[str], now: datetime
    ) -> None:
        """Extend players' clocks by the time in which none of their platforms was reachable.

        For each player, the outage begins when the last of their platforms becomes unreachable, and ends when
        the first one is reachable again. Outages of at most `SILENCE` are ignored.

        Args:
            connection: the transaction that records that the platforms are reachable.
            last: by the name of each platform, when it was last reachable before now.
            back: the names of the platforms that have just become reachable again.
            now: the present time.
        """
        for row in await clocks.running_games(connection, min(last[name] for name in back)):
            if row.to_act is None:
                continue
            platforms = {name for name in await clocks.platforms_of(connection, row.to_act) if name in last}
            since = max((last[name] for name in platforms), default=now)
            if platforms.isdisjoint(back) or now - since <= SILENCE or row.due is None or row.due <= since:
                continue
            await self._give_back(connection, row, since, now - since)

    async def _give_back(
        self, connection: AsyncConnection, row: GameRow, since: datetime, gap: timedelta
    ) -> None:
        """Extend the running clock of one game as `give_back` does; redraw boards and move the reminder."""
        bank, due, player, until = _bank(row), row.due, row.to_act, since + gap
        if bank is None or due is None or player is None:
            return
        # `until` is before `since` if the machine's clock was set back.
        stops = (await clocks.stops_of(connection, [player], min(since, until))).get(player, [])
        # The player's time left when the gap began; the whole bank if their time started within the gap.
        left = min(bank, running_time(since, due, stops))
        later = run_out(until, left, stops)
        if gap > timedelta() and later <= due:
            return  # the player's time starts after the gap
        await clocks.set_due(connection, row.id, later)
        await outbox.redraw_game(connection, row.id)
        await outbox.redraw_reminders(connection, row.id, row.turns)
        if row.remind_at is not None:
            who = mapping.player_of(await people.player(connection, player))
            at = moved_reminder(who, row.remind_at, until, (due, later), stops)
            await clocks.set_reminder(connection, row.id, at)

    async def _is_cut_off(self, connection: AsyncConnection, player: int, now: datetime) -> bool:
        """Return True if all platforms on which a player has an account are unreachable for over `SILENCE`.

        Platforms that never were reachable are ignored; False if no other is left.
        """
        known = await health.last_heartbeats(connection)
        platforms = await clocks.platforms_of(connection, player)
        last = [known[each] for each in platforms if each in known]
        return bool(last) and all(now - each > SILENCE for each in last)

    async def after_action(
        self,
        connection: AsyncConnection,
        actor: Actor,
        found: SeatedGame,
        games: tuple[LoadedGame, LiveGame],
    ) -> GameClock | None:
        """Return a game's clock after an action; None for a game without one.

        If the player who must act next is to be notified, their time starts when the notification is
        delivered (see `notified`), or after a day if their chat cannot be written to. Otherwise, as when they
        have the game's board open or acted themselves, it starts at once.

        Args:
            connection: the action's transaction.
            actor: the player who acted.
            found: the game's rows before the action.
            games: the game before and after the action.
        """
        before, after = games
        control, to_act, now = before.match.options.time_control, after.state.to_act, self._core.clock()
        if before.clock is None or control is None:
            return before.clock
        starts: datetime | None = now
        next_player = None if to_act is None else before.player(to_act).id
        sees_it = next_player is not None and self._core.onlookers.looks_at(next_player, before.id)
        if next_player is not None and not sees_it and enqueue.is_notified(before, next_player, actor):
            is_lost = found.white_gone if to_act is Side.WHITE else found.black_gone
            starts = now + GRACE if is_lost else None
        stops = await clocks.stops_of(connection, (before.white.id, before.black.id), now)
        by_side = {side: stops.get(before.player(side).id, []) for side in Side}
        return clock_after(before.clock, control, (before.live, after), now, starts, by_side)

    async def notified(
        self, connection: AsyncConnection, delivered: Iterable[NotificationRow], now: datetime
    ) -> None:
        """Start the time of the players who are called to act by notifications that were just delivered."""
        async for row, bank, post in self._called(connection, delivered):
            await self._run(connection, row, now, bank, post)

    async def unreached(self, connection: AsyncConnection, chat: int, now: datetime) -> None:
        """Start, in a day, the time of players who must act and whose notification chat cannot be written to.

        These are the players who are notified of a game in this chat, and those with an undelivered
        notification in it.

        Args:
            chat: the id of the chat, which cannot be written to any more.
        """
        for row in await game_lists.games_notifying_in(connection, chat):
            notified_in = row.white_chat if row.to_act == row.white else row.black_chat
            bank = _bank(row)
            if notified_in == chat and bank is not None and row.due is None:
                await self._run(connection, row, now + GRACE, bank)
        never = await notifications.undelivered_in(connection, chat)
        async for row, bank, _ in self._called(connection, never):
            await self._run(connection, row, now + GRACE, bank)

    async def looked_at(self, connection: AsyncConnection, game_id: str, player: int, now: datetime) -> None:
        """Start a player's time in a game whose board they have just seen, if they must act in it."""
        row = await games.game(connection, game_id)
        if row is not None and row.to_act == player and (bank := _bank(row)) is not None:
            await self._run(connection, row, now, bank)

    async def _called(
        self, connection: AsyncConnection, found: Iterable[NotificationRow]
    ) -> AsyncIterator[tuple[GameRow, timedelta, int]]:
        """Yield the game of each notification that still calls its player to act.

        Games without a clock and paused games are left out. Each game comes with the player's time left and
        the notification's post.

        Args:
            found: notifications of any kind.
        """
        for notification in found:
            kind, game_id, number = [*notification.cause.split(":"), "", ""][:3]
            if kind not in _CALLS:
                continue
            row = await games.game(connection, game_id)
            if row is None or row.to_act != notification.player:
                continue
            # Not compared for a resumed game: its notification's cause has no turn's number, but a version.
            if kind != _RESUMED and str(row.turns) != number:
                continue
            bank = _bank(row)
            if bank is not None:
                yield row, bank, notification.post

    async def _run(
        self, connection: AsyncConnection, row: GameRow, starts: datetime, bank: timedelta, post: int = 0
    ) -> None:
        """Start the time of the player who must act in a game, and set their first reminder.

        Time that runs already is not changed, unless the new deadline is earlier: then the time was to start
        only after a day of grace. Boards may have shown another deadline, counted from the last action. If
        that was wrong by at least a minute, they are redrawn.

        Args:
            starts: when the time starts.
            bank: how much time the player has.
            post: the id of a post that was sent just now, with the right deadline, and is not redrawn; 0 for
                none.
        """
        if row.to_act is None:
            return
        stops = (await clocks.stops_of(connection, [row.to_act], starts)).get(row.to_act, [])
        due = run_out(starts, bank, stops)
        if row.due is not None and row.due <= due:
            return
        await clocks.set_due(connection, row.id, due)
        shown_wrong_by = abs(starts - row.changed) if row.due is None else row.due - due
        if shown_wrong_by >= _REDRAW_FROM:
            await outbox.redraw_game(connection, row.id, post)
        player = mapping.player_of(await people.player(connection, row.to_act))
        clock = GameClock(bank, bank, due)
        await clocks.set_reminder(connection, row.id, first_reminder(player, due - bank, clock, stops))

    async def apply_holidays(
        self,
        connection: AsyncConnection,
        game: LoadedGame,
        player: Player,
        before: list[ClockStop],
        after: list[ClockStop],
    ) -> None:
        """Recompute when a player's time runs out in a game, after their holidays have changed.

        The boards are redrawn and the player's reminder is moved. Do nothing if the player's time does not
        run in the game, or has run out.

        Args:
            before: the periods of the holidays before the change.
            after: the periods of the holidays after the change.
        """
        clock, now, row = game.clock, self._core.clock(), await games.game(connection, game.id)
        if clock is None or clock.due is None or clock.due <= now or game.to_act != player.id or row is None:
            return
        due = run_out(now, running_time(now, clock.due, before), after)
        await self.change(connection, game, replace(clock, due=due))
        if row.remind_at is not None:
            at = moved_reminder(player, row.remind_at, now, (clock.due, due), before, after)
            await clocks.set_reminder(connection, game.id, at)

    async def change(
        self,
        connection: AsyncConnection,
        game: LoadedGame,
        clock: GameClock,
        cause: str = "",
        notified: int | None = None,
    ) -> LoadedGame:
        """Save a game with a changed clock as its next version, and redraw its boards and reminders.

        If the clock starts or stops, or the opponent may claim a win from now on, the stored time of the next
        reminder is cleared.

        Args:
            cause: the kind of the notification; empty if no player is notified.
            notified: the id of the player to notify, or None.

        Raises:
            StaleBoard: the game has changed since it was loaded.
        """
        row = await games.game(connection, game.id)
        if row is None or row.version != game.version:
            raise StaleBoard(game.id)
        after = mapping.with_clock(replace(row, version=row.version + 1), clock)
        if after.due_told or row.due is None or after.due is None:
            after = replace(after, remind_at=None)
        if not await games.save_game(connection, after, row):
            raise StaleBoard(game.id)
        changed = replace(game, version=after.version, clock=clock)
        posts = await outbox.posts_of(connection, "game", game.id)
        await enqueue.clock_changed(connection, changed, posts, cause, notified)
        await outbox.redraw_reminders(connection, game.id, game.turns)
        return changed


def must_be_claimable(game: LoadedGame, side: Side) -> GameClock:
    """Return a game's clock, after checking that a side may claim a win because the other's time has run out.

    Raises:
        Refusal: the game has no clock.
        Refusal: the side itself must act.
        Refusal: the other side has time left, or the claimant was not notified yet that it has run out.
    """
    if game.clock is None:
        raise Refusal("no-clock", game=game.id)
    if game.live.state.to_act is side:
        raise Refusal("own-time", game=game.id)
    if not game.clock.is_claimable:
        raise Refusal("not-out-of-time", name=game.live.person(side.other))
    return game.clock


def _bank(row: GameRow) -> timedelta | None:
    """Return the time that the player who must act had left when their time last started or stopped.

    None without a clock and during a pause.
    """
    seconds = row.white_left if row.to_act == row.white else row.black_left
    return None if seconds is None or row.paused is not None else timedelta(seconds=seconds)
