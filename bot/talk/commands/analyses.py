"""Analyses: the command /analyse, which reviews a finished game, played here or imported."""

from __future__ import annotations

import asyncio
import logging
import re

from bot.sessions import Analysis, is_import
from bot.sessions.errors import TooManyAnalyses
from bot.sessions.workers import AnalysisRequest, Subject
from bot.talk.catalog import join
from bot.talk.command import ParsedCommand
from bot.talk.commands.records import (
    ReplayedGame,
    game_meant,
    neighbour_buttons,
    place_data,
    replayed_game,
    title_of,
)
from bot.talk.context import CommandContext
from bot.talk.reply import Button, Code, Reply, Rows, Text
from bot.talk.request_budget import ANALYSIS
from bot.talk.views.analyses import (
    WORST_TURNS,
    chart,
    chart_words,
    comparison,
    comparison_words,
    progress_text,
    summary,
    turn_text,
)
from bot.talk.views.board import LONGEST_CAPTION
from bot.talk.views.event_lines import telegram_length
from bot.talk.wording import shortened

logger = logging.getLogger(__name__)

AT_ONCE = 0.5
"""Seconds to wait for an analysis before its progress is shown instead."""

_ALL, _DEEP, _STOP = "all", "deep", "stop"
PARTS = (_ALL, *map(str, range(1, WORST_TURNS + 1)), _DEEP)
"""The arguments of `/analyse` that completion suggests: the whole game, one of its worst turns, or `deep`."""
_PLACE = re.compile(rf"(?:([0-9]{{1,2}})\.)?({_ALL}|{_DEEP}|{_STOP}|[1-{WORST_TURNS}])", re.ASCII)


