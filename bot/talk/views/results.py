"""Results: how a game ended, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from bot.rules import Ending, Outcome, Side
from bot.talk.catalog import Words
from bot.talk.reply import Span, Text
from bot.talk.wording import grade_words


def result_text(words: Words, outcome: Outcome, names: Mapping[Side, Span]) -> Text:
    """Return the result of a game, with both players in it, so that both can be mentioned.

    Args:
        words: the language.
        outcome: how it ended.
        names: the players.
    """
    if outcome.winner is None:
        message = "over-both-off" if outcome.ending is Ending.BOTH_OFF else "over-draw"
        return words.say(message, white=names[Side.WHITE], black=names[Side.BLACK])
    message = {
        Ending.RESIGNED: "over-resigned",
        Ending.DROPPED: "over-dropped",
        Ending.TIMEOUT: "over-timeout",
    }.get(outcome.ending, "over-borne-off")
    winner, loser = names[outcome.winner], names[outcome.winner.other]
    grade = grade_words(words, outcome.grade, outcome.cube)
    return words.say(message, winner=winner, loser=loser, grade=grade)
