"""Hints: the commands that help with a turn: /hint tells the best, /why what forbids a move."""

from __future__ import annotations

import asyncio
import logging

from bot.sessions import CubeDecision, Hint, LoadedGame
from bot.sessions.errors import GameIsOver
from bot.talk.catalog import join
from bot.talk.command import ParsedCommand
from bot.talk.context import CommandContext
from bot.talk.numbering import numbering_of
from bot.talk.reply import Code, Reply
from bot.talk.resolve_game import resolve_game, resolve_only_game
from bot.talk.views.board import without_draft
from bot.talk.views.hints import cube_hint_reply, hint_reply
from bot.talk.why_texts import explained
from bot.talk.wording import name_at

logger = logging.getLogger(__name__)

AT_ONCE = 0.5
"""Seconds within which a hint is waited for, before the one who asked may go on without it."""


async def hint(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/hint: for the one who is to move, the best turns, and the best of them on the board.

    Before a roll, where he may double or is to answer a double, what that is worth.

    A half-made turn stays as it is: the hint is about the whole turn, from its beginning.
    """
    game, thought = await context.hints.ask(context.actor.player, await resolve_only_game(context, parsed))
    thinking = Thinking(context, game, thought)
    await asyncio.wait({thinking.outcome}, timeout=AT_ONCE)
    found = thinking.outcome.result() if thinking.outcome.done() else None
    return (found or thinking.so_far(),)


class Thinking:
    """A hint that somebody waits for.

    Args:
        thought: in the end the best turns, or what a double is worth.
    """

    def __init__(
        self, context: CommandContext, game: LoadedGame, thought: asyncio.Future[Hint | CubeDecision]
    ) -> None:
        self._context = context
        self._game = game
        self._thought = thought
        self._outcome = context.analysis_queue.start_task(self._finish())

    @property
    def outcome(self) -> asyncio.Future[Reply | None]:
        """The hint as it is shown."""
        return self._outcome

    def so_far(self) -> Reply:
        """Return what it is about."""
        game, say = self._game, self._context.words.say
        roll = game.live.state.roll
        if roll is None:
            return Reply(say("cube-hint-thinking", game=game.id), pending=self)
        return Reply(say("hint-thinking", game=game.id, roll=str(roll)), pending=self)

    async def _finish(self) -> Reply | None:
        context = self._context
        try:
            found = await self._thought
            if isinstance(found, CubeDecision):
                return cube_hint_reply(context.words, self._game, context.display, found)
            shown = self._game if context.shows_draft(self._game) else without_draft(self._game)
            return hint_reply(context.words, shown, context.display, found)
        except Exception:
            logger.exception("no hint could be given")
            return Reply(context.words.say("refused-failed"))


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
