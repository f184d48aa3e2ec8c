"""Parsing: typed lines and pressed buttons, parsed into commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.rules.errors import NotUnderstood
from bot.rules.notation import Form, parse_moves
from bot.talk.command import MAX_LINE, Param, ParsedCommand, UnknownCommand
from bot.talk.command_table import COMMANDS, command_called
from bot.talk.incoming import Incoming, Line
from bot.talk.input.payloads import is_game_id, link_words, read_link_words
from bot.talk.input.typed_points import reads_as_move, with_typed_places
from bot.talk.sanitize import sanitize_text

_END_OF_SENTENCE = re.compile(r"[.,;!?…]+(?=\s|$)")
_OF_BYTES = 1_600
"""Bytes of an attached text that cost 1: as many as are read in the time that an action takes."""


def read_line(line: str, *, ascending: bool = False) -> ParsedCommand | UnknownCommand | None:
    """Parse a typed line; nothing, if it is talk. `ascending` is as for `reads_as_move`.

    A command is recognised by its name in any language.
    """
    line = line.strip()[:MAX_LINE]
    if not line.startswith("/"):
        game, typed = _split_id(with_typed_places(line).split())
        moves = reads_as_move(" ".join(typed), ascending=ascending)
        return ParsedCommand(COMMANDS["move"], game, typed) if moves else None
    name, *words = line[1:].split() or [""]
    command = command_called(name.split("@")[0])
    if command is None:
        return UnknownCommand(name, line)
    # A deep link of Telegram arrives as `/start PAYLOAD`; one that carries no command is a plain start.
    if command.name == "start" and words and (linked := _read_link(words[0])):
        return linked
    if Param.MOVES in command.params:
        words = with_typed_places(" ".join(words)).split()
    takes_id = command.takes_game or Param.CHALLENGE in command.params
    return (
        ParsedCommand(command, *_split_id(words)) if takes_id else ParsedCommand(command, words=tuple(words))
    )


def read_loosely(line: str, *, ascending: bool = False) -> ParsedCommand | None:
    """Parse a line as moves joined by hyphens, or ending like a sentence: `24-20`, `24>20`, `24/20.`.

    Returns nothing, if it is none. It is called only for whoever could make that move now: from anybody
    else such a line is talk. `ascending` is as for `reads_as_move`.
    """
    game, typed = _split_id(_END_OF_SENTENCE.sub(" ", line[:MAX_LINE]).split())
    moves = Form.HYPHENS.with_strokes(" ".join(typed))
    return (
        ParsedCommand(COMMANDS["move"], game, tuple(moves.split()))
        if reads_as_move(moves, ascending=ascending)
        else None
    )


def read_reply(line: str, *, to_move: bool) -> ParsedCommand | None:
    """Parse a reply to a board as moves, in any of the forms that `/move` takes; nothing, if it is talk.

    Args:
        line: what was typed.
        to_move: True if the person is to move there, so that lone points are meant as moves.
    """
    game, typed = _split_id(_END_OF_SENTENCE.sub(" ", line[:MAX_LINE]).split())
    moves = " ".join(typed)
    try:
        parse_moves(moves)
    except NotUnderstood:
        return None
    meant = bool(moves) and (to_move or Form.ANY.joins(moves))
    return ParsedCommand(COMMANDS["move"], game, typed) if meant else None


def _split_id(words: Sequence[str]) -> tuple[str | None, tuple[str, ...]]:
    """Return the id of a game before or behind other words, and those words."""
    for at, others in ((0, words[1:]), (-1, words[:-1])):
        if words and is_game_id(words[at].lower()):
            return words[at].lower(), tuple(others)
    return None, tuple(words)


def takes_file(line: str) -> bool:
    """Return True if a line is a command that takes a file."""
    parsed = read_line(line)
    return isinstance(parsed, ParsedCommand) and Param.FILE in parsed.command.params


def link_payload(line: str) -> str:
    """Return what a link carries for a command that links may carry, as `link_words`.

    Raises:
        ValueError: no link can carry it, or none may.
    """
    payload = link_words(line)
    if _read_link(payload) is None:
        raise ValueError(f"no link carries {line!r}")
    return payload


def _read_link(payload: str) -> ParsedCommand | None:
    """Parse what a link carried; None unless it is a command that links may carry."""
    # A link can be made by anyone, so it carries only what the table allows, and that is asked about first.
    line = read_link_words(payload)
    parsed = read_line(line) if line is not None else None
    if not isinstance(parsed, ParsedCommand) or not parsed.command.by_link:
        return None
    return replace(parsed, linked=True)


def read_press(data: str) -> ParsedCommand | UnknownCommand | None:
    """Parse what a pressed button carried; nothing, if no button carries that."""
    turn, _, line = data.partition(":")
    parsed = read_line(line)
    if not isinstance(parsed, ParsedCommand):
        return parsed
    meant = int(turn) if re.fullmatch(r"[0-9]{1,6}", turn) else None
    return replace(parsed, turn=meant, typed=False)


def is_same_step(ones: Iterable[str], others: Iterable[str]) -> bool:
    """Return True if the buttons of two messages belong to the same turn of the same game.

    Buttons of cards and reminders carry no turn. Then the two messages must have the same buttons.

    Args:
        ones: what the buttons of one message carry.
        others: what the buttons of the other message carry.
    """
    mine, theirs = [*ones], [*others]
    turns, their_turns = _turns_of(mine), _turns_of(theirs)
    if turns or their_turns:
        return not turns.isdisjoint(their_turns)
    return bool(mine) and set(mine) == set(theirs)


def _turns_of(buttons: Iterable[str]) -> set[tuple[str | None, int]]:
    """Return the turns, each with its game, that buttons carry."""
    pressed = [read_press(data) for data in buttons]
    return {
        (each.game, each.turn)
        for each in pressed
        if isinstance(each, ParsedCommand) and each.turn is not None
    }


def cost_of(incoming: Incoming) -> float:
    """Return what a request costs, as far as can be known without loading a game."""
    parsed = (
        read_line(sanitize_text(incoming.what.text))
        if isinstance(incoming.what, Line)
        else read_press(sanitize_text(incoming.what.data))
    )
    cost = float(parsed.command.cost) if isinstance(parsed, ParsedCommand) else 1.0
    return cost + (incoming.attached.size / _OF_BYTES if incoming.attached is not None else 0.0)
