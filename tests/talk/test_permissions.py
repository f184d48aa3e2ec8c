"""Every way in, every command, every person without the right: refused with a text, and nothing is stored.

Commands come from the command table. A new one counts as an action in a game until it is named below among
those that only show something or concern only the person.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import pytest

from bot.sessions import Actor
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.command_table import COMMANDS
from bot.talk.incoming import Incoming, Line, Person, Press
from bot.talk.input.payloads import button_data
from bot.talk.reply import Reply, plain
from storage.tables import metadata
from tests.dialogues.house import TELEGRAM_CHAT, House, only_game
from tests.dialogues.script import TABLE
from tests.long_parameters import long_except
from tests.talk.test_visibility import EVERY_COMMAND
from tests.visits import visit_chat

pytestmark = pytest.mark.slow

HALL = "hall"
LOOKING = frozenset(
    "analyse board games help hint menu next picture profile read record replay rules start turn why".split()  # noqa: SIM905
)
"""Commands that only show something."""
OWN = frozenset({"play", "challenge", "import", "settings", "holidays", "block", "unblock", "puzzle"}) | {
    "link",
    "unlink",
    "export",
    "forget",
}
"""Commands that concern only the person, or begin something; test_chat_rights covers a chat's settings."""
OF_A_PLAYER = frozenset("accept decline resign draw pause resume share more rematch continue".split())  # noqa: SIM905
"""Commands of both players at any time, even out of turn or after the game."""

KEPT = {"games", "matches", "events", "challenges", "blocks", "holidays", "given_ids", "notifications"} | {
    "daily_positions",
    "puzzles",
    "puzzle_answers",
}
"""Tables that showing something must not change; analyses of finished games may be stored."""
BOOKKEEPING = {"failed_attempts", "applied", "players", "accounts", "chats", "chat_members"}
"""Tables about a person's visits and attempts, which every request may change."""

FAILED = {words_in(language).words("refused-failed") for language in LANGUAGES}


@dataclass(frozen=True)
class Wrong:
    """A person without the right to act.

    Args:
        chat: the chat where they act.
        may: commands that they may use all the same.
        over: True if the game has ended.
        has_game: True if they play another game, which a command without an id takes.
    """

    player: str
    chat: str
    may: frozenset[str] = frozenset()
    over: bool = False
    has_game: bool = False


PEOPLE = {
    "a stranger in the chat": Wrong("Carl", TABLE),
    "a stranger in private": Wrong("Carl", "Carl"),
    "who is blocked by both": Wrong("Dora", TABLE),
    "the opponent, whose turn it is not": Wrong("Boris", TABLE, OF_A_PLAYER),
    "a player after the game": Wrong("Anna", TABLE, OF_A_PLAYER | {"cancel"}, over=True),
    "a stranger after the game": Wrong("Carl", TABLE, over=True),
    "the same name on another platform": Wrong("Anna", f"{TELEGRAM_CHAT}Anna"),
    "who plays elsewhere": Wrong("Emil", HALL, has_game=True),
}

Asks = tuple["Line | Press", str | None, bool]
"""A line or a press, the message that it is about, and if it comes from the board page."""


def typed(line: str, board: str) -> Asks:
    """Type the line in the chat."""
    return Line(line), None, False


def replied(line: str, board: str) -> Asks:
    """Type the line as a reply to the board."""
    return Line(line), board, False


def pressed(line: str, board: str) -> Asks:
    """Press a button below an answer, or send its data without one."""
    return Press(button_data(line)), None, False


def pressed_on_the_board(line: str, board: str) -> Asks:
    """Press a button below the board, with the board's turn."""
    return Press(button_data(line, 4)), board, False


def in_the_app(line: str, board: str) -> Asks:
    """Send the line from the board page, as the Mini App does."""
    return Press(button_data(line)), None, True


def by_link(line: str, board: str) -> Asks:
    """Follow a link with the line."""
    return Line("/start " + re.sub(r"[^A-Za-z0-9_-]", "_", line.removeprefix("/"))[:64]), None, False


WAYS: tuple[Callable[[str, str], Asks], ...] = (
    typed,
    replied,
    pressed,
    pressed_on_the_board,
    in_the_app,
    by_link,
)


def lines(*keys: str) -> Iterator[tuple[str, str]]:
    """Yield all lines about these ids, with the names of their commands."""
    for name, rest in EVERY_COMMAND:
        for key in keys:
            yield name, " ".join(f"/{name} {key} {rest}".split())
    for name in COMMANDS.keys() - {name for name, _ in EVERY_COMMAND}:
        yield name, f"/{name}"


