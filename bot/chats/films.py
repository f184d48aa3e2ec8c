"""Films made off the event loop: one after another, and not twice what was made just now."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from bot.chats.errors import TryLater
from bot.chats.following import follow
from renderers import animate

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.talk.reply import Film

FILM = "replay.gif"
"""What the file of a film is called."""

KEPT = 8
MOST_WAITING = 16
"""So many films are made or wait to be made; who comes then is asked to come later."""
_LATER = 60.0


def seal_of(film: Film) -> str:
    """Return what tells a film from all others: equal scenes make an equal film."""
    told = hashlib.sha256()
    for scene in film.scenes:
        told.update(f"{scene}\n".encode())
    return told.hexdigest()


class Filming:
    """A film that is being made.

    Args:
        of: how many scenes it has.
    """

    def __init__(self, of: int) -> None:
        self.of = of
        self.made = 0
        """How many scenes are drawn."""
        self.work: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    @classmethod
    def finished(cls, of: int, gif: bytes) -> Filming:
        """Return a film that is there already."""
        filming = cls(of)
        filming.made = of
        filming.work.set_result(gif)
        return filming

    @property
    def is_finished(self) -> bool:
        """Whether there is nothing to wait for."""
        return self.work.done()

    async def follow(self, told: Callable[[], Awaitable[None]], every: float) -> bytes:
        """Return the film when it is made.

        Args:
            told: is called from time to time until then.
            every: after how many seconds, again and again.

        Raises:
            Exception: it could not be made.
        """
        return await follow(self.work, told, every)


class FilmMaker:
    """Makes films in a thread of its own, so that pictures need not wait for them."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="films")
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._making: dict[str, Filming] = {}
        self._closed = False

    def close(self) -> None:
        """End what is being made, and make nothing more."""
        self._closed = True
        self._thread.shutdown(cancel_futures=True)

    def film(self, film: Film) -> Filming:
        """Return a film in the making; the same, if it is being made already.

        Raises:
            TryLater: too many are being made.
        """
        seal = seal_of(film)
        if seal in self._kept:
            self._kept.move_to_end(seal)
            return Filming.finished(len(film.scenes), self._kept[seal])
        if seal in self._making:
            return self._making[seal]
        if len(self._making) >= MOST_WAITING:
            raise TryLater(_LATER)
        filming = self._making[seal] = Filming(len(film.scenes))
        task = asyncio.get_running_loop().run_in_executor(
            self._thread, animate, film.scenes, self._counting(filming)
        )
        task.add_done_callback(lambda made: self._done(seal, filming, made))
        return filming

    def _counting(self, filming: Filming) -> Callable[[int], None]:
        def count(made: int) -> None:
            if self._closed:
                raise InterruptedError
            filming.made = made

        return count

    def _done(self, seal: str, filming: Filming, made: asyncio.Future[bytes]) -> None:
        del self._making[seal]
        if filming.work.cancelled() or made.cancelled():
            filming.work.cancel()
        elif (error := made.exception()) is not None:
            filming.work.set_exception(error)
            filming.work.exception()  # seen: whoever follows is told, and there may be nobody
        else:
            filming.work.set_result(made.result())
            self._kept[seal] = made.result()
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
