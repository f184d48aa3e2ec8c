"""Errors: what can go wrong between the sender and a platform."""


class ChatError(Exception):
    """A platform did not take a message."""


class MessageGone(ChatError):
    """The message to edit is not there any more."""


class ChatGone(ChatError):
    """The chat cannot be written to any more: closed, left, blocked."""


class ChatMoved(ChatError):
    """The platform has replaced this chat by another.

    Args:
        key: the key of the other chat.
    """

    def __init__(self, key: str) -> None:
        super().__init__(f"the chat is now {key}")
        self.key = key


class TryLater(ChatError):
    """The platform cannot take it now.

    Args:
        seconds: how long to wait before the next attempt.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"try again in {seconds:g} s")
        self.seconds = seconds


class MayHaveArrived(TryLater):
    """The platform cannot take it now, and it is unknown whether the message has arrived."""


class Unsearchable(ChatError):
    """A chat's earlier messages cannot be read, so that a lost answer stays in doubt."""


class PlatformDown(Exception):
    """A platform cannot be served for now.

    Args:
        reason: why, for the log, in words that come neither from a person nor from a platform.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)


class Unreachable(PlatformDown):
    """A platform cannot be served for now because it, or the network, is not available."""


class BadToken(Exception):
    """A platform does not know the bot's token.

    Args:
        setting: the setting that holds the token.
        remedy: a sentence that says where to get the right one.
    """

    def __init__(self, setting: str, remedy: str) -> None:
        super().__init__(f"{setting} is not accepted. {remedy}")
