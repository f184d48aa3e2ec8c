"""Settings of players and of shared chats: for each a column, its values and its default.

A setting is a field of `PlayerSettings` or `ChatSettings`. If both classes have it, a private chat uses the
value that its owner has chosen, if any; all other chats use their own. Linking, forgetting, the export and
`bot.talk.setting_table` read these declarations. A test compares them with `storage.tables`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, TypeVar

_T = TypeVar("_T")

Values = tuple[str | bool, ...]
"""All values that one setting allows, as a tuple; see `SWITCH` and `OPEN`."""
SWITCH: Final = (True, False)
OPEN: Final[tuple[str, ...]] = ()
"""The `values` of a setting that has too many to list them, or whose values only `bot.talk` knows."""
DEFAULT_LANGUAGE: Final = "en"
"""The language of a chat if neither the platform nor the first visitor's client names one."""
FIRST_THEME: Final = "wood"
FULL, COMPACT = "full", "compact"
"""The layouts of a board: with trays, and with larger digits and checkers for small displays."""
OWN_COLOUR: Final = "own"
"""The value of `side` that puts the checkers of the reader's own colour at the bottom of the board."""
OWN_NUMBERS: Final = "own-side"
"""The value of `numbers` for a player who counts the board's points from their own side.

It applies in their private chats, to answers to them, and to the moves that they type.
"""
OFF: Final = "off"
ONCE: Final = "once"
DAILY: Final = "daily"
"""`OFF`, `ONCE` and `DAILY` are the values of `reminders`: how often a player is reminded of one turn."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting as declared by `setting`.

    Args:
        column: the column that holds it, in `players` or `chats`.
        values: the values that the column can hold, besides None; `OPEN` if they are not listed here.
        default: the value before one is chosen. None means: as the chat, if chats have this setting too;
            otherwise none or off.
        redraws: True if a change alters boards that are already posted.
        notifies: True if the setting affects when the player is notified or reminded.
        players_may: True if players with enough turns in a shared chat may change it there, besides the
            chat's administrators.
    """

    column: str
    values: Values
    default: str | bool | None
    redraws: bool = False
    notifies: bool = False
    players_may: bool = False


def setting(
    *, default: _T, values: Values, redraws: bool = False, notifies: bool = False, players_may: bool = False
) -> _T:
    """Declare a dataclass field as a setting; the arguments are those of `Setting`."""
    flags = {"redraws": redraws, "notifies": notifies, "players_may": players_may}
    declared: _T = field(default=default, metadata={"values": values, **flags})
    return declared


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayPreferences:
    """A player's settings about the steps that the bot takes for them during their own turns."""

    auto_roll: bool = setting(default=True, values=SWITCH)
    """Roll automatically, unless the player may first double the cube or choose about the opening roll."""
    auto_forced: bool = setting(default=True, values=SWITCH)
    """Play a turn automatically if only one turn is legal."""
    auto_confirm: bool = setting(default=False, values=SWITCH)
    """Confirm the player's moves automatically once no more dice can be played."""
    auto_race: bool = setting(default=False, values=SWITCH)
    """Play the rest of a game automatically, if the opponent wants that too.

    It applies to games without a cube, once neither side can hinder the other any more (a race).
    """
    is_computer: bool = False
    """True for the computer player, whose turns the engine chooses between actions. Not a setting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSettings(PlayPreferences):
    """All settings of a player."""

    numbers: str = setting(default="board", values=("board", OWN_NUMBERS), redraws=True)
    """How the board's points are numbered for the player: as on the board, or from the player's own side."""
    reminders: str = setting(default=ONCE, values=(OFF, ONCE, DAILY), notifies=True)
    """How often the player is reminded of one turn: never, once, or daily after the first time."""
    quiet: str | None = setting(default=None, values=OPEN, notifies=True)
    """The player's quiet hours, as `22-8` in `zone`; None for none.

    In these hours messages to the player are silent, and reminders and digests are not due.
    """
    digest: str | None = setting(default=None, values=OPEN, notifies=True)
    """The time of the daily digest of games and challenges that wait, as `09:00` in `zone`; None for none."""
    theme: str | None = setting(default=None, values=OPEN, redraws=True)
    """The theme of boards; None: as the chat. See `people.look_of` for words that were stored earlier."""
    layout: str | None = setting(default=None, values=(FULL, COMPACT), redraws=True)
    """The layout of boards; None: as the chat."""
    side: str | None = setting(default=None, values=("w", "b", OWN_COLOUR), redraws=True)
    """The side at the bottom of boards: White, Black, or the reader's own."""
    language: str | None = setting(default=None, values=OPEN, redraws=True)
    zone: str | None = setting(default=None, values=OPEN, redraws=True, notifies=True)
    """The IANA name of the player's time zone, or None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatSettings:
    """All settings of a shared chat."""

    theme: str | None = setting(default=None, values=OPEN, redraws=True, players_may=True)
    """The theme of boards, or None. See `people.look_of` for words that were stored earlier."""
    layout: str | None = setting(default=None, values=(FULL, COMPACT), redraws=True, players_may=True)
    """The layout of boards, or None. `usual` says what None means here and for `theme` and `boards`."""
    side: str = setting(default="w", values=("w", "b"), redraws=True)
    """The side at the bottom of boards: White or Black."""
    language: str = setting(default=DEFAULT_LANGUAGE, values=OPEN, redraws=True, players_may=True)
    zone: str | None = setting(default=None, values=OPEN, redraws=True, players_may=True)
    """The IANA name of the time zone in which times are written in the chat, or None."""
    boards: str | None = setting(default=None, values=("stay", "shrink", "delete"))
    """The treatment of a game's old board when the bot posts the next one: keep, make small, or delete it."""
    threads: bool = setting(default=False, values=SWITCH)
    """True if the bot opens a thread for each game that begins in the chat, on platforms with threads."""
    daily: bool = setting(default=False, values=SWITCH, players_may=True)
    """True if the bot posts a daily position (a puzzle) in the chat."""


_USUAL: Final[Mapping[str, str]] = {"theme": FIRST_THEME, "layout": FULL, "boards": "stay"}
_USUAL_ON: Final[Mapping[tuple[str, str], str]] = {
    ("telegram", "layout"): COMPACT,
    ("web", "boards"): "shrink",
}
"""Where a platform's usual value is another one.

Telegram shows pictures as wide as a phone, and no wider. In the common room of the page many games go on.
"""


def usual(column: str, platform: str) -> str:
    """Return what None means in a chat on a platform, for the columns `theme`, `layout` and `boards`."""
    return _USUAL_ON.get((platform, column), _USUAL[column])


def has_usual(column: str) -> bool:
    """Return True if None means `usual` for a column."""
    return column in _USUAL


def rows_of(of: type[PlayerSettings | ChatSettings]) -> Mapping[str, Setting]:
    """Return the settings that a class declares, by the name of their column."""
    found: dict[str, Setting] = {}
    for each in fields(of):
        about: Mapping[str, Any] = each.metadata | {"default": each.default}
        if each.metadata:
            found[each.name] = Setting(each.name, **about)
    return found


PLAYER_SETTINGS: Final = rows_of(PlayerSettings)
CHAT_SETTINGS: Final = rows_of(ChatSettings)
