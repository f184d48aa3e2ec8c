"""Board notes: sentences at the end of a board's message."""

from __future__ import annotations

from bot.rules import Side
from bot.sessions import DisplayPreferences, GameView
from bot.talk.catalog import Words, words_in
from bot.talk.reply import Code, Text
from bot.talk.views.analyses import review_text
from bot.talk.views.profiles import tally_line
from bot.talk.wording import name_at, platform_words

_SEVERAL = 2
_REPLACEMENT_NOTES = {"private": "next-instead-private", "shared": "next-instead-shared"}


def board_notes(view: GameView, display: DisplayPreferences, instead_of: str = "") -> list[Text]:
    """Return the notes of a board.

    After a game they give the two players' score against each other, and which side played better. During a
    game they name players who cannot be notified (except the reader), and the chat that this one replaces.
    The last note says that others can see the game, if so, and how to end that.

    Args:
        instead_of: the kind and platform of the unreachable chat that this chat replaces, such as
            `private telegram`; empty if it replaces none.
    """
    game, words = view.game, words_in(display.language)
    names = {side: name_at(game, side) for side in Side}
    is_open = [words.say("board-open", command=Code(f"/share {game.id} off"))] if view.is_open else []
    if game.is_over:
        review = [review_text(words, view.review, names)] if view.review else []
        return [*_tally(view, words), *review, *is_open]
    message = "next-unreached" if game.clock is None or game.paused is not None else "next-unreached-clock"
    notes = [
        words.say(message, name=names[side])
        for side in view.unreached
        if game.player(side).id != display.reader
    ]
    if instead_of:
        kind, platform = instead_of.split()
        notes.append(words.say(_REPLACEMENT_NOTES[kind], platform=platform_words(words, platform)))
    return [*notes, *is_open]


def _tally(view: GameView, words: Words) -> list[Text]:
    """Return the sentence with two people's score over all their games.

    Return an empty list during a game, against the computer player, and after their first game together,
    whose score is its result.
    """
    game, tally = view.game, view.tally
    if tally is None or tally.games < _SEVERAL:
        return []
    return [tally_line(words, tally, game.white, game.black, in_match=not game.is_alone)]
