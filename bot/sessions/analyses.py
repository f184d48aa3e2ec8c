"""Analyses: stored evaluations of games, and the review of which side played and rolled better."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine import Analysis, read_analysis, write_analysis
from bot.rules import Side
from bot.sessions.core import SessionCore
from bot.sessions.imports import is_import
from storage import analyses, games, outbox
from storage.rows import AnalysisRow

MOST_KEPT = 2000
"""How many analyses are stored in full; of older ones only the review (which side did better) is stored."""
RECENT = timedelta(days=1)
"""A game can be reviewed automatically until this long after its end."""

_EQUAL = "="
_NO_REVIEW = "-"
"""The text stored instead of a review if a side never had a choice, or the game cannot be analysed."""


@dataclass(frozen=True, slots=True)
class Review:
    """Which side did better in a game in which both sides had choices.

    Args:
        played: the side that played better; None if there is no noticeable difference.
        rolled: the side that rolled better; None if there is no noticeable difference.
    """

    played: Side | None
    rolled: Side | None

    def __str__(self) -> str:
        return " ".join(side.value if side else _EQUAL for side in (self.played, self.rolled))

    @classmethod
    def of(cls, analysis: Analysis) -> Self | None:
        """Return the review of an analysis, or None if a side never had a choice.

        Play is compared by the points lost per turn with a choice, rounded to thousandths; luck by all points
        gained, rounded to hundredths.
        """
        white, black = analysis.performance(Side.WHITE), analysis.performance(Side.BLACK)
        if not (white.unforced and black.unforced):
            return None
        lost = [round(1000 * each.error) for each in (white, black)]
        luck = [round(100 * each.luck) for each in (white, black)]
        return cls(_better(lost[1] - lost[0]), _better(luck[0] - luck[1]))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the review that was written as this text by `str`.

        Raises:
            ValueError: the text is no review.
        """
        played, rolled = (None if word == _EQUAL else Side(word) for word in text.split())
        return cls(played, rolled)


class Analyses:
    """The store of analyses, and the queue of games to be reviewed automatically."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def find(self, key: str, number: int) -> Analysis | None:
        """Return the analysis of a game, or None if none is stored in full.

        Args:
            key: the id of a game played here, or of an import (uploaded records).
            number: the game's number in the import, from 1; 1 for a game played here.
        """
        async with self._core.database.read() as connection:
            return await analysis_in(connection, key, number)

    async def keep(self, key: str, number: int, analysis: Analysis) -> None:
        """Store an analysis, unless a deeper one of the same game is stored in full.

        It replaces an earlier analysis. If this changes the review of a game played here, the game's boards
        are redrawn. Nothing is stored for a game of an import (uploaded records) that was deleted.

        Args:
            key: the id of a game played here, or of an import (uploaded records).
            number: the game's number in the import, from 1; 1 for a game played here.
        """
        text = await asyncio.to_thread(write_analysis, analysis)
        depth = 2 if analysis.replies else 1
        verdict = str(Review.of(analysis) or _NO_REVIEW)
        row = AnalysisRow(key, number, depth, text, verdict, self._core.clock())
        async with self._core.database.write() as connection:
            if is_import(key) and not await analyses.is_imported(connection, key):
                return  # the import was deleted meanwhile, perhaps with its owner's data
            before = await analyses.analysis(connection, key, number)
            # A stored deeper analysis is replaced only if it cannot be read, or if only its review is left.
            if before is not None and before.depth > depth and await _read(before) is not None:
                return
            await analyses.keep_analysis(connection, row, MOST_KEPT)
            if verdict != (_NO_REVIEW if before is None else before.review):
                await self._enqueue_review(connection, key)
        self._core.changed()

    async def give_up(self, game_id: str) -> None:
        """Record that a game cannot be analysed, so that it is not analysed automatically again.

        Does nothing if the game has an analysis.
        """
        row = AnalysisRow(game_id, 1, 0, None, _NO_REVIEW, self._core.clock())
        async with self._core.database.write() as connection:
            if await analyses.analysis(connection, game_id, 1) is None:
                await analyses.keep_analysis(connection, row, MOST_KEPT)

    async def review(self, game_id: str) -> Review | None:
        """Return a game's review, or None if it has none."""
        async with self._core.database.read() as connection:
            return await review_in(connection, game_id)

    async def claim_unreviewed(self, until: datetime) -> str | None:
        """Claim a game to be reviewed automatically; return its id, or None if none is left.

        This is the latest unclaimed game against the computer player, over for less than `RECENT` and never
        analysed.

        Args:
            until: when the claim expires.
        """
        now = self._core.clock()
        database = self._core.database
        found = await analyses.UNREVIEWED.claim(database, 1, now, until, since=now - RECENT)
        return found[0].id if found else None

    async def release_unreviewed(self, game_id: str, until: datetime) -> None:
        """Release a game claimed for review; do nothing if another process has claimed it since.

        Args:
            until: when the claim would expire, which identifies it.
        """
        async with self._core.database.write() as connection:
            await analyses.UNREVIEWED.release(connection, game_id, until)

    async def _enqueue_review(self, connection: AsyncConnection, game_id: str) -> None:
        """Redraw a game's boards with its new review, notifying no player.

        Do nothing for a game of an import (uploaded records).
        """
        found = await games.seated_game(connection, game_id)
        if found is None:
            return
        version = found.game.version
        if await games.raise_version(connection, game_id, version):
            await outbox.enqueue(connection, "game", game_id, version + 1)


async def review_in(connection: AsyncConnection, game_id: str) -> Review | None:
    """Return a game's review, or None if the game was not analysed or a side never had a choice."""
    text = await analyses.review(connection, game_id)
    return None if text is None or _NO_REVIEW in text else Review.parse(text)


async def analysis_in(connection: AsyncConnection, key: str, number: int = 1) -> Analysis | None:
    """Return the analysis of a game, or None if none is stored in full.

    Args:
        key: the id of a game played here, or of an import (uploaded records).
        number: the game's number in the import, from 1; 1 for a game played here.
    """
    row = await analyses.analysis(connection, key, number)
    return None if row is None else await _read(row)


async def _read(row: AnalysisRow) -> Analysis | None:
    """Return a stored analysis, or None if only its review is stored or it cannot be read."""
    if row.text is None:
        return None
    try:
        return await asyncio.to_thread(read_analysis, row.text)
    except ValueError:
        return None  # written by an earlier version of the bot, in another format


def _better(whites_lead: int) -> Side | None:
    if whites_lead == 0:
        return None
    return Side.WHITE if whites_lead > 0 else Side.BLACK
