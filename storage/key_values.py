"""Key-values: text pairs and log entries that the platform adapters store."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import bindparam, delete, insert, select, update

from storage.database import Database
from storage.rows import inserted_key
from storage.tables import key_values, log_entries


class KeyValues:
    """Persistent key-value pairs and log entries of the adapters, each in a namespace."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, namespace: str, key: str) -> str | None:
        """Return the text of a key, or None."""
        async with self._database.read() as connection:
            found = await connection.execute(_text, {"of": namespace, "under": key})
            return found.scalar_one_or_none()

    async def write(self, namespace: str, key: str, text: str) -> None:
        """Save the text of a key, replacing an earlier one."""
        await self.write_all(namespace, {key: text})

    async def write_all(self, namespace: str, texts: Mapping[str, str]) -> None:
        """Save texts by key, all or none, replacing earlier ones."""
        if not texts:
            return
        pairs = [{"namespace": namespace, "key": key, "text": text} for key, text in texts.items()]
        # Two statements for any number of pairs; the write transaction keeps other writers out in between.
        async with self._database.write() as connection:
            await connection.execute(_forget, {"of": namespace, "keys": [*texts]})
            await connection.execute(_keep, pairs)

    async def items(self, namespace: str, *, after: str = "", limit: int = 500) -> list[tuple[str, str]]:
        """Return the first `limit` pairs of a namespace with keys after `after`, in the order of keys."""
        query = select(key_values.c.key, key_values.c.text).where(
            key_values.c.namespace == namespace, key_values.c.key > after
        )
        async with self._database.read() as connection:
            found = await connection.execute(query.order_by(key_values.c.key).limit(limit))
            return [(row.key, row.text) for row in found.all()]

    async def forget(self, namespace: str, *keys: str) -> None:
        """Delete keys."""
        async with self._database.write() as connection:
            await connection.execute(_forget, {"of": namespace, "keys": [*keys]})

    async def take(self, namespace: str, key: str) -> str | None:
        """Delete a key and return its text, or None. Of concurrent callers only one gets the text."""
        async with self._database.write() as connection:
            found = await connection.execute(_text, {"of": namespace, "under": key})
            text = found.scalar_one_or_none()
            taken = await connection.execute(_forget, {"of": namespace, "keys": [key]})
        return text if taken.rowcount == 1 else None

    async def append(self, namespace: str, text: str) -> int:
        """Append a log entry to a namespace; return its number, larger than all before."""
        async with self._database.write() as connection:
            return inserted_key(await connection.execute(_append, {"namespace": namespace, "text": text}))

    async def append_once(self, namespace: str, text: str, known_in: str, key: str) -> tuple[int, bool]:
        """Append a log entry unless one was already added under the same key.

        Args:
            known_in: the namespace of pairs that map keys to entry numbers.

        Returns:
        The entry's number, and True if it was added by this call.
        """
        async with self._database.write() as connection:
            known = (await connection.execute(_text, {"of": known_in, "under": key})).scalar_one_or_none()
            if known is not None:
                return int(known), False
            added = await connection.execute(_append, {"namespace": namespace, "text": text})
            number = inserted_key(added)
            await connection.execute(_keep, {"namespace": known_in, "key": key, "text": str(number)})
            return number, True

    async def remove(self, namespace: str, *numbers: int) -> None:
        """Delete log entries of a namespace by number."""
        async with self._database.write() as connection:
            await connection.execute(_remove, {"of": namespace, "numbers": [*numbers]})

    async def amend(self, namespace: str, number: int, text: str) -> bool:
        """Replace the text of a log entry. Return False if there is no such entry."""
        async with self._database.write() as connection:
            done = await connection.execute(
                update(log_entries)
                .where(log_entries.c.namespace == namespace, log_entries.c.number == number)
                .values(text=text)
            )
            return done.rowcount == 1

    async def log_entries(
        self, namespace: str, *, before: int | None = None, limit: int = 50
    ) -> list[tuple[int, str]]:
        """Return the last `limit` log entries of a namespace, as number and text, the oldest first.

        Args:
            before: leave out entries with this number or a higher one; None: leave out none.
        """
        query = select(log_entries.c.number, log_entries.c.text).where(log_entries.c.namespace == namespace)
        if before is not None:
            query = query.where(log_entries.c.number < before)
        async with self._database.read() as connection:
            found = await connection.execute(query.order_by(log_entries.c.number.desc()).limit(limit))
            return [(row.number, row.text) for row in reversed(found.all())]

    async def log_entry(self, namespace: str, number: int) -> str | None:
        """Return the text of a log entry, or None."""
        async with self._database.read() as connection:
            found = await connection.execute(
                select(log_entries.c.text).where(
                    log_entries.c.namespace == namespace, log_entries.c.number == number
                )
            )
            return found.scalar_one_or_none()


# Built once: adapters read with nearly every view, and write with every Telegram update.
_text = select(key_values.c.text).where(
    key_values.c.namespace == bindparam("of"), key_values.c.key == bindparam("under")
)
_keep = insert(key_values)
_forget = delete(key_values).where(
    key_values.c.namespace == bindparam("of"), key_values.c.key.in_(bindparam("keys", expanding=True))
)
_append = insert(log_entries)
_remove = delete(log_entries).where(
    log_entries.c.namespace == bindparam("of"), log_entries.c.number.in_(bindparam("numbers", expanding=True))
)
