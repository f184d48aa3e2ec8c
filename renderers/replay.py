"""Replay: draw a sequence of scenes as an animated GIF.

A GIF plays everywhere: Telegram treats it as an animation (a WebP would be a document), Discord plays it in
the message, and every browser supports it. Each frame holds only the pixels that changed, which keeps the
file small.
"""

from collections.abc import Callable, Sequence
from typing import Final

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata, getheader

from renderers.board import compose
from renderers.palette import in_palette
from renderers.scene import Scene

FULL_SIZE: Final = 200
"""The most scenes that are drawn in full size; an animation of more is drawn at half size."""

_FIRST, _EACH, _LAST = 1500, 1200, 6000
"""Milliseconds for which the first scene, each further one, and the last one are shown."""
_WHOLE = 60_000
"""The most milliseconds of a whole animation; with many scenes each is shown for a shorter time."""
_SHORTEST = 20
"""The fewest milliseconds of a frame; browsers slow down frames that are shorter."""
_FOR_EVER = 0
_KEEP = 1
"""The GIF disposal method that leaves the previous frame's pixels in place."""
_CHANGED = [0] + [255] * 255
_UNCHANGED = [255] + [0] * 255
_NOTHING = (0, 0, 1, 1)


def _ignore(_made: int) -> None:
    """Ignore the progress."""


def animate(scenes: Sequence[Scene], on_step: Callable[[int], None] = _ignore) -> bytes:
    """Return scenes as an animated GIF that loops for ever. Thread-safe.

    Args:
        scenes: The scenes in order, all in one theme.
        on_step: Called after each scene with the number of drawn scenes; it may raise to cancel the
            work.

    Raises:
        ValueError: there are no scenes, or they have several themes.
    """
    if len({scene.theme for scene in scenes}) != 1:
        raise ValueError("an animation has scenes, all in one theme")
    halved = len(scenes) > FULL_SIZE
    shown = _picture(scenes[0], halved=halved)
    clear = len(shown.getpalette() or ()) // 3  # The index after the last tone stands for "transparent".
    each = _time_of_each(len(scenes))
    parts = [*_header(shown), *getdata(shown, duration=_FIRST, disposal=_KEEP)]
    on_step(1)
    for number, scene in enumerate(scenes[1:], start=2):
        picture = _picture(scene, halved=halved)
        parts += _frame(shown, picture, clear, _LAST if number == len(scenes) else each)
        shown = picture
        on_step(number)
    return b"".join([*parts, b";"])


def _time_of_each(scenes: int) -> int:
    """Return the milliseconds of each scene between the first and the last, rounded to GIF's hundredths."""
    return max(min(_EACH, (_WHOLE - _FIRST - _LAST) // max(scenes - 2, 1) // 10 * 10), _SHORTEST)


def _picture(scene: Scene, *, halved: bool) -> Image.Image:
    """Return the picture of a scene in its theme's palette, at half size if `halved`."""
    picture = compose(scene)
    # Reducing a picture mixes its tones, so it must be converted to the palette again.
    return in_palette(picture.convert("RGB").reduce(2), scene.theme) if halved else picture


def _header(picture: Image.Image) -> list[bytes]:
    """Return the GIF's header: size, endless loop, and the palette with a spare tone for transparency."""
    first = picture.copy()
    first.putpalette([*(picture.getpalette() or ()), 0, 0, 0])
    blocks, _ = getheader(first, info={"loop": _FOR_EVER})
    return blocks


def _frame(before: Image.Image, after: Image.Image, clear: int, duration: int) -> list[bytes]:
    """Return a frame with the pixels that changed between two pictures; all others are transparent."""
    # The pictures share a palette, so it suffices to compare palette indices.
    difference = ImageChops.subtract_modulo(_numbers(after), _numbers(before))
    box = difference.point(_CHANGED).getbbox() or _NOTHING
    part = after.crop(box)
    part.paste(clear, (0, 0), difference.crop(box).point(_UNCHANGED))
    return getdata(part, box[:2], duration=duration, disposal=_KEEP, transparency=clear)


def _numbers(picture: Image.Image) -> Image.Image:
    return Image.frombytes("L", picture.size, picture.tobytes())
