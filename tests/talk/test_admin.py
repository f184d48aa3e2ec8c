"""/admin: for those whom the settings name, in private; for everybody else there is no such command."""

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
from tests.dialogues.script import TABLE
from tests.dialogues.scripted import House, open_house

TEXT = "Tea is served at five."
LINES = (
    "/admin",
    "/admin stats",
    f"/admin announce {TEXT}",
    "/admin ban Boris",
    "/admin bans",
    "/admin drain",
)


def seen(replies: tuple[Reply, ...]) -> list[tuple[str, int]]:
    """Return what can be seen of answers."""
    return [(plain(reply.text), len(reply.buttons)) for reply in replies]


@pytest.mark.parametrize(("who", "chat"), [("Boris", "Boris"), ("Boris", TABLE), ("Anna", TABLE)])
async def test_for_others_and_among_others_there_is_no_such_command(
    house: House, who: str, chat: str
) -> None:
    """Typed or pressed, by others or where others are, it is answered as what never was a command."""
    for line in LINES:
        missing = line.replace("/admin", "/qzxvwk")
        for given, otherwise in (
            (Line(line), Line(missing)),
            (Press(button_data(line)), Press(button_data(missing))),
        ):
            told = str(seen(await house.handle(who, given, chat)))
            assert told.replace("admin", "qzxvwk") == str(seen(await house.handle(who, otherwise, chat)))
    assert (await house.manager.administration.statistics()).drains_until is None
    assert await house.manager.administration.banned() == []
    assert not [message for message in house.platform.messages if TEXT in plain(message.reply.text)]


@pytest.mark.parametrize("typed", ["/", "/a", "/adm", "/admin "])
async def test_completion_shows_it_to_admins_alone(house: House, typed: str) -> None:
    """Whoever may not use it is not shown it while typing either."""
    found = {}
    for who, chat in (("Anna", "Anna"), ("Anna", TABLE), ("Boris", "Boris")):
        incoming = Incoming("typing", Person("web", who.lower(), who), house.place(chat), Line(typed))
        incoming = replace(incoming, administers=_yes if who == "Anna" else _no)
        lines = await house.conversation.complete(incoming)
        found[who, chat] = [line for line in lines if line.startswith("/admin")]
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
    """Wait for a chat until the sender is stopped."""
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
async def test_nobody_is_an_admin_by_a_name(person: Person, *, is_admin: bool) -> None:
    """Only the platform's own number of an account counts: neither a name nor a handle that looks like it."""
    admins = Admins({"telegram:123", "web:host"})
    private = Place(person.platform, "me", ChatKind.PRIVATE)
    incoming = Incoming("1", person, private, Line("/admin"))
    assert await admins.include(incoming) is is_admin
    group = replace(private, kind=ChatKind.SHARED)
    assert not await admins.include(replace(incoming, place=group, administers=_yes))


async def test_a_host_of_the_table_counts_only_where_that_is_said() -> None:
    """Who hosts the local table runs the bot if the settings say `web:host`, and else not."""
    private = Place("web", "me:a", ChatKind.PRIVATE)
    incoming = Incoming("1", Person("web", "a", "Anna"), private, Line("/admin"), administers=_yes)
    assert await Admins({"web:host"}).include(incoming)
    assert not await Admins({"telegram:123"}).include(incoming)


async def announcing(house: House) -> str:
    """Let Anna be asked about an announcement; return what the button that confirms it carries."""
    (reply,) = await house.handle("Anna", Line(f"/admin announce {TEXT}"), "Anna")
    return reply.buttons[0][0].data


def reached(house: House) -> list[str]:
    """Return in which chats the announcement was seen, once for each time."""
    return sorted(each.chat for each in house.platform.messages if TEXT in plain(each.reply.text))


async def test_the_button_counts_for_whoever_was_asked_alone(house: House) -> None:
    """The confirmation of an announcement, pressed by somebody else who knows its data, sends nothing."""
    data = await announcing(house)
    for who, chat in (("Boris", "Boris"), ("Boris", TABLE), ("Boris", "Anna")):
        (reply,) = await house.handle(who, Press(data), chat)
        assert "no longer" in plain(reply.text) or "expired" in plain(reply.text)
    assert reached(house) == []


async def test_the_button_counts_only_while_one_is_an_admin_and_in_private(house: House) -> None:
    """Who hosts no more by the time it is pressed, or presses it among others, sends nothing."""
    data = await announcing(house)
    await house.handle("Anna", Press(data), TABLE)
    data = await announcing(house)
    house.administrators.clear()
    await house.handle("Anna", Press(data), "Anna")
    assert reached(house) == []


async def test_an_announcement_goes_once_to_each_chat(house: House) -> None:
    """Confirmed twice, typed again, or delivered twice, it arrives once a chat, and rings nobody."""
    await house.line("Boris", "/start", "Boris")
    house.platform.notifications.clear()
    data = await announcing(house)
    first = await house.handle("Anna", Press(data), "Anna", event="a press")
    await house.handle("Anna", Press(data), "Anna", event="a press")
    await house.handle("Anna", Press(data), "Anna")
    assert "3 chats get it now" in plain(first[0].text)
    again = await announcing(house)
    (refused,) = await house.handle("Anna", Press(again), "Anna")
    assert "This very text was announced already" in plain(refused.text)
    assert reached(house) == ["Anna", "Boris", TABLE]
    assert house.platform.notifications == []
    assert all(
        not each.reply.makes_sound for each in house.platform.messages if TEXT in plain(each.reply.text)
    )


