"""Command: a row of the command table, and a command as a person typed or pressed it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum

from bot.talk.context import CommandContext
from bot.talk.reply import Reply

MAX_LINE = 400
"""Characters of a typed line that are read; the rest is ignored."""


class Param(Enum):
    """Kinds of argument that a command may take."""

    GAME = "game"
    RULES = "rules"
    PLAYER = "player"
    FRIEND = "friend"
    MOVES = "moves"
    COUNT = "count"
    GRADE = "grade"
    OPTION = "option"
    PAGE = "page"
    CHALLENGE = "challenge"
    LENGTH = "length"
    CUBE = "cube"
    EXTENDED = "extended"
    FIRST = "first"
    HINTS = "hints"
    CLOCK = "clock"
    LEVEL = "level"
    MATCH = "match"
    TURN = "turn"
    FILE = "file"
    FORM = "form"
    PART = "part"
    PRIVATE = "private"
    LIST = "list"
    DAYS = "days"
    SWITCH = "switch"
    ADMIN = "admin"
    CODE = "code"


class Group(Enum):
    """Pages of the command list; each value is the argument of `/help` that shows the page."""

    BEGIN = "begin"
    TURN = "moves"
    GAME = "game"
    STUDY = "study"
    OWN = "own"


class Menu(Enum):
    """Command menus of the platforms.

    Telegram has three: for private chats, for groups, and for group administrators. Discord has one.
    """

    PRIVATE = "private"
    GROUP = "group"
    ADMINS = "admins"
    DISCORD = "discord"


EVERYWHERE = frozenset(Menu)


class Ids(Enum):
    """Which ids completion suggests for a command that takes the id of a game or challenge."""

    OPEN = "open games"
    FINISHED = "finished games"
    MATCHES = "matches between two games"
    ASKED = "challenges that wait for the player"
    MADE = "challenges that the player made"
    OPEN_TO_ALL = "challenges that the player made for anyone"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Command:
    """A row of the command table: everything about a command except its texts in the catalogs and the guide.

    In the catalogs `command-NAME` says what it does, and `command-name-NAME` is its name in each language.

    Args:
        name: the command's English name, without the slash.
        handler: the function that runs it.
        params: the arguments it may take, in this order; all are optional.
        group: the page of the command list that lists it; None if `/help` does not list it. Then only
            Discord's menu may list it.
        posts: True if it may post a board in the chat, for which the bot needs permissions there.
        ids: the ids that completion suggests; None if the command takes no id.
        menus: the platforms' menus that list it.
        by_link: True if a deep link (one that opens the bot with a command) may carry it.
        cost: units of the request budget that it takes, such as 3 for a picture. Expensive work costs more:
            see `request_budget.py`.
        for_admins: True if only admins have it, in private chats.

    Raises:
        ValueError: `ids` is missing although the command takes an id, or given although it takes none; or a
            menu lists a command that the help does not.
    """

    name: str
    handler: Handler
    params: tuple[Param, ...]
    group: Group | None
    posts: bool = field(kw_only=True)
    ids: Ids | None = field(default=None, kw_only=True)
    menus: frozenset[Menu] = field(default=EVERYWHERE, kw_only=True)
    by_link: bool = field(default=False, kw_only=True)
    cost: int = field(default=1, kw_only=True)
    for_admins: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        if self.takes_id == (self.ids is None):
            raise ValueError(f"/{self.name}: ids must be set if the command takes an id, and only then")
        if self.group is None and not self.menus <= {Menu.DISCORD}:
            raise ValueError(f"/{self.name}: a command in a menu needs a group of the help")

    @property
    def listed(self) -> bool:
        """True if `/help` lists the command."""
        return self.group is not None

    @property
    def takes_game(self) -> bool:
        """True if the command takes the id of a game."""
        return Param.GAME in self.params

    @property
    def takes_id(self) -> bool:
        """True if the command takes the id of a game or challenge."""
        return self.takes_game or Param.CHALLENGE in self.params

    async def is_offered_to(self, context: CommandContext) -> bool:
        """Return True if the person may use the command here; one for admins only admins in private chats."""
        return not self.for_admins or await context.admins.include(context.incoming)


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    """A command with its arguments, as a person typed it or a button carried it.

    Args:
        game: the id of the game or challenge, or None if none was given.
        words: the other arguments, word by word.
        turn: the number of turns that had been played when the pressed button was made; None for a typed
            command, and for a button without it.
        sure: True if the person has confirmed the command.
        typed: True if a person typed the words, with points in their own numbering. A button's words use the
            board's numbers.
        linked: True if a deep link carried the command, so that the person has not agreed to it yet.
        then_done: True for a move with `/done` on the next line.
    """

    command: Command
    game: str | None = None
    words: tuple[str, ...] = ()
    turn: int | None = None
    sure: bool = False
    typed: bool = True
    linked: bool = False
    then_done: bool = False

    @property
    def rest(self) -> str:
        """The arguments without the id, joined by spaces."""
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class UnknownCommand:
    """A line that starts with a slash but names no command.

    Args:
        name: the unknown name, without the slash.
        line: the whole line, from the slash on; not compared.
    """

    name: str
    line: str = field(default="", compare=False)


Handler = Callable[[CommandContext, ParsedCommand], Awaitable[tuple[Reply, ...]]]
"""Runs a command and returns the replies to its sender; none if the updated board is answer enough."""
