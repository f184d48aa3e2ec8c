"""App frames: what the page of the Mini App and the table send each other beside what every page does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class OpenApp:
    """The Mini App introduces itself.

    Args:
        data: the `initData` of Telegram, which says who opened it.
        language: the language of the page; empty, if it is no language tag.
        zone: the time zone of the browser; empty, if it says none.
    """

    kind: ClassVar[str] = "open app"
    data: str
    language: str
    zone: str


@dataclass(frozen=True, slots=True)
class PageWords:
    """The texts of the page in the language in which the person is answered, before the welcome.

    Args:
        language: the language.
        words: the texts by their ids.
        start: what the link carried by which the app was opened; empty, if nothing.
    """

    kind: ClassVar[str] = "words"
    language: str
    words: dict[str, str]
    start: str


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """It is not known who opened the app, and what to do; the connection is closed after it."""

    kind: ClassVar[str] = "turned away"
    text: str
