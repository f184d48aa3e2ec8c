from __future__ import annotations

import json
from typing import Any

import aiohttp
import pytest

from bot.talk.incoming import LONGEST_TEXT, Attached, ChatKind, Line, Person, Place, Press
from bot.talk.reply import Button, Reply
from tests.chats.stand_ins import PNG
from tests.chats.web.house import HEAD, Served, serving


async def test_talk_is_shown_to_all(served: Served) -> None:
    """A line of talk is stored with its author's name and shown to all."""
    async with served.signed_in("Anna") as anna, served.tab() as watcher:
        await anna.say("Good evening")
        message = (await watcher.get("message"))["message"]
        assert message["text"] == ["Good evening"]
        assert message["author"] == {"account": anna.account, "name": "Anna"}
    async with served.tab() as later:
        assert later.table["messages"] == [message]


async def test_talk_reaches_the_handler(served: Served) -> None:
    """The handler gets every line with its person, place and language."""
    async with served.signed_in("Anna", language="ru-RU") as anna:
        await anna.say("Добрый вечер", key="evening-1")
        (incoming,) = served.handler.incoming
        assert incoming.idempotency_key == f"web:{anna.account}:evening-1"
        assert incoming.person == Person("web", anna.account, "Anna", "ru-RU")
        assert incoming.place == Place("web", "table", ChatKind.SHARED)
        assert incoming.what == Line("Добрый вечер")


async def test_the_zone_of_the_browser_reaches_the_handler(served: Served) -> None:
    """The browser's time zone comes with each action, or is empty if it cannot be a zone's name."""
    zones = {"Europe/Berlin": "Europe/Berlin", "Etc/GMT+3": "Etc/GMT+3", "<b>": "", "x" * 65: "", 3: ""}
    async with served.signed_in("Anna") as anna:
        for said, known in zones.items():
            async with served.greeted(anna.secret, zone=said) as tab:
                await tab.say("/settings zone", key="which-zone")
            assert served.handler.incoming[-1].person.zone == known


async def test_a_page_of_0_3_0_reloads(served: Served) -> None:
    """A page of version 0.3.0, which sends no frame types, gets a made-up language, so that it reloads."""
    for language, answered in (("en", "en-001"), ("ru", "ru-001"), ("?", "en-001")):
        async with served.greeted(language=language, types="") as tab:
            assert (await tab.get("language"))["language"] == answered


async def test_a_chosen_language_reaches_every_tab_of_the_person(served: Served) -> None:
    """All tabs of a person switch to the language chosen in one, and others' tabs do not."""
    async with (
        served.signed_in("Anna") as one,
        served.tab(one.secret) as two,
        served.signed_in("Boris") as boris,
    ):
        served.handler.language = "ru"
        await one.say("/settings language ru", room="me")
        spoken = [(await tab.get("language"))["language"] for tab in (one, two)]
        assert spoken == ["ru", "ru"]
        assert await boris.catch_up() == []


async def test_the_page_follows_the_language_of_an_answer(served: Served) -> None:
    """All tabs of a player switch to the language of an answer at the table if it changes."""
    served.handler.answers = (Reply(("Your settings",), language="en"),)
    async with served.signed_in("Anna") as one, served.tab(one.secret) as two:
        await one.say("/settings")
        assert await one.catch_up() == []
        served.handler.language = "ru"
        served.handler.answers = (Reply(("Ваши настройки",), language="ru"),)
        await one.say("/settings", "action-2")
        assert [(await tab.get("language"))["language"] for tab in (one, two)] == ["ru", "ru"]


async def test_commands_and_moves_are_not_talk(served: Served) -> None:
    """Commands and moves are handled, and not shown as talk."""
    lines = ["/play", "24/18 13/8", "/"]
    async with served.signed_in("Anna") as anna:
        for number, line in enumerate(lines):
            await anna.say(line, f"action-{number}")
    assert [each.what for each in served.handler.incoming] == list(map(Line, lines))
    assert not served.key_values.namespaces["room:table"]


