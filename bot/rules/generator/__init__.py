"""Generator: every board to which a roll can lead, found by arithmetic on packed sides.

The bot uses turns; only the engine, which weighs boards by the thousand, looks at their bits.
"""

from bot.rules.generator.bits import SIDE_BITS

__all__ = ["SIDE_BITS"]
