"""Input: parsing of typed lines and pressed buttons into commands."""
