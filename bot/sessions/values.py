"""Values: players, chats, who acts and what was agreed on, as everybody but the database knows them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.engine import Level
from bot.rules import RuleSet
from bot.sessions.options import Options, agreed_rules
from bot.sessions.settings import OWN_NUMBERS, ChatSettings, PlayerSettings

PROGRAM_NAME = "Nardy"
"""What the computer player is called in the database, and in records."""
FORMER_NAME = "a former player"
"""What all are called in the database, and in records, who had themselves forgotten."""
STRANGER = 0
"""No player's id, and no chat's: they begin with 1. Who only looks, and is not known, has it."""


@dataclass(frozen=True, slots=True)
class Player(PlayerSettings):
    """A person or the computer, with the settings; `language` is the client's if none was chosen.

    Args:
        id: the player's id.
        name: the name that the player shows.
        is_former: True if the player was forgotten: no one knows who it was.
        has_own_name: True if the player chose the name, instead of going by an account's.
    """

    id: int
    name: str
    is_former: bool = False
    has_own_name: bool = False

    @property
    def is_known(self) -> bool:
        """True if anything is stored about the player: nothing is about a visitor who only looks."""
        return self.id != STRANGER

    @property
    def counts_for(self) -> int | None:
        """The player's id if points are counted from the player's own side."""
        return self.id if self.numbers == OWN_NUMBERS else None


@dataclass(frozen=True, slots=True)
class Chat(ChatSettings):
    """A chat on a platform, with its settings.

    Args:
        id: the chat's id.
        platform: the platform's name.
        key: the platform's key of the chat.
        owner: the player whose private chat it is; None if several people share it.
    """

    id: int
    platform: str
    key: str
    owner: int | None

    @property
    def is_known(self) -> bool:
        """True if anything is stored about the chat: nothing is about the private chat of a visitor."""
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
        """True if it names nobody."""
        return self.opponent is None and self.handle is None


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something, where, and by which press, update or request.

    Args:
        player: the player's id.
        idempotency_key: the same for every delivery of the same press, update or request.
        chat: the chat where it was done; none for the program.
        on_board: True if it was done on a board of its own, so that the chat need not show the game for it.
        account: the account by which the player was met, as its platform and key; none for the program.
        opens_threads: True if each game that begins in the chat gets a thread.
    """

    player: int
    idempotency_key: str
    chat: int | None = None
    on_board: bool = False
    account: tuple[str, str] | None = None
    opens_threads: bool = False
