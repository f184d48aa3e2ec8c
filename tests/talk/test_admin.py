"""/admin: works for hosts in private chats; everyone else gets the answer to an unknown command."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.sessions.administration import DRAIN_LASTS
from bot.sessions.retention import ANNOUNCEMENTS_KEPT, Retention
from bot.talk.admins import Admins
from bot.talk.incoming import ChatKind, Incoming, Line, Person, Place, Press
from bot.talk.input.payloads import button_data
from bot.talk.reply import Reply, plain
from tests.dialogues.house import House, open_house
from tests.dialogues.script import TABLE

TEXT = "Tea is served at five."
LINES = (
    "/admin",
    "/admin stats",
    f"/admin announce {TEXT}",
    "/admin ban Boris",
    "/admin bans",
    "/admin drain",
)


def texts_and_buttons(replies: tuple[Reply, ...]) -> list[tuple[str, int]]:
    """Return the text and the number of buttons of each answer."""
    return [(plain(reply.text), len(reply.buttons)) for reply in replies]


@pytest.mark.parametrize(("player", "chat"), [("Boris", "Boris"), ("Boris", TABLE), ("Anna", TABLE)])
async def test_admin_commands_do_not_exist_for_others(house: House, player: str, chat: str) -> None:
    """Typed or pressed, by others or in a shared chat, /admin is answered like an unknown command."""
    for line in LINES:
        missing = line.replace("/admin", "/qzxvwk")
        for given, otherwise in (
            (Line(line), Line(missing)),
            (Press(button_data(line)), Press(button_data(missing))),
        ):
            answer = str(texts_and_buttons(await house.handle(player, given, chat)))
            assert answer.replace("admin", "qzxvwk") == str(
                texts_and_buttons(await house.handle(player, otherwise, chat))
            )
    assert (await house.manager.administration.statistics()).drains_until is None
    assert await house.manager.administration.banned() == []
    assert not [message for message in house.platform.messages if TEXT in plain(message.reply.text)]


@pytest.mark.parametrize("typed", ["/", "/a", "/adm", "/admin "])
async def test_completion_offers_admin_to_admins_only(house: House, typed: str) -> None:
    """Completion offers /admin only to a host in a private chat."""
    found = {}
    for player, chat in (("Anna", "Anna"), ("Anna", TABLE), ("Boris", "Boris")):
        incoming = Incoming("typing", Person("web", player.lower(), player), house.place(chat), Line(typed))
        incoming = replace(incoming, administers=_yes if player == "Anna" else _no)
        lines = await house.conversation.complete(incoming)
        found[player, chat] = [line for line in lines if line.startswith("/admin")]
    assert found["Anna", "Anna"] == (
        [f"/admin {what}" for what in ("stats", "announce", "ban", "unban", "bans", "drain")]
        if typed == "/admin "
        else ["/admin "]
    )
    assert (found["Anna", TABLE], found["Boris", "Boris"]) == ([], [])


async def _yes() -> bool:
    return True


async def _no() -> bool:
    return False


async def _never(chat: str) -> bool:
    """Block until the sender is stopped, so that nothing is sent to the chat."""
    return await asyncio.Event().wait()


@pytest.mark.parametrize(
    ("person", "is_admin"),
    [
        (Person("telegram", "123", "Anna"), True),
        (Person("discord", "123", "Anna"), False),
        (Person("telegram", "1234", "telegram:123", handle="123"), False),
        (Person("telegram", "9", "123", handle="telegram:123"), False),
        (Person("telegram", " 123", "Anna"), False),
        (Person("web", "123", "Anna"), False),
        (Person("web", "host", "Anna"), False),
    ],
)
async def test_only_the_account_id_makes_an_admin(person: Person, *, is_admin: bool) -> None:
    """Only a platform's account id makes an admin, not a name or a handle that looks like one."""
    admins = Admins({"telegram:123", "web:host"})
    private = Place(person.platform, "me", ChatKind.PRIVATE)
    incoming = Incoming("1", person, private, Line("/admin"))
    assert await admins.include(incoming) is is_admin
    group = replace(private, kind=ChatKind.SHARED)
    assert not await admins.include(replace(incoming, place=group, administers=_yes))


