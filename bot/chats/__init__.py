"""Chats: an adapter for each platform, and the sender that brings every chat up to date."""
