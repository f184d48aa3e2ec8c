"""Namesakes: marks that distinguish players with similar names who meet in shared chats or games.

A name that a player types is refused if it looks like that of a player they know. A name that comes from a
platform, or that comes to look like another one later, is marked instead: its player's handle, or else a
number, is appended in parentheses.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import lru_cache

import icu
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.errors import Refusal
from storage import contacts, people
from storage.rows import PlayerRow

LONGEST = 32
"""The most characters of a name together with its mark; a longer name is cut."""
_LEAST = 4
"""A handle is only used as a mark if it leaves room for at least this many characters of the name."""
_MARK = re.compile(r" \((?:@[^\s()]+|\d+)\)$")
_INVISIBLE = dict.fromkeys(
    map(ord, icu.UnicodeSetIterator(icu.UnicodeSet("[:Default_Ignorable_Code_Point:]")))
)
_CHECKER = icu.SpoofChecker()
_RUSSIAN_E = str.maketrans("ёЁ", "еЕ")
"""Russian text often has е for ё, which Unicode's table of confusable characters distinguishes."""


@lru_cache(maxsize=10_000)  # cached: the names of all members of a chat are compared with each new member's
def looks(name: str) -> frozenset[str]:
    """Return the confusable skeletons of a name: as written, in capitals and in small letters.

    Two names look alike if they share a skeleton. Small letters alone do not suffice: Unicode's table equates
    the Cyrillic К with the Latin K, but not the small к with the small k.
    """
    visible = name.translate(_INVISIBLE)
    written = " ".join(unicodedata.normalize("NFKC", visible).translate(_RUSSIAN_E).split())
    small = written.casefold()
    forms = {"written": written, "capitals": small.upper(), "small": small}
    return frozenset(f"{form}:{_CHECKER.getSkeleton(0, text)}" for form, text in forms.items())


def look_alike(name: str, other: str) -> bool:
    """Return True if a reader could mistake one name for the other."""
    return not looks(name).isdisjoint(looks(other))


async def must_differ(connection: AsyncConnection, player: int, name: str, reserved: Collection[str]) -> None:
    """Check that a name typed by a player does not look like a known player's or a reserved name.

    Args:
        player: the id of the player. People they have played and the members of shared chats where they have
            written count as known, with their names on boards and those of their accounts.
        name: the typed name.
        reserved: the names of the computer player and of forgotten players, in all languages.

    Raises:
        Refusal: the name looks like one of these names.
    """
    others = await contacts.names_of_known_players(connection, player)
    if _is_among(name, {*reserved, *(each for names in others.values() for each in names)}):
        raise Refusal("name-looks-taken")


async def mark(connection: AsyncConnection, player: PlayerRow, *met: str) -> PlayerRow:
    """Append a handle or number to a player's name if it looks like a known player's; return the new row.

    Only the names that boards show are compared.

    The handle or number (the mark) is removed when it is no longer needed. Nothing changes for the computer
    player and for a player without a first account.

    Args:
        met: further names to compare with: those of players whom the player is about to meet.
    """
    accounts = await people.accounts_of(connection, player.id)
    first = next((each for each in accounts if each.is_first), None)
    is_typed = player.own_name is not None
    if first is None or player.computer_player is not None:
        return player
    given = _unmarked(player) if is_typed else first.shown_name or player.name
    # Compare with the names on boards, marks included: if all namesakes are marked, the plain name is free.
    others = [shown for shown, *_ in (await contacts.names_of_known_players(connection, player.id)).values()]
    # With accounts on several platforms a handle is no mark: it would reveal the account to other platforms.
    handle = first.handle if len(accounts) == 1 and not is_typed else None
    name = _distinguished(given, handle, [*others, *met])
    if name == player.name:
        return player
    await people.rename(connection, player.id, name)
    return await people.player(connection, player.id)


async def mark_later(connection: AsyncConnection, players: Iterable[PlayerRow]) -> dict[int, PlayerRow]:
    """Mark the name of the newer of a starting game's two players if their names look alike.

    Games with the computer player are left alone. Return both players' rows by id.
    """
    one, later = sorted(players, key=lambda each: each.id)  # ids ascend in order of creation
    if one.computer_player is None and later.computer_player is None and look_alike(one.name, later.name):
        later = await mark(connection, later, one.name)
    return {one.id: one, later.id: later}


async def marked(connection: AsyncConnection, seeker: int, name: str) -> list[PlayerRow]:
    """Return the players known to `seeker` whose name on boards is `name`, in any case, mark included.

    Empty if `name` has no mark.

    Args:
        seeker: the id of the player who types the name.
    """
    if _MARK.search(name) is None:
        return []
    around = await contacts.names_of_known_players(connection, seeker)
    ids = [each for each, (shown, *_) in around.items() if shown.casefold() == name.casefold()]
    return list((await people.players_of(connection, ids)).values())


def _distinguished(name: str, handle: str | None, others: Collection[str]) -> str:
    """Return the name; if it looks like one of `others`, with the first mark by which it looks like none.

    The mark is the handle, if it is given and not too long, or else a number from 2 on. A long name is cut so
    that name and mark have at most `LONGEST` characters.
    """
    if not _is_among(name, others):
        return name
    marks = [f" (@{handle})"] if handle and len(handle) + len(" (@)") + _LEAST <= LONGEST else []
    for each in (*marks, *(f" ({number})" for number in range(2, len(others) + 3))):
        longest = LONGEST - len(each)
        marked = (name if len(name) <= longest else name[: longest - 1].rstrip() + "…") + each
        if not _is_among(marked, others):
            return marked
    raise AssertionError("there are more numbers than names")


def _unmarked(player: PlayerRow) -> str:
    return player.name if player.name.casefold() == player.own_name else _MARK.sub("", player.name)


def _is_among(name: str, others: Collection[str]) -> bool:
    wanted = looks(name)
    return any(not wanted.isdisjoint(looks(each)) for each in others)
