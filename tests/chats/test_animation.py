"""Animations in the making."""

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
    """Return an animation that differs from others of another number."""
    nobody = (0,) * 24
    return Animation(tuple(Scene(nobody, nobody, pips=(number, made)) for made in range(scenes)), "en")


@contextmanager
def maker() -> Iterator[AnimationMaker]:
    """A maker of animations that is closed in the end."""
    animations = AnimationMaker()
    try:
        yield animations
    finally:
        animations.close()


class Slow:
    """Draws a scene whenever it is let, in the place of what takes its time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.drawn = 0
        self._may = threading.Semaphore(0)
        monkeypatch.setattr(animation_module, "animate", self)

    def let(self, scenes: int) -> None:
        """Let so many scenes be drawn."""
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
    """A drawer that is let."""
    return Slow(monkeypatch)


async def nothing() -> None:
    """Tell nobody."""


async def test_an_animation_is_made() -> None:
    """What comes out is an animated picture with a frame for each scene."""
    with maker() as animations:
        gif = await animations.animate(a_replay(scenes=2)).follow(nothing, HANG)
    with Image.open(BytesIO(gif)) as picture:
        assert (picture.format, getattr(picture, "n_frames", 0)) == ("GIF", 2)


async def test_it_is_told_how_far_an_animation_is(slow: Slow) -> None:
    """Who follows an animation is called again and again until it is there, and can see how much is made."""
    seen = []
    with maker() as animations:
        job = animations.animate(a_replay(scenes=3))

        async def on_step() -> None:
            seen.append(job.made)
            if len(seen) in (1, 2):
                slow.let(1)
            if job.made == 2:
                slow.let(1)

        assert await job.follow(on_step, 0.01) == b"GIF"
    assert seen[0] == 0
    assert seen == sorted(seen)
    assert {1, 2} & set(seen)
    assert job.total == 3


async def test_an_animation_that_is_being_made_is_made_once(slow: Slow) -> None:
    """Two who ask for the same animation wait for the same one, and a third finds it made."""
    with maker() as animations:
        first, second = animations.animate(a_replay()), animations.animate(a_replay())
        slow.let(3)
        assert await first.follow(nothing, HANG) == await second.follow(nothing, HANG) == b"GIF"
        third = animations.animate(a_replay())
        assert third.is_finished
        assert (third.made, third.total) == (3, 3)
    assert slow.drawn == 3


async def test_only_the_last_animations_are_kept(slow: Slow) -> None:
    """An animation that was made long ago is made anew."""
    with maker() as animations:
        for number in range(CACHED + 1):
            slow.let(3)
            await animations.animate(a_replay(number)).follow(nothing, HANG)
        assert animations.animate(a_replay(CACHED)).is_finished
        assert not animations.animate(a_replay(0)).is_finished
        slow.let(3)


async def test_who_comes_when_too_many_wait_is_sent_away(slow: Slow) -> None:
    """Beyond so many animations in the making the next is refused; when one is done there is room again."""
    with maker() as animations:
        making = [animations.animate(a_replay(number)) for number in range(MOST_JOBS)]
        with pytest.raises(TryLater):
            animations.animate(a_replay(MOST_JOBS))
        slow.let(3)
        await making[0].follow(nothing, HANG)
        assert not animations.animate(a_replay(MOST_JOBS)).is_finished
        slow.let(3 * MOST_JOBS)  # for all of them: closing waits for the one that is being drawn


async def test_an_animation_that_cannot_be_made_is_told_of() -> None:
    """What goes wrong comes to who follows, and is no reason not to try again."""
    with maker() as animations:
        for _ in range(2):
            with pytest.raises(ValueError, match="an animation has scenes"):
                await animations.animate(Animation((), "en")).follow(nothing, HANG)


async def test_closing_ends_the_work(slow: Slow) -> None:
    """Nothing is drawn after the end, however much was asked for; what is being made ends there."""
    with maker() as animations:
        making = [animations.animate(a_replay(number, scenes=100)) for number in range(3)]
        slow.let(1)
        async with asyncio.timeout(HANG):
            while not making[0].made:  # noqa: ASYNC110 (another thread makes it)
                await asyncio.sleep(0.001)
            closing = asyncio.create_task(asyncio.to_thread(animations.close))
            while not animations._closed:  # noqa: ASYNC110, SLF001 (nothing public tells)
                await asyncio.sleep(0.001)
            slow.let(len(making))  # the thread may take up another before the closing reaches it
            await closing
    assert making[0].made == 1
    async with asyncio.timeout(HANG):
        for each in making:
            with pytest.raises((InterruptedError, asyncio.CancelledError)):
                await each.follow(nothing, HANG)
