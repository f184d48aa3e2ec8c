"""Generator: every board to which a roll can lead, found by arithmetic on packed sides.

The bot uses turns; only the engine, which weighs boards by the thousand, looks at their bits.
"""

from bot.rules.generator.bits import (
    ALL_OF_SIDE,
    FINISHED,
    OUTSIDE,
    POINT_MASK,
    SIDE_BITS,
    WITHIN,
    bearing,
    held_twice,
    mirrored,
    occupied,
    other_view,
)

__all__ = [
    "ALL_OF_SIDE",
    "FINISHED",
    "OUTSIDE",
    "POINT_MASK",
    "SIDE_BITS",
    "WITHIN",
    "bearing",
    "held_twice",
    "mirrored",
    "occupied",
    "other_view",
]
