"""What the local table refuses."""


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


class BadPage(Exception):
    """A kept page cannot be read."""
