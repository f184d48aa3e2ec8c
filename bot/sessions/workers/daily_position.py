"""Daily position: asks chats that want it one position a day, and shows the answer to the last.

What is due is found by a query and claimed, so that none is forgotten over a restart. A position is looked
for outside any transaction; it is asked in one that sets when the next is due, so that none is asked twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from typing import Any, Final

from sqlalchemy import Row

from bot.engine.puzzles import Puzzle, PuzzleAdviser, decisions_in, first_puzzle, stocked_puzzle
from bot.rules import Game, NardyRulesError
from bot.sessions.daily_positions import PUZZLE, PUZZLE_OPEN, close, day_of, next_due
from bot.sessions.loaded_game import LoadedGame, record_of
from bot.sessions.manager import SessionManager
from bot.sessions.workers.wake_up import IDLE, WakeUp, releasing
from storage import games, outbox, people, puzzles
from storage.rows import ChatRow

logger = logging.getLogger(__name__)

BATCH: Final = 10
LEASE: Final = timedelta(minutes=10)
"""How long what is due is left to whoever looks for positions: longer than for so many."""
AFTER_A_FAULT: Final = timedelta(minutes=5)
MOST_UNANSWERED: Final = 7
"""After so many days on which nobody has answered, no more positions are asked."""
LOOKED_AT: Final = 40
"""So many games that a chat has shown are looked at, the last at first."""
_MOST_GAMES: Final = 3
"""In so many of them a position is looked for."""
_MOST_TRIED: Final = 8
"""So many positions of each are judged."""
_MOST_MISTAKES: Final = 4
"""So many of those are where most was lost, if that is known."""


class _ClaimLost(Exception):
    """What is due was switched off meanwhile, or is another's."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A position that was found, and from where."""

    puzzle: Puzzle
    game: str | None = None
    turn: int | None = None


