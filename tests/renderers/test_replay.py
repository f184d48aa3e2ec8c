"""The animation of a game: its frames, durations and size."""

from dataclasses import replace
from functools import cache
from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops, ImageSequence

from renderers import HEIGHT, THEMES, WIDTH, Scene, animate, draw_board
from renderers.replay import FULL_SIZE
from renderers.sheet import SCENES
from tests.long_parameters import long_except

LARGEST = 5_000_000
"""The largest file, in bytes, that all chats accept."""


def frames(gif: bytes) -> list[Image.Image]:
    """Return the frames in full colour."""
    with Image.open(BytesIO(gif)) as file:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(file)]


def durations(gif: bytes) -> list[int]:
    """Return the duration of each frame, in milliseconds."""
    with Image.open(BytesIO(gif)) as file:
        return [frame.info["duration"] for frame in ImageSequence.Iterator(file)]


def drawn(scene: Scene) -> Image.Image:
    """Return the picture of a scene drawn alone."""
    return Image.open(BytesIO(draw_board(scene))).convert("RGB")


@cache
def run_around(turns: int, theme: str = "wood") -> tuple[Scene, ...]:
    """Return scenes of two sides that run around the board, two checkers a turn, regardless of the rules."""
    random = Random(7)
    counts = {"w": [0] * 23 + [15], "b": [0] * 11 + [15] + [0] * 12}
    scenes = []
    for turn in range(turns):
        mover, other = ("wb", "bw")[turn % 2]
        legs = []
        dice = (random.randint(1, 6), random.randint(1, 6))
        for die in dice:
            start = random.choice([point for point in range(1, 25) if counts[mover][point - 1]])
            stop = (start - die - 1) % 24 + 1
            if not counts[other][stop - 1]:
                counts[mover][start - 1] -= 1
                counts[mover][stop - 1] += 1
                legs.append((start, stop))
        pips = (random.randint(1, 360), random.randint(1, 360))
        white, black = tuple(counts["w"]), tuple(counts["b"])
        scenes.append(Scene(white, black, pips=pips, mover=mover, dice=dice, last=tuple(legs), theme=theme))
    return tuple(scenes)


@pytest.mark.parametrize("theme", long_except(THEMES, "wood"))
def test_each_frame_is_the_picture_of_its_scene(theme: str) -> None:
    """Each frame equals the picture of its scene drawn alone, in any sequence."""
    scenes = [replace(scene, theme=theme) for scene in SCENES.values()]
    shown = frames(animate(scenes))
    assert len(shown) == len(scenes)
    for scene, frame in zip(scenes, shown, strict=True):
        assert ImageChops.difference(frame, drawn(scene)).getbbox() is None


def test_an_unchanged_scene_has_its_own_frame() -> None:
    """Two equal scenes are two frames, so that a pass takes time too."""
    scene = SCENES["board"]
    gif = animate([scene, scene, SCENES["start"]])
    assert len(frames(gif)) == 3
    assert all(duration >= 1000 for duration in durations(gif))


def test_the_last_frame_is_the_longest() -> None:
    """The last frame has the longest duration, and the animation repeats for ever."""
    gif = animate(run_around(4))
    *before, last = durations(gif)
    assert last > max(before)
    with Image.open(BytesIO(gif)) as file:
        assert file.info["loop"] == 0


def lasts_a_minute_at_most(gif: bytes) -> bool:
    """Return True if an animation takes at most sixty seconds and pauses on its last picture."""
    *before, last = durations(gif)
    return sum(before) + last <= 60_000 and last >= 5000 and min(before) >= 20


def test_a_short_replay_pauses_on_its_last_picture() -> None:
    """An animation of two turns has the same limits as one of many."""
    assert lasts_a_minute_at_most(animate(run_around(2)))


def test_equal_scenes_give_equal_bytes() -> None:
    """An animation drawn twice has the same bytes."""
    assert animate(run_around(6)) == animate(run_around(6))


@pytest.mark.parametrize("theme", long_except(THEMES, "wood"))
def test_a_game_of_a_hundred_turns_is_small_and_takes_a_minute(theme: str) -> None:
    """A hundred turns in full size take less than five million bytes."""
    gif = animate(run_around(100, theme))
    assert len(gif) < LARGEST
    assert lasts_a_minute_at_most(gif)
    with Image.open(BytesIO(gif)) as file:
        assert file.size == (WIDTH, HEIGHT)


@pytest.mark.parametrize("times", long_except([1, 3], 1))
def test_a_very_long_game_is_shown_at_half_the_size(times: int) -> None:
    """Beyond `FULL_SIZE` scenes the picture has half the width and height, and three times as many fit."""
    scenes = run_around(FULL_SIZE + 1) * times
    gif = animate(scenes)
    assert len(gif) < LARGEST
    assert lasts_a_minute_at_most(gif)
    with Image.open(BytesIO(gif)) as file:
        assert file.size == (WIDTH // 2, HEIGHT // 2)
    assert len(durations(gif)) == len(scenes)


def test_progress_is_reported() -> None:
    """After each scene the callback gets the number of scenes drawn."""
    made: list[int] = []
    animate(run_around(5), made.append)
    assert made == [1, 2, 3, 4, 5]


def test_the_callback_can_stop_the_work() -> None:
    """An exception from the callback is passed on, and no further scene is drawn."""
    made: list[int] = []

    def on_step(count: int) -> None:
        made.append(count)
        if count == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        animate(run_around(5), on_step)
    assert made == [1, 2]


@pytest.mark.parametrize(
    "scenes", [(), (SCENES["start"], replace(SCENES["start"], theme="contrast"))], ids=["none", "two themes"]
)
def test_only_scenes_of_one_theme_make_an_animation(scenes: tuple[Scene, ...]) -> None:
    """No scenes, or scenes with different palettes, are refused."""
    with pytest.raises(ValueError, match="one theme"):
        animate(scenes)
