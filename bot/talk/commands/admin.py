"""Admin: the command /admin for the bot's administrators, in private chats only."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime

from bot.sessions import DRAIN_LASTS, KnownAccount
from bot.talk.catalog import join
from bot.talk.command import MAX_LINE, ParsedCommand
from bot.talk.context import Choice, CommandContext
from bot.talk.input.keywords import Keyword, keyword_of
from bot.talk.reply import Code, Reply, Style, Text, Timestamp
from bot.talk.times import time_words, timestamp
from bot.talk.wording import LONGEST_LABEL, bold_name, name_of, shortened

LONGEST_ANNOUNCEMENT = 350  # With `/admin announce ` before it, it must fit into `MAX_LINE`.
_ACCOUNT = re.compile(r"(web|discord|telegram):([0-9A-Za-z_-]{1,64})", re.ASCII)
_MENTION = re.compile(r"<@!?([0-9]{1,20})>", re.ASCII)


async def admin(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/admin: show statistics, announce, ban, unban or drain; without a known argument, show its help.

    To drain is to start no new games before an upgrade.
    """
    if not parsed.words:
        return (_help(context),)
    what, *rest = parsed.words
    handler = _HANDLERS.get(what.lower())
    if handler is None:
        return (_help(context),)
    return (await handler(context, " ".join(rest), parsed.sure),)


def _help(context: CommandContext) -> Reply:
    words = context.words
    text = words.words("admin-text")
    lines = [
        words.say(
            "help-line",
            command=Code(f"/admin {typed} {text if key == 'announce' else ''}".rstrip()),
            what=words.words(f"admin-does-{key}"),
        )
        for key, typed in EXAMPLES.items()
    ]
    return Reply(join([words.say("admin-help"), *lines]))


async def _stats(context: CommandContext, _rest: str, _sure: bool) -> Reply:
    found = await context.manager.administration.statistics()
    words, admins = context.words, context.admins
    lines: list[Text] = [words.say("admin-version", version=admins.version)]
    if admins.since is not None:
        running = time_words(words, context.manager.clock() - admins.since)
        lines[0] = words.say("admin-running", version=admins.version, time=running)
    lines += [
        words.say("admin-people", count=found.people),
        words.say("admin-games", open=found.open_games, finished=str(found.finished_games)),
        words.say("admin-chats", count=found.chats),
        words.say("admin-undelivered", count=found.undelivered),
    ]
    if found.drains_until is not None:
        until = _moment(context, found.drains_until)
        lines.append(words.say("admin-drains", until=until, command=Code("/admin drain off")))
    return Reply(join(lines))


async def _announce(context: CommandContext, text: str, sure: bool) -> Reply:
    say = context.words.say
    if not text:
        return Reply(
            say("admin-announce-what", command=Code(f"/admin announce {context.words.words('admin-text')}"))
        )
    if len(text) > LONGEST_ANNOUNCEMENT or _was_cut(context):
        return Reply(say("admin-announce-long", most=LONGEST_ANNOUNCEMENT))
    administration = context.manager.administration
    if sure:
        return Reply(say("admin-announced", count=await administration.announce(context.actor, text)))
    count = await administration.chats_to_tell()
    label = context.words.words("button-announce", count=count)
    shown = say("announcement", text=text)
    question = join([say("admin-announce-sure", count=count), shown], "\n\n")
    return await context.ask(
        question, [Choice(label, f"/admin announce {text}", sure=True, style=Style.DANGER)]
    )


async def _ban(context: CommandContext, name: str, _sure: bool) -> Reply:
    found = await _account(context, name, "ban")
    if isinstance(found, Reply):
        return found
    banned, is_new = await context.manager.administration.ban(context.actor, found.player)
    message = "admin-banned" if is_new else "admin-banned-already"
    command = Code(f"/admin unban {found}")
    return Reply(context.words.say(message, name=name_of(banned), account=Code(str(found)), command=command))


