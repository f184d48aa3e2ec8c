"""New game form: what a person may choose for a new game in a chat, and what they chose last."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sessions import FIRST_THEME, Options, Player
from bot.talk.catalog import words_in
from bot.talk.context import CommandContext
from bot.talk.incoming import ChatKind, Place
from bot.talk.new_game import Against, Choices
from bot.talk.views.new_game import FormFriend, NewGame, form_friend, new_game

MOST_FRIENDS = 6
"""The most players that the form suggests."""


@dataclass(frozen=True, slots=True)
class LastChoices:
    """What a person chose for their last games.

    Args:
        chosen: the opponents that they may choose, each with the last choices for it.
        first: the opponent that they chose last, if they may choose it here.
        friend: the player whom they challenged last, or None.
    """

    chosen: dict[Against, Choices]
    first: Against
    friend: Player | None = None


def opponents_in(place: Place) -> tuple[Against, ...]:
    """Return the opponents to choose from in a chat.

    A shared chat shows a challenge to its people, and only a private one or the page keeps a link to itself.
    """
    link = place.kind is ChatKind.PRIVATE or place.is_page
    anyone = place.kind is ChatKind.SHARED
    return (
        Against.COMPUTER,
        Against.FRIEND,
        *((Against.LINK,) if link else ()),
        *((Against.ANYONE,) if anyone else ()),
    )


async def last_choices(context: CommandContext) -> LastChoices:
    """Return what a person chose last against the computer player and against people."""
    offered = opponents_in(context.incoming.place)
    if not context.player.is_known:
        return LastChoices({against: Choices(against) for against in offered}, Against.COMPUTER)
    manager = context.manager
    challenge, match, against_people = await manager.last_chosen(context.player.id)
    ruleset = await manager.last_ruleset(context.player.id)
    friend, asked = None, (ruleset, Options())
    if challenge is not None:
        asked = challenge.ruleset, challenge.options
        friend = await _friend(context, challenge.opponent)
    played = (ruleset, Options()) if match is None else (match.ruleset, match.options)
    chosen = {
        against: Choices(
            against,
            None if friend is None else friend.id,
            *(played if against is Against.COMPUTER else asked),
        ).possible()
        for against in offered
    }
    first = Against.COMPUTER
    if against_people and challenge is not None:
        first = offered[-1] if challenge.is_for_anyone else Against.FRIEND
    return LastChoices(chosen, first, friend)


async def friends_of(context: CommandContext, beginning: str = "") -> tuple[FormFriend, ...]:
    """Return players to challenge, found by the beginning of their names, or the last opponents first."""
    if not context.player.is_known:
        return ()
    found = await context.manager.people.friends(context.actor, context.chat.platform, beginning)
    return tuple(form_friend(context.words, each) for each in found[:MOST_FRIENDS])


async def new_game_form(context: CommandContext) -> NewGame:
    """Return the form of a new game for a person on a page."""
    last = await last_choices(context)
    theme = context.display.preferred_by(context.player).theme
    friend = None if last.friend is None else form_friend(context.words, last.friend)
    return new_game(context.words, theme, last.chosen, last.first, await friends_of(context), friend)


def new_game_form_for_visitors(place: Place, language: str) -> NewGame:
    """Return the form of a new game for a visitor without an account, with the default choices."""
    chosen = {against: Choices(against) for against in opponents_in(place)}
    return new_game(words_in(language), FIRST_THEME, chosen, Against.COMPUTER)


async def _friend(context: CommandContext, player: int | None) -> Player | None:
    """Return a player who was challenged, unless they can no longer be."""
    people = context.manager.people
    if (
        player is None
        or player == context.player.id
        or not await people.know_each_other(context.player.id, player)
    ):
        return None
    found = await people.player(player)
    is_person = not (found.is_former or found.is_computer) and found.id not in context.display.blocked
    return found if is_person else None
