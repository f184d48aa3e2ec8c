"""Analysis pages: the analysis of a finished game for one person, which is computed if none is stored."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial

from bot.rules import Side
from bot.sessions import (
    LoadedEvent,
    LoadedGame,
    SessionManager,
    SharedGame,
    is_import,
    standalone_record_of,
)
from bot.sessions.errors import Refusal, TooManyAnalyses
from bot.sessions.workers import AnalysisRequest, Subject
from bot.talk.catalog import words_in
from bot.talk.context import CommandContext
from bot.talk.input.payloads import is_game_id
from bot.talk.numbering import ON_THE_BOARD, numbering_of
from bot.talk.refusal_texts import refusal_text
from bot.talk.reply import plain
from bot.talk.request_budget import ANALYSIS
from bot.talk.views.analysis_page import AnalysisPage, analysis_page, progress_page, unfinished

EVERY = 0.3
"""Seconds between two looks at the progress."""
_VISITOR = 0
"""An id that no player has: ids begin with 1."""


async def analysis_pages(context: CommandContext, key: str) -> AsyncIterator[AnalysisPage]:
    """Yield a game's analysis for one person; while it is computed, first its progress each time it changes.

    Yield nothing if the person may not see the game, or it is not over.
    """
    if not is_game_id(key) or is_import(key):
        return
    if not (await context.may_see(key) or await context.may_spectate(key)):
        return
    game, events = await context.manager.with_events(key)
    if not game.is_over:
        return
    if await context.manager.analyses.find(key, 1) is None:
        try:
            request = await _request(context, game, events)
        except TooManyAnalyses:
            yield unfinished(key, context.words.words("analysis-busy"), is_finished=True)
            return
        except Refusal as refusal:
            yield unfinished(key, plain(refusal_text(context.words, refusal)), is_finished=True)
            return
        async for page in _progress(context, game, request):
            yield page
    analysis = await context.manager.analyses.find(key, 1)
    if analysis is None:
        yield unfinished(key, context.words.words("analysis-failed"), is_finished=True)
        return
    below = _below(context, game)
    display = replace(context.display, reader=context.player.id, side=below.value)
    numbers = numbering_of(game, display)
    make = partial(analysis_page, context.words, game, events, analysis, context.player.id, below, numbers)
    yield await asyncio.to_thread(make)


async def visitors_analysis_page(
    manager: SessionManager, shared: SharedGame | None, language: str
) -> AnalysisPage | None:
    """Return the stored analysis of a game for a visitor without an account, who starts none.

    Return a page that says so if none is stored, and None if the game goes on.

    Args:
        shared: the game; None if the visitor may not see it.
    """
    if shared is None or not shared.game.is_over:
        return None
    words, game, events = words_in(language), shared.game, shared.events
    analysis = await manager.analyses.find(game.id, 1)
    if analysis is None:
        return unfinished(game.id, words.words("analysis-for-players"), is_finished=True)
    return await asyncio.to_thread(
        analysis_page, words, game, events, analysis, _VISITOR, Side.WHITE, ON_THE_BOARD
    )


def _below(context: CommandContext, game: LoadedGame) -> Side:
    """Return the side at the bottom of the person's board: their own if they play."""
    return game.side_of(context.player.id) or Side(context.display.below(game))


async def _request(context: CommandContext, game: LoadedGame, events: list[LoadedEvent]) -> AnalysisRequest:
    """Request the analysis of a game; it costs nothing if any player has requested it already.

    Raises:
        Refusal: too little is left of the player's budget.
        TooManyAnalyses: too many are in progress or waiting.
    """
    queue = context.analysis_queue
    if not queue.is_requested(game.id, 1):
        context.spend(ANALYSIS)
    record = await asyncio.to_thread(standalone_record_of, game, events)
    return queue.ask(Subject(game.id, 1, record), context.actor.player)


async def _progress(
    context: CommandContext, game: LoadedGame, request: AnalysisRequest
) -> AsyncIterator[AnalysisPage]:
    """Yield the progress of an analysis each time it has changed, until the analysis has ended."""
    job, below = request.job, _below(context, game)
    shown: AnalysisPage | None = None
    while not request.outcome.done():
        before = context.analysis_queue.queue_position(job)
        page = progress_page(context.words, game.id, below, job.chances, job.done, job.total, before)
        if page != shown:
            yield page
        shown = page
        await asyncio.wait({request.outcome}, timeout=EVERY)