async def analyse(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/analyse: show both sides' errors and luck with a chart; with 1, 2 or 3, one of the costliest turns.

    `deep` analyses with all replies of the opponent, `stop` takes the player's request for an analysis back.
    In an import, `2.all` means its second game.
    """
    typed = parsed.words[0].lower() if parsed.words else _ALL
    found = _PLACE.fullmatch(typed)
    if found is None:
        part = Code(shortened(typed))
        return (Reply(context.words.say("refused-part", part=part, command=Code("/analyse"))),)
    what = await replayed_game(context, await game_meant(context, parsed), int(found[1] or 1))
    if (await asyncio.to_thread(what.record.end)).outcome is None:
        return (Reply(_unfinished(context, what)),)
    # A player could import their unfinished game with any ending, and use the analysis as a hint for it.
    if is_import(what.key) and await context.manager.imports.is_being_played(what.record):
        return (Reply(context.words.say("refused-analysis-played")),)
    return (await _answer(context, what, found[2]),)


def _unfinished(context: CommandContext, what: ReplayedGame) -> Text:
    if is_import(what.key):
        return context.words.say("refused-analysis-record", command=Code(f"/replay {what.key}"))
    return context.words.say("refused-analysis", game=what.key)


async def _answer(context: CommandContext, what: ReplayedGame, place: str) -> Reply:
    if place == _STOP and context.analysis_queue.stop(what.key, what.number, context.actor.player):
        return _stopped(context, what)
    kept = await context.manager.analyses.find(what.key, what.number)
    if kept is not None and (place != _DEEP or kept.replies):
        return await asyncio.to_thread(analysis_reply, context, what, kept, place)
    if place != _STOP:
        return await _begin(context, what, place)
    if context.analysis_queue.is_requested(what.key, what.number):
        return Reply(
            _titled(context, what, context.words.say("refused-stop")), buttons=_stop_button(context, what)
        )
    return _stopped(context, what)


async def _begin(context: CommandContext, what: ReplayedGame, place: str) -> Reply:
    """Request an analysis; return its result if it is ready within half a second, else its progress.

    It costs the player nothing if any player has requested the same analysis already.

    Raises:
        Refusal: too little is left of the player's budget.
    """
    subject = Subject(what.key, what.number, what.record, replies=place == _DEEP)
    if not context.analysis_queue.is_requested(what.key, what.number):
        context.spend(ANALYSIS)
    try:
        request = context.analysis_queue.ask(subject, context.actor.player)
    except TooManyAnalyses:
        return Reply(context.words.say("analysis-busy"))
    analysing = Analysing(context, what, place, request)
    await asyncio.wait({analysing.outcome}, timeout=AT_ONCE)
    if analysing.outcome.done():
        return analysing.outcome.result() or _stopped(context, what)
    return analysing.so_far()


class Analysing:
    """A pending reply with an analysis.

    Args:
        context: the request of the player who asked.
        what: the game.
        place: the part to show: `all`, `deep`, or the number of one of the costliest turns.
        request: the player's request in the analysis queue.
    """

    def __init__(
        self, context: CommandContext, what: ReplayedGame, place: str, request: AnalysisRequest
    ) -> None:
        self._talk = context
        self._what = what
        self._place = place
        self._asking = request
        self._outcome = context.analysis_queue.start_task(self._finish())

    @property
    def outcome(self) -> asyncio.Future[Reply | None]:
        """The reply with the analysis, or with the news that it failed; None if the player has stopped it."""
        return self._outcome

    def so_far(self) -> Reply:
        """Return the progress with a button that stops the analysis."""
        words, job = self._talk.words, self._asking.job
        far = progress_text(words, job.done, job.total, self._talk.analysis_queue.queue_position(job))
        buttons = _stop_button(self._talk, self._what)
        return Reply(_titled(self._talk, self._what, far), buttons=buttons, pending=self)

    async def _finish(self) -> Reply | None:
        await asyncio.wait({self._asking.outcome})
        if self._asking.outcome.cancelled():
            return None
        words = self._talk.words
        if self._asking.outcome.exception() is not None:
            return Reply(_titled(self._talk, self._what, words.say("analysis-failed")))
        try:
            analysis = self._asking.outcome.result()
            return await asyncio.to_thread(analysis_reply, self._talk, self._what, analysis, self._place)
        except Exception:
            logger.exception(
                "analysis could not be shown",
                extra={"game": self._what.key, "player": self._talk.actor.player, "command": "analyse"},
            )
            return Reply(words.say("analysis-failed"))


def analysis_reply(context: CommandContext, what: ReplayedGame, analysis: Analysis, place: str) -> Reply:
    """Return the reply with a game's chart and summary, or with one of its costliest turns.

    For a game without turns the reply says so.

    Args:
        analysis: the game's analysis.
        place: the number of a turn among the costliest, from 1; anything else, and a number without such a
            turn, means the chart.
    """
    if not analysis.turns:
        return Reply(_titled(context, what, context.words.say("analysis-no-turns")))
    worst = analysis.worst(WORST_TURNS)
    if place.isdecimal() and int(place) <= len(worst):
        return _worst_turn_reply(context, what, analysis, int(place))
    words = context.words
    alt, short_alt = chart_words(words, analysis)
    deeper = (
        ()
        if analysis.replies
        else (Button(words.words("button-deeper"), place_data(what, "analyse", _DEEP)),)
    )
    replay = Button(words.words("button-replay"), place_data(what, "replay", "all"))
    return Reply(
        _titled(
            context,
            what,
            summary(words, what.record, analysis, LONGEST_CAPTION - telegram_length(title_of(words, what))),
        ),
        chart(analysis, context.display.theme),
        alt,
        short_alt,
        language=words.language,
        buttons=(
            *_worst_turn_buttons(what, len(worst)),
            (*deeper, replay),
            *neighbour_buttons(words, what, "analyse"),
        ),
    )


def _worst_turn_reply(context: CommandContext, what: ReplayedGame, analysis: Analysis, place: int) -> Reply:
    words, turn = context.words, analysis.worst(WORST_TURNS)[place - 1]
    alt, short_alt = comparison_words(words, turn, what.numbers)
    chart_button = Button(words.words("button-chart"), place_data(what, "analyse", _ALL))
    return Reply(
        _titled(context, what, turn_text(words, what.record, analysis, turn, what.numbers)),
        comparison(words, turn, what.side, context.display.theme, what.numbers),
        alt,
        short_alt,
        language=words.language,
        buttons=(*_worst_turn_buttons(what, len(analysis.worst(WORST_TURNS))), (chart_button,)),
    )


def _worst_turn_buttons(what: ReplayedGame, count: int) -> Rows:
    """Return a row with a button for each of the costliest turns; no row if `count` is 0."""
    row = tuple(Button(str(place), place_data(what, "analyse", str(place))) for place in range(1, count + 1))
    return (row,) if row else ()


def _stop_button(context: CommandContext, what: ReplayedGame) -> Rows:
    return ((Button(context.words.words("button-stop"), place_data(what, "analyse", _STOP)),),)


def _stopped(context: CommandContext, what: ReplayedGame) -> Reply:
    again = Button(context.words.words("button-analyse"), place_data(what, "analyse", _ALL))
    return Reply(_titled(context, what, context.words.say("analysis-stopped")), buttons=((again,),))


def _titled(context: CommandContext, what: ReplayedGame, text: Text) -> Text:
    return join([title_of(context.words, what), text])
