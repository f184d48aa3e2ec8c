"""Command: what a row of the command table holds, and a command as a person gives it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum

from bot.talk.context import CommandContext
from bot.talk.reply import Reply

MAX_LINE = 400
"""How much of a typed line is read."""


class Param(Enum):
    """What may be typed behind a command."""

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
    """A page of the help, by what is typed behind `/help` to see it."""

    BEGIN = "begin"
    TURN = "moves"
    GAME = "game"
    STUDY = "study"
    OWN = "own"


class Menu(Enum):
    """Whose menu lists a command, on platforms with separate menus; `DISCORD` is all of Discord's."""

    PRIVATE = "private"
    GROUP = "group"
    ADMINS = "admins"
    DISCORD = "discord"


EVERYWHERE = frozenset(Menu)


class Ids(Enum):
    """Whose ids complete a command that takes the id of a game or of a challenge."""

    OPEN = "open games"
    FINISHED = "finished games"
    MATCHES = "matches between two games"
    ASKED = "challenges that wait for the player"
    MADE = "challenges that the player made"
    OPEN_TO_ALL = "challenges that the player made for anyone"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Command:
    """A row of the command table: all about a command but its texts in the catalogs and the guide.

    The catalogs have what it does as `command-NAME`, and what it is called as `command-name-NAME`.

    Args:
        name: what is typed, without the slash.
        handler: carries it out.
        params: what may follow, in this order; all of it may be left out.
        group: the page of the help that lists it; None if no list but Discord's shows it.
        posts: True if it may lead to a board in the chat, for which the bot needs permissions.
        ids: whose ids complete it; None if it takes the id of no game and no challenge.
        menus: whose menus list it.
        by_link: True if a link that a person was sent may carry it.
        cost: what it takes of a person's budget; a picture takes 3, and more is in `request_budget.py`.
        for_admins: True if it exists only for those who run the bot, in private.

    Raises:
        ValueError: `ids` is left out though an id may follow, or given though none may; or a menu lists a
            command that the help does not.
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
            raise ValueError(f"/{self.name}: ids stand where an id may follow, and nowhere else")
        if self.group is None and not self.menus <= {Menu.DISCORD}:
            raise ValueError(f"/{self.name}: it is in menus, so it needs a group of the help")

    @property
    def listed(self) -> bool:
        """True if the help lists it."""
        return self.group is not None

    @property
    def takes_game(self) -> bool:
        """True if the id of a game may follow."""
        return Param.GAME in self.params

    @property
    def takes_id(self) -> bool:
        """True if the id of a game or of a challenge may follow."""
        return self.takes_game or Param.CHALLENGE in self.params

    async def is_offered_to(self, context: CommandContext) -> bool:
        """Return True if the command exists for the person who was heard, where they were heard."""
        return not self.for_admins or await context.admins.include(context.incoming)


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    """What a person asks for.

    Args:
        game: the id of the game (or challenge) that was given.
        words: the rest of what was typed, word by word.
        turn: the turn of the board that was pressed on, counted in turns played.
        sure: True if the person has confirmed it, where a confirmation is asked for.
        typed: True if a person wrote the words; a button's words count points as the board does.
        linked: True if a link carried them, so that the person has not agreed to anything yet.
    """

    command: Command
    game: str | None = None
    words: tuple[str, ...] = ()
    turn: int | None = None
    sure: bool = False
    typed: bool = True
    linked: bool = False

    @property
    def rest(self) -> str:
        """The rest of what was typed."""
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class UnknownCommand:
    """A line that begins like a command, but is none.

    Args:
        name: what stands in the place of the command's name.
        line: the whole line.
    """

    name: str
    line: str = field(default="", compare=False)


Handler = Callable[[CommandContext, ParsedCommand], Awaitable[tuple[Reply, ...]]]
"""Carries out a command; without an answer of its own it returns none."""
