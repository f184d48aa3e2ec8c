"""Every way in, every command, every wrong person: refused in words, and nothing is written.

Commands come from the command table. One that is new is taken to act on a game until it is named below among
those that only look, or that concern the person alone.
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
from tests.talk.test_visibility import EVERY
from tests.visits import visit_chat

pytestmark = pytest.mark.slow

HALL = "hall"
LOOKING = frozenset(
    "analyse board games help hint menu next picture profile read record replay rules start turn why".split()  # noqa: SIM905
)
"""What shows something to whoever sees the game, and changes nothing of it."""
OWN = frozenset({"play", "challenge", "import", "settings", "holidays", "block", "unblock", "puzzle"}) | {
    "link",
    "unlink",
    "export",
    "forget",
}
"""What concerns the person alone, or begins something; test_rights tells who sets a chat's looks."""
OF_A_PLAYER = frozenset("accept decline resign draw pause resume share more rematch continue".split())  # noqa: SIM905
"""What either player may do whoever is to move, or when it is over."""

KEPT = {"games", "matches", "events", "challenges", "blocks", "holidays", "given_ids", "notifications"} | {
    "daily_positions",
    "puzzles",
    "puzzle_answers",
}
"""Tables that nobody's looking may change; what is worked out about a game that is over may be stored."""
BOOKKEEPING = {"failed_attempts", "applied", "players", "accounts", "chats", "chat_members"}
"""Tables in which it stands that somebody was here, and what he tried."""

FAILED = {words_in(language).words("refused-failed") for language in LANGUAGES}


@dataclass(frozen=True)
class Wrong:
    """Somebody who may not act.

    Args:
        who: the name.
        chat: where he acts.
        may: commands that are his right all the same.
        over: whether the game has ended.
        has_game: whether he has a game of his own, which is meant where no id is given.
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
"""What is done, the message that it is about, and whether on a board of its own."""


def typed(line: str, board: str) -> Asks:
    """Typed in the chat."""
    return Line(line), None, False


def replied(line: str, board: str) -> Asks:
    """Typed as a reply to the board."""
    return Line(line), board, False


def pressed(line: str, board: str) -> Asks:
    """Pressed below an answer, or by data of one's own making."""
    return Press(button_data(line)), None, False


def pressed_on_the_board(line: str, board: str) -> Asks:
    """Pressed below the board, with the turn that it shows."""
    return Press(button_data(line, 4)), board, False


def in_the_app(line: str, board: str) -> Asks:
    """Sent from a board that fills a page, as the Mini App does."""
    return Press(button_data(line)), None, True


def by_link(line: str, board: str) -> Asks:
    """Carried by a link."""
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
    """All lines about what has one of some ids, with the names of their commands."""
    for name, rest in EVERY:
        for key in keys:
            yield name, " ".join(f"/{name} {key} {rest}".split())
    for name in COMMANDS.keys() - {name for name, _ in EVERY}:
        yield name, f"/{name}"


async def people(house: House) -> tuple[str, str, str, str]:
    """A game at the table, a challenge from Anna to Boris in private, and a shared board.

    Everybody has been here. Return the ids, the token, and the number of the board's message.
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
    told = re.search(r"/board (\S+)", await house.type("Anna", f"/share {game}", "Anna"))
    assert told
    boards = [message for message in house.platform.messages if message.chat == TABLE]
    return game, challenge.id, told[1], house.message_id(boards[-1])


def stored(house: House, *without: str) -> dict[str, object]:
    """Return all that is stored, except some tables; as SQLite has it, since it is only compared."""
    place = house.manager.database.place
    assert isinstance(place, Path)
    with closing(sqlite3.connect(place)) as connection:
        return {
            name: connection.execute(f'SELECT * FROM "{name}"').fetchall()  # noqa: S608 (our names)
            for name in metadata.tables
            if name not in without
        }


async def asked(house: House, wrong: Wrong, asks: Asks) -> tuple[Reply, ...]:
    """Let somebody do something; return what he is answered."""
    what, message, on_board = asks
    house.event_count += 1
    place = house.place(wrong.chat)
    person = Person(place.platform, wrong.player.lower(), wrong.player, "en")
    incoming = Incoming(f"wrong {house.event_count}", person, place, what, message)
    replies = await house.conversation.handle(replace(incoming, on_board=on_board))
    await house.until_idle()
    return replies


def test_every_command_has_its_place() -> None:
    """What is named here is a command, and none is named twice."""
    assert {*LOOKING, *OWN, *OF_A_PLAYER} <= COMMANDS.keys()
    assert not LOOKING & OWN
    assert not OF_A_PLAYER & (LOOKING | OWN)


ATTEMPTS = [
    (person, way)
    for (row, person), (column, way) in product(enumerate(PEOPLE), enumerate(WAYS))
    if (row + column) % 3 == 0
]
"""Each person in two of the ways, each way by two people or three: rights are checked behind all ways."""
SHORT = (
    ("a stranger in the chat", typed),
    ("the opponent, whose turn it is not", pressed_on_the_board),
    ("who plays elsewhere", pressed),
)


@pytest.mark.parametrize(
    "attempt", long_except(ATTEMPTS, *SHORT), ids=lambda attempt: f"{attempt[0]}, {attempt[1].__name__}"
)
async def test_who_may_not_is_refused_in_words(
    playing: House, attempt: tuple[str, Callable[[str, str], Asks]]
) -> None:
    """Whatever is asked for in whichever way by the wrong person is answered, and changes nothing."""
    person, way = attempt
    wrong = PEOPLE[person]
    game, challenge, token, board = await people(playing)
    if wrong.over:
        boris, there = await visit_chat(playing.manager, "boris", "Boris", "Boris", "private")
        await playing.manager.resign(Actor(boris.id, "the end", there.id), game)
        await playing.until_idle()
    before = stored(playing, *BOOKKEEPING)
    for name, line in lines(game, challenge, token, *([] if wrong.has_game else [""])):
        if name in OWN or name in wrong.may:
            continue
        replies = await asked(playing, wrong, way(line, board))
        after = stored(playing, *BOOKKEEPING)
        changed = {table for table in before if before[table] != after[table]}
        assert changed <= (before.keys() - KEPT if name in LOOKING else set()), (line, changed, replies)
        assert [plain(reply.text) for reply in replies if not plain(reply.text)] == [], line
        assert replies or name in LOOKING, line
        assert not FAILED & {plain(reply.text) for reply in replies}, line
        before = after
        playing.clock.forward(minutes=11)  # so that misses do not add up
