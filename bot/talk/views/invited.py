"""Invited: what the page shows a visitor without an account who opened a friend's invitation."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sessions import FIRST_THEME, Challenge, Player
from bot.talk.catalog import Words, join
from bot.talk.input.payloads import button_data
from bot.talk.options import terms_words
from bot.talk.reply import plain
from bot.talk.views.cards import accept_line, terms_notes
from bot.talk.views.new_game import about_game, telling_board
from bot.talk.views.scenes import SmallBoard
from bot.talk.wording import name_alone


@dataclass(frozen=True, slots=True)
class Invited:
    """An invitation that can be accepted by a press.

    Args:
        says: who invites.
        terms: the rule set, length and cube.
        about: one line that says what sets the game apart.
        notes: the further terms as sentences; empty if there are none.
        board: a position of the game; None if the invitation is no longer open.
        press: the button data that accepts it; empty if it is no longer open.
    """

    says: str
    terms: str = ""
    about: str = ""
    notes: str = ""
    board: SmallBoard | None = None
    press: str = ""


def invited(words: Words, challenge: Challenge, challenger: Player, token: str) -> Invited:
    """Return an open invitation as a visitor sees it."""
    return Invited(
        words.words("invited-says", challenger=name_alone(words, challenger)),
        terms_words(words, challenge),
        about_game(words, challenge.ruleset),
        plain(join(terms_notes(words, challenge, challenger, None), " ")),
        telling_board(challenge.ruleset, FIRST_THEME),
        button_data(accept_line(challenge, token)),
    )


def no_invitation(words: Words) -> Invited:
    """Return what a visitor sees whose link leads to no open invitation."""
    return Invited(words.words("invited-gone"))
