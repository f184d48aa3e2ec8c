"""Parsing: typed lines and pressed buttons, parsed into commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from bot.rules import BAR, OFF, Family, Side
from bot.rules.errors import NotUnderstood
from bot.rules.notation import Form, parse_joined, parse_moves
from bot.talk.command_names import command_called
from bot.talk.command_table import COMMANDS, Command, Param
from bot.talk.input.places import with_typed_places

MAX_LINE = 400
LONGEST_DATA = 64

_ID = re.compile(r"[a-z]([2-9][a-z])+[2-9]?")
_END_OF_SENTENCE = re.compile(r"[.,;!?…]+(?=\s|$)")
_LINK = re.compile(r"[A-Za-z0-9_-]{1,64}")
_ANSWER = re.compile(r"\?([a-z0-9]{1,20})\.([0-9]{1,2})")

# How far one checker can go with one roll: by one die, by two different ones, or by up to four equal ones.
_REACHES = (
    frozenset(range(1, 7))
    | {high + low for high in range(2, 7) for low in range(1, high)}
    | {die * count for die in range(1, 7) for count in range(1, 5)}
)


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    """What a person asks for.

    Args:
        command: the command.
        game: the id of the game (or challenge) that was given.
        words: the rest of what was typed, word by word.
        turn: the turn of the board that was pressed on, counted in turns played.
        sure: whether the person has confirmed it, where a confirmation is asked for.
        typed: whether a person wrote the words; a button's words count points as the board does.
        linked: whether a link carried them, so that the person has not agreed to anything yet.
    """

    command: Command
    game: str | None = None
    words: tuple[str, ...] = ()
    turn: int | None = None
    sure: bool = False
    typed: bool = True
    linked: bool = False

    @property
    def rest(self) -> str:
        """The rest of what was typed."""
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class UnknownCommand:
    """A line that begins like a command, but is none.

    Args:
        name: what stands in the place of the command's name.
        line: the whole line.
    """

    name: str
    line: str = field(default="", compare=False)


def reads_as_move(line: str, *, ascending: bool = False) -> bool:
    """Return whether a line that is no command is a move, and no talk.

    Every place is joined by a slash or an arrow: `24/18 13/8`, `24→18`, `24/18(2)`, `3/off`. In talk people
    write scores (`2-1`, `3:0`) and sums (`5 > 3`), so other strokes are read only behind `/move`, or by
    `read_loosely`. A single pair of numbers must be a way that some checker could go with some roll, which
    `24/7`, `1/2` and `9/11` are not. With `ascending` the last two are: Black moves so in games where the
    sides travel against each other, and only who waits to move there means that.
    """
    line = with_typed_places(line.strip())
    try:
        moves = parse_joined(line)
    except NotUnderstood:
        return False
    if len(moves) > 1 or moves[0].hits or len(moves[0].places) > 2:  # noqa: PLR2004 - a pair of numbers
        return True
    start, stop = moves[0].places
    return start == BAR or stop == OFF or _can_be_gone(start, stop, ascending=ascending)


def read_line(line: str, *, ascending: bool = False) -> ParsedCommand | UnknownCommand | None:
    """Parse a typed line; nothing, if it is talk. `ascending` is as for `reads_as_move`.

    A command is recognised by its name in any language.
    """
    line = line.strip()[:MAX_LINE]
    if not line.startswith("/"):
        game, typed = _apart(with_typed_places(line).split())
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
    return ParsedCommand(command, *_apart(words)) if takes_id else ParsedCommand(command, words=tuple(words))


def read_loosely(line: str, *, ascending: bool = False) -> ParsedCommand | None:
    """Parse a line as moves joined by hyphens, or ending like a sentence: `24-20`, `24>20`, `24/20.`.

    Returns nothing, if it is none. It is called only for whoever could make that move now: from anybody
    else such a line is talk. `ascending` is as for `reads_as_move`.
    """
    game, typed = _apart(_END_OF_SENTENCE.sub(" ", line[:MAX_LINE]).split())
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
        to_move: whether the person is to move there, so that lone points are meant as moves.
    """
    game, typed = _apart(_END_OF_SENTENCE.sub(" ", line[:MAX_LINE]).split())
    moves = " ".join(typed)
    try:
        parse_moves(moves)
    except NotUnderstood:
        return None
    meant = bool(moves) and (to_move or Form.ANY.joins(moves))
    return ParsedCommand(COMMANDS["move"], game, typed) if meant else None


def start_of(moves: str) -> int | None:
    """Return the point from which the first of typed moves starts; nothing, if they are none."""
    try:
        written = parse_moves(moves)
    except NotUnderstood:
        return None
    return written[0].places[0] if written else None


def _apart(words: Sequence[str]) -> tuple[str | None, tuple[str, ...]]:
    """Return the id of a game before or behind other words, and those words."""
    for at, others in ((0, words[1:]), (-1, words[:-1])):
        if words and is_game_id(words[at].lower()):
            return words[at].lower(), tuple(others)
    return None, tuple(words)


def takes_file(line: str) -> bool:
    """Return whether a line is a command that takes a file."""
    parsed = read_line(line)
    return isinstance(parsed, ParsedCommand) and Param.FILE in parsed.command.params


def link_payload(line: str) -> str:
    """Return what a link carries for a command: at most 64 of `A-Za-z0-9_-`. It comes back with `/start`.

    Raises:
        ValueError: no link can carry it.
    """
    payload = line.removeprefix("/").replace(" ", "_")
    if _read_link(payload) is None:
        raise ValueError(f"no link carries {line!r}")
    return payload


def _read_link(payload: str) -> ParsedCommand | None:
    """Parse what a link carried; nothing, unless it is a command that links may carry."""
    if _LINK.fullmatch(payload) is None:
        return None
    # A link can be made by anyone, so it carries only what the table allows, and that is asked about first.
    parsed = read_line(f"/{payload.replace('_', ' ')}")
    if not isinstance(parsed, ParsedCommand) or not parsed.command.by_link:
        return None
    return replace(parsed, linked=True)


def is_game_id(word: str) -> bool:
    """Return whether a word looks like the id of a game."""
    return _ID.fullmatch(word) is not None


def is_share_token(word: str) -> bool:
    """Return whether a word is meant as the token of a shared board: a game's id with a seal behind it."""
    game, dash, _ = word.partition("-")
    return bool(dash) and is_game_id(game.lower())


def button_data(line: str, turn: int | None = None) -> str:
    """Return what a button carries: its command, and the turn of its board.

    A press is parsed by `read_press`.
    """
    return f"{'' if turn is None else turn}:{line}"


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


def answer_data(question: str, choice: int) -> str:
    """Return what a button carries that answers a question."""
    return f"?{question}.{choice}"


def read_answer(data: str) -> tuple[str, int] | None:
    """Parse which question a press answers, and how."""
    found = _ANSWER.fullmatch(data)
    return (found[1], int(found[2])) if found else None


def _can_be_gone(start: int, stop: int, *, ascending: bool) -> bool:
    """Whether White or Black could bring a checker from one point to another with one roll."""
    paths = [(Family.PARALLEL, Side.WHITE), (Family.PARALLEL, Side.BLACK)]
    if ascending:
        paths.append((Family.OPPOSED, Side.BLACK))
    return any(
        family.progress(side, stop) - family.progress(side, start) in _REACHES for family, side in paths
    )
