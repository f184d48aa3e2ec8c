"""Replay: a game as an animated picture: scenes go in, a GIF comes out.

It is a GIF because that is what moves everywhere: Telegram takes it for an animation (a WebP would be a
document there), Discord plays it in the message, and every browser knows it. A frame holds only what has
changed since the one before, so that the same picture in the same palette stays small at full size.
"""

from collections.abc import Callable, Sequence
from typing import Final

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata, getheader

from renderers.board import compose
from renderers.palette import in_palette
from renderers.scene import Scene

FULL_SIZE: Final = 200
"""So many scenes at most are shown in full size; more are shown at half of it."""

_FIRST, _EACH, _LAST = 1500, 1200, 6000
"""How long the first scene stands, each of the others, and the last, in milliseconds."""
_WHOLE = 60_000
"""A whole animation takes no longer; of many scenes each stands for less."""
_SHORTEST = 20
"""What is shown for less, browsers slow down."""
_FOR_EVER = 0
_KEEP = 1
"""What a frame does not cover stays as it was."""
_CHANGED = [0] + [255] * 255
_UNCHANGED = [255] + [0] * 255
_NOTHING = (0, 0, 1, 1)


def _ignore(_made: int) -> None:
    """Ignore the progress."""


def animate(scenes: Sequence[Scene], on_step: Callable[[int], None] = _ignore) -> bytes:
    """Draw scenes one after another as an animated GIF, which begins anew when it is over. Any thread may.

    Args:
        scenes: What is shown, in order; all in one theme.
        on_step: Called after each scene with the number that is drawn. What it raises ends the work.

    Raises:
        ValueError: There are no scenes, or they are of several themes.
    """
    if len({scene.theme for scene in scenes}) != 1:
        raise ValueError("an animation has scenes, all in one theme")
    halved = len(scenes) > FULL_SIZE
    shown = _picture(scenes[0], halved=halved)
    clear = len(shown.getpalette() or ()) // 3
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
    """Return how long each scene stands between the first and the last, in whole hundredths of a second."""
    return max(min(_EACH, (_WHOLE - _FIRST - _LAST) // max(scenes - 2, 1) // 10 * 10), _SHORTEST)


def _picture(scene: Scene, *, halved: bool) -> Image.Image:
    """Return the picture of a scene in its theme's palette, which is the same for all scenes."""
    picture = compose(scene)
    return in_palette(picture.convert("RGB").reduce(2), scene.theme) if halved else picture


def _header(picture: Image.Image) -> list[bytes]:
    """Return the head of the file: the size, that it repeats for ever, and a palette with a spare tone."""
    first = picture.copy()
    first.putpalette([*(picture.getpalette() or ()), 0, 0, 0])
    blocks, _ = getheader(first, info={"loop": _FOR_EVER})
    return blocks


def _frame(before: Image.Image, after: Image.Image, clear: int, duration: int) -> list[bytes]:
    """Return what has changed from one picture to the next; all else in it is transparent."""
    # The pictures share a palette, so the numbers of their tones show what has changed.
    difference = ImageChops.subtract_modulo(_numbers(after), _numbers(before))
    box = difference.point(_CHANGED).getbbox() or _NOTHING
    part = after.crop(box)
    part.paste(clear, (0, 0), difference.crop(box).point(_UNCHANGED))
    return getdata(part, box[:2], duration=duration, disposal=_KEEP, transparency=clear)


def _numbers(picture: Image.Image) -> Image.Image:
    return Image.frombytes("L", picture.size, picture.tobytes())
