"""Themes: the colours of a board, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

_LINEAR = 0.04045
"""The sRGB component value up to which the transfer curve is linear."""

Tone = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""


@dataclass(frozen=True, slots=True)
class Tones:
    """The tones of one side's checkers and dice."""

    light: Tone
    """The tone of surfaces that face the light."""
    body: Tone
    shade: Tone
    """The tone of surfaces that face away from the light."""
    edge: Tone
    """The line around a checker or die."""
    ink: Tone
    """Pips and digits upon the body."""
    ring: Tone
    """The inlaid ring on a checker's face."""


@dataclass(frozen=True, slots=True)
class Theme:
    """All the tones of a board."""

    name: str
    grain: float
    """The strength of the wood's grain: 0 for a flat colour, 1 for the strongest."""
    frame: Tone
    field: Tone
    white_home: Tone
    """The field of White's home, which leans to White's tone."""
    black_home: Tone
    dark_point: Tone
    light_point: Tone
    inlay: Tone
    """The thin inlaid lines of the frame."""
    brass: Tone
    """The hinges of the bar."""
    tray: Tone
    """The floor of the tray."""
    plate: Tone
    """The plates under score and result."""
    numbers: Tone
    """Digits on frame and plates."""
    ink: Tone
    """Digits on the field."""
    white: Tones
    black: Tones
    mark: Tone
    """The marks of movable and chosen checkers and of landings."""
    mark_edge: Tone
    """The thin outline that sets a mark off from its background."""
    mark_ink: Tone
    """Digits on a mark."""
    trace: Tone
    """The traces of the last turn: the ring where a checker left, its arrow, the dot where it arrived."""
    trace_ring: Tone
    """The thin outline that sets a trace off from its background."""

    def of(self, colour: str) -> Tones:
        """Return the tones of a side's pieces, "w" or "b"."""
        return self.white if colour == "w" else self.black


_WOOD = Theme(
    name="wood",
    grain=1.0,
    frame=(82, 45, 26),
    field=(186, 138, 86),
    white_home=(214, 172, 120),
    black_home=(160, 113, 70),
    dark_point=(100, 50, 28),
    light_point=(236, 206, 158),
    inlay=(206, 162, 98),
    brass=(196, 156, 84),
    tray=(76, 44, 27),
    plate=(58, 32, 20),
    numbers=(244, 226, 190),
    ink=(52, 28, 16),
    white=Tones(
        (255, 252, 242), (245, 234, 211), (204, 182, 146), (84, 58, 34), (60, 38, 25), (176, 142, 98)
    ),
    black=Tones((124, 110, 100), (45, 38, 35), (18, 14, 13), (10, 8, 7), (244, 229, 202), (218, 180, 118)),
    mark=(14, 156, 140),
    mark_edge=(4, 44, 40),
    mark_ink=(255, 252, 242),
    trace=(184, 32, 14),
    trace_ring=(255, 254, 248),
)

_DARK = Theme(
    name="dark",
    grain=0.35,
    frame=(30, 33, 38),
    field=(62, 68, 78),
    white_home=(76, 80, 91),
    black_home=(50, 54, 62),
    dark_point=(34, 38, 45),
    light_point=(110, 121, 136),
    inlay=(92, 100, 112),
    brass=(112, 120, 132),
    tray=(22, 24, 28),
    plate=(18, 19, 23),
    numbers=(228, 230, 233),
    ink=(228, 230, 233),
    white=Tones(
        (255, 254, 250), (232, 229, 221), (184, 182, 176), (12, 12, 13), (28, 28, 30), (150, 146, 138)
    ),
    black=Tones((92, 92, 96), (30, 29, 30), (12, 12, 13), (4, 4, 5), (238, 226, 204), (216, 198, 168)),
    mark=(52, 198, 178),
    mark_edge=(4, 28, 26),
    mark_ink=(8, 22, 22),
    trace=(255, 120, 66),
    trace_ring=(24, 18, 16),
)

_CONTRAST = Theme(
    name="contrast",
    grain=0.0,
    frame=(10, 12, 16),
    field=(88, 112, 136),
    white_home=(97, 121, 145),
    black_home=(81, 104, 127),
    dark_point=(30, 101, 164),
    light_point=(150, 114, 56),
    inlay=(150, 164, 180),
    brass=(70, 80, 92),
    tray=(74, 94, 114),
    plate=(4, 5, 7),
    numbers=(255, 255, 255),
    ink=(255, 255, 255),
    white=Tones((255, 255, 255), (254, 254, 254), (214, 220, 226), (0, 0, 0), (0, 0, 0), (40, 40, 44)),
    black=Tones((70, 74, 78), (12, 13, 15), (0, 0, 0), (0, 0, 0), (255, 255, 255), (255, 255, 255)),
    mark=(255, 222, 0),
    mark_edge=(0, 0, 0),
    mark_ink=(0, 0, 0),
    trace=(255, 255, 255),
    trace_ring=(0, 0, 0),
)

THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (_WOOD, _DARK, _CONTRAST)})
"""All themes by name."""


def luminance(tone: Tone) -> float:
    """Return the relative luminance of a tone, 0 for black to 1 for white (WCAG 2)."""
    red, green, blue = (
        part / 12.92 if part <= _LINEAR else ((part + 0.055) / 1.055) ** 2.4
        for part in (level / 255 for level in tone)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Tone, other: Tone) -> float:
    """Return the contrast ratio of two tones, from 1 for equal ones to 21 for black on white (WCAG 2)."""
    darker, brighter = sorted((luminance(one), luminance(other)))
    return (brighter + 0.05) / (darker + 0.05)
