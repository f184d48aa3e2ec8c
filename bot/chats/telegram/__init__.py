"""Telegram: the adapter for groups, forum topics and private chats."""

import os

# Makes python-telegram-bot return durations as `timedelta`. Without it the library logs deprecation warnings.
os.environ.setdefault("PTB_TIMEDELTA", "true")

from bot.chats.telegram.adapter import Telegram as Telegram
from bot.chats.telegram.app_buttons import AppLinks as AppLinks
from bot.chats.telegram.pacing import Pacing as Pacing
from bot.chats.telegram.webhook import WebhookAddress as WebhookAddress
