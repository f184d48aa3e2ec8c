"""Which game a command means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sessions.errors import GameIsOver, NoSuchGame, NotSeated
from bot.talk.heard import ChatKind
from bot.talk.reply import Code, Reply
from bot.talk.talk import Choice
from bot.talk.welcome import first_buttons
from bot.talk.wording import game_label, shortened

if TYPE_CHECKING:
    from bot.rules import Side
    from bot.sessions import Game
    from bot.talk.parsing import Asked
    from bot.talk.talk import Talk


class Unclear(Exception):
    """A command can mean several games, or there is none that it could mean.

    Args:
        games: those that it can mean.
        finished: whether it means finished games only, of which there is none.
    """

    def __init__(self, games: tuple[Game, ...], *, finished: bool = False) -> None:
        super().__init__()
        self.games = games
        self.finished = finished


async def which(talk: Talk, asked: Asked, *, finished: bool = False) -> str:
    """Return the id of the game that a command means.

    It is the one that was typed; else the board replied to; else the only game in this chat, or the only one
    of them that waits for the player; else, in a private chat, the only one anywhere that waits; else the
    only one. Among other people no game is meant that is not shown there.

    Args:
        talk: who asks, and where.
        asked: the command.
        finished: whether it can mean a finished game, if none is being played.

    Raises:
        NoSuchGame: what was typed in its place is no game's id.
        Unclear: it can mean several, or none.
    """
    if asked.game is not None:
        return asked.game
    replied_to = await talk.replied_to("game")
    if replied_to is not None:
        return replied_to
    mine = await talk.manager.games_of(talk.by.player)
    shown = set(await talk.debts.games_shown_in(talk.chat.id))
    here = [game for game in mine if game.id in shown]
    waiting = [game for game in mine if game.row.actor == talk.by.player]
    waiting_here = [game for game in waiting if game.id in shown]
    alone = talk.heard.place.kind is ChatKind.PRIVATE
    for candidates in (here, waiting_here, waiting, mine) if alone else (here, waiting_here):
        if len(candidates) == 1:
            return candidates[0].id
    if finished and not (mine if alone else here):
        last = await talk.last_game()
        if last is not None:
            return last
    raise Unclear(tuple(here or mine) if alone else tuple(here))


async def which_only(talk: Talk, asked: Asked, *, finished: bool = False) -> str:
    """As `which`, for a command that takes nothing but a game.

    Raises:
        NoSuchGame: something else was typed.
    """
    if asked.words and asked.game is None:
        raise NoSuchGame(shortened(asked.words[0]))
    return await which(talk, asked, finished=finished)


async def own_game(talk: Talk, asked: Asked) -> tuple[Game, Side]:
    """Return the game that a command means, and the player's side in it.

    Raises:
        Unclear: it can mean several, or none.
        NoSuchGame: there is none with this id.
        NotSeated: it is played by others.
        GameIsOver: it has ended.
    """
    game = await talk.manager.game(await which(talk, asked))
    side = game.side_of(talk.by.player)
    if side is None:
        raise NotSeated(game.id)
    if game.is_over:
        raise GameIsOver(game.id)
    return game, side


async def ask_which(talk: Talk, asked: Asked, unclear: Unclear) -> Reply:
    """Return a list of games to choose from; the command then carries on with what was typed."""
    if unclear.finished:
        command = Code(f"/{asked.command.name}")
        return Reply(talk.words.say("refused-none-finished", command=command))
    if not unclear.games:
        return Reply(
            talk.words.say("refused-no-game", command=Code("/play"), other=Code("/challenge")),
            buttons=first_buttons(talk.words),
        )
    choices = [
        Choice(game_label(talk.words, game), f"/{asked.command.name} {game.id} {asked.rest}".rstrip())
        for game in unclear.games
    ]
    return await talk.ask(talk.words.say("choose-game"), choices)
