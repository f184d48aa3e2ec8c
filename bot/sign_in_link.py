"""Sign-in link: `nardy seat NAME` makes one for a player who lost the browser of their seat."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from bot.chats.web.other_devices import code_fragment
from bot.chats.web.web_accounts import WebAccounts
from bot.maintenance import beside_the_bot
from bot.sessions import Signer, look_alike
from storage import KeyValues, installation
from storage.places import Place

_MOST_LISTED = 20


class NobodyThere(OSError):
    """No player of the web page has that name; the text lists similar names."""

    def __init__(self, name: str, alike: list[str]) -> None:
        others = f" Names like it: {', '.join(alike)}." if alike else ""
        super().__init__(f"Nobody at the local table is called {name!r}.{others}")


async def sign_in_link(place: Place, name: str, address: str, clock: Callable[[], float] = time.time) -> str:
    """Return a link that opens a player's seat in another browser, once and within ten minutes.

    The bot may run meanwhile, because the link's code is stored in the database.

    Args:
        place: the database.
        name: the player's name on the web page, where names are unique.
        address: the address of the web page.
        clock: returns seconds since 1970.

    Raises:
        NobodyThere: no player has the name. Others as `beside_the_bot`.
    """
    async with beside_the_bot(place) as database:
        signer = Signer(await installation.key_of(database))
        lock = partial(database.lock, "web-accounts")
        accounts = WebAccounts(KeyValues(database), signer, lock)
        every = await accounts.all()
        wanted = " ".join(name.split()).casefold()
        found = [each for each in every if look_alike(each.name, name)]
        # Names taken before the check for look-alikes may look alike: the exact one goes first.
        found.sort(key=lambda each: each.name.casefold() != wanted)
        if not found:
            alike = [each.name for each in every if wanted in each.name.casefold()]
            raise NobodyThere(name, alike[:_MOST_LISTED])
        return f"{address}/#{code_fragment(await accounts.new_code(found[0].account, clock()))}"
