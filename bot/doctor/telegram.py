"""Telegram: checks the token and the setup of the bot's account."""

from __future__ import annotations

import aiohttp

from bot.chats.telegram.foreign_webhook import NAMESPACE, host_of, key_of
from bot.doctor.asking import Answer, ask
from bot.doctor.findings import Finding
from bot.settings import Settings
from storage import Database, KeyValues
from storage.dialects import dialect_of
from storage.places import Place

API = "https://api.telegram.org"
_REFUSED = (401, 404)
_LONGEST_SHOWN = 200


async def telegram(session: aiohttp.ClientSession, settings: Settings) -> tuple[list[Finding], list[Answer]]:
    """Check the bot's account on Telegram; return the findings and the answers they rest on."""
    token = settings.telegram_token.get_secret_value()
    if not token:
        return [Finding("No TELEGRAM_TOKEN is set: the bot is not on Telegram.")], []
    base = f"{settings.telegram_api_url.rstrip('/') or API}/bot{token}"
    me = await ask(session, f"{base}/getMe")
    if me.status != 200:  # noqa: PLR2004 (HTTP's own)
        return [_refused(me)], [me]
    findings = [Finding(f"Telegram knows the token: it is that of @{me.field('result', 'username')}.")]
    findings += _rights(me)
    findings.append(_webhook(settings, await ask(session, f"{base}/getWebhookInfo")))
    if removed := await _removed(settings.database, me.field("result", "id")):
        findings.append(removed)
    if settings.public_url:
        findings.append(_menu(settings, await ask(session, f"{base}/getChatMenuButton")))
    return findings, [me]


_TOKEN = "Copy it from @BotFather once more (/mybots, API Token)."  # noqa: S105 (no token)


def _refused(me: Answer) -> Finding:
    if me.status in _REFUSED:
        return Finding("Telegram does not know TELEGRAM_TOKEN.", _TOKEN)
    if me.fault:
        return Finding(
            f"Telegram was not reached: {me.fault}.",
            "Look at the network, at proxies, and at TELEGRAM_API_URL.",
        )
    return Finding(
        f"Telegram answers with {me.status}.", "Try again later; if it stays so, look at TELEGRAM_API_URL."
    )


def _rights(me: Answer) -> list[Finding]:
    findings = []
    if me.field("result", "can_read_all_group_messages"):
        findings.append(
            Finding(
                "Privacy mode is off: in groups the bot is told of everything that people write.",
                "Turn it on at @BotFather (/setprivacy, Enable): Nardy does not need it off.",
            )
        )
    else:
        findings.append(
            Finding("Privacy mode is on: in groups the bot is told of commands and replies alone.")
        )
    if me.field("result", "can_join_groups") is False:
        findings.append(
            Finding(
                "It cannot be added to groups.",
                "Allow that at @BotFather (/setjoingroups), if people should.",
            )
        )
    return findings


def _webhook(settings: Settings, info: Answer) -> Finding:
    """Report how the bot gets updates, by webhook or by polling, and what prevents it."""
    url, waiting = info.field("result", "url"), info.field("result", "pending_update_count")
    if not isinstance(url, str) or not isinstance(waiting, int):
        return Finding("Telegram does not tell by which way the bot hears what people do.")
    if not settings.telegram_webhook:
        if url:
            return Finding(
                f"Telegram hands over what people do to a webhook at {host_of(url)}. "
                "The bot removes it when it starts, and at most once an hour while it runs.",
                "If that is another program, end it: only one can use the token.",
            )
        return Finding("The bot asks Telegram for what people do.")
    if not url.startswith(f"{settings.telegram_webhook}/"):
        return Finding("Telegram does not know NARDY_TELEGRAM_WEBHOOK yet; the bot tells it when it starts.")
    trouble = info.field("result", "last_error_message")
    if waiting and isinstance(trouble, str):
        return Finding(
            f"Telegram does not get through to NARDY_TELEGRAM_WEBHOOK, and {waiting} updates wait: "
            f"{trouble[:_LONGEST_SHOWN]}",
            "Look at the proxy: it must lead /telegram/updates to NARDY_TELEGRAM_WEBHOOK_PORT.",
        )
    return Finding("Telegram hands over what people do by NARDY_TELEGRAM_WEBHOOK.")


async def _removed(place: Place, bot_id: object) -> Finding | None:
    """Return when the bot last removed another program's webhook and where that was; None if it never did."""
    if not isinstance(bot_id, int):
        return None
    dialect = dialect_of(place)
    try:
        if not (await dialect.examine() and await dialect.is_newest()):
            return None
        database = Database(place, dialect)
        try:
            noted = await KeyValues(database).read(NAMESPACE, key_of(bot_id))
        finally:
            await database.close()
    except Exception:  # noqa: BLE001 (a separate check reports faults of the database)
        return None
    day, _, host = (noted or "").partition(" ")
    return Finding(f"On {day} the bot removed a webhook at {host}.") if host else None


def _menu(settings: Settings, button: Answer) -> Finding:
    url = button.field("result", "web_app", "url")
    if not settings.public_url.startswith("https://"):
        return Finding("NARDY_PUBLIC_URL is no https address: there is no Mini App on Telegram.")
    if isinstance(url, str) and url.startswith(settings.public_url):
        return Finding("The menu button opens the Mini App.")
    return Finding("The menu button does not open the Mini App yet; the bot sets it when it starts.")
