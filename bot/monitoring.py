"""Monitoring: /healthz and the metrics that Prometheus reads, on a port of their own."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.chats.base import Request
from bot.chats.web.connection_limits import CappedSite, Limits
from bot.chats.web.tab_places import TabFigures
from bot.health_check import HealthCheck, HealthReport
from bot.sessions import Workload

CONTENT_TYPE = CONTENT_TYPE_LATEST
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """Counts what is done, and tells it together with how the bot fares.

    Args:
        timer: a clock in seconds that nobody sets.
    """

    def __init__(self, timer: Callable[[], float] = time.perf_counter) -> None:
        self._timer = timer
        self._registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self._registry)
        self._actions = Counter(
            "nardy_actions",
            "What people did: commands, presses and typed lines.",
            ["platform"],
            registry=self._registry,
        )
        self._seconds = Histogram(
            "nardy_action_seconds",
            "How long it took until what somebody did was answered.",
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self._sent = Counter(
            "nardy_posts_sent",
            "What platforms have taken: new messages (send), edits (edit, edit_step), old messages (retire).",
            ["platform", "kind"],
            registry=self._registry,
        )
        self._unread = Counter(
            "nardy_discord_unread",
            "Gateway events of Discord's that could not be read and were skipped.",
            ["event"],
            registry=self._registry,
        )

    @contextmanager
    def action(self, platform: str) -> Iterator[None]:
        """Count an action of somebody on a platform, and how long it takes."""
        began = self._timer()
        try:
            yield
        finally:
            self._actions.labels(platform).inc()
            self._seconds.observe(self._timer() - began)

    def delivered(self, platform: str, request: Request) -> None:
        """Count what a platform has taken."""
        self._sent.labels(platform, request.value.replace(" ", "_")).inc()

    def unread(self, event: str) -> None:
        """Count a gateway event of Discord's that could not be read."""
        self._unread.labels(event).inc()

    def follow_tabs(self, figures: Callable[[], TabFigures]) -> None:
        """Tell how many tabs there are whenever the metrics are read."""
        self._registry.register(_Tabs(figures))

    def text(self, report: HealthReport) -> bytes:
        """Return all metrics as `CONTENT_TYPE` has them. Without a workload the gauges of it are left out."""
        figures = _Figures(report)
        self._registry.register(figures)
        try:
            return generate_latest(self._registry)
        finally:
            self._registry.unregister(figures)


class _Tabs(Collector):
    """How many tabs of the local table there are."""

    def __init__(self, figures: Callable[[], TabFigures]) -> None:
        self._figures = figures

    def collect(self) -> Iterator[Metric]:
        """Return the gauges and counters."""
        figures = self._figures()
        tabs = GaugeMetricFamily("nardy_tabs", "Tabs that are open.", labels=["state"])
        for state in ("arriving", "unseated", "seated"):
            tabs.add_metric([state], getattr(figures, state))
        yield tabs
        yield GaugeMetricFamily("nardy_tabs_limit", "Tabs that may be open.", value=figures.limit)
        for name, told, value in (
            ("nardy_tabs_refused", "Tabs that were refused because there were too many.", figures.refused),
            ("nardy_tabs_gave_way", "Tabs that gave way to newer ones of their account.", figures.gave_way),
        ):
            yield CounterMetricFamily(name, told, value=value)


class _Figures(Collector):
    """What a report says, as gauges."""

    def __init__(self, report: HealthReport) -> None:
        self._report = report

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Say nothing of the names: it stands in the registry only while that is read."""
        return iter(())

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Return the gauges."""
        report = self._report
        yield GaugeMetricFamily(
            "nardy_database_writable", "Whether the database takes writes.", value=report.is_writable
        )
        up = GaugeMetricFamily("nardy_platform_up", "Whether the platform is served.", labels=["platform"])
        for name, is_up in report.platforms.items():
            up.add_metric([name], is_up)
        yield up
        if report.workload is not None:
            yield from _workload(report.workload, report.platforms)


def _workload(work: Workload, platforms: Mapping[str, bool]) -> Iterator[GaugeMetricFamily]:
    owed = GaugeMetricFamily("nardy_posts_owed", "Posts that are to be delivered.", labels=["platform"])
    # None is told as 0, so that a line is there before the first is owed.
    for name in dict.fromkeys((*platforms, *work.backlogs)):
        owed.add_metric([name], work.backlogs[name].posts if name in work.backlogs else 0)
    yield owed
    for name, told, age in (
        ("nardy_oldest_owed_seconds", "For how long the oldest of them has been owed.", work.oldest),
        ("nardy_alarms_overdue_seconds", "How late the oldest alarm is.", work.overdue),
    ):
        yield GaugeMetricFamily(name, told, value=age.total_seconds() if age else 0.0)
    if work.backup_age is not None:
        yield GaugeMetricFamily(
            "nardy_backup_age_seconds",
            "How old the last good copy of the database is.",
            value=work.backup_age.total_seconds(),
        )
    yield GaugeMetricFamily("nardy_games_open", "Games that are played.", value=work.open_games)


logger = logging.getLogger(__name__)

LIMITS = Limits(connections=32, connections_of_one=16, new_at_once=32)
_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
_FAREWELL = 1.0
"""Seconds in which what is being answered at the end may be answered."""


class Monitoring:
    """Answers whoever asks how the bot fares. Nothing that it says names a person, a chat or a game.

    Args:
        check: how the bot fares.
        metrics: what is counted.
        address: where to listen.
        port: the port; 0 for any that is free, which the log tells.
    """

    def __init__(self, check: HealthCheck, metrics: Metrics, address: str, port: int) -> None:
        self.check = check
        self.metrics = metrics
        self._listen = (address, port)
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Serve from now on until `close`; do nothing if it was started before.

        Raises:
            OSError: the address cannot be listened on.
        """
        if self._runner is not None:
            return
        app = web.Application()
        app.add_routes([web.get("/healthz", self._healthz), web.get("/metrics", self._metrics_text)])
        self._runner = web.AppRunner(
            app, access_log=None, shutdown_timeout=_FAREWELL, keepalive_timeout=LIMITS.head_within
        )
        await self._runner.setup()
        address, port = self._listen
        await CappedSite(self._runner, address, port, limits=LIMITS).start()
        shown = f"[{address}]" if ":" in address else address
        logger.info("metrics are at http://%s:%s/metrics", shown, self._runner.addresses[0][1])

    async def close(self) -> None:
        """Stop serving."""
        if self._runner is not None:
            await self._runner.cleanup()
        await self.check.look_away()

    async def _healthz(self, _request: web.Request) -> web.Response:
        report = await self.check.report()
        return web.json_response(report.as_json(), status=503 if report.failing else 200, headers=_HEADERS)

    async def _metrics_text(self, _request: web.Request) -> web.Response:
        text = self.metrics.text(await self.check.report())
        return web.Response(body=text, headers=_HEADERS | {"Content-Type": CONTENT_TYPE})
