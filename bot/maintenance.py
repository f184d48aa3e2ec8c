"""Maintenance: opens the database for commands of the host; `nardy check` replays every game."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from bot.rules import Game, NardyRulesError, write_position
from bot.sessions import LoadedEvent, LoadedGame, SessionManager, record_of
from storage import Database, installation
from storage.dialects import dialect_of
from storage.errors import MovedDatabase
from storage.places import Place

_UNREADABLE = (NardyRulesError, ValueError, LookupError)
"""Errors of reading stored data that this bot did not write."""


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check.

    Args:
        games: how many games were replayed.
        faults: one line for each fault.
    """

    games: int
    faults: tuple[str, ...]


@asynccontextmanager
async def beside_the_bot(place: Place) -> AsyncIterator[Database]:
    """Open an existing database that the bot may be serving.

    Args:
        place: the database. It is migrated first if it is out of date and not in use.

    Raises:
        FileNotFoundError: there is no database.
        UnusableDatabase: it is damaged, or is no database of this bot.
        DatabaseInUse: it is out of date, and a process uses it.
    """
    dialect = dialect_of(place)
    if not await dialect.examine():
        raise FileNotFoundError(f"There is no database at {place}.")
    async with AsyncExitStack() as stack:
        if not await dialect.is_newest():
            await stack.enter_async_context(dialect.hold())
        yield await stack.enter_async_context(Database.open(place))


async def must_not_be_moved(database: Database, *, again: bool = False) -> None:
    """Check that `nardy copy` has not moved the database; with `again`, remove the mark of the move.

    Raises:
        MovedDatabase: the database was moved.
    """
    if again:
        await installation.forget_move(database)
    elif moved_to := await installation.moved_to(database):
        raise MovedDatabase(database.place, moved_to)


async def check(place: Place) -> Report:
    """Check the database, replay every game and match, and compare the results with the stored state.

    Args:
        place: the database. It is migrated first if it is out of date and not in use.

    Raises:
        FileNotFoundError: there is no database.
        UnusableDatabase: it is damaged, or is no database of this bot.
        DatabaseInUse: it is out of date, and a process uses it.
    """
    dialect = dialect_of(place)
    if not await dialect.examine(thorough=True):
        raise FileNotFoundError(f"There is no database at {place}.")
    faults = await dialect.dangling_rows()
    async with AsyncExitStack() as stack:
        if not await dialect.is_newest():
            await stack.enter_async_context(dialect.hold())
        database = await stack.enter_async_context(Database.open(place))
        manager = SessionManager(database)
        every = await manager.game_ids()
        faults += await faults_of(manager, every)
        for match_id in await manager.matches.match_ids():
            try:
                fault = await manager.matches.fault(match_id)
            except _UNREADABLE as error:
                fault = _unreadable(error)
            if fault:
                faults.append(f"Match {match_id}: {fault}")
    return Report(len(every), tuple(faults))


async def faults_of(manager: SessionManager, games: Iterable[str]) -> list[str]:
    """Replay games by id, and return a line for each whose result differs from the stored state."""
    faults = []
    for game_id in games:
        try:
            fault = _fault(*await manager.with_events(game_id))
        except _UNREADABLE as error:
            fault = _unreadable(error)
        if fault:
            faults.append(f"Game {game_id}: {fault}")
    return faults


def _fault(game: LoadedGame, events: list[LoadedEvent]) -> str | None:
    """Return the fault of a game, or None.

    Raises:
        ValueError: a stored event has an unknown form.
    """
    try:
        state = record_of(game, events).end()
    except NardyRulesError as error:
        return f"its record does not replay: {error}"
    if state != game.live.state:
        return f"its record ends in {_written(state)}, and {_written(game.live.state)} is stored"
    actor = game.player(state.to_act).id if state.to_act else None
    if game.to_act != actor:
        return f"player {actor} is to act, and {game.to_act} is stored"
    return None


def _unreadable(error: Exception) -> str:
    return f"what is stored cannot be read: {error!r}"


def _written(state: Game) -> str:
    position = write_position(state.position, state.roll)
    return ", ".join(str(word) for word in (position, f"turn {state.turns}", state.outcome) if word)
