"""Examination: runs all checks of the doctor, one after another."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

import aiohttp

from bot.doctor import machine
from bot.doctor.asking import Answer, ask
from bot.doctor.discord import discord
from bot.doctor.findings import Finding
from bot.doctor.telegram import telegram
from bot.settings import Settings, SettingsError

_Look = Callable[[], Awaitable[Finding | list[Finding]]]

_AS_THAT_USER = "Run this as the user that runs Nardy, in the same folder."


async def examine(read_settings: Callable[[], Settings]) -> AsyncIterator[Finding]:
    """Check everything that a host can get wrong, and yield each finding at once.

    Nothing is changed, and no finding contains a token.

    Args:
        read_settings: reads the settings; raises `SettingsError` if some are wrong.
    """
    try:
        settings = read_settings()
    except SettingsError as error:
        for line in str(error).splitlines():
            yield Finding(line, "Mend it in the environment or in .env; .env.example explains each setting.")
        yield machine.python()
        return
    except OSError as error:  # .env of another user
        found = f"The settings cannot be read: {error.filename}: {os.strerror(error.errno or 0)}."
        yield Finding(found, _AS_THAT_USER)
        yield machine.python()
        return
    yield Finding("All settings are accepted.")
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar(), trust_env=True) as session:
        for what, look in _looks(settings, session):
            for finding in await _guarded(what, look):
                yield finding


def _looks(settings: Settings, session: aiohttp.ClientSession) -> list[tuple[str, _Look]]:
    """Return all checks in order, each with the name of what it examines."""
    answers: list[Answer] = []

    async def asked(
        ask_one: Callable[[aiohttp.ClientSession, Settings], Awaitable[tuple[list[Finding], list[Answer]]]],
    ) -> list[Finding]:
        findings, answered = await ask_one(session, settings)
        answers.extend(answered)
        return findings

    async def compared() -> Finding:
        return machine.compared(answers)

    return [
        ("The file .env", partial(asyncio.to_thread, machine.env_file)),
        ("Python", partial(asyncio.to_thread, machine.python)),
        ("The pictures", partial(asyncio.to_thread, machine.pictures)),
        ("The database", partial(asyncio.to_thread, machine.database, settings)),
        ("The copies", partial(machine.copies, settings.database)),
        ("The table's port", partial(machine.listening, session, settings)),
        ("Telegram", partial(asked, telegram)),
        ("Discord", partial(asked, discord)),
        ("NARDY_PUBLIC_URL", partial(asked, _public)),
        ("The clock", compared),
        ("The last heartbeat", partial(machine.behind_heartbeat, settings.database)),
    ]


async def _guarded(what: str, look: _Look) -> list[Finding]:
    """Return the findings of a check. A check that fails is a finding too, so that the others still run."""
    try:
        found = await look()
    except Exception as error:  # noqa: BLE001 (the other checks must still run)
        # An error's own text may quote an address, and so a token.
        why = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else type(error).__name__
        return [Finding(f"{what} could not be looked at ({why}).", _AS_THAT_USER)]
    return found if isinstance(found, list) else [found]


async def _public(session: aiohttp.ClientSession, settings: Settings) -> tuple[list[Finding], list[Answer]]:
    """Check that the web page is reached at `NARDY_PUBLIC_URL`."""
    url = settings.public_url
    if not url:
        return [Finding("No NARDY_PUBLIC_URL is set: there are no links to boards, and no Mini App.")], []
    answer = await ask(session, f"{url}/app")
    findings = []
    if answer.fault:
        remedy = "Look at its name, its certificate and the proxy; the bot must be running, too."
        findings.append(Finding(f"{url} was not reached: {answer.fault}.", remedy))
    elif answer.status != 200:  # noqa: PLR2004 (HTTP's own)
        remedy = "Let the proxy hand everything on to the table's port; the bot must be running, too."
        findings.append(Finding(f"{url} answers with {answer.status}.", remedy))
    else:
        findings.append(Finding(f"{url} is reached."))
    if not settings.proxies:
        found = "No NARDY_PROXIES is set: whoever comes through the proxy counts as one and the same."
        findings.append(Finding(found, "Name the address from which the proxy connects, such as 127.0.0.1."))
    return findings, [answer]
