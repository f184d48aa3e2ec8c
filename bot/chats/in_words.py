"""In words: messages for chats where pictures or files may not be sent."""

from __future__ import annotations

from dataclasses import replace

from bot.talk.reply import Reply, Text


def in_words(reply: Reply, missing: Text) -> Reply:
    """Return a message that says what its picture shows, and which permission is missing.

    Args:
        reply: the message, with its picture.
        missing: the sentence that names the permission.
    """
    parts: list[Text] = [part for part in (reply.text, (reply.alt,) if reply.alt else (), missing) if part]
    text = tuple(span for part in parts for span in ("\n\n", *part))[1:]
    return replace(reply, text=text, scene=None, as_file=False, animation=None)
