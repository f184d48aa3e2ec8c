from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta

import pytest

from bot.chats.web.tab_places import GAVE_WAY
from bot.talk.incoming import ChatKind, Line, Person, Place, Press
from bot.talk.reply import Reply
from tests.chats.web.house import NOW, ManualWatch, Tab
from tests.chats.web.mini_app.house import app_socket, opened, serving_app
from tests.chats.web.mini_app.signing import OTHER_TOKEN, account, init_data

DAY = timedelta(days=1).total_seconds()
NOT_KNOWN = 4001
BAD_FRAME = 1008


async def test_the_app_opens_in_the_users_language() -> None:
    """The page gets its texts in the user's language, the link's parameter, and the name."""
    async with serving_app() as served:
        user = account(42, "Анна", language_code="ru")
        async with opened(served, user, start_param="k7f") as tab:
            assert (tab.named["language"], tab.named["start"]) == ("ru", "k7f")
            assert tab.named["words"]["web-table-done"] == "Готово"
            assert (tab.welcome["account"], tab.welcome["name"], tab.welcome["secret"]) == (
                "42",
                "Анна",
                None,
            )


async def test_actions_come_from_the_telegram_account() -> None:
    """A press and a line come from the Telegram account, in its private chat, as done on an open board."""
    async with serving_app() as served, opened(served, account(42, "Anna", username="anna")) as tab:
        served.handler.answers = (Reply(("Not now.",)),)
        await tab.put(do="press", id="action-1", room="me", data="3:/done k7f", message=None)
        assert (await tab.get("done", id="action-1"))["replies"][0]["text"] == ["Not now."]
        await tab.say("/why", "action-2", room="me")
        press, line = served.handler.incoming
        assert (press.what, line.what) == (Press("3:/done k7f"), Line("/why"))
        assert press.person == Person("telegram", "42", "Anna", "", "anna")
        assert press.place == Place("telegram", "42", ChatKind.PRIVATE) == await press.private_place()
        assert press.on_board
        assert not await press.administers()
        assert press.idempotency_key == "app:42:action-1"


async def test_one_browser_serves_two_accounts() -> None:
    """Two apps that are open in one browser each act for the account that Telegram signed."""
    async with (
        serving_app() as served,
        opened(served, account(42, "Anna")) as anna,
        opened(served, account(43, "Boris")) as boris,
    ):
        for number, tab in enumerate((anna, boris, anna)):
            await tab.say("/games", f"action-{number}", room="me")
        assert [each.person.key for each in served.handler.incoming] == ["42", "43", "42"]


@pytest.mark.parametrize(
    "data",
    [
        init_data(NOW) + "0",
        init_data(NOW).replace("Anna", "Hanna"),
        init_data(NOW - DAY - 1),
        init_data(NOW + 301),
        init_data(NOW, token=OTHER_TOKEN),
        "",
        "nothing",
    ],
    ids=["longer hash", "another name", "stale", "from the future", "another bot's", "empty", "none"],
)
@pytest.mark.parametrize(
    ("language", "words"), [("en", "Close it and open it again"), ("ru", "откройте снова")]
)
async def test_bad_init_data_is_refused_in_words(data: str, language: str, words: str) -> None:
    """Forged, stale or foreign data is answered with advice, and nothing is done for it."""
    async with serving_app() as served, app_socket(served, data, language) as tab:
        assert words in (await tab.get("turned away"))["text"]
        await tab.put(do="press", id="action-1", room="me", data="/done", message=None)
        assert await tab.closed() == NOT_KNOWN
        assert not served.handler.incoming


async def test_a_new_connection_is_verified_again() -> None:
    """Data that is older than a day opens no further connection."""
    async with serving_app() as served:
        data = init_data(NOW - DAY + 1)
        async with app_socket(served, data) as tab:
            await tab.get("welcome")
        later = init_data(NOW - DAY - 1)
        async with app_socket(served, later) as tab:
            await tab.get("turned away")


