"""Talk: commands, parsing and texts, the same for every platform."""
