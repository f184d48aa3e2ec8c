"""Chats: one adapter for each platform, and the one sender that brings every chat up to date."""
