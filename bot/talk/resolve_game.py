"""Resolving: which game a command means, and which one a thread is opened for."""

from __future__ import annotations

from collections.abc import Callable

from bot.rules import Side
from bot.sessions import LoadedGame, OpenGame
from bot.sessions.errors import GameIsOver, NoSuchGame, NotSeated
from bot.talk.command import ParsedCommand
from bot.talk.context import Choice, CommandContext
from bot.talk.incoming import ChatKind
from bot.talk.onboarding import first_buttons
from bot.talk.reply import Code, Reply
from bot.talk.wording import game_label, shortened


class Unclear(Exception):
    """A command can mean several games, or there is none that it could mean.

    Args:
        games: the ids of those that it can mean.
        finished: True if it means finished games only, of which there is none.
    """

    def __init__(self, games: tuple[str, ...], *, finished: bool = False) -> None:
        super().__init__()
        self.games = games
        self.finished = finished


async def resolve_game(
    context: CommandContext,
    parsed: ParsedCommand,
    *,
    finished: bool = False,
    fits: Callable[[OpenGame], bool] | None = None,
) -> str:
    """Return the id of the game that a command means. Takes and raises what `_resolved` does."""
    meant = await _resolved(context, parsed, finished=finished, fits=fits)
    return meant if isinstance(meant, str) else meant.id


async def resolve_open_game(context: CommandContext, parsed: ParsedCommand) -> OpenGame:
    """Return what is known of the game that a command means before it is loaded.

    Raises:
        NoSuchGame: there is no such game.
        Unclear: it can mean several, or none.
    """
    meant = await _resolved(context, parsed)
    return await context.open_game(meant) if isinstance(meant, str) else meant


async def _resolved(
    context: CommandContext,
    parsed: ParsedCommand,
    *,
    finished: bool = False,
    fits: Callable[[OpenGame], bool] | None = None,
) -> str | OpenGame:
    """Return the game that a command means: what was read of it, or its id where nothing had to be read.

    It is the one that was typed; else the board replied to; else the only game in this chat, or the only one
    of them that waits for the player; else, in a private chat, the only one anywhere that waits; else the
    only one. Among other people no game is meant that is not shown there.

    Args:
        context: who asks, and where.
        finished: True if it can mean a finished game, if none is being played.
        fits: True if the command can be carried out in a game: others are meant only where it can in none.

    Raises:
        NoSuchGame: what was typed in its place is no game's id.
        Unclear: it can mean several, or none.
    """
    if parsed.game is not None:
        return parsed.game
    replied_to = await context.replied_to("game")
    if replied_to is not None:
        return replied_to
    # Only which games there are is read: to rebuild all of them for one command would cost the more, the
    # more games somebody plays.
    mine = await context.manager.open_games(context.actor.player, context.chat.id)
    is_private = context.incoming.place.kind is ChatKind.PRIVATE
    if fits is not None:
        mine = [game for game in mine if fits(game) and (is_private or game.is_shown)] or mine
    here = [game for game in mine if game.is_shown]
    waiting = [game for game in mine if game.to_act == context.actor.player and not game.is_paused]
    waiting_here = [game for game in waiting if game.is_shown]
    for candidates in (here, waiting_here, waiting, mine) if is_private else (here, waiting_here):
        if len(candidates) == 1:
            return candidates[0]
    if finished and not (mine if is_private else here):
        last = await context.last_game()
        if last is not None:
            return last
    raise Unclear(tuple(game.id for game in (here or mine if is_private else here)))


async def resolve_only_game(
    context: CommandContext,
    parsed: ParsedCommand,
    *,
    finished: bool = False,
    fits: Callable[[OpenGame], bool] | None = None,
) -> str:
    """As `resolve_game`, for a command that takes nothing but a game.

    Raises:
        NoSuchGame: something else was typed.
    """
    if parsed.words and parsed.game is None:
        raise NoSuchGame(shortened(parsed.words[0]))
    return await resolve_game(context, parsed, finished=finished, fits=fits)


async def own_game(context: CommandContext, parsed: ParsedCommand) -> tuple[LoadedGame, Side]:
    """Return the game that a command means, and the player's side in it.

    Raises:
        Unclear: it can mean several, or none.
        NoSuchGame: there is none with this id.
        NotSeated: it is played by others.
        GameIsOver: it has ended.
    """
    game = await context.manager.game(await resolve_game(context, parsed))
    side = game.side_of(context.actor.player)
    if side is None:
        raise NotSeated(game.id)
    if game.is_over:
        raise GameIsOver(game.id)
    return game, side


async def ask_for_game(context: CommandContext, parsed: ParsedCommand, unclear: Unclear) -> Reply:
    """Return a list of games to choose from; the command then carries on with what was typed."""
    if unclear.finished:
        command = Code(f"/{parsed.command.name}")
        return Reply(context.words.say("refused-none-finished", command=command))
    if not unclear.games:
        return Reply(
            context.words.say("refused-no-game", command=Code("/play"), other=Code("/challenge")),
            buttons=first_buttons(context.words),
        )
    choices = [
        Choice(game_label(context.words, game), f"/{parsed.command.name} {game.id} {parsed.rest}".rstrip())
        for game in await context.manager.games(unclear.games)
    ]
    return await context.ask(context.words.say("choose-game"), choices)


async def claim_thread(context: CommandContext, typed: str | None) -> str | tuple[Reply, ...]:
    """Return the game, of the player's own that the chat shows, for which a thread is opened, or why none is.

    Args:
        context: who asks, and where.
        typed: the id of the game, if one was typed.

    Raises:
        AlreadyDone: a thread was opened, or was about to be, for this very press.
    """
    mine = await context.manager.open_games(context.actor.player, context.chat.id)
    here = [game.id for game in mine if game.is_shown]
    meant = [game for game in here if typed is None or game == typed.strip().lower()]
    if len(meant) != 1:
        return (Reply(context.words.say("thread-which", command=Code("/games"))),)
    await context.manager.boards.claim_thread(context.actor, meant[0])
    return meant[0]
