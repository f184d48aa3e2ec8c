"""Rules targets: typed moves, positions, records and `.mat` files, read by `bot.rules` and by imports."""

from __future__ import annotations

import random
from contextlib import suppress
from functools import cache
from pathlib import Path
from zlib import crc32

from bot.rules import (
    OFF,
    RULESETS,
    NardyRulesError,
    PartialTurn,
    Position,
    Roll,
    Side,
    legal_turns,
    play_text,
    read_position,
    why,
    write_position,
)
from bot.rules.errors import PositionError
from bot.rules.formats import (
    Mat,
    MatchRecord,
    Record,
    RecordError,
    count_mat,
    count_records,
    match_of,
    read_mat,
    read_match,
    read_records,
)
from bot.rules.rulesets import MatchLength
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.imports import MOST_GAMES, InvalidRecord, read_games
from bot.talk.input.parsing import read_line, read_loosely, read_reply
from bot.talk.refusal_texts import rules_error_text
from bot.talk.reply import plain
from bot.talk.sanitize import sanitize_text
from tests.fuzz.target import Target, stateless
from tests.rules.gnubg_matches import random_match
from tests.rules.playing import random_game, random_roll

CHECKERS = 15
_HEAD = 6
"""Events at the beginning of a game that a seed keeps; whole games take too long to read a million times."""
_WORDS = {language: words_in(language) for language in LANGUAGES}

_PLACES = (
    "24",
    "13",
    "12",
    "1",
    "0",
    "25",
    "bar",
    "off",
    "бар",
    "дом",
    "W",
    "b",
    "w",
    "/",
    ":",
    "6-5",
    "1-1",
)
_SIGNS = ("24/18", "13/8(2)", "24/18*/13", "24-18", "24→18", "bar/20", "3/off", "pass", "пас", "(4)", "*")


@cache
def _positions() -> tuple[tuple[str, Position, Roll], ...]:
    """Return positions from random games of every rule set, each with a roll and the rule set's name."""
    rng = random.Random(1)
    found = []
    for name, ruleset in RULESETS.items():
        for _ in range(2):
            record = Record((), ruleset, None, random_game(ruleset, rng, None))
            states = list(record.replay())
            found += [(name, state.position, random_roll(rng)) for state in rng.sample(states[:-1], 6)]
    return tuple(found)


def _moves() -> list[str]:
    seeds = []
    for name, position, roll in _positions():
        turns = legal_turns(position, roll)
        typed = [str(turn) for turn in turns[:3]] + [str(turn.moves[0]) for turn in turns[:2]]
        seeds += [f"{name} {write_position(position, roll)}\n{text}" for text in typed or ["pass"]]
    return seeds


