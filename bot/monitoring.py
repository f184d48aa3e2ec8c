"""Monitoring: /healthz and the metrics that Prometheus reads, on a separate port."""

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
    """The bot's metrics: counters of what it did, and gauges from each health report.

    Args:
        timer: returns seconds and never goes back.
    """

    def __init__(self, timer: Callable[[], float] = time.perf_counter) -> None:
        self._timer = timer
        self._registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self._registry)
        self._actions = Counter(
            "nardy_actions",
            "Actions of players: commands, presses and typed lines.",
            ["platform"],
            registry=self._registry,
        )
        self._seconds = Histogram(
            "nardy_action_duration_seconds",
            "Seconds from an action of a player to its answer.",
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self._sent = Counter(
            "nardy_posts_sent",
            "Accepted requests: new messages (send), edits (edit, edit_step), retired messages (retire).",
            ["platform", "kind"],
            registry=self._registry,
        )
        self._unread = Counter(
            "nardy_discord_unreadable_events",
            "Gateway events from Discord that could not be read and were skipped.",
            ["event"],
            registry=self._registry,
        )

    @contextmanager
    def action(self, platform: str) -> Iterator[None]:
        """Count an action on a platform and time it."""
        began = self._timer()
        try:
            yield
        finally:
            self._actions.labels(platform).inc()
            self._seconds.observe(self._timer() - began)

    def delivered(self, platform: str, request: Request) -> None:
        """Count a request that a platform accepted."""
        self._sent.labels(platform, request.value.replace(" ", "_")).inc()

    def unread(self, event: str) -> None:
        """Count a gateway event from Discord that could not be read."""
        self._unread.labels(event).inc()

    def follow_tabs(self, figures: Callable[[], TabFigures]) -> None:
        """Add the gauges of open tabs; `figures` is called each time the metrics are read."""
        self._registry.register(_Tabs(figures))

    def text(self, report: HealthReport) -> bytes:
        """Return all metrics as `CONTENT_TYPE`; those of the workload are left out if the report has none."""
        figures = _Figures(report)
        self._registry.register(figures)
        try:
            return generate_latest(_WithOldNames(self._registry))
        finally:
            self._registry.unregister(figures)


_OLD_NAMES = {
    "nardy_action_duration_seconds": "nardy_action_seconds",
    "nardy_discord_unreadable_events": "nardy_discord_unread",
    "nardy_undelivered_posts": "nardy_posts_owed",
    "nardy_oldest_undelivered_post_age_seconds": "nardy_oldest_owed_seconds",
    "nardy_tabs_evicted": "nardy_tabs_gave_way",
}
"""Metrics that are still served under their old names too, until the next release."""


class _WithOldNames(CollectorRegistry):
    """The metrics of another registry, the renamed ones under both names.

    Args:
        registry: holds the metrics under their present names.
    """

    def __init__(self, registry: CollectorRegistry) -> None:
        super().__init__()
        self._all = registry

    def collect(self) -> Iterator[Metric]:
        """Yield each metric, and after a renamed one a copy under its old name."""
        for metric in self._all.collect():
            yield metric
            if (old := _OLD_NAMES.get(metric.name)) is not None:
                copy = Metric(old, f"Old name of {metric.name}.", metric.type)
                for each in metric.samples:
                    copy.samples.append(each._replace(name=each.name.replace(metric.name, old)))
                yield copy


class _Tabs(Collector):
    """Gauges and counters of the open tabs of the web page."""

    def __init__(self, figures: Callable[[], TabFigures]) -> None:
        self._figures = figures

    def collect(self) -> Iterator[Metric]:
        """Yield the gauges and counters."""
        figures = self._figures()
        tabs = GaugeMetricFamily("nardy_tabs", "Tabs that are open.", labels=["state"])
        for state in ("arriving", "unseated", "seated"):
            tabs.add_metric([state], getattr(figures, state))
        yield tabs
        yield GaugeMetricFamily("nardy_tabs_limit", "Tabs that may be open.", value=figures.limit)
        for name, meaning, value in (
            ("nardy_tabs_refused", "Tabs refused because too many were open.", figures.refused),
            (
                "nardy_tabs_evicted",
                "Tabs closed to make room for a newer one of their account.",
                figures.gave_way,
            ),
        ):
            yield CounterMetricFamily(name, meaning, value=value)


class _Figures(Collector):
    """The gauges of one health report."""

    def __init__(self, report: HealthReport) -> None:
        self._report = report

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Return nothing, because this collector is registered only while the metrics are read."""
        return iter(())

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the gauges."""
        report = self._report
        yield GaugeMetricFamily(
            "nardy_database_writable", "1 while the database takes writes.", value=report.is_writable
        )
        up = GaugeMetricFamily("nardy_platform_up", "1 while the platform is served.", labels=["platform"])
        for name, is_up in report.platforms.items():
            up.add_metric([name], is_up)
        yield up
        if report.workload is not None:
            yield from _workload(report.workload, report.platforms)


def _workload(work: Workload, platforms: Mapping[str, bool]) -> Iterator[GaugeMetricFamily]:
    undelivered = GaugeMetricFamily(
        "nardy_undelivered_posts", "Posts that wait for delivery.", labels=["platform"]
    )
    # A platform without undelivered posts reports 0, because Prometheus alerts need a line to compare.
    for name in dict.fromkeys((*platforms, *work.backlogs)):
        undelivered.add_metric([name], work.backlogs[name].posts if name in work.backlogs else 0)
    yield undelivered
    for name, meaning, age in (
        ("nardy_oldest_undelivered_post_age_seconds", "Age of the oldest undelivered post.", work.oldest),
        ("nardy_alarms_overdue_seconds", "How late the oldest alarm is.", work.overdue),
    ):
        yield GaugeMetricFamily(name, meaning, value=age.total_seconds() if age else 0.0)
    if work.backup_age is not None:
        yield GaugeMetricFamily(
            "nardy_backup_age_seconds",
            "Age of the last good backup.",
            value=work.backup_age.total_seconds(),
        )
    yield GaugeMetricFamily("nardy_games_open", "Games in progress.", value=work.open_games)


logger = logging.getLogger(__name__)

_SETTINGS = "NARDY_METRICS_ADDRESS or NARDY_METRICS_PORT"
LIMITS = Limits(connections=32, connections_of_one=16, new_at_once=32)
_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
_SHUTDOWN_TIMEOUT = 1.0
"""Seconds that requests in progress get to finish when the bot stops."""


class Monitoring:
    """The server of /healthz and /metrics. Its answers name no player, chat or game.

    Args:
        check: makes the health reports.
        metrics: counts and formats the metrics.
        hosts: the addresses to listen on.
        port: the port; 0 takes any free one, and the log has its number.
    """

    def __init__(self, check: HealthCheck, metrics: Metrics, hosts: tuple[str, ...], port: int) -> None:
        self.check = check
        self.metrics = metrics
        self._listen = (hosts, port)
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Serve until `close`. Does nothing if already started.

        Raises:
            OSError: the address or port cannot be listened on.
        """
        if self._runner is not None:
            return
        app = web.Application()
        app.add_routes([web.get("/healthz", self._healthz), web.get("/metrics", self._metrics_text)])
        self._runner = web.AppRunner(
            app, access_log=None, shutdown_timeout=_SHUTDOWN_TIMEOUT, keepalive_timeout=LIMITS.head_within
        )
        await self._runner.setup()
        hosts, port = self._listen
        await CappedSite(self._runner, hosts, port, limits=LIMITS, settings=_SETTINGS).start()
        shown = f"[{hosts[0]}]" if ":" in hosts[0] else hosts[0]
        served_at = f"http://{shown}:{self._runner.addresses[0][1]}/metrics"
        logger.info("metrics are served", extra={"address": served_at})

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
