"""Namesakes: marks that tell players apart whose names look alike.

They meet in shared chats and in games. A name that a player types is refused if it looks like another's.
A name that a platform gave is not: the later player's carries their handle behind it, or else a number.
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
"""The most characters of a marked name that boards show."""
_LEAST = 4
"""Characters of the name itself that stay before its mark."""
_MARK = re.compile(r" \((?:@[^\s()]+|\d+)\)$")
_INVISIBLE = dict.fromkeys(
    map(ord, icu.UnicodeSetIterator(icu.UnicodeSet("[:Default_Ignorable_Code_Point:]")))
)
_CHECKER = icu.SpoofChecker()
_RUSSIAN_E = str.maketrans("ёЁ", "еЕ")
"""Russian is printed with е for ё, which Unicode's table tells apart."""


@lru_cache(maxsize=10_000)  # a group's names are compared with each new member's
def looks(name: str) -> frozenset[str]:
    """Return what a name looks like: as written, in capitals and in small letters.

    Two names look alike if they have one of these in common. In small letters alone Unicode's table does not
    join the Cyrillic к with the Latin k; in capitals it does.
    """
    visible = name.translate(_INVISIBLE)
    written = " ".join(unicodedata.normalize("NFKC", visible).translate(_RUSSIAN_E).split())
    small = written.casefold()
    forms = {"written": written, "capitals": small.upper(), "small": small}
    return frozenset(f"{form}:{_CHECKER.getSkeleton(0, text)}" for form, text in forms.items())


def look_alike(name: str, other: str) -> bool:
    """True if a reader would take one name for the other."""
    return not looks(name).isdisjoint(looks(other))


async def must_differ(connection: AsyncConnection, player: int, name: str, reserved: Collection[str]) -> None:
    """Check that a name that a player types looks like nobody else's.

    Args:
        player: who types it.
        reserved: what the computer player and former players are called.

    Raises:
        Refusal: it does.
    """
    others = await contacts.names_around(connection, player)
    if _is_among(name, {*reserved, *(each for names in others.values() for each in names)}):
        raise Refusal("name-looks-taken")


async def mark(connection: AsyncConnection, player: PlayerRow, *met: str) -> PlayerRow:
    """Mark the name of a player if it looks like that of another player; return the player as named then.

    Args:
        met: the names of others whom the player is about to meet.
    """
    accounts = await people.accounts_of(connection, player.id)
    first = next((each for each in accounts if each.is_first), None)
    is_typed = player.own_name is not None
    if first is None or player.computer_player is not None:
        return player
    given = _unmarked(player) if is_typed else first.shown_name or player.name
    # By what they are shown as: of several the first keeps the plain name.
    others = [shown for shown, *_ in (await contacts.names_around(connection, player.id)).values()]
    # A handle of one platform must not identify the player on the others.
    handle = first.handle if len(accounts) == 1 and not is_typed else None
    name = _told_apart(given, handle, [*others, *met])
    if name == player.name:
        return player
    await people.rename(connection, player.id, name)
    return await people.player(connection, player.id)


async def mark_later(connection: AsyncConnection, players: Iterable[PlayerRow]) -> dict[int, PlayerRow]:
    """Mark the name of the later of two people who begin a game, if the names look alike; return both."""
    one, later = sorted(players, key=lambda each: each.id)
    if one.computer_player is None and later.computer_player is None and look_alike(one.name, later.name):
        later = await mark(connection, later, one.name)
    return {one.id: one, later.id: later}


async def marked(connection: AsyncConnection, seeker: int, name: str) -> list[PlayerRow]:
    """Return the players whom a player knows and boards show by a marked name, whatever its capitals."""
    if _MARK.search(name) is None:
        return []
    around = await contacts.names_around(connection, seeker)
    ids = [each for each, (shown, *_) in around.items() if shown.casefold() == name.casefold()]
    return list((await people.players_of(connection, ids)).values())


def _told_apart(name: str, handle: str | None, others: Collection[str]) -> str:
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