async def prepare(house: House) -> tuple[str, str, str, str]:
    """Prepare a game at the table, a private challenge of Anna's to Boris, and a shared board.

    Return the ids of game and challenge, the token, and the id of the board's message.
    """
    game = await only_game(house)
    for player in ("Carl", "Dora", "Emil", "Fedor"):
        for chat in (player, TABLE, HALL):
            await house.type(player, "/start", chat)
    for player in ("Anna", "Boris"):
        for chat in (player, HALL, f"{TELEGRAM_CHAT}{player}"):
            await house.type(player, "/start", chat)
        await house.type(player, "/block Dora", player)
    await house.type("Anna", "/challenge Boris", "Anna")
    (challenge,) = await house.manager.challenges.made_by(1)
    await house.type("Emil", "/challenge Fedor", HALL)
    await house.press("Fedor", "Accept", HALL, answered=False)
    link = re.search(r"/board (\S+)", await house.type("Anna", f"/share {game}", "Anna"))
    assert link
    boards = [message for message in house.platform.messages if message.chat == TABLE]
    return game, challenge.id, link[1], house.message_id(boards[-1])


def stored_rows(house: House, *without: str) -> dict[str, object]:
    """Return all rows of all tables but some, read by SQLite itself, for a comparison."""
    place = house.manager.database.place
    assert isinstance(place, Path)
    with closing(sqlite3.connect(place)) as connection:
        return {
            name: connection.execute(f'SELECT * FROM "{name}"').fetchall()  # noqa: S608 (our names)
            for name in metadata.tables
            if name not in without
        }


async def act(house: House, wrong: Wrong, asks: Asks) -> tuple[Reply, ...]:
    """Let a person do something; return the replies."""
    what, message, on_board = asks
    house.event_count += 1
    place = house.place(wrong.chat)
    person = Person(place.platform, wrong.player.lower(), wrong.player, "en")
    incoming = Incoming(f"wrong {house.event_count}", person, place, what, message)
    replies = await house.conversation.handle(replace(incoming, on_board=on_board))
    await house.until_idle()
    return replies


def test_every_named_command_exists_once() -> None:
    """Each command named here exists, and is named once."""
    assert {*LOOKING, *OWN, *OF_A_PLAYER} <= COMMANDS.keys()
    assert not LOOKING & OWN
    assert not OF_A_PLAYER & (LOOKING | OWN)


ATTEMPTS = [
    (person, way)
    for (row, person), (column, way) in product(enumerate(PEOPLE), enumerate(WAYS))
    if (row + column) % 3 == 0
]
"""Two or three ways for each person, because all ways lead through the same checks."""
SHORT = (
    ("a stranger in the chat", typed),
    ("the opponent, whose turn it is not", pressed_on_the_board),
    ("who plays elsewhere", pressed),
)


@pytest.mark.parametrize(
    "attempt", long_except(ATTEMPTS, *SHORT), ids=lambda attempt: f"{attempt[0]}, {attempt[1].__name__}"
)
async def test_a_person_without_the_right_is_refused(
    playing: House, attempt: tuple[str, Callable[[str, str], Asks]]
) -> None:
    """Each command by a person without the right is answered with a text and changes nothing."""
    person, way = attempt
    wrong = PEOPLE[person]
    game, challenge, token, board = await prepare(playing)
    if wrong.over:
        boris, there = await visit_chat(playing.manager, "boris", "Boris", "Boris", "private")
        await playing.manager.resign(Actor(boris.id, "the end", there.id), game)
        await playing.until_idle()
    before = stored_rows(playing, *BOOKKEEPING)
    for name, line in lines(game, challenge, token, *([] if wrong.has_game else [""])):
        if name in OWN or name in wrong.may:
            continue
        replies = await act(playing, wrong, way(line, board))
        after = stored_rows(playing, *BOOKKEEPING)
        changed = {table for table in before if before[table] != after[table]}
        assert changed <= (before.keys() - KEPT if name in LOOKING else set()), (line, changed, replies)
        assert [plain(reply.text) for reply in replies if not plain(reply.text)] == [], line
        assert replies or name in LOOKING, line
        assert not FAILED & {plain(reply.text) for reply in replies}, line
        before = after
        playing.clock.forward(minutes=11)  # so that misses do not add up
