"""The bot as a separate process on the stand-in, and what it tells a machine that looks after it."""

from __future__ import annotations

from pathlib import Path

from tests.monitor import asking
from tests.telegram_standin.refusals import Refusal
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_wire.playing import begun, bot_on, pressed, whose

NAMES = ("Quillobar", "Wexmundy")
GROUP = "zibberflonk"


async def test_a_platform_that_goes_down_is_named_and_nobody_else_is(tmp_path: Path) -> None:
    """What was done on Telegram is counted; a token, a name or a group's title is told and logged nowhere."""
    async with TelegramStandIn() as telegram:
        anna, boris = (telegram.user(name, username=f"{name}_handle") for name in NAMES)
        group = telegram.supergroup(GROUP)
        settings = {"NARDY_METRICS_PORT": "0", "NARDY_LOG_LEVEL": "DEBUG"}
        async with bot_on(telegram, tmp_path, **settings) as server, asking(server) as monitor:
            assert (await monitor.until(lambda told: told["status"] == "ok"))[0] == 200
            board = await begun(anna, boris, group)
            await pressed(whose(board, anna, boris), group, board)
            metrics = await monitor.metrics()
            telegram.refuse("getUpdates", Refusal(502, "Bad Gateway"), times=1000)
            await anna.say(group, "/games")  # which ends the poll that Telegram holds
            status, health = await monitor.until(lambda told: told["platforms"]["telegram"] == "down")
            told = f"{metrics}{await monitor.metrics()}{health}{server.log()}".casefold()
    assert (status, health["failing"]) == (503, ["telegram"])
    assert 'nardy_platform_up{platform="telegram"} 1.0' in metrics
    assert 'nardy_posts_sent_total{kind="send",platform="telegram"}' in metrics
    assert 'nardy_actions_total{platform="telegram"}' in metrics
    planted = (*NAMES, GROUP, telegram.token.partition(":")[2])
    assert [word for word in planted if word.casefold() in told] == []
