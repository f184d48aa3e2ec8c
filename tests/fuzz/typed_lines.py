"""Typed lines: lines that people type, read into commands, times and days, without a database."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import date

from bot.sessions.errors import Refusal
from bot.talk.command import ParsedCommand, UnknownCommand
from bot.talk.command_table import COMMANDS
from bot.talk.incoming import ChatKind, Incoming, Line, Person, Place
from bot.talk.input.clocks import reads_as_clock, take_clock
from bot.talk.input.dates import read_days
from bot.talk.input.keywords import Keyword, forms_of, keyword_of
from bot.talk.input.parsing import cost_of, read_line, read_loosely, read_reply, takes_file
from bot.talk.input.typed import read_invitation
from bot.talk.input.typed_points import start_of
from bot.talk.sanitize import sanitize_text
from tests.fuzz.target import Target, stateless

_TODAY = date(2026, 11, 23)
_ANNA = Person("web", "anna", "Anna", "en")
_TABLE = Place("web", "table", ChatKind.SHARED)

VOCABULARY = (*COMMANDS, "24/20", "16/15", "1", "0", "<@boris>", "@boris", "private", "off")


def lines(game: str, token: str) -> list[str]:
    """Return valid lines: each command with and without a game, and other things that people type.

    Args:
        game: the id of a game.
        token: the token of a shared board.
    """
    return [
        *(f"/{name}{rest}" for name in COMMANDS for rest in ("", f" {game}", f" {game} 24/20", " boris")),
        f"/start {token}",
        f"/board {token}",
        "/start play_novice",
        "24/20 16/15",
        "/play hard long to 3 cube first me private",
        "/challenge boris narde 3 days hints",
        "/settings theme wood",
        "/settings zone Europe/Berlin",
        "/holidays 2026-12-24 2027-01-02",
        "hello, 2-1?",
    ]


def _seeds() -> list[str]:
    return [
        *lines("k7f", "k7f-" + "0" * 24),
        "/challenge 90m + 30s",
        "/вызов Борис 2 дня 12 ч",
        "/holidays 24.12. 2.1.",
        "24-20, 16>15.",
        "бар/20 3/дом",
        "k7f 24→20",
        "Telegram: https://t.me/nardy_bot?start=accept_k7f_abcdefg234\nDiscord: send it",
        "send `/accept k7f abcdefg234` to Nardy#1234.",
    ]


def _try_line(text: str) -> None:
    """Read a line in every way: it is talk, a command, or an unknown command."""
    line = sanitize_text(text)
    assert cost_of(Incoming("fuzz", _ANNA, _TABLE, Line(line))) > 0
    takes_file(line)
    start_of(line)
    _try_invitation(line)
    for way in (False, True):
        for parsed in (
            read_line(line, ascending=way),
            read_loosely(line, ascending=way),
            read_reply(line, to_move=way),
        ):
            if isinstance(parsed, ParsedCommand):
                _try_words(parsed)
            else:
                assert parsed is None or isinstance(parsed, UnknownCommand)


def _try_invitation(text: str) -> None:
    """Look for an invitation: the command found in the text reads the same when it is typed alone."""
    found = read_invitation(text)
    if found is not None:
        assert found.command is COMMANDS["accept"]
        assert read_invitation(f"/accept {found.game} {found.rest}") == replace(found, linked=False)


def _try_words(parsed: ParsedCommand) -> None:
    """Read the words after a command as every kind of argument."""
    assert parsed.command is COMMANDS[parsed.command.name]
    assert parsed.rest.split() == [*parsed.words]
    with suppress(Refusal):
        clock, others = take_clock(parsed.words)
        assert len(others) <= len(parsed.words) - (clock is not None)
    reads_as_clock(parsed.rest)
    read_days(parsed.words, _TODAY)
    for word in parsed.words:
        keyword_of(word)


TARGETS = {
    "typed": Target(
        _seeds,
        stateless(_try_line),
        (*VOCABULARY, *(form for keyword in Keyword for form in forms_of(keyword))),
    ),
}
