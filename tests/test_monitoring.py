"""Monitoring: what a running bot tells a machine that looks after it."""

from __future__ import annotations

import json
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.command import Command
from tests.monitor import monitored, until_logged
from tests.test_logs import SABOTAGE, break_tables, tab_of

TOKEN = "5123456789:AAplantedQuillobarPlantedQuillobar0"  # noqa: S105 - of nothing
NAME, SAID = "Wexmundy", "zibberflonk"


def nowhere() -> str:
    """An address at which nothing listens."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        return f"http://127.0.0.1:{taken.getsockname()[1]}"


async def test_what_works_is_told_until_a_signal_ends_the_bot(tmp_path: Path) -> None:
    """With all well the answer is 200, and 503 while the database is locked by another or takes no writes."""
    async with monitored(tmp_path) as (server, monitor):
        status, health = await monitor.until(lambda told: told["status"] == "ok")
        assert (status, health) == (
            200,
            {
                "status": "ok",
                "failing": [],
                "database": {"writable": True},
                "outbox": {"undelivered": 0, "owed": 0, "oldest_seconds": None},
                "alarms": {"overdue_seconds": None},
                "backup": {"age_seconds": None},
                "platforms": {"web": "up"},
            },
        )
        with closing(sqlite3.connect(tmp_path / "nardy.db", isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            status, health = await monitor.until(lambda told: not told["database"]["writable"])
            assert (status, health["failing"]) == (503, ["database"])
            assert health["outbox"] == {"undelivered": 0, "owed": 0, "oldest_seconds": None}
        assert (await monitor.until(lambda told: told["status"] == "ok"))[0] == 200
        assert "Traceback" not in server.log()
        break_tables(tmp_path)
        status, health = await monitor.until(lambda told: not told["database"]["writable"])
        assert (status, health["failing"]) == (503, ["database"])
        assert "nardy_database_writable 0.0" in await monitor.metrics()
        assert SABOTAGE in server.log()
        mend_tables(tmp_path)
        assert (await monitor.until(lambda told: told["status"] == "ok"))[0] == 200
        assert await server.stop() == 0


async def test_a_platform_that_cannot_be_reached_is_named_and_no_person(tmp_path: Path) -> None:
    """Health, metrics and log name the platform that is away, and count actions, but quote nobody."""
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
        async with tab_of(server) as tab:
            await tab.put(do="name", id="first-name", name=NAME)
            await tab.get("named")
            for number, line in enumerate((SAID, "/play", f"/challenge {SAID}", f"/{SAID}")):
                await tab.say(line, key=f"line-{number:04}")
        await until_logged(server, "platform down")
        metrics = await monitor.until_measured(
            'nardy_platform_up{platform="telegram"} 0.0',
            'nardy_actions_total{platform="web"}',
            "nardy_games_open 1.0",
        )
        (_, health), log = await monitor.health(), server.log()
    told = f"{metrics}{health}{log}".casefold()
    assert [word for word in (NAME, SAID, TOKEN.partition(":")[2]) if word.casefold() in told] == []
    records = [json.loads(line) for line in log.splitlines()]
    assert all({"time", "level", "logger", "message"} <= set(record) for record in records)
    assert any(record["message"] == "metrics are served" for record in records)


def mend_tables(folder: Path) -> None:
    """Let tables be written again that were broken."""
    with closing(sqlite3.connect(folder / "nardy.db")) as connection:
        for (trigger,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            connection.execute(f'DROP TRIGGER "{trigger}"')


def test_a_port_that_is_taken_ends_the_start(nardy: Command) -> None:
    """Where the port of the metrics is taken the bot does not run, and says why."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        ended = nardy(NARDY_METRICS_PORT=str(taken.getsockname()[1]))
    assert ended.status == 1
    assert "NARDY_METRICS_PORT" in ended.err
