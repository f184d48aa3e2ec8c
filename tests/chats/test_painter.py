"""The painter draws each picture once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from bot.chats.render.painter import ThreadPainter
from renderers import Scene, draw

EMPTY = Scene((0,) * 24, (0,) * 24)


@pytest.fixture
def thread_painter() -> Iterator[ThreadPainter]:
    """A painter that has drawn nothing."""
    with ThreadPainter() as thread_painter:
        yield thread_painter


async def test_chats_that_ask_at_once_share_one_drawing(thread_painter: ThreadPainter) -> None:
    """Simultaneous requests for one scene share one drawing and get the same file."""
    pictures = await asyncio.gather(*(thread_painter.paint(EMPTY) for _ in range(5)))
    assert pictures[0] == draw(EMPTY)
    assert all(picture is pictures[0] for picture in pictures)


async def test_a_picture_is_kept(thread_painter: ThreadPainter) -> None:
    """A later request for the same scene gets the same file."""
    first = await thread_painter.paint(EMPTY)
    assert await thread_painter.paint(EMPTY) is first


async def test_a_cancelled_request_does_not_stop_the_drawing(thread_painter: ThreadPainter) -> None:
    """One of two waiting requests is cancelled, and the other gets the picture."""
    one, other = (asyncio.create_task(thread_painter.paint(EMPTY)) for _ in range(2))
    await asyncio.sleep(0)
    one.cancel()
    assert await other == draw(EMPTY)
    assert one.cancelled()


async def test_a_failure_reaches_all_waiting_requests(thread_painter: ThreadPainter) -> None:
    """A failure reaches all waiting requests, and a later request tries again."""
    broken = Scene((0,) * 24, (0,) * 24, pips=(1, 1))
    object.__setattr__(broken, "theme", "no such theme")
    ended = await asyncio.gather(*(thread_painter.paint(broken) for _ in range(2)), return_exceptions=True)
    assert [type(error) for error in ended] == [KeyError, KeyError]
    with pytest.raises(KeyError) as again:
        await thread_painter.paint(broken)
    assert again.value is not ended[0]
