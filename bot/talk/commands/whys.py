"""Whys: the command that says which rule forbids a move."""

from __future__ import annotations

from bot.sessions.errors import GameIsOver
from bot.talk.catalog import join
from bot.talk.command import ParsedCommand
from bot.talk.context import CommandContext
from bot.talk.explanations import explained
from bot.talk.numbering import numbering_of
from bot.talk.reply import Code, Reply
from bot.talk.resolve_game import resolve_game
from bot.talk.views.board import without_draft
from bot.talk.wording import name_at


async def why(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/why: what forbids moves now, and the rule behind it; or that nothing does.

    Whoever is not to move asks for the one who is. A half-made turn counts where it is shown.
    """
    game = await context.manager.game(await resolve_game(context, parsed))
    if game.is_over:
        raise GameIsOver(game.id)
    if not parsed.words:
        return (Reply(context.words.say("refused-nothing-typed", command=Code("/why 13/7"))),)
    shown = game if context.shows_draft(game) else without_draft(game)
    draft = shown.live.draft
    if draft is None:
        return (Reply(context.words.say("why-not-rolled")),)
    answer = explained(context.words, draft, parsed.rest, numbering_of(game, context.display))
    if game.to_act == context.actor.player:
        return (Reply(answer),)
    name, roll = name_at(game, game.live.mover), str(draft.roll)
    return (Reply(join([context.words.say("answer-to-another", name=name, roll=roll), answer], " ")),)
