"""What can go wrong between the sender and a platform."""


class ChatError(Exception):
    """A platform did not take a message."""


class MessageGone(ChatError):
    """The message to edit is not there any more."""


class ChatGone(ChatError):
    """The chat cannot be written to any more: closed, left, blocked."""


class TryLater(ChatError):
    """The platform cannot take it now.

    Args:
        seconds: how long to wait before the next attempt.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"try again in {seconds:g} s")
        self.seconds = seconds
