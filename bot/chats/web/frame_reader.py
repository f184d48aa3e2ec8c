"""Frame reader: checks what a browser sent and returns it as a frame."""

from __future__ import annotations

import json
import re
from typing import cast

from bot.chats.web.account_frames import (
    Hello,
    ListAccounts,
    MakeSignInCode,
    RemoveAccount,
    RemoveLine,
    SitDown,
    TakeName,
)
from bot.chats.web.app_frames import OpenApp
from bot.chats.web.errors import BadFrame
from bot.chats.web.frames import Complete, FromPage, LookAt, PressButton, Say, ShowEarlier, StillThere
from bot.chats.web.lobby_frames import ShowLobby
from bot.chats.web.message_frames import RoomName
from bot.chats.web.settings_frames import ShowSettings
from bot.talk.incoming import LONGEST_TEXT, Attached
from bot.talk.sanitize import sanitize_text

LARGEST = 300_000
"""Bytes that a frame from a browser may have, with a text that comes along."""

_LARGEST_WITHOUT = 4096

_LONGEST_LINE = 1000
_LONGEST_DATA = 64
_LONGEST_INIT_DATA = 3500
"""Characters that Telegram's `initData` may have; a name in Cyrillic takes six for each letter."""
_LONGEST_TOKEN = 200
_MOST_DIGITS = 15
"""Digits of a message's number: more than the log's numbers ever have."""

_LAST_MOMENT = 99_999

_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_ZONE = re.compile(r"[A-Za-z0-9_+/-]{1,64}")
_GAME = re.compile(r"[A-Za-z0-9]{0,16}")
_ORIGIN = re.compile(r"https?://[A-Za-z0-9.:\[\]-]{1,200}")
_ROOMS = frozenset({"table", "me"})


def read_frame(text: str) -> FromPage:  # noqa: C901, PLR0911, PLR0912 - one for each kind of frame
    """Return what a browser asks for.

    Raises:
        BadFrame: the page never sends such a thing.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFrame(str(error)) from error
    # Only a pasted record makes a frame large; anything else of that size would be parsed for nothing.
    if len(text) > _LARGEST_WITHOUT and not (isinstance(data, dict) and "attached" in data):
        raise BadFrame("too large")
    match data:
        case {"do": Hello.kind, "secret": str(secret), "language": str(language)}:
            tag = language if is_language(language) else ""
            key, code = _token(data.get("key", "")), _token(data.get("code", ""))
            zone = _zone(data["zone"]) if "zone" in data else None
            return Hello(_token(secret), tag, key, zone, code)
        case {"do": MakeSignInCode.kind, "id": str(key), "origin": str(origin)}:
            return MakeSignInCode(_id(key), _origin(origin))
        case {"do": SitDown.kind, "id": str(key)}:
            return SitDown(_id(key))
        case {"do": TakeName.kind, "id": str(key), "name": str(name)}:
            return TakeName(_id(key), name)
        case {"do": Say.kind, "id": str(key), "room": str(room), "text": str(words), "message": message}:
            said = _id(key), _room(room), _line(words), _message(message)
            return Say(*said, _attached(data.get("attached")))
        case {
            "do": PressButton.kind,
            "id": str(key),
            "room": str(room),
            "data": str(pressed),
            "message": message,
        }:
            return PressButton(_id(key), _room(room), _data(pressed), _message(message))
        case {"do": Complete.kind, "id": str(key), "room": str(room), "text": str(words)}:
            return Complete(_id(key), _room(room), _line(words, trim=False))
        case {"do": ShowEarlier.kind, "room": str(room), "before": str(before)}:
            return ShowEarlier(_room(room), _number(before))
        case {"do": LookAt.kind, "room": str(room), "game": str(game)}:
            return LookAt(_room(room), _game(game), _moment(data.get("moment")))
        case {"do": OpenApp.kind, "data": str(given), "language": str(language)}:
            tag = language if is_language(language) else ""
            return OpenApp(_line(given, longest=_LONGEST_INIT_DATA), tag, _zone(data.get("zone", "")))
        case {"do": ShowLobby.kind}:
            return ShowLobby()
        case {"do": ShowSettings.kind}:
            return ShowSettings()
        case {"do": StillThere.kind}:
            return StillThere()
        case {"do": ListAccounts.kind}:
            return ListAccounts()
        case {"do": RemoveLine.kind, "id": str(key), "message": str(message)}:
            return RemoveLine(_id(key), _number(message))
        case {"do": RemoveAccount.kind, "id": str(key), "account": str(account)}:
            return RemoveAccount(_id(key), _token(account))
        case _:
            raise BadFrame("no such frame")


def is_language(tag: str) -> bool:
    """Return whether a text has the form of a language tag."""
    return _LANGUAGE.fullmatch(tag) is not None


def _zone(given: object) -> str:
    # Whether there is such a zone is found out where it is set.
    return given if isinstance(given, str) and _ZONE.fullmatch(given) else ""


def _token(given: object) -> str:
    # A lone surrogate is a text in Python that can be neither stored nor sent.
    if not isinstance(given, str) or len(given) > _LONGEST_TOKEN or given != sanitize_text(given):
        raise BadFrame("bad token")
    return given


def _origin(given: str) -> str:
    if not _ORIGIN.fullmatch(given):
        raise BadFrame("bad origin")
    return given


def _id(key: str) -> str:
    if not _ID.fullmatch(key):
        raise BadFrame("bad id")
    return key


def _room(name: str) -> RoomName:
    if name not in _ROOMS:
        raise BadFrame("no such room")
    return cast("RoomName", name)


def _line(text: str, *, trim: bool = True, longest: int = _LONGEST_LINE) -> str:
    if len(text) > longest:
        raise BadFrame("line too long")
    line = "".join(sign if sign >= " " and sign != "\x7f" else " " for sign in sanitize_text(text))
    return line.strip() if trim else line


def _attached(given: object) -> Attached | None:
    match given:
        case None:
            return None
        case {"text": str(text), "size": int(size)} if len(text) <= LONGEST_TEXT:
            whole = Attached.of(text.encode("utf-8", "replace"))
            # Of a text that is too large the page sends the size alone, so that the answer can name it.
            return whole if size <= LONGEST_TEXT else Attached("", size)
        case _:
            raise BadFrame("bad text")


def _data(data: str) -> str:
    if not data or len(data) > _LONGEST_DATA or not data.isascii():
        raise BadFrame("bad data")
    return data


def _game(game: str) -> str:
    # Which ids there are is known elsewhere.
    if not _GAME.fullmatch(game):
        raise BadFrame("bad game")
    return game


def _moment(number: object) -> int | None:
    if number is None:
        return None
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= _LAST_MOMENT:
        raise BadFrame("bad moment")
    return number


def _message(number: object) -> str | None:
    return None if number is None else _number(number)


def _number(number: object) -> str:
    # `isdigit` alone is also true of "²", which `int` does not read.
    if (
        not isinstance(number, str)
        or not number.isascii()
        or not number.isdigit()
        or len(number) > _MOST_DIGITS
    ):
        raise BadFrame("bad message")
    return number
