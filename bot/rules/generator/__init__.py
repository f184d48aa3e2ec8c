"""Generator: finds every board that a roll can lead to, with bit arithmetic on packed sides.

Most code uses `legal_turns` instead. Only the engine uses this package directly, because it evaluates
thousands of boards at a time.
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
