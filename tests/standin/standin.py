"""Stand-in: what every stand-in of a platform offers: what went over the wire, and trouble on order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container
from typing import Generic

from aiohttp import web

from tests.pace import HANG
from tests.standin.changes import Changes, Violation
from tests.standin.errors import WentWrong
from tests.standin.troubles import Barrier, RefusalT, RequestT, Trouble, Troubles


class StandIn(ABC, Generic[RequestT, RefusalT]):
    """A platform on loopback.

    Args:
        changes: What happens there.
    """

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._troubles: Troubles[RequestT, RefusalT] = Troubles()
        self._port = 0

    @property
    @abstractmethod
    def requests(self) -> list[RequestT]:
        """Every request that came, in order."""

    @property
    @abstractmethod
    def _played(self) -> Container[str]:
        """The routes that are played."""

    @abstractmethod
    def _compare(self) -> None:
        """Compare with the platform's description what was not compared as it came."""

    # What went over the wire.

    @property
    def violations(self) -> list[Violation]:
        """What should not have gone over the wire, so far."""
        return self._changes.violations

    def take_violations(self) -> list[Violation]:
        """Return what should not have gone over the wire, so far; it is forgotten with this."""
        taken = list(self.violations)
        self.violations.clear()
        return taken

    def check(self) -> None:
        """Complain of everything that should not have gone over the wire.

        Raises:
            WentWrong: There is something.
        """
        self._compare()
        if self.violations:
            raise WentWrong("\n".join(map(str, self.violations)))

    def sent(self, route: str) -> list[RequestT]:
        """Return the requests that came by a route, in order."""
        return [request for request in self.requests if request.route == self._existing(route)]

    async def until(self, found: Callable[[], object], what: str, within: float = HANG) -> None:
        """Wait until something holds, asked again after every change.

        Raises:
            NotSeen: It did not happen in time.
        """
        await self._changes.until(found, what, within)

    # What goes wrong on order.

    def refuse(
        self,
        route: str,
        refusal: RefusalT,
        *,
        times: int = 1,
        where: Callable[[RequestT], bool] | None = None,
        after: bool = False,
    ) -> None:
        """Refuse the next requests of a route; with `after` they are carried out all the same."""
        self._order(Trouble(route, times, where, after, refusal=refusal))

    def cut(
        self,
        route: str,
        *,
        times: int = 1,
        where: Callable[[RequestT], bool] | None = None,
        after: bool = False,
    ) -> None:
        """Cut the connection instead of answering; with `after` once the request is carried out."""
        self._order(Trouble(route, times, where, after, cut=True))

    def delay(
        self, route: str, seconds: float, *, times: int = 1, where: Callable[[RequestT], bool] | None = None
    ) -> None:
        """Let the next requests of a route wait before they are carried out."""
        self._order(Trouble(route, times, where, seconds=seconds))

    def hold(
        self,
        route: str,
        *,
        times: int = 1,
        where: Callable[[RequestT], bool] | None = None,
        after: bool = False,
    ) -> Barrier[RequestT]:
        """Hold the next requests of a route until the gate is opened; with `after` only their answers."""
        barrier: Barrier[RequestT] = Barrier()
        self._order(Trouble(route, times, where, after, barrier=barrier))
        return barrier

    def _order(self, trouble: Trouble[RequestT, RefusalT]) -> None:
        self._existing(trouble.route)
        self._troubles.ordered.append(trouble)

    def _existing(self, route: str) -> str:
        if route not in self._played:
            raise ValueError(f"the stand-in plays no {route!r}")
        return route

    # How it is served.

    async def _open(self, app: web.Application, *, handler_cancellation: bool = False) -> None:
        """Serve on a free port of this machine."""
        self._runner = web.AppRunner(
            app, access_log=None, shutdown_timeout=0.5, handler_cancellation=handler_cancellation
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self._port = self._runner.addresses[0][1]

    async def _close(self) -> None:
        """Stop serving, with nothing held back any more."""
        self._troubles.open_barriers()
        await self._runner.cleanup()
