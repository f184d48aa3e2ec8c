"""Auto review: after each game against the computer player, determines which side played and rolled better.

Games to review are found by a query, so that none is lost in a restart. The analysis runs outside any
transaction. The transaction that stores it also enqueues the boards to be redrawn. A game whose analysis
fails is not retried; one whose analysis was interrupted is, within a day after the game's end (`RECENT`).
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import BrokenExecutor
from datetime import datetime, timedelta

from bot.sessions.errors import TooManyAnalyses
from bot.sessions.loaded_game import standalone_record_of
from bot.sessions.manager import SessionManager
from bot.sessions.workers.analysis_queue import AnalysisQueue, Subject
from bot.sessions.workers.wake_up import WakeUp, releasing

logger = logging.getLogger(__name__)

LEASE = timedelta(hours=1)
"""How long a claim on a game lasts: a review that ended without releasing it is retried after that."""


class AutoReview:
    """Analyses games against the computer player after their end, so that their boards show a review.

    Args:
        manager: the games and the clock.
        analysis_queue: the queue that analyses the games.
    """

    def __init__(self, manager: SessionManager, analysis_queue: AnalysisQueue) -> None:
        self._manager = manager
        self._analysis_queue = analysis_queue
        self._wake_up = WakeUp()

    def wake(self) -> None:
        """Search at once for a game to review."""
        self._wake_up.set()

    async def run(self) -> None:
        """Review games until cancelled; search for them when woken, or after 30 seconds (`IDLE`)."""
        while True:
            self._wake_up.clear()
            if not await self._look():
                await self._wake_up.wait()

    async def review_all(self) -> bool:
        """Review games against the computer player one after another; return True if any was tried.

        These are the games that ended less than a day ago (`RECENT`) and were never analysed. If the analysis
        queue is full, release the game and return False; the next call continues.
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
                logger.exception("reviewing a game failed, not retried", extra={"game": game_id})
                await analyses.give_up(game_id)
            judged = True
            until = self._manager.clock() + LEASE
        return judged

    async def _release(self, game_id: str, until: datetime) -> None:
        """Release a claimed game, so that it can be claimed again at once; an error is only logged.

        Args:
            until: when the claim expires, which identifies it.
        """
        async with releasing(game=game_id):
            await self._manager.analyses.release_unreviewed(game_id, until)

    async def _review(self, game_id: str) -> None:
        """Have a game analysed and wait until the analysis is stored.

        If the analysis is cancelled or its process dies, return too: the game waits until its claim expires.

        Raises:
            TooManyAnalyses: the analysis queue is full.
            Exception: the analysis failed.
        """
        game, events = await self._manager.with_events(game_id)
        record = await asyncio.to_thread(standalone_record_of, game, events)
        outcome = self._analysis_queue.ask(Subject(game_id, 1, record), None).outcome
        await asyncio.wait({outcome})
        if not outcome.cancelled() and not isinstance(outcome.exception(), BrokenExecutor):
            outcome.result()

    async def _look(self) -> bool:
        try:
            return await self.review_all()
        except Exception:
            logger.exception("searching for games to review failed")
            return False
