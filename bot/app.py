"""App: builds all parts, hands them to each other, and runs them."""

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
from renderers.themes import THEMES
from storage import Database, KeyValues, TelegramUpdates, installation
from storage.errors import MovedDatabase

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
"""Seconds after the start at which the themes are drawn once with which nobody begins."""


async def run(settings: Settings, announce: Callable[[str], None], start: Start, *, again: bool) -> None:
    """Serve until cancelled, as soon as the database can be reached; beside others, if it is on a server.

    Args:
        announce: as of `serve`.
        start: the start, which waits for a server that is away.
        again: as of `serve`.

    Raises:
        DatabaseInUse: another process serves the database, and it must be alone, or this one must.
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
    settings: Settings, announce: Callable[[str], None], monitoring: Monitoring | None, *, again: bool = False
) -> None:
    """Run everything until cancelled.

    SIGTERM cancels this task. All workers and platforms, children of one TaskGroup, end first. Then the stack
    unwinds in reverse order: what was opened last is closed first, and the database last.

    Args:
        announce: called with the address of the local table, with the host's key, once it can be opened, and
            again whenever that key changes.
        monitoring: serves health and metrics; None if nothing reads them.
        again: True if a database is served that was copied to another place.

    Raises:
        MovedDatabase: at the start it was seen that the database was copied to another place.
        BadToken: at the start a platform does not know the bot's token.
        OSError: at the start the local table cannot listen where it should.
    """
    async with AsyncExitStack() as stack:
        if monitoring:
            await monitoring.start()
        database = await stack.enter_async_context(Database.open(settings.database))
        await _must_not_be_moved(database, again=again)
        painter = stack.enter_context(ThreadPainter())
        engine = Engine()
        # It may take seconds once, and is wanted late in a game.
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
        addresses, sign_in_links = Addresses(), SignInLinks(settings.table_address)
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
            host=settings.host,
            port=settings.port,
            origins=settings.origins,
            invited=settings.is_by_invitation,
            proxies=settings.proxies,
            limits=table_limits(settings.tabs),
            mini_app=_mini_app(settings, telegram),
            watch=watch,
            public_url=settings.public_url,
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
        # Before anybody can act: what ran while the bot did not is given back.
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
            table.elsewhere,
            wake=(sender.wake, watch.wake),
            wake_engine=(computer_player.wake, auto_review.wake),
        )
        await _run_workers(
            signals.run(),
            signalling.tell_who_looks_on(manager),
            membership.run(),
            *(each.run() for each in sole.values()),
            table.elsewhere.run(),
            *(Supervisor(platform).run() for platform in platforms),
            sender.run(),
            watch.run(),
            computer_player.run(pool),
            auto_review.run(),
            daily_position.run(analysing),
            alarms.run(),
            heartbeat.watch(),
            _warm_up(painter),
            keep_house(HOUSEKEEPING, manager.forget_old, table.forget_old),
            keep_house(BACKUP_WATCH, BackupWatch(manager).warn),
            _announce(table, settings.host, announce),
        )


async def _must_not_be_moved(database: Database, *, again: bool) -> None:
    """See that the games of a database do not go on elsewhere, or else forget that they do.

    Raises:
        MovedDatabase: they do.
    """
    if again:
        await installation.forget_move(database)
    elif moved_to := await installation.moved_to(database):
        raise MovedDatabase(database.place, moved_to)


def _discord(
    settings: Settings, handler: Handler, database: Database, painter: Painter, metrics: Metrics | None
) -> Discord | None:
    """Return the adapter for Discord, whose library only those who use it wait for."""
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
    """Return the adapter for Telegram, whose library only those who use it wait for."""
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
            settings.host,
            settings.telegram_webhook_port,
        )
        if settings.telegram_webhook
        else None,
        token=settings.telegram_token.get_secret_value(),
        api_url=settings.telegram_api_url or None,
        pacing=Pacing(time.monotonic, settings.telegram_pace),
        # Telegram opens no app without TLS, and refuses every board that has a button for one.
        app=AppLinks(settings.public_url, settings.telegram_app)
        if settings.public_url.startswith("https://")
        else None,
    )


def _mini_app(settings: Settings, telegram: Telegram | None) -> MiniApp | None:
    """Return what the Mini App needs, if the bot is on Telegram and the app can be reached."""
    if telegram is None or not settings.public_url:
        return None
    token = settings.telegram_token.get_secret_value()
    return MiniApp(token, lambda: telegram.board_link, telegram.has_member)


def _monitoring(settings: Settings) -> Monitoring | None:
    """Return what serves /healthz and /metrics, or None. Its library takes a fifth of a second to load."""
    if settings.metrics_port is None:
        return None
    from bot.health_check import HealthCheck  # noqa: PLC0415 (only those who are monitored wait for it)
    from bot.monitoring import Metrics, Monitoring  # noqa: PLC0415 (as above)

    return Monitoring(HealthCheck(), Metrics(), settings.metrics_address, settings.metrics_port)


def _is_reached(platform: Platform) -> bool:
    """True if people can act on a platform now."""
    return not isinstance(platform, RemotePlatform) or platform.is_reached


async def _warm_up(painter: ThreadPainter) -> None:
    """Do what the first player should not wait for."""
    await painter.warm_up([FIRST_THEME])
    # What is loaded by now stays to the end. The collector need not look through it again and again, for a
    # tenth of a second in which nobody is answered.
    gc.collect()
    gc.freeze()
    # Few use the others; those who have waited for the bot to be there are answered before.
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


async def _announce(table: LocalTable, host: str, announce: Callable[[str], None]) -> None:
    shown = f"[{host}]" if ":" in host else host
    while True:
        port = await table.bound()
        announce(f"http://{shown}:{port}/#{table.host_fragment}")
        await table.host_fragment_changed()


async def keep_house(every: timedelta, *chores: Callable[[], Awaitable[None]]) -> None:
    """Do regular housekeeping until cancelled. What fails is done the next time.

    Args:
        every: how long to wait in between.
        chores: what is to be done.
    """
    while True:
        for chore in chores:
            try:
                await chore()
            except Exception:
                logger.exception("housekeeping failed; it is tried again the next time")
        await asyncio.sleep(every.total_seconds())
