"""Parsing: typed lines, links and button data as commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.rules.errors import NotUnderstood
from bot.rules.notation import Form, parse_moves
from bot.talk.command import MAX_LINE, Param, ParsedCommand, UnknownCommand
from bot.talk.command_table import COMMANDS, command_called
from bot.talk.incoming import Incoming, Line
from bot.talk.input.payloads import SURE, is_game_id, link_words, read_link_words
from bot.talk.input.signs import plain_signs
from bot.talk.input.typed_points import reads_as_move, with_typed_places
from bot.talk.sanitize import sanitize_text

_END_OF_SENTENCE = re.compile(r"[.,;!?…]+(?=\s|$)")
_AS_WRITTEN = frozenset({Param.PLAYER, Param.OPTION, Param.FILE, Param.ADMIN})
"""Arguments that may be a name or a text. Their words keep the signs that were typed."""
_BYTES_PER_COST = 1_600
"""Bytes of an attachment that cost one unit of the request budget: parsing takes as long as one action."""


def read_line(line: str, *, ascending: bool = False) -> ParsedCommand | UnknownCommand | None:
    """Parse a typed command, with its name in any language, or a move; None for any other text.

    A text without a slash is a move only if `reads_as_move` is certain of it, apart from a game's id at its
    beginning or end. A line with a slash that names no command gives an `UnknownCommand`.

    Args:
        line: the typed text, of which the first `MAX_LINE` characters are read.
        ascending: passed to `reads_as_move`.
    """
    written, line = line.strip()[:MAX_LINE], plain_signs(line).strip()[:MAX_LINE]
    if not line.startswith("/"):
        game, typed = _split_id(with_typed_places(line).split())
        moves = reads_as_move(" ".join(typed), ascending=ascending)
        return ParsedCommand(COMMANDS["move"], game, typed) if moves else None
    name, *words = line[1:].split() or [""]
    command = command_called(name.split("@")[0])
    if command is None:
        return UnknownCommand(name, line)
    # Telegram sends a deep link as `/start PAYLOAD`. A payload without a command is a plain `/start`.
    if command.name == "start" and words and (linked := _read_link(words[0])):
        return linked
    if not _AS_WRITTEN.isdisjoint(command.params):
        words = _words_as_written(written, words)
    if Param.MOVES in command.params:
        words = with_typed_places(" ".join(words)).split()
    takes_id = command.takes_game or Param.CHALLENGE in command.params
    return (
        ParsedCommand(command, *_split_id(words)) if takes_id else ParsedCommand(command, words=tuple(words))
    )


def read_loosely(line: str, *, ascending: bool = False) -> ParsedCommand | None:
    """Parse moves that could also be a score or a sum: `24-20`, `24>20`, `24/20.`; None for other text.

    In a shared chat, the caller must check that the player can make such a move now; else the line is chat.

    Args:
        ascending: passed to `reads_as_move`.
    """
    game, typed = _split_id(_END_OF_SENTENCE.sub(" ", plain_signs(line)[:MAX_LINE]).split())
    moves = Form.HYPHENS.with_strokes(" ".join(typed))
    return (
        ParsedCommand(COMMANDS["move"], game, tuple(moves.split()))
        if reads_as_move(moves, ascending=ascending)
        else None
    )


def read_reply(line: str, *, to_move: bool) -> ParsedCommand | None:
    """Parse a reply to a board's message as moves in any form that `/move` accepts; None for other text.

    Args:
        to_move: True if the person is to act in that game. Then single points, such as `13`, count as moves.
    """
    game, typed = _split_id(_END_OF_SENTENCE.sub(" ", plain_signs(line)[:MAX_LINE]).split())
    moves = " ".join(typed)
    try:
        parse_moves(moves)
    except NotUnderstood:
        return None
    meant = bool(moves) and (to_move or Form.ANY.joins(moves))
    return ParsedCommand(COMMANDS["move"], game, typed) if meant else None


def _words_as_written(written: str, words: list[str]) -> list[str]:
    """Return the words behind a command with the signs that were typed, without those that show nothing."""
    kept = [word for word in written.split() if plain_signs(word)][-len(words) :] if words else []
    return kept if [plain_signs(word) for word in kept] == words else words


def _split_id(words: Sequence[str]) -> tuple[str | None, tuple[str, ...]]:
    """Return the game id that is the first or else the last word, or None, and the other words."""
    for at, others in ((0, words[1:]), (-1, words[:-1])):
        if words and is_game_id(typed := plain_signs(words[at]).lower()):
            return typed, tuple(others)
    return None, tuple(words)


def takes_file(line: str) -> bool:
    """Return True if a line is a command that accepts an attached file."""
    parsed = read_line(line)
    return isinstance(parsed, ParsedCommand) and Param.FILE in parsed.command.params


def link_payload(line: str) -> str:
    """Return the payload of a deep link that runs a command: the line as `link_words` writes it.

    Raises:
        ValueError: the line does not fit into a link, or the command may not be run by a link.
    """
    payload = link_words(line)
    if _read_link(payload) is None:
        raise ValueError(f"a link may not run {line!r}")
    return payload


def _read_link(payload: str) -> ParsedCommand | None:
    """Parse a deep link's payload; None unless it is a command that links may run."""
    # Any person can craft a link, so it runs only commands that the command table marks as `by_link`.
    line = read_link_words(payload)
    parsed = read_line(line) if line is not None else None
    if not isinstance(parsed, ParsedCommand) or not parsed.command.by_link:
        return None
    return replace(parsed, linked=True)


def read_press(data: str) -> ParsedCommand | UnknownCommand | None:
    """Parse the data of a pressed button, `TURN:LINE`; None if the line is neither a command nor a move.

    A line that begins with `SURE` counts as confirmed: the page has asked before the press.
    """
    turn, _, line = data.partition(":")
    parsed = read_line(line.removeprefix(SURE))
    if not isinstance(parsed, ParsedCommand):
        return parsed
    meant = int(turn) if re.fullmatch(r"[0-9]{1,6}", turn) else None
    return replace(parsed, turn=meant, typed=False, sure=line.startswith(SURE))


def is_same_step(first: Iterable[str], second: Iterable[str]) -> bool:
    """Return True if the buttons of two messages belong to the same turn of the same game.

    If no button of either message carries a turn, as on challenges and reminders, return True if both have
    the same buttons and at least one.

    Args:
        first: the data of one message's buttons.
        second: the data of the other message's buttons.
    """
    first, second = set(first), set(second)
    turns, other_turns = _turns_of(first), _turns_of(second)
    if turns or other_turns:
        return not turns.isdisjoint(other_turns)
    return bool(first) and first == second


def _turns_of(buttons: Iterable[str]) -> set[tuple[str | None, int]]:
    """Return the game id and turn number of each button whose data has a turn number."""
    pressed = [read_press(data) for data in buttons]
    return {
        (each.game, each.turn)
        for each in pressed
        if isinstance(each, ParsedCommand) and each.turn is not None
    }


def cost_of(incoming: Incoming) -> float:
    """Return a request's cost in units of the request budget, from its command and attachment alone.

    A request that is no command costs one unit.
    """
    parsed = (
        read_line(sanitize_text(incoming.what.text))
        if isinstance(incoming.what, Line)
        else read_press(sanitize_text(incoming.what.data))
    )
    cost = float(parsed.command.cost) if isinstance(parsed, ParsedCommand) else 1.0
    return cost + (incoming.attached.size / _BYTES_PER_COST if incoming.attached is not None else 0.0)
