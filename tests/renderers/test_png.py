"""The file of a picture: parts cached from earlier pictures change neither its look nor its size."""

import json
import subprocess
import sys
from hashlib import sha256
from io import BytesIO

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from PIL import Image

from renderers import Scene, draw_board
from renderers.board import compose
from renderers.png import encode
from renderers.sheet import SCENES
from tests.renderers.scenes import any_scene

LIMIT = 84_000
"""Bytes of any scene; the boards of games weigh at most 71 kB (docs/limits.md)."""
_DRAW_ANEW = """
import json, sys
from hashlib import sha256
from renderers import Scene, draw_board
scenes = json.load(sys.stdin)
print(json.dumps([sha256(draw_board(Scene.parse(text))).hexdigest() for text in scenes]))
"""


def drawn_in_a_new_process(scenes: list[Scene]) -> list[str]:
    """Return hashes of the scenes' pictures, drawn by a new process without cached parts."""
    ran = subprocess.run(  # noqa: S603 (our own words)
        [sys.executable, "-c", _DRAW_ANEW],
        input=json.dumps([str(scene) for scene in scenes]),
        capture_output=True,
        text=True,
        check=True,
    )
    marks: list[str] = json.loads(ran.stdout)
    return marks


def read(png: bytes) -> Image.Image:
    """Return the picture in a file, read completely."""
    picture = Image.open(BytesIO(png))
    picture.load()
    return picture


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(any_scene())
def test_a_file_has_the_exact_picture_and_is_small(scene: Scene) -> None:
    """A file of any scene has at most 84 kB, and every tone of every pixel as composed."""
    composed = compose(scene)
    png = draw_board(scene)
    assert len(png) <= LIMIT
    picture = read(png)
    assert picture.mode == composed.mode == "P"
    assert picture.tobytes() == composed.tobytes()
    assert picture.convert("RGB").tobytes() == composed.convert("RGB").tobytes()


@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(any_scene(), min_size=4, max_size=6))
def test_cached_parts_do_not_change_a_board(scenes: list[Scene]) -> None:
    """A new process draws the same files in another order."""
    before = [draw_board(scene) for scene in scenes]
    assert [draw_board(scene) for scene in scenes] == before
    from_new_process = drawn_in_a_new_process(scenes[::-1])[::-1]
    assert [sha256(png).hexdigest() for png in before] == from_new_process


@pytest.mark.parametrize("name", ["board", "start", "primes"])
def test_a_file_is_about_as_small_as_pillow_s(name: str) -> None:
    """Encoding rows in bands costs at most a hundredth more bytes than Pillow's own encoder."""
    composed = compose(SCENES[name])
    saved = BytesIO()
    composed.save(saved, format="PNG")
    assert len(encode(composed)) <= 1.01 * len(saved.getvalue())


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (40_000, 2), (5, 2000)])
def test_any_size_is_encoded(size: tuple[int, int]) -> None:
    """Small, wide and high pictures are read back exactly."""
    picture = Image.effect_noise(size, 80).convert("P")
    assert read(encode(picture)).tobytes() == picture.tobytes()
