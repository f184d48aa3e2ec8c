"""Message log: a message of a room, and the JSON form in which the database stores it.

The stored form is independent of the frames sent to the page, so that changes of the page leave old databases
readable.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.chats.web.errors import BadLogEntry
from bot.chats.web.web_accounts import WebAccount
from bot.talk.reply import (
    Address,
    Bold,
    Button,
    Code,
    Invite,
    Jump,
    Mention,
    Reach,
    Reply,
    Rows,
    Span,
    Style,
    Text,
    Timestamp,
)


@dataclass(frozen=True, slots=True)
class LoggedMessage:
    """A message in a room.

    Args:
        time: when it was first posted, in seconds since 1970.
        nonce: identifies the message over repeated attempts to post it.
        author: the account and name of the person who posted it; None for a message of the bot.
        scene: the text form of the board to show, or None.
        alt: the board in words.
        short_alt: a shorter form of `alt`.
        waits_for: the accounts of the players who must act now.
        invites: buttons that copy a link to a challenge for a friend.
        is_silent: True if it notifies no one, even if it mentions a person.
        game: the id of the live game whose board it shows; empty if none.
        challenge: the id of the open challenge whose card it is; empty if none.
        past_game: the id of the game whose board it showed before a newer message took over; empty if none.
        translations: the text by language, if each reader gets it in their own; else empty.
        changed: when the live board was last changed, in seconds since 1970; 0 if it was never changed.
    """

    time: float
    text: Text
    nonce: str = ""
    author: tuple[str, str] | None = None
    scene: str | None = None
    alt: str = ""
    short_alt: str = ""
    buttons: Rows = ()
    waits_for: tuple[str, ...] = ()
    invites: tuple[Invite, ...] = ()
    is_silent: bool = False
    game: str = ""
    challenge: str = ""
    past_game: str = ""
    translations: Mapping[str, Text] = field(default_factory=dict)
    changed: float = 0.0

    @classmethod
    def of(cls, reply: Reply, time: float, nonce: str = "") -> LoggedMessage:
        """Return the log message for one of the bot's replies."""
        scene = None if reply.scene is None else str(reply.scene)
        return cls(
            time,
            reply.text,
            nonce,
            None,
            scene,
            reply.alt,
            reply.short_alt,
            reply.buttons,
            reply.waits_for,
            tuple(invite for invite in reply.invites if invite.reach is Reach.FRIEND),
            reply.is_silent,
            reply.game,
            reply.challenge,
        )

    @classmethod
    def said(cls, author: WebAccount, words: str, time: float, nonce: str) -> LoggedMessage:
        """Return the log message for a line that a person posted."""
        return cls(time, (words,), nonce, (author.account, author.name))

    def retired(self, text: Text = ()) -> LoggedMessage:
        """Return a copy without buttons and invitations, as of a past game; the board stays.

        Args:
            text: replaces the text; empty: the text stays.
        """
        past_game = self.game or self.past_game
        left = replace(self, buttons=(), waits_for=(), invites=(), game="", challenge="", past_game=past_game)
        return replace(left, text=text or self.text)

    def replacing(self, old: LoggedMessage, now: float) -> LoggedMessage:
        """Return a copy for the place of an older state of the same board, which changed now if it differs.

        Args:
            old: the older state.
            now: seconds since 1970.
        """
        is_same = self.text == old.text or not self.game
        return replace(self, changed=old.changed if is_same else now)

    def shrunk(self, line: Text, translations: Mapping[str, Text]) -> LoggedMessage:
        """Return a copy without buttons and game, in which one line replaces the text and the picture.

        Args:
            line: the line in the room's language.
            translations: the line in each reader's language; empty if all read the same.
        """
        left = replace(self.retired(), text=line, scene=None, alt="", short_alt="", past_game="")
        return replace(left, translations=translations)

    @property
    def notifies(self) -> tuple[str, ...]:
        """The accounts that the message notifies, which are those it mentions; empty if it is silent."""
        if self.is_silent:
            return ()
        return tuple(span.account for span in self.text if isinstance(span, Mention))

    def __str__(self) -> str:
        translations = {
            language: [_span_json(span) for span in text] for language, text in self.translations.items()
        }
        return json.dumps(
            {
                "time": self.time,
                "text": [_span_json(span) for span in self.text],
                "nonce": self.nonce,
                "author": self.author,
                "scene": self.scene,
                "alt": self.alt,
                "short_alt": self.short_alt,
                "buttons": _rows_json(self.buttons),
                "waits_for": self.waits_for,
                "invites": [[invite.label, invite.line, invite.text] for invite in self.invites],
                **({"is_silent": True} if self.is_silent else {}),
                **({"game": self.game} if self.game else {}),
                **({"challenge": self.challenge} if self.challenge else {}),
                **({"past_game": self.past_game} if self.past_game else {}),
                **({"changed": self.changed} if self.changed else {}),
                **({"translations": translations} if translations else {}),
            },
            ensure_ascii=False,
        )

    @classmethod
    def parse(cls, text: str) -> LoggedMessage:
        """Parse a stored message.

        Raises:
            BadLogEntry: the text is not a stored message.
        """
        try:
            data = json.loads(text)
            author = data["author"]
            return cls(
                time=float(data["time"]),
                text=tuple(_span(span) for span in data["text"]),
                nonce=_words(data["nonce"]),
                author=None if author is None else (_words(author[0]), _words(author[1])),
                scene=None if data["scene"] is None else _words(data["scene"]),
                alt=_words(data["alt"]),
                short_alt=_words(data["short_alt"]),
                buttons=tuple(tuple(_button(button) for button in row) for row in data["buttons"]),
                waits_for=tuple(_words(account) for account in data["waits_for"]),
                # Messages from before the invitation links lack this key.
                invites=tuple(_invite(invite) for invite in data.get("invites", ())),
                is_silent=data.get("is_silent", False) is True,
                game=_words(data.get("game", "")),
                challenge=_words(data.get("challenge", "")),
                past_game=_words(data.get("past_game", "")),
                translations={
                    _words(language): tuple(_span(span) for span in text)
                    for language, text in data.get("translations", {}).items()
                },
                changed=float(data.get("changed", 0.0)),
            )
        except (AttributeError, ValueError, TypeError, LookupError, RecursionError) as error:
            raise BadLogEntry(str(error)) from error


