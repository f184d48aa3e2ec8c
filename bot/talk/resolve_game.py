"""Resolving: finds the game that a command means, or that a thread is opened for."""

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
    """A command without an id fits several games, or none.

    Args:
        games: the ids of the games that fit.
        finished: True if the command needs a finished game and there is none.
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
    """Return the id of the game that a command means. Parameters and errors are those of `_resolved`."""
    meant = await _resolved(context, parsed, finished=finished, fits=fits)
    return meant if isinstance(meant, str) else meant.id


async def resolve_open_game(context: CommandContext, parsed: ParsedCommand) -> OpenGame:
    """Return the summary of the game that a command means, without loading the game.

    Raises:
        NoSuchGame: there is no such game.
        Unclear: several games fit, or none.
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
    """Return the game that a command means: its summary if one was read, else its id.

    The first rule that gives exactly one game decides: the typed id; the board replied to; the games shown in
    this chat; those of them that wait for the player. In a private chat follow the waiting games of all
    chats, then all games. In a shared chat, games that it does not show are never chosen.

    Args:
        context: the person and the chat.
        finished: True if a finished game will do when none is being played.
        fits: returns True for games in which the command is possible; these are preferred to all others.

    Raises:
        Unclear: several games fit, or none.
    """
    if parsed.game is not None:
        return parsed.game
    replied_to = await context.replied_to("game")
    if replied_to is not None:
        return replied_to
    # Only summaries are read. Rebuilding every game from its events would slow down players of many games.
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
    """As `resolve_game`, for a command whose only argument is a game.

    Raises:
        NoSuchGame: the argument is not a game's id.
    """
    if parsed.words and parsed.game is None:
        raise NoSuchGame(shortened(parsed.words[0]))
    return await resolve_game(context, parsed, finished=finished, fits=fits)


async def own_game(context: CommandContext, parsed: ParsedCommand) -> tuple[LoadedGame, Side]:
    """Return the game that a command means, and the player's side in it.

    Raises:
        Unclear: several games fit, or none.
        NoSuchGame: there is none with this id.
        NotSeated: the person does not play in it.
        GameIsOver: it is finished.
    """
    game = await context.manager.game(await resolve_game(context, parsed))
    side = game.side_of(context.actor.player)
    if side is None:
        raise NotSeated(game.id)
    if game.is_over:
        raise GameIsOver(game.id)
    return game, side


async def ask_for_game(context: CommandContext, parsed: ParsedCommand, unclear: Unclear) -> Reply:
    """Return the question which game is meant; an answer runs the command with its other arguments."""
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
    """Claim the opening of a thread for one of the player's games that the chat shows.

    Return the game's id, or the reply that asks which game is meant.

    Args:
        context: the person and the chat.
        typed: the id of the game, if one was typed.

    Raises:
        AlreadyDone: this press has claimed a thread before.
    """
    mine = await context.manager.open_games(context.actor.player, context.chat.id)
    here = [game.id for game in mine if game.is_shown]
    meant = [game for game in here if typed is None or game == typed.strip().lower()]
    if len(meant) != 1:
        return (Reply(context.words.say("discord-thread-which", command=Code("/games"))),)
    await context.manager.boards.claim_thread(context.actor, meant[0])
    return meant[0]
