"""People for tests who have spoken somewhere."""

from __future__ import annotations

from bot.sessions import Chat, Player, SessionManager


async def meet(
    manager: SessionManager, key: str, name: str, chat: str, kind: str, language: str = "en", handle: str = ""
) -> tuple[Player, Chat]:
    """Let somebody speak in a chat of the page, for the first time or again."""
    visitor = await manager.people.visit("web", key, name, chat, kind, language, handle=handle)
    return visitor.player, visitor.chat
