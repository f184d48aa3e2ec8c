"""Time left: until when the player who is to act has time, and what the other may do when it has run out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from bot.rules import Side
from bot.sessions import DisplayPreferences, LoadedGame, Stop
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
    """Return until when the player who is to act has time; nothing, if the game has no clock.

    Args:
        words: the language of the chat.
        game: the game.
        display: the display preferences of the chat.
        now: when that is told.
        called: returns the name of a side's player, with a mention where he is notified.
    """
    side, clock, control = game.live.state.to_act, game.clock, game.match.options.time_control
    if side is None or clock is None or control is None:
        return ()
    name, opponent = name_at(game, side), side.other
    if clock.is_told and display.reader == game.player(side).id:
        return words.say("next-own-time-out", name=name, opponent=name_at(game, opponent))
    if clock.is_told:
        return words.say("next-time-out", name=name, opponent=called(opponent))
    until = timestamp(words, clock.due_of(side, now), display.zone, now)
    told = words.say("next-until", name=name, at=until)
    if control.is_for_each_turn:
        return told
    kept = time_words(words, clock.bank(opponent))
    return join([told, words.say("next-keeps", name=name_at(game, opponent), time=kept)], " ")


def time_left(words: Words, game: LoadedGame, now: datetime, stops: Iterable[Stop] = ()) -> Text:
    """Return briefly how much time the player who is to act has left; nothing, if the game has no clock.

    Args:
        words: the language.
        game: the game.
        now: when that is told.
        stops: when his time stands still: that is not counted.
    """
    side = game.live.state.to_act
    if side is not None and game.paused is not None:
        return words.say("games-paused")
    if side is None or game.clock is None:
        return ()
    if game.clock.is_told:
        return words.say("games-time-out")
    left = game.clock.left(side, now, stops)
    return words.say("games-time-left", time=time_words(words, left, short=True))


def claim_row(words: Words, game: LoadedGame, display: DisplayPreferences) -> tuple[Button, ...]:
    """Return what the opponent of one whose time has run out may press: claim the game, or give more time."""
    side = game.live.state.to_act
    if side is None or game.clock is None or not game.clock.is_told:
        return ()
    if display.reader not in (None, game.player(side.other).id):
        return ()
    claim, more = (button_data(f"/{command} {game.id}", game.turns) for command in ("claim", "more"))
    return (
        Button(words.words("button-claim"), claim, Style.PRIMARY),
        Button(words.words("button-more-time"), more),
    )
