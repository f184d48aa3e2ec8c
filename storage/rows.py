"""Rows: table rows as frozen values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, ClassVar, Self

from sqlalchemy import ColumnElement, Executable, FromClause
from sqlalchemy.engine import CursorResult, RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.tables import players, settings_of


class Row:
    """A row of a table: a frozen value with a field for each column, as `storage.tables` explains them."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]]
    """The field names. Dataclasses provide them here at no cost, unlike `dataclasses.fields`."""

    @classmethod
    def read(cls, mapping: RowMapping) -> Self:
        """Return the row that a result mapping (column name to value) of a query contains."""
        return cls(*[mapping[name] for name in cls.__match_args__])

    @classmethod
    async def fetch_first(
        cls, connection: AsyncConnection, query: Executable, parameters: Mapping[str, Any] | None = None
    ) -> Self | None:
        """Return the first row that a query finds, or None."""
        row = (await connection.execute(query, parameters)).mappings().first()
        return None if row is None else cls.read(row)

    @classmethod
    async def fetch_one(
        cls, connection: AsyncConnection, query: Executable, parameters: Mapping[str, Any] | None = None
    ) -> Self:
        """Return the only row that a query finds.

        Raises:
            sqlalchemy.exc.NoResultFound: the query finds none.
            sqlalchemy.exc.MultipleResultsFound: the query finds several.
        """
        return cls.read((await connection.execute(query, parameters)).mappings().one())

    @classmethod
    async def fetch_all(
        cls, connection: AsyncConnection, query: Executable, parameters: Mapping[str, Any] | None = None
    ) -> list[Self]:
        """Return all rows that a query finds, in its order."""
        return [cls.read(row) for row in (await connection.execute(query, parameters)).mappings()]

    @classmethod
    def columns_of(cls, table: FromClause) -> list[ColumnElement[Any]]:
        """Return the columns of a table, or of its alias, in the order that `take` reads."""
        return [table.c[name] for name in cls.__match_args__]

    @classmethod
    def take(cls, values: Iterator[Any]) -> Self:
        """Read the row's values from an iterator, which then yields those of the next table of a join."""
        return cls(*[next(values) for _ in cls.__match_args__])

    def values(self) -> dict[str, Any]:
        """The column names with their values."""
        return {name: getattr(self, name) for name in self.__match_args__}


@dataclass(frozen=True, slots=True)
class PlayerRow(Row):
    """A player: a person or the computer player."""

    id: int
    name: str
    computer_player: str | None
    since: datetime
    client_language: str | None
    own_name: str | None
    merged_into: int | None
    forgotten: bool
    last_platform: str | None
    settings: dict[str, Any]
    """The values of all columns marked as settings, by name."""

    @classmethod
    def read(cls, mapping: RowMapping) -> Self:
        """Return the player that a result mapping (column name to value) of a query contains."""
        return cls.take(iter([mapping[name] for name in _PLAYER]))

    @classmethod
    def columns_of(cls, table: FromClause) -> list[ColumnElement[Any]]:
        """Return the columns of the table, or of its alias, in the order that `take` reads."""
        return [table.c[name] for name in _PLAYER]

    @classmethod
    def take(cls, values: Iterator[Any]) -> Self:
        """Read the player's values from an iterator, the settings last."""
        return cls(*[*islice(values, _FACTS), dict(zip(_SETTINGS, values, strict=False))])

    @property
    def speaks(self) -> str | None:
        """The language that the player chose, else the one that their client asked for last, or None."""
        return self.settings["language"] or self.client_language


_SETTINGS = (*settings_of(players),)
_FACTS = len(PlayerRow.__match_args__) - 1
_PLAYER = (*PlayerRow.__match_args__[:_FACTS], *_SETTINGS)


@dataclass(frozen=True, slots=True)
class AccountRow(Row):
    """A player's account on a platform."""

    platform: str
    key: str
    player: int
    name: str
    handle: str | None
    shown_name: str | None = None
    is_first: bool = True


@dataclass(frozen=True, slots=True)
class KnownSender:
    """A known account that has just written somewhere, with its player and the chat.

    Args:
        chat: the chat, or None if the bot does not know it yet.
        is_member: True if the player has written in this shared chat before.
    """

    player: PlayerRow
    account: AccountRow
    chat: ChatRow | None
    is_member: bool


@dataclass(frozen=True, slots=True)
class ChatRow(Row):
    """A chat on a platform."""

    id: int
    platform: str
    key: str
    kind: str
    owner: int | None
    language: str
    theme: str | None
    side: str
    gone: bool
    not_before: datetime | None
    layout: str | None = None
    boards: str | None = None
    language_chosen: bool = False
    threads: bool = False
    zone: str | None = None
    daily: bool = False


@dataclass(frozen=True, slots=True)
class MatchRow(Row):
    """A match: the agreed options. The score follows from its games."""

    id: str
    ruleset: str
    length: str
    cube: bool
    extended: bool
    first: int
    second: int
    starter: int | None
    started: datetime
    hints: bool = False
    level: str | None = None
    time_control: str | None = None


@dataclass(frozen=True, slots=True)
class GameRow(Row):
    """A game: its present state, which mostly repeats what its events say, so that they need not be replayed.

    Only in this row are the turn in progress, the chats, the clock and what else is not an event.
    """

    id: str
    match: str
    number: int
    ruleset: str
    white: int
    black: int
    white_chat: int | None
    black_chat: int | None
    version: int
    turns: int
    to_act: int | None
    position: str
    roll: str | None
    cube: str | None
    choice: str | None
    draft: str
    draft_chat: int | None
    offer: str | None
    offer_by: int | None
    outcome: str | None
    started: datetime
    changed: datetime
    awaits_review: bool = False
    white_left: int | None = None
    black_left: int | None = None
    due: datetime | None = None
    due_told: bool = False
    remind_at: datetime | None = None
    paused: datetime | None = None
    is_shared: bool = False
    share_number: int = 0
    first_rolls: str | None = None


