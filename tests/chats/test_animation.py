"""Making animations."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO

import pytest
from PIL import Image

from bot.chats.errors import TryLater
from bot.chats.render import animation as animation_module
from bot.chats.render.animation import CACHED, MOST_JOBS, AnimationMaker
from bot.talk.reply import Animation
from renderers.scene import Scene
from tests.pace import HANG


def a_replay(number: int = 0, scenes: int = 3) -> Animation:
    """Return an animation; two with different numbers differ."""
    nobody = (0,) * 24
    return Animation(tuple(Scene(nobody, nobody, pips=(number, made)) for made in range(scenes)), "en")


@contextmanager
def maker() -> Iterator[AnimationMaker]:
    """An animation maker that is closed at the end."""
    animations = AnimationMaker()
    try:
        yield animations
    finally:
        animations.close()


class Slow:
    """Replaces `animate` and draws one scene for each permit of the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.drawn = 0
        self._may = threading.Semaphore(0)
        monkeypatch.setattr(animation_module, "animate", self)

    def permit(self, scenes: int) -> None:
        """Permit this number of scenes."""
        self._may.release(scenes)

    def __call__(self, scenes: Sequence[Scene], on_step: Callable[[int], None]) -> bytes:
        """Draw scenes as `animate` does."""
        for number in range(1, len(scenes) + 1):
            self._may.acquire(timeout=HANG)
            on_step(number)
            self.drawn += 1
        return b"GIF"


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """A slow drawer."""
    return Slow(monkeypatch)


async def nothing() -> None:
    """Do nothing."""


async def test_an_animation_is_made() -> None:
    """An animation has one frame for each scene."""
    with maker() as animations:
        gif = await animations.animate(a_replay(scenes=2)).follow(nothing, HANG)
    with Image.open(BytesIO(gif)) as picture:
        assert (picture.format, getattr(picture, "n_frames", 0)) == ("GIF", 2)


async def test_a_follower_sees_the_progress(slow: Slow) -> None:
    """A follower is called repeatedly until the animation is finished, and sees its progress."""
    seen = []
    with maker() as animations:
        job = animations.animate(a_replay(scenes=3))

        async def on_step() -> None:
            seen.append(job.made)
            if len(seen) in (1, 2):
                slow.permit(1)
            if job.made == 2:
                slow.permit(1)

        assert await job.follow(on_step, 0.01) == b"GIF"
    assert seen[0] == 0
    assert seen == sorted(seen)
    assert {1, 2} & set(seen)
    assert job.total == 3


async def test_an_animation_that_is_being_made_is_made_once(slow: Slow) -> None:
    """Simultaneous requests for one animation share one job, and a later request finds it finished."""
    with maker() as animations:
        first, second = animations.animate(a_replay()), animations.animate(a_replay())
        slow.permit(3)
        assert await first.follow(nothing, HANG) == await second.follow(nothing, HANG) == b"GIF"
        third = animations.animate(a_replay())
        assert third.is_finished
        assert (third.made, third.total) == (3, 3)
    assert slow.drawn == 3


async def test_only_the_last_animations_are_kept(slow: Slow) -> None:
    """The oldest animation leaves the cache and is made again on request."""
    with maker() as animations:
        for number in range(CACHED + 1):
            slow.permit(3)
            await animations.animate(a_replay(number)).follow(nothing, HANG)
        assert animations.animate(a_replay(CACHED)).is_finished
        assert not animations.animate(a_replay(0)).is_finished
        slow.permit(3)


async def test_too_many_unfinished_animations_are_refused(slow: Slow) -> None:
    """Beyond `MOST_JOBS` unfinished animations a request is refused; each finished one makes room."""
    with maker() as animations:
        making = [animations.animate(a_replay(number)) for number in range(MOST_JOBS)]
        with pytest.raises(TryLater):
            animations.animate(a_replay(MOST_JOBS))
        slow.permit(3)
        await making[0].follow(nothing, HANG)
        assert not animations.animate(a_replay(MOST_JOBS)).is_finished
        slow.permit(3 * MOST_JOBS)  # closing waits for the scene being drawn


async def test_a_failure_reaches_the_follower() -> None:
    """A failure reaches the follower and does not prevent another try."""
    with maker() as animations:
        for _ in range(2):
            with pytest.raises(ValueError, match="an animation has scenes"):
                await animations.animate(Animation((), "en")).follow(nothing, HANG)


async def test_closing_ends_the_work(slow: Slow) -> None:
    """Closing stops the animation that is being made and drops the pending ones."""
    with maker() as animations:
        making = [animations.animate(a_replay(number, scenes=100)) for number in range(3)]
        slow.permit(1)
        async with asyncio.timeout(HANG):
            while not making[0].made:  # noqa: ASYNC110 (another thread makes it)
                await asyncio.sleep(0.001)
            closing = asyncio.create_task(asyncio.to_thread(animations.close))
            while not animations._closed:  # noqa: ASYNC110, SLF001 (nothing public shows it)
                await asyncio.sleep(0.001)
            slow.permit(len(making))  # The thread may begin another animation before the closing reaches it.
            await closing
    assert making[0].made == 1
    async with asyncio.timeout(HANG):
        for each in making:
            with pytest.raises((InterruptedError, asyncio.CancelledError)):
                await each.follow(nothing, HANG)
