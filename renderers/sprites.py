"""Sprites: checkers, dice and wood as image files, for web pages that draw the board themselves.

Checkers and dice have the tones of the rendered pictures, but are SVG, so that they are sharp at any size.
The wood is a PNG tile with the same grain.
"""

from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO

from PIL import Image

from renderers.shapes import mix
from renderers.themes import THEMES, Theme, Tone, Tones
from renderers.wood import cut_grain, stain

_ZONES = ((0.95, 0.05), (0.85, 0.06), (0.70, -0.10), (0.64, 0.06), (0.42, -0.10), (0.36, 0.08))
"""The turned zones of a checker: radius as a fraction of the checker's, tone from shade (-1) to light (1)."""
_PIPS = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_PLANK = (240, 480)
_LIGHT = (238, 232, 224)
"""The tone of the field's wood tile: light, because the page lays the tile over the field's own tones."""
_SEEDS = {"frame": 11, "field": 12}

SPRITES = (
    *(f"checker_{colour}.svg" for colour in "wb"),
    *(f"die_{colour}{value}.svg" for colour in "wb" for value in _PIPS),
    *(f"{wood}.png" for wood in _SEEDS),
)
"""The names of a theme's files."""


@lru_cache(maxsize=64)
def sprite(theme: str, name: str) -> bytes:
    """Return a file's content: a piece as SVG, or a tile of wood as PNG. Thread-safe.

    Args:
        theme: The theme's name.
        name: One of `SPRITES`.

    Raises:
        KeyError: there is no such theme or file.
    """
    look = THEMES[theme]
    if name not in SPRITES:
        raise KeyError(name)
    stem, _, _ = name.partition(".")
    kind, _, rest = stem.partition("_")
    if kind == "checker":
        return _checker(look.of(rest)).encode()
    if kind == "die":
        return _die(look.of(rest[0]), int(rest[1])).encode()
    return _plank(look, kind)


def tones(theme: str) -> Mapping[str, str]:
    """Return the tones of a theme's board by name, as CSS colours (`#522d1a`), and the strength of its grain.

    Raises:
        KeyError: there is no such theme.
    """
    look = THEMES[theme]
    named = {
        name: getattr(look, name)
        for name in (
            *("frame", "field", "white_home", "black_home", "dark_point", "light_point", "inlay", "tray"),
            *("numbers", "mark", "mark_edge", "mark_ink", "trace", "trace_ring"),
        )
    }
    for colour in ("white", "black"):
        side: Tones = getattr(look, colour)
        named |= {colour: side.body, f"{colour}_edge": side.edge, f"{colour}_ink": side.ink}
    return {name.replace("_", "-"): _hex(tone) for name, tone in named.items()} | {"grain": f"{look.grain:g}"}


def _checker(tones: Tones) -> str:
    bright, dim = _hex(_shaded(tones, 0.85)), _hex(_shaded(tones, -0.8))
    zones = [
        f'<circle cx="50" cy="50" r="{50 * radius:g}" fill="{_fill(tones, number, tone)}"/>'
        for number, (radius, tone) in enumerate(_ZONES)
    ]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><defs>'
        f'<linearGradient id="l" x1=".15" y1=".15" x2=".85" y2=".85"><stop stop-color="{bright}"/>'
        f'<stop offset="1" stop-color="{dim}"/></linearGradient>'
        f'<linearGradient id="d" x1=".15" y1=".15" x2=".85" y2=".85"><stop stop-color="{dim}"/>'
        f'<stop offset="1" stop-color="{_hex(_shaded(tones, 0.5))}"/></linearGradient></defs>'
        f'<circle cx="50" cy="50" r="50" fill="{_hex(tones.edge)}"/>{"".join(zones)}</svg>'
    )


def _fill(tones: Tones, number: int, tone: float) -> str:
    """Return the SVG fill of a zone: a gradient for the rim and the grooves, one tone for the flat zones."""
    if number == 0:
        return "url(#l)"
    return "url(#d)" if tone < 0 else _hex(_shaded(tones, tone))


def _die(tones: Tones, value: int) -> str:
    pips = "".join(f'<circle cx="{50 + 26 * x}" cy="{50 + 26 * y}" r="10.5"/>' for x, y in _PIPS[value])
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><defs>'
        f'<linearGradient id="l" x1="0" y1="0" x2="1" y2="1"><stop stop-color="{_hex(_shaded(tones, 0.8))}"/>'
        f'<stop offset="1" stop-color="{_hex(_shaded(tones, -0.6))}"/></linearGradient></defs>'
        f'<rect width="100" height="100" rx="20" fill="{_hex(tones.edge)}"/>'
        '<rect x="2.5" y="2.5" width="95" height="95" rx="18" fill="url(#l)"/>'
        f'<rect x="7" y="7" width="86" height="86" rx="20" fill="{_hex(_shaded(tones, 0.12))}"/>'
        f'<g fill="{_hex(tones.ink)}">{pips}</g></svg>'
    )


def _plank(look: Theme, kind: str) -> bytes:
    tone = look.frame if kind == "frame" else _LIGHT
    # Mirrored in both directions, so that the repeated tile shows no seams.
    grain = cut_grain((_PLANK[0] // 2, _PLANK[1] // 2), _SEEDS[kind])
    whole = Image.new("L", _PLANK)
    across = grain.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    for top, plank in ((0, grain), (_PLANK[1] // 2, grain.transpose(Image.Transpose.FLIP_TOP_BOTTOM))):
        whole.paste(plank, (0, top))
        whole.paste(
            plank.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if top else across, (_PLANK[0] // 2, top)
        )
    file = BytesIO()
    stain(whole, tone, look.grain * 0.8).quantize(24).save(file, "PNG", optimize=True)
    return file.getvalue()


def _shaded(tones: Tones, level: float) -> Tone:
    """Return a side's tone at a level from shade (-1) over body (0) to light (1)."""
    return mix(tones.body, tones.light if level > 0 else tones.shade, abs(level))


def _hex(tone: Tone) -> str:
    red, green, blue = tone
    return f"#{red:02x}{green:02x}{blue:02x}"