async def test_a_host_of_the_table_is_an_admin_only_if_configured() -> None:
    """A host of the local table is an admin only if the settings contain `web:host`."""
    private = Place("web", "me:a", ChatKind.PRIVATE)
    incoming = Incoming("1", Person("web", "a", "Anna"), private, Line("/admin"), administers=_yes)
    assert await Admins({"web:host"}).include(incoming)
    assert not await Admins({"telegram:123"}).include(incoming)


async def ask_to_announce(house: House) -> str:
    """Let Anna type an announcement; return the data of the button that confirms it."""
    (reply,) = await house.handle("Anna", Line(f"/admin announce {TEXT}"), "Anna")
    return reply.buttons[0][0].data


def chats_with_announcement(house: House) -> list[str]:
    """Return the chats that got the announcement, each as often as it came."""
    return sorted(each.chat for each in house.platform.messages if TEXT in plain(each.reply.text))


async def test_the_confirmation_works_only_for_the_admin_who_asked(house: House) -> None:
    """Another person's press on the confirmation of an announcement sends nothing."""
    data = await ask_to_announce(house)
    for player, chat in (("Boris", "Boris"), ("Boris", TABLE), ("Boris", "Anna")):
        (reply,) = await house.handle(player, Press(data), chat)
        assert "no longer" in plain(reply.text) or "expired" in plain(reply.text)
    assert chats_with_announcement(house) == []


async def test_the_confirmation_needs_an_admin_in_private(house: House) -> None:
    """A confirmation that is pressed in a shared chat, or by a former admin, sends nothing."""
    data = await ask_to_announce(house)
    await house.handle("Anna", Press(data), TABLE)
    data = await ask_to_announce(house)
    house.administrators.clear()
    await house.handle("Anna", Press(data), "Anna")
    assert chats_with_announcement(house) == []


async def test_an_announcement_is_sent_once_to_each_chat(house: House) -> None:
    """Confirmed twice, typed again or delivered twice, it is sent once to each chat, silently."""
    await house.type("Boris", "/start", "Boris")
    house.platform.notifications.clear()
    data = await ask_to_announce(house)
    first = await house.handle("Anna", Press(data), "Anna", event="a press")
    await house.handle("Anna", Press(data), "Anna", event="a press")
    await house.handle("Anna", Press(data), "Anna")
    assert "3 chats get it now" in plain(first[0].text)
    again = await ask_to_announce(house)
    (refused,) = await house.handle("Anna", Press(again), "Anna")
    assert "This very text was announced already" in plain(refused.text)
    assert chats_with_announcement(house) == ["Anna", "Boris", TABLE]
    assert house.platform.notifications == []
    assert all(
        not each.reply.makes_sound for each in house.platform.messages if TEXT in plain(each.reply.text)
    )


async def test_an_announcement_survives_a_restart(tmp_path: Path) -> None:
    """An announcement that was stored but not sent before a restart is sent after it, once to each chat."""
    path = tmp_path / "nardy.db"
    async with open_house(path) as house:
        for player in ("Anna", "Boris", "Carl"):
            await house.type(player, "/start", player)
        data = await ask_to_announce(house)
        # The announcement is stored while nothing can be sent.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(house.platform, "ready", _never)
            incoming = Incoming("a press", Person("web", "anna", "Anna"), house.place("Anna"), Press(data))
            await house.conversation.handle(replace(incoming, administers=_yes))
    assert chats_with_announcement(house) == []
    async with open_house(path, previous=house) as again:
        (late,) = await again.handle("Anna", Press(data), "Anna")
        assert "no longer" in plain(late.text) or "expired" in plain(late.text)
        assert chats_with_announcement(again) == ["Anna", "Boris", "Carl"]


