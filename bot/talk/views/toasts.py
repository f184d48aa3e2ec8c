"""Toasts: short confirmations of a press, for platforms that can show them without a message."""

from __future__ import annotations

import math
from collections.abc import Sequence

from bot.rules import PartialTurn
from bot.rules.events import Played, Rolled
from bot.rules.notation import write_routes
from bot.sessions import DisplayPreferences, LoadedEvent, LoadedGame
from bot.talk.catalog import Words, join
from bot.talk.incoming import BoardLag
from bot.talk.numbering import Numbering, numbering_of
from bot.talk.reply import Text
from bot.talk.views.buttons import initial_moves_remain
from bot.talk.views.spoken import dice_words
from bot.talk.wording import listed

AT_ONCE = 1.0
"""Seconds of a board's delay up to which a toast does not say when the board follows."""


def toast(words: Words, game: LoadedGame, player: int, display: DisplayPreferences, lag: BoardLag) -> Text:
    """Return the toast after a press: the turn that it ended, or the progress of the player's turn.

    Return an empty text if the press ended no turn of the player, and the player is not to move.

    Args:
        game: the game after the press, with the events of the press.
        player: the id of the player who pressed.
        display: the display preferences of that player.
        lag: the delay of the board that will show the result.
    """
    numbers, side = numbering_of(game, display), game.side_of(player)
    own = [each.event for each in game.events if each.side is side]
    played = next((event for event in own if isinstance(event, Played)), None)
    if played is not None:
        return join([_played(words, "toast-played", played, numbers), board_follows(words, lag)], " ")
    if game.live.draft is None or game.live.mover is not side:
        return ()
    is_new = any(isinstance(event, Rolled) for event in own)
    return turn_so_far(words, game.live.draft, numbers, lag, is_new=is_new)


def turn_so_far(
    words: Words, partial: PartialTurn, numbers: Numbering, lag: BoardLag, *, is_new: bool = False
) -> Text:
    """Return the progress of a player's turn: the roll, or the moves made and the dice left.

    It says when the board follows if that takes more than a second. After a move of an incomplete turn it
    does so only if the chat shows boards of incomplete turns, or the shown one has no button for a next move.

    Args:
        numbers: the player's numbering of the points.
        lag: the delay of the board that will show the turn.
        is_new: True if the dice were just rolled.
    """
    later = lag.seconds > AT_ONCE
    left = dice_words(partial.dice_to_play)
    moves = numbers.convert_moves(str(partial))
    if partial.moves and partial.is_complete:
        if later:
            return words.say("toast-complete-later", moves=moves, seconds=math.ceil(lag.seconds))
        return words.say("toast-complete", moves=moves)
    if partial.moves:
        said = words.say("toast-moved", moves=moves, left=left)
        later = later and (lag.shows_steps or not initial_moves_remain(partial))
    elif is_new:
        said = words.say("toast-rolled", roll=str(partial.roll))
    else:
        said = words.say("toast-nothing", left=left)
    return join([said, board_follows(words, lag)], " ") if later else said


def draft_moved(words: Words, partial: PartialTurn, numbers: Numbering, lag: BoardLag) -> Text:
    """Return the moves of an unconfirmed turn, now shown in the chat where its mover has just pressed.

    Args:
        numbers: the player's numbering of the points.
        lag: the delay of the board that will show the turn.
    """
    moves, left = numbers.convert_moves(str(partial)), dice_words(partial.dice_to_play)
    said = (
        words.say("toast-draft-complete", moves=moves)
        if partial.is_complete
        else words.say("toast-draft", moves=moves, left=left)
    )
    return join([said, board_follows(words, lag)], " ") if lag.seconds > AT_ONCE else said


def possible_now(words: Words, partial: PartialTurn, numbers: Numbering) -> Text:
    """Return the moves made, the dice left and at most eight next moves, after a press on an old board."""
    left, moves = dice_words(partial.dice_to_play), numbers.convert_moves(str(partial))
    possible = numbers.convert_moves(listed(partial.next_moves()))
    return words.say("toast-possible", moves=moves, left=left, possible=possible)


def board_follows(words: Words, lag: BoardLag) -> Text:
    """Return a sentence that the board follows, with the seconds until then if it takes more than one."""
    return words.say("toast-follows", seconds=math.ceil(lag.seconds) if lag.seconds > AT_ONCE else 0)


def played_already(
    words: Words,
    game: LoadedGame,
    events: Sequence[LoadedEvent],
    turn: int,
    player: int,
    display: DisplayPreferences,
) -> Text:
    """Return the toast for a press on the board of a turn that the player has already confirmed.

    Return an empty text if the turn was the opponent's, or is not played yet.

    Args:
        events: all events of the game.
        turn: the index of the turn, from 0, among the turns of both sides.
        player: the id of the player who pressed.
        display: the display preferences of that player.
    """
    turns = [(each.side, each.event) for each in events if isinstance(each.event, Played)]
    if turn >= len(turns) or turns[turn][0] is not game.side_of(player):
        return ()
    return _played(words, "toast-already", turns[turn][1], numbering_of(game, display))


def _played(words: Words, message: str, played: Played, numbers: Numbering) -> Text:
    if not played.routes:
        return words.say("toast-passed")
    return words.say(message, turn=numbers.convert_moves(write_routes(played.routes)))
