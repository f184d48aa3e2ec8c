"""What the page and the table say to each other over the WebSocket."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.chats.web.errors import BadFrame
from bot.chats.web.pages import Page, rows_json, span_json
from bot.talk.incoming import LONGEST_TEXT, Attached
from bot.talk.input.parsing import link_payload
from bot.talk.sanitize import sanitize_text
from renderers import size_of
from renderers.layout import HEIGHT, WIDTH, point_area, tray_area
from renderers.scene import Scene, read_picture

if TYPE_CHECKING:
    from bot.chats.web.pictures import Pictures
    from bot.talk.reply import Reply

Frame = dict[str, Any]

LARGEST = 300_000
"""Bytes that a frame from a browser may have, with a text that comes along."""

_LARGEST_WITHOUT = 4096

_LONGEST_LINE = 1000
_LONGEST_DATA = 64
_LONGEST_TOKEN = 200
_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_ROOMS = frozenset({"table", "me"})


@dataclass(frozen=True, slots=True)
class Hello:
    """A tab introduces itself, perhaps with a secret, or with the key of the link that it came by."""

    secret: str
    language: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class TakeName:
    """A person says a name."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Say:
    """A person typed a line, perhaps in reply to a message."""

    id: str
    room: str
    text: str
    message: str | None
    attached: Attached | None = None


@dataclass(frozen=True, slots=True)
class PressButton:
    """A person pressed a button, of a kept message or of an answer."""

    id: str
    room: str
    data: str
    message: str | None


@dataclass(frozen=True, slots=True)
class Complete:
    """A person is typing a line."""

    id: str
    room: str
    text: str


@dataclass(frozen=True, slots=True)
class Earlier:
    """A person wants to see what was said before."""

    room: str
    before: int


@dataclass(frozen=True, slots=True)
class StillThere:
    """A tab asks whether the table is still there."""


@dataclass(frozen=True, slots=True)
class ListSeats:
    """The host wants to see who has a seat."""


@dataclass(frozen=True, slots=True)
class RemoveLine:
    """The host takes away what a person said at the table."""

    id: str
    message: int


@dataclass(frozen=True, slots=True)
class RemoveSeat:
    """The host takes a seat away."""

    id: str
    account: str


Asked = (
    Hello
    | TakeName
    | Say
    | PressButton
    | Complete
    | Earlier
    | StillThere
    | ListSeats
    | RemoveLine
    | RemoveSeat
)


