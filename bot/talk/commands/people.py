"""People: /block, /unblock and /profile, and finding the player that a typed name means."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC

from bot.sessions import PROGRAM, Player
from bot.sessions.errors import NobodyNamed, Refusal, SeveralNamed
from bot.talk.command import ParsedCommand
from bot.talk.context import Choice, CommandContext
from bot.talk.incoming import ChatKind, Person
from bot.talk.input.payloads import is_game_id
from bot.talk.input.signs import plain_signs
from bot.talk.reply import Code, ComputerName, Reply, Style
from bot.talk.sanitize import sanitize_name
from bot.talk.times import zone_of
from bot.talk.views.profiles import profile_view
from bot.talk.wording import is_computers_name, name_of, shortened

_NUMBER = re.compile(r"#([0-9]{1,9})", re.ASCII)


async def find_player(context: CommandContext, name: str, *, only_here: bool = False) -> Player:
    """Return the player that a name or mention means, as it is written or else as it looks.

    Args:
        only_here: True to search names only among players with an account on this platform.

    Raises:
        NobodyNamed: the asker knows no player with this name.
        SeveralNamed: the asker knows several.
    """
    person = mentioned_person(context, name)
    if person is not None:
        return await ensure_player(context, person)
    people, platform = context.manager.people, context.chat.platform
    for each in dict.fromkeys((name, sanitize_name(name), plain_signs(name))):
        try:
            return await people.named(context.actor, platform, each, only_here=only_here)
        except NobodyNamed:
            continue
    raise NobodyNamed(name)


def mentioned_person(context: CommandContext, name: str) -> Person | None:
    """Return the person that a mention such as `<@123>` means; None if no person of the request is meant."""
    forms = ((person, (f"<@{person.key}>", f"<@!{person.key}>")) for person in context.incoming.mentioned)
    return next((person for person, written in forms if name in written), None)


async def ensure_player(context: CommandContext, person: Person) -> Player:
    """Return the player of a person who is mentioned or replied to, creating the player if there is none.

    Raises:
        NobodyNamed: in a private chat, the asker does not know the player.
    """
    people = context.manager.people
    player = await people.find_or_add(
        person.platform, person.key, sanitize_name(person.name), handle=person.handle
    )
    is_private = context.incoming.place.kind is ChatKind.PRIVATE
    if (
        is_private
        and player.id != context.actor.player
        and not await people.know_each_other(context.actor.player, player.id)
    ):
        raise NobodyNamed(player.name)
    return player


async def known_player(context: CommandContext, number: int) -> Player:
    """Return the player with this id, by which forms and the page name them.

    Raises:
        NobodyNamed: the asker does not know the player.
    """
    people = context.manager.people
    current = await people.current_id(number)
    if not await people.know_each_other(context.actor.player, current):
        raise NobodyNamed(f"#{number}")
    return await people.player(current)


async def block(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/block: block a player by name, or the other player of a challenge or game by its id.

    From a challenge's card or a link it asks first. Without an argument it lists the blocked players. Where
    others can read the reply, it names no player and gives no list.
    """
    if parsed.game is None and not parsed.words:
        return (await _list_blocked(context),)
    if parsed.linked or (not parsed.typed and await context.replied_to("challenge") is not None):
        return (await _ask_to_block(context, parsed),)
    other = (
        await _other_player_of(context, parsed.game)
        if parsed.game is not None
        else (await find_player(context, parsed.rest)).id
    )
    blocked = await context.manager.people.block(context.actor, other)
    if not context.incoming.place.answers_privately:
        return (Reply(context.words.say("blocked-briefly")),)
    return (await _confirm_block(context, blocked),)


async def _ask_to_block(context: CommandContext, parsed: ParsedCommand) -> Reply:
    """Ask whether to block a player, so that a slip on a challenge's card or an opened link blocks no one.

    Where others can read the reply, it only gives the command to use in private. If the player is blocked
    already, it confirms that instead.

    Raises:
        NobodyNamed, SeveralNamed: as `find_player`.
        Refusal: the person is the challenger; or as `bot.sessions.challenges.Challenges.challenger_of`.
    """
    key = parsed.game
    line = f"/block {key or parsed.rest}"
    if not context.incoming.place.answers_privately:
        return Reply(context.words.say("blocked-elsewhere", command=Code(line)))
    if key is None:
        other = await find_player(context, parsed.rest)
    elif await context.may_see(key):
        other = await context.manager.people.player(await _other_player_of(context, key))
    else:
        challenger = await context.manager.challenges.challenger_of(context.actor, key)
        other = await context.manager.people.player(challenger)
    if other.id in context.display.blocked:
        return await _confirm_block(context, other)
    choice = Choice(context.words.words("button-block"), line, style=Style.DANGER)
    return await context.ask(context.words.say("block-question", name=name_of(other)), [choice])


async def _confirm_block(context: CommandContext, blocked: Player) -> Reply:
    """Return the confirmation that a player is blocked, with a button to unblock them."""
    command = Code(f"/unblock {shortened(blocked.name)}")
    text = context.words.say("blocked", name=name_of(blocked), command=command)
    undo = Choice(context.words.words("button-undo-block"), f"/unblock #{blocked.id}")
    return await context.ask(text, [undo])


