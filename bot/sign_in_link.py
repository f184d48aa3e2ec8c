"""Sign-in link: made on the host's machine for somebody who has lost the browser that knew him."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial

from bot.chats.web.other_devices import code_fragment
from bot.chats.web.web_accounts import WebAccounts
from bot.sessions import Signer, look_alike
from storage import Database, KeyValues, installation
from storage.dialects import dialect_of
from storage.places import Place

_MOST_LISTED = 20


class NobodyThere(OSError):
    """Nobody at the local table has that name; its text says so, and which names are like it."""

    def __init__(self, name: str, alike: list[str]) -> None:
        others = f" Names like it: {', '.join(alike)}." if alike else ""
        super().__init__(f"Nobody at the local table is called {name!r}.{others}")


async def sign_in_link(place: Place, name: str, address: str, clock: Callable[[], float] = time.time) -> str:
    """Return a link that opens somebody's seat in one more browser, once and for ten minutes.

    It can be made while the database is served: what the link needs stands in there.

    Args:
        place: the database. One of an earlier revision is brought up to date, unless somebody serves it.
        name: the name that the person has at the local table; no two have the same.
        address: where the local table is reached.
        clock: seconds since 1970.

    Raises:
        FileNotFoundError: there is no database.
        NobodyThere: nobody has the name.
        UnusableDatabase: it is damaged, or is no database of ours.
        DatabaseInUse: it would have to be brought up to date, and somebody serves it.
    """
    dialect = dialect_of(place)
    if not await dialect.examine():
        raise FileNotFoundError(f"There is no database at {place}.")
    async with AsyncExitStack() as stack:
        if not await dialect.is_newest():
            await stack.enter_async_context(dialect.hold())
        database = await stack.enter_async_context(Database.open(place))
        signer = Signer(await installation.key_of(database))
        lock = partial(database.lock, "web-accounts")
        accounts = WebAccounts(KeyValues(database), signer, lock)
        every = await accounts.all()
        wanted = " ".join(name.split()).casefold()
        found = [each for each in every if look_alike(each.name, name)]
        # Two people may have names that look alike, if they took them before that was looked at.
        found.sort(key=lambda each: each.name.casefold() != wanted)
        if not found:
            alike = [each.name for each in every if wanted in each.name.casefold()]
            raise NobodyThere(name, alike[:_MOST_LISTED])
        return f"{address}/#{code_fragment(await accounts.new_code(found[0].account, clock()))}"
