"""Payloads: what buttons, answers and links carry, and the ids and tokens in them."""

from __future__ import annotations

import re

LONGEST_DATA = 64

_ID = re.compile(r"[a-z]([2-9][a-z])+[2-9]?")
_LINK = re.compile(r"[A-Za-z0-9_-]{1,64}")
_ANSWER = re.compile(r"\?([a-z0-9]{1,20})\.([0-9]{1,2})")


def button_data(line: str, turn: int | None = None) -> str:
    """Return what a button carries: its command, and the turn of its board.

    A press is parsed by `read_press`.
    """
    return f"{'' if turn is None else turn}:{line}"


def answer_data(question: str, choice: int) -> str:
    """Return what a button carries that answers a question."""
    return f"?{question}.{choice}"


def read_answer(data: str) -> tuple[str, int] | None:
    """Parse which question a press answers, and how."""
    found = _ANSWER.fullmatch(data)
    return (found[1], int(found[2])) if found else None


def link_words(line: str) -> str:
    """Return what a link carries for a command: at most 64 of `A-Za-z0-9_-`. It comes back with `/start`.

    Raises:
        ValueError: no link can carry it.
    """
    payload = line.removeprefix("/").replace(" ", "_")
    if _LINK.fullmatch(payload) is None:
        raise ValueError(f"no link carries {line!r}")
    return payload


def read_link_words(payload: str) -> str | None:
    """Return the line that a link carried; None if no link carries that."""
    return f"/{payload.replace('_', ' ')}" if _LINK.fullmatch(payload) else None


def is_game_id(word: str) -> bool:
    """Return True if a word looks like the id of a game."""
    return _ID.fullmatch(word) is not None


def is_share_token(word: str) -> bool:
    """Return True if a word is meant as the token of a shared board: a game's id with a seal behind it."""
    game, dash, _ = word.partition("-")
    return bool(dash) and is_game_id(game.lower())
