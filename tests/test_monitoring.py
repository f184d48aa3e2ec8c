"""Monitoring: what a running bot tells a machine that looks after it."""

from __future__ import annotations

import json
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.monitor import monitored, until_logged
from tests.process import Server
from tests.test_logs import SABOTAGE, break_tables, tab_of

TOKEN = "5123456789:AAplantedQuillobarPlantedQuillobar0"  # noqa: S105 - of nothing
NAME, SAID = "Wexmundy", "zibberflonk"


def nowhere() -> str:
    """An address at which nothing listens."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        return f"http://127.0.0.1:{taken.getsockname()[1]}"


async def test_a_bot_that_works_says_so_and_ends_on_a_signal(tmp_path: Path) -> None:
    """With all well the answer is 200; SIGTERM ends the bot also while somebody stays connected."""
    async with monitored(tmp_path) as (server, monitor):
        status, health = await monitor.until(lambda told: told["status"] == "ok")
        assert (status, health) == (
            200,
            {
                "status": "ok",
                "failing": [],
                "database": {"writable": True},
                "outbox": {"owed": 0, "oldest_seconds": None},
                "alarms": {"overdue_seconds": None},
                "backup": {"age_seconds": None},
                "platforms": {"web": "up"},
            },
        )
        assert await server.stop() == 0
        assert "Traceback" not in server.log()


async def test_a_platform_that_cannot_be_reached_is_named(tmp_path: Path) -> None:
    """While Telegram cannot be reached the answer is 503 with its name, and no token is told or logged."""
    async with monitored(
        tmp_path,
        TELEGRAM_TOKEN=TOKEN,
        TELEGRAM_API_URL=nowhere(),
        NARDY_LOG_LEVEL="DEBUG",
        NARDY_LOG_FORMAT="json",
    ) as (server, monitor):
        status, health = await monitor.until(lambda told: told["platforms"]["web"] == "up")
        assert (status, health["failing"]) == (503, ["telegram"])
        assert health["platforms"] == {"web": "up", "telegram": "down"}
        metrics = await monitor.metrics()
        assert 'nardy_platform_up{platform="telegram"} 0.0' in metrics
        await until_logged(server, "Telegram is down")
        assert TOKEN.partition(":")[2] not in f"{server.log()}{health}{metrics}"


async def test_a_database_that_takes_no_writes_is_told(tmp_path: Path) -> None:
    """Where every write is refused the answer is 503; once writes are taken again it is 200."""
    async with monitored(tmp_path) as (server, monitor):
        await monitor.until(lambda told: told["status"] == "ok")
        break_tables(tmp_path)
        status, health = await monitor.until(lambda told: not told["database"]["writable"])
        assert (status, health["failing"]) == (503, ["database"])
        assert "nardy_database_writable 0.0" in await monitor.metrics()
        assert SABOTAGE in server.log()
        with closing(sqlite3.connect(tmp_path / "nardy.db")) as connection:
            for (trigger,) in connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'trigger'"
            ).fetchall():
                connection.execute(f'DROP TRIGGER "{trigger}"')
        assert (await monitor.until(lambda told: told["status"] == "ok"))[0] == 200


async def test_a_database_that_is_locked_is_told_in_time(tmp_path: Path) -> None:
    """While another process has the right to write the answer comes all the same, and is 503."""
    async with monitored(tmp_path) as (_, monitor):
        await monitor.until(lambda told: told["status"] == "ok")
        with closing(sqlite3.connect(tmp_path / "nardy.db", isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            status, health = await monitor.until(lambda told: not told["database"]["writable"])
            assert (status, health["failing"]) == (503, ["database"])
            assert health["outbox"] == {"owed": 0, "oldest_seconds": None}
        assert (await monitor.until(lambda told: told["status"] == "ok"))[0] == 200


async def test_no_name_and_no_word_stands_among_metrics(tmp_path: Path) -> None:
    """What people did is counted; what they are called, and what they said, is nowhere in what is told."""
    async with monitored(tmp_path, NARDY_LOG_LEVEL="DEBUG", NARDY_LOG_FORMAT="json") as (server, monitor):
        async with tab_of(server) as tab:
            await tab.put(do="name", id="first-name", name=NAME)
            await tab.get("named")
            for number, line in enumerate((SAID, "/play", f"/challenge {SAID}", f"/{SAID}")):
                await tab.say(line, key=f"line-{number:04}")
        metrics, (_, health) = await monitor.metrics(), await monitor.health()
        log = server.log()
    assert 'nardy_actions_total{platform="web"}' in metrics
    assert "nardy_games_open 1.0" in metrics
    assert [word for word in (NAME, SAID) if word.casefold() in f"{metrics}{health}{log}".casefold()] == []
    records = [json.loads(line) for line in log.splitlines()]
    assert all({"time", "level", "logger", "message"} <= set(record) for record in records)
    assert any("metrics are at" in record["message"] for record in records)


async def test_a_port_that_is_taken_ends_the_start(tmp_path: Path) -> None:
    """Where the port of the metrics is taken the bot does not run, and says why."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        server = Server(tmp_path, {"NARDY_METRICS_PORT": str(taken.getsockname()[1])})
        ended = await server.run()
    assert ended.status == 1
    assert "NARDY_METRICS_PORT" in ended.err
