"""Matches: the commands of a match and of the cube: continue, keep, reroll, double, take, drop."""

from __future__ import annotations

from bot.sessions.errors import NoSuchGame
from bot.talk.command import ParsedCommand
from bot.talk.context import Choice, CommandContext
from bot.talk.incoming import ChatKind
from bot.talk.reply import Code, Reply
from bot.talk.resolve_game import resolve_only_game
from bot.talk.wording import game_label, shortened


async def continue_match(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/continue: begin the next game of a match; without an id, of the one that waits for it."""
    if parsed.words and parsed.game is None:
        raise NoSuchGame(shortened(parsed.words[0]))
    key = parsed.game or await context.replied_to("game")
    if key is None:
        waiting = await between_games(context)
        if not waiting:
            return (Reply(context.words.say("refused-no-next", command=Code("/challenge"))),)
        if len(waiting) > 1:
            games = [await context.manager.game(game) for game in waiting]
            choices = [Choice(game_label(context.words, game), f"/continue {game.id}") for game in games]
            return (await context.ask(context.words.say("choose-match"), choices),)
        key = waiting[0]
    await context.manager.matches.next_game(context.actor, key)
    return ()


async def between_games(context: CommandContext) -> list[str]:
    """Return the games after which the player's matches can go on; in a shared chat, those shown there."""
    waiting = await context.manager.matches.waiting(context.actor.player)
    if context.incoming.place.kind is ChatKind.PRIVATE:
        return waiting
    return [game for game in waiting if await context.shows(game)]


async def keep(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/keep: the opening roll is the first roll."""
    await context.manager.choose(context.actor, await resolve_only_game(context, parsed), keep=True)
    return ()


async def reroll(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/reroll: roll again for the first roll."""
    await context.manager.choose(context.actor, await resolve_only_game(context, parsed), keep=False)
    return ()


async def double(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/double: offer to double the value of the game."""
    await context.manager.double(context.actor, await resolve_only_game(context, parsed), parsed.turn)
    return ()


async def take(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/take: play on for twice the value."""
    await context.manager.answer_double(
        context.actor, await resolve_only_game(context, parsed), parsed.turn, take=True
    )
    return ()


async def drop(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/drop: give the game up for the value before the double."""
    await context.manager.answer_double(
        context.actor, await resolve_only_game(context, parsed), parsed.turn, take=False
    )
    return ()