def _try_moves(text: str) -> None:
    """Type moves in a position: every refusal has a text in every language."""
    start, _, typed = text.partition("\n")
    name, _, written = start.partition(" ")
    try:
        position, roll = read_position(written, RULESETS.get(name, RULESETS["long"]))
    except PositionError:
        name, position, roll = _positions()[len(start) % len(_positions())]
    typed = sanitize_text(typed)
    for parse in (read_line, read_loosely, lambda line: read_reply(line, to_move=True)):
        parse(typed)
    partial = PartialTurn.begin(position, roll or Roll(6, 5))
    # Only one way and language for each input: a refusal is slow, because it looks for moves that are legal.
    way = _hash(text)
    try:
        played = play_text(partial, typed, whole=way % 2 == 0)
    except NardyRulesError as error:
        words = _WORDS[LANGUAGES[way // 2 % len(LANGUAGES)]]
        assert plain(rules_error_text(words, error)), "a refusal without words"
    else:
        _check_position(played.position)
    with suppress(NardyRulesError):
        why(partial, typed)


def _check_position(position: Position) -> None:
    for side in Side:
        on_points = sum(position.points(side).values())
        assert on_points + position.off(side) + position.bar(side) == CHECKERS, f"{side} has lost a checker"


def _try_position(text: str) -> None:
    """Read a position: it is refused, or survives being written and can be played on."""
    for ruleset in RULESETS.values():
        try:
            position, roll = read_position(text, ruleset)
        except PositionError as error:
            assert error.faults, "a refusal without a fault"
            continue
        _check_position(position)
        assert read_position(write_position(position, roll), ruleset) == (position, roll)
        for turn in legal_turns(position, roll or Roll(2, 1))[:2]:
            _check_position(turn.end)
    try:
        position = Position.parse(text)
    except PositionError:
        return
    assert Position.parse(str(position)) == position


def _partial_game(name: str, rng: random.Random) -> Record:
    """Return the beginning of a random game."""
    whole = Record(
        (("White", "Anna"), ("Black", "Борис")), RULESETS[name], None, random_game(RULESETS[name], rng, None)
    )
    return Record(whole.headers, whole.ruleset, None, whole.events[: rng.choice((2, _HEAD, 3 * _HEAD))])


@cache
def _records() -> tuple[str, ...]:
    rng = random.Random(2)
    games = [_partial_game(name, rng).write() for name in RULESETS for _ in range(2)]
    matches = [match_of(_shortest(length, rng)) for length in ("3 points", "2 games")]
    return (*games, *(match.write() for match in matches if match is not None))


def _try_record(text: str) -> None:
    """Read games or a match: they are refused, or read the same after being written."""
    assert count_records(text) >= 0
    try:
        games = read_records(text)
    except RecordError as error:
        assert error.line > 0
        games = ()
    if not _is_round_tripped(text):
        return
    for game in games:
        assert read_records(game.write()) == (game,)
    try:
        match: MatchRecord = read_match(text)
    except RecordError:
        return
    assert read_match(match.write()) == match


@cache
def _mats() -> tuple[str, ...]:
    rng = random.Random(3)
    whole = [_shortest(length, rng).write() for length in ("1 point", "3 points", "2 games")]
    long = random_match(rng, MatchLength.parse("1 point"), ("Anna", "Борис"), RULESETS["long"]).write()
    others = (Path(__file__).parents[1] / "rules" / "gnubg.mat").read_text("utf-8")
    return (*whole, *("\n".join(each.split("\n")[:12]) for each in (long, others)))


def _shortest(length: str, rng: random.Random) -> Mat:
    """Return the shortest of several random matches, so that a million reads take less than an hour."""
    matches = [random_match(rng, MatchLength.parse(length), ("Anna", "Борис")) for _ in range(12)]
    ended = [mat for mat in matches if match_of(mat) and all(game.end().outcome for game in mat.games)]
    return min(ended, key=lambda mat: len(mat.write()))


def _is_round_tripped(text: str) -> bool:
    """Return True for one input in eight: writing and reading again is slow."""
    return _hash(text) % 8 == 0


def _hash(text: str) -> int:
    """Return a number that depends on the text alone."""
    return crc32(text.encode("utf-8", "surrogatepass"))


def _try_mat(text: str) -> None:
    """Read a match in columns: it is refused, or its games can be written as records."""
    assert count_mat(text) >= 0
    try:
        mat = read_mat(text)
    except RecordError as error:
        assert error.line > 0
        return
    if not _is_round_tripped(text):
        return
    for game in mat.games:
        assert read_records(game.write()) == (game,)
    match_of(mat)


def _try_import(text: str) -> None:
    """Import a text: it is refused with a text, or gives records that can be read again."""
    try:
        found = read_games(_WORDS["ru"], text)
    except InvalidRecord as error:
        assert plain(error.text), "a refusal without words"
        return
    assert 0 < len(found.games) == len(found.texts) <= MOST_GAMES
    if _is_round_tripped(text):
        assert tuple(read_records(each)[0] for each in found.texts) == found.games


_HEADERS = (
    '[Rules "long"]',
    '[Rules "short"]',
    '[Cube "yes"]',
    '[Length "3 points"]',
    '[Result "1-0"]',
    "1.",
    "2.",
)
_COLUMNS = (
    " 3 point match",
    " Game 1",
    "Cannot Move",
    "Doubles => 2",
    " Takes",
    " Drops",
    "Wins 1 point",
    "Losses 2 points",
    "Resigned Game",
    "????",
    "; [Rules",
)

TARGETS = {
    "moves": Target(_moves, stateless(_try_moves), (*_PLACES, *_SIGNS)),
    "positions": Target(
        lambda: (
            [write_position(position, roll) for _, position, roll in _positions()]
            + [position.text for _, position, _ in _positions()]
        ),
        stateless(_try_position),
        (*_PLACES, *RULESETS, str(OFF)),
    ),
    "records": Target(_records, stateless(_try_record), (*_SIGNS, *_HEADERS, *RULESETS)),
    "mats": Target(_mats, stateless(_try_mat), (*_SIGNS, *_COLUMNS)),
    "imports": Target(
        lambda: (*_records(), *_mats()), stateless(_try_import), (*_SIGNS, *_HEADERS, *_COLUMNS)
    ),
}