async def unblock(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/unblock: unblock a player by name, mention or `#` and id; without an argument, list the blocked.

    Where others can read the reply, it does not name the player.
    """
    if not parsed.words:
        return (await _list_blocked(context),)
    typed = parsed.rest
    number = await _player_by_number(context, typed)
    mentioned = {f"<@{person.key}>": person for person in context.incoming.mentioned}
    meant = (
        await ensure_player(context, mentioned[typed])
        if typed in mentioned
        else await _find_or_none(context, typed)
    )
    for player in await context.manager.people.blocked_by(context.actor.player):
        is_named = typed.removeprefix("@").casefold() == player.name.casefold()
        is_numbered = number == player.id
        if is_named or is_numbered or (meant is not None and meant.id == player.id):
            await context.manager.people.unblock(context.actor, player.id)
            if not context.incoming.place.answers_privately:
                return (Reply(context.words.say("blocked-briefly")),)
            return (Reply(context.words.say("unblocked", name=name_of(player))),)
    raise Refusal("not-blocked", name=typed if typed not in mentioned or meant is None else meant.name)


async def _find_or_none(context: CommandContext, typed: str) -> Player | None:
    """Return the player that a name or mention means; None if no player or several have the name."""
    try:
        return await find_player(context, typed)
    except (NobodyNamed, SeveralNamed):
        return None


async def _player_by_number(context: CommandContext, typed: str) -> int | None:
    """Return the id of the player whom a text such as `#12` names; None for other text.

    If that player was linked to another since the button was made, return the id of the player both became.
    """
    number = _NUMBER.fullmatch(typed)
    return None if number is None else await context.manager.people.current_id(int(number[1]))


async def _other_player_of(context: CommandContext, key: str) -> int:
    """Return the id of the other player, opponent or challenger, of the game or challenge with this id."""
    if await context.may_see(key):
        game = await context.manager.game(key)
        side = game.side_of(context.actor.player)
        if side is not None:
            return game.player(side.other).id
    return await context.manager.challenges.other_player_in(context.actor, key)


async def _list_blocked(context: CommandContext) -> Reply:
    """List the players that the person has blocked, with buttons to unblock them.

    Where others can read the reply, it only gives the command to use in private.
    """
    if not context.incoming.place.answers_privately:
        return Reply(context.words.say("blocked-elsewhere", command=Code("/block")))
    blocked = await context.manager.people.blocked_by(context.actor.player)
    if not blocked:
        return Reply(context.words.say("blocked-nobody", command=Code("/block Boris")))
    choices = [
        Choice(context.words.words("button-unblock", name=shortened(player.name)), f"/unblock #{player.id}")
        for player in blocked
    ]
    return await context.ask(context.words.say("blocked-list"), choices)


async def profile(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/profile: show the player's statistics; with a name or a game's id, those against that opponent.

    A name of the computer player means the computer, unless a player has that name. Where others can read the
    reply, it only gives the command to use in private. It never shows games between two other players.

    Raises:
        NobodyNamed: the asker knows no player with this name.
        SeveralNamed: the asker knows several.
    """
    if not context.incoming.place.answers_privately:
        return (Reply(context.words.say("profile-elsewhere", command=Code("/profile"))),)
    profiles, own = context.manager.profiles, context.actor.player
    try:
        other = await _profiled_player(context, parsed)
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
    reply = profile_view(context.words, found, context.display.theme)
    has_page = context.incoming.place.is_page or context.incoming.on_board
    return (replace(reply, opens="profile") if other is None and has_page else reply,)


async def _profiled_player(context: CommandContext, parsed: ParsedCommand) -> int | None:
    """Return the id of the player that a name, a mention or a game's id means; None without an argument.

    A game means the asker's opponent in it.

    Raises:
        NobodyNamed: the asker knows no such player.
        SeveralNamed: the asker knows several.
    """
    if not parsed.rest.removeprefix("@"):
        return None
    if is_game_id(parsed.rest) and await context.may_see(parsed.rest):
        game = await context.manager.game(parsed.rest)
        side = game.side_of(context.actor.player)
        if side is not None:
            return game.player(side.other).id
    person = mentioned_person(context, parsed.rest)
    # Blocked players are not filtered: otherwise they could notice the block. Both know their common games.
    if person is not None:
        return (await _known_mentioned(context, person)).id
    return (await context.manager.people.named(context.actor, context.chat.platform, parsed.rest)).id


async def _known_mentioned(context: CommandContext, person: Person) -> Player:
    """Return the player of a mentioned person, without creating one for an unknown account.

    Raises:
        NobodyNamed: the asker does not know the player.
    """
    people, own = context.manager.people, context.actor.player
    player = await people.find_by_account(person.platform, person.key)
    if player is None or not (player.id == own or await people.know_each_other(own, player.id)):
        raise NobodyNamed(person.name)
    return player
