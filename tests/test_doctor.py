from __future__ import annotations

import os
import re
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
from aiohttp import web

from bot.chats.discord.permissions import INVITED_WITH
from bot.chats.telegram.foreign_webhook import ForeignWebhook
from bot.chats.telegram.polling import PollingBot
from bot.doctor import examine
from bot.doctor.discord import NEEDED
from bot.sessions.workers.heartbeat import BOT
from bot.settings import read_settings
from storage import KeyValues, health
from storage.places import Server as Place
from storage.sqlite import upgrade
from tests import postgres
from tests.command import Command
from tests.databases import create_database, new_place, opened
from tests.discord_standin.standin import DiscordStandIn
from tests.telegram_standin.client import ask
from tests.telegram_standin.standin import TelegramStandIn
from tests.test_unwritable import run_without_rights
from tests.unusable import MAKERS

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

TELEGRAM_TOKEN = "5000000001:AAplanted-Telegram-token-0123456789abc"  # noqa: S105 (nobody's)
DISCORD_TOKEN = "planted.Discord.token-0123456789"  # noqa: S105 (nobody's)


@pytest.fixture(autouse=True)
def _empty_folder_without_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without files, with no settings but a free port."""
    monkeypatch.chdir(tmp_path)
    for name in os.environ:
        if name.startswith(("NARDY_", "DISCORD_", "TELEGRAM_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("NARDY_PORT", "0")


async def found() -> list[str]:
    """Return the lines that the doctor prints."""
    return [str(finding) async for finding in examine(read_settings)]


def troubles(lines: list[str]) -> list[str]:
    """Return the findings that are wrong, without their mark."""
    assert all(line.startswith(("OK  ", "!   ")) for line in lines)
    return [line[4:] for line in lines if line.startswith("!")]


@asynccontextmanager
async def answering(handler: Handler) -> AsyncIterator[str]:
    """Serve all requests on loopback with one handler; the address is yielded."""
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", handler)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


async def test_without_settings_all_is_well() -> None:
    """A bot for this machine alone needs no settings, and the doctor finds no fault."""
    lines = await found()
    assert troubles(lines) == []
    assert any("TELEGRAM_TOKEN" in line for line in lines)


async def test_accepted_tokens_are_reported_with_the_bots_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The doctor reports which bot a valid token belongs to, and compares the clock."""
    async with (
        TelegramStandIn() as telegram,
        DiscordStandIn(bot_may=tuple(map(_own_name, NEEDED))) as discord,
    ):
        monkeypatch.setenv("TELEGRAM_TOKEN", telegram.token)
        monkeypatch.setenv("TELEGRAM_API_URL", telegram.api_url)
        monkeypatch.setenv("DISCORD_TOKEN", discord.token)
        monkeypatch.setenv("DISCORD_API_URL", discord.api_url)
        lines = await found()
    assert troubles(lines) == []
    reported = "\n".join(lines)
    assert "Telegram knows the token: it is that of @" in reported
    assert "Discord knows the token: it is that of " in reported
    assert "The clock is right." in reported
    assert telegram.token not in reported
    assert discord.token not in reported


def _own_name(name: str) -> str:
    return name.lower().replace(" ", "_")


def test_the_invitation_link_grants_the_needed_permissions() -> None:
    """The permissions that the doctor checks are those of the link that adds the bot to a server."""
    assert sum(NEEDED.values()) == INVITED_WITH.value


async def test_missing_permissions_on_discord_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """For missing permissions, the doctor names them, counts the servers, and gives the link."""
    async with DiscordStandIn(bot_may=("view_channel",)) as discord:
        monkeypatch.setenv("DISCORD_TOKEN", discord.token)
        monkeypatch.setenv("DISCORD_API_URL", discord.api_url)
        (trouble,) = troubles(await found())
    assert "Send Messages in 1" in trouble
    assert "View Channel" not in trouble
    assert "permissions=309237746688" in trouble


