"""Auto review: after every game against the program, finds out who played and who rolled better.

Games that wait for it are found by a query, so none is forgotten over a restart. It is thought about outside
any transaction and kept together with what boards are to show. A game that cannot be analysed is given up.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import BrokenExecutor
from datetime import datetime, timedelta

from bot.sessions.errors import TooManyAnalyses
from bot.sessions.loaded_game import lone_record_of
from bot.sessions.manager import SessionManager
from bot.sessions.workers.analysis_queue import AnalysisQueue, Subject
from bot.sessions.workers.wake_up import WakeUp, releasing

logger = logging.getLogger(__name__)

LEASE = timedelta(hours=1)
"""How long a game is left to whoever reviews it. After that a review that was broken off is tried again."""


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
        analyses, judged = self._manager.analyses, False
        until = self._manager.clock() + LEASE
        while (game_id := await analyses.claim_unreviewed(until)) is not None:
            try:
                await self._review(game_id)
            except TooManyAnalyses:
                await self._release(game_id, until)
                return False
            except asyncio.CancelledError:
                await self._release(game_id, until)
                raise
            except Exception:
                logger.exception("game %s is not judged", game_id)
                await analyses.give_up(game_id)
            judged = True
            until = self._manager.clock() + LEASE
        return judged

    async def _release(self, game_id: str, until: datetime) -> None:
        """Release a claimed game."""
        async with releasing(game=game_id):
            await self._manager.analyses.release_unreviewed(game_id, until)

    async def _review(self, game_id: str) -> None:
        """Have a game judged. That the judging was ended says nothing of the game: it stays claimed."""
        game, events = await self._manager.with_events(game_id)
        record = await asyncio.to_thread(lone_record_of, game, events)
        outcome = self._analysis_queue.ask(Subject(game_id, 1, record), None).outcome
        await asyncio.wait({outcome})
        if not outcome.cancelled() and not isinstance(outcome.exception(), BrokenExecutor):
            outcome.result()

    async def _look(self) -> bool:
        try:
            return await self.review_all()
        except Exception:
            logger.exception("the games that have ended could not be read")
            return False
