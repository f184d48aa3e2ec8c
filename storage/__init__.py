"""Where games are kept: tables, migrations, queries, transactions. It knows rows, and no rules."""

from storage.database import Database
from storage.notes import Notebook

__all__ = ["Database", "Notebook"]