@pytest.mark.parametrize("status", [401, 404, 500, 302])
async def test_a_refused_token_is_never_printed(monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    """The doctor prints no token, even if a platform's answer repeats it."""

    async def refuse(request: web.Request) -> web.StreamResponse:
        said = {"ok": False, "description": f"no: {request.url} {request.headers.get('Authorization')}"}
        return web.json_response(said, status=status, headers={"Location": str(request.url)})

    async with answering(refuse) as address:
        monkeypatch.setenv("TELEGRAM_TOKEN", TELEGRAM_TOKEN)
        monkeypatch.setenv("TELEGRAM_API_URL", address)
        monkeypatch.setenv("DISCORD_TOKEN", DISCORD_TOKEN)
        monkeypatch.setenv("DISCORD_API_URL", address)
        lines = await found()
    found_wrong = "\n".join(troubles(lines))
    assert ("TELEGRAM_TOKEN" in found_wrong) == (status in {401, 404})
    assert ("DISCORD_TOKEN" in found_wrong) == (status == 401)
    assert len(troubles(lines)) == 2
    assert "planted" not in "\n".join(lines)


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"result": []}', b'{"result": {"username": 5}}'])
async def test_the_doctor_survives_a_malformed_answer(monkeypatch: pytest.MonkeyPatch, body: bytes) -> None:
    """The doctor continues to the end after any answer."""

    async def babble(_request: web.Request) -> web.StreamResponse:
        return web.Response(body=body)

    async with answering(babble) as address:
        for platform, token in (("TELEGRAM", TELEGRAM_TOKEN), ("DISCORD", DISCORD_TOKEN)):
            monkeypatch.setenv(f"{platform}_TOKEN", token)
            monkeypatch.setenv(f"{platform}_API_URL", address)
        lines = await found()
    assert lines[-1].startswith("OK  The clock")


async def test_an_unreachable_platform_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failed connection is reported without its address."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        monkeypatch.setenv("TELEGRAM_TOKEN", TELEGRAM_TOKEN)
        monkeypatch.setenv("TELEGRAM_API_URL", f"http://127.0.0.1:{taken.getsockname()[1]}")
        (trouble,) = troubles(await found())
    assert trouble.startswith("Telegram was not reached: the connection failed (")
    assert "planted" not in trouble


@pytest.mark.parametrize("hours", [-1, 0, 5])
async def test_a_heartbeat_ahead_of_the_clock_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    """A heartbeat in the future is reported with its time; a past one is not."""
    monkeypatch.setenv("NARDY_DATABASE", str(tmp_path / "nardy.db"))
    at = datetime.now(UTC) + timedelta(hours=hours)
    async with opened(tmp_path / "nardy.db") as database, database.write() as connection:
        await health.note_heartbeats(connection, {BOT: at})
    reported = [line for line in troubles(await found()) if "heartbeat" in line]
    assert [f"({at:%Y-%m-%d %H:%M} UTC)" in line for line in reported] == [True] * (hours > 0)


