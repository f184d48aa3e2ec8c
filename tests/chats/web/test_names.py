from __future__ import annotations

import pytest

from bot.chats.web.errors import Refused
from bot.chats.web.names import sanitize_name


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Anna ", "Anna"),
        ("Anna   Maria", "Anna Maria"),
        ("Боря", "Боря"),
        ("e\u0301lan", "élan"),
        ("⚪", "⚪"),
        ("a" * 32, "a" * 32),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("👨\u200d💻", "👨\u200d💻"),
        ("\u200dAnna\u200d", "Anna"),
    ],
)
def test_a_name_is_sanitized(typed: str, shown: str) -> None:
    """A name is trimmed, blanks in it become single, and letters are composed."""
    assert sanitize_name(typed) == shown


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("", "web-name-empty"),
        ("   ", "web-name-empty"),
        ("\u0301", "web-name-empty"),
        ("a" * 33, "web-name-long"),
        ("An\u202ena", "web-name-hidden"),
        ("An\u200bna", "web-name-hidden"),
        ("An\nna", "web-name-hidden"),
        ("An\x00na", "web-name-hidden"),
        ("\u3164", "web-name-hidden"),
        ("\u2066Anna\u2069", "web-name-hidden"),
        ("\ud800", "web-name-hidden"),
    ],
)
def test_an_invalid_name_is_refused(typed: str, word: str) -> None:
    """A name that is empty, too long, or has hidden characters is refused with a matching reason."""
    with pytest.raises(Refused) as refusal:
        sanitize_name(typed)
    assert refusal.value.word == word
