from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given, settings, strategies as st

from bot.chats.web.mini_app.init_data import (
    MOST_AHEAD,
    OLDEST,
    AppUser,
    BadInitData,
    read_init_data,
)
from tests.chats.web.mini_app.signing import (
    OTHER_TOKEN,
    TOKEN,
    account,
    init_data,
    seal,
)

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
AT = NOW.timestamp()
SECOND = timedelta(seconds=1)

DOCUMENTED = (
    "query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%22%2C%22"
    "last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22"
    "is_premium%22%3Atrue%7D&auth_date=1662771648"
    "&hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2"
)
DOCUMENTED_TOKEN = "5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8"  # noqa: S105 - of the documentation


def test_it_says_who_opened_it_and_for_what() -> None:
    """Number, names, language and what the link carried are those that Telegram has signed."""
    user = account(42, "Анна", last_name="К.", username="anna_k", language_code="ru", is_premium=True)
    data = init_data(AT, user, start_param="k7f", chat_instance="-1", signature="abc")
    assert read_init_data(data, TOKEN, NOW) == AppUser(42, "Анна К.", "anna_k", "ru", "k7f")


def test_the_example_of_the_documentation_is_read() -> None:
    """Data that neither this project nor its library has signed, from the Mini Apps' documentation, holds."""
    then = datetime.fromtimestamp(1662771648, UTC)
    opened = read_init_data(DOCUMENTED, DOCUMENTED_TOKEN, then)
    assert (opened.user, opened.handle, opened.language) == (279058397, "vdkfrost", "ru")


@pytest.mark.parametrize("age", [timedelta(), OLDEST, -MOST_AHEAD], ids=["now", "a day", "ahead"])
def test_it_holds_for_a_day(age: timedelta) -> None:
    """What was signed within the last 24 hours, or by a clock that is five minutes ahead, says who it is."""
    assert read_init_data(init_data((NOW - age).timestamp()), TOKEN, NOW).user == 777


@pytest.mark.parametrize("age", [OLDEST + SECOND, -MOST_AHEAD - SECOND, -3650 * OLDEST], ids=str)
def test_what_is_stale_or_from_the_future_is_refused(age: timedelta) -> None:
    """Older than 24 hours, or ahead by more than five minutes, it says nothing."""
    with pytest.raises(BadInitData):
        read_init_data(init_data((NOW - age).timestamp()), TOKEN, NOW)


def test_another_bots_data_is_refused() -> None:
    """What was signed with the token of another bot says nothing here."""
    with pytest.raises(BadInitData):
        read_init_data(init_data(AT, token=OTHER_TOKEN), TOKEN, NOW)


@pytest.mark.parametrize("field", ["user", "auth_date", "start_param", "hash", "query_id"])
def test_what_was_changed_is_refused(field: str) -> None:
    """No field can be changed, left out, given twice or added after Telegram has signed."""
    fields = parse_qsl(init_data(AT, start_param="k7f"))
    changed = {
        "user": json.dumps(account(778)),
        "auth_date": str(int(AT) + 1),
        "start_param": "other",
        "hash": "0" * 64,
        "query_id": "",
    }[field]
    for forged in (
        [(name, changed if name == field else text) for name, text in fields],
        [each for each in fields if each[0] != field],
        [*fields, (field, changed)],
        [*fields, ("more", "x")],
    ):
        with pytest.raises(BadInitData):
            read_init_data(urlencode(forged), TOKEN, NOW)


def refused(text: str) -> bool:
    """True if data says nothing."""
    try:
        read_init_data(text, TOKEN, NOW)
    except BadInitData:
        return True
    return False


NOBODY: list[object] = [
    {"first_name": "Nobody"},
    {"id": "777", "first_name": "Text"},
    {"id": True, "first_name": "Truth"},
    {"id": 0, "first_name": "Zero"},
    {"id": -5, "first_name": "A group"},
    {"id": 5, "first_name": "A bot", "is_bot": True},
    {"id": 777000, "first_name": "Telegram"},
    {"id": 1087968824, "first_name": "Group"},
    {"id": 5, "first_name": 7},
    {"id": 5, "first_name": "A", "last_name": ["B"]},
    {"id": 5, "first_name": "A", "username": ["a"]},
    [],
    None,
    7,
]


def test_a_person_that_is_none_is_refused() -> None:
    """Even signed, an account without a number and names of the right kinds, or no account, is nobody's."""
    dated = {"auth_date": str(int(AT))}
    signed = [dated, *({**dated, "user": json.dumps(user)} for user in NOBODY)]
    assert [
        fields for fields in signed if not refused(urlencode({**fields, "hash": seal(fields, TOKEN)}))
    ] == []


NONSENSE = [
    *("", "x", "=", "&&&", "hash", "hash=", "a=b&a=b", "\x00", "%ff=%ff", "user=" + "[" * 3000),
    "auth_date=1e9&hash=" + "0" * 64,
    "auth_date=" + "9" * 300 + "&hash=" + "0" * 64,
]


def test_nonsense_is_refused() -> None:
    """What is no such data at all is refused like what is forged."""
    assert [text for text in NONSENSE if not refused(text)] == []


@settings(max_examples=30)
@given(st.text(max_size=200))
def test_no_text_breaks_it(text: str) -> None:
    """Whatever is sent is either Telegram's or refused."""
    with pytest.raises(BadInitData):
        read_init_data(text, TOKEN, NOW)


def test_a_name_that_cannot_be_seen_is_the_handle() -> None:
    """Somebody whose names have nothing to see goes by the username."""
    assert read_init_data(init_data(AT, account(name="\u2800", username="anna")), TOKEN, NOW).name == "anna"


def test_what_a_link_carries_beyond_its_limit_is_dropped() -> None:
    """Telegram carries 64 characters; more is nothing that was asked for."""
    assert read_init_data(init_data(AT, start_param="x" * 65), TOKEN, NOW).start == ""
