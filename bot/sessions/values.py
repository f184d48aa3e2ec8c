"""Values: people, chats and what was agreed on, as everybody but the database knows them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from bot.engine import Level
from bot.rules import RuleSet
from bot.sessions.live_game import PlayPreferences
from bot.sessions.options import Options, agreed_rules

PROGRAM_NAME = "Nardy"
"""What the computer player is called in the database, and in records."""
FORMER_NAME = "a former player"
"""What all are called in the database, and in records, who had themselves forgotten."""
STRANGER = 0
"""No player's id, and no chat's: they begin with 1. Who only looks, and is not known, has it."""
OWN_NUMBERS = "own-side"
"""A player counts the points from his own side, in private chats, in answers, and in what he types."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person, or the computer.

    Args:
        id: the player's id.
        name: the name that the player shows.
        language: the language that was chosen, or else the one that the person's client asks for.
        numbers: how the player counts the points: `board`, or `OWN_NUMBERS`.
        preferences: how the player wants to be played with.
        zone: the name of the player's time zone, if it is known.
        quiet: from which hour to which nothing rings: `22-8`.
        reminders: `off`, `once` a turn, or `daily`.
        digest: when the list of waiting games comes every day, if it does: `09:00`.
        theme: the theme that was chosen.
        is_former: whether the player had himself forgotten: nobody knows who it was.
        has_own_name: whether the player chose the name, instead of going by that of an account.
    """

    id: int
    name: str
    language: str | None = None
    numbers: str = "board"
    preferences: PlayPreferences = field(default_factory=PlayPreferences)
    zone: str | None = None
    quiet: str | None = None
    reminders: str = "once"
    digest: str | None = None
    theme: str | None = None
    is_former: bool = False
    has_own_name: bool = False

    @property
    def is_known(self) -> bool:
        """Whether anything is stored of it: nothing is of who only looks, and was never heard."""
        return self.id != STRANGER

    @property
    def is_computer(self) -> bool:
        """Whether it is no person."""
        return self.preferences.is_computer

    @property
    def counts_for(self) -> int | None:
        """The player himself, if he counts points from his own side."""
        return self.id if self.numbers == OWN_NUMBERS else None


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat on a platform.

    Args:
        id: the chat's id.
        platform: the platform's name.
        key: what the platform calls it.
        owner: whose private chat it is; nobody's, if several people share it.
        language: the language of what is said there.
        theme: the theme of its boards.
        side: who sits below: `w` or `b`.
        boards: what becomes of its old boards: `stay`, `shrink` or `delete`.
        threads: whether each game that begins there gets a thread of its own.
        zone: the name of the time zone of what is said there, if one was set.
        daily: whether it is asked a position a day.
    """

    id: int
    platform: str
    key: str
    owner: int | None
    language: str
    theme: str
    side: str
    boards: str
    threads: bool = False
    zone: str | None = None
    daily: bool = False

    @property
    def is_known(self) -> bool:
        """Whether anything is stored of it: nothing is of the private chat of who only looks."""
        return self.id != STRANGER


@dataclass(frozen=True, slots=True)
class Match:
    """What was agreed on for one game, or for several. How it stands is what its games say.

    Args:
        id: the match's id.
        ruleset: what is played.
        options: what else was agreed on.
        players: who asked for it, and who plays against him.
        starter: who starts the first game, where that was agreed on.
    """

    id: str
    ruleset: str
    options: Options
    players: tuple[int, int]
    starter: int | None

    @property
    def rules(self) -> RuleSet:
        """What is played, with the scoring that was agreed on."""
        return agreed_rules(self.ruleset, self.options)

    @property
    def level(self) -> Level | None:
        """How well the computer plays, if it is one of the two."""
        return self.options.level


class ChallengeState(Enum):
    """What has become of a challenge."""

    OPEN = "open"
    TAKEN = "taken"
    """Accepted on another platform; its challenger has still to say that this is the one who was meant."""
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge to a player, to whoever has a handle, or to anyone.

    Args:
        id: the challenge's id.
        version: raised with every change.
        challenger: who made it.
        opponent: whom it names, if that is somebody who was heard.
        handle: the handle, folded, of whom it names otherwise.
        ruleset: what is to be played.
        options: what else was asked for.
        chat: where it was made.
        state: what has become of it.
        rematch_of: the game after which it asks for another.
        game: the game that it began.
        taker: who accepted it on another platform.
        taker_chat: where.
        invitation: how often it was opened; tokens of earlier times are void.
    """

    id: str
    version: int
    challenger: int
    opponent: int | None
    handle: str | None
    ruleset: str
    options: Options
    chat: int
    state: ChallengeState = ChallengeState.OPEN
    rematch_of: str | None = None
    game: str | None = None
    taker: int | None = None
    taker_chat: int | None = None
    invitation: int = 1

    @property
    def is_for_anyone(self) -> bool:
        """Whether it names nobody."""
        return self.opponent is None and self.handle is None
