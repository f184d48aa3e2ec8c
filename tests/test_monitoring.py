"""The health, metrics and log of a running bot."""

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
    """Return an address that nothing listens on."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        return f"http://127.0.0.1:{taken.getsockname()[1]}"


async def test_the_health_follows_the_database(tmp_path: Path) -> None:
    """The status is 200 while all is well, and 503 while the database is locked or not writable."""
    async with monitored(tmp_path) as (server, monitor):
        status, health = await monitor.until(lambda report: report["status"] == "ok")
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
            status, health = await monitor.until(lambda report: not report["database"]["writable"])
            assert (status, health["failing"]) == (503, ["database"])
            assert health["outbox"] == {"undelivered": 0, "owed": 0, "oldest_seconds": None}
        assert (await monitor.until(lambda report: report["status"] == "ok"))[0] == 200
        assert "Traceback" not in server.log()
        break_tables(tmp_path)
        status, health = await monitor.until(lambda report: not report["database"]["writable"])
        assert (status, health["failing"]) == (503, ["database"])
        assert "nardy_database_writable 0.0" in await monitor.metrics()
        assert SABOTAGE in server.log()
        mend_tables(tmp_path)
        assert (await monitor.until(lambda report: report["status"] == "ok"))[0] == 200
        assert await server.stop() == 0


async def test_an_unreachable_platform_is_named_and_no_player(tmp_path: Path) -> None:
    """Health, metrics and log name the unreachable platform and count actions, but quote no player."""
    async with monitored(
        tmp_path,
        TELEGRAM_TOKEN=TOKEN,
        TELEGRAM_API_URL=nowhere(),
        NARDY_LOG_LEVEL="DEBUG",
        NARDY_LOG_FORMAT="json",
    ) as (server, monitor):
        status, health = await monitor.until(lambda report: report["platforms"]["web"] == "up")
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
    report = f"{metrics}{health}{log}".casefold()
    assert [word for word in (NAME, SAID, TOKEN.partition(":")[2]) if word.casefold() in report] == []
    records = [json.loads(line) for line in log.splitlines()]
    assert all({"time", "level", "logger", "message"} <= set(record) for record in records)
    assert any(record["message"] == "metrics are served" for record in records)


def mend_tables(folder: Path) -> None:
    """Repair the tables that `break_tables` broke."""
    with closing(sqlite3.connect(folder / "nardy.db")) as connection:
        for (trigger,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            connection.execute(f'DROP TRIGGER "{trigger}"')


def test_a_taken_metrics_port_ends_the_start(nardy: Command) -> None:
    """If the metrics port is taken, the bot does not run and names the setting."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        ended = nardy(NARDY_METRICS_PORT=str(taken.getsockname()[1]))
    assert ended.status == 1
    assert "NARDY_METRICS_PORT" in ended.err
