"""Auto review: after every game against the program, finds out who played and who rolled better.

Games that wait for it are found by a query, so none is forgotten over a restart. It is thought about outside
any transaction and kept together with what boards are to show. A game that cannot be analysed is given up.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING

from bot.sessions.errors import TooManyAnalyses
from bot.sessions.mapping import record_of
from bot.sessions.workers.analysis_queue import Subject
from bot.sessions.workers.wake_up import WakeUp

if TYPE_CHECKING:
    from bot.sessions.manager import SessionManager
    from bot.sessions.workers.analysis_queue import AnalysisQueue

logger = logging.getLogger(__name__)

BATCH = 10


class AutoReview:
    """Has games analysed that nobody asked about, until cancelled.

    Args:
        manager: where games are found.
        analysis_queue: who analyse them.
    """

    def __init__(self, manager: SessionManager, analysis_queue: AnalysisQueue) -> None:
        self._manager = manager
        self._analysis_queue = analysis_queue
        self._wake_up = WakeUp()
        self._put_off: set[str] = set()
        """Games, by id, that are not tried again before a restart."""

    def wake(self) -> None:
        """Look at once whether a game has ended."""
        self._wake_up.set()

    async def run(self) -> None:
        """Judge until cancelled."""
        while True:
            self._wake_up.clear()
            if not await self._look():
                await self._wake_up.wait()

    async def review_all(self) -> bool:
        """Judge the games that wait for it now, one after another; say whether any was judged.

        Where too many analyses are made already, nothing is done, and it is tried again later.
        """
        waiting = await self._manager.analyses.unreviewed(BATCH, self._put_off)
        for game_id in waiting:
            try:
                if not await self._review(game_id):
                    self._put_off.add(game_id)
            except TooManyAnalyses:
                return False
            except Exception:
                logger.exception("game %s is not judged", game_id)
                self._put_off.add(game_id)
                await self._manager.analyses.give_up(game_id)
        return bool(waiting)

    async def _review(self, game_id: str) -> bool:
        """Have a game judged; say whether it was. That the judging was ended says nothing of the game."""
        game, events = await self._manager.with_events(game_id)
        record = await asyncio.to_thread(record_of, game, events)
        outcome = self._analysis_queue.ask(Subject(game_id, 1, record), None).outcome
        await asyncio.wait({outcome})
        if outcome.cancelled() or isinstance(outcome.exception(), BrokenExecutor):
            return False
        outcome.result()
        return True

    async def _look(self) -> bool:
        try:
            return await self.review_all()
        except Exception:
            logger.exception("the games that have ended could not be read")
            return False
