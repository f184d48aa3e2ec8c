"""Page benchmark: how soon a phone on a slow network shows the landing and a board.

    python -m benchmarks.page [ROUNDS]

Chromium throttles the processor and the network like a phone's. Prints medians of ROUNDS visits: the
seconds until the puzzle of the landing can be played, until the board of a game is shown on a first visit,
and on a second one with the files of the first; the number of requests, and the kilobytes that came over
the network.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page, StorageState, ViewportSize

from tests.browser.house import open_browser
from tests.databases import create_database
from tests.process import serving

ROUNDS = 5
PROCESSOR = 4
"""How many times slower than this machine's the phone's processor is."""
NETWORKS: dict[str, dict[str, Any]] = {
    "150 ms, 1.6 Mbit/s": {"latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000},
    # Chromium's own profile "Slow 4G".
    "slow 4G": {"latency": 562.5, "downloadThroughput": 180_000, "uploadThroughput": 84_375},
}
LANDING = ".puzzle.shown .checker"
BOARD = "[data-table]:not(.empty) .checker"
_PHONE = ViewportSize(width=390, height=844)
_WATCH = """(place) => {
  const look = () => {
    const seen = document.querySelector(place)?.checkVisibility({ visibilityProperty: true });
    if (seen) window.seenAfter = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}"""


@dataclass(frozen=True, slots=True)
class Visit:
    """A visit: seconds until the place was seen, and what was asked for."""

    seconds: float
    requests: int
    kilobytes: float


async def main(rounds: int) -> None:
    """Visit the page on each network and print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        create_database(Path(folder) / "nardy.db")
        async with serving(Path(folder)) as server, open_browser() as browser:
            player, game = await _begun(browser, server.address)
            for network, conditions in NETWORKS.items():
                landing, first, back = [], [], []
                for _ in range(rounds):
                    visitor = await _context(browser)
                    landing.append(await _visit(visitor, server.address, LANDING, conditions))
                    await visitor.close()
                    context = await _context(browser, player)
                    first.append(await _visit(context, game, BOARD, conditions))
                    back.append(await _visit(context, game, BOARD, conditions))
                    await context.close()
                for what, visits in (("landing", landing), ("board", first), ("board again", back)):
                    print(_line(f"{network}: {what}", visits))


def _line(what: str, visits: list[Visit]) -> str:
    seconds = sorted(each.seconds for each in visits)
    requests, size = median(each.requests for each in visits), median(each.kilobytes for each in visits)
    return (
        f"{what:32} {median(seconds):5.2f} s ({seconds[0]:.2f} to {seconds[-1]:.2f}), "
        f"{requests:.0f} requests, {size:.0f} kB"
    )


async def _begun(browser: Browser, address: str) -> tuple[StorageState, str]:
    """Begin a game against the computer; return the browser's store and the game's address."""
    context = await _context(browser)
    page = await context.new_page()
    await page.goto(address)
    await page.locator("[data-begin-computer]").click()
    await page.locator(BOARD).first.wait_for()
    state, game = await context.storage_state(), page.url
    await context.close()
    return state, game


async def _context(browser: Browser, stored: StorageState | None = None) -> BrowserContext:
    return await browser.new_context(
        viewport=_PHONE, device_scale_factor=2, is_mobile=True, has_touch=True, storage_state=stored
    )


async def _visit(context: BrowserContext, address: str, place: str, conditions: dict[str, Any]) -> Visit:
    """Open an address in a new tab, and wait until a place is seen and the network is quiet."""
    page: Page = await context.new_page()
    session = await context.new_cdp_session(page)
    requests: set[str] = set()
    sizes: list[float] = []
    cached: set[str] = set()
    session.on("Network.requestWillBeSent", lambda event: requests.add(event["requestId"]))
    session.on("Network.requestServedFromCache", lambda event: cached.add(event["requestId"]))
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))

    def note(event: dict[str, Any]) -> None:
        if event["response"]["fromDiskCache"]:
            cached.add(event["requestId"])

    session.on("Network.responseReceived", note)
    await session.send("Network.enable")
    await session.send("Network.emulateNetworkConditions", {"offline": False, **conditions})
    await session.send("Emulation.setCPUThrottlingRate", {"rate": PROCESSOR})
    await page.add_init_script(f"({_WATCH})({place!r})")
    await page.goto(address, wait_until="commit")
    await page.wait_for_function("() => window.seenAfter", timeout=120_000)
    seconds = await page.evaluate("() => window.seenAfter / 1000")
    await page.wait_for_load_state("networkidle")
    await page.close()
    return Visit(seconds, len(requests - cached), sum(sizes) / 1000)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS))
