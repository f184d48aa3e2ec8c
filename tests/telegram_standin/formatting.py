"""Formatting: read a message's text, buttons and files from a request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.telegram_standin import wire
from tests.telegram_standin.entities import checked_link, trimmed, with_found
from tests.telegram_standin.files import StoredFile
from tests.telegram_standin.markup import BadFormatting, Parsed, parse_html
from tests.telegram_standin.refusals import (
    BUTTON_DATA_INVALID,
    TEXT_BUTTON,
    WRONG_FILE_ID,
    Refused,
    bad_request,
)
from tests.telegram_standin.request import Request
from tests.telegram_standin.world import Chat, Rows, World

Json = dict[str, Any]

DATA_BYTES = 64
IN_A_ROW, BUTTONS = 8, 100
"""The most buttons that Telegram shows, by python-telegram-bot's limits; Telegram documents none."""


class Formatting:
    """Reads the contents of messages."""

    def __init__(self, world: World) -> None:
        self._world = world

    def words(
        self, fields: Mapping[str, Any], name: str, chat: Chat, route: str
    ) -> tuple[str, tuple[Json, ...]]:
        """Return a text or caption, with its entities.

        Args:
            fields: the request's fields, or those of its media.
            name: `text` or `caption`.
            chat: the message's chat, which limits the accounts it may mention.
            route: the method, for violations.

        Raises:
            Refused: the formatting is invalid.
        """
        source = str(fields.get(name) or "")
        mode = fields.get("parse_mode")
        listed = fields.get("entities" if name == "text" else "caption_entities")
        if mode is None or not str(mode):
            parsed = Parsed(source, [self._listed(each) for each in listed or ()])
        elif str(mode).lower() == "html":
            parsed = self._html(source, route)
        else:
            self._world.violate(route, f"the stand-in plays no parse_mode {mode!r}")
            raise Refused(bad_request("unsupported parse_mode"))
        text, entities = trimmed(parsed.text, parsed.entities)
        known = [
            entity_fields
            for each in with_found(text, entities)
            if (entity_fields := self._mention(each, chat)) is not None
        ]
        return text, tuple(known)

    def rows(self, markup: object, route: str) -> Rows:
        """Return the rows of buttons below a message; an empty keyboard gives none.

        Raises:
            Refused: a button is invalid.
        """
        if not markup:
            return ()
        if not isinstance(markup, dict) or "inline_keyboard" not in markup:
            self._world.violate(route, "the stand-in plays no keyboard but the inline one")
            return ()
        rows = tuple(tuple(self._button(each, route) for each in row) for row in markup["inline_keyboard"])
        if sum(map(len, rows)) > BUTTONS or max(map(len, rows), default=0) > IN_A_ROW:
            self._world.violate(route, f"Telegram shows {IN_A_ROW} buttons in a row and {BUTTONS} in all")
        return tuple(row for row in rows if row)

    def file(self, request: Request, value: object, name: str, kind: str) -> StoredFile:
        """Return a file uploaded with the request, or a stored one.

        Args:
            value: the field's value: a file's id, `attach://` with a part's name, or empty.
            name: the part's name if the value is empty.
            kind: `photo`, `document` or `animation`.

        Raises:
            Refused: there is no such file, or it is of another kind.
        """
        text = str(value or "")
        if text and not text.startswith("attach://"):
            return self._world.files.reuse(text, kind)
        upload = request.files.get(text.removeprefix("attach://") or name)
        if upload is None:
            raise Refused(WRONG_FILE_ID)
        files = self._world.files
        return {"photo": files.photo, "document": files.document, "animation": files.animation}[kind](upload)

    def _html(self, source: str, route: str) -> Parsed:
        try:
            parsed = parse_html(source)
        except BadFormatting as error:
            self._world.violate(route, f"formatting that cannot be read: {error} in {source!r}")
            raise Refused(bad_request(f"can't parse entities: {error}")) from None
        for lost in parsed.lost:
            self._world.violate(route, f"formatting that Telegram leaves out: {lost} in {source!r}")
        return parsed

    def _listed(self, listed: Json) -> Json:
        """Convert an entity listed by the bot to the stand-in's form."""
        if listed["type"] != "text_mention":
            return listed
        return {name: value for name, value in listed.items() if name != "user"} | {
            "user_id": listed["user"]["id"]
        }

    def _mention(self, entity: Json, chat: Chat) -> Json | None:
        """Add the account to a mention; return None if the bot may not mention it."""
        if entity["type"] != "text_mention":
            return entity
        entity_fields = {name: value for name, value in entity.items() if name != "user_id"}
        if not self._world.may_mention(entity["user_id"], chat):
            return None
        return entity_fields | {"user": wire.user(self._world.users[entity["user_id"]])}

    def _button(self, button: Json, route: str) -> Json:
        if not str(button["text"]).strip():
            self._world.violate(route, "a button without words")
        kinds = set(button) - {"text", "icon_custom_emoji_id", "style"}
        if not kinds:
            raise Refused(TEXT_BUTTON)
        data = button.get("callback_data")
        if data is not None and not 1 <= len(str(data).encode()) <= DATA_BYTES:
            raise Refused(BUTTON_DATA_INVALID)
        url = button.get("url")
        if url is None:
            return button
        link = checked_link(str(url))
        if link is None:
            raise Refused(bad_request(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL"))
        return button | {"url": link}
