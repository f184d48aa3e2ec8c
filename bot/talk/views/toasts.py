"""Toasts: what a press has done, in a few words, where a platform can say so for nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.events import Played, Rolled
from bot.rules.notation import write_routes
from bot.talk.numbering import numbering_of
from bot.talk.views.spoken import dice_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.sessions import DisplayPreferences, LoadedEvent, LoadedGame
    from bot.talk.catalog import Words
    from bot.talk.reply import Text


def toast(words: Words, game: LoadedGame, player: int, display: DisplayPreferences) -> Text:
    """Return what a player's press has done to the turn, while the board is still on its way.

    Args:
        words: the language.
        game: the game after it, with what happened.
        player: who pressed.
        display: how that person counts the points.
    """
    numbers, side = numbering_of(game, display), game.side_of(player)
    own = [each.event for each in game.events if each.side is side]
    played = next((event for event in own if isinstance(event, Played)), None)
    if played is not None:
        return words.say("toast-played", turn=numbers.other_text(write_routes(played.routes)))
    partial = game.live.draft
    if partial is None or game.live.mover is not side:
        return ()
    left = dice_words(partial.dice_to_play)
    moves = numbers.other_text(str(partial))
    if partial.moves and partial.is_complete:
        return words.say("toast-complete", moves=moves)
    if partial.moves:
        return words.say("toast-moved", moves=moves, left=left)
    if any(isinstance(event, Rolled) for event in own):
        return words.say("toast-rolled", roll=str(partial.roll))
    return words.say("toast-nothing", left=left)


def played_already(
    words: Words,
    game: LoadedGame,
    events: Sequence[LoadedEvent],
    turn: int,
    player: int,
    display: DisplayPreferences,
) -> Text:
    """Return what a player has played in a turn, who presses in it once more; nothing, if it was not his.

    Args:
        words: the language.
        game: the game.
        events: everything that happened in it.
        turn: which turn, from 0.
        player: who presses.
        display: how that person counts the points.
    """
    turns = [(each.side, each.event.routes) for each in events if isinstance(each.event, Played)]
    if turn >= len(turns) or turns[turn][0] is not game.side_of(player):
        return ()
    moves = numbering_of(game, display).other_text(write_routes(turns[turn][1]))
    return words.say("toast-already", turn=moves)