@pytest.mark.parametrize(
    "frame",
    [
        {"do": "hello", "secret": "", "language": "en"},
        {"do": "press", "id": "action-1", "room": "me", "data": ":/done", "message": None},
        {"do": "open app", "data": "x" * 3501, "language": "en"},
    ],
    ids=["a table's hello", "a press at once", "too long"],
)
async def test_a_wrong_first_frame_closes_the_app(frame: dict[str, object]) -> None:
    """A connection whose first frame is not the app's is closed."""
    async with serving_app() as served, served.socket(path="/app/socket") as socket:
        await socket.send_json(frame)
        assert (await socket.receive()).data == BAD_FRAME


@pytest.mark.parametrize("kind", ["accounts", "open app", "name", "complete"])
async def test_frames_for_the_table_only_close_the_app(kind: str) -> None:
    """The app can neither administer the table, take a name there, nor become another person."""
    async with serving_app() as served, opened(served) as tab:
        more = {
            "id": "action-1",
            "name": "Host",
            "data": init_data(NOW),
            "language": "en",
            "room": "me",
            "text": "",
        }
        await tab.put(do=kind, **more)
        assert await tab.closed() == BAD_FRAME


async def test_init_data_opens_no_tab_of_the_table() -> None:
    """Telegram's data opens no tab of the table."""
    async with serving_app() as served, served.socket() as socket:
        await socket.send_json({"do": "open app", "data": init_data(NOW), "language": "en"})
        assert (await socket.receive()).data == BAD_FRAME


async def test_a_game_is_watched_while_it_is_open() -> None:
    """A change of the open game is shown at once; a closed game is no longer watched."""
    watch = ManualWatch()
    async with serving_app(watch) as served, opened(served) as tab:
        await tab.put(do="look at", room="me", game="k7f")
        assert (await tab.get("table", game="k7f"))["table"] is None
        await tab.catch_up()
        watch.looked_at["k7f"].set()
        await tab.get("table", game="k7f")
        await tab.put(do="look at", room="me", game="")
        await tab.catch_up()
        assert not watch.looked_at


async def test_a_failed_update_closes_the_app(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A failed update closes the connection, so that the page reconnects and shows the present board."""

    async def fails(*_asked: object) -> None:
        raise RuntimeError("nothing is shown")

    watch = ManualWatch()
    async with serving_app(watch) as served, opened(served) as tab:
        await tab.put(do="look at", room="me", game="k7f")
        await tab.get("table", game="k7f")
        await tab.catch_up()
        monkeypatch.setattr(served.handler, "table", fails)
        watch.looked_at["k7f"].set()
        await tab.closed()
    assert "nothing is shown" in caplog.text


async def test_too_many_actions_are_refused() -> None:
    """Actions beyond the rate limit are answered with "too fast"."""
    async with serving_app() as served, opened(served) as tab:
        for number in range(60):
            await tab.put(do="press", id=f"action-{number}", room="me", data=":/roll", message=None)
        done = (await tab.get("done", replies=[]), await tab.get("done"))[1]
        while not done["replies"]:
            done = await tab.get("done")
        assert "Too fast" in done["replies"][0]["text"][0]


async def test_one_account_has_at_most_eight_apps() -> None:
    """Only the last eight apps of an account stay open, and others still come in."""
    async with serving_app() as served, AsyncExitStack() as stack:
        tabs: list[Tab] = []
        closed: list[asyncio.Task[int]] = []
        for number in range(10):
            headers = {"X-Forwarded-For": f"2001:db8:0:{number % 5:x}::{number:x}"}
            tab = await stack.enter_async_context(opened(served, account(42), headers=headers))
            if number < 10 - 8:
                closed.append(asyncio.create_task(tab.closed()))
            else:
                tabs.append(tab)
        assert await asyncio.gather(*closed) == [GAVE_WAY] * 2
        async with opened(served, account(43, "Boris")) as boris, served.signed_in("Clara") as clara:
            assert boris.welcome["name"] == "Boris"
            assert (await clara.say("/help"))["replies"] == []
            assert served.table.tab_figures.seated == 8 + 2
        for tab in tabs:
            await tab.catch_up()
