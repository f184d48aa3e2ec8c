"""Settings frames: what a page is told of a person's settings, and how it is to look by them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A value that a setting can have.

    Args:
        typed: what is typed for it.
        label: how it is called.
    """

    typed: str
    label: str


@dataclass(frozen=True, slots=True)
class SettingView:
    """A setting.

    Args:
        option: what is typed for it.
        name: how it is called.
        form: `switch`, `choice`, or what is written for it: `hours`, `time`, `zone` or `text`.
        value: what is typed for the value that it has.
        choices: the values that it can have, beside those that are written.
        offered: further values that are likely to be wanted.
        example: a value that may be written; empty, if none may.
        may_set: whether the person may change it.
    """

    option: str
    name: str
    form: str
    value: str
    choices: tuple[ChoiceView, ...]
    offered: tuple[str, ...]
    example: str
    may_set: bool


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings.

    Args:
        mine: the person's own.
        table: those of the common table, which are everybody's; none, where there is no such room.
    """

    kind: ClassVar[str] = "settings"
    mine: tuple[SettingView, ...]
    table: tuple[SettingView, ...]
