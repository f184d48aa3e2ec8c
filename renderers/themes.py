"""Themes: the tones of a board, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["THEMES", "Theme", "Tone", "Tones"]

Tone = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""


@dataclass(frozen=True, slots=True)
class Tones:
    """What one side's checkers and dice are made of."""

    light: Tone
    """Where it faces the light."""
    body: Tone
    shade: Tone
    """Where it faces away."""
    edge: Tone
    """The line around a checker or die."""
    ink: Tone
    """Pips and digits upon the body."""


@dataclass(frozen=True, slots=True)
class Theme:
    """All the tones of a board."""

    name: str
    grain: float
    """How strongly the wood's grain shows: 0 is a flat colour, 1 the strongest."""
    frame: Tone
    field: Tone
    white_home: Tone
    """The field of White's home, which leans to White's tone."""
    black_home: Tone
    dark_point: Tone
    light_point: Tone
    inlay: Tone
    """Thin lines let into the frame."""
    brass: Tone
    """The hinges of the bar."""
    tray: Tone
    """The floor of the tray."""
    numbers: Tone
    white: Tones
    black: Tones
    mark: Tone
    """What may be done now: movable, chosen, landing."""
    mark_edge: Tone
    """The thin line that keeps a mark apart from what lies under it."""
    mark_ink: Tone
    """Digits upon a mark."""
    trace: Tone
    """The dot on a checker that came."""
    trace_ring: Tone
    """The ring where a checker left, and around the dot."""

    def of(self, colour: str) -> Tones:
        """Return what the pieces of a side, "w" or "b", are made of."""
        return self.white if colour == "w" else self.black


_WOOD = Theme(
    name="wood",
    grain=1.0,
    frame=(82, 45, 26),
    field=(190, 142, 90),
    white_home=(208, 164, 112),
    black_home=(160, 113, 70),
    dark_point=(122, 68, 40),
    light_point=(229, 197, 147),
    inlay=(206, 162, 98),
    brass=(196, 156, 84),
    tray=(126, 82, 49),
    numbers=(244, 226, 190),
    white=Tones((255, 252, 242), (245, 234, 211), (204, 182, 146), (104, 76, 48), (60, 38, 25)),
    black=Tones((146, 130, 118), (45, 38, 35), (18, 14, 13), (10, 8, 7), (244, 229, 202)),
    mark=(14, 156, 140),
    mark_edge=(8, 52, 48),
    mark_ink=(255, 252, 242),
    trace=(208, 66, 34),
    trace_ring=(255, 240, 212),
)

_CONTRAST = Theme(
    name="contrast",
    grain=0.0,
    frame=(18, 22, 28),
    field=(104, 126, 150),
    white_home=(132, 150, 170),
    black_home=(84, 102, 124),
    dark_point=(58, 78, 102),
    light_point=(164, 184, 204),
    inlay=(120, 134, 148),
    brass=(70, 80, 92),
    tray=(70, 84, 100),
    numbers=(255, 255, 255),
    white=Tones((255, 255, 255), (255, 255, 255), (200, 208, 216), (0, 0, 0), (0, 0, 0)),
    black=Tones((110, 116, 122), (16, 18, 20), (0, 0, 0), (255, 255, 255), (255, 255, 255)),
    mark=(255, 196, 0),
    mark_edge=(0, 0, 0),
    mark_ink=(0, 0, 0),
    trace=(226, 92, 20),
    trace_ring=(255, 255, 255),
)

THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (_WOOD, _CONTRAST)})
"""Every theme by its name."""
