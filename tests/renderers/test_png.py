"""The file of a picture: what is kept of earlier ones changes neither what it shows nor how large it is."""

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

LIMIT = 60_000
_DRAW_ANEW = """
import json, sys
from hashlib import sha256
from renderers import Scene, draw_board
scenes = json.load(sys.stdin)
print(json.dumps([sha256(draw_board(Scene.parse(text))).hexdigest() for text in scenes]))
"""


def drawn_anew(scenes: list[Scene]) -> list[str]:
    """Return marks of the pictures of scenes, drawn by a process that has drawn nothing before."""
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
    """Return the picture in a file, read to its end."""
    picture = Image.open(BytesIO(png))
    picture.load()
    return picture


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(any_scene())
def test_a_file_holds_the_very_picture_and_is_small(scene: Scene) -> None:
    """What is read from at most 60 kB is what was composed of any scene: each tone of each pixel."""
    composed = compose(scene)
    png = draw_board(scene)
    assert len(png) <= LIMIT
    picture = read(png)
    assert picture.mode == composed.mode == "P"
    assert picture.tobytes() == composed.tobytes()
    assert picture.convert("RGB").tobytes() == composed.convert("RGB").tobytes()


@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(any_scene(), min_size=4, max_size=6))
def test_a_board_of_kept_parts_is_the_board_drawn_whole(scenes: list[Scene]) -> None:
    """What was drawn before changes nothing: another process draws the same files in another order."""
    before = [draw_board(scene) for scene in scenes]
    assert [draw_board(scene) for scene in scenes] == before
    from_anew = drawn_anew(scenes[::-1])[::-1]
    assert [sha256(png).hexdigest() for png in before] == from_anew


@pytest.mark.parametrize("name", ["board", "start", "primes"])
def test_a_file_is_no_larger_than_pillow_makes_it(name: str) -> None:
    """Packing rows band by band costs no bytes: a hundredth more than Pillow's own at most."""
    composed = compose(SCENES[name])
    saved = BytesIO()
    composed.save(saved, format="PNG")
    assert len(encode(composed)) <= 1.01 * len(saved.getvalue())


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (40_000, 2), (5, 2000)])
def test_any_size_will_do(size: tuple[int, int]) -> None:
    """Small, wide and high pictures are read as they were too."""
    picture = Image.effect_noise(size, 80).convert("P")
    assert read(encode(picture)).tobytes() == picture.tobytes()
