"""Clocks: what the opponent of one whose time has run out can do: claim, more."""

from __future__ import annotations

from bot.talk.command import ParsedCommand
from bot.talk.context import CommandContext
from bot.talk.reply import Reply
from bot.talk.resolve_game import resolve_only_game


async def claim(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/claim: win a game in which the opponent's time has run out."""
    await context.manager.claim_win(context.actor, await _out_of_time(context, parsed), parsed.turn)
    return ()


async def more(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/more: give the opponent, whose time has run out, two more days."""
    await context.manager.give_time(context.actor, await _out_of_time(context, parsed), parsed.turn)
    return ()


async def _out_of_time(context: CommandContext, parsed: ParsedCommand) -> str:
    """Return the id of the game that is meant: where it is unclear, one in which the other's time is out."""
    me = context.actor.player
    return await resolve_only_game(
        context, parsed, fits=lambda each: each.is_out_of_time and each.to_act != me
    )
