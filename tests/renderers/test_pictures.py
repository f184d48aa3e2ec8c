"""Pictures compared with stored ones that people have looked at."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from renderers import draw
from tests.renderers.store import PICTURES, STORED, path_of

MEAN = 1.0
"""The allowed mean difference in levels of 255, because versions of Pillow round differently."""
STRAYS = 0.005
"""The share of pixels that may differ by more than STRAY."""
STRAY = 32


@pytest.mark.parametrize("name", STORED)
def test_picture_is_as_stored(name: str) -> None:
    """A picture equals the stored one, except for rounding."""
    drawn = Image.open(BytesIO(draw(STORED[name]))).convert("RGB")
    stored = Image.open(path_of(name)).convert("RGB")
    difference = ImageChops.difference(drawn, stored)
    assert max(ImageStat.Stat(difference).mean) <= MEAN
    strays = difference.convert("L").histogram()[STRAY:]
    assert sum(strays) <= STRAYS * drawn.width * drawn.height


def test_every_stored_picture_is_used() -> None:
    """Every stored picture belongs to a scene, and is small."""
    assert {path.stem for path in PICTURES.iterdir()} == set(STORED)
    assert all(path.stat().st_size <= 72_000 for path in PICTURES.iterdir())
