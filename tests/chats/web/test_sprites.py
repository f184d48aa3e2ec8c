from __future__ import annotations

from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from renderers.sprites import SPRITES, tones
from renderers.themes import THEMES
from tests.chats.web.house import Served


@pytest.mark.parametrize("theme", THEMES)
async def test_every_sprite_is_served(served: Served, theme: str) -> None:
    """Every piece and plank of every theme is served as a picture."""
    for name in SPRITES:
        async with served.web.get(f"/sprites/{theme}/{name}") as answer:
            body = await answer.read()
            assert answer.status == 200
        if name.endswith(".svg"):
            assert answer.content_type == "image/svg+xml"
            assert ET.fromstring(body).tag.endswith("svg")  # noqa: S314 - our own
        else:
            assert Image.open(BytesIO(body)).format == "PNG"


async def test_tones_are_served(served: Served) -> None:
    """The colours of a theme are served in CSS notation."""
    async with served.web.get("/sprites/wood/tones.json") as answer:
        served_tones = await answer.json()
    assert served_tones["frame"] == "#{:02x}{:02x}{:02x}".format(*THEMES["wood"].frame)


async def test_a_sprite_is_not_sent_twice(served: Served) -> None:
    """A browser that has a sprite is answered with 304 and no body."""
    async with served.web.get("/sprites/wood/checker_w.svg") as answer:
        tag = answer.headers["ETag"]
    async with served.web.get("/sprites/wood/checker_w.svg", headers={"If-None-Match": tag}) as answer:
        assert (answer.status, await answer.read()) == (304, b"")


@pytest.mark.parametrize(
    "path", ["wood/checker_x.svg", "stone/checker_w.svg", "wood/die_w9.svg", "wood/x.json"]
)
async def test_an_unknown_sprite_gives_404(served: Served, path: str) -> None:
    """An unknown theme, piece or file gives 404."""
    assert await served.status(f"/sprites/{path}") == 404


def test_the_style_sheet_has_the_tones_of_wood() -> None:
    """Until the tones of a theme arrive, boards have those of wood, which the style sheet repeats."""
    css = Path("bot/chats/web/page/table.css").read_text("utf-8")
    assert all(f" --{name}: {tone};" in css for name, tone in tones("wood").items())
