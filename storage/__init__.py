"""Where games are kept: tables, migrations, queries, transactions. It knows rows, and no rules."""

from storage.database import Database
from storage.key_values import KeyValues
from storage.telegram_updates import TelegramUpdates

__all__ = ["Database", "KeyValues", "TelegramUpdates"]
