"""Own data: /forget, which deletes a person's data, and /export, which sends it; only in private chats."""

from __future__ import annotations

import asyncio
import logging

from bot.sessions import Belongings
from bot.talk.catalog import Words, join
from bot.talk.command import ParsedCommand
from bot.talk.context import Choice, CommandContext
from bot.talk.incoming import ChatKind
from bot.talk.reply import Code, Document, Reply, Style, Text
from bot.talk.wording import former_words, spellings

AT_ONCE = 0.5
"""Seconds to wait for the file before the reply says that it is being made; the file replaces that reply."""

logger = logging.getLogger(__name__)


async def forget(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/forget: ask for a confirmation, then delete everything that identifies the person.

    The question announces how many games and challenges end, and its button carries these numbers. If they
    have changed when it is pressed, the question is asked again.
    """
    if context.incoming.place.kind is not ChatKind.PRIVATE:
        return (Reply(context.words.say("refused-forget-shared", command=Code("/forget"))),)
    belongings = await context.manager.forgetting.belongings(context.actor.player)
    if not parsed.sure:
        return (await _asked(context, belongings),)
    if parsed.rest != _figures(belongings):
        return (await _asked(context, belongings, again=True),)
    await context.manager.forgetting.forget(context.actor, spellings, former_words)
    # A request of the same account that waits for its turn would otherwise create the account again.
    context.budget.cancel_pending(context.incoming)
    return (Reply(context.words.say("forgotten")),)


async def export(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:  # noqa: ARG001 (as all)
    """/export: send a file with the stored data about the person, as soon as it is made.

    If the data is too large for one file, the message says how many games and other entries are left out.
    """
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
    """A pending reply with the file of a person's data, which is made in the background."""

    def __init__(self, context: CommandContext) -> None:
        self._context = context
        self._outcome = context.analysis_queue.start_task(self._finish())

    @property
    def outcome(self) -> asyncio.Future[Reply | None]:
        """The reply with the file; None if the person's data was deleted meanwhile."""
        return self._outcome

    def so_far(self) -> Reply:
        """Return the reply that is shown until the file is made."""
        return Reply(self._context.words.say("export-making"), pending=self)

    async def _finish(self) -> Reply | None:
        context, words = self._context, self._context.words
        try:
            made = await context.manager.exports.of(context.actor.player)
        except Exception:
            logger.exception(
                "data export failed", extra={"player": context.actor.player, "command": "export"}
            )
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
    words = context.words
    changed = [words.say("sure-forget-changed")] if again else []
    label = words.words("button-sure-forget")
    line = f"/forget {_figures(belongings)}"
    text = join([*changed, what_forgetting_does(words, belongings)])
    return await context.ask(text, [Choice(label, line, sure=True, style=Style.DANGER)])


def what_forgetting_does(words: Words, belongings: Belongings) -> Text:
    """Return the lines that say what ends, what is deleted and what remains when a player is forgotten."""
    lines = [words.say("sure-forget"), words.say("sure-forget-games", count=belongings.games)]
    if belongings.challenges:
        lines.append(words.say("sure-forget-challenges", count=belongings.challenges))
    former = words.words("former-player")
    lines.append(words.say("sure-forget-stays", former=former, command=Code("/export")))
    return join(lines)


def _figures(belongings: Belongings) -> str:
    return f"{belongings.games} {belongings.challenges}"
