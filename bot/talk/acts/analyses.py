"""The command that tells what a finished game was worth: analyse."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import TYPE_CHECKING

from bot.sessions import Subject, TooManyAnalyses, is_import
from bot.talk.acts.replays import data_of, game_meant, game_shown, neighbours, title_of
from bot.talk.analyses import (
    WORST,
    chart,
    chart_words,
    comparison,
    comparison_words,
    summary,
    turn_text,
    what_is_done,
)
from bot.talk.budget import ANALYSIS
from bot.talk.catalog import join
from bot.talk.reply import Button, Code, Reply
from bot.talk.wording import shortened

if TYPE_CHECKING:
    from bot.sessions import Analysis, Asking
    from bot.talk.acts.replays import Shown
    from bot.talk.parsing import Asked
    from bot.talk.reply import Rows, Text
    from bot.talk.talk import Talk

logger = logging.getLogger(__name__)

AT_ONCE = 0.5
"""Seconds within which an analysis is waited for before it is told how far it is."""

_ALL, _DEEP, _STOP = "all", "deep", "stop"
PARTS = (_ALL, *map(str, range(1, WORST + 1)), _DEEP)
"""What may be asked for of an analysis."""
_PLACE = re.compile(rf"(?:([0-9]{{1,2}})\.)?({_ALL}|{_DEEP}|{_STOP}|[1-{WORST}])", re.ASCII)


async def analyse(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/analyse: how both sides played and rolled, and the chart; with 1, 2 or 3, one of the worst turns.

    With `deep` all replies are looked at; of an import with several games `2.all` is the second.
    """
    typed = asked.words[0].lower() if asked.words else _ALL
    found = _PLACE.fullmatch(typed)
    if found is None:
        part = Code(shortened(typed))
        return (Reply(talk.words.say("refused-part", part=part, command=Code("/analyse"))),)
    what = await game_shown(talk, await game_meant(talk, asked), int(found[1] or 1))
    if (await asyncio.to_thread(what.record.end)).outcome is None:
        return (Reply(_unfinished(talk, what)),)
    return (await _answer(talk, what, found[2]),)


def _unfinished(talk: Talk, what: Shown) -> Text:
    if is_import(what.key):
        return talk.words.say("refused-analysis-record", command=Code(f"/replay {what.key}"))
    return talk.words.say("refused-analysis", game=what.key)


async def _answer(talk: Talk, what: Shown, place: str) -> Reply:
    if place == _STOP and talk.analysts.stop(what.key, what.number, talk.by.player):
        return _stopped(talk, what)
    kept = await talk.manager.analyses.find(what.key, what.number)
    if kept is not None and (place != _DEEP or kept.replies):
        return await asyncio.to_thread(shown, talk, what, kept, place)
    if place != _STOP:
        return await _begun(talk, what, place)
    if talk.analysts.is_made(what.key, what.number):
        return Reply(_titled(talk, what, talk.words.say("refused-stop")), buttons=_stop_button(talk, what))
    return _stopped(talk, what)


async def _begun(talk: Talk, what: Shown, place: str) -> Reply:
    """Begin an analysis; return it if it is soon there, else how far it is."""
    subject = Subject(what.key, what.number, what.record, replies=place == _DEEP)
    if not talk.analysts.is_made(what.key, what.number):
        talk.spend(ANALYSIS)
    try:
        asking = talk.analysts.ask(subject, talk.by.player)
    except TooManyAnalyses:
        return Reply(talk.words.say("analysis-busy"))
    analysing = Analysing(talk, what, place, asking)
    await asyncio.wait({analysing.outcome}, timeout=AT_ONCE)
    if analysing.outcome.done():
        return analysing.outcome.result() or _stopped(talk, what)
    return analysing.so_far()


class Analysing:
    """An analysis that somebody waits for.

    Args:
        talk: who is answered.
        what: the game.
        place: what of it is shown in the end.
        asking: the wish for it.
    """

    def __init__(self, talk: Talk, what: Shown, place: str, asking: Asking) -> None:
        self._talk = talk
        self._what = what
        self._place = place
        self._asking = asking
        self._outcome = talk.analysts.begin(self._finish())

    @property
    def outcome(self) -> asyncio.Future[Reply | None]:
        """The analysis as it is shown; none, if it was stopped."""
        return self._outcome

    def so_far(self) -> Reply:
        """How far it is, and a button that stops it."""
        words, work = self._talk.words, self._asking.work
        far = what_is_done(words, work.done, work.of, self._talk.analysts.before(work))
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
            return await asyncio.to_thread(shown, self._talk, self._what, analysis, self._place)
        except Exception:
            logger.exception("an analysis could not be shown")
            return Reply(words.say("analysis-failed"))


def shown(talk: Talk, what: Shown, analysis: Analysis, place: str) -> Reply:
    """Return an analysis: the chart and all that is said of the game, or one of its worst turns.

    Args:
        talk: who is answered.
        what: the game.
        analysis: what it was worth.
        place: the number of the turn among the worst, from 1; anything else is the chart.
    """
    if not analysis.turns:
        return Reply(_titled(talk, what, talk.words.say("analysis-no-turns")))
    worst = analysis.worst(WORST)
    if place.isdecimal() and int(place) <= len(worst):
        return _turn(talk, what, analysis, int(place))
    words = talk.words
    alt, short_alt = chart_words(words, analysis)
    deeper = (
        () if analysis.replies else (Button(words.words("button-deeper"), data_of(what, "analyse", _DEEP)),)
    )
    replay = Button(words.words("button-replay"), data_of(what, "replay", "all"))
    return Reply(
        _titled(talk, what, summary(words, what.record, analysis)),
        chart(analysis, talk.dress.theme),
        alt,
        short_alt,
        language=words.language,
        buttons=(*_turns(what, len(worst)), (*deeper, replay), *neighbours(words, what, "analyse")),
    )


def _turn(talk: Talk, what: Shown, analysis: Analysis, place: int) -> Reply:
    words, turn = talk.words, analysis.worst(WORST)[place - 1]
    alt, short_alt = comparison_words(words, turn, what.numbers)
    chart_button = Button(words.words("button-chart"), data_of(what, "analyse", _ALL))
    return Reply(
        _titled(talk, what, turn_text(words, what.record, analysis, turn, what.numbers)),
        comparison(turn, what.side, talk.dress.theme, what.numbers),
        alt,
        short_alt,
        language=words.language,
        buttons=(*_turns(what, len(analysis.worst(WORST))), (chart_button,)),
    )


def _turns(what: Shown, count: int) -> Rows:
    """The buttons to the worst turns."""
    row = tuple(Button(str(place), data_of(what, "analyse", str(place))) for place in range(1, count + 1))
    return (row,) if row else ()


def _stop_button(talk: Talk, what: Shown) -> Rows:
    return ((Button(talk.words.words("button-stop"), data_of(what, "analyse", _STOP)),),)


def _stopped(talk: Talk, what: Shown) -> Reply:
    again = Button(talk.words.words("button-analyse"), data_of(what, "analyse", _ALL))
    return Reply(_titled(talk, what, talk.words.say("analysis-stopped")), buttons=((again,),))


def _titled(talk: Talk, what: Shown, text: Text) -> Text:
    return join([title_of(talk.words, what), text])
