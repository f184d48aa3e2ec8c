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


def test_init_data_names_the_user_and_the_start_parameter() -> None:
    """Number, names, language and the link's parameter are read as Telegram signed them."""
    user = account(42, "Анна", last_name="К.", username="anna_k", language_code="ru", is_premium=True)
    data = init_data(AT, user, start_param="k7f", chat_instance="-1", signature="abc")
    assert read_init_data(data, TOKEN, NOW) == AppUser(42, "Анна К.", "anna_k", "ru", "k7f")


def test_the_example_of_the_documentation_is_read() -> None:
    """The signed example from Telegram's documentation is valid."""
    then = datetime.fromtimestamp(1662771648, UTC)
    opened = read_init_data(DOCUMENTED, DOCUMENTED_TOKEN, then)
    assert (opened.user, opened.handle, opened.language) == (279058397, "vdkfrost", "ru")


@pytest.mark.parametrize("age", [timedelta(), OLDEST, -MOST_AHEAD], ids=["now", "a day", "ahead"])
def test_init_data_is_valid_for_a_day(age: timedelta) -> None:
    """Data signed within the last 24 hours, or by a clock up to five minutes ahead, is valid."""
    assert read_init_data(init_data((NOW - age).timestamp()), TOKEN, NOW).user == 777


@pytest.mark.parametrize("age", [OLDEST + SECOND, -MOST_AHEAD - SECOND, -3650 * OLDEST], ids=str)
def test_stale_or_future_init_data_is_refused(age: timedelta) -> None:
    """Data older than 24 hours, or more than five minutes ahead, is refused."""
    with pytest.raises(BadInitData):
        read_init_data(init_data((NOW - age).timestamp()), TOKEN, NOW)


def test_another_bots_data_is_refused() -> None:
    """Data signed with the token of another bot is refused."""
    with pytest.raises(BadInitData):
        read_init_data(init_data(AT, token=OTHER_TOKEN), TOKEN, NOW)


@pytest.mark.parametrize("field", ["user", "auth_date", "start_param", "hash", "query_id"])
def test_changed_init_data_is_refused(field: str) -> None:
    """A field that was changed, removed, repeated or added after signing makes the data invalid."""
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


def is_refused(text: str) -> bool:
    """Return True if the data is refused."""
    try:
        read_init_data(text, TOKEN, NOW)
    except BadInitData:
        return True
    return False


NO_PERSON: list[object] = [
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


def test_a_user_that_is_no_person_is_refused() -> None:
    """Correctly signed data is refused if its user is missing, malformed, a bot or one of Telegram's own."""
    dated = {"auth_date": str(int(AT))}
    signed = [dated, *({**dated, "user": json.dumps(user)} for user in NO_PERSON)]
    assert [
        fields for fields in signed if not is_refused(urlencode({**fields, "hash": seal(fields, TOKEN)}))
    ] == []


NONSENSE = [
    *("", "x", "=", "&&&", "hash", "hash=", "a=b&a=b", "\x00", "%ff=%ff", "user=" + "[" * 3000),
    "auth_date=1e9&hash=" + "0" * 64,
    "auth_date=" + "9" * 300 + "&hash=" + "0" * 64,
]


def test_nonsense_is_refused() -> None:
    """Text that is no such data is refused like forged data."""
    assert [text for text in NONSENSE if not is_refused(text)] == []


@settings(max_examples=30)
@given(st.text(max_size=200))
def test_arbitrary_text_is_refused(text: str) -> None:
    """Arbitrary text is refused and raises no other error."""
    with pytest.raises(BadInitData):
        read_init_data(text, TOKEN, NOW)


def test_an_invisible_name_is_replaced_by_the_handle() -> None:
    """A person whose name has no visible character goes by the username."""
    assert read_init_data(init_data(AT, account(name="\u2800", username="anna")), TOKEN, NOW).name == "anna"


def test_a_start_parameter_that_is_too_long_is_dropped() -> None:
    """A start parameter of more than Telegram's 64 characters is dropped."""
    assert read_init_data(init_data(AT, start_param="x" * 65), TOKEN, NOW).start == ""