async def test_an_answer_is_private(served: Served) -> None:
    """An answer goes only to the tab that asked, and is not stored."""
    served.handler.answers = (Reply(("Only you see this.",)),)
    async with served.signed_in("Anna") as anna, served.signed_in("Boris") as boris:
        done = await anna.say("/help")
        assert [reply["text"] for reply in done["replies"]] == [["Only you see this."]]
        assert await boris.catch_up() == []
        assert "Only you" not in str(dict(served.key_values.namespaces))


async def test_a_repeated_action_keeps_its_idempotency_key(served: Served) -> None:
    """An action that is sent again after a reconnect has the same key, and its talk is stored once."""
    async with served.signed_in("Anna") as anna:
        await anna.say("hello", key="action-1")
        secret = anna.secret
    async with served.tab(secret) as again:
        await again.say("hello", key="action-1")
    first, second = served.handler.incoming
    assert first.idempotency_key == second.idempotency_key
    assert len(served.key_values.namespaces["room:table"]) == 1


async def test_an_action_survives_its_connection(served: Served) -> None:
    """An action is carried out although its tab was closed."""
    async with served.signed_in("Anna") as anna:
        await anna.put(do="press", id="action-1", room="table", data="k7f:roll", message="1")
        await anna.put(do="press", id="action-2", room="table", data="k7f:done", message="1")
    assert [each.what for each in served.handler.incoming] == [Press("k7f:roll"), Press("k7f:done")]


async def test_a_press_names_its_message(served: Served) -> None:
    """The handler gets a pressed button's data and its message."""
    async with served.signed_in("Anna") as anna:
        await anna.put(do="press", id="action-1", room="me", data="k7f:12:24/18", message="7")
        await anna.get("done")
        (incoming,) = served.handler.incoming
        assert (incoming.what, incoming.message) == (Press("k7f:12:24/18"), "7")
        assert incoming.place == Place("web", f"me:{anna.account}", ChatKind.PRIVATE)


async def test_a_watcher_changes_nothing(served: Served) -> None:
    """A watcher's action is answered in words and not handled."""
    async with served.tab() as watcher:
        done = await watcher.say("hello")
        assert "name" in done["replies"][0]["text"][0]
        assert not served.handler.incoming
        assert not served.key_values.namespaces["room:table"]


async def test_a_watcher_has_no_private_room(served: Served) -> None:
    """A watcher's request for a private room is not answered."""
    async with served.signed_in("Anna") as anna:
        await served.table.send(f"me:{anna.account}", Reply(("For Anna.",)), "n1")
    async with served.tab() as watcher:
        await watcher.put(do="earlier", room="me", before="99")
        assert await watcher.catch_up() == []


