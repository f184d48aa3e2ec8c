"""Errors: refused requests, invalid frames and unreadable messages at the local table."""


class Refused(Exception):
    """A request that is refused, with the reason as a text for the person.

    Args:
        word: the catalog id of the text that gives the reason.
        details: the values of that text's placeholders.
    """

    def __init__(self, word: str, **details: str) -> None:
        super().__init__(word)
        self.word = word
        self.details = details


class BadFrame(Exception):
    """A browser sent a frame that the page never sends, or none in time.

    Args:
        kind: the frame's kind, or why it is not a frame. It never quotes what the browser sent.
        path: the invalid field, its parts joined by dots; empty if the whole frame is invalid.
    """

    def __init__(self, kind: str, path: str = "") -> None:
        super().__init__(f"{kind}: {path}" if path else kind)
        self.kind = kind
        self.path = path


class BadLogEntry(Exception):
    """A stored message cannot be parsed."""
