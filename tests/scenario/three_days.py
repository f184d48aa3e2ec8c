"""Three days: a match with three days for each turn, from challenge to end, with every notification.

The expected times follow from what the texts promise: a reminder when a quarter of the three days is left, 18
hours before the deadline, and the notification that time ran out at the promised minute.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import Enum

from bot.maintenance import check
from bot.talk.catalog import words_in
from tests.scenario.running import Running
from tests.scenario.walk import Walk

BEGIN = datetime(2027, 3, 15, 9, 0, tzinfo=UTC)
"""A Monday, two weeks before the clocks in Berlin are set forward."""
DICE = (6, 1, 6, 2, 5, 3, 4, 1, *(2, 1, 3, 1, 2, 1, 3, 1, 4, 1, 3, 2) * 6)
"""6-2 and 5-3 are forced; small numbers after that give players a choice."""
QUARTER = timedelta(hours=18)


class Outage(Enum):
    """What does not work for a day."""

    BOT = "bot"
    PLATFORM = "platform"


def utc(day: int, hour: int, minute: int = 0) -> datetime:
    """Return a moment by its day, counted from the first of March."""
    return datetime(2027, 3, 1, hour, minute, tzinfo=UTC) + timedelta(days=day - 1)


async def walk(running: Running, outage: Outage) -> None:
    """Play from the challenge to the end of the match."""
    walk = Walk(running)
    await begin(walk)
    await play_with_reminders(walk)
    await kill_while_sending(walk)
    await have_an_outage(walk, outage)
    await take_holidays(walk)
    await run_out_of_time(walk)
    await lose_the_next_game_too(walk)
    walk.check_calls()
    await running.end()
    report = await check(running.path)
    assert (report.games, report.faults) == (2, ())


async def begin(walk: Walk) -> None:
    """Set the zones and Anna's quiet hours, and begin the match with Anna to move."""
    running = walk.running
    for player in walk.stage.languages:
        await running.say(player, "/help")
        await running.say(player, "/settings zone Europe/Berlin", alone=True)
    await running.say("Anna", "/settings quiet 22-8", alone=True)
    await running.say("Anna", "/settings zone Europe/Berlin")
    await walk.stage.challenge("Anna", "Boris")
    await running.until_idle()
    walk.expect(walk.now, "Boris")
    await running.press("Boris", walk.label("Boris", "button-accept"))
    walk.expect(walk.now, "Anna")
    walk.check_calls()
    assert await walk.to_act() == "Anna"
    assert walk.promised() == walk.now + timedelta(days=3)


async def play_with_reminders(walk: Walk) -> None:
    """Boris and then Anna are reminded with a quarter of the time left; Anna's comes before the night."""
    running = walk.running
    await running.pass_until(utc(15, 11))
    await walk.play("Anna")
    walk.expect(walk.now, "Boris")
    assert walk.promised() == utc(18, 11)
    await walk.check_reminder("Boris", walk.promised() - QUARTER)
    await running.pass_until(utc(17, 21, 30))
    await walk.play("Boris")
    walk.expect(walk.now, "Anna", is_loud=False)  # 22:30 in Berlin
    assert walk.promised() == utc(20, 21, 30)
    await walk.check_reminder("Anna", utc(19, 20, 59))  # not at 4:30 in the morning
    await running.pass_until(utc(20, 9))


async def kill_while_sending(walk: Walk) -> None:
    """The bot is killed while it sends Boris's board: one notification, and time runs from the restart."""
    held = walk.stage.hold_message()
    await walk.begin_turn("Anna")
    await held.reached()
    walk.expect(walk.now, "Boris")
    await walk.kill_while_sending("Boris", held, utc(20, 9, 40))
    assert await walk.to_act() == "Boris"
    assert walk.promised() == utc(23, 9, 40)
    await walk.check_list("Boris")


async def have_an_outage(walk: Walk, outage: Outage) -> None:
    """An outage of a day moves the promised deadline and the reminder by a day."""
    running = walk.running
    await running.pass_until(utc(21, 12))
    if outage is Outage.BOT:
        await running.end()
        await walk.stage.offline()
        running.skip_to(utc(22, 12))
        await running.start()
    else:
        await running.lose()
        await running.pass_until(utc(22, 11, 59))
        await running.connect()
        await running.say("Anna", "/help")  # Telegram is reached when it has answered a poll
        await running.pass_until(utc(22, 12))
    walk.check_calls()
    assert walk.promised() == utc(24, 9, 40)
    await walk.check_list("Anna")
    await walk.check_reminder("Boris", walk.promised() - QUARTER)
    game = await walk.game()
    assert game.id in await running.say("Boris", "/next") + walk.board("Boris").text
    assert walk.promised() == utc(24, 9, 40)


async def take_holidays(walk: Walk) -> None:
    """Anna's clock stops for three days, one of which has 23 hours."""
    running = walk.running
    await running.pass_until(utc(24, 8))
    await walk.play("Boris")
    walk.expect(walk.now, "Anna")
    await running.pass_until(utc(24, 10))
    await walk.play("Anna")
    walk.expect(walk.now, "Boris")
    await running.pass_until(utc(26, 8))
    await walk.play("Boris")
    walk.expect(walk.now, "Anna")
    assert walk.promised() == utc(29, 8)  # ten o'clock in Berlin, where it was nine on Friday
    await running.pass_until(utc(26, 9))
    await running.say("Anna", "/holidays 27.3. 29.3.")
    message = walk.stage.seen("Boris")[-1]
    assert "Anna" in message.text
    assert not message.mentions
    assert walk.promised() == utc(29, 8) + timedelta(hours=71)
    for player in walk.stage.languages:
        await walk.check_list(player, timedelta(hours=71))
    assert walk.promised() - QUARTER == utc(31, 13)
    await walk.check_reminder("Anna", walk.promised() - QUARTER)


async def run_out_of_time(walk: Walk) -> None:
    """When Anna's time runs out, Boris first gives two days, and then claims."""
    running = walk.running
    await walk.run_out("Anna", "Boris")
    await running.pass_until(utc(32, 12))
    await running.press("Boris", walk.label("Boris", "button-more-time"))
    walk.expect(walk.now, "Anna")
    walk.check_calls()
    assert walk.promised() == utc(34, 12)
    await walk.check_reminder("Anna", utc(33, 19, 59))  # a quarter of two days, moved before the night
    await walk.run_out_while_killed("Anna", "Boris")
    await running.pass_until(utc(34, 13))
    await running.press("Boris", walk.label("Boris", "button-claim"))
    walk.expect(walk.now, "Anna")
    walk.check_calls()
    await walk.check_lost_on_time("Anna")
    assert not (await walk.game()).standing.is_over


async def lose_the_next_game_too(walk: Walk) -> None:
    """The match is over when the same player loses the next game on time too."""
    running = walk.running
    await running.press("Boris", walk.label("Boris", "button-next-game"))
    if await walk.to_act() == "Boris":
        await walk.play("Boris")
    walk.expect(walk.now, "Anna")
    walk.check_calls()
    assert walk.promised() == utc(37, 13)
    await walk.check_reminder("Anna", utc(37, 13) - QUARTER)
    await walk.run_out("Anna", "Boris")
    await running.press("Boris", walk.label("Boris", "button-claim"))
    walk.expect(walk.now, "Anna")
    await walk.check_lost_on_time("Anna")
    assert (await walk.game()).standing.is_over
    for player, language in walk.stage.languages.items():
        said = words_in(language).words("over-match-forfeited", winner="Boris", loser="Anna", score="SCORE")
        assert said.partition("SCORE")[0] in walk.board(player).text.replace("*", "")
