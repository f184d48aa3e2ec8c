"""Profiles: the command profile, for oneself or for what stands between oneself and somebody else."""

from __future__ import annotations

from datetime import UTC

from bot.sessions import PROGRAM, Player
from bot.sessions.errors import NobodyNamed
from bot.talk.command import ParsedCommand
from bot.talk.commands.people import mentioned
from bot.talk.context import CommandContext
from bot.talk.incoming import Person
from bot.talk.input.payloads import is_game_id
from bot.talk.reply import Code, ComputerName, Reply
from bot.talk.views.profiles import profile_view
from bot.talk.wording import is_computers_name
from bot.talk.zones import zone_of


async def profile(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/profile: one's own games; with a name, those with that player; with a game, with one's opponent in it.

    A name of the computer player means that, unless somebody is called so. Nobody else reads the answer. Of
    another player it tells nothing but the games with the one who asks.

    Raises:
        NobodyNamed: the name means nobody who is known to the one who asks.
        SeveralNamed: it means several.
    """
    if not context.incoming.place.answers_privately:
        return (Reply(context.words.say("profile-elsewhere", command=Code("/profile"))),)
    profiles, own = context.manager.profiles, context.actor.player
    try:
        other = await _meant(context, parsed)
    except NobodyNamed:
        if not is_computers_name(parsed.rest):
            raise
        other = await profiles.computer_player(PROGRAM)
        if other is None:
            return (Reply(context.words.say("profile-none-between", name=ComputerName())),)
    zone = zone_of(context.display.zone) or UTC
    if other is None or other == own:
        found = await profiles.of(own, zone)
    else:
        found = await profiles.between(own, other, zone)
    return (profile_view(context.words, found, context.display.theme),)


async def _meant(context: CommandContext, parsed: ParsedCommand) -> int | None:
    """Return the player who is meant; nobody, if no name and no game was given.

    Raises:
        NobodyNamed: it is nobody who is known to the one who asks.
        SeveralNamed: there are several.
    """
    if not parsed.rest.removeprefix("@"):
        return None
    if is_game_id(parsed.rest) and await context.may_see(parsed.rest):
        game = await context.manager.game(parsed.rest)
        side = game.side_of(context.actor.player)
        if side is not None:
            return game.player(side.other).id
    person = mentioned(context, parsed.rest)
    # A block changes nothing here, so that nobody feels one; what stands between the two is known to both.
    if person is not None:
        return (await _mentioned(context, person)).id
    return (await context.manager.people.named(context.actor, context.chat.platform, parsed.rest)).id


async def _mentioned(context: CommandContext, person: Person) -> Player:
    """Return the player who is mentioned; somebody unheard of is not made known by that.

    Raises:
        NobodyNamed: it is nobody who is known to the one who asks.
    """
    people, own = context.manager.people, context.actor.player
    player = await people.behind(person.platform, person.key)
    if player is None or not (player.id == own or await people.know_each_other(own, player.id)):
        raise NobodyNamed(person.name)
    return player
