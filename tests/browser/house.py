"""The browsers that are opened on the program."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, async_playwright

CHROMIUM = Path("/usr/bin/chromium")
"""Debian's browser: the only one these tests know."""

_SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@asynccontextmanager
async def browsing() -> AsyncIterator[Browser]:
    """Open a browser without a window."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(_SWITCHES))
        try:
            yield browser
        finally:
            await browser.close()
