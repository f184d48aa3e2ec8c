"""Landing: what the web page offers a visitor who has no account."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.sessions import LoadedGame
from bot.talk.addresses import BotAddress
from bot.talk.catalog import Words
from bot.talk.views.lobby import LobbyGame, watched_game
from bot.talk.wording import platform_words


@dataclass(frozen=True, slots=True)
class PlatformLink:
    """A link that opens the bot on another platform.

    Args:
        platform: the platform's name in the visitor's language.
    """

    platform: str
    address: str


@dataclass(frozen=True, slots=True)
class Landing:
    """What a visitor without an account may do.

    Args:
        may_begin: True if the visitor may get an account here and play.
        says: how to be invited; empty if the visitor may begin.
        games: unfinished games of the common table that the visitor may watch, the latest changed first; none
            if the visitor may not begin.
        links: where else the bot can be played with.
    """

    may_begin: bool
    says: str
    games: tuple[LobbyGame, ...]
    links: tuple[PlatformLink, ...]


def landing(
    words: Words, games: Iterable[LoadedGame], addresses: Iterable[BotAddress], now: datetime
) -> Landing:
    """Return what a visitor sees who may begin to play."""
    shown = tuple(watched_game(words, game, now) for game in games)
    return Landing(may_begin=True, says="", games=shown, links=_links(words, addresses))


def closed_landing(words: Words, addresses: Iterable[BotAddress], *, has_table: bool) -> Landing:
    """Return what a visitor sees who may not begin.

    Args:
        has_table: True at an address where people with an invitation play; False where only boards are open.
    """
    links = _links(words, addresses)
    says = words.words("landing-invited") if has_table else words.words("landing-boards", links=len(links))
    return Landing(may_begin=False, says=says, games=(), links=links)


def _links(words: Words, addresses: Iterable[BotAddress]) -> tuple[PlatformLink, ...]:
    return tuple(
        PlatformLink(platform_words(words, each.platform), each.home) for each in addresses if each.home
    )
