"""Platform inputs: what pages, buttons, links, Telegram and Discord send, read without a database."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl, urlencode

from discord import AppCommandOptionType, Interaction, app_commands
from discord.app_commands import Namespace

from bot.chats.discord.commands import line_of
from bot.chats.discord.incoming import incoming_of, is_from_elsewhere
from bot.chats.web.errors import BadFrame
from bot.chats.web.from_page import MOST_FRAME_BYTES, read_frame
from bot.chats.web.mini_app.init_data import BadInitData, read_init_data
from bot.sessions import game_named
from bot.talk.command import Param, ParsedCommand
from bot.talk.command_table import COMMANDS
from bot.talk.incoming import ChatKind, Incoming, Line, Person, Place, Press
from bot.talk.input.parsing import cost_of, link_payload, read_line, read_press
from bot.talk.input.payloads import LONGEST_DATA, is_share_token, read_answer
from bot.talk.sanitize import sanitize_name, sanitize_text
from tests.chats.discord.house import adapter_of
from tests.chats.stand_ins import MemoryKeyValues
from tests.chats.web.house import ScriptedHandler
from tests.chats.web.mini_app.signing import TOKEN, account, init_data, seal
from tests.fuzz.target import Target, Try, stateless

_NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
_ANNA = Person("web", "anna", "Anna", "en")
_TABLE = Place("web", "table", ChatKind.SHARED)

_FRAMES = (
    {
        "do": "hello",
        "secret": "s" * 20,
        "language": "ru-RU",
        "key": "k7f-" + "0" * 24,
        "zone": "Europe/Berlin",
    },
    {"do": "name", "id": "action-12", "name": "Анна"},
    {"do": "say", "id": "action-12", "room": "table", "text": "/move 24/18", "message": None},
    {
        "do": "say",
        "id": "action-12",
        "room": "me",
        "text": "/import",
        "message": "12",
        "attached": {"text": "[", "size": 1},
    },
    {"do": "press", "id": "action-12", "room": "me", "data": "12:/move k7f 24/18", "message": "12"},
    {"do": "complete", "id": "action-12", "room": "table", "text": "/play e"},
    {"do": "earlier", "room": "table", "before": "12"},
    {"do": "look at", "room": "table", "game": "k7f", "moment": 3},
    {"do": "open app", "data": "query_id=AAH&user=%7B%7D", "language": "ru", "zone": "Asia/Tokyo"},
    {"do": "lobby"},
    {"do": "settings"},
    {"do": "still there"},
    {"do": "accounts"},
    {"do": "remove line", "id": "action-12", "message": "12"},
    {"do": "remove account", "id": "action-12", "account": "abc"},
)
_JSON = ('"', "{", "}", "[", "]", "null", "true", "1e999", "NaN", "\\ud800", "\\u0000", '"do"', "[" * 20_000)


def _try_frame(text: str) -> None:
    """Read a frame: it is refused, or all its texts are bounded and valid Unicode."""
    try:
        frame = read_frame(text)
    except BadFrame:
        return
    for _, value in frame:
        if isinstance(value, str):
            assert len(value) <= MOST_FRAME_BYTES
            value.encode()


def _incoming(what: Line | Press) -> Incoming:
    return Incoming("fuzz", _ANNA, _TABLE, what)


def _buttons() -> list[str]:
    data = [f"{turn}:/{name} k7f" for name in COMMANDS for turn in ("", 12)]
    return [*data, "12:/move k7f 24/18 18/13", "?abc123.4", "3:/settings theme wood", ":/play novice long"]


def _try_button(data: str) -> None:
    """Press a button with any data: it is refused, or stands for a command of the table."""
    data = sanitize_text(data[:LONGEST_DATA])
    read_answer(data)
    parsed = read_press(data)
    assert cost_of(_incoming(Press(data))) > 0
    if isinstance(parsed, ParsedCommand):
        assert parsed.command is COMMANDS[parsed.command.name]
        assert not parsed.typed


def _links() -> list[str]:
    lines = [
        f"/{name} {rest}".strip()
        for name, row in COMMANDS.items()
        if row.by_link
        for rest in ("", "k7f", "long")
    ]
    return [*map(link_payload, lines), "k7f", "k7f-" + "0" * 24, *COMMANDS]


def _try_link(payload: str) -> None:
    """Follow a link: it is refused, or carries a command that a link may carry and that asks first."""
    parsed = read_line(f"/start {sanitize_text(payload)}")
    assert isinstance(parsed, ParsedCommand)
    assert parsed.command.name == "start" or (parsed.linked and parsed.command.by_link)
    assert cost_of(_incoming(Line(f"/start {sanitize_text(payload)}"))) > 0
    if is_share_token(sanitize_text(payload)):
        assert game_named(payload)


def _init_data() -> list[str]:
    at = _NOW.timestamp()
    people = (
        account(),
        account(42, "Анна", last_name="К.", username="anna_k", language_code="ru", is_premium=True),
        account(2**52, "", is_bot=True),
    )
    return [init_data(at, person, start_param="k7f-" + "0" * 24, chat_instance="-1") for person in people]


def _try_init_data(text: str) -> None:
    """Open the Mini App with the data, also correctly signed: it is refused, or names an account."""
    given = parse_qsl(sanitize_text(text), keep_blank_values=True)
    pairs = {name: value for name, value in given if name != "hash"}
    for data in (text, urlencode({**pairs, "hash": seal(pairs, TOKEN)})):
        try:
            opened = read_init_data(data, TOKEN, _NOW)
        except BadInitData:
            continue
        assert opened.user > 0
        assert sanitize_name(opened.name)
        assert len(opened.start) <= LONGEST_DATA


def _interactions() -> list[str]:
    """Return the data of one interaction for each slash command, with all its options."""
    seeds = []
    for row in COMMANDS.values():
        options = [_option(param) for param in row.params]
        data = {"id": "1", "name": row.name, "type": 1, "options": options, "resolved": _RESOLVED}
        seeds.append(json.dumps(data, ensure_ascii=False))
    return seeds


_USER = {"id": "77", "username": "boris", "discriminator": "0", "avatar": None, "global_name": "Борис"}
_FILE = {
    "id": "88",
    "filename": "game.txt",
    "size": 12,
    "url": "https://x.invalid/a",
    "proxy_url": "https://x.invalid/a",
}
_RESOLVED = {"users": {"77": _USER}, "attachments": {"88": _FILE}}
_VALUES: dict[Param, object] = {
    Param.GAME: "k7f",
    Param.CHALLENGE: "k7f",
    Param.RULES: "long",
    Param.MOVES: "24/18 13/8",
    Param.LEVEL: "novice",
    Param.FIRST: "first me",
    Param.OPTION: "theme wood",
    Param.CLOCK: "3 days",
    Param.LENGTH: "to 5",
}


def _option(param: Param) -> dict[str, object]:
    kinds = {Param.PLAYER: AppCommandOptionType.user, Param.FILE: AppCommandOptionType.attachment}
    said = (Param.CUBE, Param.EXTENDED, Param.HINTS, Param.MATCH, Param.PRIVATE)
    kind = kinds.get(param, AppCommandOptionType.boolean if param in said else AppCommandOptionType.string)
    values = {
        AppCommandOptionType.user: "77",
        AppCommandOptionType.attachment: "88",
        AppCommandOptionType.boolean: True,
    }
    return {"name": param.value, "type": kind.value, "value": values.get(kind, _VALUES.get(param, "1"))}


@contextmanager
def _discord() -> Iterator[Try]:
    """Fill in the adapter's own commands from an interaction, as discord.py does, without a connection."""
    client = adapter_of(ScriptedHandler(), MemoryKeyValues()).client

    def attempt(text: str) -> None:
        try:
            data = json.loads(sanitize_text(text))
        except (ValueError, RecursionError):
            return
        if not isinstance(data, dict) or not isinstance(data.get("options", []), list):
            return  # Discord always sends these two
        raw: Any = {**_INTERACTION, "data": data}
        interaction: Interaction[Any] = Interaction(data=raw, state=client._connection)  # noqa: SLF001 - as discord.py does
        _fill_in(interaction, data)

    yield attempt


