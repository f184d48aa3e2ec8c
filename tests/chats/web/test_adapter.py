from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import aiohttp
import pytest

from bot.chats.errors import ChatGone, MessageGone
from bot.chats.web.connection_limits import Limits
from bot.sessions import Signer
from bot.talk.reply import Bold, Button, Code, Mention, OldBoardPolicy, Reply, RetiredContent, Style
from tests.chats.stand_ins import PNG, MemoryKeyValues
from tests.chats.web.house import HEAD, NOW, Served, serving

ROLL = ((Button("Roll", "k7f:1:roll", Style.PRIMARY),),)
_UPGRADE = (
    "GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
    "Connection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
BOARD = Reply(("Anna, your turn.",), HEAD, alt="All on the heads.", buttons=ROLL)


async def test_a_message_is_shown_at_once(served: Served) -> None:
    """A message reaches every tab in the room at once, with its markup and buttons."""
    async with served.tab() as tab:
        text = ("⚪ ", Bold("Anna"), " 210, ", Mention("Boris", "b1"), ", your turn: ", Code("/roll"))
        number = await served.table.send("table", Reply(text, buttons=ROLL), "n1")
        message = (await tab.get("message"))["message"]
        assert message["id"] == number
        assert message["time"] == NOW
        assert message["author"] is None
        assert message["text"] == [
            "⚪ ",
            {"bold": "Anna"},
            " 210, ",
            {"mention": "Boris", "account": "b1"},
            ", your turn: ",
            {"code": "/roll"},
        ]
        assert message["notifies"] == ["b1"]
        assert message["buttons"] == [
            [{"label": "Roll", "data": "k7f:1:roll", "style": "primary", "source": None, "target": None}]
        ]


async def test_a_repeated_nonce_adds_nothing(served: Served) -> None:
    """A message that is sent again with the same nonce returns the first one's id."""
    first = await served.table.send("table", BOARD, "n1")
    assert await served.table.send("table", BOARD, "n1") == first
    assert await served.table.send("table", BOARD, "n2") != first
    assert len(served.key_values.namespaces["room:table"]) == 2


async def test_a_nonce_is_known_after_a_restart() -> None:
    """A message that was sent and edited just before a crash is not sent again after it."""
    key_values = MemoryKeyValues()
    async with serving(key_values) as served:
        first = await served.table.send("table", BOARD, "n1")
        await served.table.edit("table", first, Reply(("Other words.",)))
    async with serving(key_values) as served:
        assert await served.table.send("table", BOARD, "n1") == first


async def test_concurrent_sends_with_one_nonce_add_one_message(served: Served) -> None:
    """Concurrent sends with one nonce add one message."""
    numbers = await asyncio.gather(*(served.table.send("table", BOARD, "n1") for _ in range(5)))
    assert len(set(numbers)) == 1


async def test_an_edit_is_shown_in_place(served: Served) -> None:
    """An edited message keeps its id and time and shows the new contents."""
    number = await served.table.send("table", BOARD, "n1")
    async with served.tab() as tab:
        await served.table.edit("table", number, Reply(("Anna rolled.",)))
        message = (await tab.get("message"))["message"]
        assert (message["id"], message["text"], message["buttons"]) == (number, ["Anna rolled."], [])
    async with served.tab() as later:
        assert later.table["messages"] == [message]


@pytest.mark.parametrize(
    ("remains", "text", "alt"),
    [
        (RetiredContent(), "Anna, your turn.", "All on the heads."),
        (RetiredContent(OldBoardPolicy.SHRINK, ("One line.",)), "One line.", None),
    ],
)
async def test_a_retired_message_has_no_buttons(
    served: Served, remains: RetiredContent, text: str, alt: str | None
) -> None:
    """A retired message loses its buttons; one that shrinks becomes a line without a picture."""
    number = await served.table.send("table", BOARD, "n1")
    async with served.tab() as tab:
        await served.table.retire("table", number, remains)
        message = (await tab.get("message"))["message"]
        assert (message["text"], message["buttons"]) == ([text], [])
        assert (message["board"] and message["board"]["alt"]) == alt


async def test_a_line_of_an_old_board_is_read_in_each_language(served: Served) -> None:
    """A board that shrinks becomes a line in the language of each tab, also when it is loaded later."""
    number = await served.table.send("table", BOARD, "n1")
    lines = {"en": ("Anna rolled 6-5.",), "ru": ("Anna: зары 6-5.",)}
    async with served.tab(language="ru-RU") as russian, served.tab(language="en") as english:
        line = RetiredContent(OldBoardPolicy.SHRINK, lines["en"], lines)
        await served.table.retire("table", number, line)
        for tab, language in ((russian, "ru"), (english, "en")):
            assert (await tab.get("message"))["message"]["text"] == [*lines[language]]
    async with served.tab(language="ru") as later, served.tab(language="de") as other:
        assert [each["text"] for each in later.table["messages"]] == [["Anna: зары 6-5."]]
        assert [each["text"] for each in other.table["messages"]] == [["Anna rolled 6-5."]]


async def test_a_board_that_changed_is_moved(served: Served) -> None:
    """A board of the common table says when its text changed; a redraw of the same state does not move it."""
    board = replace(BOARD, game="k7f")
    number = await served.table.send("table", board, "n1")
    async with served.tab() as tab:
        assert tab.table["messages"][0]["changed"] is None
        await served.table.edit("table", number, replace(board, alt="The same, from the other side."))
        assert (await tab.get("message"))["message"]["changed"] is None
        await served.table.edit("table", number, replace(board, text=("Boris, your turn.",)))
        assert (await tab.get("message"))["message"]["changed"] == NOW


async def test_an_old_board_is_deleted(served: Served) -> None:
    """A deleted message disappears at once and for good; deleting it again is no error."""
    number = await served.table.send("table", BOARD, "n1")
    async with served.tab() as tab:
        await served.table.retire("table", number, RetiredContent(OldBoardPolicy.DELETE))
        assert (await tab.get("removed"))["message"] == number
        await served.table.retire("table", number, RetiredContent(OldBoardPolicy.DELETE))
    async with served.tab() as later:
        assert later.table["messages"] == []


async def test_a_missing_message_cannot_be_edited(served: Served) -> None:
    """Editing a missing message raises MessageGone; retiring it is no error."""
    for gone in ("1", "none", "²"):
        with pytest.raises(MessageGone):
            await served.table.edit("table", gone, BOARD)
        await served.table.retire("table", gone, RetiredContent())


async def test_talk_cannot_be_edited(served: Served) -> None:
    """A line that a person said cannot be edited."""
    async with served.signed_in("Anna") as anna:
        await anna.say("hello")
    with pytest.raises(MessageGone):
        await served.table.edit("table", "1", BOARD)


async def test_an_unknown_room_is_gone(served: Served) -> None:
    """Any room but the common table and the accounts' own rooms raises ChatGone."""
    for chat in ("nowhere", "me:", "me:unknown", ""):
        with pytest.raises(ChatGone):
            await served.table.send(chat, BOARD, "n1")
        with pytest.raises(ChatGone):
            await served.table.edit(chat, "1", BOARD)
        with pytest.raises(ChatGone):
            await served.table.retire(chat, "1", RetiredContent())


async def test_a_private_room_is_private(served: Served) -> None:
    """A message to a person's room reaches all tabs of that person, later ones too, and no others."""
    async with served.signed_in("Anna") as anna, served.signed_in("Boris") as boris, served.tab() as watcher:
        await served.table.send(f"me:{anna.account}", Reply(("For Anna.",)), "n1")
        assert (await anna.get("message", room="me"))["message"]["text"] == ["For Anna."]
        await served.table.send("table", Reply(("For all.",)), "n1")
        for other in (boris, watcher):
            assert (await other.get("message"))["message"]["text"] == ["For all."]
    async with served.tab(anna.secret) as again:
        assert [message["text"] for message in again.me["messages"]] == [["For Anna."]]


async def test_a_boards_address_leads_to_its_picture(served: Served) -> None:
    """The address in a message leads to the picture, which browsers may cache for good."""
    async with served.tab() as tab:
        await served.table.send("table", BOARD, "n1")
        board = (await tab.get("message"))["message"]["board"]
        async with served.web.get(board["address"]) as answer:
            assert await answer.read() == PNG
            assert answer.content_type == "image/png"
            assert "immutable" in answer.headers["Cache-Control"]
        assert served.painter.painted == [HEAD]


async def test_a_board_is_drawn_in_the_requested_look(served: Served) -> None:
    """The query may change the side, theme and layout, nothing else, and unknown values give 404."""
    async with served.tab() as tab:
        await served.table.send("table", BOARD, "n1")
        address = (await tab.get("message"))["message"]["board"]["address"]
        assert await served.status(f"{address}?side=b&theme=dark&layout=compact&dice=1,1") == 200
        assert served.painter.painted == [replace(HEAD, side="b", theme="dark", layout="compact")]
        assert await served.status(f"{address}?side=x") == 404


async def test_a_board_cannot_be_found_by_guessing(served: Served) -> None:
    """A picture is served only for the right seal of a message that shows a board."""
    async with served.tab() as tab:
        number = await served.table.send("table", BOARD, "n1")
        await served.table.send("table", BOARD, "n2")
        address = (await tab.get("message"))["message"]["board"]["address"]
        *_, seal, board = address.split("/")
        await served.table.edit("table", number, Reply(("No board.",)))
        for wrong in (
            address,
            f"/board/table/2/{seal}/{board}",
            f"/board/{seal}.png",
            f"/board/table/1/{'0' * 32}/{board}",
        ):
            assert await served.status(wrong) == 404
        assert not served.painter.painted


async def test_a_superseded_board_is_answered_with_its_successor(served: Served) -> None:
    """The address of a replaced board leads to the present board of its message, uncached."""
    async with served.tab() as tab:
        number = await served.table.send("table", BOARD, "n1")
        address = (await tab.get("message"))["message"]["board"]["address"]
        await served.table.edit("table", number, Reply(("Later.",), scene=replace(HEAD, theme="dark")))
        async with served.web.get(address) as answer:
            assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-store")
        assert served.painter.painted == [replace(HEAD, theme="dark")]


async def test_seals_differ_between_installations() -> None:
    """The address of a board from one installation opens nothing in another."""
    addresses = []
    for key in (b"one", b"another"):
        async with serving(signer=Signer(key)) as served, served.tab() as tab:
            await served.table.send("table", BOARD, "n1")
            addresses.append((await tab.get("message"))["message"]["board"]["address"])
    assert addresses[0] != addresses[1]


async def test_a_room_shows_its_last_fifty(served: Served) -> None:
    """A room opens with its last fifty messages and shows earlier ones on request."""
    for number in range(60):
        await served.table.send("table", Reply((str(number),)), f"n{number}")
    async with served.tab() as tab:
        assert [message["text"] for message in tab.table["messages"]] == [[str(n)] for n in range(10, 60)]
        await tab.put(do="earlier", room="table", before=tab.table["before"])
        earlier = await tab.get("earlier")
        assert [message["text"] for message in earlier["messages"]] == [[str(n)] for n in range(10)]
        assert earlier["before"] is None


class CountingKeyValues(MemoryKeyValues):
    """Stored values that count how often the log of a room is read."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0

    async def log_entries(
        self, namespace: str, *, before: int | None = None, limit: int = 50
    ) -> list[tuple[int, str]]:
        """Return the last entries of a namespace, and count the call."""
        self.reads += 1
        return await super().log_entries(namespace, before=before, limit=limit)


async def test_an_unchanged_table_is_read_once() -> None:
    """The table's messages are cached after the first visit and read again only after a change."""
    key_values = CountingKeyValues()
    async with serving(key_values) as served:
        number = await served.table.send("table", BOARD, "n1")
        shown = []
        for change in (None, None, "edit", "talk"):
            if change == "edit":
                await served.table.edit("table", number, Reply(("Changed.",)))
            elif change == "talk":
                async with served.signed_in("Anna") as anna:
                    await anna.say("hello")
            before = key_values.reads
            async with served.tab() as tab:
                shown.append(
                    ([message["text"] for message in tab.table["messages"]], key_values.reads - before)
                )
        (first, _), second, third, (last, _) = shown
        assert second == (first, 0)
        assert third == ([["Changed."]], 1)
        assert last == [["Changed."], ["hello"]]


async def test_a_broken_log_entry_does_not_break_the_room(served: Served) -> None:
    """A log entry that cannot be read is skipped."""
    whole = {"time": 1, "text": [], "nonce": "", "author": None, "scene": None, "alt": "", "short_alt": ""}
    await served.table.send("table", Reply(("before",)), "n1")
    for entry in (
        "",
        "no json",
        "[]",
        '{"time": "x"}',
        "[" * 100_000,
        json.dumps({**whole, "text": [{"odd": 1}], "buttons": []}),
        json.dumps({**whole, "buttons": [[{}]]}),
    ):
        number = await served.key_values.append("room:table", entry)
        with pytest.raises(MessageGone):
            await served.table.edit("table", str(number), BOARD)
    await served.table.send("table", Reply(("after",)), "n2")
    async with served.tab() as tab:
        assert [message["text"] for message in tab.table["messages"]] == [["before"], ["after"]]


async def test_a_message_with_a_bad_scene_has_no_picture(served: Served) -> None:
    """A message with an invalid scene is shown as text only."""
    await served.table.send("table", BOARD, "n1")
    kept = served.key_values.namespaces["room:table"]
    kept[1] = kept[1].replace("white=24:15", "white=99:15")
    async with served.tab() as tab:
        (message,) = tab.table["messages"]
        assert (message["board"], message["text"]) == (None, ["Anna, your turn."])


async def test_stopping_is_prompt(served: Served) -> None:
    """Stopping closes every tab, even while an action is being carried out."""
    served.handler.release = asyncio.Event()
    async with served.signed_in("Anna") as anna, served.tab() as watcher:
        await anna.put(do="say", id="action-1", room="table", text="/play", message=None)
        closing = asyncio.create_task(watcher.closed())
        served.task.cancel()
        async with asyncio.timeout(20):
            await asyncio.wait([served.task])
        assert served.task.cancelled()
        assert await closing == aiohttp.WSCloseCode.GOING_AWAY


async def test_a_table_can_be_served_again() -> None:
    """A stopped table can be started again on the same port."""
    async with serving() as served:
        before = await served.table.bound()
        served.task.cancel()
        await asyncio.wait([served.task])
        again = asyncio.create_task(served.table.run())
        port = await served.table.bound()
        assert port == before
        async with aiohttp.ClientSession() as web, web.get(f"http://127.0.0.1:{port}/") as answer:
            assert answer.status == 200
        again.cancel()
        await asyncio.wait([again])


async def test_a_visitor_who_leaves_while_connecting_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    """A visitor who leaves before the connection is answered logs no error and frees the place."""
    async with serving(limits=Limits(unseated_of_one=1)) as served:
        for _ in range(3):
            _, writer = await asyncio.open_connection("127.0.0.1", served.port)
            writer.write(_UPGRADE.format(port=served.port).encode())
            writer.close()
            await writer.wait_closed()
        async with served.tab() as tab:
            assert tab.welcome["account"] is None
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