@dataclass(frozen=True, slots=True)
class SeatedGame:
    """A game with the related rows that actions and views need, read in one statement.

    Args:
        next_event: the number of the game's next event, from 0.
        white_gone: True if the chat where White is notified cannot be written to.
        black_gone: the same for Black.
        white_blocks: True if White has blocked Black.
        black_blocks: True if Black has blocked White.
    """

    game: GameRow
    white: PlayerRow
    black: PlayerRow
    match: MatchRow
    next_event: int
    white_gone: bool
    black_gone: bool
    white_blocks: bool
    black_blocks: bool


@dataclass(frozen=True, slots=True)
class OpenGame:
    """The facts about an open game that commands need to choose a game.

    Args:
        white: id of the player of White.
        black: id of the player of Black.
        to_act: id of the player who must act; None if the game is over.
        is_out_of_time: True if the opponent was notified that the player to act ran out of time.
        is_shown: True if the chat where the player asks shows the game.
        version: the version of the game, raised with every action on it.
    """

    id: str
    ruleset: str
    white: int
    black: int
    to_act: int | None
    is_paused: bool
    is_out_of_time: bool
    is_shown: bool
    version: int


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game that waits for a player, with the facts that decide its urgency.

    Args:
        due: when the player to act runs out of time, or None.
        left: seconds in the player's time bank when their time began to run; None without a clock.
        changed: when the game last changed.
        is_shown: True if the chat where the player asks shows the game.
    """

    id: str
    due: datetime | None
    left: int | None
    changed: datetime
    is_shown: bool


@dataclass(frozen=True, slots=True)
class EventRow(Row):
    """An event of a game: a roll, turn, offer, result or the like."""

    game: str
    number: int
    version: int
    side: str | None
    event: str
    at: datetime


@dataclass(frozen=True, slots=True)
class AnalysisRow(Row):
    """The stored analysis of a game."""

    key: str
    number: int
    depth: int
    text: str | None
    review: str
    made: datetime


@dataclass(frozen=True, slots=True)
class ChallengeRow(Row):
    """A challenge."""

    id: str
    challenger: int
    opponent: int | None
    ruleset: str
    length: str
    cube: bool
    extended: bool
    starter: str | None
    chat: int
    rematch_of: str | None
    state: str
    version: int
    game: str | None
    made: datetime
    hints: bool = False
    level: str | None = None
    handle: str | None = None
    invitation: int = 1
    taker: int | None = None
    taker_chat: int | None = None
    closed: datetime | None = None
    time_control: str | None = None

    @property
    def is_for_anyone(self) -> bool:
        """True if the challenge names no opponent."""
        return self.opponent is None and self.handle is None


@dataclass(frozen=True, slots=True)
class PostRow(Row):
    """A post: what a chat shows, and should show, of a game, a challenge or another subject."""

    id: int
    subject: str
    subject_id: str
    chat: int
    wanted_revision: int
    shown_revision: int
    told_revision: int
    fresh_revision: int
    message: str | None
    sent_revision: int
    number: int
    tried_revision: int
    tried_at: datetime | None
    requested_at: datetime | None
    not_before: datetime | None
    instead_of: str | None = None
    repaints: int = 0
    turn: int = 0


@dataclass(frozen=True, slots=True)
class RetiredRow(Row):
    """A message that a newer one replaced, still to be tidied up."""

    chat: int
    message: str
    not_before: datetime | None
    policy: str
    game: str | None
    revision: int | None


@dataclass(frozen=True, slots=True)
class NotificationRow(Row):
    """A notification of a player: its cause and the post that delivers it."""

    player: int
    cause: str
    post: int
    revision: int
    state: str


@dataclass(frozen=True, slots=True)
class HolidayRow(Row):
    """A holiday: days in which the clocks of a player's games are stopped."""

    id: int
    player: int
    starts: datetime
    ends: datetime
    announced: datetime
    zone: str


@dataclass(frozen=True, slots=True)
class QuestionRow(Row):
    """A question that waits for a player's answer."""

    id: str
    player: int
    lines: str
    expires: datetime


@dataclass(frozen=True, slots=True)
class LinkRow(Row):
    """A link between two players: a request to merge them, pending or refused, or a merge, done or undone."""

    id: str
    state: str
    version: int
    asker: int
    asker_chat: int
    typist: int
    typist_chat: int
    made: datetime
    older: int | None = None
    linked: datetime | None = None

    @property
    def younger(self) -> int:
        """The id of the player who was merged into the other; only meaningful after the merge."""
        return self.typist if self.older == self.asker else self.asker


@dataclass(frozen=True, slots=True)
class BannedAccount:
    """An account of a banned player."""

    player: int
    name: str
    since: datetime
    platform: str
    key: str


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of people, open games, finished games and reachable chats."""

    people: int
    open_games: int
    finished_games: int
    chats: int


@dataclass(frozen=True, slots=True)
class PuzzleRow(Row):
    """A position of the day in a chat."""

    id: int
    chat: int
    day: str
    text: str
    best: int
    game: str | None
    turn: int | None
    state: str
    asked: datetime


@dataclass(frozen=True, slots=True)
class AnswerRow(Row):
    """A player's answer to a position of the day."""

    puzzle: int
    player: int
    choice: int
    at: datetime


def inserted_key(added: CursorResult[Any]) -> int:
    """Return the primary key of the row that an insert added.

    Raises:
        RuntimeError: no row was added.
    """
    key = added.inserted_primary_key
    if key is None:
        raise RuntimeError("nothing was added")
    return int(key[0])
