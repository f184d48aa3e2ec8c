"""Examination: everything that the doctor looks at, one after another."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import aiohttp

from bot.doctor import clock, machine
from bot.doctor.asking import Answer, ask
from bot.doctor.copies import copies
from bot.doctor.discord import discord
from bot.doctor.findings import Finding
from bot.doctor.telegram import telegram
from bot.settings import SettingsError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from bot.settings import Settings


async def examine(read_settings: Callable[[], Settings]) -> AsyncIterator[Finding]:
    """Look at everything that a host can get wrong, and return what is found as it is found.

    Nothing is changed, and no token stands in what is found.

    Args:
        read_settings: reads the settings, and raises `SettingsError` where some are wrong.
    """
    try:
        settings = read_settings()
    except SettingsError as error:
        for line in str(error).splitlines():
            yield Finding(line, "Mend it in the environment or in .env; .env.example explains each setting.")
        yield machine.python()
        return
    yield Finding("All settings are accepted.")
    for finding in machine.env_file():
        yield finding
    yield machine.python()
    yield await asyncio.to_thread(machine.pictures)
    for finding in await asyncio.to_thread(machine.database, settings):
        yield finding
    for finding in await copies(settings.database):
        yield finding
    yield await asyncio.to_thread(machine.listening, settings)
    answers: list[Answer] = []
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar(), trust_env=True) as session:
        for platform in (telegram, discord):
            findings, answered = await platform(session, settings)
            answers += answered
            for finding in findings:
                yield finding
        findings, answered = await _public(session, settings)
        answers += answered
        for finding in findings:
            yield finding
    yield clock.compared(answers)
    for finding in await clock.behind_heartbeat(settings.database):
        yield finding


async def _public(session: aiohttp.ClientSession, settings: Settings) -> tuple[list[Finding], list[Answer]]:
    """Look whether the table's boards are reached at the address that everybody is told."""
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
