"""Daily position: posts one each day to chats that switched it on, and shows the last one's answer.

Due chats are found by a query and claimed, so that none is lost in a restart. A position is searched for
outside any transaction. The transaction that posts it also sets when the next is due, so that none is posted
twice.
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
"""The most chats that are claimed at once."""
LEASE: Final = timedelta(minutes=10)
"""How long a claim on due chats lasts: longer than finding positions for a whole batch should take."""
AFTER_A_FAULT: Final = timedelta(minutes=5)
"""How long after an error a chat is retried."""
MOST_UNANSWERED: Final = 7
"""After this many days in a row without an answer, a chat's daily position is switched off."""
LOOKED_AT: Final = 40
"""The games to search are chosen among this many of those that a chat has shown last."""
_MOST_GAMES: Final = 3
"""The most games that are searched for a position: finished ones not used for one in the chat yet."""
_MOST_TRIED: Final = 8
"""The most positions of a game that the engine judges."""
_MOST_MISTAKES: Final = 4
"""How many of the judged positions may be the game's costliest mistakes, if it was analysed."""


class _ClaimLost(Exception):
    """The daily position was switched off meanwhile, or another process took the claim over."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A position, with the game's id and the turn it comes from; both None for a shipped position."""

    puzzle: Puzzle
    game: str | None = None
    turn: int | None = None


class DailyPosition:
    """Posts daily positions to the chats that are due.

    Args:
        manager: the chats and games.
        adviser: the engine that judges positions.
    """

    def __init__(self, manager: SessionManager, adviser: PuzzleAdviser) -> None:
        self._manager = manager
        self._adviser = adviser
        self._wake_up = WakeUp()

    def wake(self) -> None:
        """Search at once for a chat that is due."""
        self._wake_up.set()

    async def run(self, pool: Executor) -> None:
        """Post positions as they become due, until cancelled; if a search fails, wait for `IDLE`.

        Args:
            pool: the threads or processes that judge positions.
        """
        while True:
            self._wake_up.clear()
            wait = IDLE
            try:
                while await self.ask_all(pool):
                    pass
                wait = await self._wait()
            except Exception:
                logger.exception("searching for chats due for a daily position failed")
            await self._wake_up.wait(wait)

    async def ask_all(self, pool: Executor) -> bool:
        """Handle at most `BATCH` chats that are due; return True if any was handled without an error.

        A chat in which an error occurs is retried after five minutes (`AFTER_A_FAULT`).

        Args:
            pool: the threads or processes that judge positions.
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
                logger.exception(
                    "posting a daily position failed, retrying in 5 minutes", extra={"chat_number": row.chat}
                )
                await self._release([row], until, self._manager.clock() + AFTER_A_FAULT)
        if asked:
            self._manager.changed(concerns_engine=False)
        return asked

    async def _release(
        self, rows: Sequence[Row[Any]], until: datetime, again: datetime | None = None
    ) -> None:
        """Release claimed chats; an error is only logged.

        Args:
            rows: the claimed rows.
            until: when the claims expire, which identifies them.
            again: from when on the chats can be claimed again; None for at once.
        """
        chats = ",".join(str(row.chat) for row in rows)
        async with releasing(chat_number=chats), self._manager.database.write() as connection:
            for row in rows:
                await puzzles.QUEUE.release(connection, row.id, until, again)

    async def _wait(self) -> timedelta:
        """Return how long until the next chat is due, at most `IDLE`; `IDLE` if one is due already."""
        async with self._manager.database.read() as connection:
            due = await puzzles.next_due(connection)
        left = IDLE if due is None else due - self._manager.clock()
        return min(IDLE, left) if left > timedelta() else IDLE

    async def _ask(self, row: Row[Any], until: datetime, pool: Executor) -> None:
        """Post a position to a chat, show the answer to the last one, and set when the next is due.

        If the chat had a position today, only the time of the next is set. A chat that cannot be written to
        gets no position, and the day counts as one without an answer. After `MOST_UNANSWERED` days without an
        answer the chat's daily position is switched off instead.

        Args:
            row: the claimed row: the chat, and for how many days in a row it has not answered.
            until: when the claim expires, which identifies it.
            pool: the threads or processes that judge positions.

        Raises:
            _ClaimLost: the chat is not due any more, or another process took the claim over.
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
            # A day on which the chat cannot be written to counts as unanswered, so that a chat that is gone
            # for good is not handled for ever.
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
        """Return a position for a chat: from a finished game that it has shown, or else a shipped one.

        A shipped one is of the rule set of the game shown last, if there are any of it.
        """
        chance = Random(f"{chat.id} {today}")  # noqa: S311 (nothing is kept secret; the same after a restart)
        async with self._manager.database.read() as connection:
            shown = await puzzles.games_shown(connection, chat.id, LOOKED_AT)
        for game_id in [game_id for game_id, _, is_free in shown if is_free][:_MOST_GAMES]:
            try:
                found = await self._find_in(game_id, chance, pool)
            except (NardyRulesError, ValueError):
                # A damaged game must not prevent a position from another game of the chat.
                logger.exception(
                    "reading a game for the daily position failed, trying the next game",
                    extra={"game": game_id},
                )
                continue
            if found is not None:
                return found
        ruleset = shown[0][1] if shown else ""
        # By date: of one rule set, all chats get the same position on a day, and none comes again before as
        # many days have passed as it has shipped positions.
        return _Found(stocked_puzzle(ruleset, date.fromisoformat(today).toordinal())[1])

    async def _find_in(self, game_id: str, chance: Random, pool: Executor) -> _Found | None:
        """Return a position of a game; None if its match goes on, or no position tried is suitable."""
        game, events = await self._manager.with_events(game_id)
        if not await self._is_match_over(game):
            return None
        analysis = await self._manager.analyses.find(game_id, 1)
        decisions = await asyncio.to_thread(lambda: decisions_in(record_of(game, events)))
        mistakes = [] if analysis is None else [each.number for each in analysis.worst(_MOST_MISTAKES)]
        chance.shuffle(decisions)
        # The costliest mistakes first, where a player did not see the best turn; the others in random order.
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
        """Return True if no more games are played in a game's match; for a single game, if it is over."""
        if game.is_alone or game.standing.is_over:
            return game.is_over
        async with self._manager.database.read() as connection:
            last = (await games.games_of_match(connection, game.match.id))[-1]
        final = await self._manager.game(last.id)
        return final.is_over and final.standing.is_over
