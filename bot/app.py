"""App: builds all parts of the bot, passes them to each other and runs them."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from contextlib import AsyncExitStack
from datetime import timedelta
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING

from bot import signalling
from bot.capacity import table_limits
from bot.chats.base import RemotePlatform
from bot.chats.render.painter import ThreadPainter
from bot.chats.sender import Sender
from bot.chats.supervisor import Supervisor
from bot.chats.web import LocalTable
from bot.chats.web.mini_app.session import MiniApp
from bot.engine import Engine
from bot.engine.bearoff import bear_off, keep_tables_in
from bot.engine_pool import EnginePool
from bot.listening_address import is_for_others, listening_address
from bot.maintenance import must_not_be_moved
from bot.rules import RULESETS
from bot.sessions import (
    CHALLENGE_EXPIRY,
    DIGEST,
    FIRST_THEME,
    BackupWatch,
    Digests,
    Health,
    Hints,
    Locks,
    Outbox,
    SessionManager,
    SoleSender,
    SteadyClock,
)
from bot.sessions.outbox import PLAYER_LEFT, REPEATED_CALL
from bot.sessions.workers import (
    Absences,
    AlarmRunner,
    AnalysisQueue,
    AutoReview,
    ComputerPlayer,
    DailyPosition,
    GameWatch,
    Heartbeat,
    Membership,
    Reminding,
)
from bot.talk.addresses import Addresses, SignInLinks
from bot.talk.admins import Admins
from bot.talk.catalog import templates, words_in
from bot.talk.conversation import Conversation
from bot.talk.views.presenter import Presenter
from bot.talk.wording import former_words, spellings
from renderers.themes import THEMES
from storage import Database, KeyValues, TelegramUpdates

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from bot.chats.base import Handler, Painter, Platform
    from bot.chats.discord import Discord
    from bot.chats.telegram import Telegram
    from bot.monitoring import Metrics, Monitoring
    from bot.sessions import Signer
    from bot.settings import Settings
    from bot.start import Start

logger = logging.getLogger(__name__)

HOUSEKEEPING = timedelta(hours=6)
BACKUP_WATCH = timedelta(days=1)
OTHER_THEMES_AFTER = 20.0
"""Seconds after the start when the sprites of all themes but the default one are drawn in advance."""


async def run(settings: Settings, announce: Callable[[str, str], None], start: Start, *, again: bool) -> None:
    """Wait until the database can be reached, then serve until cancelled.

    Several processes may serve one database if it is on a PostgreSQL server.

    Args:
        announce: see `serve`.
        start: retries while the database server is away.
        again: see `serve`.

    Raises:
        DatabaseInUse: another process uses the database, and one of the two needs it alone.
    """
    async with AsyncExitStack() as stack:
        monitoring = _monitoring(settings)

        async def monitor() -> None:
            if monitoring:
                await monitoring.start()

        if monitoring:
            stack.push_async_callback(monitoring.close)
        await start.run(lambda: serve(settings, announce, monitoring, again=again), monitor)


async def serve(
    settings: Settings,
    announce: Callable[[str, str], None],
    monitoring: Monitoring | None,
    *,
    again: bool = False,
) -> None:
    """Run everything until cancelled.

    SIGTERM cancels this task. All workers and platforms are children of one TaskGroup and end first. Then the
    stack unwinds in reverse order, so the database closes last.

    Args:
        announce: called with the address that the web page listens on and the host's link, once the page is
            served, and again whenever the link changes.
        monitoring: serves health and metrics, or None.
        again: True to serve a database although `nardy copy` moved it to another place.

    Raises:
        MovedDatabase: the database was moved to another place, and `again` is False.
        BadToken: a platform rejects the bot's token at the start.
        OSError: the web page cannot listen on its address and port.
    """
    async with AsyncExitStack() as stack:
        if monitoring:
            await monitoring.start()
        database = await stack.enter_async_context(Database.open(settings.database))
        await must_not_be_moved(database, again=again)
        painter = stack.enter_context(ThreadPainter())
        engine = Engine()
        # Computing the bear-off table takes seconds once, so each engine process does it ahead of need.
        exact = partial(bear_off, RULESETS["long"].doubles)
        keep_tables = partial(keep_tables_in, settings.cache_folder)
        pool = stack.enter_context(EnginePool(set_up=keep_tables, prepare=exact))
        clock = SteadyClock()
        manager = SessionManager(
            database,
            clock=clock,
            sleep_after=timedelta(days=settings.sleep_days),
            challenge_lifetime=timedelta(days=settings.challenge_days),
        )
        membership = await stack.enter_async_context(Membership(manager))
        analysing = stack.enter_context(EnginePool(set_up=keep_tables))
        analysis_queue = await stack.enter_async_context(AnalysisQueue(engine, manager.analyses, analysing))
        metrics = monitoring.metrics if monitoring else None
        addresses, sign_in_links = Addresses(), SignInLinks(_address_for_others(settings))
        conversation = Conversation(
            manager,
            Hints(manager, engine, pool),
            analysis_queue,
            public_url=settings.public_url,
            measure=metrics.action if metrics else None,
            admins=Admins(frozenset(settings.admins), version("nardy"), manager.clock()),
            addresses=addresses,
            sign_in_links=sign_in_links,
        )
        key_values, signals = KeyValues(database), database.dialect.signals
        watch = GameWatch(manager)
        signer = await manager.signer()
        telegram = _telegram(settings, conversation, database, painter, signer)
        table = LocalTable(
            conversation,
            key_values,
            painter,
            partial(templates, prefix="web-"),
            signer=signer,
            hosts=settings.hosts,
            port=settings.port,
            origins=tuple(each.origin for each in settings.origins),
            invited=settings.is_by_invitation,
            proxies=settings.proxies,
            limits=table_limits(settings.tabs),
            mini_app=_mini_app(settings, telegram),
            watch=watch,
            public_url=settings.public_url,
            for_others=_address_for_others(settings),
            broadcast=partial(signals.send, signalling.TABLE),
            lock=partial(database.lock, "web-accounts"),
            other_accounts=partial(manager.people.other_accounts, "web"),
        )
        sign_in_links.open_at(table.sign_in_fragment)
        if metrics is not None:
            metrics.follow_tabs(lambda: table.tab_figures)
        discord = _discord(settings, conversation, database, painter, metrics)
        platforms: list[Platform] = [table]
        for remote in (discord, telegram):
            if remote is not None:
                platforms.append(remote)
                addresses.add(remote)
        addresses.add(table)
        sender = Sender(
            Outbox(manager),
            Presenter(manager, addresses),
            {platform.name: platform for platform in platforms},
            metrics.delivered if metrics else None,
            lambda name: name not in sole or sole[name].is_sender,
        )
        sole = {
            each.name: SoleSender(database, each, sender.wake)
            for each in platforms
            if isinstance(each, RemotePlatform)
        }
        computer_player = ComputerPlayer(manager, engine)
        auto_review = AutoReview(manager, analysis_queue)
        daily_position = DailyPosition(manager, engine)
        manager.daily_listeners.append(daily_position.wake)
        reached = {platform.name: partial(_is_reached, platform) for platform in platforms}
        heartbeat = Heartbeat(manager, reached, clock=clock)
        # Before any action: clocks get back the time that ran while the bot was down.
        await heartbeat.beat()
        reminding = Reminding(manager)
        handlers = {
            CHALLENGE_EXPIRY: manager.challenges.expire,
            DIGEST: Digests(manager).enqueue,
            PLAYER_LEFT: Absences(manager).call,
            REPEATED_CALL: reminding.call_again,
        }
        if monitoring:
            stack.push_async_callback(monitoring.check.look_away)
            monitoring.check.look_at(Health(manager), reached | {table.name: lambda: table.is_open})
        alarms = AlarmRunner(manager, heartbeat, handlers, [reminding.chore])
        signalling.connect(
            signals,
            manager,
            sender,
            table.changes,
            wake=(sender.wake, watch.wake),
            wake_engine=(computer_player.wake, auto_review.wake),
        )
        await _run_workers(
            signals.run(),
            signalling.tell_who_looks_on(manager),
            membership.run(),
            *(each.run() for each in sole.values()),
            table.changes.run(),
            *(Supervisor(platform).run() for platform in platforms),
            sender.run(),
            watch.run(),
            computer_player.run(pool),
            auto_review.run(),
            daily_position.run(analysing),
            alarms.run(),
            heartbeat.watch(),
            _warm_up(painter),
            keep_house(
                HOUSEKEEPING,
                manager.forget_old,
                partial(manager.stale_guests.forget, spellings, former_words),
                table.forget_old,
            ),
            keep_house(BACKUP_WATCH, BackupWatch(manager).warn),
            _announce(table, settings, announce),
        )


def _discord(
    settings: Settings, handler: Handler, database: Database, painter: Painter, metrics: Metrics | None
) -> Discord | None:
    """Return the adapter for Discord, or None without a token. Its slow library is imported only if used."""
    if not settings.discord_token.get_secret_value():
        return None
    from bot.chats.discord import Discord  # noqa: PLC0415 (see above)

    return Discord(
        handler,
        KeyValues(database),
        painter,
        words_in,
        token=settings.discord_token.get_secret_value(),
        rulesets=tuple(RULESETS),
        locks=Locks(database.dialect.locks),
        api_url=settings.discord_api_url or None,
        gateway_url=settings.discord_gateway_url or None,
        admins=frozenset(settings.admins_on("discord")),
        count_unread=metrics.unread if metrics else None,
    )


def _telegram(
    settings: Settings, handler: Handler, database: Database, painter: Painter, signer: Signer
) -> Telegram | None:
    """Return the adapter for Telegram, or None without a token. Its slow library is imported only if used."""
    if not settings.telegram_token.get_secret_value():
        return None
    from bot.chats.telegram import AppLinks, Pacing, Telegram, WebhookAddress  # noqa: PLC0415 (see above)

    return Telegram(
        handler,
        KeyValues(database),
        painter,
        words_in,
        updates=TelegramUpdates(database),
        locks=Locks(database.dialect.locks),
        webhook=WebhookAddress(
            settings.telegram_webhook,
            signer.sign("telegram-webhook"),
            settings.hosts,
            settings.telegram_webhook_port,
        )
        if settings.telegram_webhook
        else None,
        token=settings.telegram_token.get_secret_value(),
        api_url=settings.telegram_api_url or None,
        pacing=Pacing(time.monotonic, settings.telegram_pace),
        # Telegram opens Mini Apps over HTTPS only, and rejects messages with buttons for any other address.
        app=AppLinks(settings.public_url, settings.telegram_app)
        if settings.public_url.startswith("https://")
        else None,
    )


def _mini_app(settings: Settings, telegram: Telegram | None) -> MiniApp | None:
    """Return the Mini App, or None if the bot is not on Telegram or has no public address."""
    if telegram is None or not settings.public_url:
        return None
    token = settings.telegram_token.get_secret_value()
    return MiniApp(token, lambda: telegram.board_link, telegram.has_member)


def _monitoring(settings: Settings) -> Monitoring | None:
    """Return the server of /healthz and /metrics, or None without a port. Importing it takes 0.2 seconds."""
    if settings.metrics_port is None:
        return None
    from bot.health_check import HealthCheck  # noqa: PLC0415 (only those who are monitored wait for it)
    from bot.monitoring import Metrics, Monitoring  # noqa: PLC0415 (as above)

    return Monitoring(HealthCheck(), Metrics(), settings.metrics_hosts, settings.metrics_port)


def _is_reached(platform: Platform) -> bool:
    """True if players can act on a platform now."""
    return not isinstance(platform, RemotePlatform) or platform.is_reached


async def _warm_up(painter: ThreadPainter) -> None:
    """Draw sprites in advance, so that the first player does not wait for them."""
    await painter.warm_up([FIRST_THEME])
    # Objects loaded by now live until the end. Frozen, they no longer block the loop for 0.1 s a collection.
    gc.collect()
    gc.freeze()
    # Other themes are rare; players who waited for the bot's start are answered first.
    await asyncio.sleep(OTHER_THEMES_AFTER)
    await painter.warm_up(THEMES)


async def _run_workers(*works: Coroutine[None, None, None]) -> None:
    """Run until the first fails or all are cancelled; a single failure is raised as itself."""
    try:
        async with asyncio.TaskGroup() as tasks:
            for work in works:
                tasks.create_task(work)
    except ExceptionGroup as group:
        if len(group.exceptions) == 1:
            raise group.exceptions[0] from None
        raise


def _address_for_others(settings: Settings) -> str:
    """Return the web page's URL for other machines; empty if there is none or the port is not known yet."""
    listening = listening_address(settings.hosts, settings.port)
    return settings.table_address or (listening if settings.port and is_for_others(listening) else "")


async def _announce(table: LocalTable, settings: Settings, announce: Callable[[str, str], None]) -> None:
    while True:
        listening = listening_address(settings.hosts, await table.bound())
        announce(listening, f"{settings.table_address or listening}/#{table.host_fragment}")
        await table.host_fragment_changed()


async def keep_house(every: timedelta, *chores: Callable[[], Awaitable[None]]) -> None:
    """Run all chores at an interval until cancelled. A chore that fails is retried at the next interval."""
    while True:
        for chore in chores:
            try:
                await chore()
            except Exception:
                logger.exception("housekeeping failed")
        await asyncio.sleep(every.total_seconds())