async def test_an_error_is_answered(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    """After an error the person gets an answer without details and can go on; talk is not stored then."""
    async with served.signed_in("Anna") as anna:
        for line in ("/play", "Good luck!"):
            served.handler.fault = RuntimeError("particulars")
            done = await anna.say(line)
            assert "particulars" not in str(done)
            assert done["replies"][0]["text"]
            assert not served.key_values.namespaces["room:table"]
            served.handler.fault = None
            assert (await anna.say(line))["replies"] == []
    assert len(served.key_values.namespaces["room:table"]) == 1
    assert "particulars" in caplog.text


async def test_lines_are_completed(served: Served) -> None:
    """The handler's completions come back under the id of the request."""
    async with served.signed_in("Anna") as anna:
        await anna.put(do="complete", id="question-1", room="table", text="/pl")
        assert (await anna.get("completions", id="question-1"))["lines"] == ["/play easy", "/play hard"]


async def test_an_answers_board_is_served(served: Served) -> None:
    """An answer that is stored nowhere has its buttons and a board with an address."""
    buttons = ((Button("24→18", "k7f:0", source=24, target=18),),)
    served.handler.answers = (Reply(("The board now.",), HEAD, alt="All on the heads.", buttons=buttons),)
    async with served.signed_in("Anna") as anna:
        (reply,) = (await anna.say("/board"))["replies"]
        assert reply["buttons"] == [
            [{"label": "24→18", "data": "k7f:0", "style": "plain", "source": 24, "target": 18}]
        ]
        board = reply["board"]
        assert (board["alt"], board["side"], board["mover"]) == ("All on the heads.", "w", "w")
        async with served.web.get(board["address"]) as answer:
            assert await answer.read() == PNG


async def test_control_characters_become_blanks(served: Served) -> None:
    """The handler gets a line without line breaks or other control characters."""
    async with served.signed_in("Anna") as anna:
        await anna.say("one\ntwo\x00\x1b three")
        assert served.handler.incoming[0].what == Line("one two   three")


async def test_a_bad_frame_closes_the_connection(served: Served) -> None:
    """A malformed frame, a second hello, bytes, or more than 300 kB close the connection."""
    for sent, code in (
        ("no json", aiohttp.WSCloseCode.POLICY_VIOLATION),
        ('{"do":"hello","secret":"","language":"en"}', aiohttp.WSCloseCode.POLICY_VIOLATION),
        (b"{}", aiohttp.WSCloseCode.POLICY_VIOLATION),
        (json.dumps({"do": "say", "text": "t" * 300_001}), aiohttp.WSCloseCode.MESSAGE_TOO_BIG),
    ):
        async with served.tab() as tab:
            await (tab.socket.send_bytes(sent) if isinstance(sent, bytes) else tab.socket.send_str(sent))
            assert await tab.closed() == code, sent[:50]
    assert not served.handler.incoming


async def test_a_connection_without_a_hello_is_closed(served: Served) -> None:
    """A connection that does not begin with a hello is closed."""
    async with served.web.ws_connect("/socket", headers={"Origin": served.origin}) as socket:
        await socket.send_str('{"do":"still there"}')
        answer = await socket.receive(timeout=5)
        assert answer.type is aiohttp.WSMsgType.CLOSE
        assert answer.data == aiohttp.WSCloseCode.POLICY_VIOLATION


async def test_a_flood_is_refused_in_words() -> None:
    """Actions beyond the rate limit are not handled, and each is answered so."""
    now = 0.0

    async def rest(seconds: float) -> None:
        nonlocal now
        now += seconds

    async with serving(monotonic=lambda: now, sleep=rest) as served, served.signed_in("Anna") as anna:
        for number in range(200):
            await anna.put(do="say", id=f"action-{number}", room="table", text="/roll", message=None)
        done: list[dict[str, Any]] = [await anna.get("done") for _ in range(200)]
        refused = [each for each in done if each["replies"]]
        assert len(refused) + len(served.handler.incoming) == 200
        assert refused


async def test_a_pasted_text_comes_with_its_line(served: Served) -> None:
    """A pasted text keeps its line breaks; only the size of one that is too long comes."""
    text = '[Rules "long"]\n\n1. 65 24/13\n'
    texts = [Attached(text, len(text)), Attached("", LONGEST_TEXT + 1), None]
    async with served.signed_in("Anna") as anna:
        for number, each in enumerate(texts):
            attached = None if each is None else {"text": each.text, "size": each.size}
            said = {"id": f"action-{number}", "room": "table", "text": "/import", "message": None}
            await anna.put(do="say", **said, attached=attached)
            await anna.get("done")
    assert [each.attached for each in served.handler.incoming] == texts


async def test_only_a_person_with_a_name_has_a_lobby(served: Served) -> None:
    """A watcher gets the landing instead of a lobby, and a person with a name gets the lobby."""
    async with served.tab() as watcher, served.signed_in("Anna") as anna:
        for tab in (watcher, anna):
            await tab.put(do="lobby")
        assert await watcher.catch_up() == ["landing"]
        lobby = await anna.get("lobby")
        assert (lobby["games"], lobby["invitations"], lobby["others"]) == ([], [], [])


async def test_a_press_on_an_open_board_is_marked(served: Served) -> None:
    """Only a press without a message, in the room of the open board, counts as done on that board."""
    async with served.signed_in("Anna") as anna:
        presses = [("me", "1", None), ("me", None, "me"), ("table", None, "me"), ("me", None, "")]
        for number, (room, message, opened) in enumerate(presses):
            if opened is not None:
                await anna.put(do="look at", room=opened or "me", game="k7f" if opened else "")
            await anna.put(do="press", id=f"action-{number}", room=room, data="3:/done k7f", message=message)
            await anna.get("done", id=f"action-{number}")
        assert [each.on_board for each in served.handler.incoming] == [False, True, False, False]
