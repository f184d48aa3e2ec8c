"""Discord: checks the token and the bot's permissions in its servers."""

from __future__ import annotations

import aiohttp

from bot.doctor.asking import Answer, ask
from bot.doctor.findings import Finding
from bot.settings import Settings

API = "https://discord.com/api/v10"
NEEDED = {
    "View Channel": 1 << 10,
    "Send Messages": 1 << 11,
    "Attach Files": 1 << 15,
    "Read Message History": 1 << 16,
    "Create Public Threads": 1 << 35,
    "Send Messages in Threads": 1 << 38,
}
_ADMINISTRATOR = 1 << 3
_FEW_STARTS = 20
_OK, _REFUSED = 200, 401


async def discord(session: aiohttp.ClientSession, settings: Settings) -> tuple[list[Finding], list[Answer]]:
    """Check the bot's account on Discord; return the findings and the answers they rest on."""
    token = settings.discord_token.get_secret_value()
    if not token:
        return [Finding("No DISCORD_TOKEN is set: the bot is not on Discord.")], []
    base = settings.discord_api_url.rstrip("/") or API
    headers = {"Authorization": f"Bot {token}", "User-Agent": "DiscordBot (https://example.org, 1)"}
    me = await ask(session, f"{base}/users/@me", headers)
    if me.status != _OK:
        return [_refused(me)], [me]
    findings = [Finding(f"Discord knows the token: it is that of {me.field('username')}.")]
    gateway = await ask(session, f"{base}/gateway/bot", headers)
    findings.append(_starts(gateway))
    guilds = await ask(session, f"{base}/users/@me/guilds", headers)
    findings.append(_permissions(guilds, me.field("id")))
    findings.append(Finding("Nardy asks for no privileged intent, so none need be granted."))
    return findings, [me, gateway, guilds]


_TOKEN = "Copy it from Discord's developer page once more (Bot, Reset Token)."  # noqa: S105 (no token)


def _refused(me: Answer) -> Finding:
    if me.status == _REFUSED:
        return Finding("Discord does not know DISCORD_TOKEN.", _TOKEN)
    if me.fault:
        return Finding(
            f"Discord was not reached: {me.fault}.",
            "Look at the network, at proxies, and at DISCORD_API_URL.",
        )
    return Finding(
        f"Discord answers with {me.status}.", "Try again later; if it stays so, look at DISCORD_API_URL."
    )


def _starts(gateway: Answer) -> Finding:
    left = gateway.field("session_start_limit", "remaining")
    if not isinstance(left, int):
        return Finding(f"Discord does not say how to connect ({gateway.status}).", "Try again later.")
    if left < _FEW_STARTS:
        return Finding(
            f"Discord lets the bot connect {left} times more today.", "Find out why it starts so often."
        )
    return Finding(f"Discord lets the bot connect {left} times more today.")


def _permissions(guilds: Answer, bot: object) -> Finding:
    if not isinstance(guilds.body, list):
        return Finding(f"Discord does not say where the bot is ({guilds.status}).", "Try again later.")
    link = f"https://discord.com/oauth2/authorize?client_id={bot}&scope=bot+applications.commands"
    invite = f"{link}&permissions={sum(NEEDED.values())}"
    if not guilds.body:
        return Finding("The bot is in no server.", f"Add it: {invite}")
    lacking: dict[str, int] = {}
    for guild in guilds.body:
        may = _number(guild.get("permissions")) if isinstance(guild, dict) else 0
        for name, bit in NEEDED.items():
            lacking[name] = lacking.get(name, 0) + int(not may & (bit | _ADMINISTRATOR))
    missing = [f"{name} in {count}" for name, count in lacking.items() if count]
    found = f"The bot is in {len(guilds.body)} servers"
    if missing:
        return Finding(
            f"{found}, and is not allowed everything there: {', '.join(missing)}.",
            f"Its role there should have these permissions; or add it once more: {invite}",
        )
    return Finding(f"{found}, and may do what it needs there, unless a channel says otherwise.")


def _number(text: object) -> int:
    return int(text) if isinstance(text, str) and text.isascii() and text.isdecimal() else 0
