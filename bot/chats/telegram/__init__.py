"""Telegram: the adapter for groups, forum topics and private chats."""

import os

# Spans of time as `timedelta`, which python-telegram-bot warns about until it is asked for.
os.environ.setdefault("PTB_TIMEDELTA", "true")

from bot.chats.telegram.adapter import Telegram as Telegram
from bot.chats.telegram.app_buttons import AppLinks as AppLinks
from bot.chats.telegram.pacing import Pacing as Pacing
from bot.chats.telegram.webhook import WebhookAddress as WebhookAddress