def read_frame(text: str) -> Asked:  # noqa: C901, PLR0911, PLR0912 - one for each kind of frame
    """Return what a browser asks for.

    Raises:
        BadFrame: the page never sends such a thing.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFrame(str(error)) from error
    if len(text) > _LARGEST_WITHOUT and not (isinstance(data, dict) and "attached" in data):
        raise BadFrame("too large")
    match data:
        case {"do": "hello", "secret": str(secret), "language": str(language)}:
            return Hello(
                _token(secret), language if is_language(language) else "", _token(data.get("key", ""))
            )
        case {"do": "name", "id": str(key), "name": str(name)}:
            return TakeName(_id(key), name)
        case {"do": "say", "id": str(key), "room": str(room), "text": str(words), "message": message}:
            said = _id(key), _room(room), _line(words), _message(message)
            return Say(*said, _attached(data.get("attached")))
        case {"do": "press", "id": str(key), "room": str(room), "data": str(pressed), "message": message}:
            return PressButton(_id(key), _room(room), _data(pressed), _message(message))
        case {"do": "complete", "id": str(key), "room": str(room), "text": str(words)}:
            return Complete(_id(key), _room(room), _line(words, trim=False))
        case {"do": "earlier", "room": str(room), "before": str(before)}:
            return Earlier(_room(room), int(_message(before) or 0))
        case {"do": "still there"}:
            return StillThere()
        case {"do": "seats"}:
            return ListSeats()
        case {"do": "remove", "id": str(key), "message": str(message)}:
            return RemoveLine(_id(key), int(_message(message) or 0))
        case {"do": "unseat", "id": str(key), "account": str(account)}:
            return RemoveSeat(_id(key), _token(account))
        case _:
            raise BadFrame("no such frame")


def is_language(tag: str) -> bool:
    """Tell whether a text has the form of a language tag."""
    return _LANGUAGE.fullmatch(tag) is not None


def message_view(pictures: Pictures, room: str, number: int, page: Page) -> Frame:
    """Return a kept message as the page shows it."""
    author = None if page.author is None else {"account": page.author[0], "name": page.author[1]}
    address = "" if page.scene is None else pictures.address(room, number, page.scene)
    return _view(page, address) | {
        "film": None,
        "pending": None,
        "id": str(number),
        "time": page.time,
        "author": author,
    }


def reply_view(pictures: Pictures, reply: Reply) -> Frame:
    """Return an answer that is kept nowhere as the page shows it."""
    page = Page.of(reply, time=0)
    animation: Frame | None = None
    if reply.animation is not None:
        animation = {"address": pictures.film_address(reply.animation), "alt": reply.alt}
    address = "" if page.scene is None else pictures.fleeting_address(page.scene)
    pending = None if reply.pending is None else pictures.unfinished.address(reply.pending)
    return _view(page, address) | {"film": animation, "pending": pending}


def areas() -> Frame:
    """Return for each side where the points, the bar and the trays lie on a picture, in percent."""
    return {
        side: {str(point): _percent(point_area(point, side)) for point in range(1, 26)}
        | {f"off-{colour}": _percent(tray_area(colour, side)) for colour in "wb"}
        for side in "wb"
    }


def _view(page: Page, address: str) -> Frame:
    board = None
    if page.scene is not None:
        try:
            picture = read_picture(page.scene)
        except ValueError:
            picture = None
        if picture is not None:
            # Only on a board there is something to press.
            scene = picture if isinstance(picture, Scene) else None
            width, height = size_of(picture)
            board = {
                "address": address,
                "alt": page.alt,
                "side": scene.side if scene else "w",
                "mover": scene.mover if scene else None,
                "numbers": scene.numbers if scene else (),
                "width": width,
                "height": height,
            }
    return {
        "text": [span_json(span) for span in page.text],
        "board": board,
        "buttons": rows_json(page.buttons),
        "invites": [
            {"label": invite.label, "start": link_payload(invite.line), "text": invite.text}
            for invite in page.invites
        ],
        "rings": page.rings,
        "waits_for": page.waits_for,
    }


def _percent(box: tuple[int, int, int, int]) -> list[float]:
    left, top, right, bottom = box
    return [
        round(100 * left / WIDTH, 3),
        round(100 * top / HEIGHT, 3),
        round(100 * (right - left) / WIDTH, 3),
        round(100 * (bottom - top) / HEIGHT, 3),
    ]


def _token(given: object) -> str:
    """A secret or a key. What is no text that could be kept or sent, half a character, is none."""
    if not isinstance(given, str) or len(given) > _LONGEST_TOKEN or given != sanitize_text(given):
        raise BadFrame("bad token")
    return given


def _id(key: str) -> str:
    if not _ID.fullmatch(key):
        raise BadFrame("bad id")
    return key


def _room(name: str) -> str:
    if name not in _ROOMS:
        raise BadFrame("no such room")
    return name


def _line(text: str, *, trim: bool = True) -> str:
    if len(text) > _LONGEST_LINE:
        raise BadFrame("line too long")
    line = "".join(sign if sign >= " " and sign != "\x7f" else " " for sign in sanitize_text(text))
    return line.strip() if trim else line


def _attached(given: object) -> Attached | None:
    """A text that came along, or no more than its size where that is too large."""
    match given:
        case None:
            return None
        case {"text": str(text), "size": int(size)} if len(text) <= LONGEST_TEXT:
            whole = Attached.of(text.encode("utf-8", "replace"))
            return whole if size <= LONGEST_TEXT else Attached("", size)
        case _:
            raise BadFrame("bad text")


def _data(data: str) -> str:
    if not data or len(data) > _LONGEST_DATA or not data.isascii():
        raise BadFrame("bad data")
    return data


def _message(number: object) -> str | None:
    if number is None:
        return None
    if not isinstance(number, str) or not number.isascii() or not number.isdigit() or len(number) > 15:  # noqa: PLR2004 - what the notebook's numbers never reach
        raise BadFrame("bad message")
    return number
