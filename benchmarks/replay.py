"""Replay benchmark: time and size of the animated picture of a game of a hundred turns.

It is compared with the time to draw the same scenes and save them as a GIF with Pillow. The size of a WebP is
printed too, which browsers can show and Telegram cannot.

    python -m benchmarks.replay [TURNS]
"""

import sys
from dataclasses import replace
from functools import partial
from io import BytesIO
from random import Random
from typing import Any

from PIL import Image

from benchmarks.picture import made_up_game, timed
from renderers import THEMES, animate
from renderers.board import compose


def saved(pictures: list[Image.Image], kind: str, **options: Any) -> int:  # noqa: ANN401 (as Pillow has it)
    """Save finished pictures as an animation with Pillow; return its size in bytes."""
    file = BytesIO()
    pictures[0].save(file, kind, save_all=True, append_images=pictures[1:], duration=1200, loop=0, **options)
    return len(file.getvalue())


def measure(theme: str, turns: int) -> None:
    """Measure one theme and print the figures."""
    # A replay marks the moves made, not the movable checkers.
    scenes = [replace(scene, movable=(), used=()) for scene in made_up_game(Random(2024), theme, turns)]
    compose(scenes[0])
    ours, time_of_ours = timed(partial(animate, scenes))
    pictures, time_to_draw = timed(lambda: [compose(scene) for scene in scenes])
    size_of_gif, time_of_gif = timed(partial(saved, pictures, "GIF", optimize=True))
    size_of_webp, time_of_webp = timed(partial(saved, pictures, "WEBP", quality=70, method=0))
    floor = time_to_draw + time_of_gif
    print(f"{theme}: {turns} turns in {time_of_ours:.0f} ms, {len(ours) / 1000:.0f} kB (at most 5000)")
    print(f"  {time_of_ours / floor:.2f} times drawing and Pillow's save, {floor:.0f} ms (at most 1.5)")
    print(f"  Pillow's GIF has {size_of_gif / 1000:.0f} kB, a WebP of quality 70", end=" ")
    print(f"{size_of_webp / 1000:.0f} kB and takes {time_of_webp:.0f} ms to save")


def main(turns: int) -> None:
    """Measure every theme."""
    for theme in THEMES:
        measure(theme, turns)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
