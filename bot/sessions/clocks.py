"""Clocks: when time begins to run, what is given back, and what happens when it has run out."""

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
"""What an opponent may give somebody whose time has run out, instead of claiming the game."""
SILENCE = timedelta(minutes=5)
"""A platform that was not reached for so long is cut off."""
LOOK_AGAIN = timedelta(minutes=1)
_TOLD_IN = timedelta(minutes=1)
"""Texts tell moments in minutes: what begins so much later is told anew."""
_RESUMED = "resume"
_CALLS = ("turn", "double", "took", _RESUMED)
"""The kinds of notifications that call somebody to act: the causes are those of `enqueue`."""


class Clocks:
    """The time of those who are to act.

    Args:
        core: what actions stand on.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def give_time(self, actor: Actor, game_id: str, turn: int | None = None) -> LoadedGame:
        """Give the opponent, whose time has run out, two more days from now, and say so to the opponent.

        Raises as `must_be_claimable`.

        Raises:
            NoSuchGame: there is none with this id.
            NotSeated: the person does not play in it.
            GameIsOver: it has ended.
            StaleBoard: it has gone on since the turn that was meant.
            AlreadyDone: this was applied before.
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
        """Tell the opponent of one whose time has run out, once. By itself nothing ends.

        While no platform is reached on which the player could act, his time has not run out: it is given back
        when one is reached again.
        """
        now = self._core.clock()
        game = await self._core.load(connection, row.id)
        side, clock = game.live.state.to_act, game.clock
        if side is None or clock is None or clock.due is None or clock.due > now or clock.is_told:
            await clocks.RUN_OUT.release(connection, row.id, until)
        elif await self._is_cut_off(connection, game.player(side).id, now):
            await clocks.RUN_OUT.release(connection, row.id, until, now + LOOK_AGAIN)
        else:
            opponent = game.player(side.other)
            # With the next version the claim is void.
            await self.change(connection, game, replace(clock, is_told=True), "time", opponent.id)

    async def give_back(self, connection: AsyncConnection, since: datetime, gap: timedelta) -> None:
        """Put off when time runs out by that part of a gap in which it ran. What had run out before stays so.

        Args:
            connection: the transaction in which the gap ends.
            since: when it began.
            gap: how long it lasted; less than nothing, where a clock was set back.
        """
        for row in await clocks.running_games(connection, since):
            await self._give_back(connection, row, since, gap)

    async def give_back_outage(
        self, connection: AsyncConnection, last: Mapping[str, datetime], back: Collection[str], now: datetime
    ) -> None:
        """Give back the time in which no platform was reached on which a player could act.

        It ends for a player when the first of his platforms is reached again.

        Args:
            connection: the transaction in which some platforms are.
            last: when each platform was reached last before.
            back: those that are reached again.
            now: what time it is.
        """
        for row in await clocks.running_games(connection, min(last[name] for name in back)):
            if row.to_act is None:
                continue
            his = {name for name in await clocks.platforms_of(connection, row.to_act) if name in last}
            since = max((last[name] for name in his), default=now)
            if his.isdisjoint(back) or now - since <= SILENCE or row.due is None or row.due <= since:
                continue
            await self._give_back(connection, row, since, now - since)

    async def _give_back(
        self, connection: AsyncConnection, row: GameRow, since: datetime, gap: timedelta
    ) -> None:
        """Put off when the time that runs in one game runs out; as `give_back`."""
        bank, due, player, until = _bank(row), row.due, row.to_act, since + gap
        if bank is None or due is None or player is None:
            return
        stops = (await clocks.stops_of(connection, [player], min(since, until))).get(player, [])
        # What was left when the gap began; all of it, where the time began to run within the gap.
        left = min(bank, running_time(since, due, stops))
        later = run_out(until, left, stops)
        if gap > timedelta() and later <= due:
            return  # its time begins after the gap
        await clocks.set_due(connection, row.id, later)
        await outbox.redraw_game(connection, row.id)
        await outbox.redraw_reminders(connection, row.id, row.turns)
        if row.remind_at is not None:
            who = mapping.player_of(await people.player(connection, player))
            at = moved_reminder(who, row.remind_at, until, (due, later), stops)
            await clocks.set_reminder(connection, row.id, at)

    async def _is_cut_off(self, connection: AsyncConnection, player: int, now: datetime) -> bool:
        """True if none of the platforms is reached on which a player has an account."""
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
        """Return a game's clock after an action.

        The time of a player who is to be notified runs from when that has come: `notified` lets it. That of
        one who looks on runs at once, for he sees what was done.

        Args:
            connection: the action's transaction.
            actor: who did it.
            found: the game's rows before it.
            games: the game before it, and after it.
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
        self, connection: AsyncConnection, causes: Iterable[NotificationRow], now: datetime
    ) -> None:
        """Let time run for those who have just been called to act."""
        async for row, bank, post in self._called(connection, causes):
            await self._run(connection, row, now, bank, post)

    async def unreached(self, connection: AsyncConnection, chat: int, now: datetime) -> None:
        """Let time run, after a day of grace, for those who are called to act in a chat that is lost.

        These are all who are told of a game there, and who were to be called there and never were.
        """
        for row in await game_lists.games_notifying_in(connection, chat):
            told = row.white_chat if row.to_act == row.white else row.black_chat
            bank = _bank(row)
            if told == chat and bank is not None and row.due is None:
                await self._run(connection, row, now + GRACE, bank)
        never = await notifications.undelivered_in(connection, chat)
        async for row, bank, _ in self._called(connection, never):
            await self._run(connection, row, now + GRACE, bank)

    async def looked_at(self, connection: AsyncConnection, game_id: str, player: int, now: datetime) -> None:
        """Let the time of a player run who looks at a board, if he is to act: he knows it without a call."""
        row = await games.game(connection, game_id)
        if row is not None and row.to_act == player and (bank := _bank(row)) is not None:
            await self._run(connection, row, now, bank)

    async def _called(
        self, connection: AsyncConnection, causes: Iterable[NotificationRow]
    ) -> AsyncIterator[tuple[GameRow, timedelta, int]]:
        """Yield the games in which notifications call somebody to act, with his bank and their posts."""
        for notification in causes:
            kind, game_id, number = [*notification.cause.split(":"), "", ""][:3]
            if kind not in _CALLS:
                continue
            row = await games.game(connection, game_id)
            if row is None or row.to_act != notification.player:
                continue
            # What a game was resumed at may be an earlier version; an earlier turn is over.
            if kind != _RESUMED and str(row.turns) != number:
                continue
            bank = _bank(row)
            if bank is not None:
                yield row, bank, notification.post

    async def _run(
        self, connection: AsyncConnection, row: GameRow, starts: datetime, bank: timedelta, post: int = 0
    ) -> None:
        """Let the time of who is to act run from a moment on, with what is in his bank.

        Time that runs already is left as it is; time that was to begin later, after a day of grace, begins
        now. Boards have told until when the player has time: as stored, or as if it had begun with the last
        action. Where that was wrong by a minute they are redrawn, but for the post that was sent just now.
        """
        if row.to_act is None:
            return
        stops = (await clocks.stops_of(connection, [row.to_act], starts)).get(row.to_act, [])
        due = run_out(starts, bank, stops)
        if row.due is not None and row.due <= due:
            return
        await clocks.set_due(connection, row.id, due)
        told_wrong_by = abs(starts - row.changed) if row.due is None else row.due - due
        if told_wrong_by >= _TOLD_IN:
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
        """Let the time of a player, if it runs in a game, run out by other stops, unless it has run out."""
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
        """Save a game whose clock alone has changed, and let chats show that."""
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
    """Return the clock of a game that a side may claim, since the opponent's time has run out.

    Raises:
        Refusal: the game has no clock.
        Refusal: it is the side itself whose time has run out, or runs.
        Refusal: the opponent has time left.
    """
    if game.clock is None:
        raise Refusal("no-clock", game=game.id)
    if game.live.state.to_act is side:
        raise Refusal("own-time", game=game.id)
    if not game.clock.is_told:
        raise Refusal("not-out-of-time", name=game.live.person(side.other))
    return game.clock


def _bank(row: GameRow) -> timedelta | None:
    """Return what is in the bank of who is to act, if the game has a clock and does not pause."""
    seconds = row.white_left if row.to_act == row.white else row.black_left
    return None if seconds is None or row.paused is not None else timedelta(seconds=seconds)
