"""Players for tests: visitors that have written in a chat."""

from __future__ import annotations

from bot.sessions import Chat, Player, SessionManager


async def visit_chat(
    manager: SessionManager, key: str, name: str, chat: str, kind: str, language: str = "en", handle: str = ""
) -> tuple[Player, Chat]:
    """Record that a visitor writes in a chat of the page; return the player and the chat."""
    visitor = await manager.people.visit("web", key, name, chat, kind, language, handle=handle)
    return visitor.player, visitor.chat
