"""Where games are kept: tables, migrations, queries, transactions. It knows rows, and no rules."""

from storage.database import Database
from storage.inbox import TelegramUpdates
from storage.key_values import KeyValues

__all__ = ["Database", "KeyValues", "TelegramUpdates"]
