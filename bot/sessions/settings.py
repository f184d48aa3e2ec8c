"""Settings of players and of shared chats: for each a column, its values and its default.

A setting is a field of `PlayerSettings` or `ChatSettings`. If both have it, a private chat uses its owner's
value and a shared chat its own. Linking, forgetting, the export and `bot.talk.setting_table` are driven by
these declarations. A test compares them with `storage.tables`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, TypeVar

_T = TypeVar("_T")

Values = tuple[str | bool, ...]
"""The values that a setting can have."""
SWITCH: Final = (True, False)
OPEN: Final[tuple[str, ...]] = ()
"""Marks a setting whose values are not listed: there are too many, or only `bot.talk` knows them."""
DEFAULT_LANGUAGE: Final = "en"
"""The language of a chat if neither the chat nor any client in it names one."""
FIRST_THEME: Final = "wood"
OWN_COLOUR: Final = "own"
"""The reader's own colour sits at the bottom of the board."""
OWN_NUMBERS: Final = "own-side"
"""A player counts the points from their own side: in private chats, in answers, and in what they type."""
OFF: Final = "off"
ONCE: Final = "once"
DAILY: Final = "daily"
"""How often a player is reminded of a turn."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting as declared by `setting`.

    Args:
        column: the column that holds it, in `players` or `chats`.
        values: the values that the column can hold, besides None; `OPEN` if they are not listed here.
        default: the value before a player or a chat chooses one; None for a player's means "as the chat".
        redraws: True if a change alters boards that are already posted.
        notifies: True if it affects when the player is notified or reminded.
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
    """A player's settings about automatic play."""

    auto_roll: bool = setting(default=True, values=SWITCH)
    """Roll the dice automatically."""
    auto_forced: bool = setting(default=True, values=SWITCH)
    """Play a turn without a choice automatically."""
    auto_confirm: bool = setting(default=False, values=SWITCH)
    """End a complete turn automatically."""
    auto_race: bool = setting(default=False, values=SWITCH)
    """Finish a race automatically, if the other side wants that too."""
    is_computer: bool = False
    """True for the computer player. Not a setting: its turns are computed outside any action."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSettings(PlayPreferences):
    """All settings of a player."""

    numbers: str = setting(default="board", values=("board", OWN_NUMBERS), redraws=True)
    """The side from which the player counts the points."""
    reminders: str = setting(default=ONCE, values=(OFF, ONCE, DAILY), notifies=True)
    """How often the player is reminded of a turn."""
    quiet: str | None = setting(default=None, values=OPEN, notifies=True)
    """The hours in which messages are silent: `22-8`."""
    digest: str | None = setting(default=None, values=OPEN, notifies=True)
    """The time of the daily list of waiting games: `09:00`; None for no list."""
    theme: str | None = setting(default=None, values=OPEN, redraws=True)
    """How boards look: the theme and the layout."""
    side: str | None = setting(default=None, values=("w", "b", OWN_COLOUR), redraws=True)
    """The side at the bottom of boards."""
    language: str | None = setting(default=None, values=OPEN, redraws=True)
    zone: str | None = setting(default=None, values=OPEN, redraws=True, notifies=True)
    """The IANA name of the player's time zone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatSettings:
    """All settings of a shared chat."""

    theme: str = setting(default=FIRST_THEME, values=OPEN, redraws=True, players_may=True)
    """How boards look: the theme and the layout."""
    side: str = setting(default="w", values=("w", "b"), redraws=True)
    """The side at the bottom of boards."""
    language: str = setting(default=DEFAULT_LANGUAGE, values=OPEN, redraws=True, players_may=True)
    zone: str | None = setting(default=None, values=OPEN, redraws=True, players_may=True)
    """The IANA name of the time zone of times in the chat."""
    boards: str = setting(default="stay", values=("stay", "shrink", "delete"))
    """What happens to an old board after a turn."""
    threads: bool = setting(default=False, values=SWITCH)
    """Each game that begins in the chat gets a thread."""
    daily: bool = setting(default=False, values=SWITCH, players_may=True)
    """The bot posts a daily position in the chat."""


def rows_of(of: type[PlayerSettings | ChatSettings]) -> Mapping[str, Setting]:
    """Return the settings that a class declares, by column."""
    found: dict[str, Setting] = {}
    for each in fields(of):
        about: Mapping[str, Any] = each.metadata | {"default": each.default}
        if each.metadata:
            found[each.name] = Setting(each.name, **about)
    return found


PLAYER_SETTINGS: Final = rows_of(PlayerSettings)
CHAT_SETTINGS: Final = rows_of(ChatSettings)
