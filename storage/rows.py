"""Rows: the rows of the tables as values."""

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
    """A row of a table: a frozen value whose fields are the columns."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]]
    """The fields. A dataclass keeps them here, ready, which `dataclasses.fields` has to look for."""

    @classmethod
    def read(cls, mapping: RowMapping) -> Self:
        """Return the row that a query found."""
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
        """Return the one row that a query finds.

        Raises:
            sqlalchemy.exc.NoResultFound: it finds none.
            sqlalchemy.exc.MultipleResultsFound: it finds several.
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
        """Return the columns of a table, or of an alias of it, in the order in which `take` reads them."""
        return [table.c[name] for name in cls.__match_args__]

    @classmethod
    def take(cls, values: Iterator[Any]) -> Self:
        """Return the row whose values come next: a join's row is read one table after another."""
        return cls(*[next(values) for _ in cls.__match_args__])

    def values(self) -> dict[str, Any]:
        """The columns and their values."""
        return {name: getattr(self, name) for name in self.__match_args__}


@dataclass(frozen=True, slots=True)
class PlayerRow(Row):
    """A person, or the program."""

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
    """The player's settings, by their columns: all of the table that are marked as such."""

    @classmethod
    def read(cls, mapping: RowMapping) -> Self:
        """Return the player whom a query found."""
        return cls.take(iter([mapping[name] for name in _PLAYER]))

    @classmethod
    def columns_of(cls, table: FromClause) -> list[ColumnElement[Any]]:
        """Return the columns of the table, or of an alias of it, in the order in which `take` reads them."""
        return [table.c[name] for name in _PLAYER]

    @classmethod
    def take(cls, values: Iterator[Any]) -> Self:
        """Return the player whose values come next."""
        return cls(*[*islice(values, _FACTS), dict(zip(_SETTINGS, values, strict=False))])

    @property
    def speaks(self) -> str | None:
        """The language that was chosen, or else the one that the person's client asks for."""
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
class Acquaintance:
    """Who spoke where, as far as that was known before.

    Args:
        player: the player behind the account.
        chat: the chat, if anybody ever spoke there.
        is_member: True if the player has spoken there, if it is a shared chat.
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
    theme: str
    side: str
    gone: bool
    not_before: datetime | None
    boards: str = "stay"
    language_chosen: bool = False
    threads: bool = False
    zone: str | None = None
    daily: bool = False


@dataclass(frozen=True, slots=True)
class MatchRow(Row):
    """A match: what was agreed on. How it stands is what its games say."""

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
    """A game: the copy for speed of what its events say, and what is not yet an event."""

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
    """A game with everything that an action or a view asks of other tables, read in one statement.

    Args:
        game: the game's row.
        white: who plays White.
        black: who plays Black.
        match: the match that it belongs to.
        next_event: the number of the next thing that happens in it, from 0.
        white_gone: True if White is told of it in a chat that cannot be written to.
        black_gone: the same of Black.
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
    """What tells which game a command means, without the game itself.

    Args:
        id: the game's id.
        ruleset: what is played.
        white: who plays White.
        black: who plays Black.
        to_act: who must act now.
        is_paused: True if it pauses.
        is_out_of_time: True if the opponent of who must act was told that his time has run out.
        is_shown: True if the chat where somebody asks shows it.
        version: raised with every action.
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
    """A game that waits for a player, as far as that tells how urgently.

    Args:
        id: the game's id.
        due: when the time of who is to act has run out, if it runs.
        left: the seconds in the player's bank when his time began to run, if there is a clock.
        changed: when something was done in it last.
        is_shown: True if the chat where the player asks shows it.
    """

    id: str
    due: datetime | None
    left: int | None
    changed: datetime
    is_shown: bool


@dataclass(frozen=True, slots=True)
class EventRow(Row):
    """Something that happened in a game."""

    game: str
    number: int
    version: int
    side: str | None
    event: str
    at: datetime


@dataclass(frozen=True, slots=True)
class AnalysisRow(Row):
    """What a game was worth, once it was analysed."""

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
        """True if it names nobody."""
        return self.opponent is None and self.handle is None


@dataclass(frozen=True, slots=True)
class PostRow(Row):
    """What a chat shows, or should show, of a game or a challenge."""

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
    """A message that another has replaced: what is to become of it is still to be done."""

    chat: int
    message: str
    not_before: datetime | None
    policy: str
    game: str | None
    revision: int | None


@dataclass(frozen=True, slots=True)
class NotificationRow(Row):
    """A notification of a player: why, and which post carries it."""

    player: int
    cause: str
    post: int
    revision: int
    state: str


@dataclass(frozen=True, slots=True)
class HolidayRow(Row):
    """Days in which a player's time stands still."""

    id: int
    player: int
    starts: datetime
    ends: datetime
    announced: datetime
    zone: str


@dataclass(frozen=True, slots=True)
class QuestionRow(Row):
    """A question that waits for an answer."""

    id: str
    player: int
    lines: str
    expires: datetime


@dataclass(frozen=True, slots=True)
class LinkRow(Row):
    """Two players who are to become one, or became one of late."""

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
        """Who was merged into the other, where they are one."""
        return self.typist if self.older == self.asker else self.asker


@dataclass(frozen=True, slots=True)
class BannedAccount:
    """An account of a player who is banned."""

    player: int
    name: str
    since: datetime
    platform: str
    key: str


@dataclass(frozen=True, slots=True)
class Counts:
    """How many people, games that are played, games that are over, and chats there are."""

    people: int
    open_games: int
    finished_games: int
    chats: int


@dataclass(frozen=True, slots=True)
class PuzzleRow(Row):
    """A position of the day that a chat was asked."""

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
    """What a player takes for the best turn of a position of the day."""

    puzzle: int
    player: int
    choice: int
    at: datetime


def inserted_key(added: CursorResult[Any]) -> int:
    """Return the key of the one row that an insert added.

    Raises:
        RuntimeError: it added none.
    """
    key = added.inserted_primary_key
    if key is None:
        raise RuntimeError("nothing was added")
    return int(key[0])
