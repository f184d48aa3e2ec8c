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
    """A browser sent what the page never sends.

    Args:
        kind: the frame's kind, or why it is no frame. Nothing that the browser wrote stands in it.
        path: the field that is wrong, with a dot between its parts; empty if the whole frame is.
    """

    def __init__(self, kind: str, path: str = "") -> None:
        super().__init__(f"{kind}: {path}" if path else kind)
        self.kind = kind
        self.path = path


class BadLogEntry(Exception):
    """A kept message cannot be read."""
