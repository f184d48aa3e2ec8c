"""Whys: the command that says which rule forbids a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules import why as reason_against
from bot.rules.errors import AmbiguousMove, NotUnderstood
from bot.sessions.errors import GameIsOver
from bot.talk.catalog import join
from bot.talk.numbering import numbering_of
from bot.talk.refusals import rules_error_text
from bot.talk.reply import Code, Reply
from bot.talk.resolve_game import resolve_game
from bot.talk.ruling import rule_words
from bot.talk.views.board import without_draft
from bot.talk.wording import listed, name_at

if TYPE_CHECKING:
    from bot.rules import PartialTurn
    from bot.talk.catalog import Words
    from bot.talk.context import CommandContext
    from bot.talk.input.parsing import ParsedCommand
    from bot.talk.numbering import Numbering
    from bot.talk.reply import Text


async def why(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/why: what forbids moves now, and the rule behind it; or that nothing does.

    Whoever is not to move asks for the one who is. A half-made turn counts where it is shown.
    """
    game = await context.manager.game(await resolve_game(context, parsed))
    if game.is_over:
        raise GameIsOver(game.id)
    if not parsed.words:
        return (Reply(context.words.say("refused-nothing-typed", command=Code("/why 13/7"))),)
    shown = game if game.draft_chat == context.chat.id else without_draft(game)
    draft = shown.live.draft
    if draft is None:
        return (Reply(context.words.say("why-not-rolled")),)
    answer = explained(context.words, draft, parsed.rest, numbering_of(game, context.display))
    if game.to_act == context.actor.player:
        return (Reply(answer),)
    name, roll = name_at(game, game.live.mover), str(draft.roll)
    return (Reply(join([context.words.say("answer-to-another", name=name, roll=roll), answer], " ")),)


def explained(words: Words, draft: PartialTurn, typed: str, numbers: Numbering) -> Text:
    """Return what forbids typed moves in a turn, and the rule behind it; or that nothing does.

    Args:
        words: the language of the one who asks.
        draft: the turn in progress.
        typed: the moves.
        numbers: how the one who asks counts the points.
    """
    try:
        error = reason_against(draft, numbers.other_text(typed))
    except AmbiguousMove as several:
        return words.say("why-possible-ways", moves=numbers.other_text(listed(several.choices)))
    except NotUnderstood as unread:
        return rules_error_text(words, unread, numbers)
    if error is None:
        return words.say("why-possible")
    parts = [rules_error_text(words, error, numbers), (rule_words(words, draft.ruleset, error.reason),)]
    if error.prime:
        points = ", ".join(str(numbers.other(point)) for point in error.prime)
        parts.insert(1, words.say("why-where-wall", points=points))
    return join(parts, " ")
