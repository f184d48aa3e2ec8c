"""Errors: what the local table refuses, and what it cannot read."""


class Refused(Exception):
    """Something a person asked for is not done, with the reason in words.

    Args:
        word: the message that says why, by its id in the catalog.
        details: what the message's placeholders stand for.
    """

    def __init__(self, word: str, **details: str) -> None:
        super().__init__(word)
        self.word = word
        self.details = details


class BadFrame(Exception):
    """A browser sent what the page never sends."""


class BadLogEntry(Exception):
    """A kept message cannot be read."""
