"""Cube hints: whether to double, or to take, in words and figures."""

from __future__ import annotations

from dataclasses import replace

from bot.sessions import CubeDecision, DisplayPreferences, LoadedGame
from bot.talk.catalog import Words, join
from bot.talk.reply import Bold, Reply, Text
from bot.talk.views.board import picture
from bot.talk.wording import points

CLOSE = 0.015
"""Points; what differs by less is as good, as with turns."""


def cube_hint_reply(
    words: Words, game: LoadedGame, display: DisplayPreferences, found: CubeDecision
) -> Reply:
    """Return a hint before a roll: what to do about the cube, and what each answer is worth.

    Args:
        words: the language of the one who asked.
        game: the game; its mover may double, or has doubled.
        display: how the one who asked is shown things.
        found: what a double is worth.
    """
    advice = _advice(words, found, answers=game.live.state.is_doubled)
    return replace(picture(game, display, ()), text=join([advice, _figures(words, game, found)]))


def _advice(words: Words, found: CubeDecision, *, answers: bool) -> Text:
    if answers:
        advice = words.words("cube-hint-takes" if found.takes else "cube-hint-drops")
        difference = found.take - found.drop
    else:
        advice = words.words(f"cube-hint-{found.best.value}")
        difference = found.doubled - found.no_double
    if abs(difference) < CLOSE:
        return words.say("cube-hint-close", advice=Bold(advice))
    return (Bold(advice),)


def _figures(words: Words, game: LoadedGame, found: CubeDecision) -> Text:
    """Return what each choice is worth to the one who asked: in points, or how likely the match is won."""
    answers, cube = game.live.state.is_doubled, game.live.cube
    if found.chances is None:
        worth = [cube * (-each if answers else each) for each in (found.no_double, found.take, found.drop)]
        roll, take, drop = (points(words, each, 2, signed=True) for each in worth)
        if answers:
            return words.say("cube-hint-answers-points", take=take, drop=drop)
        return words.say("cube-hint-doubles-points", roll=roll, take=take, drop=drop)
    chances = [1 - each if answers else each for each in found.chances]
    roll, take, drop = (points(words, 100 * each, 1) for each in chances)
    if answers:
        return words.say("cube-hint-answers-match", take=take, drop=drop)
    return words.say("cube-hint-doubles-match", roll=roll, take=take, drop=drop)
