"""Values: players, chats, matches, challenges and actors, in the form used outside the database."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.engine import Level
from bot.rules import RuleSet
from bot.sessions.options import Options, agreed_rules
from bot.sessions.settings import OWN_NUMBERS, ChatSettings, PlayerSettings

PROGRAM_NAME = "Nardy"
"""The computer player's name in the database and in records."""
FORMER_NAME = "a former player"
"""The name of all forgotten players in the database and in records."""
STRANGER = 0
"""The id of a visitor, or of a chat, that is not stored. Ids of stored ones begin at 1."""


@dataclass(frozen=True, slots=True)
class Player(PlayerSettings):
    """A person or the computer player, with settings.

    `language` is the one that the player chose, or else that of their client, or None.

    Args:
        id: the player's id.
        name: the name that others see.
        is_former: True if the player was forgotten (their data was deleted).
        has_own_name: True if the player chose the name; False if it is an account's.
    """

    id: int
    name: str
    is_former: bool = False
    has_own_name: bool = False

    @property
    def is_known(self) -> bool:
        """True if the player is stored; False for an unknown visitor."""
        return self.id != STRANGER

    @property
    def counts_for(self) -> int | None:
        """The player's id if the player chose to number the board's points from their own side, or None."""
        return self.id if self.numbers == OWN_NUMBERS else None


@dataclass(frozen=True, slots=True)
class Chat(ChatSettings):
    """A chat on a platform, with its settings.

    Args:
        id: the chat's id.
        platform: the platform's name.
        key: the platform's key of the chat.
        owner: the id of the player whose private chat it is; None for a shared chat.
    """

    id: int
    platform: str
    key: str
    owner: int | None

    @property
    def is_known(self) -> bool:
        """True if the chat is stored; False for a new chat in which an unknown visitor only looks."""
        return self.id != STRANGER


@dataclass(frozen=True, slots=True)
class Match:
    """The terms of a match of one or more games. The score is not stored, but computed from the games.

    Args:
        id: the match's id.
        ruleset: the rule set's name.
        options: the other terms, such as length and cube.
        players: the ids of the challenger and the opponent, in this order.
        starter: the id of the player who starts the first game; None if opening rolls decide.
    """

    id: str
    ruleset: str
    options: Options
    players: tuple[int, int]
    starter: int | None

    @property
    def rules(self) -> RuleSet:
        """The rule set, with extended scoring if that was agreed."""
        return agreed_rules(self.ruleset, self.options)

    @property
    def level(self) -> Level | None:
        """The computer player's level; None in a match between people."""
        return self.options.level


class ChallengeState(Enum):
    """The state of a challenge."""

    OPEN = "open"
    TAKEN = "taken"
    """Accepted on another platform; the challenger must still confirm that they are the right opponent."""
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge to a player, to the account with a handle, or to anyone.

    Args:
        id: the challenge's id.
        version: raised with every change.
        challenger: the id of the player who made it.
        opponent: the id of the challenged player; None if it names a handle or is open to all.
        handle: the handle, in lower case, if it named an account that the bot did not know; otherwise None.
        ruleset: the rule set's name.
        options: the other terms that the challenger chose, such as length and cube.
        chat: the id of the chat where it was made.
        rematch_of: the id of the game after which it offers a rematch; otherwise None.
        game: the id of the game that began when it was accepted; None before.
        taker: the id of the player who accepted it on another platform, or None.
        taker_chat: the id of the chat where the taker accepted it, or None.
        invitation: how often it was opened, from 1. Reopening voids the invitation links issued before.
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
        """True if the challenge names neither a player nor a handle."""
        return self.opponent is None and self.handle is None


@dataclass(frozen=True, slots=True)
class Actor:
    """The origin of an action: the player, the chat, and the request's idempotency key.

    Args:
        player: the player's id.
        idempotency_key: the same for every delivery of one button press, update or request.
        chat: the id of the chat where the player acts; None if in none (as for the computer player).
        on_board: True if the player acts on a separate board (web page or Mini App). The chat then need not
            show the game, and the player is still notified in the same chat as before.
        account: the platform and key of the account that acts; None for the computer player, and where the
            bot or its host acts for a player.
        opens_threads: True if each game that begins in the chat gets a thread.
    """

    player: int
    idempotency_key: str
    chat: int | None = None
    on_board: bool = False
    account: tuple[str, str] | None = None
    opens_threads: bool = False