class DailyPosition:
    """Asks positions until cancelled.

    Args:
        manager: where chats and games are found.
        adviser: who tells what turns are worth.
    """

    def __init__(self, manager: SessionManager, adviser: PuzzleAdviser) -> None:
        self._manager = manager
        self._adviser = adviser
        self._wake_up = WakeUp()

    def wake(self) -> None:
        """Look at once whether a position is due."""
        self._wake_up.set()

    async def run(self, pool: Executor) -> None:
        """Ask until cancelled.

        Args:
            pool: where positions are judged.
        """
        while True:
            self._wake_up.clear()
            wait = IDLE
            try:
                while await self.ask_all(pool):
                    pass
                wait = await self._wait()
            except Exception:
                logger.exception("the positions that are due could not be read")
            await self._wake_up.wait(wait)

    async def ask_all(self, pool: Executor) -> bool:
        """Ask the positions that are due now; say whether any were.

        Args:
            pool: where they are judged.
        """
        now = self._manager.clock()
        until = now + LEASE
        due = await puzzles.QUEUE.claim(self._manager.database, BATCH, now, until)
        asked = False
        for number, row in enumerate(due):
            try:
                await self._ask(row, until, pool)
                asked = True
            except _ClaimLost:
                continue
            except asyncio.CancelledError:
                await self._release(due[number:], until)
                raise
            except Exception:
                logger.exception("chat %s could not be asked a position", row.chat)
                await self._release([row], until, self._manager.clock() + AFTER_A_FAULT)
        if asked:
            self._manager.changed(concerns_engine=False)
        return asked

    async def _release(
        self, rows: Sequence[Row[Any]], until: datetime, again: datetime | None = None
    ) -> None:
        """Release claimed chats; until `again` they are not claimed again."""
        chats = ",".join(str(row.chat) for row in rows)
        async with releasing(chat=chats), self._manager.database.write() as connection:
            for row in rows:
                await puzzles.QUEUE.release(connection, row.id, until, again)

    async def _wait(self) -> timedelta:
        """Return how long nothing comes due, at most for as long as a worker waits."""
        async with self._manager.database.read() as connection:
            due = await puzzles.next_due(connection)
        left = IDLE if due is None else due - self._manager.clock()
        return min(IDLE, left) if left > timedelta() else IDLE

    async def _ask(self, row: Row[Any], until: datetime, pool: Executor) -> None:
        """Ask a chat a position, unless it was asked one today, and show the answer to the last.

        Raises:
            _ClaimLost: it is not to be asked any more, or by another process.
        """
        now = self._manager.clock()
        async with self._manager.database.read() as connection:
            chat = await people.chat(connection, row.chat)
            last = await puzzles.last_in(connection, row.chat)
        today, due = day_of(chat.zone, now), next_due(chat.zone, now)
        was_asked_today = last is not None and last.day >= today
        is_missed = was_asked_today or chat.gone
        found = None if is_missed else await self._find(chat, today, pool)
        async with self._manager.database.write() as connection:
            unanswered = row.unanswered
            if last is not None and last.state == "open" and not was_asked_today:
                unanswered = 0 if await close(connection, last) else unanswered + 1
            elif chat.gone:
                unanswered += 1
            if not await puzzles.take(connection, row.id, until, due, unanswered):
                raise _ClaimLost
            if unanswered >= MOST_UNANSWERED:
                if last is not None:
                    await puzzles.close(connection, last.id, "last")
                await puzzles.end(connection, chat.id)
                await people.set_display(connection, chat.id, daily=False)
            elif found is not None:
                key = await puzzles.add(
                    connection,
                    chat=chat.id,
                    day=today,
                    text=str(found.puzzle),
                    best=found.puzzle.best,
                    game=found.game,
                    turn=found.turn,
                    asked=now,
                )
                await outbox.add_post(connection, PUZZLE, str(key), chat.id, PUZZLE_OPEN)

    async def _find(self, chat: ChatRow, today: str, pool: Executor) -> _Found:
        """Return a position for a chat: from a game that it has seen, or else from the stock."""
        chance = Random(f"{chat.id} {today}")  # noqa: S311 (nothing is kept secret; the same after a restart)
        async with self._manager.database.read() as connection:
            shown = await puzzles.games_shown(connection, chat.id, LOOKED_AT)
        for game_id in [game_id for game_id, _, is_free in shown if is_free][:_MOST_GAMES]:
            try:
                found = await self._find_in(game_id, chance, pool)
            except (NardyRulesError, ValueError):
                # Its chat is asked another one, today and every day.
                logger.exception("game %s could not be read", game_id)
                continue
            if found is not None:
                return found
        ruleset = shown[0][1] if shown else ""
        # Each day the next one, in all chats the same, so that all are asked before one comes again.
        return _Found(stocked_puzzle(ruleset, date.fromisoformat(today).toordinal())[1])

    async def _find_in(self, game_id: str, chance: Random, pool: Executor) -> _Found | None:
        """Return a position of a game; nothing, if its match goes on or none of those tried is good."""
        game, events = await self._manager.with_events(game_id)
        if not await self._is_match_over(game):
            return None
        analysis = await self._manager.analyses.find(game_id, 1)
        decisions = await asyncio.to_thread(lambda: decisions_in(record_of(game, events)))
        mistakes = [] if analysis is None else [each.number for each in analysis.worst(_MOST_MISTAKES)]
        chance.shuffle(decisions)
        # First where most was lost: there it was hard to see.
        decisions.sort(key=lambda each: each[0] not in mistakes)
        tried = decisions[:_MOST_TRIED]
        states: list[Game] = [state for _, state in tried]
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(pool, first_puzzle, self._adviser, states)
        if found is None:
            return None
        number, puzzle = found
        return _Found(puzzle, game_id, tried[number][0])

    async def _is_match_over(self, game: LoadedGame) -> bool:
        """True if nothing more is played in a game's match."""
        if game.is_alone or game.standing.is_over:
            return game.is_over
        async with self._manager.database.read() as connection:
            last = (await games.games_of_match(connection, game.match.id))[-1]
        final = await self._manager.game(last.id)
        return final.is_over and final.standing.is_over
