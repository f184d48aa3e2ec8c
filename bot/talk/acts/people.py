"""Whom a command means; and the commands that shut somebody out and let him in again: block, unblock."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.sessions.errors import NobodyNamed, NotBlocked
from bot.talk.heard import ChatKind
from bot.talk.reply import Code, Reply
from bot.talk.talk import Choice
from bot.talk.tidy import tidy_name
from bot.talk.wording import name_of, shortened

if TYPE_CHECKING:
    from bot.sessions import Player
    from bot.talk.heard import Person
    from bot.talk.parsing import Asked
    from bot.talk.talk import Talk

_NUMBER = re.compile(r"#([0-9]{1,9})", re.ASCII)


async def named(talk: Talk, name: str) -> Player:
    """Return the player whom a name or a mention means.

    Raises:
        NobodyNamed: it means nobody who is known to the one who asks.
        SeveralNamed: it means several.
    """
    for person in talk.heard.mentioned:
        if name in (f"<@{person.key}>", f"<@!{person.key}>"):
            return await introduced(talk, person)
    return await talk.manager.people.named(talk.by, talk.chat.platform, name)


async def introduced(talk: Talk, person: Person) -> Player:
    """Return the player who is mentioned or replied to, though perhaps never heard.

    Raises:
        NobodyNamed: in private, somebody was mentioned who is not known to the one who asks.
    """
    people = talk.manager.people
    player = await people.introduce(person.platform, person.key, tidy_name(person.name), handle=person.handle)
    alone = talk.heard.place.kind is ChatKind.PRIVATE
    if alone and player.id != talk.by.player and not await people.know_each_other(talk.by.player, player.id):
        raise NobodyNamed(player.name)
    return player


async def block(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/block: somebody by name, or who made a challenge, or the opponent in a game; alone, who is blocked."""
    if asked.game is None and not asked.words:
        return (await _blocked(talk),)
    other = await _of_id(talk, asked.game) if asked.game is not None else (await named(talk, asked.rest)).id
    blocked = await talk.manager.people.block(talk.by, other)
    if not talk.heard.place.answers_privately:
        return (Reply(talk.words.say("blocked-briefly")),)
    command = Code(f"/unblock {shortened(blocked.name)}")
    return (Reply(talk.words.say("blocked", name=name_of(blocked), command=command)),)


async def unblock(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/unblock: somebody who is blocked, by name; alone, a list to choose from."""
    if not asked.words:
        return (await _blocked(talk),)
    typed = asked.rest
    number = _NUMBER.fullmatch(typed)
    mentioned = {f"<@{person.key}>": person for person in talk.heard.mentioned}
    meant = await introduced(talk, mentioned[typed]) if typed in mentioned else None
    for player in await talk.manager.people.blocked_by(talk.by.player):
        is_named = typed.removeprefix("@").casefold() == player.name.casefold()
        is_numbered = number is not None and int(number[1]) == player.id
        if is_named or is_numbered or (meant is not None and meant.id == player.id):
            await talk.manager.people.unblock(talk.by, player.id)
            if not talk.heard.place.answers_privately:
                return (Reply(talk.words.say("blocked-briefly")),)
            return (Reply(talk.words.say("unblocked", name=name_of(player))),)
    raise NotBlocked(typed if meant is None else meant.name)


async def _of_id(talk: Talk, key: str) -> int:
    """Return the opponent in a game of the player's own, or else who made a challenge."""
    if await talk.may_see(key):
        game = await talk.manager.game(key)
        side = game.side_of(talk.by.player)
        if side is not None:
            return game.player(side.other).id
    return await talk.manager.challenges.challenger_of(talk.by, key)


async def _blocked(talk: Talk) -> Reply:
    """Who is blocked, with a button for each that lets him in again; not where others read it."""
    if not talk.heard.place.answers_privately:
        return Reply(talk.words.say("blocked-elsewhere", command=Code("/block")))
    blocked = await talk.manager.people.blocked_by(talk.by.player)
    if not blocked:
        return Reply(talk.words.say("blocked-nobody", command=Code("/block Boris")))
    choices = [
        Choice(talk.words.words("button-unblock", name=shortened(player.name)), f"/unblock #{player.id}")
        for player in blocked
    ]
    return await talk.ask(talk.words.say("blocked-list"), choices)
