"""Input: typed lines and pressed buttons, parsed into commands."""
