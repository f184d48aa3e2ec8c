"""Pictures beside those that people have looked at."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from renderers import draw
from tests.renderers.store import PICTURES, STORED, path_of

MEAN = 1.0
"""So many levels of 255 may all pixels differ on average: other versions of Pillow round otherwise."""
STRAYS = 0.005
"""This part of all pixels may differ by more than STRAY."""
STRAY = 32


@pytest.mark.parametrize("name", STORED)
def test_picture_is_as_stored(name: str) -> None:
    """A picture shows what the stored one shows; bytes and roundings may differ."""
    drawn = Image.open(BytesIO(draw(STORED[name]))).convert("RGB")
    stored = Image.open(path_of(name)).convert("RGB")
    difference = ImageChops.difference(drawn, stored)
    assert max(ImageStat.Stat(difference).mean) <= MEAN
    strays = difference.convert("L").histogram()[STRAY:]
    assert sum(strays) <= STRAYS * drawn.width * drawn.height


def test_nothing_is_stored_in_vain() -> None:
    """Every stored picture belongs to a scene that is drawn, and is small."""
    assert {path.stem for path in PICTURES.iterdir()} == set(STORED)
    assert all(path.stat().st_size <= 60_000 for path in PICTURES.iterdir())