_INTERACTION = {
    "id": "5",
    "application_id": "6",
    "type": 2,
    "token": "t",
    "version": 1,
    "channel_id": "9",
    "channel": {"id": "9", "type": 1, "recipients": []},
    "user": _USER,
    "locale": "ru",
    "entitlements": [],
    "authorizing_integration_owners": {"0": "0"},
    "context": 1,
    "attachment_size_limit": 1,
    "app_permissions": "0",
}


def _fill_in(interaction: Interaction[Any], data: dict[str, Any]) -> None:
    """Read the line that a command with its options stands for."""
    row = COMMANDS.get(data["name"]) if isinstance(data.get("name"), str) else None
    if row is None:
        return
    try:
        resolved = Namespace._get_resolved_items(interaction, data.get("resolved", {}))  # noqa: SLF001 - as above
        values = dict(Namespace(interaction, data.get("resolved", {}), data.get("options", [])))
    except (KeyError, TypeError, ValueError, AttributeError, app_commands.AppCommandError):
        return  # not of Discord's form, and discord.py lets nothing of it through
    assert resolved is not None
    parsed = read_line(line_of(row, values))
    assert parsed is not None
    incoming = incoming_of(interaction, Line(line_of(row, values)))
    assert cost_of(incoming) > 0
    is_from_elsewhere(interaction)


TARGETS = {
    "frames": Target(
        lambda: [json.dumps(frame, ensure_ascii=False) for frame in _FRAMES],
        stateless(_try_frame),
        (*_JSON, *(json.dumps(frame["do"]) for frame in _FRAMES)),
    ),
    "buttons": Target(_buttons, stateless(_try_button), ("?", ".", ":", "k7f", "b2b", *COMMANDS)),
    "links": Target(_links, stateless(_try_link), ("_", "-", "k7f", *COMMANDS)),
    "init-data": Target(
        _init_data,
        stateless(_try_init_data),
        (*_JSON, "%00", "%F0", "%ED%A0%80", "&", "=", "user", "auth_date", "%7B", "hash"),
    ),
    "options": Target(
        _interactions, _discord, (*_JSON, *COMMANDS, *(param.value for param in Param), "k7f", "77")
    ),
}
