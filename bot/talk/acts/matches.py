"""The commands of a match and of the cube: next, keep, reroll, double, take, drop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sessions.errors import NoSuchGame
from bot.talk.heard import ChatKind
from bot.talk.reply import Code, Reply
from bot.talk.talk import Choice
from bot.talk.which import which_only
from bot.talk.wording import game_label, shortened

if TYPE_CHECKING:
    from bot.talk.parsing import Asked
    from bot.talk.talk import Talk


async def next_game(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/next: begin the next game of a match; without an id, of the one that waits for it."""
    if asked.words and asked.game is None:
        raise NoSuchGame(shortened(asked.words[0]))
    key = asked.game or await talk.replied_to("game")
    if key is None:
        waiting = await next_waiting(talk)
        if not waiting:
            return (Reply(talk.words.say("refused-no-next", command=Code("/challenge"))),)
        if len(waiting) > 1:
            games = [await talk.manager.game(game) for game in waiting]
            choices = [Choice(game_label(talk.words, game), f"/next {game.id}") for game in games]
            return (await talk.ask(talk.words.say("choose-match"), choices),)
        key = waiting[0]
    await talk.manager.matches.next_game(talk.by, key)
    return ()


async def next_waiting(talk: Talk) -> list[str]:
    """Return the games after which a match of the player can go on; among others, of those shown there."""
    waiting = await talk.manager.matches.waiting(talk.by.player)
    if talk.heard.place.kind is ChatKind.PRIVATE:
        return waiting
    shown = await talk.debts.games_shown_in(talk.chat.id)
    return [game for game in waiting if game in shown]


async def keep(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/keep: the opening throw is the first roll."""
    await talk.manager.choose(talk.by, await which_only(talk, asked), keep=True)
    return ()


async def reroll(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/reroll: throw anew for the first roll."""
    await talk.manager.choose(talk.by, await which_only(talk, asked), keep=False)
    return ()


async def double(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/double: offer to double the value of the game."""
    await talk.manager.double(talk.by, await which_only(talk, asked), asked.turn)
    return ()


async def take(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/take: play on for twice the value."""
    await talk.manager.answer_double(talk.by, await which_only(talk, asked), asked.turn, take=True)
    return ()


async def drop(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/drop: give the game up for the value before the double."""
    await talk.manager.answer_double(talk.by, await which_only(talk, asked), asked.turn, take=False)
    return ()
