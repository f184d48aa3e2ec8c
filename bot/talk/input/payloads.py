"""Payloads: the data of buttons and links, and the game ids and tokens in it."""

from __future__ import annotations

import re

LONGEST_DATA = 64
"""Maximal bytes of button data: Telegram's limit for `callback_data`, the smallest of all platforms."""

SURE = "!"
"""Prefix of a command line, in a stored answer or a button's data, that counts as confirmed."""

_ID = re.compile(r"[a-z]([2-9][a-z])+[2-9]?")
_LINK = re.compile(r"[A-Za-z0-9_-]{1,64}")
_ANSWER = re.compile(r"\?([a-z0-9]{1,20})\.([0-9]{1,2})")


def button_data(line: str, turn: int | None = None) -> str:
    """Return the data of a button: `TURN:LINE`, as `read_press` parses it. TURN may be empty.

    Args:
        line: the command that a press runs.
        turn: the number of turns played on the button's board; None if the button is not about a turn.
    """
    return f"{'' if turn is None else turn}:{line}"


def answer_data(question: str, choice: int) -> str:
    """Return the data of a button that answers a question: `?QUESTION.CHOICE`.

    Args:
        question: the question's id.
        choice: the index of the answer, from 0.
    """
    return f"?{question}.{choice}"


def read_answer(data: str) -> tuple[str, int] | None:
    """Parse button data into the question's id and the answer's index; None if it answers no question."""
    found = _ANSWER.fullmatch(data)
    return (found[1], int(found[2])) if found else None


def link_words(line: str) -> str:
    """Return a command as a deep link's payload, with `_` for spaces. Telegram sends it back after `/start`.

    Raises:
        ValueError: the payload would not be 1 to 64 characters of `A-Za-z0-9_-`, Telegram's limit.
    """
    payload = line.removeprefix("/").replace(" ", "_")
    if _LINK.fullmatch(payload) is None:
        raise ValueError(f"does not fit into a link: {line!r}")
    return payload


def read_link_words(payload: str) -> str | None:
    """Return the line with a slash in a deep link's payload; None if its alphabet or length is wrong."""
    return f"/{payload.replace('_', ' ')}" if _LINK.fullmatch(payload) else None


def is_game_id(word: str) -> bool:
    """Return True if a word has the form of the id of a game, challenge or import, such as `k7m`."""
    return _ID.fullmatch(word) is not None


def is_share_token(word: str) -> bool:
    """Return True if a word has the form of a shared board's token: a game id, a hyphen and a signature."""
    game, dash, _ = word.partition("-")
    return bool(dash) and is_game_id(game.lower())
