"""Forget a player: `nardy forget PLAYER`, for a host whom a player asks to delete all data about them."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass

from sqlalchemy.exc import NoResultFound
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import signalling
from bot.chats.web.web_accounts import WebAccounts
from bot.maintenance import beside_the_bot, must_not_be_moved
from bot.sessions import Actor, Belongings, SessionManager
from bot.sessions.errors import AlreadyDone, Refusal
from bot.talk.catalog import words_in
from bot.talk.commands.own_data import what_forgetting_does
from bot.talk.reply import plain
from bot.talk.wording import former_words, spellings
from storage import Database, KeyValues, people
from storage.dialects import dialect_of
from storage.errors import DatabaseInUse
from storage.places import Place
from storage.rows import PlayerRow

_ACCOUNT = re.compile(r"(telegram|discord|web):(\S+)")
_CHANGED = "Games or challenges of this player began or ended meanwhile. Run it again."
_FLUSH_SECONDS = 10.0
"""How long to wait until the signals to running processes are sent."""


class CannotForget(OSError):
    """The player cannot be forgotten; the text says why."""


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A player that a host's text names.

    Args:
        number: the player's number in the database.
        name: the name that the player shows.
        accounts: all accounts of the player, as `PLATFORM:KEY`, with the handle if there is one.
        belongings: the games and challenges that end when the player is forgotten.
    """

    number: int
    name: str
    accounts: tuple[str, ...]
    belongings: Belongings

    def __str__(self) -> str:
        return f"{self.number}  {self.name}  {', '.join(self.accounts)}"

    def summary(self) -> str:
        """Return what `/forget` would show to the player before asking."""
        return plain(what_forgetting_does(words_in("en"), self.belongings))


async def find_players(place: Place, text: str) -> tuple[list[FoundPlayer], bool]:
    """Return the players that a text names, and True if it names exactly one by number or account.

    The bot may run meanwhile. No player is changed.

    Args:
        place: the database. It is migrated first if it is out of date and not in use.
        text: a player's number, an account as `PLATFORM:KEY`, or a part of a name or handle.

    Raises:
        FileNotFoundError: there is no database.
        CannotForget: the number or account belongs to no player who can be forgotten.
        UnusableDatabase: the database is damaged or cannot be reached.
        DatabaseInUse: the database is out of date, and a process uses it.
    """
    async with beside_the_bot(place) as database:
        manager = SessionManager(database)
        async with database.read() as connection:
            is_exact = text.isdecimal() or _ACCOUNT.fullmatch(text) is not None
            rows = (
                [await _the_one(connection, text)]
                if is_exact
                else await people.players_like(connection, text.removeprefix("@"))
            )
        return [await _found(manager, database, row) for row in rows], is_exact


async def forget_player(place: Place, player: FoundPlayer) -> None:
    """Forget a player as `/forget` does. The bot delivers the results to opponents when it runs.

    On a PostgreSQL server the bot may run meanwhile; its processes learn of the change by signals.

    Args:
        player: from `find_players`.

    Raises:
        CannotForget: a bot serves the SQLite file; or meanwhile the player was forgotten, or their games or
            challenges changed.
        MovedDatabase: the database was copied to another place.
    """
    dialect = dialect_of(place)
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(dialect.serve())
        except DatabaseInUse as error:
            raise CannotForget(f"{error} Stop the bot, forget the player, and start it again.") from None
        database = await stack.enter_async_context(Database.open(place))
        await must_not_be_moved(database)
        manager = SessionManager(database)
        if await manager.forgetting.belongings(player.number) != player.belongings:
            raise CannotForget(_CHANGED)
        actor = Actor(player.number, f"host:{secrets.token_hex(8)}")
        try:
            async with _telling_other_processes(manager, database):
                await manager.forgetting.forget(actor, spellings, former_words)
        except AlreadyDone:
            raise CannotForget(f"Player {player.number} is forgotten already.") from None
        except Refusal:  # opponents begin games as fast as they are resigned
            raise CannotForget(_CHANGED) from None
        await manager.forgetting.wipe_traces()


@asynccontextmanager
async def _telling_other_processes(manager: SessionManager, database: Database) -> AsyncIterator[None]:
    """Send signals of changes until left; a failure of the body is raised as itself, not as a group."""
    signals = database.dialect.signals
    accounts = WebAccounts(KeyValues(database), await manager.signer())
    signalling.tell_others(signals, manager, accounts.voucher)
    try:
        async with asyncio.TaskGroup() as tasks:
            sending = tasks.create_task(signals.run())
            yield
            # A lost signal only delays the pages of other processes: the player is forgotten already.
            with suppress(TimeoutError):
                async with asyncio.timeout(_FLUSH_SECONDS):
                    await signals.flush()
            sending.cancel()
    except ExceptionGroup as group:
        raise group.exceptions[0] from None


async def _the_one(connection: AsyncConnection, text: str) -> PlayerRow:
    """Return the player with a number or account; of linked players, the one that they became.

    Raises:
        CannotForget: there is none, or it is the computer player, or was forgotten already.
    """
    account = _ACCOUNT.fullmatch(text)
    try:
        if account is None:
            row = await people.player(connection, await people.player_after_merges(connection, int(text)))
        elif (found := await people.player_of_account(connection, account[1], account[2])) is not None:
            row = found
        else:
            raise CannotForget(f"There is no account {text}.")
    except NoResultFound:
        raise CannotForget(f"There is no player {text}.") from None
    if row.computer_player is not None:
        raise CannotForget(f"Player {text} is the computer player.")
    if row.forgotten:
        raise CannotForget(f"Player {text} is forgotten already.")
    return row


async def _found(manager: SessionManager, database: Database, row: PlayerRow) -> FoundPlayer:
    async with database.read() as connection:
        accounts = await people.accounts_of(connection, row.id)
    shown = (f"{each.platform}:{each.key}{f' (@{each.handle})' if each.handle else ''}" for each in accounts)
    return FoundPlayer(row.id, row.name, tuple(shown), await manager.forgetting.belongings(row.id))
