"""Invitations: open challenges as text that can be pasted anywhere: /invite."""

from __future__ import annotations

from dataclasses import replace

from bot.sessions import Challenge, ChallengeState
from bot.sessions.errors import Refusal
from bot.talk.command import ParsedCommand
from bot.talk.context import CommandContext
from bot.talk.incoming import ChatKind
from bot.talk.reply import Code, Reply
from bot.talk.views.cards import card
from bot.talk.views.invitation_text import invitation_text
from bot.talk.wording import shortened


async def invite(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/invite: an open challenge as text for other platforms; without an id, one's own that was made last.

    While somebody has taken it, its card is shown instead, with the question that waits. Where others read
    the answer, an invitation that was made elsewhere is told to nobody.
    """
    key = await _meant(context, parsed)
    if key is None:
        return (Reply(context.words.say("refused-nothing-made", command=Code("/challenge"))),)
    row, token = await context.manager.challenges.with_token(context.actor, key)
    place = context.incoming.place
    if not place.answers_privately and row.chat != context.chat.id:
        return (Reply(context.words.say("blocked-elsewhere", command=Code(f"/invite {key}"))),)
    if token is None:
        return (await taken_card(context, row),)
    challenger = await context.manager.people.player(row.challenger)
    told = context.addresses.told_on(place.platform)
    return (invitation_text(context.words, row, challenger, token, told, place.platform),)


async def _meant(context: CommandContext, parsed: ParsedCommand) -> str | None:
    """Return the id of the challenge that is meant; nothing, if the person has made none that waits.

    One that somebody has taken comes after those that are open.

    Raises:
        Refusal: what was typed is no id.
    """
    if parsed.game is None and parsed.words:
        raise Refusal("no-such-challenge", challenge=shortened(parsed.words[0]))
    key = parsed.game or await context.replied_to("challenge")
    if key is not None:
        return key
    is_shared = context.incoming.place.kind is ChatKind.SHARED
    made = [
        row
        for row in await context.manager.challenges.made_by(context.actor.player)
        if row.is_for_anyone and (not is_shared or row.chat == context.chat.id)
    ]
    is_open = (row.id for row in made if row.state is ChallengeState.OPEN)
    return next(is_open, made[0].id if made else None)


async def taken_card(context: CommandContext, row: Challenge) -> Reply:
    """Return the card of an invitation of which the game has not begun, to who made it or has taken it."""
    seen = await context.manager.views.challenge(row.id, context.chat.id)
    player, now = context.actor.player, seen.challenge
    # It may have been opened anew since, under a token that is no longer his who had taken it.
    seen = replace(seen, is_home=player == now.challenger, is_takers=player == now.taker)
    return card(replace(seen, display=context.display), {})
