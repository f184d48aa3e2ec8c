"""Why texts: explains why typed moves are illegal, with the rule behind it."""

from __future__ import annotations

from bot.rules import PartialTurn, why as reason_against
from bot.rules.errors import AmbiguousMove, NotUnderstood
from bot.talk.catalog import Words, join
from bot.talk.numbering import Numbering
from bot.talk.on_board import Objection
from bot.talk.refusal_texts import rules_error_text
from bot.talk.reply import Text
from bot.talk.rule_texts import rule_words
from bot.talk.wording import listed


def explained(words: Words, draft: PartialTurn, typed: str, numbers: Numbering) -> Text:
    """Return why typed moves are illegal in a turn, and the rule behind it.

    If they are legal, say so; if they could mean several moves, name those; if they are no moves, quote the
    part that could not be read.

    Args:
        words: the asker's language.
        draft: the turn in progress, with its dice and the moves made.
        typed: the moves, in the asker's point numbers.
        numbers: the point numbers that the asker uses.
    """
    try:
        error = reason_against(draft, numbers.convert_moves(typed))
    except AmbiguousMove as several:
        return words.say("why-possible-ways", moves=numbers.convert_moves(listed(several.choices)))
    except NotUnderstood as unread:
        return rules_error_text(words, unread, numbers)
    if error is None:
        return words.say("why-possible")
    parts = [rules_error_text(words, error, numbers), (rule_words(words, draft.ruleset, error.reason),)]
    if error.prime:
        points = ", ".join(str(numbers.convert(point)) for point in error.prime)
        parts.insert(1, words.say("why-where-prime", points=points))
    return join(parts, " ")


def objection(draft: PartialTurn, typed: str, numbers: Numbering) -> Objection | None:
    """Return the points that explain on a board why typed moves are illegal; None if they are not.

    The arguments are those of `explained`.
    """
    try:
        error = reason_against(draft, numbers.convert_moves(typed))
    except (AmbiguousMove, NotUnderstood):
        return None
    if error is None:
        return None
    refused = error.start if error.stop is None else error.stop
    return Objection(refused, error.prime or (() if error.point is None else (error.point,)))
