"""Own data: what is stored about a person. The commands forget and export, in private chats only."""

from __future__ import annotations

import asyncio
import logging

from bot.sessions import Belongings
from bot.talk.catalog import join, words_in
from bot.talk.command import ParsedCommand
from bot.talk.context import Choice, CommandContext
from bot.talk.incoming import ChatKind
from bot.talk.reply import Code, Document, Reply, Style
from bot.talk.wording import spellings

AT_ONCE = 0.5
"""Seconds for which a file is waited for before it is said that it is being made."""

logger = logging.getLogger(__name__)


async def forget(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/forget: asks once, telling what will happen; then deletes all that tells who the person is.

    The answer carries what it was told would end. If that is not so any more, it is asked again.
    """
    if context.incoming.place.kind is not ChatKind.PRIVATE:
        return (Reply(context.words.say("refused-forget-shared", command=Code("/forget"))),)
    belongings = await context.manager.forgetting.belongings(context.actor.player)
    if not parsed.sure:
        return (await _asked(context, belongings),)
    if parsed.rest != _figures(belongings):
        return (await _asked(context, belongings, again=True),)
    await context.manager.forgetting.forget(
        context.actor, spellings, lambda language: words_in(language).words("former-player")
    )
    # A request that waits for its turn would otherwise create the person's account again.
    context.budget.cancel_pending(context.incoming)
    return (Reply(context.words.say("forgotten")),)


async def export(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:  # noqa: ARG001 (as all)
    """/export: all that is stored about the person, as a file, when it is there."""
    words = context.words
    if context.incoming.place.kind is not ChatKind.PRIVATE:
        return (Reply(words.say("refused-export-shared", command=Code("/export"))),)
    context.manager.exports.ask(context.actor.player)
    exporting = Exporting(context)
    await asyncio.wait({exporting.outcome}, timeout=AT_ONCE)
    if not exporting.outcome.done():
        return (exporting.so_far(),)
    made = exporting.outcome.result()
    return () if made is None else (made,)


class Exporting:
    """A file of somebody's data that is being made, while he goes on with whatever he does."""

    def __init__(self, context: CommandContext) -> None:
        self._context = context
        self._outcome = context.analysis_queue.start_task(self._finish())

    @property
    def outcome(self) -> asyncio.Future[Reply | None]:
        """The answer with the file; none, if the person was forgotten meanwhile."""
        return self._outcome

    def so_far(self) -> Reply:
        """Return what is said until the file is there."""
        return Reply(self._context.words.say("export-making"), pending=self)

    async def _finish(self) -> Reply | None:
        context, words = self._context, self._context.words
        try:
            made = await context.manager.exports.of(context.actor.player)
        except Exception:
            logger.exception("a file of somebody's data could not be made")
            return Reply(words.say("refused-failed"))
        if made is None:
            return None
        lines = [words.say("export-ready", size=str(-(-len(made.text) // 1000)))]
        games = made.left_out.get("games", 0)
        if games:
            lines.append(words.say("export-left-out", count=games, command=Code("/record")))
        others = sum(made.left_out.values()) - games
        if others:
            lines.append(words.say("export-left-out-others", count=others))
        day = context.manager.clock().date().isoformat()
        document = Document(f"nardy-{day}.json", made.text, "application/json", context.actor.account)
        return Reply(join(lines), document=document)


async def _asked(context: CommandContext, belongings: Belongings, *, again: bool = False) -> Reply:
    say = context.words.say
    lines = [say("sure-forget"), say("sure-forget-games", count=belongings.games)]
    if belongings.challenges:
        lines.append(say("sure-forget-challenges", count=belongings.challenges))
    former = context.words.words("former-player")
    lines.append(say("sure-forget-stays", former=former, command=Code("/export")))
    if again:
        lines.insert(0, say("sure-forget-changed"))
    label = context.words.words("button-sure-forget")
    line = f"/forget {_figures(belongings)}"
    return await context.ask(join(lines), [Choice(label, line, sure=True, style=Style.DANGER)])


def _figures(belongings: Belongings) -> str:
    return f"{belongings.games} {belongings.challenges}"
