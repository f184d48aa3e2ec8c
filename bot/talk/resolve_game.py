"""Resolving: finds the game that a command means, or for which a thread is opened."""

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
        games: the ids of the games that fit; empty if none does.
        finished: True if the command needs a finished game, and only unfinished games are found.
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
    """Return the summary of the game that a command means, without rebuilding the game from its events.

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

    The typed id decides, else the board that was replied to or pressed, else the one that the person's page
    shows, if they may see it. Otherwise the first of these sets of
    the player's unfinished games that has exactly one game decides: those that this chat shows; those of them
    that wait for the player; in a private chat also those in all chats that wait for the player; all.

    Args:
        context: the person and the chat.
        finished: True to return the player's last finished game (in a shared chat, of those shown there) if
            no game is being played.
        fits: returns True for games in which the command is possible. If there are any, only these count.

    Raises:
        Unclear: several games fit, or none.
    """
    if parsed.game is not None:
        return parsed.game
    replied_to = await context.replied_to("game")
    if replied_to is not None:
        return replied_to
    if (board := context.incoming.board) and await context.may_see(board):
        return board
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
    """As `resolve_game`, for a command whose only argument is a game's id.

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
    """Return the question which game is meant; an answer runs the command with its other arguments.

    If no game fits, the reply says so and offers to begin one, or says that no finished game was found.
    """
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
    """Claim a press's right to open a thread for one of the player's unfinished games that the chat shows.

    Return the game's id. If none or several games fit, claim nothing and return the reply that asks for one.

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