@pytest.mark.parametrize("seconds", [-4000, 4000])
async def test_a_wrong_clock_is_reported(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """The doctor compares the clock with the time in the platforms' answers."""

    async def late(_request: web.Request) -> web.StreamResponse:
        date = format_datetime(datetime.now(UTC) - timedelta(seconds=seconds), usegmt=True)
        user = {"username": "nardy", "can_read_all_group_messages": False, "can_join_groups": True}
        return web.json_response({"ok": True, "result": user}, headers={"Date": date})

    async with answering(late) as address:
        monkeypatch.setenv("TELEGRAM_TOKEN", TELEGRAM_TOKEN)
        monkeypatch.setenv("TELEGRAM_API_URL", address)
        (trouble,) = troubles(await found())
    assert re.match(rf"The clock is (39\d\d|400\d) seconds {'ahead' if seconds > 0 else 'behind'}\.", trouble)


async def test_wrong_telegram_rights_are_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bot that reads everything in groups, or cannot join them, is reported with the remedy."""

    async def answer(_request: web.Request) -> web.StreamResponse:
        user = {"username": "nardy", "can_read_all_group_messages": True, "can_join_groups": False}
        return web.json_response({"ok": True, "result": user})

    async with answering(answer) as address:
        monkeypatch.setenv("TELEGRAM_TOKEN", TELEGRAM_TOKEN)
        monkeypatch.setenv("TELEGRAM_API_URL", address)
        first, second = troubles(await found())
    assert "/setprivacy" in first
    assert "/setjoingroups" in second


@pytest.mark.parametrize(
    ("setting", "info", "reported"),
    [
        ("", {"url": "", "pending_update_count": 0}, "The bot asks Telegram"),
        ("", {"url": "https://a.example/x", "pending_update_count": 0}, "to a webhook at a.example."),
        ("https://a.example", {"url": "", "pending_update_count": 0}, "the bot tells it when it starts"),
        (
            "https://a.example",
            {"url": "https://a.example/telegram/updates", "pending_update_count": 0},
            "hands over what people do by NARDY_TELEGRAM_WEBHOOK",
        ),
        (
            "https://a.example",
            {
                "url": "https://a.example/telegram/updates",
                "pending_update_count": 7,
                "last_error_message": "Connection refused",
            },
            "and 7 updates wait: Connection refused",
        ),
    ],
)
async def test_the_state_of_the_telegram_webhook_is_reported(
    monkeypatch: pytest.MonkeyPatch, setting: str, info: dict[str, object], reported: str
) -> None:
    """The doctor reports polling or webhook, and updates that Telegram could not deliver."""

    async def answer(request: web.Request) -> web.StreamResponse:
        asked = request.path.rpartition("/")[2]
        return web.json_response(
            {"ok": True, "result": info if asked == "getWebhookInfo" else {"username": "n"}}
        )

    async with answering(answer) as address:
        monkeypatch.setenv("TELEGRAM_TOKEN", TELEGRAM_TOKEN)
        monkeypatch.setenv("TELEGRAM_API_URL", address)
        monkeypatch.setenv("NARDY_TELEGRAM_WEBHOOK", setting)
        lines = await found()
    assert reported in "\n".join(lines)
    assert len([line for line in troubles(lines) if "updates wait" in line]) == ("updates wait" in reported)


async def test_a_removed_foreign_webhook_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The doctor names the host of another program's webhook, even after the bot has removed it."""
    place = tmp_path / "nardy.db"
    monkeypatch.setenv("NARDY_DATABASE", str(place))
    async with TelegramStandIn() as telegram, opened(place) as database:
        monkeypatch.setenv("TELEGRAM_TOKEN", telegram.token)
        monkeypatch.setenv("TELEGRAM_API_URL", telegram.api_url)
        await ask(telegram, "setWebhook", {"url": "https://other.example/secret"})
        async with PollingBot(telegram.token, base_url=f"{telegram.api_url}/bot") as bot:
            before = "\n".join(await found())
            now = datetime(2026, 11, 20, tzinfo=UTC)
            assert await ForeignWebhook(bot, KeyValues(database), lambda: now).remove()
        after = "\n".join(await found())
    assert "!   Telegram hands over what people do to a webhook at other.example." in before
    assert "OK  On 2026-11-20 the bot removed a webhook at other.example." in after
    assert "secret" not in before + after


@pytest.mark.parametrize(
    ("status", "proxies", "wrong"), [(200, "127.0.0.1", 0), (502, "127.0.0.1", 1), (200, "", 1)]
)
async def test_the_public_address_is_checked(
    monkeypatch: pytest.MonkeyPatch, status: int, proxies: str, wrong: int
) -> None:
    """The doctor opens the public address to check that it leads to the table."""

    async def answer(request: web.Request) -> web.StreamResponse:
        assert request.path == "/app"
        return web.Response(status=status)

    async with answering(answer) as address:
        monkeypatch.setenv("NARDY_PUBLIC_URL", address)
        monkeypatch.setenv("NARDY_PROXIES", proxies)
        assert len(troubles(await found())) == wrong


async def test_every_wrong_setting_gets_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each refused setting is named; a token in a misspelt setting is not printed."""
    monkeypatch.setenv("NARDY_PORT", "many")
    monkeypatch.setenv("NARDY_ADMINS", "@anna")
    monkeypatch.setenv("TELEGRAM_TOKENS", TELEGRAM_TOKEN)
    lines = await found()
    wrong = troubles(lines)
    assert [line.split()[0] for line in wrong] == ["TELEGRAM_TOKENS", "NARDY_PORT", "NARDY_ADMINS"]
    assert "planted" not in "\n".join(lines)


async def test_a_malformed_token_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """A token with forbidden characters is refused locally and never sent."""
    monkeypatch.setenv("TELEGRAM_TOKEN", "../planted?token")
    monkeypatch.setenv("DISCORD_TOKEN", "planted token")
    lines = await found()
    assert [line.split()[0] for line in troubles(lines)] == ["DISCORD_TOKEN", "TELEGRAM_TOKEN"]
    assert "planted" not in "\n".join(lines)


@pytest.mark.parametrize("kind", ["a letter", "a foreign database"])
async def test_an_unusable_database_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str
) -> None:
    """A file that the bot would refuse is reported and stays unchanged."""
    path = tmp_path / "kept.db"
    make, said = MAKERS[kind]
    make(path)
    before = path.read_bytes()
    monkeypatch.setenv("NARDY_DATABASE", str(path))
    (trouble,) = troubles(await found())
    assert trouble.startswith(f"{path} {said}")
    assert path.read_bytes() == before


async def test_an_old_database_is_not_upgraded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The doctor says that the next start upgrades the database, and leaves it unchanged."""
    path = tmp_path / "old.db"
    upgrade(path, "0016")
    before = path.read_bytes()
    monkeypatch.setenv("NARDY_DATABASE", str(path))
    lines = await found()
    assert troubles(lines) == []
    assert any("of an earlier version" in line for line in lines)
    assert path.read_bytes() == before


async def test_a_missing_column_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A column is named that the database's revision requires and the database lacks."""
    path = tmp_path / "kept.db"
    create_database(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("ALTER TABLE holidays DROP COLUMN zone")
    monkeypatch.setenv("NARDY_DATABASE", str(path))
    (trouble,) = troubles(await found())
    assert trouble.startswith(f"{path} lacks what its revision has: the column holidays.zone.")


async def test_a_taken_port_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """If another program listens on a port, the doctor names the setting to change."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setenv("NARDY_PORT", str(taken.getsockname()[1]))
        (trouble,) = troubles(await found())
    assert "NARDY_PORT" in trouble


async def test_a_settings_file_that_others_can_read_is_reported(tmp_path: Path) -> None:
    """The .env file has tokens, so other users of the machine must not be able to read it."""
    (tmp_path / ".env").write_text("TELEGRAM_API_URL=\nDISCORD_API_URL=\n", "utf-8")
    (tmp_path / ".env").chmod(0o644)
    assert troubles(await found()) == ["Others on this machine can read .env. Type: chmod 600 .env"]
    (tmp_path / ".env").chmod(0o600)
    assert troubles(await found()) == []


async def test_platform_answers_cannot_control_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Line breaks and escapes in a name become question marks."""

    async def answer(_request: web.Request) -> web.StreamResponse:
        return web.json_response(
            {"ok": True, "result": {"username": "x\n!   \x1b[2J", "can_join_groups": True}}
        )

    async with answering(answer) as address:
        monkeypatch.setenv("TELEGRAM_TOKEN", TELEGRAM_TOKEN)
        monkeypatch.setenv("TELEGRAM_API_URL", address)
        lines = await found()
    assert any("@x?!   ?[2J" in line for line in lines)
    assert all(line.isprintable() for line in lines)


async def test_a_failing_check_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A check that fails unexpectedly becomes a finding, and all other checks follow."""
    monkeypatch.setenv("NARDY_DATABASE", "x" * 300)  # a longer name than any file may have
    lines = await found()
    (trouble,) = troubles(lines)
    assert "File name too long" in trouble
    assert lines[-1].startswith("OK  The clock")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can drop these rights of root")
@pytest.mark.parametrize("closed", ["", "nardy.db", ".env"])
async def test_files_without_access_are_reported(tmp_path: Path, closed: str) -> None:
    """The doctor reports a folder or file that this user may not open, and continues to the end."""
    folder = tmp_path / "folder"
    create_database(folder / "nardy.db")
    (tmp_path / ".env").touch(0o600)
    place = tmp_path / closed if closed == ".env" else folder / closed
    place.chmod(0)
    try:
        ended = await run_without_rights(folder, "doctor")
    finally:
        place.chmod(0o700)
    assert (ended.status, ended.err) == (1, "")
    lines = ended.out.splitlines()
    assert lines[-1] == "1 to fix."
    assert any(line.startswith("OK  Python") for line in lines)
    assert ".env" in closed or any(line.startswith("OK  The clock") for line in lines)


@pytest.fixture
async def restricted_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """The name of an empty database in NARDY_DATABASE, with a role that may only connect."""
    async with new_place("postgresql", tmp_path) as place:
        assert isinstance(place, Place)
        server = postgres.server()
        await server.make(place)
        await server.ask("CREATE ROLE guest LOGIN")
        monkeypatch.setenv("NARDY_DATABASE", place.url.replace("postgres@", "guest@"))
        yield place.url.rpartition("/")[2].partition("?")[0]
    await postgres.server().ask("DROP ROLE guest")


@postgres.needs_postgresql
async def test_a_role_that_cannot_create_tables_is_reported(restricted_database: str) -> None:
    """A role without the right to create tables is a finding until it gets the right."""
    (trouble,) = troubles(await found())
    assert "permission denied for schema public" in trouble
    await postgres.server().ask(f"ALTER DATABASE {restricted_database} OWNER TO guest")
    lines = await found()
    assert troubles(lines) == []
    assert "OK  Tables can be made there, and rows written." in lines
    assert any("There is no table" in line for line in lines)


@postgres.needs_postgresql
async def test_a_read_only_server_is_reported(restricted_database: str) -> None:
    """A read-only database is a finding."""
    await postgres.server().ask(f"ALTER DATABASE {restricted_database} OWNER TO guest")
    await postgres.server().ask(
        f"ALTER DATABASE {restricted_database} SET default_transaction_read_only = on"
    )
    (trouble,) = troubles(await found())
    assert "in a read-only transaction" in trouble


def test_the_exit_status_says_if_something_is_to_fix(nardy: Command) -> None:
    """`nardy doctor` ends with 0 if all is well and with 1 otherwise; each finding is one line."""
    well, ill = nardy("doctor"), nardy("doctor", NARDY_LOG_LEVEL="loud")
    assert (well.status, well.err) == (0, "")
    assert well.out.splitlines()[-1] == "All is well."
    assert (ill.status, ill.err) == (1, "")
    assert ill.out.splitlines()[0].startswith("!   NARDY_LOG_LEVEL")
    assert ill.out.splitlines()[-1] == "1 to fix."