async def _unban(context: CommandContext, name: str, _sure: bool) -> Reply:
    if not name:
        return await _bans(context, "", False)  # noqa: FBT003 (as all of them)
    found = await _account(context, name, "unban")
    if isinstance(found, Reply):
        return found
    player, lifted = await context.manager.administration.unban(context.actor, found.player)
    message = "admin-unbanned" if lifted else "admin-not-banned"
    return Reply(context.words.say(message, name=name_of(player), account=Code(str(found))))


async def _bans(context: CommandContext, _rest: str, _sure: bool) -> Reply:
    words = context.words
    banned = await context.manager.administration.banned()
    if not banned:
        return Reply(words.say("admin-bans-none", command=Code("/admin ban telegram:123")))
    lines = [
        words.say("admin-account", account=Code(str(each)), name=bold_name(each.name)) for each in banned
    ]
    # A ban covers all of a player's accounts, so each player has one button.
    choices = [
        Choice(shortened(words.words("button-unban", name=each.name), LONGEST_LABEL), f"/admin unban {each}")
        for each in {each.player: each for each in reversed(banned)}.values()
    ]
    return await context.ask(join([words.say("admin-bans"), *lines]), choices)


async def _drain(context: CommandContext, rest: str, _sure: bool) -> Reply:
    words, administration = context.words, context.manager.administration
    if rest:
        if keyword_of(rest) is not Keyword.OFF:
            return _help(context)
        await administration.end_drain(context.actor)
        return Reply(words.say("admin-drain-ended"))
    until = _moment(context, await administration.drain(context.actor))
    hours = time_words(words, DRAIN_LASTS)
    return Reply(words.say("admin-drain", until=until, time=hours, command=Code("/admin drain off")))


async def _account(context: CommandContext, name: str, command: str) -> KnownAccount | Reply:
    """Return the account that a name, mention or `PLATFORM:KEY` means; a reply if none or several fit.

    Args:
        name: the typed text; if it is empty, the reply says what to type.
        command: the argument of `/admin` that needs the account, `ban` or `unban`.
    """
    administration, words = context.manager.administration, context.words
    if not name:
        return Reply(words.say("admin-who", command=Code(f"/admin {command} telegram:123")))
    platform = context.incoming.person.platform
    if (given := _ACCOUNT.fullmatch(name)) is not None:
        found = [await administration.account(given[1], given[2])]
    elif (mention := _MENTION.fullmatch(name)) is not None:
        found = [await administration.account(platform, mention[1])]
    else:
        found = [*await administration.accounts_named(platform, name)]
    known = [each for each in found if each is not None]
    if not known:
        return Reply(words.say("admin-nobody", name=Code(shortened(name))))
    if len(known) > 1:
        lines = [
            words.say("admin-account", account=Code(str(each)), name=bold_name(each.name)) for each in known
        ]
        return Reply(join([words.say("admin-several", name=Code(shortened(name))), *lines]))
    return known[0]


def _moment(context: CommandContext, at: datetime) -> Timestamp:
    return timestamp(context.words, at, context.display.zone, context.manager.clock())


def _was_cut(context: CommandContext) -> bool:
    """True if the announcement is longer than a line, so that its end was cut or came as an attachment."""
    typed = getattr(context.incoming.what, "text", "")
    return len(typed) > MAX_LINE or context.incoming.attached is not None


EXAMPLES = {
    "stats": "stats",
    "announce": "announce",
    "ban": "ban telegram:123",
    "unban": "unban telegram:123",
    "bans": "bans",
    "drain": "drain",
    "drain-off": "drain off",
}
"""Examples of arguments for the help, by the suffix of the message `admin-does-…` that explains them."""
_HANDLERS: Mapping[str, Callable[[CommandContext, str, bool], Awaitable[Reply]]] = {
    "stats": _stats,
    "announce": _announce,
    "ban": _ban,
    "unban": _unban,
    "bans": _bans,
    "drain": _drain,
}
ACTIONS = tuple(_HANDLERS)
"""The first arguments that `/admin` takes."""
