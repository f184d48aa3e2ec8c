"""Settings with freely typed values."""

from __future__ import annotations

from bot.talk.incoming import Line
from bot.talk.reply import plain
from tests.dialogues.house import House


async def set_zone(house: House, player: str, zone: str = "Europe/Berlin") -> None:
    """Set a player's time zone."""
    await house.handle(player, Line("/start"), player)
    async with house.manager.database.write() as connection:
        await connection.exec_driver_sql("UPDATE players SET zone = ? WHERE name = ?", (zone, player))


async def stored_value(house: House, player: str, option: str) -> object:
    """Return the stored value of an option."""
    async with house.manager.database.read() as connection:
        query = f"SELECT {option} FROM players WHERE name = ?"  # noqa: S608 (a column)
        return (await connection.exec_driver_sql(query, (player,))).scalar_one()


async def test_quiet_hours_are_set_and_removed(house: House) -> None:
    """Quiet hours are stored in one form however they are typed, and removed by `off` in any language."""
    await set_zone(house, "Anna")
    for typed, off in (("22-8", "off"), ("22 - 8", "нет"), ("22:00–08:00", "off"), ("22-08", "off")):
        assert await house.type("Anna", f"/settings quiet {typed}", "Anna") == "Quiet hours: 22-8."
        assert await stored_value(house, "Anna", "quiet") == "22-8"
        assert "Quiet hours: 22-8." in await house.type("Anna", "/settings", "Anna")
        assert await house.type("Anna", f"/settings quiet {off}", "Anna") == "Quiet hours: off."
        assert await stored_value(house, "Anna", "quiet") is None


async def test_unreadable_hours_are_refused_with_an_example(house: House) -> None:
    """Hours that cannot be read change nothing and are answered with an example."""
    await set_zone(house, "Anna")
    for typed in ("8-8", "22-24", "night", "22", "-1-8", "22:30-8:00", "9" * 400):
        answer = await house.type("Anna", f"/settings quiet {typed}", "Anna")
        assert answer.startswith("I cannot read these hours. For example, /settings quiet 22-8 means from")
        assert await stored_value(house, "Anna", "quiet") is None


async def test_quiet_hours_need_a_time_zone(house: House) -> None:
    """Without a time zone, quiet hours are refused with how to set one."""
    answer = await house.type("Anna", "/settings quiet 22-8", "Anna")
    assert answer.endswith("in a private chat with me, like this: /settings zone Europe/Berlin.")
    assert await stored_value(house, "Anna", "quiet") is None
    assert await house.type("Anna", "/settings quiet off", "Anna") == "Quiet hours: off."


async def test_a_typed_option_alone_shows_an_example(house: House) -> None:
    """A typed option without a value shows its present value and an example."""
    answer = await house.type("Anna", "/settings quiet", "Anna")
    assert answer == "Quiet hours: off.\nChange it like this: /settings quiet 22-8."


async def test_a_private_option_is_not_shown_in_public_answers(house: House) -> None:
    """If all can read the answers, quiet hours are neither shown nor set."""
    await set_zone(house, "Anna")
    house.answers_are_public = True
    for line in ("/settings quiet", "/settings quiet 22-8"):
        (answer,) = await house.handle("Anna", Line(line))
        assert plain(answer.text) == "This setting is yours alone. Ask me in a private chat: /settings quiet."
    assert "Quiet hours" not in await house.type("Anna", "/settings")
    assert await stored_value(house, "Anna", "quiet") is None


async def test_reminders_have_three_values(house: House) -> None:
    """Each of the three values is stored."""
    for wish in ("off", "once", "daily"):
        await house.type("Anna", f"/settings reminders {wish}", "Anna")
        assert await stored_value(house, "Anna", "reminders") == wish


async def test_the_time_of_the_daily_list_is_set_and_removed(house: House) -> None:
    """The time is stored in one form however it is typed, and removed by `off`."""
    await set_zone(house, "Anna")
    for typed in ("09:00", "9:00", "9"):
        answer = await house.type("Anna", f"/settings digest {typed}", "Anna")
        assert answer == "Daily list of games that wait for me: 09:00."
        assert await stored_value(house, "Anna", "digest") == "09:00"
        assert await house.type("Anna", "/settings digest off", "Anna") == f"{answer[:-7]} off."
        assert await stored_value(house, "Anna", "digest") is None


async def test_an_unreadable_time_is_refused_with_an_example(house: House) -> None:
    """A time that cannot be read changes nothing and is answered with an example."""
    await set_zone(house, "Anna")
    for typed in ("24:00", "noon", "9.30", "9" * 300):
        answer = await house.type("Anna", f"/settings digest {typed}", "Anna")
        assert answer.startswith("I cannot read this time. For example, /settings digest 09:00 sends")
        assert await stored_value(house, "Anna", "digest") is None


async def test_the_daily_list_needs_a_time_zone(house: House) -> None:
    """Without a time zone, a daily list is refused with how to set one."""
    answer = await house.type("Anna", "/settings digest 09:00", "Anna")
    assert answer.startswith("For that I need to know your time zone.")


async def test_a_daily_list_set_in_a_shared_chat_opens_the_private_chat(house: House) -> None:
    """A daily list that is set in a shared chat makes the bot store the player's private chat."""
    async with house.manager.database.write() as connection:
        await connection.exec_driver_sql("UPDATE players SET zone = 'Etc/UTC'")
    assert "09:00" in await house.type("Anna", "/settings digest 09:00")
    async with house.manager.database.read() as connection:
        query = "SELECT count(*) FROM chats JOIN players ON owner = players.id WHERE name = 'Anna'"
        assert (await connection.exec_driver_sql(query)).scalar_one() == 1


async def test_a_daily_list_needs_a_private_chat(house: House) -> None:
    """Without a private chat, a daily list is refused with how to open one."""
    async with house.manager.database.write() as connection:
        await connection.exec_driver_sql("UPDATE players SET zone = 'Etc/UTC'")
    house.unreachable.add("Anna")
    answer = await house.type("Anna", "/settings digest 09:00")
    assert answer == (
        "I cannot write to you in private. Open a private chat with me, send /start there, and try again."
    )
    assert await stored_value(house, "Anna", "digest") is None
