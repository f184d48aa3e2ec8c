"""Hints: /hint, which shows the best turns, and /why, which explains why a move is illegal."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

from bot.sessions import CubeDecision, Hint, LoadedGame
from bot.sessions.errors import GameIsOver
from bot.talk.catalog import join
from bot.talk.command import ParsedCommand
from bot.talk.context import CommandContext
from bot.talk.numbering import numbering_of
from bot.talk.reply import Code, Reply, Text, plain
from bot.talk.resolve_game import resolve_game, resolve_only_game
from bot.talk.views.board import without_draft
from bot.talk.views.board_hints import board_cube_hint, board_hint, drawn_reply, unfinished_hint
from bot.talk.views.hints import cube_hint_reply, hint_reply
from bot.talk.why_texts import explained, objection
from bot.talk.wording import name_at

logger = logging.getLogger(__name__)

AT_ONCE = 0.5
"""Seconds to wait for a hint before a reply says that it is being computed; the hint then replaces it."""


async def hint(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/hint: show the best turns for the player to move, with the best one on the board.

    Before a roll, if the player may double or must answer a double, show what each choice is worth. The hint
    is about the whole turn. It changes none of the moves made already.
    """
    game, thought = await context.hints.ask(context.actor.player, await resolve_only_game(context, parsed))
    thinking = Thinking(context, game, thought)
    await asyncio.wait({thinking.outcome}, timeout=AT_ONCE)
    found = thinking.outcome.result() if thinking.outcome.done() else None
    return (found or thinking.so_far(),)


class Thinking:
    """A pending reply with a hint.

    Args:
        context: the request of the player who asked.
        game: the game when they asked.
        thought: the hint that is being computed: the best turns, or what a double is worth.
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
        """The reply with the hint, or the news that it failed."""
        return self._outcome

    def so_far(self) -> Reply:
        """Return a reply that a hint for this roll or cube decision is being computed."""
        game, say = self._game, self._context.words.say
        roll = game.live.state.roll
        if roll is None:
            text = say("cube-hint-thinking", game=game.id)
        else:
            text = say("hint-thinking", game=game.id, roll=str(roll))
        hint = unfinished_hint(game, plain(text)) if self._is_on_board else None
        return Reply(text, pending=self, hint=hint)

    async def _finish(self) -> Reply | None:
        context = self._context
        try:
            found = await self._thought
            if isinstance(found, CubeDecision):
                return self._about_cube(found)
            shown = self._game if context.shows_draft(self._game) else without_draft(self._game)
            if self._is_on_board:
                return drawn_reply(board_hint(context.words, shown, context.display, found))
            return self._naming_game(hint_reply(context.words, shown, context.display, found))
        except Exception:
            logger.exception(
                "hint could not be shown",
                extra={"game": self._game.id, "player": context.actor.player, "command": "hint"},
            )
            return Reply(context.words.say("refused-failed"))

    def _about_cube(self, found: CubeDecision) -> Reply:
        if self._is_on_board:
            return drawn_reply(board_cube_hint(self._context.words, self._game, found))
        return self._naming_game(
            cube_hint_reply(self._context.words, self._game, self._context.display, found)
        )

    def _naming_game(self, reply: Reply) -> Reply:
        """Return a reply that names its game, if the player's page shows the board of another one."""
        return replace(reply, text=join([*other_game(self._context, self._game), reply.text]))

    @property
    def _is_on_board(self) -> bool:
        """True if the player asked on a page with the board of the game."""
        return self._context.incoming.board == self._game.id


def other_game(context: CommandContext, game: LoadedGame) -> tuple[Text, ...]:
    """Return a line that names a game, if the person's page shows the board of another; else none."""
    if context.incoming.board in ("", game.id):
        return ()
    return (context.words.say("hint-of-game", game=game.id),)


async def why(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/why: explain why the typed moves are illegal now, with the rule behind it; or say that they are legal.

    The question is about the player to move, even if the opponent asks; the reply then names that player. The
    moves made in an unconfirmed turn count if the chat shows them.

    Raises:
        GameIsOver: the game has ended.
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
    numbers = numbering_of(game, context.display)
    answer = explained(context.words, draft, parsed.rest, numbers)
    if game.to_act != context.actor.player:
        name, roll = name_at(game, game.live.mover), str(draft.roll)
        answer = join([context.words.say("answer-to-another", name=name, roll=roll), answer], " ")
    answer = join([*other_game(context, game), answer])
    return (Reply(answer, objection=objection(draft, parsed.rest, numbers)),)
