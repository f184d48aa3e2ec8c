"""Monitoring: /healthz and /metrics, by which a machine looks after the bot, on a port of their own."""

from __future__ import annotations

import logging

from aiohttp import web

from bot.chats.web.connections import CappedSite, Limits
from bot.health_check import HealthCheck
from bot.metrics import CONTENT_TYPE, Metrics

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
