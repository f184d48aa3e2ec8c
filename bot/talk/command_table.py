"""Command table: all commands, from which every platform, the help and the guide are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType


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


class Menu(Enum):
    """Whose menu lists a command, on platforms with separate menus."""

    PRIVATE = "private"
    GROUP = "group"
    ADMINS = "admins"


EVERYWHERE = frozenset(Menu)


@dataclass(frozen=True, slots=True)
class Command:
    """A command.

    Args:
        name: what is typed, without the slash. Its description is in the catalogs as `command-NAME`.
        params: what may follow, in this order; all of it may be left out.
        listed: whether the help lists it.
        menus: whose menus list it; none does, if the help does not.
        by_link: whether a link that somebody was sent may carry it.
        cost: what it takes of a person's budget; a picture takes 3, and more is in `budget.py`.
        for_admins: whether it is there for those who run the bot alone, in private. To everybody else, and in
            every list, there is no such command.
    """

    name: str
    params: tuple[Param, ...] = ()
    listed: bool = True
    menus: frozenset[Menu] = EVERYWHERE
    by_link: bool = False
    cost: int = 1
    for_admins: bool = False

    @property
    def takes_game(self) -> bool:
        """Whether the id of a game may be given."""
        return Param.GAME in self.params


# Few games have a cube, or come to the end of somebody's time; where one does, its board offers these as
# buttons to whoever may press them.
ON_BOARDS = frozenset({Menu.PRIVATE})

# What is stored about a person is asked for rarely, and in private.
OWN_DATA = ("export", "forget")

_PICTURE, _THOUGHT = 3, 5
_EVERYTHING = 30

_AGREED = (Param.RULES, Param.LENGTH, Param.CUBE, Param.EXTENDED, Param.FIRST)

_TABLE = (
    Command("start", listed=False),
    Command("help", (Param.PAGE,), by_link=True, cost=_PICTURE),
    Command("play", (Param.LEVEL, *_AGREED, Param.PRIVATE), by_link=True, cost=_PICTURE),
    Command(
        "challenge",
        (Param.PLAYER, Param.FRIEND, *_AGREED, Param.CLOCK, Param.HINTS),
        by_link=True,
        cost=_PICTURE,
    ),
    Command("accept", (Param.CHALLENGE,), by_link=True),
    Command("decline", (Param.CHALLENGE,)),
    Command("cancel", (Param.CHALLENGE,)),
    Command("invite", (Param.CHALLENGE,), listed=False),
    Command("roll", (Param.GAME,)),
    Command("move", (Param.GAME, Param.MOVES)),
    Command("undo", (Param.GAME, Param.COUNT)),
    Command("done", (Param.GAME,)),
    Command("keep", (Param.GAME,)),
    Command("reroll", (Param.GAME,)),
    Command("double", (Param.GAME,), menus=ON_BOARDS),
    Command("take", (Param.GAME,), menus=ON_BOARDS),
    Command("drop", (Param.GAME,), menus=ON_BOARDS),
    Command("resign", (Param.GAME, Param.GRADE)),
    Command("draw", (Param.GAME,)),
    Command("pause", (Param.GAME,), menus=ON_BOARDS),
    Command("resume", (Param.GAME,), menus=ON_BOARDS),
    Command("holidays", (Param.DAYS,)),
    Command("claim", (Param.GAME,), menus=ON_BOARDS),
    Command("more", (Param.GAME,), menus=ON_BOARDS),
    Command("board", (Param.GAME,), cost=_PICTURE),
    Command("turn", (Param.GAME,), cost=_PICTURE),
    Command("menu", (Param.GAME,), listed=False),
    Command("games", (Param.LIST,)),
    Command("next", (Param.GAME,), cost=_PICTURE),
    Command("continue", (Param.GAME,)),
    Command("why", (Param.GAME, Param.MOVES)),
    Command("hint", (Param.GAME,), cost=_THOUGHT),
    Command("puzzle", (Param.RULES,), cost=_PICTURE),
    Command("rematch", (Param.GAME,)),
    Command("record", (Param.GAME, Param.MATCH, Param.FORM), cost=_PICTURE),
    Command("replay", (Param.GAME, Param.TURN), cost=_PICTURE),
    Command("analyse", (Param.GAME, Param.PART), cost=_PICTURE),
    Command("import", (Param.FILE,)),
    Command("share", (Param.GAME, Param.SWITCH), menus=ON_BOARDS),
    Command("read", (Param.GAME,)),
    Command("picture", (Param.GAME,), cost=_PICTURE),
    Command("rules", (Param.RULES,), by_link=True, cost=_PICTURE),
    Command("settings", (Param.OPTION,), menus=frozenset({Menu.PRIVATE, Menu.ADMINS})),
    Command("profile", (Param.PLAYER, Param.FRIEND), menus=ON_BOARDS, cost=_THOUGHT),
    Command("block", (Param.PLAYER, Param.FRIEND, Param.CHALLENGE), by_link=True),
    Command("unblock", (Param.PLAYER, Param.FRIEND)),
    Command("link", (Param.CODE,)),
    Command("unlink"),
    Command("export", menus=ON_BOARDS, cost=_EVERYTHING),
    Command("forget", menus=ON_BOARDS, cost=_EVERYTHING),
    Command("admin", (Param.ADMIN,), listed=False, menus=frozenset(), for_admins=True),
)

COMMANDS: Mapping[str, Command] = MappingProxyType({command.name: command for command in _TABLE})
FOR_PLAYERS = frozenset(name for name, command in COMMANDS.items() if not command.for_admins)
"""The names of the commands that everybody has."""
