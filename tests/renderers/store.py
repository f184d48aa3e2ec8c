"""The stored pictures.

`python -m tests.renderers.store` draws them again; look at them before you keep them.
"""

import sys
from dataclasses import replace
from pathlib import Path

from renderers import Picture, draw
from renderers.sheet import RESULTS, SCENES

PICTURES = Path(__file__).parent / "pictures"
STORED: dict[str, Picture] = {
    "board-wood-w": SCENES["board"],
    "bearing-off-wood-b": replace(SCENES["bearing off"], side="b"),
    "doubles-contrast-b": replace(SCENES["doubles"], theme="contrast", side="b"),
    "bar-and-cube-contrast-w": replace(SCENES["bar and cube"], theme="contrast"),
    "three-ways-dark-w": replace(SCENES["three ways"], theme="dark"),
    "three-ways-compact-wood-b": replace(SCENES["three ways"], layout="compact", side="b"),
    "hint-compact-dark-w": replace(SCENES["hint"], theme="dark", layout="compact"),
    "won-wood-b": replace(SCENES["won"], side="b"),
    "results-few-wood": RESULTS["few"],
    "results-many-contrast": replace(RESULTS["many"], theme="contrast"),
}


def path_of(name: str) -> Path:
    """Return the path of a stored picture."""
    return PICTURES / f"{name}.png"


def main() -> None:
    """Draw and write every stored picture."""
    PICTURES.mkdir(exist_ok=True)
    for name, scene in STORED.items():
        path_of(name).write_bytes(draw(scene))
        sys.stdout.write(f"{path_of(name)}\n")


if __name__ == "__main__":
    main()
