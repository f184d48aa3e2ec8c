"""Messages and accounts stored by older versions stay readable."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import UTC, datetime

from bot.chats.web.message_log import LoggedMessage
from bot.chats.web.web_accounts import WebAccount, WebAccounts
from bot.talk.reply import Bold, Button, Code, Invite, Mention, Reach, Reply, Style, Timestamp
from tests.chats.stand_ins import MemoryKeyValues
from tests.chats.web.house import HEAD, SIGNER

# Both were written by version 0.1.0.
BOARD = (
    '{"time": 1700000000.0, "text": ["⚪ ", {"bold": "Anna"}, " ", {"code": "/roll"}, '
    '{"mention": "Борис", "account": "b1"}], "nonce": "1.1", "author": null, '
    '"scene": "white=24:15 black=12:15 mover=w dice=6,5", "alt": "All on the heads.", "short_alt": "Heads.", '
    '"buttons": [[{"label": "Roll", "data": "k7f:1:roll", "style": "primary", "source": 24, "target": 18}]], '
    '"waits_for": ["b1"], "invites": [["For a friend", "/accept b2b", "Come"]]}'
)
TALK = (
    '{"time": 1700000000.5, "text": ["Good evening"], "nonce": "web:a1:action-1", "author": ["a1", "Anna"], '
    '"scene": null, "alt": "", "short_alt": "", "buttons": [], "waits_for": [], "invites": []}'
)
SECRET = "token.d8a092ca1f46e782c00cf1e4cdc5c826"  # noqa: S105 - opens nothing


def test_a_board_of_an_older_version_is_read() -> None:
    """A board that an older version stored is read in full."""
    assert LoggedMessage.parse(BOARD) == LoggedMessage(
        time=1_700_000_000.0,
        text=("⚪ ", Bold("Anna"), " ", Code("/roll"), Mention("Борис", "b1")),
        nonce="1.1",
        scene=str(HEAD),
        alt="All on the heads.",
        short_alt="Heads.",
        buttons=((Button("Roll", "k7f:1:roll", Style.PRIMARY, 24, 18),),),
        waits_for=("b1",),
        invites=(Invite("For a friend", "/accept b2b", Reach.FRIEND, "Come"),),
    )


def test_talk_of_an_older_version_is_read() -> None:
    """A line of talk that an older version stored is read in full."""
    said = LoggedMessage.said(WebAccount("a1", "Anna"), "Good evening", 1_700_000_000.5, "web:a1:action-1")
    assert LoggedMessage.parse(TALK) == said


def test_older_versions_can_read_the_stored_form() -> None:
    """The stored form has not changed, so that the version before can read a backup."""
    assert [str(LoggedMessage.parse(text)) for text in (BOARD, TALK)] == [BOARD, TALK]


def test_a_line_is_stored_in_each_language() -> None:
    """A board that has shrunk keeps its line in every language, and when it was changed."""
    board = replace(LoggedMessage.parse(BOARD), game="k7f", text=("Anna, your turn.",))
    later = replace(board, text=("Boris, your turn.",)).replacing(board, 1_700_000_050.0)
    shrunk = later.shrunk(("One line.",), {"en": ("One line.",), "ru": (Bold("Anna"), ": одна строка.")})
    assert LoggedMessage.parse(str(shrunk)) == shrunk
    assert (shrunk.changed, shrunk.scene, shrunk.buttons) == (1_700_000_050.0, None, ())


def test_a_time_is_stored_as_text() -> None:
    """A time is stored as the text that the page shows."""
    at = Timestamp(datetime(2026, 3, 3, 17, tzinfo=UTC), "Tue 18:00")
    kept = LoggedMessage.parse(str(LoggedMessage.of(Reply(("until ", at)), time=0)))
    assert kept.text == ("until ", "Tue 18:00")


async def test_an_account_of_an_older_version_is_found() -> None:
    """The secret in a browser opens the account that an older version stored."""
    key_values = MemoryKeyValues()
    await key_values.write("web:seats", hashlib.sha256(SECRET.encode()).hexdigest(), "a1")
    await key_values.write("web:names", "anna", "a1")
    await key_values.write("web:accounts", "a1", "Anna")
    await key_values.write("web:hosts", "a1", "came by the host's link")
    accounts = WebAccounts(key_values, SIGNER)
    assert accounts.is_signed(SECRET)
    assert await accounts.find(SECRET) == WebAccount("a1", "Anna")
    assert await accounts.is_host("a1")


def test_a_silent_message_notifies_no_player() -> None:
    """A silent message notifies no player it mentions; messages of older versions are not silent."""
    reply = Reply((Mention("Boris", "b1"), ", your turn."), is_silent=True)
    kept = LoggedMessage.parse(str(LoggedMessage.of(reply, time=0)))
    assert (kept.text, kept.notifies) == (reply.text, ())
    assert LoggedMessage.parse(BOARD).notifies == ("b1",)
