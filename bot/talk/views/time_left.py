"""Time left: the remaining time of the player to act, in words and as a clock for a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.rules import Side
from bot.sessions import ClockStop, DisplayPreferences, LoadedGame
from bot.talk.catalog import Words, join
from bot.talk.input.payloads import button_data
from bot.talk.reply import Button, Span, Style, Text
from bot.talk.times import time_words, timestamp
from bot.talk.wording import name_at


def time_text(
    words: Words,
    game: LoadedGame,
    display: DisplayPreferences,
    now: datetime,
    called: Callable[[Side], Span],
) -> Text:
    """Return the deadline of the player to act, and the time that the opponent has left, as sentences.

    If the deadline has passed, return a sentence that asks the opponent to claim the game or give more time.
    Return an empty text if the game has no clock or no player is to act. With a fixed time for each turn the
    opponent's time is left out.

    Args:
        display: the display preferences of the chat. In the private chat of the player whose time is out,
            the sentence tells that player that they may still move.
        called: returns the name of a side's player, as a mention if the message notifies them.
    """
    side, clock, control = game.live.state.to_act, game.clock, game.match.options.time_control
    if side is None or clock is None or control is None:
        return ()
    name, opponent = name_at(game, side), side.other
    if clock.is_claimable and display.reader == game.player(side).id:
        return words.say("next-own-time-out", name=name, opponent=name_at(game, opponent))
    if clock.is_claimable:
        return words.say("next-time-out", name=name, opponent=called(opponent))
    until = timestamp(words, clock.due_of(side, now), display.zone, now)
    told = words.say("next-until", name=name, at=until)
    if control.is_for_each_turn:
        return told
    kept = time_words(words, clock.bank(opponent))
    return join([told, words.say("next-keeps", name=name_at(game, opponent), time=kept)], " ")


def time_left(words: Words, game: LoadedGame, now: datetime, stops: Iterable[ClockStop] = ()) -> Text:
    """Return the remaining time of the player to act in a few words, or that the time is out.

    For a paused game say so. Otherwise the text is empty if the game has no clock or no player is to act.

    Args:
        stops: the periods in which that player's clock is stopped; they do not count as remaining time.
    """
    side = game.live.state.to_act
    if side is not None and game.paused is not None:
        return words.say("game-paused")
    if side is None or game.clock is None:
        return ()
    if game.clock.is_claimable:
        return words.say("games-time-out")
    left = game.clock.left(side, now, stops)
    return words.say("games-time-left", time=time_words(words, left, short=True))


def claim_row(words: Words, game: LoadedGame, display: DisplayPreferences) -> tuple[Button, ...]:
    """Return the buttons to claim the game or to give more time; empty until the time of one side is out.

    A shared chat shows them to all, a private chat only if its reader is the opponent of that side.
    """
    side = game.live.state.to_act
    if side is None or game.clock is None or not game.clock.is_claimable:
        return ()
    if display.reader not in (None, game.player(side.other).id):
        return ()
    claim, more = (button_data(f"/{command} {game.id}", game.turns) for command in ("claim", "more"))
    return (
        Button(words.words("button-claim"), claim, Style.PRIMARY),
        Button(words.words("button-more-time"), more),
    )


@dataclass(frozen=True, slots=True)
class StripClock:
    """The clock of one side at the moment when the game is shown.

    Args:
        left: the remaining time; zero if it is out.
        runs: True if the clock is running.
        still_in: the time until the clock stops for a holiday; None if the clock does not run, or no holiday
            begins before it runs out.
        reason: why the clock is stopped, in the reader's language: a pause, a holiday, or a clock that starts
            only when the board is delivered; empty if the clock runs, is out, or waits for the opponent.
    """

    left: timedelta
    runs: bool
    still_in: timedelta | None = None
    reason: str = ""


def strip_clock(
    words: Words, game: LoadedGame, side: Side, now: datetime, stops: Sequence[ClockStop]
) -> StripClock | None:
    """Return the clock of a side; None if the game has no clock or is over.

    Args:
        stops: the periods in which the clock of the side to act is stopped; unused for the other side.
    """
    clock = game.clock
    if clock is None or game.is_over:
        return None
    if game.paused is not None:
        return StripClock(clock.bank(side), runs=False, reason=words.words("clock-paused"))
    if game.live.state.to_act is not side:
        return StripClock(clock.bank(side), runs=False)
    left = timedelta() if clock.is_claimable else clock.left(side, now, stops)
    if clock.due is None:
        return StripClock(left, runs=False, reason=words.words("clock-not-begun"))
    if any(starts <= now < ends for starts, ends in stops):
        return StripClock(left, runs=False, reason=words.words("clock-holiday"))
    later = [starts - now for starts, _ in stops if now < starts < clock.due]
    return StripClock(left, runs=left > timedelta(), still_in=min(later, default=None))