async def test_an_announcement_is_deleted_after_a_time(house: House) -> None:
    """An announcement can be repeated once its text has been deleted."""
    await house.handle("Anna", Press(await ask_to_announce(house)), "Anna")
    house.clock.forward(days=ANNOUNCEMENTS_KEPT.days - 1)
    await Retention(house.manager).forget_old()
    assert "announced already" in plain(
        (await house.handle("Anna", Press(await ask_to_announce(house)), "Anna"))[0].text
    )
    house.clock.forward(days=2)
    await Retention(house.manager).forget_old()
    assert "get it now" in plain(
        (await house.handle("Anna", Press(await ask_to_announce(house)), "Anna"))[0].text
    )


async def test_a_long_or_empty_announcement_is_refused(house: House) -> None:
    """An announcement of more than 350 characters, or without a text, is refused."""
    assert "at most 350 characters" in await house.type("Anna", f"/admin announce {'x' * 351}", "Anna")
    assert "at most 350 characters" in await house.type("Anna", f"/admin announce {'x ' * 300}", "Anna")
    assert "What is to be announced?" in await house.type("Anna", "/admin announce", "Anna")


async def test_a_forum_gets_an_announcement_once(house: House) -> None:
    """A forum with known topics gets one message, even if only its topics are known."""
    for chat in ("forum", "forum/1", "forum/2", "other/3", "other/4"):
        await house.type("Boris", "/start", chat)
    await house.handle("Anna", Press(await ask_to_announce(house)), "Anna")
    assert chats_with_announcement(house) == ["Anna", "forum", "other/3", TABLE]


async def test_a_ban_keeps_running_games(playing: House) -> None:
    """A banned player plays on, is refused new games, and can accept again once unbanned."""
    assert "Boris (web:boris) can no longer challenge" in await playing.type(
        "Anna", "/admin ban web:boris", "Anna"
    )
    assert "is already banned" in await playing.type("Anna", "/admin ban boris", "Anna")
    assert "excluded you from challenges" in await playing.type("Boris", "/challenge anyone")
    assert "takes part in no new challenges" in await playing.type("Carl", "/challenge Boris")
    await playing.type("Carl", "/challenge long")
    assert "excluded you from challenges" in await playing.type("Boris", "/accept")
    await playing.type("Anna", "24/20 16/15")
    await playing.type("Anna", "/done")
    assert await playing.type("Boris", "/resign oyn") != ""
    assert "can challenge again" in await playing.type("Anna", "/admin unban boris", "Anna")
    assert await playing.type("Boris", "/accept") == ""


async def test_a_wrong_admin_command_is_refused_with_advice(house: House) -> None:
    """A wrong admin command is refused with what is wrong or what would work."""
    for line, answer in (
        ("ban", "Who is meant? Type /admin ban telegram:123"),
        ("ban Dora", "Nobody was ever met as Dora."),
        ("ban telegram:5", "Nobody was ever met as telegram:5."),
        ("ban anna", "Neither yourself nor the computer can be banned."),
        ("unban boris", "Boris (web:boris) is not banned."),
        ("bans", "Nobody is banned."),
        ("unban", "Nobody is banned."),
        ("drain now", "Only those who run the bot have these commands"),
        ("nonsense", "Only those who run the bot have these commands"),
    ):
        assert answer in await house.type("Anna", f"/admin {line}", "Anna")


async def test_a_drain_survives_a_restart_and_ends_after_a_day(tmp_path: Path) -> None:
    """A drain is stored, refuses new games and challenges, shows in the statistics, and ends after a day."""
    path, refused = tmp_path / "nardy.db", "The bot is about to be upgraded"
    async with open_house(path) as house:
        await house.type("Carl", "/start")
        await house.type("Boris", "/challenge Carl")
        await house.type("Anna", "/admin drain", "Anna")
        assert refused in await house.type("Carl", "/accept")
    async with open_house(path, previous=house, clock=house.clock) as again:
        assert "No new games are taken until" in await again.type("Anna", "/admin stats", "Anna")
        assert refused in await again.type("Boris", "/challenge anyone")
        assert refused in await again.type("Boris", "/play")
        assert refused in await again.type("Carl", "/accept")
        again.clock.now += DRAIN_LASTS
        assert await again.type("Carl", "/accept") == ""
        assert "No new games" not in await again.type("Anna", "/admin stats", "Anna")
