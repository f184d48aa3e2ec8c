"""The common part of all stand-ins: recorded requests, violations, and troubles that a test orders."""

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
        changes: the platform's changes and violations.
    """

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._troubles: Troubles[RequestT, RefusalT] = Troubles()
        self._port = 0

    @property
    @abstractmethod
    def requests(self) -> list[RequestT]:
        """All requests, in order."""

    @property
    @abstractmethod
    def _existing_routes(self) -> Container[str]:
        """The routes that the stand-in has."""

    @abstractmethod
    def _compare(self) -> None:
        """Compare all requests that were not compared at once with the platform's description."""

    # Requests and violations.

    @property
    def violations(self) -> list[Violation]:
        """The violations so far."""
        return self._changes.violations

    def take_violations(self) -> list[Violation]:
        """Return the violations so far, and clear them."""
        taken = list(self.violations)
        self.violations.clear()
        return taken

    def check(self) -> None:
        """Compare everything, and raise the violations.

        Raises:
            WentWrong: there are violations.
        """
        self._compare()
        if self.violations:
            raise WentWrong("\n".join(map(str, self.violations)))

    def sent(self, route: str) -> list[RequestT]:
        """Return the requests to a route, in order."""
        return [request for request in self.requests if request.route == self._existing(route)]

    async def until(self, found: Callable[[], object], what: str, within: float = HANG) -> None:
        """Wait until a condition holds, checked after every change.

        Raises:
            NotSeen: it did not hold in time.
        """
        await self._changes.until(found, what, within)

    # Troubles.

    def refuse(
        self,
        route: str,
        refusal: RefusalT,
        *,
        times: int = 1,
        where: Callable[[RequestT], bool] | None = None,
        after: bool = False,
    ) -> None:
        """Refuse the next requests to a route; with `after`, carry them out first."""
        self._order(Trouble(route, times, where, after, refusal=refusal))

    def cut(
        self,
        route: str,
        *,
        times: int = 1,
        where: Callable[[RequestT], bool] | None = None,
        after: bool = False,
    ) -> None:
        """Cut the connection instead of answering; with `after`, carry the request out first."""
        self._order(Trouble(route, times, where, after, cut=True))

    def delay(
        self, route: str, seconds: float, *, times: int = 1, where: Callable[[RequestT], bool] | None = None
    ) -> None:
        """Delay the next requests to a route."""
        self._order(Trouble(route, times, where, seconds=seconds))

    def hold(
        self,
        route: str,
        *,
        times: int = 1,
        where: Callable[[RequestT], bool] | None = None,
        after: bool = False,
    ) -> Barrier[RequestT]:
        """Hold the next requests to a route until the barrier opens; with `after`, only their answers."""
        barrier: Barrier[RequestT] = Barrier()
        self._order(Trouble(route, times, where, after, barrier=barrier))
        return barrier

    def _order(self, trouble: Trouble[RequestT, RefusalT]) -> None:
        self._existing(trouble.route)
        self._troubles.ordered.append(trouble)

    def _existing(self, route: str) -> str:
        if route not in self._existing_routes:
            raise ValueError(f"the stand-in plays no {route!r}")
        return route

    # Serving.

    async def _open(self, app: web.Application, *, handler_cancellation: bool = False) -> None:
        """Serve on a free local port."""
        self._runner = web.AppRunner(
            app, access_log=None, shutdown_timeout=0.5, handler_cancellation=handler_cancellation
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self._port = self._runner.addresses[0][1]

    async def _close(self) -> None:
        """Open all barriers and stop serving."""
        self._troubles.open_barriers()
        await self._runner.cleanup()