def log_namespace(room: str) -> str:
    """Return the database namespace of a room's messages."""
    return f"room:{room}"


def _span_json(span: Span) -> str | dict[str, str]:
    match span:
        case Bold(text=text) | Jump(text=text):
            return {"bold": text}
        case Code(text=text):
            return {"code": text}
        case Address(text=text):
            return {"address": text}
        case Mention(name=name, account=account):
            return {"mention": name, "account": account}
        case Timestamp(text=text) | str(text):
            return text


def _rows_json(rows: Rows) -> list[list[dict[str, str | int | None]]]:
    return [
        [
            {
                "label": button.label,
                "data": button.data,
                "style": button.style.value,
                "source": button.source,
                "target": button.target,
            }
            for button in row
        ]
        for row in rows
    ]


def _words(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _point(value: object) -> int | None:
    if value is not None and not isinstance(value, int):
        raise TypeError(value)
    return value


def _span(data: object) -> Span:
    match data:
        case str():
            return data
        case {"bold": str(text)}:
            return Bold(text)
        case {"code": str(text)}:
            return Code(text)
        case {"address": str(text)}:
            return Address(text)
        case {"mention": str(name), "account": str(account)}:
            return Mention(name, account)
        case _:
            raise TypeError(data)


def _invite(data: list[object]) -> Invite:
    label, line, text = map(_words, data)
    return Invite(label, line, Reach.FRIEND, text)


def _button(data: dict[str, object]) -> Button:
    return Button(
        label=_words(data["label"]),
        data=_words(data["data"]),
        style=Style(data["style"]),
        source=_point(data["source"]),
        target=_point(data["target"]),
    )
