"""Generator: every board to which a roll can lead, found by arithmetic on packed sides."""
