"""Generator: every board to which a roll can lead, found by arithmetic on packed sides.

The bot uses turns; only the engine, which weighs boards by the thousand, looks at their bits.
"""

from bot.rules.generator.bits import (
    ALL_OF_SIDE as ALL_OF_SIDE,
    FINISHED as FINISHED,
    OUTSIDE as OUTSIDE,
    POINT_MASK as POINT_MASK,
    SIDE_BITS as SIDE_BITS,
    WITHIN as WITHIN,
    bearing as bearing,
    held_twice as held_twice,
    mirrored as mirrored,
    occupied as occupied,
    other_view as other_view,
)
