"""Errors: failures between the sender and a platform."""


class ChatError(Exception):
    """A platform did not accept a request."""


class MessageGone(ChatError):
    """The message to edit no longer exists."""


class ChatGone(ChatError):
    """The bot can no longer write to the chat: it was deleted, or the bot was removed or blocked."""


class ChatMoved(ChatError):
    """The platform has replaced this chat by another.

    Args:
        key: the key of the new chat.
    """

    def __init__(self, key: str) -> None:
        super().__init__(f"the chat is now {key}")
        self.key = key


class TryLater(ChatError):
    """The platform cannot take the request now.

    Args:
        seconds: how long to wait before the next attempt.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"try again in {seconds:g} s")
        self.seconds = seconds


class MayHaveArrived(TryLater):
    """A request failed without an answer: the message may or may not have arrived."""


class Unsearchable(ChatError):
    """The bot cannot read a chat's messages, so it cannot find out if a lost request has arrived."""


class PlatformDown(Exception):
    """A platform is unavailable or refuses the bot for now.

    Args:
        reason: the cause, for the log, in the code's own words. It quotes neither a person nor the platform.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)


class Unreachable(PlatformDown):
    """A platform cannot be reached for now: it is down, or the network is."""


class BadToken(Exception):
    """A platform does not know the bot's token.

    Args:
        setting: the name of the setting that holds the token.
        remedy: a sentence that says where to get the right token.
    """

    def __init__(self, setting: str, remedy: str) -> None:
        super().__init__(f"{setting} is not accepted. {remedy}")
