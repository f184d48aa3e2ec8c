"""A client that asks a running bot for its health and metrics."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from tests.databases import create_database
from tests.pace import HANG
from tests.process import Server, serving


class Monitor:
    """Asks one bot for its health and metrics."""

    def __init__(self, web: aiohttp.ClientSession) -> None:
        self._web = web

    async def health(self) -> tuple[int, dict[str, Any]]:
        """Return the status code and the body of `/healthz`."""
        async with self._web.get("/healthz") as answer:
            return answer.status, await answer.json()

    async def until(self, holds: Callable[[dict[str, Any]], bool]) -> tuple[int, dict[str, Any]]:
        """Request the health until it satisfies a condition; return as `health`."""
        async with asyncio.timeout(HANG):
            while True:
                status, health = await self.health()
                if holds(health):
                    return status, health
                await asyncio.sleep(0.05)

    async def metrics(self) -> str:
        """Return all metrics."""
        async with self._web.get("/metrics") as answer:
            assert answer.status == 200
            assert answer.headers["Content-Type"].startswith("text/plain; version=")
            return await answer.text()

    async def until_measured(self, *samples: str) -> str:
        """Read the metrics until they hold all these samples, and return them.

        A report is reused for `bot.health_check.RECENT` seconds, so the first may lack the newest changes.
        """
        async with asyncio.timeout(HANG):
            while True:
                metrics = await self.metrics()
                if all(sample in metrics for sample in samples):
                    return metrics
                await asyncio.sleep(0.05)


@asynccontextmanager
async def monitoring(server: Server) -> AsyncIterator[Monitor]:
    """Monitor a bot that serves its metrics on any port."""
    found = await until_logged(server, r"metrics are served\W+address\W+(http://127\.0\.0\.1:\d+)/")
    async with aiohttp.ClientSession(found[1]) as web:
        yield Monitor(web)


@asynccontextmanager
async def monitored(folder: Path, **settings: str) -> AsyncIterator[tuple[Server, Monitor]]:
    """Serve a bot with a metrics port, and monitor it."""
    create_database(folder / "nardy.db")
    async with serving(folder, NARDY_METRICS_PORT="0", **settings) as server, monitoring(server) as monitor:
        yield server, monitor


async def until_logged(server: Server, pattern: str) -> re.Match[str]:
    """Wait until the log matches a pattern, and return the match."""
    async with asyncio.timeout(HANG):
        while (found := re.search(pattern, server.log())) is None:  # noqa: ASYNC110 (a file sends no event)
            await asyncio.sleep(0.01)
    return found
