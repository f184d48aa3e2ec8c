"""Storage: tables, migrations, queries and transactions. It knows rows, and no rules."""

from storage.database import Database as Database
from storage.inbox import TelegramUpdates as TelegramUpdates
from storage.key_values import KeyValues as KeyValues