async def test_a_restart_sends_nothing_twice_and_leaves_nobody_out(tmp_path: Path) -> None:
    """An announcement of which half was delivered when the bot stopped is delivered to the rest, once."""
    path = tmp_path / "nardy.db"
    async with open_house(path) as house:
        for who in ("Anna", "Boris", "Carl"):
            await house.line(who, "/start", who)
        data = await announcing(house)
        # The question is answered, and the announcement made, while nothing is sent.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(house.platform, "ready", _never)
            incoming = Incoming("a press", Person("web", "anna", "Anna"), house.place("Anna"), Press(data))
            await house.conversation.handle(replace(incoming, administers=_yes))
    assert reached(house) == []
    async with open_house(path, before=house) as again:
        (late,) = await again.handle("Anna", Press(data), "Anna")
        assert "no longer" in plain(late.text) or "expired" in plain(late.text)
        assert reached(again) == ["Anna", "Boris", "Carl"]


async def test_an_announcement_is_forgotten_in_time(house: House) -> None:
    """After its time its text and its posts go, and it can be announced again."""
    await house.handle("Anna", Press(await announcing(house)), "Anna")
    house.clock.forward(days=ANNOUNCEMENTS_KEPT.days - 1)
    await Retention(house.manager).forget_old()
    assert "announced already" in plain(
        (await house.handle("Anna", Press(await announcing(house)), "Anna"))[0].text
    )
    house.clock.forward(days=2)
    await Retention(house.manager).forget_old()
    assert "get it now" in plain((await house.handle("Anna", Press(await announcing(house)), "Anna"))[0].text)


async def test_what_is_too_long_is_refused(house: House) -> None:
    """An announcement is never cut: one that is too long is refused."""
    assert "at most 350 characters" in await house.line("Anna", f"/admin announce {'x' * 351}", "Anna")
    assert "at most 350 characters" in await house.line("Anna", f"/admin announce {'x ' * 300}", "Anna")
    assert "What is to be announced?" in await house.line("Anna", "/admin announce", "Anna")


async def test_topics_and_threads_are_told_with_their_chat(house: House) -> None:
    """A forum with its topics gets one message, also where only topics are known; so does each forum."""
    for chat in ("forum", "forum/1", "forum/2", "other/3", "other/4"):
        await house.line("Boris", "/start", chat)
    await house.handle("Anna", Press(await announcing(house)), "Anna")
    assert reached(house) == ["Anna", "forum", "other/3", TABLE]


async def test_a_ban_is_by_account_and_lets_games_go_on(playing: House) -> None:
    """The banned plays on, is refused what is new in words, and is free again once that is lifted."""
    assert "Boris (web:boris) can no longer challenge" in await playing.line(
        "Anna", "/admin ban web:boris", "Anna"
    )
    assert "is already banned" in await playing.line("Anna", "/admin ban boris", "Anna")
    assert "excluded you from challenges" in await playing.line("Boris", "/challenge")
    assert "takes part in no new challenges" in await playing.line("Carl", "/challenge Boris")
    await playing.line("Carl", "/challenge long")
    assert "excluded you from challenges" in await playing.line("Boris", "/accept")
    await playing.line("Anna", "24/20 16/15")
    await playing.line("Anna", "/done")
    assert await playing.line("Boris", "/resign oyn") != ""
    assert "can challenge again" in await playing.line("Anna", "/admin unban boris", "Anna")
    assert await playing.line("Boris", "/accept") == ""


async def test_what_cannot_be_done_is_said(house: House) -> None:
    """Whoever runs the bot is told what is wrong and what would work."""
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
        assert answer in await house.line("Anna", f"/admin {line}", "Anna")


async def test_a_drain_outlives_a_restart_and_ends_by_itself(tmp_path: Path) -> None:
    """It is stored, refuses what is new everywhere, says so in the figures, and is over after a day."""
    path, refused = tmp_path / "nardy.db", "The bot is about to be upgraded"
    async with open_house(path) as house:
        await house.line("Carl", "/start")
        await house.line("Boris", "/challenge Carl")
        await house.line("Anna", "/admin drain", "Anna")
        assert refused in await house.line("Carl", "/accept")
    async with open_house(path, before=house, clock=house.clock) as again:
        assert "No new games are taken until" in await again.line("Anna", "/admin stats", "Anna")
        assert refused in await again.line("Boris", "/challenge")
        assert refused in await again.line("Boris", "/play")
        assert refused in await again.line("Carl", "/accept")
        again.clock.now += DRAIN_LASTS
        assert await again.line("Carl", "/accept") == ""
        assert "No new games" not in await again.line("Anna", "/admin stats", "Anna")
