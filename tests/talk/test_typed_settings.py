"""Settings whose values are typed freely."""

from __future__ import annotations

from bot.talk.incoming import Line
from bot.talk.reply import plain
from tests.dialogues.house import House


async def zoned(house: House, player: str, zone: str = "Europe/Berlin") -> None:
    """Let a time zone be known."""
    await house.handle(player, Line("/start"), player)
    async with house.manager.database.write() as connection:
        await connection.exec_driver_sql("UPDATE players SET zone = ? WHERE name = ?", (zone, player))


async def kept(house: House, player: str, option: str) -> object:
    """Return what is kept of an option."""
    async with house.manager.database.read() as connection:
        query = f"SELECT {option} FROM players WHERE name = ?"  # noqa: S608 (a column)
        return (await connection.exec_driver_sql(query, (player,))).scalar_one()


async def test_quiet_hours_are_set_and_taken_away_however_they_are_written(house: House) -> None:
    """What is kept of them is always the same; with off, in any language, there are none any more."""
    await zoned(house, "Anna")
    for typed, off in (("22-8", "off"), ("22 - 8", "нет"), ("22:00–08:00", "off"), ("22-08", "off")):
        assert await house.type("Anna", f"/settings quiet {typed}", "Anna") == "Quiet hours: 22-8."
        assert await kept(house, "Anna", "quiet") == "22-8"
        assert "Quiet hours: 22-8." in await house.type("Anna", "/settings", "Anna")
        assert await house.type("Anna", f"/settings quiet {off}", "Anna") == "Quiet hours: off."
        assert await kept(house, "Anna", "quiet") is None


async def test_what_says_no_hours_is_answered_with_an_example(house: House) -> None:
    """Nothing is changed, and the answer says what would work."""
    await zoned(house, "Anna")
    for typed in ("8-8", "22-24", "night", "22", "-1-8", "22:30-8:00", "9" * 400):
        answer = await house.type("Anna", f"/settings quiet {typed}", "Anna")
        assert answer.startswith("I cannot read these hours. For example, /settings quiet 22-8 means from")
        assert await kept(house, "Anna", "quiet") is None


async def test_without_a_zone_it_is_asked_for(house: House) -> None:
    """Hours mean nothing until it is known where: the answer says how to set that."""
    answer = await house.type("Anna", "/settings quiet 22-8", "Anna")
    assert answer.endswith("in a private chat with me, like this: /settings zone Europe/Berlin.")
    assert await kept(house, "Anna", "quiet") is None
    assert await house.type("Anna", "/settings quiet off", "Anna") == "Quiet hours: off."


async def test_a_typed_option_alone_is_shown_with_an_example(house: House) -> None:
    """It says what is so now and how it is changed."""
    answer = await house.type("Anna", "/settings quiet", "Anna")
    assert answer == "Quiet hours: off.\nChange it like this: /settings quiet 22-8."


async def test_what_only_the_player_sees_is_not_told_among_others(house: House) -> None:
    """Where others read the answers, quiet hours are neither shown nor set."""
    await zoned(house, "Anna")
    house.answers_are_public = True
    for line in ("/settings quiet", "/settings quiet 22-8"):
        (answer,) = await house.handle("Anna", Line(line))
        assert plain(answer.text) == "This setting is yours alone. Ask me in a private chat: /settings quiet."
    assert "Quiet hours" not in await house.type("Anna", "/settings")
    assert await kept(house, "Anna", "quiet") is None


async def test_reminders_are_a_choice_of_three(house: House) -> None:
    """Each of them is set, kept, and shown."""
    for wish in ("off", "once", "daily"):
        await house.type("Anna", f"/settings reminders {wish}", "Anna")
        assert await kept(house, "Anna", "reminders") == wish


async def test_the_time_of_the_daily_list_is_set_however_it_is_written(house: House) -> None:
    """What is kept of it is always the same, and it can be taken away."""
    await zoned(house, "Anna")
    for typed in ("09:00", "9:00", "9"):
        answer = await house.type("Anna", f"/settings digest {typed}", "Anna")
        assert answer == "Daily list of games that wait for me: 09:00."
        assert await kept(house, "Anna", "digest") == "09:00"
        assert await house.type("Anna", "/settings digest off", "Anna") == f"{answer[:-7]} off."
        assert await kept(house, "Anna", "digest") is None


async def test_what_is_no_time_of_day_is_answered_with_an_example(house: House) -> None:
    """Nothing is changed."""
    await zoned(house, "Anna")
    for typed in ("24:00", "noon", "9.30", "9" * 300):
        answer = await house.type("Anna", f"/settings digest {typed}", "Anna")
        assert answer.startswith("I cannot read this time. For example, /settings digest 09:00 sends")
        assert await kept(house, "Anna", "digest") is None


async def test_the_daily_list_needs_a_zone_too(house: House) -> None:
    """The bot asks for it."""
    answer = await house.type("Anna", "/settings digest 09:00", "Anna")
    assert answer.startswith("For that I need to know your time zone.")


async def test_a_daily_list_that_is_asked_for_among_others_opens_the_private_chat(house: House) -> None:
    """Where the answer is private it can be set anywhere, and comes to the private chat all the same."""
    async with house.manager.database.write() as connection:
        await connection.exec_driver_sql("UPDATE players SET zone = 'Etc/UTC'")
    assert "09:00" in await house.type("Anna", "/settings digest 09:00")
    async with house.manager.database.read() as connection:
        query = "SELECT count(*) FROM chats JOIN players ON owner = players.id WHERE name = 'Anna'"
        assert (await connection.exec_driver_sql(query)).scalar_one() == 1


async def test_who_cannot_be_written_to_is_told_what_to_do(house: House) -> None:
    """Without a private chat there is no daily list, and the answer says how to get one."""
    async with house.manager.database.write() as connection:
        await connection.exec_driver_sql("UPDATE players SET zone = 'Etc/UTC'")
    house.unreachable.add("Anna")
    answer = await house.type("Anna", "/settings digest 09:00")
    assert answer == (
        "I cannot write to you in private. Open a private chat with me, send /start there, and try again."
    )
    assert await kept(house, "Anna", "digest") is None
