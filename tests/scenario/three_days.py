"""Three days: a match with three days for each turn, from the challenge to the end, and who is called when.

What is expected is counted from what the texts promise: a reminder eighteen hours before, which is a quarter
of three days, and the call to claim at the promised minute itself.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import Enum

from bot.maintenance import check
from bot.talk.catalog import words_in
from tests.scenario.running import Running
from tests.scenario.walk import Walk

BEGIN = datetime(2027, 3, 15, 9, 0, tzinfo=UTC)
"""A Monday, two weeks before the clocks are set forward in Berlin."""
DICE = (6, 1, 6, 2, 5, 3, 4, 1, *(2, 1, 3, 1, 2, 1, 3, 1, 4, 1, 3, 2) * 6)
"""6-2 and 5-3 are forced; small numbers after that let players choose."""
QUARTER = timedelta(hours=18)


class Outage(Enum):
    """What does not work for a day."""

    BOT = "bot"
    PLATFORM = "platform"


def utc(day: int, hour: int, minute: int = 0) -> datetime:
    """A moment, by the days since the beginning of March."""
    return datetime(2027, 3, 1, hour, minute, tzinfo=UTC) + timedelta(days=day - 1)


async def walk(running: Running, outage: Outage) -> None:
    """Walk from the challenge to the end of the match."""
    walk = Walk(running)
    await begin(walk)
    await play_to_and_fro(walk)
    await be_killed(walk)
    await be_away_for_a_day(walk, outage)
    await take_holidays(walk)
    await run_out_of_time(walk)
    await lose_the_next_game_too(walk)
    walk.must_be_called()
    await running.end()
    report = await check(running.path)
    assert (report.games, report.faults) == (2, ())


async def begin(walk: Walk) -> None:
    """Settle the zones and Anna's quiet hours, and begin the match; Anna is to move."""
    running = walk.running
    for who in walk.stage.languages:
        await running.say(who, "/help")
        await running.say(who, "/settings zone Europe/Berlin", alone=True)
    await running.say("Anna", "/settings quiet 22-8", alone=True)
    await running.say("Anna", "/settings zone Europe/Berlin")
    await walk.stage.challenge("Anna", "Boris")
    await running.until_idle()
    walk.expect(walk.now, "Boris")
    await running.press("Boris", walk.label("Boris", "button-accept"))
    walk.expect(walk.now, "Anna")
    walk.must_be_called()
    assert await walk.to_act() == "Anna"
    assert walk.promised() == walk.now + timedelta(days=3)


async def play_to_and_fro(walk: Walk) -> None:
    """A quarter of the time is left to Boris, then to Anna, whose reminder comes before her night."""
    running = walk.running
    await running.pass_until(utc(15, 11))
    await walk.play("Anna")
    walk.expect(walk.now, "Boris")
    assert walk.promised() == utc(18, 11)
    await walk.is_reminded("Boris", walk.promised() - QUARTER)
    await running.pass_until(utc(17, 21, 30))
    await walk.play("Boris")
    walk.expect(walk.now, "Anna", is_loud=False)  # 22:30 in Berlin
    assert walk.promised() == utc(20, 21, 30)
    await walk.is_reminded("Anna", utc(19, 20, 59))  # not at 4:30 in the morning
    await running.pass_until(utc(20, 9))


async def be_killed(walk: Walk) -> None:
    """Boris's board is sent while the bot is killed: one call, and the time begins at the restart."""
    held = walk.stage.hold_message()
    await walk.begin_turn("Anna")
    await held.reached()
    walk.expect(walk.now, "Boris")
    await walk.comes_again("Boris", held, utc(20, 9, 40))
    assert await walk.to_act() == "Boris"
    assert walk.promised() == utc(23, 9, 40)
    await walk.must_be_listed("Boris")


async def be_away_for_a_day(walk: Walk, outage: Outage) -> None:
    """Nobody can act for a day: the boards promise a day more, and the reminder comes a day later."""
    running = walk.running
    await running.pass_until(utc(21, 12))
    if outage is Outage.BOT:
        await running.end()
        await walk.stage.offline()
        running.jump(utc(22, 12))
        await running.start()
    else:
        await running.lose()
        await running.pass_until(utc(22, 11, 59))
        await running.connect()
        await running.say("Anna", "/help")  # Telegram is reached when it has answered a poll
        await running.pass_until(utc(22, 12))
    walk.must_be_called()
    assert walk.promised() == utc(24, 9, 40)
    await walk.must_be_listed("Anna")
    await walk.is_reminded("Boris", walk.promised() - QUARTER)
    game = await walk.game()
    assert game.id in await running.say("Boris", "/next") + walk.board("Boris").text
    assert walk.promised() == utc(24, 9, 40)


async def take_holidays(walk: Walk) -> None:
    """Anna's time stands still for three days, of which one has 23 hours."""
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
    told = walk.stage.seen("Boris")[-1]
    assert "Anna" in told.text
    assert not told.mentions
    assert walk.promised() == utc(29, 8) + timedelta(hours=71)
    for who in walk.stage.languages:
        await walk.must_be_listed(who, timedelta(hours=71))
    assert walk.promised() - QUARTER == utc(31, 13)
    await walk.is_reminded("Anna", walk.promised() - QUARTER)


async def run_out_of_time(walk: Walk) -> None:
    """Boris gives two more days when Anna's time has run out, and claims when these have, too."""
    running = walk.running
    await walk.runs_out("Anna", "Boris")
    await running.pass_until(utc(32, 12))
    await running.press("Boris", walk.label("Boris", "button-more-time"))
    walk.expect(walk.now, "Anna")
    walk.must_be_called()
    assert walk.promised() == utc(34, 12)
    await walk.is_reminded("Anna", utc(33, 19, 59))  # a quarter of two days before, but for the night
    await walk.runs_out_while_killed("Anna", "Boris")
    await running.pass_until(utc(34, 13))
    await running.press("Boris", walk.label("Boris", "button-claim"))
    walk.expect(walk.now, "Anna")
    walk.must_be_called()
    await walk.must_be_lost_on_time("Anna")
    assert not (await walk.game()).standing.is_over


async def lose_the_next_game_too(walk: Walk) -> None:
    """A match in which the same player loses the next game on time, too, is over."""
    running = walk.running
    await running.press("Boris", walk.label("Boris", "button-next-game"))
    if await walk.to_act() == "Boris":
        await walk.play("Boris")
    walk.expect(walk.now, "Anna")
    walk.must_be_called()
    assert walk.promised() == utc(37, 13)
    await walk.is_reminded("Anna", utc(37, 13) - QUARTER)
    await walk.runs_out("Anna", "Boris")
    await running.press("Boris", walk.label("Boris", "button-claim"))
    walk.expect(walk.now, "Anna")
    await walk.must_be_lost_on_time("Anna")
    assert (await walk.game()).standing.is_over
    for who, language in walk.stage.languages.items():
        said = words_in(language).words("over-match-forfeited", winner="Boris", loser="Anna", score="SCORE")
        assert said.partition("SCORE")[0] in walk.board(who).text.replace("*", "")
